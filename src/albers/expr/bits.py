"""Constructors for structure and logic: extract, concat, extensions, not, and, or, xor, ite.

Each returns a term equal in value to its plain meaning, simplified; the rules are listed above each constructor.
"""

from __future__ import annotations

from mypy_extensions import i64

from albers.expr.fold import mask, sign_extend
from albers.expr.term import (
    AND,
    CONCAT,
    CONST,
    EQ,
    EXTRACT,
    FALSE,
    ITE,
    MUL,
    NOT,
    OR,
    SEXT,
    SHL,
    SLE,
    SLT,
    TRUE,
    ULE,
    ULT,
    XOR,
    ZEXT,
    Term,
    const,
    intern1,
    intern2,
    intern3,
)


def extract(a: Term, low: i64, width: i64) -> Term:
    """Bits low .. low+width-1 of `a`.

    Whole → a; constants fold; extract of extract, concat, extensions and constant-armed ite look through.
    """
    if width == a.width:
        return a
    op = a.op
    if op == CONST:
        return const(width, (a.value >> int(low)) & mask(width))
    if op == EXTRACT:
        return extract(a.args[0], a.value + low, width)
    if op == CONCAT:
        high_part = a.args[0]
        low_part = a.args[1]
        split = low_part.width
        if low >= split:
            return extract(high_part, low - split, width)
        if low + width <= split:
            return extract(low_part, low, width)
        return concat(extract(high_part, 0, low + width - split), extract(low_part, low, split - low))
    if op == ZEXT or op == SEXT:
        inner = a.args[0]
        if low + width <= inner.width:
            return extract(inner, low, width)
        if op == ZEXT:
            if low >= inner.width:
                return const(width, 0)
            return zext(extract(inner, low, inner.width - low), width)
        if low < inner.width:
            return sext(extract(inner, low, inner.width - low), width)
        return sext(extract(inner, inner.width - 1, 1), width)
    if op == ITE:
        then = a.args[1]
        other = a.args[2]
        if then.op == CONST and other.op == CONST:
            return ite(a.args[0], extract(then, low, width), extract(other, low, width))
    if op == AND or op == OR or op == XOR:
        right = a.args[1]
        if right.op == CONST:
            # A constant operand makes the narrowed operation as small as the extract itself.
            left = extract(a.args[0], low, width)
            narrowed = extract(right, low, width)
            if op == AND:
                return and_(left, narrowed)
            return or_(left, narrowed) if op == OR else xor(left, narrowed)
    return intern1(EXTRACT, width, int(low), a)


def concat(high: Term, low: Term) -> Term:
    """`high` followed by `low`: constants fold, adjacent extracts of one term join, a zero high part is a zext."""
    width = high.width + low.width
    if high.op == CONST:
        if low.op == CONST:
            return const(width, (high.value << int(low.width)) | low.value)
        if high.value == 0:
            return zext(low, width)
    if high.op == EXTRACT:
        whole = high.args[0]
        if low.op == EXTRACT and low.args[0] is whole and high.value == low.value + low.width:
            return extract(whole, low.value, width)
        if low is whole and high.value == low.width:
            return intern2(CONCAT, width, high, low)
    if low.op == CONCAT:
        # Lean to the left so that joining extracts always meet.
        return concat(concat(high, low.args[0]), low.args[1])
    if high.op == CONCAT and low.op == EXTRACT:
        inner = high.args[1]
        if inner.op == EXTRACT and inner.args[0] is low.args[0] and inner.value == low.value + low.width:
            return concat(high.args[0], extract(low.args[0], low.value, inner.width + low.width))
    if high.op == ZEXT:
        return zext(concat(high.args[0], low), width)
    if high.op == CONCAT and low.op == CONST and high.args[1].op == CONST:
        return concat(high.args[0], concat(high.args[1], low))
    return intern2(CONCAT, width, high, low)


