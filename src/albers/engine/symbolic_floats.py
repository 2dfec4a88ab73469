"""Floating-point operations with a term among their operands: the counterpart of the exact ones on patterns.

What the solvers' theory has becomes a term (`albers.expr.float_terms`); minima, classes and saturation are made of
comparisons. Remainders, powers and the functions of libm have no counterpart: a path that needs one ends there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from albers.engine.machine import Unsupported
from albers.expr import float_terms as f
from albers.expr.bits import all_of, any_of, extract, ite, not_, or_
from albers.expr.float_compare import EQUAL, GREATER, LESS
from albers.expr.float_convert import from_int
from albers.expr.float_format import (
    FPCLASS_NEGATIVE_INFINITY,
    FPCLASS_NEGATIVE_NORMAL,
    FPCLASS_NEGATIVE_SUBNORMAL,
    FPCLASS_NEGATIVE_ZERO,
    FPCLASS_POSITIVE_INFINITY,
    FPCLASS_POSITIVE_NORMAL,
    FPCLASS_POSITIVE_SUBNORMAL,
    FPCLASS_POSITIVE_ZERO,
    FPCLASS_QUIET_NAN,
    FPCLASS_SIGNALING_NAN,
    HALF,
    RDN,
    RNA,
    RNE,
    RTZ,
    RUP,
    FloatFormat,
)
from albers.expr.float_operations import F_ADD, F_FMA, F_MUL, F_ROUND, F_SQRT
from albers.expr.term import Term, as_term, as_value, const


def arithmetic(name: str, kind: int, fmt: FloatFormat, x: object, y: object, mode: int) -> object:
    """One of F_ADD … F_DIV; other kinds are remainders."""
    if kind > 3:
        raise unsupported(name)
    return as_value(f.computed(kind, fmt, [as_term(fmt.width, x), as_term(fmt.width, y)], mode))


def comparison(fmt: FloatFormat, relations: int, x: object, y: object) -> object:
    return as_value(f.compared(fmt, relations, as_term(fmt.width, x), as_term(fmt.width, y)))


def conversion(
    op: str, source: FloatFormat | None, target: FloatFormat | None, target_width: int, x: Term, mode: int
) -> object:
    """fptrunc, fpext, fptoui, fptosi, uitofp or sitofp; None stands for an integer."""
    if source is None:
        assert target is not None
        return as_value(f.from_integer(target, x, op == "sitofp", mode))
    if target is not None:
        return as_value(f.converted(source, target, x, mode))
    return as_value(f.to_integer(source, x, target_width, op == "fptosi"))


def unsupported(name: str) -> Unsupported:
    return Unsupported(f"floating point on symbolic data: {name}")


class SymbolicSite:
    """What an intrinsic needs to know of its call."""

    def __init__(self, name: str, fmt: FloatFormat, result_width: int, mode: int) -> None:
        self.name = name
        self.format = fmt
        self.result_width = result_width
        self.mode = mode


SymbolicFunction = Callable[[SymbolicSite, list[Term]], Term]


def intrinsic(site: SymbolicSite, widths: list[int], arguments: list[object]) -> object:
    """An intrinsic by its name without `llvm.` and types; `widths` are those of the arguments."""
    function = _FUNCTIONS.get(site.name)
    if function is None:
        raise unsupported(site.name)
    terms = [as_term(widths[i], argument) for i, argument in enumerate(arguments)]
    return as_value(function(site, terms))


def _sqrt(site: SymbolicSite, x: list[Term]) -> Term:
    return f.computed(F_SQRT, site.format, x, site.mode)


def _fma(site: SymbolicSite, x: list[Term]) -> Term:
    return f.computed(F_FMA, site.format, x, site.mode)


def _fmuladd(site: SymbolicSite, x: list[Term]) -> Term:
    product = f.computed(F_MUL, site.format, x[:2], site.mode)
    return f.computed(F_ADD, site.format, [product, x[2]], site.mode)


def _rounding(direction: int) -> SymbolicFunction:
    def apply(site: SymbolicSite, x: list[Term]) -> Term:
        return _rounded(site.format, x[0], direction)

    return apply


def _rounded(fmt: FloatFormat, x: Term, mode: int) -> Term:
    return f.computed(F_ROUND, fmt, [x], mode)


def _rint(site: SymbolicSite, x: list[Term]) -> Term:
    return _rounded(site.format, x[0], site.mode)


def _lrint(site: SymbolicSite, x: list[Term]) -> Term:
    return f.to_integer(site.format, _rounded(site.format, x[0], site.mode), site.result_width, True)


def _lround(site: SymbolicSite, x: list[Term]) -> Term:
    return f.to_integer(site.format, _rounded(site.format, x[0], RNA), site.result_width, True)


def _saturating(is_signed: bool) -> SymbolicFunction:
    def apply(site: SymbolicSite, x: list[Term]) -> Term:
        fmt = site.format
        width = site.result_width
        least = -(1 << (width - 1)) if is_signed else 0
        most = (1 << (width - 1 if is_signed else width)) - 1
        # Rounded outwards: no float lies between the number that does not fit and its neighbour.
        too_small = f.compared(fmt, LESS | EQUAL, x[0], const(fmt.width, from_int(fmt, least - 1, RDN)))
        too_large = f.compared(fmt, GREATER | EQUAL, x[0], const(fmt.width, from_int(fmt, most + 1, RUP)))
        inside = f.to_integer(fmt, x[0], width, is_signed)
        largest = ite(too_large, const(width, most), inside)
        return ite(too_small, const(width, least & ((1 << width) - 1)), largest)

    return apply


def _to_fp16(site: SymbolicSite, x: list[Term]) -> Term:
    return f.converted(site.format, HALF, x[0], site.mode)


def _from_fp16(site: SymbolicSite, x: list[Term]) -> Term:
    return f.converted(HALF, site.format, x[0])


# Minimum and maximum


def _quiet(fmt: FloatFormat, nan: Term) -> Term:
    quiet = or_(nan, const(fmt.width, fmt.quiet_bit))
    if not fmt.stores_integer_bit:
        return quiet
    is_unsupported = not_(extract(nan, fmt.fraction_bits, 1))
    return ite(is_unsupported, const(fmt.width, fmt.default_nan), quiet)


def _extreme(fmt: FloatFormat, relation: int, a: Term, b: Term) -> Term:
    """The one of two numbers that stands in the relation to the other; -0 is less than +0."""
    negative = f.is_negative(fmt, a)
    of_equals = ite(negative, a, b) if relation == LESS else ite(negative, b, a)
    is_equal = f.compared(fmt, EQUAL, a, b)
    return ite(is_equal, of_equals, ite(f.compared(fmt, relation, a, b), a, b))


def _propagating(relation: int) -> SymbolicFunction:
    """minimum and maximum: a NaN operand is the result."""

    def apply(site: SymbolicSite, x: list[Term]) -> Term:
        fmt = site.format
        a, b = x
        of_second = ite(f.is_nan(fmt, b), _quiet(fmt, b), _extreme(fmt, relation, a, b))
        return ite(f.is_nan(fmt, a), _quiet(fmt, a), of_second)

    return apply


def _ignoring(relation: int) -> SymbolicFunction:
    """minnum, minimumnum and their like: NaN operands are ignored."""

    def apply(site: SymbolicSite, x: list[Term]) -> Term:
        fmt = site.format
        a, b = x
        is_nan = f.is_nan(fmt, a)
        without_second = ite(is_nan, _quiet(fmt, b), a)
        with_second = ite(is_nan, b, _extreme(fmt, relation, a, b))
        return ite(f.is_nan(fmt, b), without_second, with_second)

    return apply


# Classes


def _canonicalize(site: SymbolicSite, x: list[Term]) -> Term:
    fmt = site.format
    return ite(f.is_nan(fmt, x[0]), _quiet(fmt, x[0]), f.unpacked(fmt, f.packed(fmt, x[0])))


def _is_fpclass(site: SymbolicSite, x: list[Term]) -> Term:
    fmt = site.format
    a = x[0]
    if x[1].args:
        raise unsupported("is.fpclass with a symbolic mask")
    mask = x[1].value
    negative = f.is_negative(fmt, a)
    positive = not_(negative)
    is_quiet = extract(_quiet_if_supported(fmt, a), fmt.fraction_bits - 1, 1)
    classes = [
        (FPCLASS_SIGNALING_NAN, [f.is_nan(fmt, a), not_(is_quiet)]),
        (FPCLASS_QUIET_NAN, [f.is_nan(fmt, a), is_quiet]),
        (FPCLASS_NEGATIVE_INFINITY, [negative, f.is_infinite(fmt, a)]),
        (FPCLASS_NEGATIVE_NORMAL, [negative, f.is_normal(fmt, a)]),
        (FPCLASS_NEGATIVE_SUBNORMAL, [negative, f.is_subnormal(fmt, a)]),
        (FPCLASS_NEGATIVE_ZERO, [negative, f.is_zero(fmt, a)]),
        (FPCLASS_POSITIVE_ZERO, [positive, f.is_zero(fmt, a)]),
        (FPCLASS_POSITIVE_SUBNORMAL, [positive, f.is_subnormal(fmt, a)]),
        (FPCLASS_POSITIVE_NORMAL, [positive, f.is_normal(fmt, a)]),
        (FPCLASS_POSITIVE_INFINITY, [positive, f.is_infinite(fmt, a)]),
    ]
    return any_of([all_of(conditions) for each, conditions in classes if mask & each])


def _quiet_if_supported(fmt: FloatFormat, a: Term) -> Term:
    """An x86_fp80 pattern that the processor rejects counts as a signaling NaN, whatever its quiet bit."""
    if not fmt.stores_integer_bit:
        return a
    return ite(extract(a, fmt.fraction_bits, 1), a, const(fmt.width, 0))


_FUNCTIONS: Final[dict[str, SymbolicFunction]] = {
    "sqrt": _sqrt,
    "fma": _fma,
    "fmuladd": _fmuladd,
    "floor": _rounding(RDN),
    "ceil": _rounding(RUP),
    "trunc": _rounding(RTZ),
    "round": _rounding(RNA),
    "roundeven": _rounding(RNE),
    "rint": _rint,
    "nearbyint": _rint,
    "lrint": _lrint,
    "llrint": _lrint,
    "lround": _lround,
    "llround": _lround,
    "fptosi.sat": _saturating(True),
    "fptoui.sat": _saturating(False),
    "convert.to.fp16": _to_fp16,
    "convert.from.fp16": _from_fp16,
    "minimum": _propagating(LESS),
    "maximum": _propagating(GREATER),
    "minimumnum": _ignoring(LESS),
    "maximumnum": _ignoring(GREATER),
    "minnum": _ignoring(LESS),
    "maxnum": _ignoring(GREATER),
    "fmin": _ignoring(LESS),
    "fmax": _ignoring(GREATER),
    "fminimum": _propagating(LESS),
    "fmaximum": _propagating(GREATER),
    "canonicalize": _canonicalize,
    "is.fpclass": _is_fpclass,
}
