"""Sets of values of one unknown byte as constraints, the same constraints for the same set however it came about."""

from __future__ import annotations

from typing import Final

from albers.expr.arith import sub
from albers.expr.byte_truth import ALL_VALUES
from albers.expr.compare import eq, ne, ule
from albers.expr.term import Term, const

_REMEMBERED: Final = 50_000
_known: Final[dict[tuple[Term, int], tuple[Term, ...]]] = {}


def domain_constraints(leaf: Term, values: int) -> tuple[Term, ...]:
    """Constraints that together say: the byte has one of the values."""
    key = (leaf, values)
    found = _known.get(key)
    if found is None:
        if len(_known) >= _REMEMBERED:
            _known.clear()
        found = _constraints(leaf, values)
        _known[key] = found
    return found


def _constraints(leaf: Term, values: int) -> tuple[Term, ...]:
    """Bounds on both sides, and each hole between them: what a program asks about is mostly one of these."""
    assert values, "no value is possible"
    first = (values & -values).bit_length() - 1
    last = values.bit_length() - 1
    if first == last:
        return (eq(leaf, const(8, first)),)
    result: list[Term] = []
    if first > 0:
        result.append(ule(const(8, first), leaf))
    if last < 255:
        result.append(ule(leaf, const(8, last)))
    between = (ALL_VALUES >> (255 - last)) & ~((1 << first) - 1)
    for low, high in runs(between & ~values):
        if low == high:
            result.append(ne(leaf, const(8, low)))
        else:
            result.append(ule(const(8, high - low + 1), sub(leaf, const(8, low))))
    return tuple(result)


def runs(values: int) -> list[tuple[int, int]]:
    """The members of a set as runs of consecutive values, first and last of each."""
    result: list[tuple[int, int]] = []
    while values:
        first = (values & -values).bit_length() - 1
        beyond = ~(values >> first)
        length = (beyond & -beyond).bit_length() - 1
        result.append((first, first + length - 1))
        values &= ~(((1 << length) - 1) << first)
    return result
