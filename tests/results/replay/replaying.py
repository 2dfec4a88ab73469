"""Explores small programs for the tests of native replay."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from albers.api.explore import explore
from albers.api.report import Report
from albers.options import Options
from albers.results.ktest import read_ktest
from albers.results.replay.native_build import build_native, plain_flavour
from albers.results.replay.native_run import NativeOutcome, NativeRunner
from albers.results.replay.recipe import read_recipe

needs_system_compiler = pytest.mark.skipif(
    not any(shutil.which(name) for name in ("cc", "gcc", "clang")), reason="no C compiler on this machine"
)


def explored(program: str, directory: Path, options: Options | None = None) -> Report:
    source = directory / "program.c"
    source.write_text(program)
    options = options or Options()
    options.output.out = str(directory / "out")
    return explore(source, options)


def replayed(report: Report, scratch: Path) -> dict[str, NativeOutcome]:
    """Every test of a run, by name."""
    recipe = read_recipe(report.directory)
    scratch.mkdir()
    runner = NativeRunner(build_native(recipe, plain_flavour(), scratch), recipe.world, recipe.directory, "x86_64")
    return {path.name: runner.run(read_ktest(path), str(path)) for path in report.test_files}
