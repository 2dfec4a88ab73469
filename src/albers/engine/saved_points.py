"""Points to come back to: what `setjmp` saves of a state and how `longjmp` returns there.

A point is a few numbers, so that the program may copy them about in its memory: which activation of a function, and
where in its code. Registers are not saved: in C, locals that changed since are undefined unless they are volatile, and
the frontend leaves the locals of functions that call `setjmp` in memory.
"""

from __future__ import annotations

from albers.engine.machine import Machine
from albers.engine.state import Frame, State


def save_point(state: State, result: int) -> list[int]:
    """The point behind the current call, whose value goes to the register `result` (-1: nowhere)."""
    frame = state.frame
    if frame.mark == 0:
        frame.mark = state.next_sequence("setjmp") + 1
    return [int(frame.mark), frame.block.index, int(frame.index), result + 1]


def return_to(machine: Machine, state: State, point: list[int], value: object) -> bool:
    """Leaves the functions called since the point was saved, and goes on there; False if that cannot be.

    The activation may have ended, or the numbers may be no point at all.
    """
    mark, block, index, register = point
    target = _marked(state, mark)
    if target is None or not _is_inside(target, block, index, register):
        return False
    machine.note_reached(state)
    while state.frame.mark != mark:
        frame = state.frame
        for hook in machine.hooks:
            hook.returned(state, frame)
        for object_ in frame.allocas:
            state.memory.free(object_)
        state.pop()
    frame = state.frame
    frame.block = frame.code.blocks[block]
    frame.ops = frame.block.ops
    frame.index = index
    if register > 0:
        frame.registers[register - 1] = value
    for hook in machine.hooks:
        hook.entered_block(state)
    return True


def _marked(state: State, mark: int) -> Frame | None:
    if mark == 0:
        return None
    for frame in state.frames():
        if frame.mark == mark:
            return frame
    return None


def _is_inside(frame: Frame, block: int, index: int, register: int) -> bool:
    """A program can overwrite what was saved; nothing it writes may confuse us."""
    if block >= len(frame.code.blocks) or register > len(frame.registers):
        return False
    return 0 < index < len(frame.code.blocks[block].ops)
