"""What is known of a term's value when its bytes can have certain values only: its bounds, and bits that are fixed.

Sound for every assignment within the domains, not exact. A condition whose range is a single value is decided.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from albers.expr.byte_truth import highest_value, lowest_value
from albers.expr.fold import fold_binary, mask
from albers.expr.term import (
    ADD,
    AND,
    CONCAT,
    CONST,
    EQ,
    EXTRACT,
    ITE,
    LSHR,
    MUL,
    NOT,
    OR,
    SDIV,
    SELECT,
    SEXT,
    SHL,
    SLE,
    SLT,
    SREM,
    SUB,
    SYMBOL,
    TABLE,
    UDIV,
    ULE,
    ULT,
    UREM,
    XOR,
    ZEXT,
    Term,
)
from albers.solver.path_facts import PathFacts

_MOST_NODES: Final = 250
_LONGEST_TABLE_PART: Final = 1024
# The byte values in which a bit is set, by bit.
_WITH_BIT: Final = [sum(1 << value for value in range(256) if value >> bit & 1) for bit in range(8)]


class Range:
    """Unsigned values from `low` to `high` that have the bits of `must` and no bits outside of `may`."""

    def __init__(self, low: int, high: int, must: int, may: int) -> None:
        self.low = max(low, must)
        self.high = min(high, may)
        self.must = must
        self.may = may
        if self.low == self.high:
            self.must = self.low
            self.may = self.low


def range_of(root: Term, facts: PathFacts, domains: dict[Term, int]) -> Range:
    """The range of a term on a path on which, further, some bytes have the given domains."""
    known: dict[Term, Range] = {}
    stack: list[Term] = [root]
    budget = _MOST_NODES
    while stack:
        term = stack[-1]
        if term in known:
            stack.pop()
            continue
        op = term.op
        if op == CONST:
            known[term] = Range(term.value, term.value, term.value, term.value)
        elif op == SELECT and term.args[0].op == SYMBOL and term.args[1].op == CONST:
            known[term] = _of_byte(domains[term] if term in domains else facts.domain(term))
        elif budget <= 0 or op > TABLE or op == SYMBOL or op == TABLE:
            known[term] = _anything(term.width)
        else:
            pending = False
            for arg in term.args:
                if arg.width and arg not in known:
                    stack.append(arg)
                    pending = True
            if pending:
                continue
            budget -= 1
            known[term] = _of_node(term, known)
        stack.pop()
    return known[root]


def _anything(width: i64) -> Range:
    full = mask(width)
    return Range(0, full, 0, full)


def _of_byte(values: int) -> Range:
    must = 0
    may = 0
    for bit in range(8):
        having = values & _WITH_BIT[bit]
        if having:
            may |= 1 << bit
            if having == values:
                must |= 1 << bit
    return Range(lowest_value(values), highest_value(values), must, may)


def _truth(holds: bool, fails: bool) -> Range:
    """Of a condition that certainly holds, certainly fails, or neither."""
    return Range(1 if holds else 0, 0 if fails else 1, 0, 1)


def _of_node(term: Term, known: dict[Term, Range]) -> Range:
    op = term.op
    width = term.width
    full = mask(width)
    args = term.args
    if op == SELECT:
        return _of_read(term, known)
    a = known[args[0]]
    if op == ZEXT:
        return a
    if op == NOT:
        return Range(full - a.high, full - a.low, full & ~a.may, full & ~a.must)
    if op == EXTRACT:
        return _of_extract(term, a)
    if op == SEXT:
        inner = args[0].width
        extension = full ^ mask(inner)
        if not a.may >> int(inner - 1):
            return a
        if a.must >> int(inner - 1):
            return Range(a.low | extension, a.high | extension, a.must | extension, a.may | extension)
        return Range(0, full, a.must, a.may | extension)
    b = known[args[1]]
    if op == ITE:
        c = known[args[2]]
        if a.low == 1:
            return b
        if a.high == 0:
            return c
        return Range(min(b.low, c.low), max(b.high, c.high), b.must & c.must, b.may | c.may)
    if op == CONCAT:
        shift = int(args[1].width)
        return Range(
            (a.low << shift) | b.low, (a.high << shift) | b.high, (a.must << shift) | b.must, (a.may << shift) | b.may
        )
    if EQ <= op <= SLE:
        return _of_comparison(op, args[0].width, a, b)
    if a.low == a.high and b.low == b.high:
        value = fold_binary(op, width, a.low, b.low)
        return Range(value, value, value, value)
    if op == AND:
        return Range(0, min(a.high, b.high), a.must & b.must, a.may & b.may)
    if op == OR:
        return Range(max(a.low, b.low), full, a.must | b.must, a.may | b.may)
    if op == XOR:
        fixed = ~(a.may ^ a.must) & ~(b.may ^ b.must) & full
        return Range(
            0, full, (a.must ^ b.must) & fixed, ((a.must ^ b.must) & fixed) | (full & ~fixed & (a.may | b.may))
        )
    return _of_arithmetic(op, full, int(width), a, b)


def _of_extract(term: Term, a: Range) -> Range:
    low = term.value
    full = mask(term.width)
    must = (a.must >> low) & full
    may = (a.may >> low) & full
    if a.high >> low <= full:
        return Range(a.low >> low, a.high >> low, must, may)
    return Range(0, full, must, may)


def _of_arithmetic(op: i64, full: int, width: int, a: Range, b: Range) -> Range:
    if op == ADD:
        low = a.low + b.low
        high = a.high + b.high
        if low > full:
            low -= full + 1
            high -= full + 1
        fixed = _fixed_low_bits(a) & _fixed_low_bits(b)
        must = (a.must + b.must) & fixed
        may = must | (full & ~fixed)
        return Range(low, high, must, may) if high <= full else Range(0, full, must, may)
    if op == SUB:
        low = a.low - b.high
        high = a.high - b.low
        if high < 0:
            low += full + 1
            high += full + 1
        return Range(low, high, 0, full) if low >= 0 else Range(0, full, 0, full)
    if op == MUL:
        # As many zeros at the end as both have together.
        zeros = min(_zeros_at_end(a, width) + _zeros_at_end(b, width), width)
        may = (full >> zeros) << zeros
        high = a.high * b.high
        return Range(a.low * b.low, high, 0, may) if high <= full else Range(0, full, 0, may)
    if op == SHL:
        if b.low != b.high or b.low >= width:
            return Range(0, full, 0, full)
        by = b.low
        must = (a.must << by) & full
        may = (a.may << by) & full
        high = a.high << by
        return Range(a.low << by, high, must, may) if high <= full else Range(0, full, must, may)
    half = 1 << (width - 1)
    if op == SDIV or op == SREM:
        if a.high >= half or b.high >= half:
            return Range(0, full, 0, full)
        op = UDIV if op == SDIV else UREM
    if op == UDIV:
        return Range(a.low // b.high, a.high // b.low, 0, full) if b.low > 0 else Range(0, full, 0, full)
    if op == UREM:
        if b.low == 0:
            return Range(0, a.high, 0, full)  # by zero the remainder is the dividend
        return a if a.high < b.low else Range(0, min(a.high, b.high - 1), 0, full)
    if op == LSHR:
        return Range(0, a.high >> b.low if b.low < width else 0, 0, full)
    return Range(0, full, 0, full)


def _fixed_low_bits(a: Range) -> int:
    """A mask of the lowest bits, as far as they are all known."""
    unknown = a.may ^ a.must
    return (unknown & -unknown) - 1 if unknown else -1


def _zeros_at_end(a: Range, width: int) -> int:
    return (a.may & -a.may).bit_length() - 1 if a.may else width


def _of_comparison(op: i64, width: i64, a: Range, b: Range) -> Range:
    if op == EQ:
        apart = a.high < b.low or b.high < a.low or a.must & ~b.may or b.must & ~a.may
        return _truth(a.low == a.high and b.low == b.high and a.low == b.low, bool(apart))
    a_low = a.low
    a_high = a.high
    b_low = b.low
    b_high = b.high
    if op == SLT or op == SLE:
        # Flipping the top bit turns signed order into unsigned order, unless the range crosses it.
        top = 1 << int(width - 1)
        full = mask(width)
        a_low, a_high = (0, full) if a_low < top <= a_high else (a_low ^ top, a_high ^ top)
        b_low, b_high = (0, full) if b_low < top <= b_high else (b_low ^ top, b_high ^ top)
    if op == ULT or op == SLT:
        return _truth(a_high < b_low, a_low >= b_high)
    assert op == ULE or op == SLE
    return _truth(a_high <= b_low, a_low > b_high)


def _of_read(term: Term, known: dict[Term, Range]) -> Range:
    array = term.args[0]
    index = known[term.args[1]]
    if array.op != TABLE or index.high - index.low > _LONGEST_TABLE_PART:
        return Range(0, 255, 0, 255)
    assert array.info is not None and array.info.data is not None
    data = array.info.data
    part = data[index.low : index.high + 1]
    low = min(part) if part else 0
    high = max(part) if part else 0
    return Range(0 if index.high >= len(data) else low, high, 0, 255)
