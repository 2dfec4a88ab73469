"""Skipping in all its corners, on programs small enough to know what must come out."""

from __future__ import annotations

from pathlib import Path

import pytest

from albers.api.explore import explore
from albers.errors import UserError
from albers.options import CheckOptions, Options, OutputOptions, TechniqueOptions
from tests.chopping.chopped import chopped, counts

HEAD = "#include <klee/klee.h>\n#include <stdlib.h>\n#include <string.h>\n#include <stdio.h>\n"


@pytest.mark.parametrize("slicing", [True, False])
@pytest.mark.parametrize(
    ("program", "skip", "exits"),
    [
        pytest.param(
            "static int twice(int v) { return 2 * v; }\nint main(void) { int r = twice(3); return r + 1; }",
            "twice",
            {7: 1},
            id="a value that is used",
        ),
        pytest.param(
            "static int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }\nint main(void) { return fact(5); }",
            "fact",
            {120: 1},
            id="recursion",
        ),
        pytest.param(
            "struct s { int n, m; };\nstatic void down(struct s *p, int n) "
            "{ if (n) down(p, n - 1); else p->m = p->n; }\n"
            "int main(void) { struct s v = {4, 0}; down(&v, 3); return v.m; }",
            "down",
            {4: 1},
            id="recursion that passes a pointer on",
        ),
        pytest.param(
            "int sum;\nstatic void add(int v) { sum += v; }\n"
            "int main(void) { for (int i = 1; i < 5; i++) add(i); return sum; }",
            "add",
            {10: 1},
            id="calls in a loop",
        ),
        pytest.param(
            "int x;\nstatic void one(void) { x = 1; }\nstatic void two(void) { x = 2; }\n"
            "static void (*table[])(void) = {one, two};\nint main(int argc, char **argv) { table[argc](); return x; }",
            "two",
            {2: 1},
            id="a call through a pointer",
        ),
        pytest.param(
            "int x;\nstatic void b(int n);\nstatic void a(int n) { x++; if (n) b(n - 1); }\n"
            "static void b(int n) { x += 10; if (n) a(n - 1); }\nint main(void) { a(3); b(0); return x; }",
            "a,b",
            {32: 1},
            id="functions that call each other",
        ),
        pytest.param(
            "static void set(char *p) { p[1] = 1; }\nint main(void) { int v = 0; set((char *)&v); return v >> 4; }",
            "set",
            {16: 1},
            id="a narrow write into a wide load",
        ),
        pytest.param(
            "static void set(void *p) { *(long *)p = 0x0102030405060708; }\n"
            "int main(void) { unsigned char b[8] = {0}; set(b); return b[2]; }",
            "set",
            {6: 1},
            id="a wide write into a narrow load",
        ),
        pytest.param(
            "int x;\nstatic void set(void) { x = 5; }\nint main(void) { set(); x = 6; return x; }",
            "set",
            {6: 1},
            id="what is overwritten",
        ),
        pytest.param(
            "static void set(int *p) { *p = 5; }\nstatic int f(int n) { int x = n; if (n) { set(&x); return f(0) + x; }"
            " return x; }\nint main(void) { return f(1); }",
            "set",
            {5: 1},
            id="a variable of an earlier frame",
        ),
        pytest.param(
            "struct s { int a[4]; };\nstatic void set(struct s *p) { p->a[2] = 9; }\n"
            "static int third(struct s v) { return v.a[2]; }\n"
            "int main(void) { struct s v = {{0}}; set(&v); return third(v); }",
            "set",
            {9: 1},
            id="a structure passed by value",
        ),
        pytest.param(
            'char *text;\nstatic void make(void) { text = malloc(4); strcpy(text, "abc"); }\n'
            "int main(void) { make(); return strlen(text) + text[1] - 'b'; }",
            "make",
            {3: 1},
            id="a string built in skipped code",
        ),
        pytest.param(
            "static void fill(int *p) { for (int i = 0; i < 4; i++) p[i] = i; }\n"
            "int main(void) { int a[4]; fill(a); return a[0] + a[1] + a[2] + a[3]; }",
            "fill",
            {6: 1},
            id="a buffer read element by element",
        ),
    ],
)
def test_the_result_is_that_of_the_whole_program(
    program: str, skip: str, exits: dict[int, int], slicing: bool, tmp_path: Path
) -> None:
    report = chopped(HEAD + program, tmp_path, *skip.split(","), slicing=slicing)
    assert report.errors == ()
    assert report.exits == exits
    assert report.chopping.snapshots > 0


def test_a_buffer_costs_one_recovery(tmp_path: Path) -> None:
    program = (
        "static void fill(unsigned char *p) { for (int i = 0; i < 8; i++) p[i] = i; }\n"
        "int main(void) { unsigned char a[8]; fill(a); int sum = 0;\n"
        "    for (int i = 0; i < 8; i++) sum += a[i];\n    return sum; }\n"
    )
    report = chopped(HEAD + program, tmp_path, "fill")
    assert (report.exits, report.chopping.recoveries) == ({28: 1}, 1)


def test_overwritten_memory_costs_no_recovery(tmp_path: Path) -> None:
    program = "int x;\nstatic void set(void) { x = 5; }\nint main(void) { set(); x = 6; return x; }"
    assert counts(chopped(HEAD + program, tmp_path, "set"))[:3] == (1, 1, 0)


