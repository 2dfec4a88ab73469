"""The link that remembers whole queries and their results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from albers.expr.term import Term
from albers.solver.answer import UNKNOWN, Result
from albers.solver.backend import Backend
from albers.solver.deadline import Deadline
from albers.solver.statistics import SolverStatistics

_QUERIES: Final = 50_000
# A query that found no answer is asked again only with clearly more time.
_MORE_TIME: Final = 1.25


class ExactCache(Backend):
    """Expects queries in canonical order; forgets the oldest when full."""

    def __init__(self, inner: Backend, statistics: SolverStatistics, capacity: int = _QUERIES) -> None:
        self._inner = inner
        self._statistics = statistics
        self._capacity = capacity
        self._results: dict[tuple[Term, ...], Result] = {}
        self._in_vain: dict[tuple[Term, ...], float] = {}  # seconds that were not enough

    def check(self, constraints: Sequence[Term], deadline: Deadline) -> Result:
        key = tuple(constraints)
        known = self._results.get(key)
        if known is not None:
            self._statistics.exact_hits += 1
            return known
        seconds = deadline.remaining()
        tried = self._in_vain.get(key)
        if tried is not None and seconds < tried * _MORE_TIME:
            self._statistics.hopeless_hits += 1
            return Result(UNKNOWN)
        result = self._inner.check(constraints, deadline)
        if result.answer is not UNKNOWN:
            _drop_oldest(self._results, self._capacity)
            self._results[key] = result
        elif not deadline.cancellation.requested:
            _drop_oldest(self._in_vain, self._capacity)
            self._in_vain[key] = seconds
        return result

    def close(self) -> None:
        self._inner.close()


def _drop_oldest(cache: dict[tuple[Term, ...], Result] | dict[tuple[Term, ...], float], capacity: int) -> None:
    if len(cache) >= capacity:
        del cache[next(iter(cache))]
