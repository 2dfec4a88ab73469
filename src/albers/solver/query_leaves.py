"""The unknowns of a whole query: what a model of it has to give values to."""

from __future__ import annotations

from collections.abc import Sequence

from albers.expr.arrays import root_of
from albers.expr.leaves import leaves_of
from albers.expr.term import CONST, SELECT, SYMBOL, Term


def leaves_of_all(constraints: Sequence[Term]) -> list[Term]:
    """All leaves, in reproducible order."""
    leaves: set[Term] = set()
    for constraint in constraints:
        leaves |= leaves_of(constraint)
    return sorted(leaves, key=age)


def age(term: Term) -> int:
    return int(term.serial)


def symbol_reads(constraints: Sequence[Term]) -> list[Term]:
    """The reads of symbols that are not plain unknown bytes: at an unknown index, or through writes."""
    seen: set[Term] = set()
    stack: list[Term] = [each for each in constraints if _touches_whole_symbol(each)]
    found: list[Term] = []
    while stack:
        term = stack.pop()
        if term in seen:
            continue
        seen.add(term)
        if term.op == SELECT:
            array, index = term.args
            if array.op == SYMBOL and index.op == CONST:
                continue
            if root_of(array).op == SYMBOL:
                found.append(term)
        stack.extend(term.args)
    return found


def _touches_whole_symbol(constraint: Term) -> bool:
    return any(leaf.op == SYMBOL for leaf in leaves_of(constraint))
