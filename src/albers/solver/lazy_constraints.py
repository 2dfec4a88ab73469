"""Asking about a part of the path first: most of it says nothing about the question that the witness does not satisfy.

near     the question and the constraints that mention its bytes. Unsatisfiable, that settles the matter; a model of
         it, put into the witness, is tried on the rest.
pinned   the same, and every byte that the rest mentions too keeps its value in the witness: a model is one of all.
whole    everything.
"""

from __future__ import annotations

from typing import Final

from albers.expr.compare import eq
from albers.expr.evaluate import Assignment, evaluate
from albers.expr.leaves import leaves_of
from albers.expr.term import SYMBOL, Term, const
from albers.solver.query_leaves import age

# Shorter queries are asked as they are.
_SHORT: Final = 8

_NEAR: Final = 0
_PINNED: Final = 1
_WHOLE: Final = 2


class LazyQuery:
    """A query asked in up to three stages."""

    def __init__(
        self, query: tuple[Term, ...], asked_about: frozenset[Term], witness: Assignment, in_parts: bool
    ) -> None:
        self._query = query
        self._asked_about = asked_about
        self._witness = witness
        self._near: list[Term] = []
        self._far: list[Term] = []
        self._stage = _WHOLE
        if in_parts and len(query) > _SHORT:
            self._divide()

    def _divide(self) -> None:
        for constraint in self._query:
            if _overlap(leaves_of(constraint), self._asked_about):
                self._near.append(constraint)
            else:
                self._far.append(constraint)
        if self._far:
            self._stage = _NEAR

    def next_query(self) -> tuple[Term, ...]:
        if self._stage == _NEAR:
            return tuple(self._near)
        if self._stage == _PINNED:
            return (*self._near, *self._pins())
        return self._query

    def is_refuted(self) -> bool:
        """What it means that the last query is unsatisfiable: True if the whole is; else the next stage is on."""
        if self._stage == _PINNED:
            self._stage = _WHOLE
            return False
        return True

    def is_satisfied(self, assignment: Assignment) -> bool:
        """Whether a model of the last query, put into the witness, is one of the whole; else the next stage is on."""
        if self._stage == _WHOLE:
            return True
        for constraint in self._far:
            if not evaluate(constraint, assignment):
                self._stage = _PINNED if self._stage == _NEAR and self._can_pin() else _WHOLE
                return False
        return True

    def _can_pin(self) -> bool:
        """Whether the unknowns are bytes throughout: a symbol read as a whole has no value to keep."""
        for constraint in self._near:
            for leaf in leaves_of(constraint):
                if leaf.op == SYMBOL:
                    return False
        return True

    def _pins(self) -> list[Term]:
        movable: set[Term] = set()
        for constraint in self._near:
            movable |= leaves_of(constraint)
        shared: set[Term] = set()
        for constraint in self._far:
            shared |= leaves_of(constraint) & movable
        values = self._witness.values
        return [eq(leaf, const(8, values.get(leaf, 0))) for leaf in sorted(shared - self._asked_about, key=age)]


def _overlap(leaves: frozenset[Term], others: frozenset[Term]) -> bool:
    """Whether two sets of leaves can mean the same byte."""
    if not leaves.isdisjoint(others):
        return True
    for one, two in ((leaves, others), (others, leaves)):
        for leaf in one:
            if leaf.op == SYMBOL:
                for other in two:
                    if other.op != SYMBOL and other.args[0] is leaf:
                        return True
    return False
