"""Following symbolic pointers: null, existing objects, fresh ones; limits; and tests that rebuild what was made up."""

from __future__ import annotations

import signal
from collections import Counter
from pathlib import Path

import pytest

from albers.api.explore import explore
from albers.api.report import Report
from albers.frontend.toolchain import architecture_of
from albers.options import LimitOptions, Options, OutputOptions, ProgramOptions, TechniqueOptions
from albers.results.ktest import read_ktest
from albers.results.ktest_text import ktest_text
from albers.results.replay.native_build import build_native, plain_flavour
from albers.results.replay.native_run import NativeRunner
from albers.results.replay.recipe import read_recipe

BENCH = Path(__file__).parents[2] / "bench" / "programs"
HEAD = "#include <assert.h>\n#include <klee/klee.h>\n#include <stdlib.h>\n#include <string.h>\n#line 1\n"


def run(file: Path, directory: Path, entry: str = "main", max_tests: int = 0, **techniques: object) -> Report:
    options = Options(
        program=ProgramOptions(entry=entry),
        limits=LimitOptions(max_tests=max_tests),
        techniques=TechniqueOptions(lazy_init=True),
        output=OutputOptions(out=str(directory / "out")),
    )
    for name, value in techniques.items():
        setattr(options.techniques, name, value)
    return explore(file, options)


def run_text(text: str, directory: Path, entry: str = "main", **techniques: object) -> Report:
    file = directory / "program.c"
    file.write_text(HEAD + text)
    return run(file, directory, entry, **techniques)  # type: ignore[arg-type]


def errors(report: Report) -> list[tuple[str, int]]:
    return sorted((error.message, error.line) for error in report.errors)


def test_the_tree_of_the_bench_unfolds(tmp_path: Path) -> None:
    report = run(BENCH / "lazy_tree.c", tmp_path)
    assert report.complete and set(report.exits) == {0, 1, 2, 255}
    assert errors(report) == [("found the node two levels down", 27)]


def test_the_tree_needs_no_driver(tmp_path: Path) -> None:
    report = run(BENCH / "lazy_tree.c", tmp_path, entry="depth_of", max_tests=200)
    assert {0, 1, 2, 255} <= set(report.exits) and not report.errors


def test_every_test_of_the_tree_replays_natively(tmp_path: Path) -> None:
    report = run(BENCH / "lazy_tree.c", tmp_path)
    recipe = read_recipe(report.directory)
    executable = build_native(recipe, plain_flavour(), tmp_path)
    runner = NativeRunner(executable, recipe.world, recipe.directory, architecture_of(recipe.triple))
    ends: Counter[object] = Counter()
    for path in report.test_files:
        outcome = runner.run(read_ktest(path), str(path))
        ends["abort" if outcome.signal == signal.SIGABRT else outcome.exit_code] += 1
    assert ends == Counter({**report.exits, "abort": 1})


def test_listing_3_a_list_of_two_fails_and_one_that_is_its_own_successor_does_not(tmp_path: Path) -> None:
    text = """
typedef struct Node { int x; struct Node *next; } Node;
int baz(Node *l) {
    if (!l || !l->next) return 0;
    l->next->x = 1;
    assert((l->x + l->next->x) % 2 == 0);
    return l == l->next ? 1 : 2;
}
"""
    report = run_text(text, tmp_path, "baz")
    assert report.complete and report.exits == {0: 2, 1: 1, 2: 1}
    assert [error.line for error in report.errors] == [6]


def test_listing_2_a_pointer_leads_to_either_variable_or_elsewhere_or_nowhere(tmp_path: Path) -> None:
    text = """
int x = 10;
int y = 20;
long unlike = 30;
int bar(int *s) {
    *s = 0;
    return 2 * (x == 0) + (y == 0) + 4 * (unlike == 0);
}
"""
    report = run_text(text, tmp_path, "bar")
    assert report.exits == {0: 1, 1: 1, 2: 1}
    assert errors(report) == [("memory error: null page access", 6)]


def test_an_array_of_unknown_size_may_be_too_short(tmp_path: Path) -> None:
    report = run_text("int third(int *a) { if (!a) return 9; if (a[2] == 7) return 1; return 0; }", tmp_path, "third")
    assert report.exits == {0: 1, 1: 1, 9: 1}
    (error,) = report.errors
    assert error.message == "memory error: out of bound pointer"
    assert {name: len(data) for name, data in error.inputs} == {"a": 8, "lazy a": 4}


