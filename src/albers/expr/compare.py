"""Constructors for comparisons; each result is a truth value (width 1).

The rules narrow comparisons to the width that matters: C promotes bytes to int, and solvers like bytes better.
"""

from __future__ import annotations

from albers.expr.arith import add, sub
from albers.expr.bits import and_, ite, not_, or_
from albers.expr.fold import fold_binary, mask, to_signed
from albers.expr.term import (
    ADD,
    CONCAT,
    CONST,
    EQ,
    FALSE,
    ITE,
    NOT,
    SEXT,
    SLT,
    SUB,
    TRUE,
    ULT,
    XOR,
    ZEXT,
    Term,
    const,
    intern2,
)


def eq(a: Term, b: Term) -> Term:
    if a is b:
        return TRUE
    if a.op == CONST:
        a, b = b, a
    if b.op == CONST:
        return _eq_const(a, b)
    if a.width == 1:
        if a.op == NOT and b.op == NOT:
            return eq(a.args[0], b.args[0])
        if a.op == NOT and a.args[0] is b or b.op == NOT and b.args[0] is a:
            return FALSE
    if a.op == b.op and (a.op == ZEXT or a.op == SEXT) and a.args[0].width == b.args[0].width:
        return eq(a.args[0], b.args[0])
    if a.op == ADD:
        if a.args[0] is b:
            return eq(a.args[1], const(a.width, 0))
        if a.args[1] is b:
            return eq(a.args[0], const(a.width, 0))
        if b.op == ADD and a.args[1].op == CONST and b.args[1].op == CONST:
            # Move both constants to the right; `eq` orders what remains.
            difference = (b.args[1].value - a.args[1].value) & mask(a.width)
            if difference == 0:
                return eq(a.args[0], b.args[0])
            if a.args[0].serial > b.args[0].serial:
                a, b = b, a
                difference = (-difference) & mask(a.width)
            return intern2(EQ, 1, a.args[0], add(b.args[0], const(a.width, difference)))
    if a.serial > b.serial:
        a, b = b, a
    return intern2(EQ, 1, a, b)


def _eq_const(a: Term, b: Term) -> Term:
    """`a == constant`: solve for the part of `a` that is unknown."""
    width = a.width
    value = b.value
    op = a.op
    if op == CONST:
        return TRUE if a.value == value else FALSE
    if width == 1:
        return a if value else not_(a)
    if op == ZEXT:
        inner = a.args[0]
        if value > mask(inner.width):
            return FALSE
        return eq(inner, const(inner.width, value))
    if op == SEXT:
        inner = a.args[0]
        narrow = value & mask(inner.width)
        if to_signed(inner.width, narrow) != to_signed(width, value):
            return FALSE
        return eq(inner, const(inner.width, narrow))
    if op == ADD and a.args[1].op == CONST:
        return eq(a.args[0], const(width, (value - a.args[1].value) & mask(width)))
    if op == SUB:
        if a.args[0].op == CONST:
            return eq(a.args[1], const(width, (a.args[0].value - value) & mask(width)))
        if value == 0:
            return eq(a.args[0], a.args[1])
    if op == XOR and a.args[1].op == CONST:
        return eq(a.args[0], const(width, value ^ a.args[1].value))
    if op == NOT:
        return eq(a.args[0], const(width, value ^ mask(width)))
    if op == CONCAT:
        high = a.args[0]
        low = a.args[1]
        # A fixed part decides or drops out; two unknown parts stay one equation.
        if low.op == CONST:
            if low.value != value & mask(low.width):
                return FALSE
            return eq(high, const(high.width, value >> int(low.width)))
    if op == ITE:
        then = a.args[1]
        other = a.args[2]
        if then.op == CONST or other.op == CONST:
            on_then = eq(then, b)
            on_other = eq(other, b)
            if on_then.op == CONST and on_other.op == CONST:
                if on_then is on_other:
                    return on_then
                return a.args[0] if on_then is TRUE else not_(a.args[0])
            if on_then is FALSE:
                return and_(not_(a.args[0]), on_other)
            if on_other is FALSE:
                return and_(a.args[0], on_then)
            if on_then is TRUE:
                return or_(a.args[0], on_other)
            if on_other is TRUE:
                return or_(not_(a.args[0]), on_then)
    return intern2(EQ, 1, a, b)


def ne(a: Term, b: Term) -> Term:
    return not_(eq(a, b))


