"""Two operations in one where programs have them side by side: a comparison and the branch on it.

The block keeps both; the first, if it knows its operands, does the work of the second as well. A comparison that gives
a term leaves the branch to itself, so that forks happen where they always did.
"""

from __future__ import annotations

from albers.engine.arithmetic import Compare
from albers.engine.control import Branch
from albers.engine.state import Op, State


class CompareAndBranch(Compare):
    """An icmp whose result the next operation branches on."""

    def __init__(self, compare: Compare, branch: Branch) -> None:
        assert compare.instruction is not None
        super().__init__(
            compare.instruction,
            compare.operator,
            compare.negated,
            compare.width,
            compare.result,
            compare.a,
            compare.b,
        )
        self.branch = branch

    def execute(self, state: State) -> bool:
        registers = state.frame.registers
        x = registers[self.a]
        y = registers[self.b]
        if isinstance(x, int) and isinstance(y, int):
            holds = self.holds(x, y)
            registers[self.result] = 1 if holds else 0
            state.instructions += 1
            self.branch.take(state, holds)
            return False
        self.compare_terms(state, x, y)
        return True


def fuse(ops: list[Op]) -> None:
    """Replaces the comparison before the branch that ends a block."""
    if len(ops) < 2:
        return
    last = ops[-1]
    before = ops[-2]
    if isinstance(last, Branch) and isinstance(before, Compare) and before.result == last.condition:
        ops[-2] = CompareAndBranch(before, last)