def test_calls_in_other_lines_are_executed(tmp_path: Path) -> None:
    program = "int x;\nvoid set(void) { x++; }\nint main(void) {\n    set();\n    set();\n    return 0;\n}\n"
    assert chopped(program, tmp_path, "set:5").chopping.snapshots == 1
    assert chopped(program, tmp_path, "set:4/5").chopping.snapshots == 2


@pytest.mark.parametrize("slicing", [True, False])
def test_memory_freed_in_skipped_code_is_gone(slicing: bool, tmp_path: Path) -> None:
    program = (
        "static void drop(int *p) { free(p); }\nint main(void) {\n    int *p = malloc(4);\n    *p = 1;\n    drop(p);\n"
    )
    used = chopped(HEAD + program + "    return *p;\n}\n", tmp_path, "drop", slicing=slicing)
    assert [(error.kind, error.message, error.line) for error in used.errors] == [
        ("ptr", "memory error: use after free", 10)
    ]
    twice = chopped(HEAD + program + "    free(p);\n    return 0;\n}\n", tmp_path, "drop", slicing=slicing)
    assert [error.message for error in twice.errors] == ["memory error: double free"]
    written = chopped(HEAD + program + "    *p = 2;\n    return 0;\n}\n", tmp_path, "drop", slicing=slicing)
    assert [error.message for error in written.errors] == ["memory error: use after free"]


def test_a_symbolic_address_reaches_what_was_skipped(tmp_path: Path) -> None:
    program = (
        "int a[4], b[4];\nstatic void set(int *p) { p[2] = 7; }\nint main(void) {\n    unsigned char i, which;\n"
        '    klee_make_symbolic(&i, 1, "i");\n    klee_make_symbolic(&which, 1, "which");\n    klee_assume(i < 4);\n'
        "    int *p = which ? a : b;\n    set(a);\n    if (p[i] == 7)\n        return 1;\n    return 0;\n}\n"
    )
    plain = chopped(HEAD + program, tmp_path)
    report = chopped(HEAD + program, tmp_path, "set")
    assert report.errors == plain.errors == ()
    assert set(report.exits) == set(plain.exits) == {0, 1}
    assert report.exits[1] == 1


def test_a_function_that_prints_is_executed_with_a_warning(tmp_path: Path) -> None:
    program = 'static void say(int n) { printf("%d\\n", n); }\nint main(void) { say(3); return 0; }\n'
    report = chopped(HEAD + program, tmp_path, "say")
    assert report.chopping.snapshots == 0
    assert "say is executed, not skipped" in (Path(report.directory) / "warnings.txt").read_text()


def test_what_the_program_prints_is_recovered_first(tmp_path: Path) -> None:
    program = (
        'char line[8];\nstatic void fill(void) { strcpy(line, "hello"); }\n'
        "int main(void) { fill(); puts(line); return line[0] == 'h'; }\n"
    )
    report = chopped(HEAD + program, tmp_path, "fill")
    assert report.exits == {1: 1}


def test_leaks_cannot_be_told(tmp_path: Path) -> None:
    source = tmp_path / "p.c"
    source.write_text("void f(void) {}\nint main(void) { f(); return 0; }\n")
    options = Options(checks=CheckOptions(check=("leak",)), techniques=TechniqueOptions(skip=("f",)))
    with pytest.raises(UserError, match="--check leak"):
        explore(source, options)


SIZED = """\
#include <klee/klee.h>
#include <stdlib.h>
int seen;
char *copy;
static void note(const char *s, unsigned n) {
    copy = malloc(n);
    for (unsigned i = 0; i < n && i < 3; i++) {
        copy[i] = s[i];
        if (s[i] == 'z')
            seen = 1;
    }
}
int main(void) {
    unsigned n;
    klee_make_symbolic(&n, sizeof n, "n");
    klee_assume(n > 0);
    klee_assume(n < 5);
    char *s = malloc(n);
    klee_make_symbolic(s, n, "s");
    note(s, n);
    if (s[0] == 'a')
        return 4;
    if (n > 2) {
        if (copy[1] == 'q')
            return 5;
        return 6;
    }
    if (seen)
        return 1;
    return 3;
}
"""


@pytest.mark.parametrize("merge", ["none", "tree"])
@pytest.mark.parametrize("sizes", ["eager", "lazy", "symcrete"])
def test_skipping_goes_with_symbolic_sizes_and_merging(sizes: str, merge: str, tmp_path: Path) -> None:
    source = tmp_path / "program.c"
    source.write_text(SIZED)
    found = []
    for skip in ((), ("note",)):
        techniques = TechniqueOptions(sizes=sizes, capacity=5, merge=merge, check_merges=True, skip=skip)
        report = explore(source, Options(techniques=techniques, output=OutputOptions(out=str(tmp_path / str(skip)))))
        assert report.errors == () and report.complete
        found.append(report)
    plain, chopped_ = found
    assert set(chopped_.exits) == set(plain.exits)
    assert chopped_.exits[4] < plain.exits[4] or merge == "tree"
    assert chopped_.chopping.recoveries > 0
