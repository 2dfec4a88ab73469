"""A register is live where some path leads to a read before a definition."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from albers.ir.cfg import Graph, predecessors, successors
from albers.ir.instructions import BinaryOp, Freeze, Instruction, Phi
from albers.ir.liveness import find_liveness, live_before
from albers.ir.module import Block, Body
from albers.ir.operands import ConstInt, Operand, Register
from albers.ir.types import I32
from tests.ir.assembly import function_of
from tests.ir.graphs import body_of, chain, graphs

REGISTERS = 5


@st.composite
def bodies(draw: st.DrawFn) -> Body:
    """Random code over a few registers. It need not be in SSA form: liveness does not rely on it."""
    body = body_of(draw(graphs(6)))
    operands = st.one_of(
        st.builds(Register, st.just(I32), st.integers(0, REGISTERS - 1)), st.builds(ConstInt, st.just(I32), st.just(1))
    )
    results = st.integers(0, REGISTERS - 1)
    sources = predecessors(body)
    for block in body.blocks:
        code: list[Instruction] = []
        if sources[block.index]:
            for _ in range(draw(st.integers(0, 2))):
                values: list[Operand] = [draw(operands) for _ in sources[block.index]]
                code.append(Phi(I32, draw(results), values, list(sources[block.index])))
        for _ in range(draw(st.integers(0, 2))):
            code.append(BinaryOp(I32, draw(results), "add", draw(operands), draw(operands), frozenset()))
        block.instructions = code + block.instructions
    return body


def is_read(operands: list[Operand], register: int) -> bool:
    return any(isinstance(operand, Register) and operand.index == register for operand in operands)


def phi_reads(block: Block, source: int, register: int) -> bool:
    for phi in block.instructions:
        if isinstance(phi, Phi):
            for value, origin in zip(phi.values, phi.blocks, strict=True):
                if origin == source and is_read([value], register):
                    return True
    return False


def live_at(body: Body, graph: Graph, block: int, position: int, register: int) -> bool:
    """Search all paths from before instruction `position` of `block`."""
    seen = set()
    stack = [(block, position)]
    while stack:
        point = stack.pop()
        if point in seen:
            continue
        seen.add(point)
        index, place = point
        code = body.blocks[index].instructions
        if place < len(code):
            if not isinstance(code[place], Phi) and is_read(code[place].operands(), register):
                return True
            if code[place].result != register:
                stack.append((index, place + 1))
            continue
        for target in graph[index]:
            if phi_reads(body.blocks[target], index, register):
                return True
            stack.append((target, 0))
    return False


@settings(max_examples=150, deadline=None)
@given(body=bodies())
def test_liveness_is_what_searching_all_paths_finds(body: Body) -> None:
    graph = successors(body)
    liveness = find_liveness(body)
    for block in body.blocks:
        size = len(block.instructions)
        for register in range(REGISTERS):
            assert (register in liveness.live_in[block.index]) == live_at(body, graph, block.index, 0, register)
            assert (register in liveness.live_out[block.index]) == live_at(body, graph, block.index, size, register)
        for position in range(size):
            if not isinstance(block.instructions[position], Phi):
                expected = {r for r in range(REGISTERS) if live_at(body, graph, block.index, position, r)}
                assert live_before(block, liveness, position) == expected


def test_a_phi_operand_is_live_out_of_its_own_predecessor_only() -> None:
    body = function_of(
        """
        define i32 @f(i1 %c, i32 %x, i32 %y) {
        entry:
          br i1 %c, label %left, label %right
        left:
          br label %join
        right:
          br label %join
        join:
          %z = phi i32 [ %x, %left ], [ %y, %right ]
          ret i32 %z
        }
        """
    ).body
    liveness = find_liveness(body)
    c, x, y = 0, 1, 2
    assert liveness.live_in[0] == {c, x, y}
    assert liveness.live_out[1] == {x}
    assert liveness.live_out[2] == {y}
    assert liveness.live_in[3] == frozenset()


def test_deep_graphs_are_no_problem() -> None:
    body = body_of(chain(30_000))
    body.blocks[-1].instructions.insert(0, Freeze(I32, 1, Register(I32, 0)))
    liveness = find_liveness(body)
    assert all(live == {0} for live in liveness.live_in)