def test_an_index_that_is_an_input_moves_within_the_object(tmp_path: Path) -> None:
    text = (
        "int at(char *a, unsigned long i) { klee_assume(i < 3); if (!a) return 2; if (a[i] == 7) return 1; return 0; }"
    )
    report = run_text(text, tmp_path, "at")
    assert report.exits == {0: 1, 1: 1, 2: 1} and len(report.errors) == 1
    for path in report.test_files:
        objects = {each.name: each.data for each in read_ktest(path).objects}
        assert len(objects.get("lazy a", b"xxx")) <= 3


def test_objects_made_up_can_be_freed_but_not_twice(tmp_path: Path) -> None:
    text = (
        "struct s { struct s *next; };\nint f(struct s *p, struct s *q) { if (p && q) { free(p); free(q); } return 0; }"
    )
    report = run_text(text, tmp_path, "f")
    assert [message for message, _ in errors(report)] == ["memory error: double free"]


def test_a_pointer_chosen_by_an_expression_is_followed(tmp_path: Path) -> None:
    text = "int f(int *p, int *q, int c) { int *r = c ? p : q; if (!r) return 3; if (*r == 5) return 1; return 0; }"
    report = run_text(text, tmp_path, "f")
    assert report.complete and not report.errors and set(report.exits) == {0, 1, 3}


def test_a_choice_between_an_unknown_pointer_and_an_element_is_followed_both_ways(tmp_path: Path) -> None:
    text = """
int table[3] = {4, 5, 6};
int f(int *p, unsigned i) {
    klee_assume(i < 3);
    int *r = p ? p : &table[i];
    if (*r == 5) return 1;
    return 0;
}
"""
    report = run_text(text, tmp_path, "f")
    assert report.complete and not report.errors and set(report.exits) == {0, 1}


def test_a_pointer_that_must_lie_somewhere_gets_an_object_there(tmp_path: Path) -> None:
    text = "int f(int *p) { if ((unsigned long)p != 0x7000000) return 0; if (*p == 3) return 1; return 2; }"
    report = run_text(text, tmp_path, "f")
    assert report.complete and report.exits == {0: 1, 1: 1, 2: 1} and not report.errors


def test_a_pointer_into_an_object_of_the_program_finds_no_room_and_says_so(tmp_path: Path) -> None:
    text = "char taken[64];\nint f(int *p) { if ((char *)p != taken + 4) return 0; return *p == 3; }"
    report = run_text(text, tmp_path, "f")
    assert not report.complete and report.events["no address found for a lazily initialised object"] == 1


LIST = """
struct node { struct node *next; };
int length(struct node *l) { int n = 0; while (l && n < 6) { l = l->next; n++; } return n; }
"""


def test_depth_and_number_of_objects_have_limits(tmp_path: Path) -> None:
    by_depth = run_text(LIST, tmp_path / "a", "length", lazy_depth=3)
    by_number = run_text(LIST, tmp_path / "b", "length", lazy_objects=2)
    assert not by_depth.complete and not by_number.complete
    assert by_depth.cut_short["pointer not followed beyond --lazy-depth"] == 1
    assert by_number.cut_short["pointer not followed beyond --lazy-objects"] == 1


def test_globals_are_symbolic_on_request(tmp_path: Path) -> None:
    text = "int mode; int other;\nint f(void) { if (mode == 7) return 1; if (other == 8) return 2; return 0; }"
    assert run_text(text, tmp_path / "a", "f").exits == {0: 1}
    assert run_text(text, tmp_path / "b", "f", sym_globals=("mode",)).exits == {0: 1, 1: 1}
    assert run_text(text, tmp_path / "c", "f", sym_globals=("all",)).exits == {0: 1, 1: 1, 2: 1}


def test_a_test_is_printed_as_c_that_builds_the_structure(tmp_path: Path) -> None:
    text = LIST + "int f(struct node *l) { assert(!l || !l->next || l->next != l); return 0; }"
    report = run_text(text, tmp_path, "f")
    (error,) = report.errors
    assert error.test is not None
    shown = ktest_text(read_ktest(report.directory / error.test), error.test)
    assert "static _Alignas(16) unsigned char lazy_l[8] = { // lazy l" in shown
    assert "    set_pointer(l + 0, lazy_l);\n    set_pointer(lazy_l + 0, lazy_l);\n}" in shown


@pytest.fixture(autouse=True)
def _directories(tmp_path: Path) -> None:
    for name in "abc":
        (tmp_path / name).mkdir()
