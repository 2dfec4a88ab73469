"""Operations that move control within a function: jumps, branches, switches.

Phis are performed on the edge: each edge knows which registers the target's phis receive.
"""

from __future__ import annotations

from mypy_extensions import i64

from albers.engine.machine import Machine
from albers.engine.state import BlockCode, Op, State
from albers.engine.statistics import BranchKind
from albers.expr.bits import any_of
from albers.expr.compare import eq
from albers.expr.term import Term, const
from albers.ir.instructions import Instruction
from albers.verdicts import ErrorKind


class Edge:
    """A control-flow edge with the parallel copies its target's phis ask for."""

    def __init__(self, machine: Machine, target: BlockCode, sources: list[int], results: list[int]) -> None:
        self.machine = machine
        self.target = target
        self.sources = sources
        self.results = results
        self.count: i64 = len(sources)

    def follow(self, state: State) -> None:
        frame = state.frame
        count = self.count
        if count == 1:
            registers = frame.registers
            registers[self.results[0]] = registers[self.sources[0]]
        elif count == 2:
            registers = frame.registers
            first = registers[self.sources[0]]
            registers[self.results[1]] = registers[self.sources[1]]
            registers[self.results[0]] = first
        elif count > 2:
            registers = frame.registers
            values = [registers[source] for source in self.sources]
            for i in range(count):
                registers[self.results[i]] = values[i]
        target = self.target
        frame.block = target
        frame.ops = target.ops
        frame.index = 0
        state.instructions += count
        target.visits += 1
        if not target.entered:
            self.machine.enter_new_block(state, target)
        if self.machine.hooks:
            self._tell(state)

    def _tell(self, state: State) -> None:
        for hook in self.machine.hooks:
            hook.entered_block(state)


class Terminator(Op):
    """Ends a block; marks the block as executed to its end."""

    def __init__(self, instruction: Instruction, block: BlockCode) -> None:
        super().__init__(instruction)
        self.block = block

    def leave(self) -> None:
        block = self.block
        if block.reached < len(block.ops):
            block.reached = len(block.ops)


class Jump(Terminator):
    def __init__(self, instruction: Instruction, block: BlockCode, edge: Edge) -> None:
        super().__init__(instruction, block)
        self.edge = edge

    def execute(self, state: State) -> bool:
        self.leave()
        self.edge.follow(state)
        return False


class Branch(Terminator):
    def __init__(
        self,
        machine: Machine,
        instruction: Instruction,
        block: BlockCode,
        condition: i64,
        on_true: Edge,
        on_false: Edge,
    ) -> None:
        super().__init__(instruction, block)
        self.machine = machine
        self.condition: i64 = condition
        self.on_true = on_true
        self.on_false = on_false
        self.seen_true = False
        self.seen_false = False

    def execute(self, state: State) -> bool:
        condition = state.frame.registers[self.condition]
        if isinstance(condition, int):
            self.take(state, condition != 0)
            return False
        assert isinstance(condition, Term)
        yes, no = self.machine.branch(state, condition, BranchKind.CONDITIONAL)
        if yes is not None:
            self._take_true(yes)
        if no is not None:
            self._take_false(no)
        return False

    def take(self, state: State, holds: bool) -> None:
        """Goes the way of a known condition."""
        if holds:
            self._take_true(state)
        else:
            self._take_false(state)

    def _take_true(self, state: State) -> None:
        if not self.seen_true:
            self.seen_true = True
            self.leave()
            take_new_side(state, self.block, self.on_true.target)
        self.on_true.follow(state)

    def _take_false(self, state: State) -> None:
        if not self.seen_false:
            self.seen_false = True
            self.leave()
            take_new_side(state, self.block, self.on_false.target)
        self.on_false.follow(state)


def take_new_side(state: State, block: BlockCode, target: BlockCode) -> None:
    """Notes that a side of a branch is taken, and whether the state is the first to do so."""
    if target.index in block.targets:
        side = block.targets.index(target.index)
        if not block.taken[side]:
            block.taken[side] = True
            if block.code.is_user:
                state.covered_new = True


