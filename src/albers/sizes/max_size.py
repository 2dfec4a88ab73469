"""`--sizes max`: a symbolic size becomes the largest feasible value that fits the capacity (FSE'21, mode Base).

Other sizes are cut off; that is counted and the run is not complete.
"""

from __future__ import annotations

from albers.engine.machine import Machine, SizePolicy
from albers.engine.state import State
from albers.expr.bits import not_
from albers.expr.compare import eq, ule
from albers.expr.term import Term, const

# How far the capacity grows when no feasible size fits it.
_GROWTH = 20


class MaximalSize(SizePolicy):
    def __init__(self, capacity: int) -> None:
        self.capacity = capacity

    def sizes(self, machine: Machine, state: State, count: Term, unit: int) -> list[tuple[State, int]]:
        limit = max(self.capacity // unit, 1) if unit else 0
        smallest, _ = machine.smallest(state, count)
        while limit < smallest:
            limit += _GROWTH
        fits = ule(count, const(count.width, limit))
        witness = machine.find(state, fits)
        if witness is None:
            machine.end_early(state, "no feasible allocation size found")
            return []
        state.witness = witness
        largest = self._largest_below(machine, state, count, fits)
        chosen = eq(count, const(count.width, largest))
        if machine.find(state, not_(chosen)) is not None:
            machine.incomplete("concretized symbolic size")
        machine.assume(state, chosen)
        return [(state, largest * unit)]

    def _largest_below(self, machine: Machine, state: State, count: Term, fits: Term) -> int:
        """The largest value within the capacity; the witness already is within."""
        path = state.path
        state.path = path.extended(fits)
        try:
            largest, witness = machine.largest(state, count)
        finally:
            state.path = path
        state.witness = witness
        return largest
