"""Functions without a driver that fail for data of one shape only: the shape is found, and the test rebuilds it."""

from __future__ import annotations

from pathlib import Path

import pytest

from albers.api.explore import explore
from albers.options import LimitOptions, Options, OutputOptions, ProgramOptions, TechniqueOptions
from albers.results.ktest import read_ktest

PROGRAMS = Path(__file__).parent / "programs"

ENTRIES = {
    "linked_list.c": "last",
    "ring.c": "unlink_one",
    "search_tree.c": "rotate",
    "shared_graph.c": "diamond",
    "tagged_union.c": "evaluate",
}


@pytest.mark.parametrize("name", ENTRIES)
def test_the_planted_defect_is_found_and_happens_natively(tmp_path: Path, name: str) -> None:
    file = PROGRAMS / name
    line = next(i for i, text in enumerate(file.read_text().splitlines(), 1) if "// planted" in text)
    options = Options(
        program=ProgramOptions(entry=ENTRIES[name]),
        limits=LimitOptions(max_time=60),
        techniques=TechniqueOptions(lazy_objects=6),
        output=OutputOptions(out=str(tmp_path / "out"), confirm=True),
    )
    report = explore(file, options)
    assert [(error.kind, error.line, error.confirmed) for error in report.errors] == [("assert", line, True)]
    (error,) = report.errors
    assert error.test is not None
    test = read_ktest(report.directory / error.test)
    assert test.version == 4 and any(each.pointers for each in test.objects)
