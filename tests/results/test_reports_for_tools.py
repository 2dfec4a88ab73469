"""SARIF, JUnit and the exports of tests: forms that other tools read."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import albers
from albers.api.report import Report
from albers.cli.main import main
from albers.options import Options, OutputOptions
from albers.results.junit import junit_text
from albers.results.sarif import sarif_text
from tests.results.replay.replaying import explored, needs_system_compiler

PROGRAM = """#include <klee/klee.h>
int main(void) {
  char a[4];
  unsigned char i;
  klee_make_symbolic(a, sizeof a, "a");
  klee_make_symbolic(&i, 1, "i");
  klee_assume(i < 6);
  if (a[0] == 'x') return 5;
  return a[i] == 1;
}
"""


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Report:
    return explored(PROGRAM, tmp_path_factory.mktemp("run"))


def test_sarif_points_at_the_users_line(report: Report) -> None:
    document = json.loads(sarif_text(report))
    assert document["version"] == "2.1.0"
    (run,) = document["runs"]
    (result,) = run["results"]
    assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"] == "ptr"
    location = result["locations"][0]["physicalLocation"]
    assert location["region"] == {"startLine": 9}
    assert location["artifactLocation"]["uri"].endswith("program.c")
    assert (result["level"], result["properties"]["test"]) == ("error", report.errors[0].test)


def test_sarif_names_files_relative_to_the_working_directory(report: Report, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(report.directory.parent)
    (result,) = json.loads(sarif_text(report))["runs"][0]["results"]
    artifact = result["locations"][0]["physicalLocation"]["artifactLocation"]
    assert artifact == {"uri": "program.c", "uriBaseId": "%SRCROOT%"}


def test_junit_fails_once_per_bug(report: Report) -> None:
    suite = ET.fromstring(junit_text(report).split("\n", 1)[1])
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("2", "1", "0")
    (failure,) = suite.iterfind(".//failure")
    assert failure.get("type") == "ptr"
    assert "input a: 4 bytes" in str(failure.text)


def test_the_options_write_them(tmp_path: Path) -> None:
    output = OutputOptions(sarif=str(tmp_path / "a.sarif"), junit=str(tmp_path / "a.xml"), export=("raw", "pytest"))
    report = explored(PROGRAM, tmp_path, Options(output=output))
    assert json.loads((tmp_path / "a.sarif").read_text())["runs"]
    assert ET.parse(tmp_path / "a.xml").getroot().tag == "testsuite"
    assert len(list((report.directory / "export-raw").iterdir())) == report.tests
    assert (report.directory / "export-pytest" / "test_explored.py").is_file()


def test_raw_files_are_the_inputs_one_after_the_other(report: Report, tmp_path: Path) -> None:
    assert main(["tests", str(report.directory), "--export", "raw", "-o", str(tmp_path / "raw")]) == 0
    for test in report.test_files:
        expected = b"".join(
            each.data for each in albers.Report.read_tests(report)[report.test_files.index(test)].objects
        )
        assert (tmp_path / "raw" / f"{test.stem}.bin").read_bytes() == expected


@needs_system_compiler
def test_a_c_file_is_a_test_that_runs_anywhere(report: Report, tmp_path: Path) -> None:
    main(["tests", str(report.directory), "--export", "c", "-o", str(tmp_path / "c")])
    compiler = next(path for name in ("cc", "gcc", "clang") if (path := shutil.which(name)))
    codes: set[int] = set()
    program = str(report.directory.parent / "program.c")
    for test in sorted((tmp_path / "c").glob("*.c")):
        command = [compiler, "-w", "-Iinclude", program, test.name, "-o", "run", "-lm"]
        subprocess.run(command, cwd=tmp_path / "c", check=True)
        codes.add(subprocess.run([tmp_path / "c" / "run"], env={}, check=False).returncode)
    assert {0, 1, 5} <= codes


@needs_system_compiler
def test_the_pytest_module_passes(report: Report, tmp_path: Path) -> None:
    main(["tests", str(report.directory), "--export", "pytest", "-o", str(tmp_path / "py")])
    environment = {**os.environ, "PYTHONPATH": str(Path(albers.__file__).parent.parent)}
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path / "py")],
        env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout
    assert "1 xfailed" in run.stdout


def test_the_libfuzzer_target_compiles_and_finds_the_bug_in_its_corpus(report: Report, tmp_path: Path) -> None:
    clang = shutil.which("clang")
    if clang is None:
        pytest.skip("clang is not installed")
    target = tmp_path / "fuzz"
    main(["tests", str(report.directory), "--export", "libfuzzer", "-o", str(target)])
    flags = ["-g", "-w", "-fsanitize=fuzzer,address", "-Iinclude"]
    program = str(report.directory.parent / "program.c")
    built = subprocess.run(
        [clang, *flags, "-Dmain=albers_program_main", "-c", program, "-o", "p.o"], cwd=target, check=False
    )
    linked = subprocess.run([clang, *flags, "p.o", "fuzz.c", "-o", "fuzz"], cwd=target, check=False)
    if built.returncode or linked.returncode:
        pytest.skip("this clang has no libFuzzer")
    corpus = sorted(str(path) for path in (target / "corpus").iterdir())
    run = subprocess.run([target / "fuzz", *corpus], cwd=target, capture_output=True, text=True, check=False)
    assert "AddressSanitizer: stack-buffer-overflow" in run.stderr
