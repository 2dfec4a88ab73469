"""Summaries of string functions do what the functions' own code does: same results, same errors, same forks.

A hook that does nothing switches the summaries off, so every program here is explored both ways.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from albers.engine.endings import PathEnd, PathListener
from albers.engine.explorer import Explorer
from albers.engine.hooks import Hook
from albers.ir.parser import parse_module
from albers.options import Options, SearchOptions
from tests.engine.exploring import built

EVERYTHING = """\
#include <stdlib.h>
#include <string.h>

void *mempcpy(void *target, const void *source, size_t n);

static unsigned long sum = 1;

static void note(unsigned long value) { sum = sum * 31 + value; }

static void note_bytes(const char *bytes, int count) {
    for (int i = 0; i < count; i++)
        note((unsigned char)bytes[i]);
}

int main(void) {
    static char text[64] = "the quick brown fox";
    char *copy = malloc(64), *empty = calloc(1, 1);
    memset(copy, 0x1234, 64);
    note_bytes(copy, 64);
    note(memcpy(copy, text, 20) == copy);
    note((unsigned long)((char *)mempcpy(copy + 30, text, 7) - copy));
    note(memcpy(copy + 64, text, 0) == copy + 64);
    note(memcpy(NULL, NULL, 0) == NULL);
    memmove(copy + 3, copy, 30);
    note_bytes(copy, 64);
    memmove(copy, copy + 5, 40);
    note_bytes(copy, 64);
    memcpy(copy + 1, copy, 10);
    note_bytes(copy, 64);
    note(strlen(text) + strlen(empty) + strlen(text + 19));
    for (unsigned n = 0; n < 64; n++)
        note(strnlen(text, n));
    note(strcpy(copy, text) == copy);
    note_bytes(copy, 64);
    copy[4] = '\\xf0';
    note((unsigned long)memcmp(text, copy, 20));
    note((unsigned long)memcmp(copy, text, 20));
    note((unsigned long)memcmp(copy, text, 4));
    note((unsigned long)memcmp(copy, text, 0));
    note((unsigned long)strcmp(text, copy));
    note((unsigned long)strcmp(copy, text));
    note((unsigned long)strcmp("", text));
    note((unsigned long)strcmp("fox", text + 16));
    note((unsigned long)strncmp(text, copy, 4));
    note((unsigned long)strncmp(text, copy, 5));
    note((unsigned long)strncmp("a", "a", 100));
    note((unsigned long)(strchr(text, 'q') - text));
    note((unsigned long)(strchr(copy, 0xf0) - copy));
    note((unsigned long)(strchr(text, 256) - text));
    note(strchr(text, 'z') == NULL);
    note((unsigned long)((char *)memchr(text, 'x', 64) - text));
    note((unsigned long)((char *)memchr(copy, 0x1f0, 64) - copy));
    note(memchr(text, 'z', 64) == NULL);
    note(memchr(text, 'x', 0) == NULL);
    memcpy(empty, copy, 1);
    note_bytes(empty, 1);
    return (int)(sum % 251);
}
"""

SYMBOLIC = """\
#include <string.h>

int main(void) {
    char text[6], copy[6];
    klee_make_symbolic(text, sizeof text, "text");
    text[5] = 0;
    memcpy(copy, text, 6);
    return (int)strlen(copy) + 10 * (strcmp(copy, "ab") == 0) + 100 * (memchr(copy, 'x', 6) != NULL);
}
"""

WRONG = {
    "source too short": "char a[8]; memcpy(a, malloc(4), 5);",
    "target too short": "char a[8]; memset(a + 4, 1, 5);",
    "constant target": 'strcpy((char *)"constant", "x");',
    "freed": "char *p = malloc(4); free(p); memset(p, 0, 4);",
    "no terminator": "char *p = malloc(4); memset(p, 1, 4); return (int)strlen(p);",
    "null": "char *p = NULL; return strcmp(p, p);",
    "a function": "return memcmp((void *)main, (void *)main, 1);",
    "too many": "char a[8] = {1}; return memchr(a, 9, 9) != NULL;",
    "enormous": "char a[8]; memset(a, 1, (size_t)-1);",
}


@dataclass(frozen=True)
class Explored:
    outcomes: list[tuple[str, int, str, str, int, list[tuple[str, bytes]]]]
    instructions: int


class Outcomes(PathListener):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, int, str, str, int, list[tuple[str, bytes]]]] = []

    def path_ended(self, end: PathEnd) -> None:
        error = end.ending.error
        what = (error.message, error.function, error.assembly_line) if error is not None else ("", "", 0)
        self.found.append((end.ending.kind.value, end.ending.exit_code, *what, end.inputs))


def explored(text: str, directory: Path, summarised: bool) -> Explored:
    prepared = built(text, directory)
    outcomes = Outcomes()
    options = Options(search=SearchOptions(search=("dfs",)))
    explorer = Explorer(parse_module(prepared.assembly), options, prepared.user_functions, outcomes)
    if not summarised:
        explorer.machine.hooks.append(Hook())
    explorer.run()
    return Explored(outcomes.found, int(explorer.statistics.instructions))


def test_results_are_those_of_the_code(tmp_path: Path) -> None:
    short, long = explored(EVERYTHING, tmp_path, True), explored(EVERYTHING, tmp_path, False)
    assert [outcome[0] for outcome in long.outcomes] == ["exit"]
    assert short.outcomes == long.outcomes
    assert short.instructions < long.instructions


def test_symbolic_bytes_are_left_to_the_code(tmp_path: Path) -> None:
    short, long = explored(SYMBOLIC, tmp_path, True), explored(SYMBOLIC, tmp_path, False)
    assert len(long.outcomes) > 6
    assert short.outcomes == long.outcomes


@pytest.mark.parametrize("what", WRONG)
def test_errors_are_reported_by_the_code(tmp_path: Path, what: str) -> None:
    text = f"#include <stdlib.h>\n#include <string.h>\n\nint main(void) {{\n    {WRONG[what]}\n    return 0;\n}}\n"
    short, long = explored(text, tmp_path, True), explored(text, tmp_path, False)
    assert [outcome[0] for outcome in long.outcomes] == ["error"]
    assert short.outcomes == long.outcomes


def test_a_function_of_the_users_own_is_not_summarised(tmp_path: Path) -> None:
    text = """\
        static char text[4] = "abc";
        unsigned long strlen(const char *s) { return 42; }
        int main(void) { return (int)strlen(text); }
    """
    assert explored(text, tmp_path, True).outcomes[0][1] == 42
