"""Coverage of native replays: the program built with the compiler's own counters, run on tests, the counters read."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from albers.errors import UserError
from albers.frontend.toolchain import architecture_of
from albers.results.coverage.gcov_files import read_coverage
from albers.results.coverage.measured import MeasuredCoverage
from albers.results.ktest import read_ktest
from albers.results.replay.native_build import BuildFailure, Flavour, build_native, compilers_named
from albers.results.replay.native_run import SECONDS, NativeOutcome, NativeRunner
from albers.results.replay.recipe import Recipe

#: gcc first, because gcov is its own; the counters of clang mean the same but its lines differ in details.
_COMPILERS: Final = ("gcc", "cc", "clang")


class CoverageBuild:
    """An instrumented build of a program in `scratch`, which its counters go to."""

    def __init__(self, recipe: Recipe, scratch: Path, seconds: float = SECONDS) -> None:
        self._scratch = scratch
        executable = _build(recipe, scratch)
        architecture = architecture_of(recipe.triple)
        self._runner = NativeRunner(executable, recipe.world, recipe.directory, architecture, seconds)

    def run(self, test: Path) -> NativeOutcome:
        """One test; the counters add up until they are read."""
        return self._runner.run(read_ktest(test), str(test))

    def coverage(self) -> MeasuredCoverage:
        """Of everything that ran since the last `reset`."""
        return read_coverage(sorted(self._scratch.glob("unit*.gcno")))

    def reset(self) -> None:
        for data in self._scratch.glob("*.gcda"):
            data.unlink()


def coverage_of_tests(recipe: Recipe, tests: Sequence[Path], scratch: Path) -> MeasuredCoverage:
    """What all the tests cover together."""
    build = CoverageBuild(recipe, scratch)
    for test in tests:
        build.run(test)
    return build.coverage()


def _build(recipe: Recipe, scratch: Path) -> Path:
    if not all(file.endswith(".c") for file in recipe.files):
        raise UserError("coverage of native runs needs C sources; this program was given as compiled code")
    compilers = compilers_named(_COMPILERS)
    if not compilers:
        raise UserError("coverage of native runs needs gcc or clang; neither is installed here")
    problems: list[str] = []
    for command in compilers:
        try:
            return build_native(recipe, Flavour("coverage", command, ("--coverage",)), scratch)
        except BuildFailure as failure:
            problems.append(failure.message)
    raise BuildFailure("\n".join(problems))
