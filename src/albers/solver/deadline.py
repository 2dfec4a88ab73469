"""The one object that limits time: it travels down every call, and every wait in the solver looks at it.

A deadline derived with `earlier` shares the cancellation of its origin, so cancelling the run's deadline (from a
signal handler, say) stops whatever query is being solved.
"""

from __future__ import annotations

import time
from typing import Final

_INFINITY: Final = float("inf")


class _Cancellation:
    def __init__(self) -> None:
        self.requested = False


class Deadline:
    """A point on the monotonic clock after which nobody wants the answer any more."""

    def __init__(self, at: float, cancellation: _Cancellation | None = None) -> None:
        self.at: float = at
        self.cancellation: _Cancellation = _Cancellation() if cancellation is None else cancellation

    @staticmethod
    def never() -> Deadline:
        return Deadline(_INFINITY)

    @staticmethod
    def after(seconds: float) -> Deadline:
        return Deadline(time.monotonic() + seconds)

    def remaining(self) -> float:
        """Seconds left: infinite if there is no limit, never negative."""
        if self.cancellation.requested:
            return 0.0
        return self.at if self.at == _INFINITY else max(0.0, self.at - time.monotonic())

    def expired(self) -> bool:
        if self.cancellation.requested:
            return True
        return self.at != _INFINITY and time.monotonic() >= self.at

    def earlier(self, seconds: float) -> Deadline:
        """This deadline or `seconds` from now, whichever comes first."""
        return Deadline(min(self.at, time.monotonic() + seconds), self.cancellation)

    def cancel(self) -> None:
        """Makes this deadline, and all it shares its cancellation with, expire now."""
        self.cancellation.requested = True


class _Probe:
    def __repr__(self) -> str:
        return ""


_PROBE: Final = _Probe()


def notice_signals() -> None:
    """Runs the handlers of signals that have arrived; compiled code never does so by itself, `repr` does."""
    repr(_PROBE)
