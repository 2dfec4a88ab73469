"""The run's diary as KLEE keeps it: `info` (what was run and how it went), `messages.txt` and `warnings.txt`."""

from __future__ import annotations

import os
import time
from typing import TextIO

from albers.results.figures import clock
from albers.results.outcome import Outcome
from albers.results.output_directory import OutputDirectory


class Journal:
    """Open while the run lasts. A warning is written once, however often it is given."""

    def __init__(self, directory: OutputDirectory, command: list[str], search: list[str]) -> None:
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
        self._warnings.write(f"albers: WARNING: {text}\n")
        return True

    def finish(self, outcome: Outcome) -> None:
        finished = time.time()
        self._info.write(f"Finished: {_date(finished)}\nElapsed: {clock(finished - self._started).zfill(8)}\n")
        explored = outcome.paths.completed + outcome.paths.partial
        for name, value in (
            ("explored paths", explored),
            ("total queries", outcome.queries.asked),
            ("solver queries", outcome.queries.solver),
            ("unknown queries", outcome.queries.unknown),
        ):
            self._info.write(f"albers: done: {name} = {value}\n")
        for event, times in sorted(outcome.events.items()):
            self._info.write(f"albers: event: {event} = {times}\n")
        for line in closing_lines(outcome):
            self._info.write(line + "\n")

    def close(self) -> None:
        for file in (self._info, self._messages, self._warnings):
            file.close()


def closing_lines(outcome: Outcome) -> list[str]:
    """The four figures every KLEE user looks for at the end."""
    return [
        f"albers: done: total instructions = {outcome.instructions}",
        f"albers: done: completed paths = {outcome.paths.completed}",
        f"albers: done: partially completed paths = {outcome.paths.partial}",
        f"albers: done: generated tests = {outcome.tests}",
    ]


def _open(directory: OutputDirectory, name: str) -> TextIO:
    return open(directory.file(name), "x", encoding="utf-8", errors="surrogateescape")


def _date(moment: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(moment))
