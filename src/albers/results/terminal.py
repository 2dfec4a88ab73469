"""The console that everything is drawn on: rich's, without its habit of ending the process when a pipe breaks."""

from __future__ import annotations

from typing import TextIO

from rich.console import Console


class Terminal(Console):
    """Colours follow the stream's and the user's wishes; only what we mark is coloured."""

    def __init__(self, stream: TextIO) -> None:
        super().__init__(file=stream, highlight=False)

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError("nobody reads the output any more")
