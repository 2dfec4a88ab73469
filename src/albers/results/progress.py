"""What a person sees while a run lasts: a live view on a terminal, a line now and then elsewhere, or nothing.

A view costs the run at most a few per cent and can never end it: when the terminal goes away, the view goes silent.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, TextIO

from albers.options import OutputOptions
from albers.results.error_report import error_message_lines
from albers.results.exploration import Exploration
from albers.results.figures import clock, counted, printable, rate, share
from albers.results.observer import Findings, Observer
from albers.results.outcome import Covered, FoundError
from albers.results.pace import Pace, Rates
from albers.results.process_memory import resident_bytes

#: Writing to a terminal that is gone, closed, or of another character set.
OUTPUT_FAILURES: Final = (OSError, ValueError)

STOPPING: Final = "ending in order, everything found is kept; again to quit at once"


def progress_for(options: OutputOptions, errors: TextIO, output: TextIO) -> Observer:
    """The view that suits the options and the standard streams."""
    if options.json:
        return Echo(errors)
    if options.quiet:
        return Echo(output)
    if errors.isatty():
        # Imported here because a run in a pipeline needs nothing of it.
        from albers.results.live_view import LiveView

        return LiveView(errors, output)
    return ProgressLines(errors, output)


def printable_lines(path: str, output: list[tuple[int, bytes]]) -> list[str]:
    """The program's output line by line, each with the path's name; control characters cannot reach a terminal."""
    lines: list[str] = []
    for descriptor, text in _joined(output):
        label = path if descriptor == 1 else f"{path} fd {descriptor}"
        for line in text.decode("utf-8", "backslashreplace").removesuffix("\n").split("\n"):
            lines.append(f"[{label}] {printable(line)}")
    return lines


class Echo(Observer):
    """No progress; only what the program prints, if that was asked for."""

    def __init__(self, output: TextIO) -> None:
        self._output = output

    def path_printed(self, path: str, output: list[tuple[int, bytes]]) -> None:
        say(self._output, printable_lines(path, output))


class ProgressLines(Echo):
    """A line every few seconds, rarer as the run gets longer."""

    def __init__(self, errors: TextIO, output: TextIO, time_now: Callable[[], float] = time.perf_counter) -> None:
        super().__init__(output)
        self._errors = errors
        self._time_now = time_now
        self._board: Board | None = None
        self._next_line = 0.0
        self._stop_is_news = False

    def preparing(self, files: Sequence[str]) -> None:
        say(self._errors, [f"albers: preparing {', '.join(files)}"])

    def exploring(self, exploration: Exploration, findings: Findings, directory: Path) -> None:
        say(self._errors, [f"albers: exploring; results go to {directory}"])
        now = self._time_now()
        self._board = Board(exploration, findings, now)
        self._next_line = now + _seconds_to_next_line(0.0)

    def ticked(self) -> None:
        now = self._time_now()
        if self._stop_is_news:
            self._stop_is_news = False
            say(self._errors, [f"albers: {STOPPING}"])
        if self._board is None or now < self._next_line:
            return
        say(self._errors, ["albers: " + self._board.line(now)])
        self._next_line = now + _seconds_to_next_line(self._board.elapsed(now))

    def error_found(self, found: FoundError) -> None:
        say(self._errors, error_message_lines(found.error, "albers", False))

    def confirming(self, bugs: int) -> None:
        say(self._errors, [f"albers: trying {counted(bugs, 'bug')} natively"])

    def stopping(self) -> None:
        self._stop_is_news = True

    def warned(self, text: str) -> None:
        say(self._errors, [f"albers: WARNING: {text}"])

    def said(self, text: str) -> None:
        say(self._errors, [printable(line) for line in text.rstrip("\n").split("\n")])


class Board:
    """The figures a view shows, read from the running exploration."""

    def __init__(self, exploration: Exploration, findings: Findings, now: float) -> None:
        self.exploration = exploration
        self.findings = findings
        self._started = now
        self._pace = Pace(exploration, now)

    def elapsed(self, now: float) -> float:
        return now - self._started

    def paths(self) -> str:
        statistics = self.exploration.statistics
        return f"{counted(statistics.paths_completed, 'path')} done, {statistics.paths_partial} partial"

    def coverage(self) -> Covered:
        facts = self.exploration.coverage.facts()
        return Covered(facts.instructions_covered, facts.instructions_total)

    def rates(self, now: float) -> Rates:
        return self._pace.rates(now)

    def memory(self) -> str:
        return f"{resident_bytes() // 2**20} MB"

    def line(self, now: float) -> str:
        rates = self.rates(now)
        coverage = self.coverage()
        return ", ".join(
            (
                clock(self.elapsed(now)),
                counted(self.exploration.statistics.live_states, "state"),
                self.paths(),
                counted(len(self.findings.errors), "error"),
                f"{share(coverage.covered, coverage.total)} covered",
                speed(rates),
                f"solver {share(rates.solver_share, 1)}",
                self.memory(),
            )
        )


def speed(rates: Rates) -> str:
    return f"{rate(rates.instructions)} instructions, {rate(rates.queries)} queries"


def say(stream: TextIO, lines: Sequence[str]) -> None:
    """Print, or do without when nobody can read it any more."""
    try:
        stream.write("".join(f"{line}\n" for line in lines))
        stream.flush()
    except OUTPUT_FAILURES:
        return


def _seconds_to_next_line(elapsed: float) -> float:
    return 5.0 if elapsed < 60 else 30.0


def _joined(output: list[tuple[int, bytes]]) -> list[tuple[int, bytes]]:
    """Neighbouring writes to one descriptor as one: a program may write byte by byte."""
    joined: list[tuple[int, bytearray]] = []
    for descriptor, data in output:
        if joined and joined[-1][0] == descriptor:
            joined[-1][1].extend(data)
        else:
            joined.append((descriptor, bytearray(data)))
    return [(descriptor, bytes(data)) for descriptor, data in joined]
