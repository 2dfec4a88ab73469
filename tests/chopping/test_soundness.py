"""Whatever is skipped, a program behaves as if nothing was: every input has one path, with the same values and end."""

from __future__ import annotations

from pathlib import Path

import pytest

from albers.errors import UserError
from tests.chopping.random_programs import behaviours, prepared_program, random_program, run, skip_sets


@pytest.mark.parametrize("seed", [3, 11, 12, 14, 27])
def test_skipping_any_functions_changes_no_behaviour(seed: int, tmp_path: Path) -> None:
    prepared = prepared_program(seed, tmp_path)
    expected = behaviours(run(prepared))
    assert len(expected) == 16
    for skip in skip_sets(seed, 2):
        for slicing in (False, True):
            assert behaviours(run(prepared, skip, slicing)) == expected, (skip, slicing)


@pytest.mark.parametrize("seed", [5, 18])
def test_skipping_any_lines_changes_no_behaviour(seed: int, tmp_path: Path) -> None:
    prepared = prepared_program(seed, tmp_path)
    expected = behaviours(run(prepared))
    text = random_program(seed).splitlines()
    start = next(number for number, line in enumerate(text, 1) if line.startswith("int main")) + 6
    skipped = 0
    for first in range(start + 1, len(text) - 1, 2):
        lines = f"program.c:{first}-{min(first + 2, len(text) - 2)}"
        try:
            paths = run(prepared, ("f1",), lines=(lines,))
        except UserError:  # not entered or left at one place
            continue
        assert behaviours(paths) == expected, lines
        skipped += 1
    assert skipped > 1


def test_the_order_of_search_does_not_matter(tmp_path: Path) -> None:
    prepared = prepared_program(27, tmp_path)
    expected = behaviours(run(prepared))
    for search in ("bfs", "random-path", "covnew"):
        assert behaviours(run(prepared, ("f0", "f1", "f2", "f3"), True, search)) == expected
