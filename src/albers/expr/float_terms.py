"""Constructors of floating-point terms. A float is its bit pattern: all about signs and classes is plain bits.

Arithmetic and conversions become FLOAT nodes, which the solvers hand to their theory of floating point. Comparisons of
what was computed do too; those of other patterns, inputs above all, are comparisons of integers.
"""

from __future__ import annotations

from typing import Final

from albers.expr.bits import all_of, and_, any_of, concat, extract, ite, not_, or_
from albers.expr.compare import eq, ne, ule, ult
from albers.expr.float_compare import EQUAL, GREATER, LESS, UNORDERED
from albers.expr.float_format import RNE, RTZ, FloatFormat
from albers.expr.float_operations import (
    F_CONVERT,
    F_EQUAL,
    F_FROM_SIGNED,
    F_FROM_UNSIGNED,
    F_LESS,
    F_LESS_EQUAL,
    F_TO_SIGNED,
    F_TO_UNSIGNED,
    X87,
    FloatOperation,
    float_operation,
    float_value,
)
from albers.expr.term import CONST, FALSE, FLOAT, TRUE, Term, const, intern_float

_ALL_RELATIONS: Final = EQUAL | LESS | GREATER | UNORDERED


# Classes of patterns


def magnitude(fmt: FloatFormat, a: Term) -> Term:
    """The pattern without its sign."""
    return and_(a, const(fmt.width, fmt.magnitude_mask))


def is_negative(fmt: FloatFormat, a: Term) -> Term:
    """Whether the sign bit is set."""
    return extract(a, fmt.width - 1, 1)


def is_infinite(fmt: FloatFormat, a: Term) -> Term:
    return eq(magnitude(fmt, a), const(fmt.width, fmt.infinity))


def is_nan(fmt: FloatFormat, a: Term) -> Term:
    size = magnitude(fmt, a)
    return any_of([ult(const(fmt.width, fmt.infinity), size), _is_unsupported(fmt, size)])


def _is_unsupported(fmt: FloatFormat, size: Term) -> Term:
    """An x86_fp80 pattern whose exponent promises an integer bit that is not there counts as NaN."""
    if not fmt.stores_integer_bit:
        return FALSE
    has_exponent = ule(const(fmt.width, 1 << fmt.exponent_shift), size)
    return all_of([has_exponent, not_(extract(size, fmt.fraction_bits, 1))])


def is_zero(fmt: FloatFormat, a: Term) -> Term:
    return eq(magnitude(fmt, a), const(fmt.width, 0))


def is_subnormal(fmt: FloatFormat, a: Term) -> Term:
    size = magnitude(fmt, a)
    return all_of([ult(const(fmt.width, 0), size), ult(size, const(fmt.width, fmt.integer_bit))])


def is_normal(fmt: FloatFormat, a: Term) -> Term:
    large_enough = ule(const(fmt.width, fmt.integer_bit), magnitude(fmt, a))
    return all_of([large_enough, not_(is_infinite(fmt, a)), not_(is_nan(fmt, a))])


# Patterns of interchange formats


def interchange_format(fmt: FloatFormat) -> FloatFormat:
    """The format in which terms compute: x86_fp80 loses its integer bit, the others are themselves."""
    return X87 if fmt.stores_integer_bit else fmt


def packed(fmt: FloatFormat, a: Term) -> Term:
    """A pattern of `fmt` in its interchange format."""
    if not fmt.stores_integer_bit:
        return a
    fraction = extract(a, 0, fmt.fraction_bits)
    if fraction.args and fraction.args[0].op == FLOAT and fraction.args[0].width == X87.width:
        computed = fraction.args[0]
        if unpacked(fmt, computed) is a:
            return computed
    exponent = extract(a, fmt.exponent_shift, fmt.exponent_bits)
    no_exponent = eq(exponent, const(fmt.exponent_bits, 0))
    integer_bit = extract(a, fmt.fraction_bits, 1)
    # A pseudo-denormal, which has the bit but no exponent, has the value that the exponent 1 gives it.
    low = concat(const(fmt.exponent_bits - 1, 0), integer_bit)
    plain = concat(extract(a, fmt.width - 1, 1), concat(ite(no_exponent, low, exponent), fraction))
    broken = all_of([not_(no_exponent), not_(integer_bit)])
    return ite(broken, const(X87.width, X87.default_nan), plain)


