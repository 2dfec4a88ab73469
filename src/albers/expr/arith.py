"""Constructors for arithmetic and shifts.

Sums keep their constant outermost on the right (`x + c`), so that address arithmetic folds and offsets compare.
"""

from __future__ import annotations

from mypy_extensions import i64

from albers.expr.bits import and_, concat, extract, ite, join_disjoint, sext, zext
from albers.expr.fold import fold_binary, mask
from albers.expr.term import (
    ADD,
    ASHR,
    CONST,
    ITE,
    LSHR,
    MUL,
    SDIV,
    SEXT,
    SHL,
    SREM,
    SUB,
    UDIV,
    UREM,
    ZEXT,
    Term,
    const,
    intern2,
)


def add(a: Term, b: Term) -> Term:
    """x+0, constants outward and folded, (x-y)+y, constant-armed ite plus constant, bits that lie apart."""
    if a.op == CONST:
        a, b = b, a
    width = a.width
    if b.op == CONST:
        if a.op == CONST:
            return const(width, (a.value + b.value) & mask(width))
        if b.value == 0:
            return a
        if a.op == ADD and a.args[1].op == CONST:
            return add(a.args[0], const(width, (a.args[1].value + b.value) & mask(width)))
        if a.op == ITE and a.args[1].op == CONST and a.args[2].op == CONST:
            return ite(a.args[0], add(a.args[1], b), add(a.args[2], b))
        return intern2(ADD, width, a, b)
    if a.op == ADD and a.args[1].op == CONST:
        return add(add(a.args[0], b), a.args[1])
    if b.op == ADD and b.args[1].op == CONST:
        return add(add(a, b.args[0]), b.args[1])
    if a.op == SUB and a.args[1] is b:
        return a.args[0]
    if b.op == SUB and b.args[1] is a:
        return b.args[0]
    joined = join_disjoint(a, b)
    if joined is not None:
        return joined
    if a.serial > b.serial:
        a, b = b, a
    return intern2(ADD, width, a, b)


def sub(a: Term, b: Term) -> Term:
    """x-x, x-c as x+(-c), constants outward, common summands cancel."""
    width = a.width
    if a is b:
        return const(width, 0)
    if b.op == CONST:
        return add(a, const(width, (-b.value) & mask(width)))
    if a.op == ADD and a.args[1].op == CONST:
        return add(sub(a.args[0], b), a.args[1])
    if b.op == ADD:
        if b.args[1].op == CONST:
            return add(sub(a, b.args[0]), const(width, (-b.args[1].value) & mask(width)))
        if b.args[0] is a:
            return neg(b.args[1])
        if b.args[1] is a:
            return neg(b.args[0])
    if a.op == ADD:
        if a.args[0] is b:
            return a.args[1]
        if a.args[1] is b:
            return a.args[0]
    if b.op == SUB and b.args[0] is a:
        return b.args[1]
    return intern2(SUB, width, a, b)


def neg(a: Term) -> Term:
    return sub(const(a.width, 0), a)


def mul(a: Term, b: Term) -> Term:
    """x*0, x*1, constants folded together; a constant distributes over x+c so that strides stay visible."""
    if a.op == CONST:
        a, b = b, a
    width = a.width
    if b.op == CONST:
        if a.op == CONST:
            return const(width, (a.value * b.value) & mask(width))
        if b.value == 0:
            return b
        if b.value == 1:
            return a
        if a.op == MUL and a.args[1].op == CONST:
            return mul(a.args[0], const(width, (a.args[1].value * b.value) & mask(width)))
        if a.op == ADD and a.args[1].op == CONST:
            return add(mul(a.args[0], b), const(width, (a.args[1].value * b.value) & mask(width)))
        return intern2(MUL, width, a, b)
    if a.serial > b.serial:
        a, b = b, a
    return intern2(MUL, width, a, b)


