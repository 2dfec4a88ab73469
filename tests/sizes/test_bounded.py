"""Symbolic sizes within a capacity: path counts of the paper's programs, and the modes against concrete sizes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.engine.exploring import ExploredPath
from tests.sizes.sized_programs import BODIES, LARGEST, behaviour, inputs, paths_of, program

BENCH = Path(__file__).parents[2] / "bench" / "programs"


def bench(name: str, directory: Path, sizes: str, definitions: str = "", **techniques: object) -> list[ExploredPath]:
    return paths_of(definitions + (BENCH / name).read_text(), directory, sizes, **techniques)


def kinds(paths: list[ExploredPath]) -> set[tuple[str, int]]:
    return {(path.ending.error.kind.value, path.ending.error.line) for path in paths if path.ending.error is not None}


@pytest.mark.parametrize(("sizes", "expected"), [("max", 2), ("eager", 7), ("lazy", 5)])
def test_the_loop_of_figure_3_has_as_many_paths_as_the_paper_says(tmp_path: Path, sizes: str, expected: int) -> None:
    assert len(bench("fig3.c", tmp_path, sizes, capacity=3)) == expected


@pytest.mark.parametrize(("sizes", "expected"), [("max", 266), ("eager", 565), ("lazy", 276)])
def test_dependent_scans_fork_as_in_the_prototype(tmp_path: Path, sizes: str, expected: int) -> None:
    assert len(bench("via_header.c", tmp_path, sizes, "#define MAX 9\n", capacity=9)) == expected


@pytest.mark.parametrize("sizes", ["max", "eager", "lazy"])
@pytest.mark.parametrize("largest", [4, 5])
def test_the_read_past_the_terminator_needs_five_bytes(tmp_path: Path, sizes: str, largest: int) -> None:
    paths = bench("via_header.c", tmp_path, sizes, f"#define MAX {largest}\n", capacity=largest)
    assert len(kinds(paths)) == (1 if largest == 5 else 0)


def test_a_small_capacity_hides_the_defect_from_the_largest_size(tmp_path: Path) -> None:
    assert not kinds(bench("via_header.c", tmp_path, "max", "#define MAX 7\n", capacity=4))
    assert kinds(bench("via_header.c", tmp_path, "max", "#define MAX 7\n", capacity=7))


@pytest.mark.parametrize("name", BODIES)
def test_every_size_behaves_as_if_it_were_concrete(tmp_path: Path, name: str) -> None:
    concrete = [paths_of(program(name), tmp_path, "max", fixed=n) for n in range(LARGEST + 1)]
    lazy = paths_of(program(name), tmp_path, "lazy")
    eager = paths_of(program(name), tmp_path, "eager")
    symcrete = paths_of(program(name), tmp_path, "symcrete")
    for n, c in inputs():
        expected = behaviour(concrete[n], n, c)
        assert behaviour(lazy, n, c) == expected, f"lazy, n={n} c={c}"
        assert behaviour(eager, n, c) == expected, f"eager, n={n} c={c}"
        assert behaviour(symcrete, n, c) == expected, f"symcrete, n={n} c={c}"


def test_tests_contain_the_modelled_size(tmp_path: Path) -> None:
    text = """
#include <stdlib.h>
int main(void) {
    size_t n = klee_range(1, 6, "n");
    char *p = malloc(n);
    klee_make_symbolic(p, n, "p");
    for (size_t i = 0; i < n; i++)
        klee_assume(p[i] == 'x');
    return 0;
}
"""
    tests = [dict(path.test) for path in paths_of(text, tmp_path, "lazy")]
    assert sorted(test["p"] for test in tests) == [b"x" * k for k in range(1, 6)]
    assert all(len(test["p"]) == test["n"][0] for test in tests)
