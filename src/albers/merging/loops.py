"""Which loops may be merged, and which of them a block belongs to (FSE'21, section 3.2.2).

A loop is a strongly connected region with all its exits; of a nest the outermost loop that may be merged is the region.
A loop that calls functions holds states for as long as the calls take: by default such loops are left alone, but for
calls of simple functions, which have no loop and call none (`isspace` and the like: the paper's prototype leaves these
alone too). A loop inside of a called function is a loop like any other.
"""

from __future__ import annotations

from albers.engine.program import Program
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
    """The loops of all functions of a program, found when first asked for."""

    def __init__(self, which: str, program: Program) -> None:
        if which not in ("all", "no-calls", "single-exit"):
            raise UserError(f"--merge-loops {which}: choose all, no-calls or single-exit")
        self._which = which
        self._program = program
        self._simple: dict[str, bool] = {}
        self._by_block: dict[Code, list[Loop | None]] = {}

    def around(self, frame: Frame) -> Region | None:
        """The loop that a state executes: of the innermost function or of one that called it."""
        each: Frame | None = frame
        while each is not None:
            loop = self._of(each.code)[each.block.index]
            if loop is not None:
                return Region(each.code, int(each.depth), loop.blocks, loop.header)
            if self._which != "all" and not self._is_simple(each.code.name):
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
        """A call that takes long: models, intrinsics and simple functions do not."""
        if not isinstance(instruction, Call) or isinstance(instruction.callee, InlineAsm):
            return False
        callee = instruction.callee
        if not isinstance(callee, GlobalRef):
            return True
        name = self._program.resolve_alias(callee.name)
        return name in self._program.codes and self._program.model_of(name) is None and not self._is_simple(name)

    def _is_simple(self, name: str) -> bool:
        """Whether a function runs to its end without a loop; one that calls itself does not."""
        known = self._simple.get(name)
        if known is None:
            self._simple[name] = False  # as long as it is not known, and if it comes back to itself
            body = self._program.codes[name].function.body
            known = not find_loops(body).loops
            known = known and not any(self._is_call(each) for block in body.blocks for each in block.instructions)
            self._simple[name] = known
        return known
