"""The virtual clock: starts where the options say, advances a microsecond per system call and by what is slept."""

from __future__ import annotations

from typing import Final

SECOND: Final = 1_000_000_000
#: What a system call takes, in nanoseconds.
TICK: Final = 1000
#: How long the machine had been running when the program started.
_UPTIME: Final = 1000 * SECOND

CLOCK_REALTIME: Final = 0
CLOCK_MONOTONIC: Final = 1
CLOCK_PROCESS_CPUTIME_ID: Final = 2
CLOCK_THREAD_CPUTIME_ID: Final = 3

_REAL: Final = (0, 5, 8, 11)  # REALTIME, REALTIME_COARSE, REALTIME_ALARM, TAI
_MONOTONIC: Final = (1, 4, 6, 7, 9)  # MONOTONIC, MONOTONIC_RAW, MONOTONIC_COARSE, BOOTTIME, BOOTTIME_ALARM


class Clock:
    """One path's time, in nanoseconds."""

    def __init__(self, start: int) -> None:
        self.start = start  # seconds since 1970
        self.elapsed = 0
        self.slept = 0

    def fork(self) -> Clock:
        twin = Clock(self.start)
        twin.elapsed = self.elapsed
        twin.slept = self.slept
        return twin

    def tick(self) -> None:
        self.elapsed += TICK

    def sleep(self, nanoseconds: int) -> None:
        self.elapsed += nanoseconds
        self.slept += nanoseconds

    @property
    def now(self) -> int:
        return self.start * SECOND + self.elapsed

    @property
    def uptime(self) -> int:
        return _UPTIME + self.elapsed

    @property
    def busy(self) -> int:
        """Processor time of the program."""
        return self.elapsed - self.slept

    def read(self, identity: int) -> int | None:
        """The time of a clock of <time.h>; None if there is no such clock."""
        if identity in _REAL:
            return self.now
        if identity in _MONOTONIC:
            return self.uptime
        if identity in (CLOCK_PROCESS_CPUTIME_ID, CLOCK_THREAD_CPUTIME_ID):
            return self.busy
        return None
