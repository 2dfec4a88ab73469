"""`albers replay` and `albers coverage` on a run's directory, and on tests of somebody else."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from albers.cli.main import main
from albers.results.ktest import encode
from tests.results.replay.replaying import explored, needs_system_compiler

Captured = pytest.CaptureFixture[str]

PROGRAM = """#include <klee/klee.h>
#include <stdio.h>
int main(void) {
  int x = klee_int("x");
  if (x == 3) { printf("three\\n"); return 3; }
  return x == 4 ? *(volatile int *)0 : 0;
}
"""


@needs_system_compiler
def test_every_test_is_run_and_told_with_what_was_explored(tmp_path: Path, capsys: Captured) -> None:
    directory = explored(PROGRAM, tmp_path).directory
    assert main(["replay", str(directory)]) == 0
    out = capsys.readouterr().out
    assert "exit code 3\n  three\n" in out
    assert "killed by SIGSEGV    # explored as: memory error: null page access" in out


@needs_system_compiler
def test_coverage_is_measured_and_exported(tmp_path: Path, capsys: Captured) -> None:
    if shutil.which("gcc") is None:
        pytest.skip("gcc is not installed")
    directory = explored(PROGRAM, tmp_path).directory
    assert main(["replay", str(directory), "--coverage", "--quiet", "--lcov", str(tmp_path / "c.info")]) == 0
    assert "lines        4 of 4 (100%)" in capsys.readouterr().out
    assert "DA:5,3" in (tmp_path / "c.info").read_text()
    assert main(["coverage", str(directory), "--cobertura", str(tmp_path / "c.xml")]) == 0
    assert "<coverage" in (tmp_path / "c.xml").read_text()


@needs_system_compiler
def test_tests_of_klee_are_replayed_with_the_program_given(tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "program.c").write_text(PROGRAM)
    (tmp_path / "foreign.ktest").write_bytes(encode(["p"], [("x", b"\3\0\0\0")]))
    assert main(["replay", str(tmp_path / "foreign.ktest"), "--program", str(tmp_path / "program.c")]) == 0
    assert "exit code 3" in capsys.readouterr().out


def test_without_knowing_the_program_there_is_advice(tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "foreign.ktest").write_bytes(encode(["p"], []))
    assert main(["replay", str(tmp_path / "foreign.ktest")]) == 2
    assert "--program FILE.c" in capsys.readouterr().err
