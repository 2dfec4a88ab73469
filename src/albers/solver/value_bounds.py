"""Cheap facts about the unsigned value of a term, read off its shape: an upper bound, and fixed lowest bits.

Both are sound for every assignment and look only a few nodes deep. An index `4 * i + 1` with a byte `i` is known to be
at most 1021 and to end in the bits 01, which is what makes tables of integers cheap to read.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from albers.expr.fold import mask
from albers.expr.term import (
    ADD,
    AND,
    CONCAT,
    CONST,
    EXTRACT,
    ITE,
    LSHR,
    MUL,
    SHL,
    UDIV,
    UREM,
    ZEXT,
    Term,
)

_DEPTH: Final = 8


def upper_bound(term: Term, depth: i64 = _DEPTH) -> int:
    """A value that the term never exceeds."""
    full = mask(term.width)
    op = term.op
    if op == CONST:
        return term.value
    if depth == 0:
        return full
    if op == ZEXT:
        return upper_bound(term.args[0], depth - 1)
    if op == EXTRACT:
        return min(full, upper_bound(term.args[0], depth - 1) >> term.value)
    if op == ITE:
        return max(upper_bound(term.args[1], depth - 1), upper_bound(term.args[2], depth - 1))
    if op not in (ADD, MUL, SHL, AND, UDIV, UREM, LSHR, CONCAT):
        return full
    left = term.args[0]
    right = term.args[1]
    if op == CONCAT:
        return (upper_bound(left, depth - 1) << int(right.width)) | upper_bound(right, depth - 1)
    if op == AND:
        return min(upper_bound(left, depth - 1), upper_bound(right, depth - 1))
    if op == UREM:
        if right.op != CONST or right.value == 0:
            return full
        return min(upper_bound(left, depth - 1), right.value - 1)
    if op == UDIV or op == LSHR:
        if right.op != CONST or right.value == 0:
            return full
        bound = upper_bound(left, depth - 1)
        return bound // right.value if op == UDIV else bound >> min(right.value, int(left.width))
    if op == SHL:
        if right.op != CONST or right.value >= left.width:
            return full
        bound = upper_bound(left, depth - 1) << right.value
    else:
        a = upper_bound(left, depth - 1)
        b = upper_bound(right, depth - 1)
        bound = a + b if op == ADD else a * b
    return bound if bound <= full else full  # beyond that it may wrap around


def fixed_low_bits(term: Term, depth: i64 = _DEPTH) -> tuple[int, int]:
    """How many of the lowest bits are the same in every value of the term, and what they are."""
    op = term.op
    if op == CONST:
        return int(term.width), term.value
    if depth == 0:
        return 0, 0
    if op == ZEXT or (op == EXTRACT and term.value == 0):
        count, value = fixed_low_bits(term.args[0], depth - 1)
        count = min(count, int(term.width))
        return count, value & mask(count)
    if op == SHL and term.args[1].op == CONST:
        count, value = fixed_low_bits(term.args[0], depth - 1)
        shift = min(term.args[1].value, int(term.width))
        count = min(count + shift, int(term.width))
        return count, (value << shift) & mask(count)
    if op == CONCAT:
        low = term.args[1]
        count, value = fixed_low_bits(low, depth - 1)
        if count < low.width:
            return count, value
        more, above = fixed_low_bits(term.args[0], depth - 1)
        return count + more, (above << count) | value
    if op == ADD or op == MUL:
        a_count, a = fixed_low_bits(term.args[0], depth - 1)
        b_count, b = fixed_low_bits(term.args[1], depth - 1)
        if op == ADD:
            count = min(a_count, b_count)
            return count, (a + b) & mask(count)
        # The product of x = a + 2^i·_ and y = b + 2^j·_ is fixed up to the lower of 2^i·b and 2^j·a.
        count = min(
            a_count + _trailing_zeros(b, b_count),
            b_count + _trailing_zeros(a, a_count),
            int(term.width),
        )
        return count, (a * b) & mask(count)
    return 0, 0


def _trailing_zeros(value: int, count: int) -> int:
    """Of a number whose lowest `count` bits are `value`."""
    return (value & -value).bit_length() - 1 if value else count
