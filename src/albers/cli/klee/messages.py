"""Speaks on standard error as KLEE does: every message with its name in front, and the closing figures."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from albers.cli.klee.translation import KleeRun
from albers.results.error_report import error_message_lines
from albers.results.exploration import Exploration
from albers.results.figures import printable
from albers.results.observer import Findings, Observer
from albers.results.outcome import FoundError
from albers.results.progress import say


class KleeMessages(Observer):
    """Also ends the run at an error, where that was asked for (`stopped_by` is then that error)."""

    def __init__(self, run: KleeRun, notes: Sequence[str]) -> None:
        self.stopped_by: FoundError | None = None
        self._run = run
        self._notes = notes
        self._exploration: Exploration | None = None
        self._errors_of_kind = 0
        self._places_left = set(run.error_places)

    def exploring(self, exploration: Exploration, findings: Findings, directory: Path) -> None:
        self._exploration = exploration
        solver = self._run.options.solver.solver.capitalize()
        self._say([f'output directory is "{os.path.abspath(directory)}"', f"Using {solver} solver backend"])
        self._say(f"NOTE: {note}" for note in self._notes)

    def error_found(self, found: FoundError) -> None:
        silent = not self._run.options.output.all_errors
        say(sys.stderr, error_message_lines(found.error, "KLEE", silent))
        if self.stopped_by is None and self._is_the_end(found):
            self.stopped_by = found
            if self._exploration is not None:
                self._exploration.interrupt()

    def _is_the_end(self, found: FoundError) -> bool:
        run = self._run
        if run.exit_on_error:
            return True
        if found.error.kind.value not in run.exit_on_kinds:
            return False
        if run.error_places:
            self._places_left.discard((os.path.basename(found.file), found.line))
            return not self._places_left
        self._errors_of_kind += 1
        return self._errors_of_kind >= run.most_errors

    def path_printed(self, path: str, output: list[tuple[int, bytes]]) -> None:
        """KLEE lets the program's output through as it is."""
        for descriptor, data in output:
            stream = sys.stdout if descriptor == 1 else sys.stderr
            stream.write(data.decode("utf-8", "backslashreplace"))
            stream.flush()

    def stopping(self) -> None:
        self._say(["ctrl-c detected, requesting interpreter to halt."])

    def warned(self, text: str) -> None:
        if not self._run.warnings_to_file_only:
            self._say([f"WARNING: {text}"])

    def said(self, text: str) -> None:
        say(sys.stderr, [printable(line) for line in text.rstrip("\n").split("\n")])

    def _say(self, messages: Iterable[str]) -> None:
        say(sys.stderr, [f"KLEE: {message}" for message in messages])
