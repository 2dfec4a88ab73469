"""The run's diary as KLEE keeps it: `info` (what was run and how it went), `messages.txt` and `warnings.txt`."""

from __future__ import annotations

import os
import time
from typing import TextIO

from albers.results.exploration import SolverCounters
from albers.results.figures import clock
from albers.results.outcome import Outcome
from albers.results.output_directory import OutputDirectory


class Journal:
    """Open while the run lasts. A warning is written once, however often it is given."""

    def __init__(
        self, directory: OutputDirectory, command: list[str], search: list[str], speaker: str = "albers"
    ) -> None:
        self._speaker = speaker
        self._info = _open(directory, "info")
        self._messages = _open(directory, "messages.txt")
        self._warnings = _open(directory, "warnings.txt")
        self._given: set[str] = set()
        self._started = time.time()
        self._info.write(" ".join(command) + "\n")
        self._info.write(f"PID: {os.getpid()}\nStarted: {_date(self._started)}\n")
        self._info.write("BEGIN searcher description\n" + "".join(f"{s}\n" for s in search))
        self._info.write("END searcher description\n")
        self._info.flush()

    def message(self, line: str) -> None:
        self._messages.write(line + "\n")

    def warning(self, text: str) -> bool:
        """Whether it was the first time."""
        if text in self._given:
            return False
        self._given.add(text)
        self._warnings.write(f"{self._speaker}: WARNING: {text}\n")
        return True

    def finish(self, outcome: Outcome, solver: SolverCounters | None = None) -> None:
        """The figures at the end; with the solver's counters in KLEE's words, which tell more of them."""
        finished = time.time()
        self._info.write(f"Finished: {_date(finished)}\nElapsed: {clock(finished - self._started).zfill(8)}\n")
        explored = outcome.paths.completed + outcome.paths.partial
        figures = [
            ("explored paths", explored),
            ("total queries", outcome.queries.asked),
            ("solver queries", outcome.queries.solver),
            ("unknown queries", outcome.queries.unknown),
        ]
        if solver is not None:
            figures[1:3] = [
                ("avg. constructs per query", solver.query_nodes // max(solver.solver, 1)),
                ("total queries", solver.asked),
                ("valid queries", solver.unsat),
                ("invalid queries", solver.sat),
                ("query cex", solver.sat),
            ]
        for name, value in figures:
            self._info.write(f"{self._speaker}: done: {name} = {value}\n")
        for event, times in sorted(outcome.events.items()):
            self._info.write(f"{self._speaker}: event: {event} = {times}\n")
        for line in closing_lines(outcome, self._speaker):
            self._info.write(line + "\n")

    def close(self) -> None:
        for file in (self._info, self._messages, self._warnings):
            file.close()


def closing_lines(outcome: Outcome, speaker: str = "albers") -> list[str]:
    """The four figures every KLEE user looks for at the end, and those of the techniques that ran."""
    figures = [
        f"total instructions = {outcome.instructions}",
        f"completed paths = {outcome.paths.completed}",
        f"partially completed paths = {outcome.paths.partial}",
        f"generated tests = {outcome.tests}",
    ]
    merging, chopping = outcome.merging, outcome.chopping
    if merging.contexts or merging.merges:
        figures.append(f"merged {merging.states_merged} states (complete = {int(outcome.complete)})")
    if chopping.snapshots or chopping.recoveries:
        figures += [
            f"recovery states = {chopping.recoveries}",
            f"generated slices = {chopping.slices}",
            f"created snapshots = {chopping.snapshots}",
        ]
    return [f"{speaker}: done: {figure}" for figure in figures]


def _open(directory: OutputDirectory, name: str) -> TextIO:
    return open(directory.file(name), "x", encoding="utf-8", errors="surrogateescape")


def _date(moment: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(moment))
