"""--profile: counts are exact, the views agree with each other, and nobody pays who does not ask."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from albers.api.explore import explore
from albers.api.report import Report
from albers.options import Options, OutputOptions
from albers.results.profile_report import ProfileReport, Spent

PROGRAM = """
#include <klee/klee.h>

int main(void) {
    unsigned char x;
    int sum = 0;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume(x < 100);
    for (int i = 0; i < 10; i++)
        sum = sum * 3;
    if (x == 7)
        return 1;
    return sum;
}
"""


def explored(tmp_path: Path, profile: bool) -> Report:
    source = tmp_path / "program.c"
    source.write_text(PROGRAM)
    output = OutputOptions(out=str(tmp_path / "out"), profile=profile)
    return explore(source, Options(output=output))


@pytest.fixture(scope="module")
def profile(tmp_path_factory: pytest.TempPathFactory) -> ProfileReport:
    report = explored(tmp_path_factory.mktemp("run"), True).profile
    assert report is not None
    return report


def named(rows: list[Spent], ending: str) -> Spent:
    (row,) = [each for each in rows if each.name.endswith(ending)]
    return row


def test_every_kind_of_instruction_is_counted(profile: ProfileReport) -> None:
    assert named(profile.kinds, "mul").executed == 10
    assert named(profile.kinds, "branch").executed == 11 + 1
    assert named(profile.kinds, "call klee_make_symbolic").executed == 1


def test_every_line_is_counted(profile: ProfileReport) -> None:
    assert named(profile.lines, "program.c:10").executed == 10 + 10  # multiply, jump
    assert named(profile.lines, "program.c:11").queries == 1


def test_the_views_are_of_the_same_run(profile: ProfileReport) -> None:
    by_kind, by_line = (sum(each.executed for each in rows) for rows in (profile.kinds, profile.lines))
    assert by_kind == by_line
    assert sum(each.seconds for each in profile.kinds) <= profile.seconds
    for rows in (profile.kinds, profile.lines):
        assert sum(each.queries for each in rows) == sum(each.asked for each in profile.queries)


def test_queries_are_told_apart(profile: ProfileReport) -> None:
    asked = {each.name: each.asked for each in profile.queries}
    assert asked == {"Assume": 1, "Conditional": 1}


def test_the_profile_is_written_for_people_and_for_scripts(tmp_path: Path) -> None:
    report = explored(tmp_path, True)
    assert report.profile is not None
    assert (tmp_path / "out" / "profile.txt").read_text() == report.profile.text()
    document = json.loads((tmp_path / "out" / "profile.json").read_text())
    assert {"seconds", "kinds", "queries", "lines"} == set(document)
    assert {"name", "executed", "seconds", "queries", "query_seconds"} == set(document["kinds"][0])


def test_without_the_option_there_is_none(tmp_path: Path) -> None:
    assert explored(tmp_path, False).profile is None
    assert not (tmp_path / "out" / "profile.txt").exists()
