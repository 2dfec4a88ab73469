"""Generated loop programs: merging changes the outcome of no input, and every merge is proven."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.merging.brute_force import check_seed


@pytest.mark.parametrize("first", range(0, 24, 4))
def test_merging_changes_no_outcome_of_any_input(first: int, tmp_path: Path) -> None:
    for seed in range(first, first + 4):
        check_seed(seed, tmp_path, encodings=("tree",) if seed % 2 else ("plain",))


@pytest.mark.parametrize("first", range(100, 124, 4))
def test_merging_by_patterns_changes_no_outcome_of_any_input(first: int, tmp_path: Path) -> None:
    for seed in range(first, first + 4):
        check_seed(seed, tmp_path, encodings=("pattern",))
