"""`Replay`: a run's tests executed natively, from Python.

with albers.Replay("albers-last") as replay:
    print(replay.run("test000004.ktest", sanitize=True).reports)
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from albers.frontend.toolchain import architecture_of
from albers.results.ktest import read_ktest
from albers.results.replay.native_build import Flavour, build_native, plain_flavour
from albers.results.replay.native_run import SECONDS, NativeOutcome, NativeRunner
from albers.results.replay.recipe import read_recipe
from albers.results.replay.sanitizers import SanitizerReport, environment, find_sanitizers, reports_in


class ReplayedTest:
    """How a native run of a test ended; `reports` is what sanitizers and assertions said."""

    def __init__(self, outcome: NativeOutcome) -> None:
        self.exit_code = outcome.exit_code
        self.signal = outcome.signal
        self.output = outcome.output
        self.errors = outcome.errors
        self.reports: list[SanitizerReport] = reports_in(outcome.errors)

    def __repr__(self) -> str:
        ended = f"signal {self.signal}" if self.signal is not None else f"exit code {self.exit_code}"
        return f"ReplayedTest({ended}, {len(self.reports)} reports)"


class Replay:
    """The program of a run, built natively when it is first needed; used in a `with`, which removes the builds."""

    def __init__(self, directory: str | os.PathLike[str], seconds: float = SECONDS) -> None:
        self._directory = Path(directory)
        self._recipe = read_recipe(directory)
        self._seconds = seconds
        self._scratch = tempfile.TemporaryDirectory(prefix="albers-replay-")
        self._runners: dict[bool, NativeRunner] = {}

    def __enter__(self) -> Replay:
        return self

    def __exit__(self, *_: object) -> None:
        self._scratch.cleanup()

    def run(self, test: str, sanitize: bool = False) -> ReplayedTest:
        """One test of the directory, by its file name."""
        path = self._directory / test
        outcome = self._runner(sanitize).run(read_ktest(path), str(path), environment(False) if sanitize else None)
        return ReplayedTest(outcome)

    def _runner(self, sanitize: bool) -> NativeRunner:
        if sanitize not in self._runners:
            scratch = Path(self._scratch.name) / ("sanitized" if sanitize else "plain")
            scratch.mkdir()
            flavour: Flavour = find_sanitizers().flavour if sanitize else plain_flavour()
            recipe = self._recipe
            architecture = architecture_of(recipe.triple)
            self._runners[sanitize] = NativeRunner(
                build_native(recipe, flavour, scratch), recipe.world, recipe.directory, architecture, self._seconds
            )
        return self._runners[sanitize]
