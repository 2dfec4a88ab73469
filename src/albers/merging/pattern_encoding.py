"""Merging with quantifiers (FSE'23, section 3): the leaves of an exit in pattern groups, each with a formula over k."""

from __future__ import annotations

from albers.expr.evaluate import Assignment
from albers.expr.quantified import mentions_bound
from albers.expr.substitute import substitute
from albers.expr.term import Term, const
from albers.merging.encodings import Encoding, TreeEncoding
from albers.merging.execution_tree import ExecutionTree, Node
from albers.merging.formula_patterns import AuxiliaryVariable, FormulaPattern, formula_pattern, merged_condition
from albers.merging.linear_terms import generalised
from albers.merging.regular_patterns import Word, partition
from albers.merging.shapes import Shapes


class Words:
    """Paths of a tree as words: a symbol for each node, equal for conditions of one shape at one branch."""

    def __init__(self, shapes: Shapes) -> None:
        self._shapes = shapes
        self._symbols: dict[tuple[int, int], int] = {}

    def symbol(self, node: Node) -> int:
        key = (self._shapes.of(node.shown_condition()), node.site)
        found = self._symbols.get(key)
        if found is None:
            found = len(self._symbols)
            self._symbols[key] = found
        return found

    def of(self, leaf: Node) -> Word:
        return tuple([self.symbol(node) for node in leaf.path()[1:]])

    def tell_siblings_apart(self, tree: ExecutionTree) -> bool:
        """Whether a word leads to one node only; otherwise nothing can be said by words."""
        for node in tree.postorder():
            left = node.left
            right = node.right
            if left is not None and right is not None and self.symbol(left) == self.symbol(right):
                return False
        return True


class PatternEncoding(Encoding):
    """One pattern group: `counts` are the k of the leaves, in the order in which values are given."""

    def __init__(
        self, pattern: FormulaPattern, counts: list[int], name: str, by_tree: TreeEncoding, shapes: Shapes
    ) -> None:
        self.variable = AuxiliaryVariable(name, pattern.counts[-1])
        self.is_useful = False  # some value is a function of k
        self._counts = counts
        self._by_tree = by_tree
        self._shapes = shapes
        self._condition = merged_condition(pattern, self.variable)

    def condition(self) -> Term:
        return self._condition

    def value(self, values: list[Term | None]) -> Term:
        examples: list[tuple[int, Term]] = []
        for count, value in zip(self._counts, values, strict=True):
            if value is not None:
                examples.append((count, value))
        template = generalised(examples, self._shapes)
        if template is None:
            return self._by_tree.value(values)
        if mentions_bound(template):
            self.is_useful = True
            return self.variable.put_into(template)
        return template

    def at(self, index: int, term: Term) -> Term:
        numbers = self.variable.set_to(self._counts[index])
        return substitute(term, {byte: const(8, value) for byte, value in numbers.items()})

    def witness(self, index: int, witness: Assignment) -> Assignment:
        return witness.updated(self.variable.set_to(self._counts[index]))

    def taint(self) -> frozenset[Term]:
        return frozenset((self.variable.symbol,))


def pattern_groups(
    tree: ExecutionTree, leaves: list[Node], words: Words, shapes: Shapes, most: int, name: str
) -> list[tuple[list[Node], Encoding | None]] | None:
    """The leaves in groups with their encodings (none where a leaf is alone); None if there are too many groups."""
    patterns = partition([words.of(leaf) for leaf in leaves], most)
    if patterns is None:
        return None
    paths = [[node.shown_condition() for node in leaf.path()[1:]] for leaf in leaves]
    groups: list[tuple[list[Node], Encoding | None]] = []
    for number, pattern in enumerate(patterns):
        members = [leaves[match.index] for match in pattern.matches]
        if len(members) == 1:
            groups.append((members, None))
            continue
        by_tree = TreeEncoding(tree, members)
        formula = formula_pattern(pattern, paths, shapes)
        if formula is None:
            groups.append((members, by_tree))
            continue
        counts = [match.count for match in pattern.matches]
        groups.append((members, PatternEncoding(formula, counts, f"{name}.{number}", by_tree, shapes)))
    return groups
