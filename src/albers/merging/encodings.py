"""How the states of a group become one formula and one value each: the paper's plain and tree encodings.

`condition` is what the merged path adds to the path of the context's root (Algorithm 2's or Algorithm 3's), TRUE if the
group is all that became of the root. `value` chooses between the values of the states (Algorithm 2's fold or Algorithm
4); None says that a state does not care, and at least one does. The values are equal under each state's own condition.
"""

from __future__ import annotations

from albers.expr.bits import all_of, and_, ite, or_
from albers.expr.evaluate import Assignment
from albers.expr.term import FALSE, TRUE, Term
from albers.merging.execution_tree import ExecutionTree, Node


class Encoding:
    """For the leaves of one group, in the order in which values are given."""

    def condition(self) -> Term:
        raise NotImplementedError

    def value(self, values: list[Term | None]) -> Term:
        raise NotImplementedError

    def at(self, index: int, term: Term) -> Term:
        """A merged condition or value as it is for one of the states."""
        return term

    def witness(self, index: int, witness: Assignment) -> Assignment:
        """A witness of the merged path, from that of one of the states."""
        return witness

    def taint(self) -> frozenset[Term]:
        """Unknowns that the encoding introduced."""
        return frozenset()


class PlainEncoding(Encoding):
    """SM: a disjunction of the states' conditions and a chain of choices by them."""

    def __init__(self, tree: ExecutionTree, leaves: list[Node]) -> None:
        self._suffixes = [all_of(leaf.path_conditions()) for leaf in leaves]
        self._is_complete = _covers_everything(tree, leaves)

    def condition(self) -> Term:
        if self._is_complete:
            return TRUE
        result = FALSE
        for suffix in self._suffixes:
            result = or_(result, suffix)
        return result

    def value(self, values: list[Term | None]) -> Term:
        result: Term | None = None
        for i in range(len(values) - 1, -1, -1):
            value = values[i]
            if value is not None:
                result = value if result is None else ite(self._suffixes[i], value, result)
        assert result is not None
        return result


class TreeEncoding(Encoding):
    """SMOpt: every condition of the tree occurs once, and subtrees that belong to the group as a whole vanish."""

    def __init__(self, tree: ExecutionTree, leaves: list[Node]) -> None:
        self._count = len(leaves)
        # Of the nodes with group leaves on both sides, children first: the two slots and the condition of the left one.
        # Slot i < count is leaf i, later ones are the choices in order.
        self._choices: list[tuple[int, int, Term]] = []
        slots: dict[Node, int] = {leaf: i for i, leaf in enumerate(leaves)}
        for node in tree.postorder():
            left = node.left
            right = node.right
            left_slot = -1 if left is None else slots.get(left, -1)
            right_slot = -1 if right is None else slots.get(right, -1)
            if left_slot >= 0 and right_slot >= 0:
                assert left is not None and right is not None
                slots[node] = self._count + len(self._choices)
                if node.is_told_by_right:
                    self._choices.append((right_slot, left_slot, right.own_condition()))
                else:
                    self._choices.append((left_slot, right_slot, left.condition))
            elif left_slot >= 0 or right_slot >= 0:
                slots[node] = max(left_slot, right_slot)
        self._condition = _merged_condition(tree, leaves)

    def condition(self) -> Term:
        return self._condition

    def value(self, values: list[Term | None]) -> Term:
        slots = values.copy()
        for left, right, condition in self._choices:
            on_left = slots[left]
            on_right = slots[right]
            if on_left is None:
                slots.append(on_right)
            elif on_right is None:
                slots.append(on_left)
            else:
                slots.append(ite(condition, on_left, on_right))
        result = slots[len(slots) - 1]
        assert result is not None
        return result


def _merged_condition(tree: ExecutionTree, leaves: list[Node]) -> Term:
    """Algorithm 3. A subtree is full if all its leaves are in the group and nothing was assumed in it."""
    group = set(leaves)
    conditions: dict[Node, Term] = {}  # of the nodes with group leaves below
    full: set[Node] = set()
    for node in tree.postorder():
        if node.is_leaf:
            if node in group:
                conditions[node] = node.own_condition()
                if not node.constraints and not node.is_partial:
                    full.add(node)
            continue
        children = [each for each in (node.left, node.right) if each is not None and each in conditions]
        if not children:
            continue
        own = node.own_condition()
        if len(children) == 2 and children[0] in full and children[1] in full and not node.is_partial:
            conditions[node] = own
            if not node.constraints:
                full.add(node)
        elif node.right is None and children[0] in full and not node.is_partial:
            conditions[node] = own  # a branch with one side only
            if not node.constraints:
                full.add(node)
        elif len(children) == 2:
            conditions[node] = and_(own, or_(conditions[children[0]], conditions[children[1]]))
        else:
            conditions[node] = and_(own, conditions[children[0]])
    return conditions[tree.root]


def _covers_everything(tree: ExecutionTree, leaves: list[Node]) -> bool:
    if len(leaves) != tree.leaf_count:
        return False
    return not any(node.constraints for node in tree.postorder())


def make_encoding(name: str, tree: ExecutionTree, leaves: list[Node]) -> Encoding:
    return PlainEncoding(tree, leaves) if name == "plain" else TreeEncoding(tree, leaves)