def ult(a: Term, b: Term) -> Term:
    """Unsigned a < b."""
    if a is b:
        return FALSE
    width = a.width
    if b.op == CONST:
        if a.op == CONST:
            return const(1, fold_binary(ULT, width, a.value, b.value))
        if b.value == 0:
            return FALSE
        if b.value == 1:
            return eq(a, const(width, 0))
        if b.value == mask(width):
            return ne(a, b)
        if a.op == ZEXT:
            inner = a.args[0]
            if b.value > mask(inner.width):
                return TRUE
            return ult(inner, const(inner.width, b.value))
        if a.op == ITE and a.args[1].op == CONST and a.args[2].op == CONST:
            return _choose(a, ult(a.args[1], b), ult(a.args[2], b))
    elif a.op == CONST:
        if a.value == 0:
            return ne(b, a)
        if a.value == mask(width):
            return FALSE
        if a.value == mask(width) - 1:
            return eq(b, const(width, mask(width)))
        if b.op == ZEXT:
            inner = b.args[0]
            if a.value >= mask(inner.width):
                return FALSE
            return ult(const(inner.width, a.value), inner)
        if b.op == ITE and b.args[1].op == CONST and b.args[2].op == CONST:
            return _choose(b, ult(a, b.args[1]), ult(a, b.args[2]))
    if a.op == ZEXT and b.op == ZEXT and a.args[0].width == b.args[0].width:
        return ult(a.args[0], b.args[0])
    return intern2(ULT, 1, a, b)


def ule(a: Term, b: Term) -> Term:
    """Unsigned a <= b, as the negation of b < a (so both forms meet)."""
    return not_(ult(b, a))


def slt(a: Term, b: Term) -> Term:
    """Signed a < b; never-negative operands compare unsigned at their own width."""
    if a is b:
        return FALSE
    width = a.width
    if a.op == CONST and b.op == CONST:
        return const(1, fold_binary(SLT, width, a.value, b.value))
    if a.op == ZEXT and b.op == ZEXT:
        return ult(a, b)
    if b.op == CONST:
        bound = to_signed(width, b.value)
        if bound == -(1 << int(width - 1)):
            return FALSE
        if a.op == ZEXT:
            return ult(a, b) if bound > 0 else FALSE
        if a.op == SEXT:
            return _slt_narrow_right(a.args[0], bound)
        if bound == (1 << int(width - 1)) - 1:
            return ne(a, b)
        if a.op == ITE and a.args[1].op == CONST and a.args[2].op == CONST:
            return _choose(a, slt(a.args[1], b), slt(a.args[2], b))
    elif a.op == CONST:
        bound = to_signed(width, a.value)
        if bound == (1 << int(width - 1)) - 1:
            return FALSE
        if b.op == ZEXT:
            return ult(a, b) if bound >= 0 else TRUE
        if b.op == SEXT:
            return _slt_narrow_left(bound, b.args[0])
        if bound == -(1 << int(width - 1)):
            return ne(a, b)
        if b.op == ITE and b.args[1].op == CONST and b.args[2].op == CONST:
            return _choose(b, slt(a, b.args[1]), slt(a, b.args[2]))
    elif a.op == SEXT and b.op == SEXT and a.args[0].width == b.args[0].width:
        return slt(a.args[0], b.args[0])
    return intern2(SLT, 1, a, b)


def sle(a: Term, b: Term) -> Term:
    return not_(slt(b, a))


def _slt_narrow_right(inner: Term, bound: int) -> Term:
    """`sext(inner) < bound` with a constant bound, decided at inner's width."""
    half = 1 << int(inner.width - 1)
    if bound >= half:
        return TRUE
    if bound <= -half:
        return FALSE
    return slt(inner, const(inner.width, bound & mask(inner.width)))


def _slt_narrow_left(bound: int, inner: Term) -> Term:
    """`bound < sext(inner)`."""
    half = 1 << int(inner.width - 1)
    if bound >= half - 1:
        return FALSE
    if bound < -half:
        return TRUE
    return slt(const(inner.width, bound & mask(inner.width)), inner)


def _choose(chooser: Term, on_then: Term, on_other: Term) -> Term:
    return ite(chooser.args[0], on_then, on_other)


def in_unsigned_range(a: Term, low: int, high: int) -> Term:
    """low <= a < low + (high - low), i.e. `a - low < high - low` without overflow."""
    return ult(sub(a, const(a.width, low)), const(a.width, high - low))