def zext(a: Term, width: i64) -> Term:
    if width == a.width:
        return a
    if a.op == CONST:
        return const(width, a.value)
    if a.op == ZEXT:
        return zext(a.args[0], width)
    if a.op == ITE and a.args[1].op == CONST and a.args[2].op == CONST:
        return ite(a.args[0], const(width, a.args[1].value), const(width, a.args[2].value))
    return intern1(ZEXT, width, 0, a)


def sext(a: Term, width: i64) -> Term:
    if width == a.width:
        return a
    if a.op == CONST:
        return const(width, sign_extend(a.width, width, a.value))
    if a.op == SEXT:
        return sext(a.args[0], width)
    if a.op == ZEXT:
        return zext(a.args[0], width)
    if a.op == ITE and a.args[1].op == CONST and a.args[2].op == CONST:
        return ite(a.args[0], sext(a.args[1], width), sext(a.args[2], width))
    return intern1(SEXT, width, 0, a)


def not_(a: Term) -> Term:
    """Complement; of a comparison, the opposite comparison."""
    op = a.op
    if op == CONST:
        return const(a.width, a.value ^ mask(a.width))
    if op == NOT:
        return a.args[0]
    if op == ULT:
        return intern2(ULE, 1, a.args[1], a.args[0])
    if op == ULE:
        return intern2(ULT, 1, a.args[1], a.args[0])
    if op == SLT:
        return intern2(SLE, 1, a.args[1], a.args[0])
    if op == SLE:
        return intern2(SLT, 1, a.args[1], a.args[0])
    if op == ITE and a.args[1].op == CONST and a.args[2].op == CONST:
        return ite(a.args[0], not_(a.args[1]), not_(a.args[2]))
    return intern1(NOT, a.width, 0, a)


def _ordered(op: i64, a: Term, b: Term) -> Term:
    """Interns a commutative node: a constant goes right, otherwise the older operand left."""
    if a.op == CONST or (b.op != CONST and a.serial > b.serial):
        return intern2(op, a.width, b, a)
    return intern2(op, a.width, a, b)


def and_(a: Term, b: Term) -> Term:
    if a is b:
        return a
    if a.op == CONST:
        a, b = b, a
    if b.op == CONST:
        if a.op == CONST:
            return const(a.width, a.value & b.value)
        if b.value == 0:
            return b
        full = mask(a.width)
        if b.value == full:
            return a
        if a.op == AND and a.args[1].op == CONST:
            return and_(a.args[0], const(a.width, a.args[1].value & b.value))
        if a.op == ZEXT and b.value & mask(a.args[0].width) == mask(a.args[0].width):
            return a
        if b.value & (b.value + 1) == 0:
            # A mask of low bits keeps just those bits.
            kept: i64 = b.value.bit_length()
            return zext(extract(a, 0, kept), a.width)
    if a.op == NOT and a.args[0] is b or b.op == NOT and b.args[0] is a:
        return const(a.width, 0)
    if a.width == 1 and (_absorbs(AND, a, b) or _absorbs(AND, b, a)):
        return a if _absorbs(AND, a, b) else b
    return _ordered(AND, a, b)


def or_(a: Term, b: Term) -> Term:
    if a is b:
        return a
    if a.op == CONST:
        a, b = b, a
    if b.op == CONST:
        if a.op == CONST:
            return const(a.width, a.value | b.value)
        if b.value == 0:
            return a
        if b.value == mask(a.width):
            return b
        if a.op == OR and a.args[1].op == CONST:
            return or_(a.args[0], const(a.width, a.args[1].value | b.value))
    if a.op == NOT and a.args[0] is b or b.op == NOT and b.args[0] is a:
        return const(a.width, mask(a.width))
    if a.width == 1 and (_absorbs(OR, a, b) or _absorbs(OR, b, a)):
        return a if _absorbs(OR, a, b) else b
    joined = join_disjoint(a, b)
    return _ordered(OR, a, b) if joined is None else joined


def _absorbs(op: i64, a: Term, b: Term) -> bool:
    """Whether `a op b` is `a` because a already has b as an operand of the same kind."""
    return a.op == op and (a.args[0] is b or a.args[1] is b)