def udiv(a: Term, b: Term) -> Term:
    if b.op == CONST:
        if a.op == CONST:
            return const(a.width, fold_binary(UDIV, a.width, a.value, b.value))
        if b.value == 1:
            return a
        if b.value and b.value & (b.value - 1) == 0:
            return lshr(a, const(a.width, b.value.bit_length() - 1))
    return intern2(UDIV, a.width, a, b)


def urem(a: Term, b: Term) -> Term:
    if b.op == CONST:
        if a.op == CONST:
            return const(a.width, fold_binary(UREM, a.width, a.value, b.value))
        if b.value and b.value & (b.value - 1) == 0:
            return and_(a, const(a.width, b.value - 1))
    return intern2(UREM, a.width, a, b)


def sdiv(a: Term, b: Term) -> Term:
    if b.op == CONST:
        if a.op == CONST:
            return const(a.width, fold_binary(SDIV, a.width, a.value, b.value))
        if b.value == 1 and a.width > 1:
            return a
        if _never_negative(a) and not b.value >> int(b.width - 1):
            return udiv(a, b)
    return intern2(SDIV, a.width, a, b)


def srem(a: Term, b: Term) -> Term:
    if b.op == CONST:
        if a.op == CONST:
            return const(a.width, fold_binary(SREM, a.width, a.value, b.value))
        if b.value == 1 and a.width > 1:
            return const(a.width, 0)
        if _never_negative(a) and not b.value >> int(b.width - 1):
            return urem(a, b)
    return intern2(SREM, a.width, a, b)


def _never_negative(a: Term) -> bool:
    return a.op == ZEXT  # a zext always widens, so its top bit is 0


def shl(a: Term, b: Term) -> Term:
    width = a.width
    if b.op == CONST:
        if a.op == CONST:
            return const(width, fold_binary(SHL, width, a.value, b.value))
        if b.value == 0:
            return a
        if b.value >= int(width):
            return const(width, 0)
        if a.op == SHL and a.args[1].op == CONST:
            return shl(a.args[0], const(width, min(a.args[1].value + b.value, mask(width))))
    return intern2(SHL, width, a, b)


def lshr(a: Term, b: Term) -> Term:
    """A constant shift is the zero-extended upper part."""
    width = a.width
    if b.op == CONST:
        if b.value >= int(width):
            return const(width, 0)
        if b.value == 0:
            return a
        amount: i64 = b.value
        return zext(extract(a, amount, width - amount), width)
    if a.op == CONST and a.value == 0:
        return a
    return intern2(LSHR, width, a, b)


def ashr(a: Term, b: Term) -> Term:
    """A constant shift is the sign-extended upper part."""
    width = a.width
    if b.op == CONST:
        amount: i64 = min(b.value, int(width) - 1)
        if amount == 0:
            return a
        return sext(extract(a, amount, width - amount), width)
    if a.op == CONST and a.value == 0:
        return a
    return intern2(ASHR, width, a, b)


def truncate(a: Term, width: i64) -> Term:
    """The low bits, computed narrowly where C's promotion to int made the computation wide."""
    if a.op == ADD or a.op == SUB or a.op == MUL:
        left = a.args[0]
        right = a.args[1]
        if _fits(left, width) and _fits(right, width):
            x = extract(left, 0, width)
            y = extract(right, 0, width)
            if a.op == ADD:
                return add(x, y)
            return sub(x, y) if a.op == SUB else mul(x, y)
    return extract(a, 0, width)


def narrowed_sum(a: Term, width: i64) -> Term:
    """The low bits, with a constant summand outside: x + 1 and x + 2 then differ by a constant at any width."""
    if a.op == ADD and a.args[1].op == CONST:
        return add(extract(a.args[0], 0, width), extract(a.args[1], 0, width))
    return extract(a, 0, width)


def _fits(a: Term, width: i64) -> bool:
    return a.op == CONST or (a.op in (ZEXT, SEXT) and a.args[0].width <= width)


def from_bytes(parts: list[Term]) -> Term:
    """The integer whose least significant byte is parts[0]."""
    result = parts[0]
    for part in parts[1:]:
        result = concat(part, result)
    return result
