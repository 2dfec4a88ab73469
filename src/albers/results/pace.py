"""How fast a run is going: rates over the last few seconds, from counters that only grow."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Final

from albers.results.exploration import Exploration

_WINDOW_SECONDS: Final = 3.0


@dataclass(frozen=True)
class Rates:
    """Per second of wall time; `solver_share` is the part of that time spent in solvers."""

    instructions: float
    queries: float
    solver_share: float


class Pace:
    """Remembers samples of the last seconds."""

    def __init__(self, exploration: Exploration, now: float) -> None:
        self._exploration = exploration
        self._samples: deque[tuple[float, int, int, float]] = deque([self._sample(now)])

    def rates(self, now: float) -> Rates:
        newest = self._sample(now)
        self._samples.append(newest)
        while len(self._samples) > 2 and self._samples[1][0] <= now - _WINDOW_SECONDS:
            self._samples.popleft()
        oldest = self._samples[0]
        seconds = newest[0] - oldest[0]
        if seconds <= 0:
            return Rates(0.0, 0.0, 0.0)
        instructions, queries, solver = (newest[i] - oldest[i] for i in (1, 2, 3))
        return Rates(instructions / seconds, queries / seconds, min(1.0, solver / seconds))

    def _sample(self, now: float) -> tuple[float, int, int, float]:
        counters = self._exploration.solver.statistics
        return now, int(self._exploration.statistics.instructions), counters.asked, counters.solver_seconds
