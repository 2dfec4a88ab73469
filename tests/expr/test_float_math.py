"""Host-precision functions: close to the true value, and exactly IEEE at the edges that Python raises for."""

import math
from decimal import Decimal, localcontext

import pytest

from albers.expr import float_format as ff
from albers.expr.float_convert import from_python_float, to_python_float
from albers.expr.float_format import BFLOAT, DOUBLE, FLOAT, FP128, HALF, X86_FP80, FloatFormat
from albers.expr.float_math import BINARY_FUNCTIONS, UNARY_FUNCTIONS, host_binary, host_unary

INF, NAN = math.inf, math.nan


def unary(name: str, x: float, fmt: FloatFormat = DOUBLE) -> float:
    return to_python_float(host_unary(fmt, name, from_python_float(x, fmt)), fmt)


def binary(name: str, x: float, y: float, fmt: FloatFormat = DOUBLE) -> float:
    return to_python_float(host_binary(fmt, name, from_python_float(x, fmt), from_python_float(y, fmt)), fmt)


def same(a: float, b: float) -> bool:
    """Equal, with the sign of zeros; NaNs are equal."""
    return (a == b and math.copysign(1.0, a) == math.copysign(1.0, b)) or (math.isnan(a) and math.isnan(b))


@pytest.mark.parametrize(
    ("name", "argument", "expected"),
    [
        ("log", 0.0, -INF),
        ("log", -0.0, -INF),
        ("log2", -0.0, -INF),
        ("log10", 0.0, -INF),
        ("log", -1.0, NAN),
        ("log", -INF, NAN),
        ("log", INF, INF),
        ("log1p", -1.0, -INF),
        ("log1p", -1.5, NAN),
        ("exp", 1000.0, INF),
        ("exp", -1000.0, 0.0),
        ("exp", -INF, 0.0),
        ("exp2", 1024.0, INF),
        ("exp10", 309.0, INF),
        ("exp10", 2.0, 100.0),
        ("expm1", 1000.0, INF),
        ("expm1", -INF, -1.0),
        ("sinh", 1000.0, INF),
        ("sinh", -1000.0, -INF),
        ("cosh", -1000.0, INF),
        ("tanh", -INF, -1.0),
        ("atanh", 1.0, INF),
        ("atanh", -1.0, -INF),
        ("atanh", 2.0, NAN),
        ("acosh", 0.5, NAN),
        ("asin", 1.5, NAN),
        ("acos", -1.5, NAN),
        ("sin", INF, NAN),
        ("cos", -INF, NAN),
        ("tan", INF, NAN),
        ("sin", -0.0, -0.0),
        ("tgamma", 0.0, INF),
        ("tgamma", -0.0, -INF),
        ("tgamma", -1.0, NAN),
        ("tgamma", -INF, NAN),
        ("tgamma", 200.0, INF),
        ("tgamma", 1e-310, INF),
        ("tgamma", -1e-310, -INF),
        ("lgamma", 0.0, INF),
        ("lgamma", -3.0, INF),
        ("lgamma", -INF, INF),
        ("lgamma", 1e308, INF),
        ("erf", -INF, -1.0),
        ("erfc", -INF, 2.0),
        ("cbrt", -8.0, -2.0),
    ],
)
def test_edges_of_functions_of_one_argument(name: str, argument: float, expected: float) -> None:
    assert same(unary(name, argument), expected)


@pytest.mark.parametrize(
    ("name", "x", "y", "expected"),
    [
        ("pow", 0.0, -1.0, INF),
        ("pow", -0.0, -1.0, -INF),
        ("pow", -0.0, -2.0, INF),
        ("pow", -0.0, -0.5, INF),
        ("pow", -0.0, -INF, INF),
        ("pow", -0.0, 3.0, -0.0),
        ("pow", -8.0, 1.0 / 3.0, NAN),
        ("pow", 1e300, 2.0, INF),
        ("pow", -1e300, 2.0, INF),
        ("pow", -1e300, 3.0, -INF),
        ("pow", -1e-200, -3.0, -INF),
        ("pow", 1.0, NAN, 1.0),
        ("pow", NAN, 0.0, 1.0),
        ("pow", -1.0, INF, 1.0),
        ("pow", NAN, 1.0, NAN),
        ("atan2", -0.0, -1.0, -math.pi),
        ("atan2", INF, -INF, 3 * math.pi / 4),
        ("hypot", 1e308, 1.7e308, INF),
        ("hypot", NAN, -INF, INF),
        ("hypot", 3.0, 4.0, 5.0),
    ],
)
def test_edges_of_functions_of_two_arguments(name: str, x: float, y: float, expected: float) -> None:
    assert same(binary(name, x, y), expected)


def test_values_are_close_to_the_true_ones() -> None:
    with localcontext() as context:
        context.prec = 50
        for x in (0.1, 1.0, 2.5, 20.0):
            for name, true in (("exp", Decimal(x).exp()), ("log", Decimal(x).ln()), ("log10", Decimal(x).log10())):
                error = abs(Decimal(unary(name, x)) - true)
                assert error <= abs(true) * Decimal(2) ** -51
    for name, expected in (("sin", 0.5), ("cos", math.sqrt(3) / 2), ("tan", 1 / math.sqrt(3))):
        assert unary(name, math.pi / 6) == pytest.approx(expected, rel=1e-15)


@pytest.mark.parametrize("fmt", (HALF, BFLOAT, FLOAT), ids=lambda fmt: fmt.name)
def test_narrow_formats_round_the_result_of_the_double(fmt: FloatFormat) -> None:
    for x in (0.5, 1.0, 3.0, 5.0):
        assert unary("exp", x, fmt) == to_python_float(from_python_float(math.exp(x), fmt), fmt)
    assert unary("exp", 100.0, fmt) == INF  # a double, but beyond the narrow formats
    assert binary("pow", -2.0, 129.0, fmt) == -INF


def test_nans_come_from_the_operands_or_are_the_default_one() -> None:
    signaling, quieted = 0xFFF0000000000005, 0xFFF8000000000005
    assert all(host_unary(DOUBLE, name, signaling) == quieted for name in UNARY_FUNCTIONS)
    assert all(host_binary(DOUBLE, name, 0x3FE0000000000000, signaling) == quieted for name in BINARY_FUNCTIONS)
    assert host_unary(DOUBLE, "log", from_python_float(-1.0)) == DOUBLE.default_nan
    assert host_binary(DOUBLE, "pow", from_python_float(-1.0), from_python_float(0.5)) == DOUBLE.default_nan


def test_unknown_functions_and_wide_formats_are_refused() -> None:
    with pytest.raises(ValueError, match="bessel"):
        host_unary(DOUBLE, "bessel", 0)
    with pytest.raises(ValueError, match="bessel"):
        host_binary(DOUBLE, "bessel", 0, 0)
    for fmt in (X86_FP80, FP128):
        with pytest.raises(ValueError, match=fmt.name):
            host_unary(fmt, "sin", 0)
        with pytest.raises(ValueError, match=fmt.name):
            host_binary(fmt, "pow", 0, 0)


def test_every_function_is_defined_at_one_half() -> None:
    half = from_python_float(0.5)
    undefined = {name for name in UNARY_FUNCTIONS if not ff.is_finite(DOUBLE, host_unary(DOUBLE, name, half))}
    assert undefined == {"acosh"}
