"""Transcendental functions of llvm.sin, llvm.pow and their kin, as precise as the host's math library.

Unlike everything else in the float modules these are NOT correctly rounded: they are Python's math functions
in double precision, rounded to the format, and may differ in the last bits from the libm the analysed
program would use. Exact is the IEEE behaviour at the edges: an invalid operation is NaN, a pole or an
overflow is an infinity of the right sign.
"""

import math
from collections.abc import Callable
from typing import Final

from albers.expr.float_convert import convert
from albers.expr.float_format import DOUBLE, FloatFormat, is_nan, nan_result, quiet
from albers.expr.float_host import double_bits, double_value

_INFINITY: Final = math.inf
_NAN: Final = math.nan


def _exp10(x: float) -> float:
    return math.pow(10.0, x)


_UNARY: Final[dict[str, Callable[[float], float]]] = {
    "sin": math.sin,
    "cos": math.cos,
    "tan": math.tan,
    "asin": math.asin,
    "acos": math.acos,
    "atan": math.atan,
    "sinh": math.sinh,
    "cosh": math.cosh,
    "tanh": math.tanh,
    "asinh": math.asinh,
    "acosh": math.acosh,
    "atanh": math.atanh,
    "exp": math.exp,
    "exp2": math.exp2,
    "exp10": _exp10,
    "expm1": math.expm1,
    "log": math.log,
    "log2": math.log2,
    "log10": math.log10,
    "log1p": math.log1p,
    "cbrt": math.cbrt,
    "erf": math.erf,
    "erfc": math.erfc,
    "tgamma": math.gamma,
    "lgamma": math.lgamma,
}

_BINARY: Final[dict[str, Callable[[float, float], float]]] = {
    "pow": math.pow,
    "atan2": math.atan2,
    "hypot": math.hypot,
}

UNARY_FUNCTIONS: Final = frozenset(_UNARY)
BINARY_FUNCTIONS: Final = frozenset(_BINARY)

# Overflow goes to -infinity for a negative argument in these; the other functions only overflow upward.
_ODD: Final = frozenset({"sinh"})
_LOGARITHMS: Final = frozenset({"log", "log2", "log10"})


def host_unary(fmt: FloatFormat, name: str, bits: int) -> int:
    """One of UNARY_FUNCTIONS; ValueError for another name or a format wider than double."""
    function = _UNARY.get(name)
    if function is None:
        raise ValueError(f"no host function {name} of one argument")
    _require_host_precision(fmt, name)
    if is_nan(fmt, bits):
        return quiet(fmt, bits)
    x = double_value(convert(fmt, DOUBLE, bits))
    try:
        result = function(x)
    except ValueError:  # math's word for an invalid operation and for a pole
        result = _unary_pole(name, x)
    except OverflowError:
        result = _unary_overflow(name, x)
    return _rounded(fmt, result, bits, bits)


def host_binary(fmt: FloatFormat, name: str, a: int, b: int) -> int:
    """One of BINARY_FUNCTIONS; ValueError for another name or a format wider than double."""
    function = _BINARY.get(name)
    if function is None:
        raise ValueError(f"no host function {name} of two arguments")
    _require_host_precision(fmt, name)
    x = double_value(convert(fmt, DOUBLE, a))
    y = double_value(convert(fmt, DOUBLE, b))
    try:
        result = function(x, y)
    except ValueError:
        result = _pow_infinity(x, y) if name == "pow" and x == 0.0 else _NAN
    except OverflowError:
        result = _pow_infinity(x, y) if name == "pow" else _INFINITY
    return _rounded(fmt, result, a, b)


def _require_host_precision(fmt: FloatFormat, name: str) -> None:
    if fmt.precision > DOUBLE.precision:
        raise ValueError(f"{name} is available up to double precision, not for {fmt.name}")


def _rounded(fmt: FloatFormat, result: float, a: int, b: int) -> int:
    """A NaN result is an operand or the default NaN, never the host's, whose sign and payload vary."""
    if result != result:
        return nan_result(fmt, a, b)
    return convert(DOUBLE, fmt, double_bits(result))


def _unary_pole(name: str, x: float) -> float:
    """What math refuses with ValueError: infinity at a pole, NaN where the function has no value."""
    if name in _LOGARITHMS and x == 0.0:
        return -_INFINITY
    if name == "log1p" and x == -1.0:
        return -_INFINITY
    if name == "atanh" and (x == 1.0 or x == -1.0):
        return math.copysign(_INFINITY, x)
    if name == "tgamma" and x == 0.0:
        return math.copysign(_INFINITY, x)
    if name == "lgamma":  # infinite at zero and at every negative integer, and defined everywhere else
        return _INFINITY
    return _NAN


def _unary_overflow(name: str, x: float) -> float:
    if name in _ODD:
        return math.copysign(_INFINITY, x)
    # The gamma function overflows downward only beside its pole at zero.
    return -_INFINITY if name == "tgamma" and x < 0.0 else _INFINITY


def _pow_infinity(x: float, y: float) -> float:
    """The infinite power of a zero or a large base: negative only for a negative base and an odd exponent."""
    return math.copysign(_INFINITY, x) if math.fmod(y, 2.0) in (1.0, -1.0) else _INFINITY
