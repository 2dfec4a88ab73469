"""Execution trees over a few unknown truth values, grown by a random generator, for the laws of merging."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

from albers.engine.state import BlockCode, Code, Frame, State
from albers.expr.arrays import byte_of, symbol
from albers.expr.bits import not_
from albers.expr.compare import eq, ult
from albers.expr.evaluate import Assignment
from albers.expr.term import Term, const
from albers.ir.module import Function
from albers.ir.types import FunctionType, VoidType
from albers.memory.address_space import AddressSpace
from albers.merging.execution_tree import ExecutionTree, Node
from albers.solver.path_condition import PathCondition

VALUES = 4  # of each unknown byte


def state(number: int) -> State:
    """A state that stands nowhere in particular."""
    code = Code(Function("f", FunctionType(VoidType(), [], False), [], "", None), 0, True)
    code.blocks = [BlockCode(code, 0)]
    return State(number, Frame(code, [], None, 0), AddressSpace.empty(), PathCondition.empty(), Assignment({}))


class GrownTree:
    """A tree of `size` leaves; of the branches on its three bytes, some are infeasible, as in no real tree."""

    def __init__(self, seed: int, size: int) -> None:
        self.random = random.Random(seed)
        self.bytes = [byte_of(symbol("input", 3), i) for i in range(3)]
        self.tree = ExecutionTree(state(0))
        leaves = [self.tree.root]
        while len(leaves) < size:
            leaf = leaves.pop(self.random.randrange(len(leaves)))
            condition = self.condition()
            leaves += self.tree.fork(leaf, state(len(leaves)), condition, not_(condition), 1)
            if self.random.random() < 0.2:
                leaves[-1].constraints.append(self.condition())
        self.leaves = leaves

    def condition(self) -> Term:
        byte = self.random.choice(self.bytes)
        value = const(8, self.random.randrange(1, VALUES))
        return ult(byte, value) if self.random.random() < 0.5 else eq(byte, value)

    def group(self) -> list[Node]:
        return self.random.sample(self.leaves, self.random.randint(1, len(self.leaves)))

    def assignments(self) -> Iterator[Assignment]:
        for values in itertools.product(range(VALUES), repeat=3):
            yield Assignment(dict(zip(self.bytes, values, strict=True)))
