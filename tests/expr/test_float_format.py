"""What the floating-point formats are, and what every operation does with NaNs, infinities and zeros."""

import pickle
import random
from fractions import Fraction

import pytest

from albers.expr import float_arith as arith
from albers.expr import float_compare as compare
from albers.expr import float_convert as conversion
from albers.expr import float_format as ff
from albers.expr.float_format import ALL_FORMATS, BFLOAT, DOUBLE, X86_FP80, FloatFormat

MODES = (ff.RNE, ff.RTZ, ff.RUP, ff.RDN, ff.RNA)
formats = pytest.mark.parametrize("fmt", ALL_FORMATS, ids=lambda fmt: fmt.name)


def one_of(fmt: FloatFormat) -> int:
    return conversion.from_int(fmt, 1)


def value(fmt: FloatFormat, bits: int) -> Fraction:
    negative, exponent, significand = ff.unpack(fmt, bits)
    return Fraction(-significand if negative else significand) * Fraction(2) ** exponent


# --------------------------------------------------------------------------------------------------- classification


@formats
def test_every_pattern_is_of_exactly_one_class(fmt: FloatFormat) -> None:
    source = random.Random(fmt.width)
    magnitudes = [
        0,
        1,
        fmt.fraction_mask,
        fmt.min_normal,
        fmt.max_finite,
        fmt.infinity,
        fmt.infinity | 1,
        fmt.default_nan,
    ]
    magnitudes += [source.getrandbits(fmt.width - 1) for _ in range(300)]
    seen = set()
    for bits in [magnitude | sign for magnitude in magnitudes for sign in (0, fmt.sign_bit)]:
        members = [bit for bit in range(10) if ff.is_fpclass(fmt, bits, 1 << bit)]
        assert len(members) == 1
        index = members[0]
        seen.add(index)
        assert ff.is_nan(fmt, bits) == (index in (0, 1))
        assert ff.is_signaling_nan(fmt, bits) == (index == 0)
        assert ff.is_inf(fmt, bits) == (index in (2, 9))
        assert ff.is_normal(fmt, bits) == (index in (3, 8))
        assert ff.is_subnormal(fmt, bits) == (index in (4, 7))
        assert ff.is_zero(fmt, bits) == (index in (5, 6))
        assert ff.is_finite(fmt, bits) == (3 <= index <= 8)
        assert ff.is_nan(fmt, bits) or (ff.sign(fmt, bits) == 1) == (2 <= index <= 5)
        assert ff.is_fpclass(fmt, bits, 0x3FF) == 1
        assert ff.is_fpclass(fmt, bits, 0) == 0
    assert seen == set(range(10))


@formats
def test_the_constants_of_a_format_are_what_they_are_called(fmt: FloatFormat) -> None:
    largest = (2 - Fraction(1, 2 ** (fmt.precision - 1))) * Fraction(2) ** fmt.bias
    assert value(fmt, fmt.max_finite) == largest
    assert value(fmt, fmt.min_normal) == Fraction(1, 2 ** (fmt.bias - 1))
    assert ff.is_normal(fmt, fmt.min_normal) and ff.is_normal(fmt, fmt.max_finite)
    assert ff.is_subnormal(fmt, fmt.min_subnormal) and ff.is_subnormal(fmt, fmt.fraction_mask)
    assert ff.is_inf(fmt, fmt.infinity) and ff.is_inf(fmt, ff.neg(fmt, fmt.infinity))
    assert ff.is_nan(fmt, fmt.default_nan) and not ff.is_signaling_nan(fmt, fmt.default_nan)
    assert ff.format_of_llvm_type(fmt.name) is fmt
    assert pickle.loads(pickle.dumps(fmt)) is fmt


def test_the_default_nans_and_infinities_have_their_well_known_patterns() -> None:
    assert [fmt.default_nan for fmt in ALL_FORMATS] == [
        0x7E00,
        0x7FC0,
        0x7FC00000,
        0x7FF8000000000000,
        0x7FFFC000000000000000,
        0x7FFF8000000000000000000000000000,
    ]
    assert (BFLOAT.infinity, X86_FP80.infinity) == (0x7F80, 0x7FFF8000000000000000)
    with pytest.raises(ValueError, match="ppc_fp128"):
        ff.format_of_llvm_type("ppc_fp128")


def test_patterns_that_the_x87_rejects_are_nans() -> None:
    one = 0x3FFF8000000000000000
    unnormal, pseudo_infinity, pseudo_nan = 0x3FFF4000000000000000, 0x7FFF0000000000000000, 0x7FFF4000000000000000
    for bits in (unnormal, pseudo_infinity, pseudo_nan):
        assert ff.is_nan(X86_FP80, bits) and not ff.is_inf(X86_FP80, bits) and not ff.is_normal(X86_FP80, bits)
        assert ff.is_fpclass(X86_FP80, bits, ff.FPCLASS_SIGNALING_NAN) == 1
        assert arith.add(X86_FP80, one, bits) == X86_FP80.default_nan
        assert compare.fcmp(X86_FP80, "uno", bits, one) == 1
        assert conversion.to_int(X86_FP80, bits) is None
        assert conversion.convert(X86_FP80, DOUBLE, bits) == DOUBLE.default_nan


