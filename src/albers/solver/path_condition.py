"""The conditions a path has passed: an immutable list that forks for free and knows its independent parts."""

from __future__ import annotations

from typing import Final

from albers.expr.bits import not_
from albers.expr.evaluate import Assignment, evaluate
from albers.expr.leaves import leaves_of
from albers.expr.term import AND, FALSE, NOT, OR, TRUE, Term
from albers.solver.independence import LeafGroups
from albers.solver.persistent_map import PersistentMap


class PathCondition:
    """A conjunction; `constraint` is its newest part and `parent` the rest."""

    def __init__(self, parent: PathCondition | None, constraint: Term, length: int, groups: LeafGroups) -> None:
        self.parent: PathCondition | None = parent
        self.constraint: Term = constraint  # TRUE in the empty condition only
        self.length: int = length
        self._groups: LeafGroups = groups
        # Least values of terms that were proven on this path; every extension of it inherits them.
        self._proven: dict[Term, int] = _NOTHING_PROVEN

    @staticmethod
    def empty() -> PathCondition:
        return EMPTY

    def extended(self, constraint: Term) -> PathCondition:
        """This and `constraint`; conjunctions are taken apart, and what is already there is left out."""
        result = self
        for part in conjuncts(constraint):
            result = result._extended_by_one(part)
        return result

    def _extended_by_one(self, constraint: Term) -> PathCondition:
        assert constraint is not FALSE, "a path that cannot be taken must not be continued"
        if not leaves_of(constraint):
            # The constructors did not fold it, but it says nothing about any input.
            assert evaluate(constraint, _NOTHING_KNOWN), f"never true: {constraint}"
            return self
        groups = self._groups.with_constraint(constraint)
        if groups is None:
            return self
        result = PathCondition(self, constraint, self.length + 1, groups)
        result._proven = self._proven
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
        return self._groups.constraints_about(leaves)


_NOTHING_KNOWN: Final = Assignment({})
_NOTHING_PROVEN: Final[dict[Term, int]] = {}
EMPTY: Final = PathCondition(None, TRUE, 0, LeafGroups(PersistentMap()))


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
