"""Shapes: what a term is but for its numbers (FSE'23, section 3.1).

Two terms have the same shape exactly if they are equal up to constants. A sum with a constant has the shape of the
other part, so that x, x + 1 and x + 2 agree; what is built from auxiliary variables of earlier merges alone counts as a
number. Comparisons with 0 are seen as the constructors' simpler form of x <= 0 and 0 < x.
"""

from __future__ import annotations

from typing import Final

from albers.expr.leaves import leaves_of
from albers.expr.term import (
    ADD,
    AND,
    CONST,
    EQ,
    EXTRACT,
    FLOAT,
    MUL,
    NOT,
    OR,
    SELECT,
    SEXT,
    SUB,
    SYMBOL,
    TABLE,
    ULE,
    ULT,
    XOR,
    ZEXT,
    Term,
)

# The shape of every number.
NUMBER: Final = 0

_COMMUTATIVE: Final = frozenset((ADD, MUL, AND, OR, XOR, EQ))


class Shapes:
    """Numbers shapes: equal numbers are equal shapes. Grows with the terms it is asked about."""

    def __init__(self, auxiliary: frozenset[Term]) -> None:
        self._auxiliary = auxiliary
        self._known: dict[Term, int] = {}
        self._numbers: dict[tuple[int, ...], int] = {}

    def of(self, root: Term) -> int:
        known = self._known
        stack: list[Term] = [root]
        while stack:
            term = stack[-1]
            if term in known:
                stack.pop()
                continue
            if term.op == CONST or (term.args and self._is_auxiliary(term)):
                known[term] = NUMBER
                stack.pop()
                continue
            pending = False
            for arg in term.args:
                if arg not in known:
                    stack.append(arg)
                    pending = True
            if pending:
                continue
            known[term] = self._shape(term)
            stack.pop()
        return known[root]

    def _is_auxiliary(self, term: Term) -> bool:
        """Built from auxiliary variables alone."""
        if not self._auxiliary or term.width == 0:
            return False
        leaves = leaves_of(term)
        if not leaves:
            return False
        return all((leaf.args[0] if leaf.op == SELECT else leaf) in self._auxiliary for leaf in leaves)

    def _shape(self, term: Term) -> int:
        op = term.op
        if op == SYMBOL or op == TABLE:
            return self._number((int(op), int(term.serial)))
        parts = [self._known[arg] for arg in term.args]
        if op == ADD or op == SUB:
            relevant = [part for part in parts if part != NUMBER]
            if len(relevant) <= 1:
                return relevant[0] if relevant else NUMBER
        if op == ZEXT or op == SEXT or (op == EXTRACT and term.value == 0):
            return parts[0]
        if op == EQ and is_zero(term.args[0]):
            return self._number((int(ULE), 0, parts[1], NUMBER))
        if op == EQ and is_zero(term.args[1]):
            return self._number((int(ULE), 0, parts[0], NUMBER))
        if op == NOT and term.args[0].op == EQ:
            a, b = term.args[0].args
            if is_zero(a):
                return self._number((int(ULT), 0, NUMBER, self._known[b]))
            if is_zero(b):
                return self._number((int(ULT), 0, NUMBER, self._known[a]))
        if is_commutative(int(op)):
            parts.sort()  # the constructors order arguments by age, which is not a matter of shape
        extra = term.value if op == EXTRACT or op == FLOAT else 0
        return self._number((int(op), extra, *parts))

    def _number(self, key: tuple[int, ...]) -> int:
        found = self._numbers.get(key)
        if found is None:
            found = len(self._numbers) + 1
            self._numbers[key] = found
        return found


def is_commutative(op: int) -> bool:
    return op in _COMMUTATIVE


def is_zero(term: Term) -> bool:
    return term.op == CONST and term.value == 0
