"""Which registers are still needed at the borders of blocks.

A register is live at a point if some path from there reads it before it is defined again. A phi reads its operand at
the end of the predecessor it comes from, and defines its result at the start of its own block: so neither is live into
the block, and the operand is live out of that predecessor only.
"""

from __future__ import annotations

from albers.ir.cfg import Graph, reverse_postorder, successors
from albers.ir.instructions import Instruction, Phi
from albers.ir.module import Block, Body
from albers.ir.operands import Operand, Register


class Liveness:
    """Registers live at the start (after the phis have read their operands) and at the end of each block."""

    def __init__(self, live_in: list[frozenset[int]], live_out: list[frozenset[int]]) -> None:
        self.live_in = live_in
        self.live_out = live_out


def find_liveness(body: Body) -> Liveness:
    """Solve the data-flow equations backwards; sets of registers are bits of integers while they change."""
    graph = successors(body)
    used = [0] * len(graph)
    defined = [0] * len(graph)
    phi_reads: list[dict[int, int]] = []  # per block: predecessor -> registers its phis read on that edge
    for block in body.blocks:
        used[block.index], defined[block.index] = _summary(block)
        phi_reads.append(_phi_reads(block))
    live_in = [0] * len(graph)
    live_out = [0] * len(graph)
    order = _worklist_order(graph)
    changed = True
    while changed:
        changed = False
        for node in order:
            after = 0
            for target in graph[node]:
                after |= live_in[target] | phi_reads[target].get(node, 0)
            before = used[node] | after & ~defined[node]
            if after != live_out[node] or before != live_in[node]:
                live_out[node] = after
                live_in[node] = before
                changed = True
    return Liveness([_registers(bits) for bits in live_in], [_registers(bits) for bits in live_out])


def live_before(block: Block, liveness: Liveness, position: int) -> set[int]:
    """Registers live just before the instruction at `position`, which is not a phi."""
    live = set(liveness.live_out[block.index])
    for instruction in reversed(block.instructions[position:]):
        live.discard(instruction.result)
        live.update(registers_read(instruction))
    return live


def registers_read(instruction: Instruction) -> list[int]:
    return [operand.index for operand in instruction.operands() if isinstance(operand, Register)]


def _worklist_order(graph: Graph) -> list[int]:
    """Backwards, so that most successors come first; blocks the entry does not reach at the end."""
    order = reverse_postorder(graph)
    order.reverse()
    reached = set(order)
    return order + [node for node in range(len(graph)) if node not in reached]


def _summary(block: Block) -> tuple[int, int]:
    """The registers read before any definition in the block (phis aside), and those it defines."""
    used: set[int] = set()
    defined: set[int] = set()
    for instruction in block.instructions:
        if not isinstance(instruction, Phi):
            used.update(register for register in registers_read(instruction) if register not in defined)
        if instruction.result >= 0:
            defined.add(instruction.result)
    return _bits(used), _bits(defined)


def _phi_reads(block: Block) -> dict[int, int]:
    reads: dict[int, int] = {}
    for instruction in block.instructions:
        if not isinstance(instruction, Phi):
            break
        for value, source in zip(instruction.values, instruction.blocks, strict=True):
            reads[source] = reads.get(source, 0) | _bit(value)
    return reads


def _bit(operand: Operand) -> int:
    return 1 << operand.index if isinstance(operand, Register) else 0


def _bits(registers: set[int]) -> int:
    bits = 0
    for register in registers:
        bits |= 1 << register
    return bits


def _registers(bits: int) -> frozenset[int]:
    found: list[int] = []
    while bits:
        lowest = bits & -bits
        found.append(lowest.bit_length() - 1)
        bits ^= lowest
    return frozenset(found)
