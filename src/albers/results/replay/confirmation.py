"""Is a bug real? Its test is run in a build with sanitizers, and what they say is compared with what we found.

Confirmed means: the native run fails in a way that belongs to the kind of the error, and at a place on its stack.
Everything else gets a reason in words.
"""

from __future__ import annotations

import os
import re
import signal
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from albers.engine.endings import ProgramError
from albers.errors import UserError
from albers.frontend.toolchain import architecture_of
from albers.results.ktest import read_ktest
from albers.results.replay.native_build import build_native
from albers.results.replay.native_run import NativeOutcome, NativeRunner
from albers.results.replay.recipe import Recipe
from albers.results.replay.sanitizers import Sanitizers, environment, find_sanitizers, report_excerpt, reports_in
from albers.verdicts import ErrorKind


@dataclass(frozen=True)
class Confirmation:
    """`confirmed` is None if nothing could be found out; `reason` is one line, `report` the sanitizer's own words."""

    confirmed: bool | None
    reason: str
    report: str = ""


@dataclass(frozen=True)
class _Signs:
    """How a kind of error shows natively: what a report says, and signals that mean the same."""

    report: re.Pattern[str]
    signals: tuple[signal.Signals, ...] = ()


_BAD_MEMORY: Final = re.compile(
    r"overflow|underflow|use-after|SEGV|BUS|double-free|bad-free|free on address|null pointer|out of bounds"
    r"|insufficient space|misaligned|stack-use|unknown-crash|attempting|dynamic-stack|param-overlap|negative-size"
    r"|alloc-dealloc|wild|invalid|without"
)
_INTEGER: Final = re.compile(r"signed integer overflow|cannot be represented|unsigned integer overflow|negation of")
_SIGNS: Final = {
    ErrorKind.PTR: _Signs(_BAD_MEMORY, (signal.SIGSEGV, signal.SIGBUS, signal.SIGABRT)),
    ErrorKind.READ_ONLY: _Signs(_BAD_MEMORY, (signal.SIGSEGV, signal.SIGBUS)),
    ErrorKind.FREE: _Signs(re.compile(r"free|SEGV"), (signal.SIGSEGV, signal.SIGABRT)),
    ErrorKind.DIV: _Signs(re.compile(r"division by zero|FPE"), (signal.SIGFPE,)),
    ErrorKind.OVERFLOW: _Signs(_INTEGER),
    ErrorKind.OVERSHIFT: _Signs(re.compile(r"shift exponent")),
    ErrorKind.ABORT: _Signs(re.compile(r"ABRT|ILL|TRAP"), (signal.SIGABRT, signal.SIGILL, signal.SIGTRAP)),
    ErrorKind.ASSERT: _Signs(re.compile(r"assertion failed"), (signal.SIGABRT,)),
    ErrorKind.REPORT_ERROR: _Signs(re.compile(r"reported"), ()),
    ErrorKind.UNREACHABLE: _Signs(re.compile(r"unreachable|without returning"), (signal.SIGILL,)),
    ErrorKind.LEAK: _Signs(re.compile(r"leak"), ()),
}
_NOT_CONFIRMABLE: Final = {ErrorKind.BAD_VECTOR_ACCESS: "no sanitizer watches the elements of a vector"}
_NOT_OF_THE_PROGRAM: Final = "this kind of report is about the exploration, not about the program"


