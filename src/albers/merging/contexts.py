"""A merge context (FSE'21, Algorithm 1): one execution of a size-dependent loop, with all states that it forked.

States that reach an exit wait there; when no state of the context runs any more, those at the same exit are merged.
"""

from __future__ import annotations

from albers.engine.state import BlockCode, State
from albers.expr.term import Term
from albers.merging.execution_tree import ExecutionTree, Node
from albers.merging.incremental import Snapshots
from albers.merging.loops import Region
from albers.solver.path_condition import PathCondition


class Member:
    """A state's place in its context."""

    def __init__(self, context: MergeContext, leaf: Node) -> None:
        self.context = context
        self.leaf = leaf
        self.exit: BlockCode | None = None  # where it waits


class MergeContext:
    """`root` is the path condition of the state that entered; `running` counts states inside of the loop."""

    def __init__(self, region: Region, state: State, root: PathCondition) -> None:
        self.region = region
        self.root = root
        self.tree = ExecutionTree(state)
        self.members: dict[int, Member] = {}
        self.running = 1
        self.snapshots: Snapshots | None = None  # for incremental merging
        self.is_abandoned = False  # too large: everybody goes on alone
        self.is_settled = False  # about to be closed
        self._add(state, self.tree.root)

    def _add(self, state: State, leaf: Node) -> Member:
        member = Member(self, leaf)
        self.members[state.id] = member
        return member

    def forked(self, state: State, child: State, condition: Term, opposite: Term, site: int) -> Member:
        """The child's membership; the state's own leaf moves down."""
        member = self.members[state.id]
        member.leaf, leaf = self.tree.fork(member.leaf, child, condition, opposite, site)
        self.running += 1
        return self._add(child, leaf)

    def decided(self, state: State, condition: Term, site: int) -> None:
        member = self.members[state.id]
        member.leaf = self.tree.extend(member.leaf, condition, site)

    def path_to(self, node: Node) -> PathCondition:
        """The path condition of a state at a node."""
        path = self.root
        for condition in node.path_conditions():
            path = path.extended(condition)
        return path

    def reached(self, state: State, exit_: BlockCode) -> None:
        """The state left the loop and waits."""
        self.members[state.id].exit = exit_
        self.running -= 1

    def lost(self, state: State) -> None:
        """The state ended, inside of the loop or waiting."""
        member = self.members.pop(state.id)
        member.leaf.state = None
        if member.exit is None:
            self.running -= 1

    def groups(self) -> list[list[Node]]:
        """The leaves at each exit, exits in the order of their blocks, leaves in the order of the tree."""
        by_exit: dict[int, list[Node]] = {}
        for leaf in self.tree.leaves():
            state = leaf.state
            if state is not None:
                exit_ = self.members[state.id].exit
                assert exit_ is not None
                by_exit.setdefault(exit_.index, []).append(leaf)
        return [by_exit[index] for index in sorted(by_exit)]
