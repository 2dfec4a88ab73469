"""Which loops may be merged, and which of them a block belongs to (FSE'21, section 3.2.2).

A loop is a strongly connected region with all its exits; of a nest the outermost loop that may be merged is the region.
A loop that calls functions holds states for as long as the calls take: by default such loops are left alone, but a
loop inside of a called function is a loop like any other.
"""

from __future__ import annotations

from albers.engine.state import Code, Frame
from albers.errors import UserError
from albers.ir.instructions import Call
from albers.ir.loops import Loop, find_loops
from albers.ir.operands import GlobalRef, InlineAsm


class Region:
    """The loop of one activation: left when the frame at `depth` enters a block outside of `blocks`."""

    def __init__(self, code: Code, depth: int, blocks: frozenset[int], header: int) -> None:
        self.code = code
        self.depth = depth
        self.blocks = blocks
        self.header = header

    def contains(self, frame: Frame) -> bool:
        """Whether a state whose innermost frame this is has not left the loop; calls made from it are inside."""
        if frame.depth > self.depth:
            return True
        return frame.depth == self.depth and frame.code is self.code and frame.block.index in self.blocks

    @property
    def name(self) -> str:
        return f"{self.code.name} block {self.header}"


class MergeableLoops:
    """The loops of all functions, found when first asked for. `defined` are the names of functions with a body."""

    def __init__(self, which: str, defined: frozenset[str]) -> None:
        if which not in ("all", "no-calls", "single-exit"):
            raise UserError(f"--merge-loops {which}: choose all, no-calls or single-exit")
        self._which = which
        self._defined = defined
        self._by_block: dict[Code, list[Loop | None]] = {}

    def around(self, frame: Frame) -> Region | None:
        """The loop that a state executes: of the innermost function, or, with `all`, of any caller."""
        each: Frame | None = frame
        while each is not None:
            loop = self._of(each.code)[each.block.index]
            if loop is not None:
                return Region(each.code, int(each.depth), loop.blocks, loop.header)
            if self._which != "all":
                return None
            each = each.caller
        return None

    def _of(self, code: Code) -> list[Loop | None]:
        found = self._by_block.get(code)
        if found is None:
            found = self._outermost_allowed(code)
            self._by_block[code] = found
        return found

    def _outermost_allowed(self, code: Code) -> list[Loop | None]:
        body = code.function.body
        forest = find_loops(body)
        calling = {block.index for block in body.blocks if any(self._is_call(each) for each in block.instructions)}
        result: list[Loop | None] = []
        for innermost in forest.innermost:
            chosen: Loop | None = None
            loop = innermost
            while loop is not None:
                if self._is_allowed(loop, calling):
                    chosen = loop
                loop = loop.parent
            result.append(chosen)
        return result

    def _is_allowed(self, loop: Loop, calling: set[int]) -> bool:
        if self._which == "all":
            return True
        if any(block in calling for block in loop.blocks):
            return False
        return self._which == "no-calls" or len({target for _, target in loop.exit_edges}) == 1

    def _is_call(self, instruction: object) -> bool:
        """A call of a function with a body, or of one that is not known; models and intrinsics are no calls."""
        if not isinstance(instruction, Call) or isinstance(instruction.callee, InlineAsm):
            return False
        return not isinstance(instruction.callee, GlobalRef) or instruction.callee.name in self._defined
