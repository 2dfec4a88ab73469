"""LLVM's floating-point intrinsics on scalars: roots, roundings, minima, classification, the functions of libm.

All but the functions of libm are exact; those are as precise as the host's (`albers.expr.float_math`). `fabs` and
`copysign` work on terms, the others hand terms to `symbolic_floats`. The constrained variants, which C's
`#pragma STDC FENV_ACCESS` makes, are the same functions with a rounding mode; exception flags do not exist here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from albers.engine import float_ops, symbolic_floats
from albers.engine.lowerer import PureFunction
from albers.engine.machine import Unsupported
from albers.expr import float_arith, float_compare, float_convert
from albers.expr.float_format import DOUBLE, HALF, RDN, RNA, RNE, RTZ, RUP, FloatFormat, canonicalize, is_fpclass
from albers.expr.float_math import host_binary, host_unary
from albers.expr.fold import mask, to_signed
from albers.ir.types import FloatType, IntType, StructType, Type

ROUNDING_MODES: Final[dict[str, int]] = {
    "round.tonearest": RNE,
    "round.tonearestaway": RNA,
    "round.towardzero": RTZ,
    "round.upward": RUP,
    "round.downward": RDN,
    "round.dynamic": RNE,  # the mode a program starts in; nothing here can change it
}


class Site:
    """What a function needs to know of the call: the format it works in, the widths of integers, the rounding mode."""

    def __init__(self, name: str, operands: list[Type], result: Type, mode: int) -> None:
        self.name = name
        self.format: FloatFormat = _working_format(operands, result)
        self.operand_widths: list[int] = [_width_of(each) for each in operands]
        self.result_width: int = _width_of(result.fields[1] if isinstance(result, StructType) else result)
        self.mode = mode


def _working_format(operands: list[Type], result: Type) -> FloatFormat:
    if isinstance(operands[0], FloatType):
        return float_ops.format_of(operands[0])
    return float_ops.format_of(result)


def _width_of(type_: Type) -> int:
    return type_.width if isinstance(type_, (IntType, FloatType)) else 0


FloatFunction = Callable[[Site, list[int]], object]


# Arithmetic


def _sqrt(site: Site, x: list[int]) -> object:
    return float_arith.sqrt(site.format, x[0], site.mode)


def _fma(site: Site, x: list[int]) -> object:
    return float_arith.fma(site.format, x[0], x[1], x[2], site.mode)


def _fmuladd(site: Site, x: list[int]) -> object:
    """Rounded twice, as on a machine without fused operations; LLVM allows either."""
    product = float_arith.mul(site.format, x[0], x[1], site.mode)
    return float_arith.add(site.format, product, x[2], site.mode)


def _powi(site: Site, x: list[int]) -> object:
    return float_arith.powi(site.format, x[0], to_signed(site.operand_widths[1], x[1]))


# Rounding to integral values


def _rounding(direction: int) -> FloatFunction:
    """floor, ceil, trunc, round, roundeven: the direction is part of the name."""

    def apply(site: Site, x: list[int]) -> object:
        return float_arith.round_to_integral(site.format, x[0], direction)

    return apply


def _rint(site: Site, x: list[int]) -> object:
    return float_arith.round_to_integral(site.format, x[0], site.mode)


# Conversions to integers: what does not fit is unspecified in C and reads as 0, like a cast that does not fit


def _lrint(site: Site, x: list[int]) -> object:
    return _or_zero(float_convert.to_signed(site.format, x[0], site.result_width, site.mode))


def _lround(site: Site, x: list[int]) -> object:
    return _or_zero(float_convert.lround(site.format, x[0], site.result_width))


def _or_zero(integer: int | None) -> int:
    return 0 if integer is None else integer


def _fptosi_sat(site: Site, x: list[int]) -> object:
    return float_convert.to_signed_saturating(site.format, x[0], site.result_width)


def _fptoui_sat(site: Site, x: list[int]) -> object:
    return float_convert.to_unsigned_saturating(site.format, x[0], site.result_width)


# Half precision held in an integer


def _to_fp16(site: Site, x: list[int]) -> object:
    return float_convert.convert(site.format, HALF, x[0], site.mode)


def _from_fp16(site: Site, x: list[int]) -> object:
    return float_convert.convert(HALF, site.format, x[0])


# Minimum and maximum


def _minimum(site: Site, x: list[int]) -> object:
    return float_compare.minimum(site.format, x[0], x[1])


def _maximum(site: Site, x: list[int]) -> object:
    return float_compare.maximum(site.format, x[0], x[1])


def _minimumnum(site: Site, x: list[int]) -> object:
    return float_compare.minimumnum(site.format, x[0], x[1])


def _maximumnum(site: Site, x: list[int]) -> object:
    return float_compare.maximumnum(site.format, x[0], x[1])


def _minnum(site: Site, x: list[int]) -> object:
    return float_compare.minnum(site.format, x[0], x[1])


def _maxnum(site: Site, x: list[int]) -> object:
    return float_compare.maxnum(site.format, x[0], x[1])


# Classification and parts of a number


def _canonicalize(site: Site, x: list[int]) -> object:
    return canonicalize(site.format, x[0])


def _is_fpclass(site: Site, x: list[int]) -> object:
    return is_fpclass(site.format, x[0], x[1])


def _modf(site: Site, x: list[int]) -> object:
    return float_arith.modf(site.format, x[0])


def _frexp(site: Site, x: list[int]) -> object:
    fraction, exponent = float_arith.frexp(site.format, x[0])
    return fraction, exponent & mask(site.result_width)


def _ldexp(site: Site, x: list[int]) -> object:
    return float_arith.ldexp(site.format, x[0], to_signed(site.operand_widths[1], x[1]), site.mode)


# The functions of libm


def _libm_unary(site: Site, x: list[int]) -> object:
    return host_unary(site.format, site.name, x[0])


def _libm_binary(site: Site, x: list[int]) -> object:
    return host_binary(site.format, site.name, x[0], x[1])


def _sincos(site: Site, x: list[int]) -> object:
    return host_unary(site.format, "sin", x[0]), host_unary(site.format, "cos", x[0])


_LIBM: Final[dict[str, FloatFunction]] = {
    "sin": _libm_unary,
    "cos": _libm_unary,
    "tan": _libm_unary,
    "asin": _libm_unary,
    "acos": _libm_unary,
    "atan": _libm_unary,
    "sinh": _libm_unary,
    "cosh": _libm_unary,
    "tanh": _libm_unary,
    "exp": _libm_unary,
    "exp2": _libm_unary,
    "exp10": _libm_unary,
    "log": _libm_unary,
    "log2": _libm_unary,
    "log10": _libm_unary,
    "pow": _libm_binary,
    "atan2": _libm_binary,
    "sincos": _sincos,
}

_FUNCTIONS: Final[dict[str, FloatFunction]] = {
    "sqrt": _sqrt,
    "fma": _fma,
    "fmuladd": _fmuladd,
    "powi": _powi,
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
    "fptosi.sat": _fptosi_sat,
    "fptoui.sat": _fptoui_sat,
    "convert.to.fp16": _to_fp16,
    "convert.from.fp16": _from_fp16,
    "minimum": _minimum,
    "maximum": _maximum,
    "minimumnum": _minimumnum,
    "maximumnum": _maximumnum,
    "minnum": _minnum,
    "maxnum": _maxnum,
    "canonicalize": _canonicalize,
    "is.fpclass": _is_fpclass,
    "modf": _modf,
    "frexp": _frexp,
    "ldexp": _ldexp,
}


def function_of(name: str, operands: list[Type], result: Type, mode: int = RNE) -> PureFunction | None:
    """The intrinsic's meaning for operands of these scalar types; None if it is none of ours."""
    if name == "fabs" or name == "copysign":
        return _sign_function(name, float_ops.format_of(result))
    function = _FUNCTIONS.get(name)
    if function is not None:
        return _on_concrete(function, Site(name, operands, result, mode))
    function = _LIBM.get(name)
    if function is None:
        return None
    site = Site(name, operands, result, mode)
    if site.format.precision > DOUBLE.precision:
        raise Unsupported(f"{name} of {site.format.name} (the functions of libm are known up to double)")
    return _on_concrete(function, site)