def unpacked(fmt: FloatFormat, a: Term) -> Term:
    """The inverse of `packed`, with the one pattern that a processor would make."""
    if not fmt.stores_integer_bit:
        return a
    exponent = extract(a, X87.fraction_bits, fmt.exponent_bits)
    integer_bit = ne(exponent, const(fmt.exponent_bits, 0))
    fraction = extract(a, 0, fmt.fraction_bits)
    return concat(extract(a, X87.width - 1, 1), concat(exponent, concat(integer_bit, fraction)))


# Operations


def computed(kind: int, fmt: FloatFormat, operands: list[Term], mode: int = RNE) -> Term:
    """An operation whose operands and result are of one format."""
    inner = interchange_format(fmt)
    node = _node(FloatOperation(kind, inner, inner, mode), inner.width, [packed(fmt, each) for each in operands])
    return unpacked(fmt, node)


def converted(source: FloatFormat, target: FloatFormat, a: Term, mode: int = RNE) -> Term:
    """A float in another format."""
    inner = interchange_format(target)
    operation = FloatOperation(F_CONVERT, interchange_format(source), inner, mode)
    return unpacked(target, _node(operation, inner.width, [packed(source, a)]))


def from_integer(fmt: FloatFormat, a: Term, is_signed: bool, mode: int = RNE) -> Term:
    inner = interchange_format(fmt)
    kind = F_FROM_SIGNED if is_signed else F_FROM_UNSIGNED
    return unpacked(fmt, _node(FloatOperation(kind, inner, inner, mode), inner.width, [a]))


def to_integer(fmt: FloatFormat, a: Term, width: int, is_signed: bool) -> Term:
    """Towards zero; 0 if it does not fit."""
    inner = interchange_format(fmt)
    kind = F_TO_SIGNED if is_signed else F_TO_UNSIGNED
    return _node(FloatOperation(kind, inner, inner, RTZ), width, [packed(fmt, a)])


def compared(fmt: FloatFormat, relations: int, a: Term, b: Term) -> Term:
    """Whether the relation of `a` to `b` is one of those given (a value of float_compare.PREDICATES)."""
    if relations & UNORDERED:
        return not_(compared(fmt, relations ^ _ALL_RELATIONS, a, b))
    inner = interchange_format(fmt)
    x = packed(fmt, a)
    y = packed(fmt, b)
    if relations == EQUAL | LESS | GREATER:
        return all_of([not_(is_nan(inner, x)), not_(is_nan(inner, y))])
    if relations == EQUAL:
        return _ordered(inner, F_EQUAL, x, y)
    parts: list[Term] = []
    if relations & EQUAL and relations & LESS:
        parts.append(_ordered(inner, F_LESS_EQUAL, x, y))
    elif relations & LESS:
        parts.append(_ordered(inner, F_LESS, x, y))
    if relations & GREATER:
        with_equal = relations & EQUAL and not relations & LESS
        parts.append(_ordered(inner, F_LESS_EQUAL if with_equal else F_LESS, y, x))
    return any_of(parts)


def _ordered(fmt: FloatFormat, kind: int, a: Term, b: Term) -> Term:
    """Equal, less, or less or equal; never with a NaN."""
    if a.op == FLOAT or b.op == FLOAT:
        return _node(FloatOperation(kind, fmt, fmt, RNE), 1, [a, b])
    numbers = [not_(is_nan(fmt, a)), not_(is_nan(fmt, b))]
    both_zero = all_of([is_zero(fmt, a), is_zero(fmt, b)])
    if kind == F_EQUAL:
        return all_of([*numbers, or_(eq(a, b), both_zero)])
    # Patterns of one sign are ordered like the integers they are, by magnitude.
    negative_a, negative_b = is_negative(fmt, a), is_negative(fmt, b)
    if kind == F_LESS:
        below = ite(negative_a, ite(negative_b, ult(b, a), TRUE), ite(negative_b, FALSE, ult(a, b)))
        return all_of([*numbers, below, not_(both_zero)])
    below = ite(negative_a, ite(negative_b, ule(b, a), TRUE), ite(negative_b, FALSE, ule(a, b)))
    return all_of([*numbers, or_(below, both_zero)])


def _node(operation: FloatOperation, width: int, operands: list[Term]) -> Term:
    if all_constant(operands):
        values = [each.value for each in operands]
        return const(width, float_value(operation, values, int(operands[0].width), width))
    return intern_float(width, operation.number, tuple(operands))


def all_constant(terms: list[Term]) -> bool:
    for each in terms:  # noqa: SIM110 (a loop compiles better)
        if each.op != CONST:
            return False
    return True


def rebuilt_float(term: Term, operands: list[Term]) -> Term:
    """The operation of a FLOAT node on other operands."""
    return _node(float_operation(term.value), int(term.width), operands)