class Confirmer:
    """Builds the program once and tries bug after bug."""

    def __init__(self, recipe: Recipe, directory: Path, sanitizers: Sanitizers | None = None) -> None:
        self._recipe = recipe
        self._directory = directory
        self._sanitizers = sanitizers
        self._scratch = tempfile.TemporaryDirectory(prefix="albers-confirm-")
        self._runner: NativeRunner | None = None
        self._obstacle = ""

    def __enter__(self) -> Confirmer:
        return self

    def __exit__(self, *_: object) -> None:
        self._scratch.cleanup()

    def confirm(self, error: ProgramError, test: str | None) -> Confirmation:
        """`test` is the file name of the test that shows the error."""
        signs = _SIGNS.get(error.kind)
        if signs is None:
            return Confirmation(None, _NOT_CONFIRMABLE.get(error.kind, _NOT_OF_THE_PROGRAM))
        if test is None:
            return Confirmation(None, "no test was written for it")
        runner = self._prepared_runner()
        if runner is None:
            return Confirmation(None, self._obstacle)
        path = self._directory / test
        outcome = runner.run(read_ktest(path), str(path), environment(error.kind is ErrorKind.LEAK))
        return _judged(error, signs, outcome, self._found_sanitizers())

    def _found_sanitizers(self) -> Sanitizers:
        if self._sanitizers is None:
            self._sanitizers = find_sanitizers()
        return self._sanitizers

    def _prepared_runner(self) -> NativeRunner | None:
        if self._runner is None and not self._obstacle:
            try:
                executable = build_native(self._recipe, self._found_sanitizers().flavour, Path(self._scratch.name))
            except UserError as problem:
                self._obstacle = problem.message
                return None
            architecture = architecture_of(self._recipe.triple)
            self._runner = NativeRunner(executable, self._recipe.world, self._recipe.directory, architecture)
        return self._runner


def _judged(error: ProgramError, signs: _Signs, outcome: NativeOutcome, sanitizers: Sanitizers) -> Confirmation:
    excerpt = report_excerpt(outcome)
    complaint = re.search(r"^KLEE_RUN_TEST_ERROR: (.*)", outcome.errors, re.MULTILINE)
    if complaint is not None:
        return Confirmation(False, f"the native run takes another path: {complaint[1]}", excerpt)
    reports = reports_in(outcome.errors)
    fitting = [report for report in reports if signs.report.search(report.what)]
    for report in fitting:
        place = _common_place(error, report.places)
        if place:
            return Confirmation(True, f"{report.what} at {place}", excerpt)
    if outcome.signal is not None and outcome.signal in signs.signals:
        return Confirmation(True, f"the process is {outcome.in_words}", excerpt)
    if fitting and not fitting[0].places:
        return Confirmation(True, fitting[0].what, excerpt)
    if fitting and "function pointer" in error.message and "SEGV" in fitting[0].what:
        # The stack of a process that jumped into nowhere does not tell from where.
        return Confirmation(True, f"{fitting[0].what}: the process jumped to an address without code", excerpt)
    if fitting:
        file, line = fitting[0].places[0]
        return Confirmation(False, f"natively {fitting[0].what} at {_short(file)}:{line}, another place", excerpt)
    if reports:
        return Confirmation(False, f"natively something else: {reports[0].what}", excerpt)
    if outcome.timed_out:
        return Confirmation(False, "the native run does not come to an end", excerpt)
    return Confirmation(False, _why_unnoticed(error, outcome, sanitizers), excerpt)


def _why_unnoticed(error: ProgramError, outcome: NativeOutcome, sanitizers: Sanitizers) -> str:
    ended = f"the native run ends with {outcome.in_words}"
    if error.kind in (ErrorKind.PTR, ErrorKind.FREE, ErrorKind.READ_ONLY) and not sanitizers.memory:
        return f"{ended}, and no compiler here has an address sanitizer that could notice"
    if error.kind is ErrorKind.PTR and "bound" in error.message:
        return f"{ended}: the access meets memory that the address sanitizer takes for another object's"
    return f"{ended}, and the {sanitizers.in_words} says nothing"


def _common_place(error: ProgramError, places: Sequence[tuple[str, int]]) -> str:
    """The first place of the report that is on the error's stack."""
    ours = {(os.path.basename(entry.file), entry.line) for entry in error.stack}
    for file, line in places:
        if (os.path.basename(file), line) in ours:
            return f"{_short(file)}:{line}"
    return ""


def _short(file: str) -> str:
    return os.path.basename(file)


def confirm_all(
    recipe: Recipe, directory: Path, errors: Iterable[tuple[ProgramError, str | None]]
) -> list[Confirmation]:
    """A confirmation for every error, in order."""
    with Confirmer(recipe, directory) as confirmer:
        return [confirmer.confirm(error, test) for error, test in errors]
