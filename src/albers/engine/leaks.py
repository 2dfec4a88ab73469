"""Memory leaks (`--check leak`): heap objects that nothing points to when the program exits.

Conservative: a register of an active function, or any pointer-sized, pointer-aligned word in a global, stack or
reachable object, that holds an address inside a heap object keeps that object alive. Symbolic words count by the
path's witness.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from albers.engine.machine import Machine
from albers.engine.state import State
from albers.expr.evaluate import evaluate
from albers.expr.term import Term
from albers.ir.instructions import Return
from albers.memory.objects import HEAP, MemoryObject

# Of larger objects with sparse contents only what was written is looked at.
_SCANNED: Final = 1 << 20


def leaked_objects(machine: Machine, state: State) -> list[MemoryObject]:
    """The living heap objects that cannot be reached from the living objects of other kinds."""
    objects = [machine.allocator.objects[i] for i in state.memory.live_ids()]
    reached: set[int] = set()
    todo = [each for each in objects if each.kind != HEAP]
    for value in _registers(state):
        held = _living_at(machine, state, value)
        if held is not None and held.kind == HEAP and int(held.id) not in reached:
            reached.add(int(held.id))
            todo.append(held)
    while todo:
        for target in _pointed_to(machine, state, todo.pop()):
            if target.kind == HEAP and int(target.id) not in reached:
                reached.add(int(target.id))
                todo.append(target)
    return [each for each in objects if each.kind == HEAP and int(each.id) not in reached]


def _registers(state: State) -> list[object]:
    """What the functions still active hold; one that is returning (main, at the end) holds nothing any more."""
    values: list[object] = []
    for frame in state.frames():
        if not isinstance(frame.current(), Return):
            values.extend(frame.registers)
    return values


def _living_at(machine: Machine, state: State, value: object) -> MemoryObject | None:
    if isinstance(value, Term):
        value = evaluate(value, state.witness)
    if not isinstance(value, int):
        return None
    target = machine.allocator.find(value)
    return target if target is not None and state.memory.is_alive(target) else None


def _pointed_to(machine: Machine, state: State, object_: MemoryObject) -> list[MemoryObject]:
    contents = state.memory.find(object_)
    if contents is None or not contents.alive:
        return []
    word = machine.layout.pointer_size
    found: list[MemoryObject] = []
    extent = machine.extent(state, object_)
    places: Iterable[int] = range(0, extent - word + 1, word)
    if contents.is_array and extent > _SCANNED:
        places = sorted({at // word * word for at in contents.symbolic if at // word * word + word <= extent})
    for offset in places:
        target = _living_at(machine, state, contents.load(offset, word))
        if target is not None:
            found.append(target)
    return found


def describe(leaked: list[MemoryObject]) -> str:
    """The lines of the error report."""
    return "".join(f"\t{each.describe()}\n" for each in leaked)