def join_disjoint(a: Term, b: Term) -> Term | None:
    """The sum (and the disjunction) of two terms as a concat, if their bits lie apart: how C assembles integers.

    Of `x << k` or `x * 2**k` and something of at most k bits: another unknown extended by zeros, perhaps shifted too.
    """
    joined = _joined(a, b)
    return _joined(b, a) if joined is None else joined


def _joined(upper: Term, lower: Term) -> Term | None:
    low = _low_part(lower)
    if low is None:
        return None
    width = upper.width
    op = upper.op
    if op == ZEXT or op == CONCAT:
        # Already a concat that ends in zeros.
        inner = upper.args[0] if op == ZEXT else upper
        if inner.op != CONCAT or inner.args[1].op != CONST or _trailing_zeros(inner.args[1]) < int(low.width):
            return None
        return concat(extract(upper, low.width, width - low.width), low)
    shift = _left_shift(upper)
    if shift <= 0 or shift < low.width:
        return None
    return concat(extract(upper.args[0], 0, width - shift), zext(low, shift))


def _low_part(term: Term) -> Term | None:
    """What a term is an extension by zeros of: a narrower term that may end in zeros."""
    if term.op == ZEXT:
        return term.args[0]
    shift = _left_shift(term)
    if shift <= 0 or term.args[0].op != ZEXT or shift + term.args[0].args[0].width >= term.width:
        return None
    return concat(term.args[0].args[0], const(shift, 0))


def _left_shift(term: Term) -> i64:
    """By how many bits a term shifts its first argument to the left; 0 if it does something else."""
    if term.op == SHL and term.args[1].op == CONST and term.args[1].value < int(term.width):
        return term.args[1].value
    if term.op == MUL and term.args[1].op == CONST:
        factor = term.args[1].value
        if factor and factor & (factor - 1) == 0:
            return factor.bit_length() - 1
    return 0


def _trailing_zeros(constant: Term) -> int:
    value = constant.value
    return (value & -value).bit_length() - 1 if value else int(constant.width)


def xor(a: Term, b: Term) -> Term:
    if a is b:
        return const(a.width, 0)
    if a.op == CONST:
        a, b = b, a
    if b.op == CONST:
        if a.op == CONST:
            return const(a.width, a.value ^ b.value)
        if b.value == 0:
            return a
        if b.value == mask(a.width):
            return not_(a)
        if a.op == XOR and a.args[1].op == CONST:
            return xor(a.args[0], const(a.width, a.args[1].value ^ b.value))
    if a.op == NOT and b.op == NOT:
        return xor(a.args[0], b.args[0])
    return _ordered(XOR, a, b)


def ite(condition: Term, then: Term, other: Term) -> Term:
    """`condition ? then : other`; arms equal, constant conditions, negations and truth-valued arms simplify."""
    if condition.op == CONST:
        return then if condition.value else other
    if then is other:
        return then
    if condition.op == NOT:
        return ite(condition.args[0], other, then)
    if then.width == 1:
        if then is TRUE:
            return condition if other is FALSE else or_(condition, other)
        if then is FALSE:
            return not_(condition) if other is TRUE else and_(not_(condition), other)
        if other is FALSE:
            return and_(condition, then)
        if other is TRUE:
            return or_(not_(condition), then)
    if then.op == ITE and then.args[0] is condition:
        return ite(condition, then.args[1], other)
    if other.op == ITE and other.args[0] is condition:
        return ite(condition, then, other.args[2])
    return intern3(ITE, then.width, condition, then, other)


def implies(a: Term, b: Term) -> Term:
    return or_(not_(a), b)


def all_of(terms: list[Term]) -> Term:
    result = TRUE
    for each in terms:
        result = and_(result, each)
    return result


def any_of(terms: list[Term]) -> Term:
    result = FALSE
    for each in terms:
        result = or_(result, each)
    return result


def is_comparison(a: Term) -> bool:
    return EQ <= a.op <= SLE
