"""The execution tree of a merge context (FSE'21, section 3.3): which conditions led to which state.

A leaf is a state; a fork gives its leaf two children. A node is annotated with the condition of the branch that led to
it, and with the constraints that were added to its state without a fork while it was a leaf: an assumption inside of
the loop belongs to the inputs that the merged state admits. Trees can be as deep as there are states: nothing recurses.
"""

from __future__ import annotations

from albers.engine.state import State
from albers.expr.bits import all_of, or_
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
        # Joining leaves (`join`): some inputs of this node now belong to a node elsewhere; it is no longer in the tree;
        # and of its children, the condition of the right one says who belongs to which.
        self.is_partial = False
        self.is_gone = False
        self.is_told_by_right = False

    @property
    def is_leaf(self) -> bool:
        return self.left is None and self.right is None

    def own_condition(self) -> Term:
        """What has to hold to get here from the parent, and to go on."""
        return all_of([self.condition, *self.constraints]) if self.constraints else self.condition

    @property
    def has_two_children(self) -> bool:
        return self.left is not None and self.right is not None

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


class Joined:
    """The leaf that replaces two nodes, and the states that it continues for."""

    def __init__(self, leaf: Node, ended: list[State]) -> None:
        self.leaf = leaf
        self.ended = ended


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

    def join(self, leaf: Node, other: Node) -> Joined | None:
        """Replaces a leaf and another node's subtree by one leaf below their common ancestor (FSE'23, section 4).

        None if that would give the ancestor three children, or if a path below the other node has ended already.
        """
        way = leaf.path()
        other_way = other.path()
        if other.is_gone or other in way:
            return None
        depth = 0
        while way[depth] is other_way[depth]:
            depth += 1
        ancestor = way[depth - 1]
        below, other_below = way[depth:], other_way[depth:]
        is_direct = all(not node.has_two_children for node in below)
        other_is_direct = all(not node.has_two_children for node in other_below[:-1])
        if not is_direct and not other_is_direct:
            return None
        replaced = [node for node in _subtree(other) if node.is_leaf]
        if any(node.state is None for node in replaced):
            return None
        condition = or_(
            all_of([node.own_condition() for node in below]), all_of([node.own_condition() for node in other_below])
        )
        state = leaf.state
        assert state is not None
        ended = [node.state for node in replaced if node.state is not None]
        self.leaf_count -= len(replaced)
        for node in [*_subtree(other), leaf]:
            node.is_gone = True
        if is_direct and other_is_direct:
            for node in (*below, *other_below):
                node.is_gone = True
            ancestor.left = None
            ancestor.right = None
            ancestor.state = state
            if condition is not TRUE:
                ancestor.constraints.append(condition)
            return Joined(ancestor, ended)
        direct, deep = (other_below, below) if other_is_direct else (below, other_below)
        for node in deep[:-1]:
            node.is_partial = True
        new = Node(ancestor, condition, direct[0].site, state)
        for node in direct:
            node.is_gone = True
        ancestor.is_told_by_right = ancestor.right is direct[0]
        if ancestor.right is direct[0]:
            ancestor.right = new
        else:
            ancestor.left = new
        _remove(deep)
        return Joined(new, ended)

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


def _subtree(root: Node) -> list[Node]:
    result: list[Node] = []
    stack = [root]
    while stack:
        node = stack.pop()
        result.append(node)
        if node.left is not None:
            stack.append(node.left)
        if node.right is not None:
            stack.append(node.right)
    return result


def _remove(way: list[Node]) -> None:
    """Takes the last node of a way out of the tree; what is left with one child gives its place to the child."""
    depth = len(way) - 2
    while not way[depth].has_two_children:
        way[depth].is_gone = True
        depth -= 1
    fork = way[depth]
    rest = fork.right if fork.left is way[depth + 1] else fork.left
    assert rest is not None and fork.parent is not None
    shown = all_of([fork.shown_condition(), rest.condition if rest.decided is None else rest.decided])
    rest.condition = all_of([fork.own_condition(), rest.condition])
    rest.decided = shown if shown is not rest.condition else None
    rest.site = fork.site
    rest.parent = fork.parent
    if fork.parent.left is fork:
        fork.parent.left = rest
    else:
        fork.parent.right = rest
    fork.is_gone = True
