"""Ctrl-C and SIGTERM: the first ends the run in order with everything written, the second at once.

After the first signal both are back in the operating system's hands, so that the second works even while a solver
does not return.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from types import FrameType, TracebackType
from typing import Any, Final

from albers.results.exploration import Exploration
from albers.results.observer import Observer

_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)
_SHOW_CURSOR: Final = b"\x1b[?25h"


class Interruption:
    """Active inside a `with`; before an exploration is watched, a signal is an ordinary KeyboardInterrupt."""

    def __init__(self, observer: Observer) -> None:
        self._observer = observer
        self._exploration: Exploration | None = None
        self._before: dict[signal.Signals, Any] = {}

    def watch(self, exploration: Exploration) -> None:
        self._exploration = exploration

    def __enter__(self) -> Interruption:
        # Python delivers signals to the main thread only and lets no other set handlers.
        if threading.current_thread() is threading.main_thread():
            self._before = {number: signal.signal(number, self._handle) for number in _SIGNALS}
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _handle(self, number: int, frame: FrameType | None) -> None:
        for each in _SIGNALS:
            signal.signal(each, signal.SIG_DFL)
        if self._exploration is None:
            raise KeyboardInterrupt
        if sys.stderr.isatty():
            # A live view hides the cursor, and a second signal leaves no chance to bring it back.
            os.write(sys.stderr.fileno(), _SHOW_CURSOR)
        self._observer.stopping()
        self._exploration.interrupt()
