"""The conditions a path has passed: an immutable list that forks for free and knows its independent parts."""

from __future__ import annotations

from typing import Final

from albers.expr.bits import not_
from albers.expr.term import AND, FALSE, NOT, OR, TRUE, Term
from albers.solver.independence import LeafGroups
from albers.solver.path_facts import NOTHING_KNOWN, PathFacts


class PathCondition:
    """A conjunction; `constraint` is its newest part and `parent` the rest. `facts` is all of it, simplified."""

    def __init__(self, parent: PathCondition | None, constraint: Term, length: int, facts: PathFacts) -> None:
        self.parent: PathCondition | None = parent
        self.constraint: Term = constraint  # TRUE in the empty condition only
        self.length: int = length
        self.facts: PathFacts = facts
        self._groups: LeafGroups | None = None  # made when asked for
        # Least values of terms that were proven on this path; every extension of it inherits them.
        self._proven: dict[Term, int] = _NOTHING_PROVEN
        # Terms that have a single value on this path, and which; inherited likewise.
        self._fixed: dict[Term, int] = _NOTHING_PROVEN

    @staticmethod
    def empty() -> PathCondition:
        return EMPTY

    def extended(self, constraint: Term) -> PathCondition:
        """This and `constraint`; conjunctions are taken apart, and what follows from the rest is left out."""
        result = self
        for part in conjuncts(constraint):
            assert part is not FALSE, "a path that cannot be taken must not be continued"
            facts = result.facts.extended(part)
            if facts is not result.facts:
                proven = result._proven
                fixed = result._fixed
                result = PathCondition(result, part, result.length + 1, facts)
                result._proven = proven
                result._fixed = fixed
        return result

    def at_least(self, term: Term) -> int:
        """A value that the term is known to reach on this path; 0 if nothing was noted."""
        return self._proven.get(term, 0)

    def note_at_least(self, term: Term, value: int) -> None:
        """Remembers a proven fact about this condition; whoever shares the condition may know it too."""
        if value > self._proven.get(term, 0):
            proven = self._proven.copy()
            proven[term] = value
            self._proven = proven

    def value_of(self, term: Term) -> int | None:
        """The only value of a term on this path, if that was noted."""
        return self._fixed.get(term)

    def note_value(self, term: Term, value: int) -> None:
        fixed = self._fixed.copy()
        fixed[term] = value
        self._fixed = fixed

    def constraints(self) -> list[Term]:
        """All parts, oldest first."""
        result: list[Term] = []
        node = self
        while node.parent is not None:
            result.append(node.constraint)
            node = node.parent
        result.reverse()
        return result

    def slice_for(self, leaves: frozenset[Term]) -> tuple[Term, ...]:
        """The parts that share unknown bytes with the leaves, directly or through others, ordered by `serial`."""
        return self._own_groups().constraints_about(leaves)

    def _own_groups(self) -> LeafGroups:
        """The parts as they are, grouped: made from the nearest ancestor that has its groups."""
        missing: list[PathCondition] = []
        node = self
        groups = node._groups
        while groups is None:
            missing.append(node)
            assert node.parent is not None
            node = node.parent
            groups = node._groups
        while missing:
            node = missing.pop()
            more = groups.with_constraint(node.constraint)
            groups = groups if more is None else more
            node._groups = groups
        return groups


_NOTHING_PROVEN: Final[dict[Term, int]] = {}
EMPTY: Final = PathCondition(None, TRUE, 0, NOTHING_KNOWN)
EMPTY._groups = LeafGroups.empty()


def conjuncts(condition: Term) -> list[Term]:
    """The terms whose conjunction is `condition`, left to right, without TRUE."""
    op = condition.op
    if op != AND and op != NOT:
        return [] if condition is TRUE else [condition]
    result: list[Term] = []
    stack: list[Term] = [condition]
    while stack:
        term = stack.pop()
        if term.op == AND:
            stack.append(term.args[1])
            stack.append(term.args[0])
        elif term.op == NOT and term.args[0].op == OR:
            disjunction = term.args[0]
            stack.append(not_(disjunction.args[1]))
            stack.append(not_(disjunction.args[0]))
        elif term is not TRUE:
            result.append(term)
    return result
