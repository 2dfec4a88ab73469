"""Merging with quantifiers on the paper's example: two states whatever the size, `count` is k, and all is proven."""

from __future__ import annotations

from pathlib import Path

import pytest

import albers
from albers.expr.bits import any_of
from albers.expr.leaves import leaves_of
from albers.expr.quantified import quantified_parts
from albers.expr.term import Term
from albers.options import Options, OutputOptions, SearchOptions, TechniqueOptions
from tests.engine.exploring import ExploredPath, built, explored

MEMSPN = """\
#include <stdlib.h>
static size_t memspn(const char *s, size_t n, const char *chars) {
    const char *p = chars;
    size_t count = 0;
    while (*p && count < n) {
        if (*p == s[count]) {
            count++;
            p = chars;
        } else {
            p++;
        }
    }
    return count;
}

int main(void) {
    size_t n;
    klee_make_symbolic(&n, sizeof n, "n");
    klee_assume(n <= MAX);
    char *s = malloc(n);
    klee_make_symbolic(s, n, "s");
    observe(memspn(s, n, "a"));
    return 0;
}
"""


def paths_of(directory: Path, largest: int, merge: str) -> list[ExploredPath]:
    prepared = built(MEMSPN.replace("MAX", str(largest)), directory)
    options = Options(techniques=techniques(largest, merge), search=SearchOptions(search=("dfs",)))
    return [path for path in explored(prepared, options) if path.ending.kind.value != "merged"]


def techniques(largest: int, merge: str, **further: bool) -> TechniqueOptions:
    return TechniqueOptions(
        sizes="lazy", capacity=largest, merge=merge, merge_always=True, check_merges=True, **further
    )


@pytest.mark.parametrize("largest", [3, 10])
def test_the_loop_leaves_two_states_whose_count_is_the_number_of_repetitions(largest: int, tmp_path: Path) -> None:
    paths = paths_of(tmp_path, largest, "pattern")
    assert len(paths) == 2
    for path in paths:
        (count,) = path.observed
        assert isinstance(count, Term)
        (leaf,) = leaves_of(count)
        info = leaf.args[0].info
        assert info is not None and info.name.startswith("k")
        assert len(quantified_parts(any_of(path.conditions))) == 1


def test_the_size_of_the_condition_does_not_depend_on_the_size_of_the_input(tmp_path: Path) -> None:
    sizes = []
    for largest in (4, 8):
        directory = tmp_path / str(largest)
        directory.mkdir()
        sizes.append([len(path.conditions) for path in paths_of(directory, largest, "pattern")])
    assert sizes[0] == sizes[1]


def leaves_merged(directory: Path, largest: int, letters: str, **further: bool) -> int:
    """How many states the loop of the first call leaves behind for merging."""
    program = directory / "program.c"
    program.write_text("#include <klee/klee.h>\n" + MEMSPN.replace("MAX", str(largest)).replace('"a"', f'"{letters}"'))
    program.write_text(program.read_text().replace("observe(", "(void)("))
    options = Options(
        techniques=techniques(largest, "pattern", **further), output=OutputOptions(out=str(directory / "out"))
    )
    return albers.explore(program, options).merging.states_merged


def test_joining_states_early_keeps_the_tree_of_two_letters_as_small_as_that_of_one(tmp_path: Path) -> None:
    without, together, one = (tmp_path / name for name in ("without", "with", "one"))
    for directory in (without, together, one):
        directory.mkdir()
    assert leaves_merged(without, 3, "ab", no_incremental_merge=True) == 22
    assert leaves_merged(together, 3, "ab") == leaves_merged(one, 3, "a") == 7


def test_the_tree_of_two_letters_grows_linearly(tmp_path: Path) -> None:
    for largest in (6, 9):
        directory = tmp_path / str(largest)
        directory.mkdir()
        assert leaves_merged(directory, largest, "ab") == 2 * largest + 1
