"""How the process ends: at once. Taking apart millions of terms one by one would take seconds that nobody needs.

Everything is written and every helper process ended before a command returns; what is left is memory.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Final, NoReturn


class _Kept:
    def __init__(self) -> None:
        self.is_leaving = False
        self.things: list[object] = []


_kept: Final = _Kept()


def run_and_leave(main: Callable[[], int]) -> NoReturn:
    """Runs `main` and ends the process with its exit code."""
    _kept.is_leaving = True
    code = main()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:
        sys.exit(code)  # says what it always says about an output that cannot be written
    os._exit(code)


def keep_until_exit(thing: object) -> None:
    """Not to be freed when the caller returns; without effect unless the process ends by `run_and_leave`."""
    if _kept.is_leaving:
        _kept.things.append(thing)
