"""Small random control-flow graphs, bodies made from them, and brute-force answers to compare with."""

from __future__ import annotations

from hypothesis import strategies as st

from albers.ir.cfg import Graph
from albers.ir.instructions import Branch, Instruction, Jump, Return, Switch
from albers.ir.module import Block, Body
from albers.ir.operands import ConstInt
from albers.ir.types import I1, I32, VOID


@st.composite
def graphs(draw: st.DrawFn, max_nodes: int = 8) -> Graph:
    """Graphs with node 0 as entry; not every node need be reachable, and loops may be irreducible."""
    count = draw(st.integers(1, max_nodes))
    targets = st.lists(st.integers(0, count - 1), max_size=3, unique=True)
    return [draw(targets) for _ in range(count)]


def terminator(targets: list[int]) -> Instruction:
    if not targets:
        return Return(VOID, None)
    if len(targets) == 1:
        return Jump(VOID, targets[0])
    if len(targets) == 2:
        return Branch(VOID, ConstInt(I1, 1), targets[0], targets[1])
    return Switch(VOID, ConstInt(I32, 0), targets[0], list(enumerate(targets[1:])))


def body_of(graph: Graph) -> Body:
    blocks = [Block(index, f"b{index}", [terminator(targets)]) for index, targets in enumerate(graph)]
    return Body(blocks, [], [])


def reaches(graph: Graph, start: int, goal: int, without: frozenset[int] = frozenset()) -> bool:
    """Whether a path leads from start to goal (possibly of length 0) that avoids some nodes."""
    if start in without or goal in without:
        return False
    seen = {start}
    stack = [start]
    while stack:
        node = stack.pop()
        if node == goal:
            return True
        for target in graph[node]:
            if target not in seen and target not in without:
                seen.add(target)
                stack.append(target)
    return False


def chain(length: int) -> Graph:
    """A long straight line with a loop back to its start: deeper than any recursion could go."""
    return [[index + 1] for index in range(length - 2)] + [[0, length - 1], []]
