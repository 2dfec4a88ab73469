"""Whatever is skipped, a program behaves as if nothing was: every input has one path, with the same values and end."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.chopping.random_programs import behaviours, prepared_program, run, skip_sets


@pytest.mark.parametrize("seed", [3, 11, 12, 14, 27])
def test_skipping_any_functions_changes_no_behaviour(seed: int, tmp_path: Path) -> None:
    prepared = prepared_program(seed, tmp_path)
    expected = behaviours(run(prepared))
    assert len(expected) == 16
    for skip in skip_sets(seed, 2):
        for slicing in (False, True):
            assert behaviours(run(prepared, skip, slicing)) == expected, (skip, slicing)


def test_the_order_of_search_does_not_matter(tmp_path: Path) -> None:
    prepared = prepared_program(27, tmp_path)
    expected = behaviours(run(prepared))
    for search in ("bfs", "random-path", "covnew"):
        assert behaviours(run(prepared, ("f0", "f1", "f2", "f3"), True, search)) == expected