class Switch(Terminator):
    """A chain of binary decisions, one per distinct target: the cases of one target are one disjunction."""

    def __init__(
        self,
        machine: Machine,
        instruction: Instruction,
        block: BlockCode,
        value: i64,
        width: i64,
        cases: dict[int, Edge],
        default: Edge,
    ) -> None:
        super().__init__(instruction, block)
        self.machine = machine
        self.value: i64 = value
        self.width: i64 = width
        self.cases = cases
        self.default = default
        self.groups = _group_by_target(cases, default)

    def execute(self, state: State) -> bool:
        self.leave()
        value = state.frame.registers[self.value]
        if isinstance(value, int):
            self._take(state, self.cases.get(value, self.default))
            return False
        assert isinstance(value, Term)
        rest = state
        for edge, values in self.groups:
            chosen = any_of([eq(value, const(self.width, v)) for v in values])
            here, elsewhere = self.machine.branch(rest, chosen, BranchKind.SWITCH)
            if here is not None:
                self._take(here, edge)
            if elsewhere is None:
                return False
            rest = elsewhere
        self._take(rest, self.default)
        return False

    def _take(self, state: State, edge: Edge) -> None:
        take_new_side(state, self.block, edge.target)
        edge.follow(state)


def _group_by_target(cases: dict[int, Edge], default: Edge) -> list[tuple[Edge, list[int]]]:
    """The cases of each target together, in order of first appearance; cases that go to the default are left out."""
    groups: dict[int, tuple[Edge, list[int]]] = {}
    for value, edge in cases.items():
        if edge.target is default.target:
            continue
        known = groups.get(edge.target.index)
        if known is None:
            groups[edge.target.index] = (edge, [value])
        else:
            known[1].append(value)
    return list(groups.values())


class IndirectBranch(Terminator):
    """A jump to a block address; `addresses` maps the numbers handed out for blocks to edges."""

    def __init__(
        self, machine: Machine, instruction: Instruction, block: BlockCode, address: i64, edges: dict[int, Edge]
    ) -> None:
        super().__init__(instruction, block)
        self.machine = machine
        self.address: i64 = address
        self.edges = edges

    def execute(self, state: State) -> bool:
        self.leave()
        address = state.frame.registers[self.address]
        if isinstance(address, int):
            edge = self.edges.get(address)
            if edge is None:
                return self.machine.error(state, ErrorKind.EXEC, "indirectbr: illegal label address")
            self._take(state, edge)
            return False
        assert isinstance(address, Term)
        rest = state
        for number, edge in self.edges.items():
            chosen = eq(address, const(address.width, number))
            here, elsewhere = self.machine.branch(rest, chosen, BranchKind.INDIRECT)
            if here is not None:
                self._take(here, edge)
            if elsewhere is None:
                return False
            rest = elsewhere
        return self.machine.error(rest, ErrorKind.EXEC, "indirectbr: illegal label address")

    def _take(self, state: State, edge: Edge) -> None:
        take_new_side(state, self.block, edge.target)
        edge.follow(state)


class UnreachableOp(Terminator):
    def __init__(self, machine: Machine, instruction: Instruction, block: BlockCode) -> None:
        super().__init__(instruction, block)
        self.machine = machine

    def execute(self, state: State) -> bool:
        return self.machine.error(state, ErrorKind.EXEC, 'reached "unreachable" instruction')


class UnsupportedOp(Op):
    """An instruction the engine does not know: only a path that reaches it ends."""

    def __init__(self, machine: Machine, instruction: Instruction | None, text: str) -> None:
        super().__init__(instruction)
        self.machine = machine
        self.text = text

    def execute(self, state: State) -> bool:
        self.machine.incomplete("unsupported instruction")
        return self.machine.error(state, ErrorKind.EXEC, f"unsupported instruction: {self.text}")