def test_a_pseudo_denormal_has_the_value_of_its_normal_twin() -> None:
    pseudo, twin = 0x00008000000000000005, 0x00018000000000000005
    assert ff.is_normal(X86_FP80, pseudo) and not ff.is_subnormal(X86_FP80, pseudo)
    assert ff.canonicalize(X86_FP80, pseudo) == twin
    assert compare.fcmp(X86_FP80, "oeq", pseudo, twin) == 1
    assert arith.add(X86_FP80, pseudo, 0) == twin


# ------------------------------------------------------------------------------------------------------- special values


@formats
def test_invalid_operations_give_the_positive_default_nan(fmt: FloatFormat) -> None:
    zero, inf, minus_inf = 0, fmt.infinity, ff.neg(fmt, fmt.infinity)
    one = one_of(fmt)
    invalid = [
        arith.add(fmt, inf, minus_inf),
        arith.sub(fmt, inf, inf),
        arith.mul(fmt, zero, minus_inf),
        arith.div(fmt, zero, ff.neg(fmt, zero)),
        arith.div(fmt, inf, minus_inf),
        arith.fma(fmt, inf, zero, one),
        arith.fma(fmt, inf, one, minus_inf),
        arith.sqrt(fmt, ff.neg(fmt, one)),
        arith.frem(fmt, inf, one),
        arith.frem(fmt, one, zero),
        arith.ieee_remainder(fmt, minus_inf, one),
    ]
    assert invalid == [fmt.default_nan] * len(invalid)


@formats
def test_infinities_and_divisions_by_zero_have_their_ieee_results(fmt: FloatFormat) -> None:
    inf, minus_inf, minus_zero = fmt.infinity, ff.neg(fmt, fmt.infinity), fmt.sign_bit
    one = one_of(fmt)
    minus_one = ff.neg(fmt, one)
    assert arith.add(fmt, inf, minus_one) == inf
    assert arith.sub(fmt, one, inf) == minus_inf
    assert arith.mul(fmt, minus_inf, minus_one) == inf
    assert arith.div(fmt, one, minus_zero) == minus_inf
    assert arith.div(fmt, minus_one, minus_zero) == inf
    assert arith.div(fmt, minus_inf, 0) == minus_inf
    assert arith.div(fmt, minus_one, inf) == minus_zero
    assert arith.fma(fmt, one, one, minus_inf) == minus_inf
    assert arith.fma(fmt, minus_inf, one, one) == minus_inf
    assert arith.sqrt(fmt, inf) == inf
    assert arith.sqrt(fmt, minus_zero) == minus_zero
    assert arith.frem(fmt, minus_one, inf) == minus_one
    assert arith.floor(fmt, minus_inf) == minus_inf
    assert arith.modf(fmt, minus_inf) == (minus_zero, minus_inf)
    assert arith.frexp(fmt, inf) == (inf, 0)
    assert arith.ldexp(fmt, minus_inf, -5) == minus_inf


@formats
def test_a_cancellation_is_plus_zero_unless_rounding_down(fmt: FloatFormat) -> None:
    one = one_of(fmt)
    for mode in MODES:
        expected = fmt.sign_bit if mode == ff.RDN else 0
        assert arith.sub(fmt, one, one, mode) == expected
        assert arith.add(fmt, 0, fmt.sign_bit, mode) == expected
        assert arith.fma(fmt, one, one, ff.neg(fmt, one), mode) == expected
        assert arith.add(fmt, fmt.sign_bit, fmt.sign_bit, mode) == fmt.sign_bit
        assert arith.add(fmt, 0, 0, mode) == 0


@formats
def test_the_first_nan_operand_is_the_result_made_quiet(fmt: FloatFormat) -> None:
    signaling, other = fmt.infinity | fmt.sign_bit | 1, fmt.default_nan | 2
    quieted = signaling | fmt.quiet_bit
    one = one_of(fmt)
    for operation in (arith.add, arith.sub, arith.mul, arith.div, arith.frem, arith.ieee_remainder):
        assert operation(fmt, signaling, other) == quieted
        assert operation(fmt, one, signaling) == quieted
        assert operation(fmt, other, one) == other
    assert arith.fma(fmt, one, signaling, other) == quieted
    assert arith.fma(fmt, fmt.infinity, 0, signaling) == quieted
    for unary in (arith.sqrt, arith.floor, ff.canonicalize):
        assert unary(fmt, signaling) == quieted
    assert arith.frexp(fmt, signaling) == (quieted, 0)
    assert arith.ldexp(fmt, signaling, 1) == quieted
    assert arith.modf(fmt, signaling) == (quieted, quieted)


@formats
def test_neg_abs_and_copysign_touch_the_sign_bit_alone(fmt: FloatFormat) -> None:
    for bits in (0, 1, fmt.sign_bit, fmt.max_finite, fmt.infinity | fmt.sign_bit, fmt.infinity | 1, fmt.default_nan):
        assert ff.neg(fmt, bits) ^ bits == fmt.sign_bit
        assert ff.fabs(fmt, bits) == min(bits, bits ^ fmt.sign_bit)
        assert ff.copysign(fmt, bits, fmt.sign_bit) == max(bits, bits ^ fmt.sign_bit)
