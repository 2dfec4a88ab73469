"""The execution tree of a merge context (FSE'21, section 3.3): which conditions led to which state.

A leaf is a state; a fork gives its leaf two children. A node is annotated with the condition of the branch that led to
it, and with the constraints that were added to its state without a fork while it was a leaf: an assumption inside of
the loop belongs to the inputs that the merged state admits. Trees can be as deep as there are states: nothing recurses.
"""

from __future__ import annotations

from albers.engine.state import State
from albers.expr.bits import all_of
from albers.expr.term import TRUE, Term


class Node:
    """`site` identifies the branch that forked the parent, the same for both children."""

    def __init__(self, parent: Node | None, condition: Term, site: int, state: State | None) -> None:
        self.parent = parent
        self.condition = condition
        self.site = site
        self.decided: Term | None = None  # the condition of a branch that had this side only: known, but part of words
        self.constraints: list[Term] = []
        self.state = state  # of a leaf that is still there
        self.left: Node | None = None
        self.right: Node | None = None

    @property
    def is_leaf(self) -> bool:
        return self.left is None and self.right is None

    def own_condition(self) -> Term:
        """What has to hold to get here from the parent, and to go on."""
        return all_of([self.condition, *self.constraints]) if self.constraints else self.condition

    def shown_condition(self) -> Term:
        """What has to hold to get here and what was found to hold on the way."""
        return self.own_condition() if self.decided is None else all_of([self.decided, *self.constraints])

    def path(self) -> list[Node]:
        """From the root to this node."""
        result: list[Node] = []
        node: Node | None = self
        while node is not None:
            result.append(node)
            node = node.parent
        result.reverse()
        return result

    def path_conditions(self) -> list[Term]:
        """The conditions and constraints from the root to this node, in order, without TRUE."""
        result: list[Term] = []
        for node in self.path():
            if node.condition is not TRUE:
                result.append(node.condition)
            result += node.constraints
        return result


class ExecutionTree:
    """Grows at its leaves."""

    def __init__(self, state: State) -> None:
        self.root = Node(None, TRUE, 0, state)
        self.leaf_count = 1

    def fork(self, leaf: Node, child: State, condition: Term, opposite: Term, site: int) -> tuple[Node, Node]:
        """The leaf's state goes on under `condition`, the child under its opposite; their new leaves."""
        state = leaf.state
        assert state is not None and leaf.is_leaf
        left = Node(leaf, condition, site, state)
        right = Node(leaf, opposite, site, child)
        leaf.left = left
        leaf.right = right
        leaf.state = None
        self.leaf_count += 1
        return left, right

    def extend(self, leaf: Node, condition: Term, site: int) -> Node:
        """The leaf's state passed a branch that had one side only."""
        state = leaf.state
        assert state is not None and leaf.is_leaf
        child = Node(leaf, TRUE, site, state)
        child.decided = condition
        leaf.left = child
        leaf.state = None
        return child

    def postorder(self) -> list[Node]:
        """Every node after its children."""
        result: list[Node] = []
        stack = [self.root]
        while stack:
            node = stack.pop()
            result.append(node)
            if node.left is not None:
                stack.append(node.left)
            if node.right is not None:
                stack.append(node.right)
        result.reverse()
        return result

    def leaves(self) -> list[Node]:
        return [node for node in self.postorder() if node.is_leaf]

    def take_apart(self) -> None:
        """Cuts every reference: nodes form cycles, and the cyclic collector may be off."""
        for node in self.postorder():
            node.parent = None
            node.left = None
            node.right = None
            node.state = None
