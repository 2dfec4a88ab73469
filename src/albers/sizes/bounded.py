"""`--sizes max|eager|lazy`: the three ways of the FSE'21 paper to treat a symbolic size within a capacity.

`MaximalSize` (Base) keeps the largest feasible size, `EagerSizes` (ForkEager) a path for each, `LazySizes` (ForkLazy,
and what merging builds on) one object of symbolic size, whose accesses fork when they have to.
"""

from __future__ import annotations

from typing import Final

from albers.engine.machine import Machine, SizePolicy
from albers.engine.state import State
from albers.engine.statistics import BranchKind
from albers.expr.arith import mul
from albers.expr.bits import not_
from albers.expr.compare import eq
from albers.expr.leaves import leaves_of
from albers.expr.term import Term, const
from albers.memory.objects import LARGEST_OBJECT
from albers.sizes.capacity import Capacities, windows

Sized = tuple[State, int, object]

CONCRETIZED: Final = "concretized symbolic size"


class BoundedSizes(SizePolicy):
    """What the three share: finding the capacity first."""

    def __init__(self, capacities: Capacities) -> None:
        self.capacities = capacities

    def sizes(self, machine: Machine, state: State, count: Term, unit: int) -> list[Sized]:
        if unit == 0:
            return [(state, 0, 0)]
        result: list[Sized] = []
        for each, limit in windows(machine, state, count, unit, self.capacities):
            if limit * unit > LARGEST_OBJECT:
                # Every size left is larger than what is ever granted: the allocation is refused.
                result.append((each, limit * unit, limit * unit))
            else:
                result += self.settle(machine, each, count, unit, limit)
        return result

    def within(self, machine: Machine, state: State, size: Term, capacity: int) -> list[Sized]:
        return self.settle(machine, state, size, 1, capacity)

    def settle(self, machine: Machine, state: State, count: Term, unit: int, limit: int) -> list[Sized]:
        """What a count that the path keeps within the limit means."""
        raise NotImplementedError


class MaximalSize(BoundedSizes):
    """One path with the largest size; the others are cut off, which is counted."""

    def settle(self, machine: Machine, state: State, count: Term, unit: int, limit: int) -> list[Sized]:
        largest, state.witness = machine.largest(state, count)
        chosen = eq(count, const(count.width, largest))
        if machine.find(state, not_(chosen)) is not None:
            machine.incomplete(CONCRETIZED)
            machine.constrain(state, chosen)
        return [(state, largest * unit, largest * unit)]


class EagerSizes(BoundedSizes):
    """A path per feasible size, the largest first."""

    def settle(self, machine: Machine, state: State, count: Term, unit: int, limit: int) -> list[Sized]:
        result: list[Sized] = []
        rest: State | None = state
        next_ = limit
        while rest is not None:
            witness = machine.find(rest, eq(count, const(count.width, next_))) if next_ >= 0 else None
            if witness is None:
                next_, witness = machine.largest(rest, count)
            rest.witness = witness
            here, rest = machine.branch(rest, eq(count, const(count.width, next_)), BranchKind.ALLOC)
            if here is not None:
                result.append((here, next_ * unit, next_ * unit))
            next_ -= 1
        return result


class LazySizes(BoundedSizes):
    """An object of symbolic size. The path remembers what the size was built from: so loops over it are found."""

    def settle(self, machine: Machine, state: State, count: Term, unit: int, limit: int) -> list[Sized]:
        only = machine.value_in(state, count)
        if machine.find(state, not_(eq(count, const(count.width, only)))) is None:
            return [(state, only * unit, only * unit)]
        size = mul(count, const(count.width, unit))
        state.taint = state.taint | leaves_of(size)
        return [(state, limit * unit, size)]
