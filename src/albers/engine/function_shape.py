"""A function as the distance computation sees it: sizes of blocks, edges, calls, and how far it is to a return.

Positions within a block count its operations, that is its instructions without phis. Everything here follows from the
program text; what was covered is not known here.
"""

from __future__ import annotations

from collections.abc import Mapping
from heapq import heapify, heappop, heappush
from typing import Final

from albers.engine.state import Code
from albers.ir.instructions import Call, Instruction, Phi, Return, Unreachable
from albers.ir.module import Block
from albers.ir.operands import ConstAggregate, ConstExpr, GlobalRef, InlineAsm, Operand

#: No path leads there.
NEVER: Final = 1 << 40
# What a call is taken to run until it returns if its body is not looked at: a library function, or an unknown one.
_OPAQUE_CALL: Final = 10


class CallSite:
    """A call of the program's own code, or of something that may call it back.

    `callees` are known by name; with `signature` set, any function of that type whose address is taken may be meant.
    `duration` is the fewest instructions until the call returns, without the call itself.
    """

    def __init__(self, offset: int, callees: list[str], signature: str, duration: int) -> None:
        self.offset = offset
        self.callees = callees
        self.signature = signature
        self.is_direct = duration == NEVER
        self.duration = duration


class BlockShape:
    """`executable` is the size without a final `unreachable`, which no path covers; `cost` includes what is called."""

    def __init__(self, size: int, executable: int, successors: list[int], returns: bool, calls: list[CallSite]) -> None:
        self.size = size
        self.executable = executable
        self.successors = successors
        self.returns = returns
        self.calls = calls

    def cost(self) -> int:
        return self.remaining(0)

    def remaining(self, index: int) -> int:
        """The fewest instructions from operation `index` until the block is left, or NEVER."""
        total = max(0, self.size - index)
        for call in self.calls:
            if call.offset >= index:
                if call.duration >= NEVER:
                    return NEVER
                total += call.duration
        return total


class FunctionShape:
    """`exits[b]` is the fewest instructions from the start of block b until the function returns, or NEVER."""

    def __init__(self, code: Code, blocks: list[BlockShape]) -> None:
        self.code = code
        self.blocks = blocks
        self.exits: list[int] = [NEVER] * len(blocks)

    def exit_from(self, block: int, index: int) -> int:
        """The fewest instructions from a position until the function returns, or NEVER."""
        shape = self.blocks[block]
        remaining = shape.remaining(index)
        if shape.returns or remaining >= NEVER:
            return remaining
        nearest = min([self.exits[successor] for successor in shape.successors], default=NEVER)
        return min(NEVER, remaining + nearest)

    def find_exits(self) -> None:
        """Computes `exits` from the durations of the calls."""
        edges: list[list[tuple[int, int]]] = [[] for _ in self.blocks]
        starts: list[tuple[int, int]] = []
        for index, block in enumerate(self.blocks):
            cost = block.cost()
            if cost >= NEVER:
                continue
            if block.returns:
                starts.append((cost, index))
            for successor in block.successors:
                edges[successor].append((index, cost))
        self.exits = shortest_paths(edges, starts)[0]


def shape_of(code: Code, own: Mapping[str, Code]) -> FunctionShape:
    """The shape of a defined function; `own` are the functions whose calls are looked into."""
    return FunctionShape(code, [_block_shape(block, own) for block in code.function.body.blocks])


def _block_shape(block: Block, own: Mapping[str, Code]) -> BlockShape:
    size = 0
    calls: list[CallSite] = []
    for instruction in block.instructions:
        if isinstance(instruction, Phi):
            continue
        if isinstance(instruction, Call):
            site = _call_site(instruction, size, own)
            if site is not None:
                calls.append(site)
        size += 1
    last = block.terminator()
    executable = size - 1 if isinstance(last, Unreachable) else size
    return BlockShape(size, executable, list(dict.fromkeys(last.successors())), isinstance(last, Return), calls)


def _call_site(call: Call, offset: int, own: Mapping[str, Code]) -> CallSite | None:
    callee = call.callee
    if isinstance(callee, InlineAsm):
        return None
    if not isinstance(callee, GlobalRef):
        return CallSite(offset, [], call.function_type.text, _OPAQUE_CALL)
    if callee.name in own:
        return CallSite(offset, [callee.name], "", NEVER)
    if callee.name.startswith("llvm."):
        return None
    # A library function may call back what it is given, as qsort does.
    given = [each.name for each in call.arguments if isinstance(each, GlobalRef) and each.name in own]
    return CallSite(offset, given, "", _OPAQUE_CALL)


def find_exits(shapes: Mapping[str, FunctionShape]) -> None:
    """Computes durations of calls and exits of functions that call each other, from "never returns" downwards."""
    sites: dict[str, list[CallSite]] = {name: [] for name in shapes}
    callers: dict[str, list[str]] = {name: [] for name in shapes}
    for name, shape in shapes.items():
        for block in shape.blocks:
            for call in block.calls:
                if call.is_direct:
                    sites[call.callees[0]].append(call)
                    callers[call.callees[0]].append(name)
    # Insertion-ordered, so that the work is done in the same order every time.
    pending = dict.fromkeys(reversed(list(shapes)))
    while pending:
        name, _ = pending.popitem()
        shape = shapes[name]
        before = shape.exits[0]
        shape.find_exits()
        if shape.exits[0] == before:
            continue
        for call in sites[name]:
            call.duration = shape.exits[0]
        pending.update(dict.fromkeys(callers[name]))


def shortest_paths(edges: list[list[tuple[int, int]]], starts: list[tuple[int, int]]) -> tuple[list[int], list[int]]:
    """Distance of every node to the nearest start and which start that is (NEVER and -1 where there is none).

    `edges[n]` are (node before n, length); `starts` are (distance to begin with, node).
    """
    distances = [NEVER] * len(edges)
    nearest = [-1] * len(edges)
    queue: list[tuple[int, int]] = []
    for distance, node in starts:
        if distance < distances[node]:
            distances[node] = distance
            nearest[node] = node
            queue.append((distance, node))
    heapify(queue)
    while queue:
        distance, node = heappop(queue)
        if distance > distances[node]:
            continue
        origin = nearest[node]
        for before, length in edges[node]:
            through = distance + length
            if through < distances[before]:
                distances[before] = through
                nearest[before] = origin
                heappush(queue, (through, before))
    return distances, nearest


def functions_named(instruction: Instruction) -> list[str]:
    """Globals whose address an instruction takes: named by it, but not as what a call calls."""
    operands: list[Operand] = list(instruction.arguments) if isinstance(instruction, Call) else instruction.operands()
    return globals_named(operands)


def globals_named(operands: list[Operand]) -> list[str]:
    """Names of all globals in operands and in the constants they are built from."""
    names: list[str] = []
    pending = list(operands)
    while pending:
        operand = pending.pop()
        if isinstance(operand, GlobalRef):
            names.append(operand.name)
        elif isinstance(operand, ConstAggregate):
            pending.extend(operand.elements)
        elif isinstance(operand, ConstExpr):
            pending.extend(operand.operands)
    return names
