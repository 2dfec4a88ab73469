"""The live view on a terminal: one small panel that stays below everything printed meanwhile, and leaves no trace.

There is no refresh thread: the engine's tick draws, so the view is never drawn while the engine holds a lock.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final, TextIO

from rich.live import Live
from rich.panel import Panel
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from albers.results.error_report import error_message_lines
from albers.results.exploration import Exploration
from albers.results.figures import clock, count, printable, share
from albers.results.observer import Findings
from albers.results.outcome import FoundError
from albers.results.progress import OUTPUT_FAILURES, STOPPING, Board, Echo, printable_lines, say, speed
from albers.results.terminal import Terminal

_SECONDS_BETWEEN_FRAMES: Final = 0.25
#: Drawing takes at most this share of the run.
_LARGEST_SHARE: Final = 0.02


class LiveView(Echo):
    """Draws on the error stream; the program's echoed output still goes where the output stream goes."""

    def __init__(self, errors: TextIO, output: TextIO) -> None:
        super().__init__(output)
        self._console = Terminal(errors)
        self._live = Live(
            console=self._console,
            auto_refresh=False,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._output_is_terminal = output.isatty()
        self._board: Board | None = None
        self._title = ""
        self._is_stopping = False
        self._is_broken = False
        self._next_frame = 0.0

    def preparing(self, files: Sequence[str]) -> None:
        self._title = ", ".join(Path(file).name for file in files)
        self._draw(Panel(Text("compiling and linking"), title=f"albers · {self._title}", title_align="left"))

    def exploring(self, exploration: Exploration, findings: Findings, directory: Path) -> None:
        now = time.perf_counter()
        self._board = Board(exploration, findings, now)
        self._frame(now)

    def ticked(self) -> None:
        now = time.perf_counter()
        if self._board is not None and now >= self._next_frame:
            self._frame(now)

    def error_found(self, found: FoundError) -> None:
        self._print(error_message_lines(found.error, "albers", False), "bold red")

    def path_printed(self, path: str, output: list[tuple[int, bytes]]) -> None:
        lines = printable_lines(path, output)
        if self._output_is_terminal:
            self._print(lines, "")
        else:
            say(self._output, lines)

    def stopping(self) -> None:
        self._is_stopping = True

    def warned(self, text: str) -> None:
        self._print([f"albers: WARNING: {text}"], "yellow")

    def said(self, text: str) -> None:
        self._print([printable(line) for line in text.rstrip("\n").split("\n")], "")

    def ended(self) -> None:
        self._board = None
        try:
            self._live.stop()
        except OUTPUT_FAILURES:
            self._is_broken = True

    def _frame(self, now: float) -> None:
        if self._board is None:
            return
        self._draw(self._panel(self._board, now))
        cost = time.perf_counter() - now
        self._next_frame = now + max(_SECONDS_BETWEEN_FRAMES, cost / _LARGEST_SHARE)

    def _draw(self, panel: Panel) -> None:
        if self._is_broken:
            return
        try:
            if not self._live.is_started:
                self._live.start()
            self._live.update(panel, refresh=True)
        except OUTPUT_FAILURES:
            self._is_broken = True

    def _print(self, lines: list[str], style: str) -> None:
        if self._is_broken:
            return
        try:
            for line in lines:
                self._console.print(Text(line, style=style), soft_wrap=True)
        except OUTPUT_FAILURES:
            self._is_broken = True

    def _panel(self, board: Board, now: float) -> Panel:
        errors = len(board.findings.errors)
        rates = board.rates(now)
        grid = Table.grid(padding=(0, 2))
        for left, first, right, second in (
            ("states", count(board.exploration.statistics.live_states), "speed", speed(rates)),
            ("paths", board.paths(), "solver", f"{share(rates.solver_share, 1)} of the time"),
            ("errors", Text(str(errors), "bold red" if errors else ""), "memory", board.memory()),
            ("covered", self._coverage(board), "tests", count(board.findings.tests)),
        ):
            grid.add_row(Text(left, "dim"), first, Text(right, "dim"), second)
        return Panel(
            grid,
            title=f"albers · {self._title} · {clock(board.elapsed(now))}",
            title_align="left",
            subtitle=Text(STOPPING if self._is_stopping else "Ctrl-C ends in order", "dim"),
            subtitle_align="right",
            border_style="red" if errors else "blue",
        )

    def _coverage(self, board: Board) -> Table:
        coverage = board.coverage()
        bar = Table.grid(padding=(0, 1))
        bar.add_row(
            ProgressBar(max(1, coverage.total), coverage.covered, width=16), share(coverage.covered, coverage.total)
        )
        return bar
