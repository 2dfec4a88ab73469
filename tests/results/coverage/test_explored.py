"""Coverage of an exploration, by line, branch, function and test."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

from albers.options import Options, OutputOptions
from albers.results.chronicle import SAMPLE_NAMES, Chronicle, read_chronicle
from albers.results.coverage.annotated import annotated_text, coverage_lines
from albers.results.coverage.cobertura import cobertura_text
from albers.results.coverage.lcov import lcov_text
from tests.results.replay.replaying import explored

PROGRAM = """#include <klee/klee.h>
static int unused(int a) {
  return a + 1;
}
static int sign(int a) {
  if (a < 0)
    return -1;
  return a > 0;
}
int main(void) {
  int a = klee_int("a");
  if (a == 5 && a == 6)
    return unused(a);
  return sign(a) + 1;
}
"""


def chronicle(tmp_path: Path) -> Chronicle:
    report = explored(PROGRAM, tmp_path, Options(output=OutputOptions(test_coverage=True)))
    assert report.tests == 3
    return read_chronicle(report.directory)


def test_lines_branches_and_functions_are_counted(tmp_path: Path) -> None:
    coverage = chronicle(tmp_path).coverage
    file = coverage.files[str(tmp_path / "program.c")]
    assert {line for line, hits in file.lines.items() if not hits} == {3, 13}
    assert file.lines[6] == 2  # once for 5 and once for all others
    assert file.functions == {"main": (10, 1), "sign": (5, 2), "unused": (2, 0)}
    assert (coverage.branches.covered, coverage.branches.total) == (5, 6)


def test_every_test_knows_its_own_lines(tmp_path: Path) -> None:
    tests = chronicle(tmp_path).tests
    (source,) = {file for test in tests for file in test["lines"]}
    negative = [test for test in tests if test["detail"] == "0"]
    assert all(7 in test["lines"][source] and 8 not in test["lines"][source] for test in negative)
    assert all({11, 12} & set(test["lines"][source]) for test in tests)
    assert sum(test["new_lines"] for test in tests) >= 6


def test_samples_and_tree_tell_how_the_run_went(tmp_path: Path) -> None:
    told = chronicle(tmp_path)
    last = dict(zip(SAMPLE_NAMES, told.samples[-1], strict=True))
    assert (last["states"], last["completed"], last["tests"], last["functions"]) == (0, 3, 3, 2)
    whats = [event[0] for event in told.tree]
    assert (whats.count("fork"), whats.count("end")) == (2, 3)
    forked_at = {event[4] for event in told.tree if event[0] == "fork"}
    assert forked_at <= {6, 8, 12}
    assert any(cost[1] == 6 and cost[3] > 0 for cost in told.costs)


def test_lcov_and_cobertura_say_the_same(tmp_path: Path) -> None:
    coverage = chronicle(tmp_path).coverage
    lcov = lcov_text(coverage).splitlines()
    root = ET.fromstring(cobertura_text(coverage).split("\n", 2)[2])
    covered = {line for line in lcov if line.startswith("DA:")}
    from_xml = {f"DA:{line.get('number')},{line.get('hits')}" for line in root.iterfind(".//class/lines/line")}
    assert covered == from_xml
    assert "BRF:6" in lcov and "BRH:5" in lcov
    assert root.get("branches-covered") == "5"
    assert "FNDA:0,unused" in lcov


def test_the_annotated_source_marks_what_never_ran(tmp_path: Path) -> None:
    text = annotated_text(chronicle(tmp_path).coverage)
    assert "    #####:    3:  return a + 1;" in text
    assert "        2:    6:  if (a < 0)" in text
    assert "        -:    4:}" in text or "4:}" in text


def test_shares_are_rounded_honestly(tmp_path: Path) -> None:
    assert coverage_lines(chronicle(tmp_path).coverage)[2] == "functions    2 of 3 (67%)"