def _on_concrete(function: FloatFunction, site: Site) -> PureFunction:
    symbolic = symbolic_floats.SymbolicSite(site.name, site.format, site.result_width, site.mode)

    def apply(arguments: list[object]) -> object:
        patterns: list[int] = []
        for each in arguments:
            if not isinstance(each, int):
                return symbolic_floats.intrinsic(symbolic, site.operand_widths, arguments)
            patterns.append(each)
        return function(site, patterns)

    return apply


def _sign_function(name: str, fmt: FloatFormat) -> PureFunction:
    is_fabs = name == "fabs"

    def apply(arguments: list[object]) -> object:
        if is_fabs:
            return float_ops.magnitude(fmt, arguments[0])
        return float_ops.with_sign_of(fmt, arguments[0], arguments[1])

    return apply


def constrained_function_of(name: str, operands: list[Type], result: Type, words: list[str]) -> PureFunction | None:
    """llvm.experimental.constrained.<name>; `words` are its metadata arguments without quotes."""
    mode = RNE
    for word in words:
        mode = ROUNDING_MODES.get(word, mode)
    if name in float_ops.OPERATORS:
        return float_ops.binary_function(name, float_ops.format_of(result), mode)
    if name in float_ops.CASTS:
        return float_ops.cast_function(name, operands[0], result, mode)
    if name == "fcmp" or name == "fcmps":
        return float_ops.compare_function(words[0], float_ops.format_of(operands[0]))
    return function_of(name, operands, result, mode)


# Reductions of vectors

_EXTREMES: Final[dict[str, FloatFunction]] = {
    "fmin": _minnum,
    "fmax": _maxnum,
    "fminimum": _minimum,
    "fmaximum": _maximum,
}


def reduction_of(name: str, element: FloatType) -> PureFunction | None:
    """llvm.vector.reduce.<name> of floats, strictly in order: fadd and fmul begin with a start value."""
    if name in ("fadd", "fmul"):
        return _folding(float_ops.binary_function(name, float_ops.format_of(element)))
    function = _EXTREMES.get(name)
    if function is None:
        return None
    return _folding(_on_concrete(function, Site(name, [element, element], element, RNE)))


def _folding(function: PureFunction) -> PureFunction:
    def apply(arguments: list[object]) -> object:
        lanes = arguments[-1]
        assert isinstance(lanes, tuple)
        result: object = arguments[0] if len(arguments) == 2 else lanes[0]
        for lane in lanes if len(arguments) == 2 else lanes[1:]:
            result = function([result, lane])
        return result

    return apply
