"""The link that keeps time limits true: big queries go to a backend that can be killed, all others stay here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from albers.expr.term import Term
from albers.solver.answer import Result
from albers.solver.backend import Backend
from albers.solver.deadline import Deadline
from albers.solver.gates import TermSizes, joint_size
from albers.solver.statistics import SolverStatistics

# Bitwuzla builds one to four million gates a second, deaf to the clock meanwhile: about a tenth of a second.
_HEAVY_GATES: Final = 250_000


class HeavyQueries(Backend):
    def __init__(self, light: Backend, heavy: Backend, statistics: SolverStatistics) -> None:
        self._light = light
        self._heavy = heavy
        self._statistics = statistics
        self._sizes = TermSizes()

    def check(self, constraints: Sequence[Term], deadline: Deadline) -> Result:
        sizes = self._sizes
        if sizes.sum_of_gates(constraints) <= _HEAVY_GATES or joint_size(constraints).gates <= _HEAVY_GATES:
            return self._light.check(constraints, deadline)
        self._statistics.heavy += 1
        return self._heavy.check(constraints, deadline)

    def close(self) -> None:
        self._light.close()
        self._heavy.close()
