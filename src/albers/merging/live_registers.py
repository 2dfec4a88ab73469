"""Which registers of a frame are still needed where it stands: only those are merged, the others are dropped."""

from __future__ import annotations

from albers.engine.state import Code, Frame
from albers.ir.instructions import Phi
from albers.ir.liveness import Liveness, find_liveness, live_before
from albers.ir.module import Block


class LiveRegisters:
    """Liveness of all functions, found when first asked for."""

    def __init__(self) -> None:
        self._liveness: dict[Code, Liveness] = {}
        self._known: dict[tuple[Code, int, int], list[int]] = {}

    def of(self, frame: Frame, awaited: int) -> list[int]:
        """Registers that are read before they are written again: at the start of a block or after a call in it.

        `awaited` is the register that the call will write, -1 if the frame is not calling or nothing is returned.
        """
        if frame.mark != 0:
            # A jump may come back to where the program saved a point, and needs what was live there.
            return list(range(len(frame.code.function.body.register_types)))
        block = frame.code.function.body.blocks[frame.block.index]
        position = _position(frame, block)
        key = (frame.code, int(frame.block.index), position)
        found = self._known.get(key)
        if found is None:
            liveness = self._liveness.get(frame.code)
            if liveness is None:
                liveness = find_liveness(frame.code.function.body)
                self._liveness[frame.code] = liveness
            live = live_before(block, liveness, position)
            live.discard(awaited)
            found = sorted(live)
            self._known[key] = found
        return found


def _position(frame: Frame, block: Block) -> int:
    """The place in the block of the next instruction to be executed; the result of the last one is there already."""
    if frame.index == 0:
        position = 0
        while isinstance(block.instructions[position], Phi):
            position += 1
        return position
    current = frame.ops[frame.index - 1].instruction
    for position, instruction in enumerate(block.instructions):
        if instruction is current:
            return position + 1
    raise AssertionError("the instruction of an operation is not in its block")
