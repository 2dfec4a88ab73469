"""Objects of any size and loops that merge: the same results as with a capacity, and every merge proven."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sizes.sized_programs import paths_of

BENCH = Path(__file__).parents[2] / "bench" / "programs"


@pytest.mark.parametrize("merge", ["plain", "tree"])
@pytest.mark.parametrize(
    ("name", "definitions", "expected"),
    [("fig3.c", "#define CAP 12\n", 2), ("records.c", "#define FIELDS 2\n#define MAX 3\n", 1)],
)
def test_sizes_without_a_capacity_merge_as_those_with_one(
    tmp_path: Path, merge: str, name: str, definitions: str, expected: int
) -> None:
    text = definitions + (BENCH / name).read_text()
    for sizes in ("lazy", "symcrete"):
        paths = paths_of(text, tmp_path, sizes, merge=merge, check_merges=True, merge_always=True)
        assert len([path for path in paths if path.ending.kind.value != "merged"]) == expected
