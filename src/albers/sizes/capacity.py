"""How many bytes an allocation of symbolic size may have: one number for all, others for single places in the source.

Where no feasible size fits, the capacity grows (FSE'21, section 3). Where it cuts off feasible sizes that is counted
and the run is not complete, unless the sizes beyond are to be explored in larger capacities.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from albers.engine.machine import Machine
from albers.engine.state import State
from albers.engine.statistics import BranchKind
from albers.errors import UserError
from albers.expr.bits import not_
from albers.expr.compare import ule
from albers.expr.term import Term, const
from albers.memory.objects import LARGEST_OBJECT

CUT_OFF: Final = "allocation sizes above the capacity cut off"

# How far the capacity grows when no feasible size fits it; the paper's prototype takes the same steps.
_GROWTH: Final = 20


@dataclass(frozen=True)
class Capacities:
    """`places` are (file, line, bytes); a call in any active function counts, the innermost first."""

    default: int
    places: tuple[tuple[str, int, int], ...] = ()
    grow: bool = False

    def at(self, machine: Machine, state: State) -> int:
        """The capacity for an allocation by the state's current instruction."""
        if not self.places:
            return self.default
        for frame in state.frames():
            entry = machine.stack_entry(frame)
            for file, line, capacity in self.places:
                if entry.line == line and (entry.file == file or entry.file.endswith("/" + file)):
                    return capacity
        return self.default


def capacities(default: int, places: tuple[str, ...], grow: bool) -> Capacities:
    """From the options; a place is written FILE:LINE=N."""
    return Capacities(default, tuple(_place(text) for text in places), grow)


def _place(text: str) -> tuple[str, int, int]:
    place, _, number = text.partition("=")
    file, _, line = place.rpartition(":")
    if not file or not line.isdecimal() or not number.isdecimal():
        raise UserError(f"--capacity {text}: write FILE:LINE=N, as in parse.c:12=40")
    return file, int(line), int(number)


def windows(machine: Machine, state: State, count: Term, unit: int, allowed: Capacities) -> list[tuple[State, int]]:
    """The states to go on with and how many units each may have: on its path the count is at most that."""
    limit = max(allowed.at(machine, state) // unit, 1)
    fits = ule(count, const(count.width, limit))
    witness = machine.find(state, fits)
    if witness is None:
        smallest, witness = machine.smallest(state, count)
        limit += -(-(smallest - limit) // _GROWTH) * _GROWTH
        fits = ule(count, const(count.width, limit))
    if limit * unit > LARGEST_OBJECT:
        return [(state, limit)]
    if not allowed.grow:
        if machine.find(state, not_(fits)) is not None:
            machine.incomplete(CUT_OFF)
            state.witness = witness
            machine.constrain(state, fits)
        return [(state, limit)]
    result: list[tuple[State, int]] = []
    rest: State | None = state
    while rest is not None:
        within, rest = machine.branch(rest, ule(count, const(count.width, limit)), BranchKind.ALLOC)
        if within is not None:
            result.append((within, limit))
        limit *= 2
        if rest is not None and limit * unit > LARGEST_OBJECT:
            result.append((rest, limit))
            break
    return result
