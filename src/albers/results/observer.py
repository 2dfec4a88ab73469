"""What a front end hears of a run while it lasts: progress views, notebooks and tests derive from `Observer`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from albers.results.exploration import Exploration
from albers.results.outcome import FoundError


@dataclass(frozen=True)
class TestRecord:
    """One test that was written, and the path it belongs to."""

    name: str
    state: int
    end: str  # exit, early, or the kind of the error
    detail: str  # the exit code, the reason, or the error's message
    seconds: float  # since the run began
    instructions: int
    depth: int
    new_lines: int  # that no earlier path had reached
    lines: dict[str, list[int]]  # all lines of the path by file, if that was asked for

    __test__ = False  # not a class of tests


class Findings:
    """What was found so far; written by the recorder, read by whoever watches."""

    def __init__(self) -> None:
        self.tests = 0
        self.errors: list[FoundError] = []
        self.test_records: list[TestRecord] = []
        self.cut_short: dict[str, int] = {}  # why partial paths ended → how many


class Observer:
    """Hears everything and does nothing; override what is of interest. No method may raise."""

    def preparing(self, files: Sequence[str]) -> None:
        """The program is about to be compiled and linked."""

    def exploring(self, exploration: Exploration, findings: Findings, directory: Path) -> None:
        """The exploration begins; all three objects stay valid and change while it runs."""

    def ticked(self) -> None:
        """Some ten times a second while exploring."""

    def error_found(self, found: FoundError) -> None:
        """A bug that was not known before."""

    def path_printed(self, path: str, output: list[tuple[int, bytes]]) -> None:
        """What the program printed on a path that ended, as (file descriptor, bytes); only with the echo option."""

    def stopping(self) -> None:
        """The user asked for an early end. Called from a signal handler: note it and return."""

    def confirming(self, bugs: int) -> None:
        """The exploration is over and its bugs are about to be tried natively."""

    def warned(self, text: str) -> None:
        """Something the user should know; each text is given once."""

    def said(self, text: str) -> None:
        """Text the program asked to have printed, by klee_print_expr and the like; maybe several lines."""

    def ended(self) -> None:
        """The run is over, in order or not."""
