"""Dense programs without symbolic input print in the engine, at every level of optimisation, what gcc's code prints."""

from __future__ import annotations

import functools
import shutil
import sys
from pathlib import Path

import pytest

from bench import csmith
from bench.csmith import Build, Ended, Verdict

PROGRAMS = sorted((Path(__file__).resolve().parent.parent / "programs").glob("concrete_*.c"))


@functools.cache
def native(program: Path) -> Ended:
    return csmith.run_natively(program)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the programs are compiled for Linux")
@pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc to compare with")
@pytest.mark.parametrize("level", [0, 1, 2])
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_output_and_exit_code_are_those_of_the_native_program(program: Path, level: int) -> None:
    comparison = csmith.compare(program, native(program), Build(level))
    assert comparison.verdict is Verdict.EQUAL, comparison.message


def test_there_are_programs_to_compare() -> None:
    assert len(PROGRAMS) >= 3
