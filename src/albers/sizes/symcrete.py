"""`--sizes symcrete`: allocations of any symbolic size without a capacity (ISP RAS 2023, section 4).

An object's size is a term whose value in the witness stays small: it is a symcrete, minimised when the path forces it
to change and once more for the test. The addresses it may ever need are reserved, which costs nothing, so an object
that grows stays where it is: no address has to be relaxed. Its contents are sparse.
"""

from __future__ import annotations

from typing import Final

from albers.engine.machine import Machine, SizePolicy
from albers.engine.state import State
from albers.engine.statistics import BranchKind
from albers.expr.arith import mul
from albers.expr.bits import not_
from albers.expr.compare import eq, ule
from albers.expr.leaves import leaves_of
from albers.expr.term import Term, const
from albers.memory.objects import LARGEST_OBJECT
from albers.sizes.bounded import Sized
from albers.solver.symcrete import SizeSource, Symcrete
from albers.solver.value_bounds import upper_bound

REFUSED: Final = "allocation above --max-size refused"

#: Below this sum sizes are not worth a query; the paper's tool has the same threshold.
_SMALL_ENOUGH: Final = 1024

# A 32-bit program has little room for addresses that are only reserved.
_LARGEST_IN_32_BITS: Final = 1 << 22


class SymcreteSizes(SizePolicy):
    """Where a size exceeds `max_size` (0: what is ever granted) the allocation is refused, on a path of its own."""

    def __init__(self, max_size: int) -> None:
        self.max_size = max_size
        self._source = SizeSource(_SMALL_ENOUGH)

    def sizes(self, machine: Machine, state: State, count: Term, unit: int) -> list[Sized]:
        if unit == 0:
            return [(state, 0, 0)]
        most = self._largest(machine)
        limit = most // unit
        within: State | None = state
        result: list[Sized] = []
        if upper_bound(count) > limit:
            within, beyond = machine.branch(state, ule(count, const(count.width, limit)), BranchKind.ALLOC)
            if beyond is not None:
                machine.statistics.count_event(REFUSED)
                result.append((beyond, LARGEST_OBJECT + 1, mul(count, const(count.width, unit))))
        if within is not None:
            capacity = min(limit, upper_bound(count)) * unit
            result = self.within(machine, within, mul(count, const(count.width, unit)), capacity) + result
        return result

    def _largest(self, machine: Machine) -> int:
        granted = LARGEST_OBJECT if machine.pointer_width > 32 else _LARGEST_IN_32_BITS
        return min(self.max_size, granted) if self.max_size else granted

    def within(self, machine: Machine, state: State, size: Term, capacity: int) -> list[Sized]:
        only = machine.value_in(state, size)
        if machine.find(state, not_(eq(size, const(size.width, only)))) is None:
            return [(state, only, only)]
        machine.add_symcrete(state, Symcrete(size, self._source))
        if only > _SMALL_ENOUGH:
            _, state.witness = machine.smallest(state, size)
        state.taint = state.taint | leaves_of(size)
        return [(state, capacity, size)]
