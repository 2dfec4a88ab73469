"""The floating-point layer against exact rational arithmetic: every format, every rounding mode.

The oracle never rounds. It decodes patterns by the definition of the format and accepts a result if no neighbouring
pattern would be a better answer.
"""

import bisect
import math
import random
import struct
from fractions import Fraction

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from albers.expr import float_arith as arith
from albers.expr import float_compare as compare
from albers.expr import float_convert as conversion
from albers.expr import float_format as ff
from albers.expr.float_format import ALL_FORMATS, DOUBLE, FLOAT, FP128, HALF, X86_FP80, FloatFormat

MODES = (ff.RNE, ff.RTZ, ff.RUP, ff.RDN, ff.RNA)

# ------------------------------------------------------------------------------------------------------- the oracle


def pattern(fmt: FloatFormat, negative: int, field: int, fraction: int) -> int:
    """Sign, exponent field and the fraction behind the integer bit, which x86_fp80 stores and the others imply."""
    integer_bit = 1 << 63 if fmt is X86_FP80 and field > 0 else 0
    return (
        negative << (fmt.width - 1)
        | field << (80 - 16 if fmt is X86_FP80 else fmt.precision - 1)
        | integer_bit
        | fraction
    )


def decode(fmt: FloatFormat, bits: int) -> Fraction:
    """The value of a finite pattern, straight from the definition."""
    significand_width = fmt.width - 1 - fmt.exponent_bits
    field = bits >> significand_width & (1 << fmt.exponent_bits) - 1
    stored = bits & (1 << significand_width) - 1
    implied = 1 << significand_width if field > 0 and fmt is not X86_FP80 else 0
    magnitude = Fraction(stored + implied) * Fraction(2) ** (max(field, 1) - fmt.bias - (fmt.precision - 1))
    return -magnitude if bits >> (fmt.width - 1) else magnitude


def ordinal(fmt: FloatFormat, magnitude: int) -> int:
    """The place of a canonical non-negative pattern among all, infinity being the last."""
    if fmt is not X86_FP80:
        return magnitude
    return magnitude >> 64 << 63 | magnitude & (1 << 63) - 1


def at_ordinal(fmt: FloatFormat, place: int) -> int:
    if fmt is not X86_FP80:
        return place
    return pattern(fmt, 0, place >> 63, place & (1 << 63) - 1)


def value_or_limit(fmt: FloatFormat, magnitude: int) -> Fraction:
    """Rounding to nearest treats infinity as the number that would come next: 2^(largest exponent + 1)."""
    return Fraction(2) ** (fmt.bias + 1) if magnitude == fmt.infinity else decode(fmt, magnitude)


def is_correctly_rounded(fmt: FloatFormat, exact: Fraction, result: int, mode: int) -> bool:
    """Whether no neighbour of the result is a better answer for the exact, non-zero value."""
    negative = result >> (fmt.width - 1)
    magnitude = result & fmt.magnitude_mask
    if magnitude > fmt.infinity or (negative == 1) != (exact < 0):
        return False
    target = abs(exact)
    place = ordinal(fmt, magnitude)
    here = value_or_limit(fmt, magnitude)
    below = value_or_limit(fmt, at_ordinal(fmt, place - 1)) if place else None
    above = value_or_limit(fmt, at_ordinal(fmt, place + 1)) if magnitude != fmt.infinity else None
    if mode in (ff.RNE, ff.RNA):
        if below is not None:
            middle = (below + here) / 2
            if target < middle or (target == middle and mode == ff.RNE and place % 2 == 1):
                return False
        if above is not None:
            middle = (here + above) / 2
            if target > middle or (target == middle and (mode == ff.RNA or place % 2 == 1)):
                return False
        return True
    outward = mode == (ff.RDN if negative else ff.RUP)
    if outward:
        return below is not None and below < target and (magnitude == fmt.infinity or target <= here)
    return (
        magnitude != fmt.infinity
        and here <= target
        and (place + 1 == ordinal(fmt, fmt.infinity) or target < (above or 0))
    )


# ------------------------------------------------------------------------------------------------------ the samples


def edge_patterns(fmt: FloatFormat) -> list[int]:
    one = pattern(fmt, 0, fmt.bias, 0)
    magnitudes = [
        0,
        fmt.min_subnormal,
        2,
        fmt.fraction_mask,  # the largest subnormal
        fmt.min_normal,
        fmt.min_normal + 1,
        one - 1 if fmt is not X86_FP80 else pattern(fmt, 0, fmt.bias - 1, fmt.fraction_mask),
        one,
        one + 1,
        pattern(fmt, 0, fmt.bias, fmt.quiet_bit),  # 1.5
        pattern(fmt, 0, fmt.bias + 1, 0),
        pattern(fmt, 0, fmt.bias - 1, 0),
        pattern(fmt, 0, fmt.bias + fmt.precision - 1, 1),
        fmt.max_finite - 1,
        fmt.max_finite,
        fmt.infinity,
        fmt.default_nan,
        fmt.default_nan | 1,
        fmt.infinity | 1,  # a signaling NaN
    ]
    if fmt is X86_FP80:
        magnitudes += [1 << 63, (1 << 63) + 5]  # pseudo-denormals
    return [sign << (fmt.width - 1) | magnitude for magnitude in magnitudes for sign in (0, 1)]


def patterns(fmt: FloatFormat) -> st.SearchStrategy[int]:
    """Edges, uniform patterns, and numbers around one, where operands meet and cancel."""
    around_one = st.builds(
        lambda negative, distance, fraction: pattern(fmt, negative, fmt.bias + distance, fraction),
        st.integers(0, 1),
        st.integers(-fmt.precision - 2, fmt.precision + 2).map(lambda d: max(d, 1 - fmt.bias)),
        st.one_of(st.integers(0, fmt.fraction_mask), st.sampled_from([0, 1, fmt.fraction_mask, fmt.quiet_bit])),
    )
    anywhere = st.builds(
        lambda negative, field, fraction: pattern(fmt, negative, field, fraction),
        st.integers(0, 1),
        st.integers(0, fmt.exponent_field),
        st.integers(0, fmt.fraction_mask),
    )
    return st.one_of(st.sampled_from(edge_patterns(fmt)), around_one, anywhere)


# Built once: drawing from a fresh strategy each time costs more than the test itself.
PATTERNS = {fmt.name: patterns(fmt) for fmt in ALL_FORMATS}


@st.composite
def operands(draw: st.DrawFn, count: int) -> tuple[FloatFormat, tuple[int, ...]]:
    fmt = draw(st.sampled_from(ALL_FORMATS))
    return fmt, tuple(draw(PATTERNS[fmt.name]) for _ in range(count))


modes = st.sampled_from(MODES)
formats = pytest.mark.parametrize("fmt", ALL_FORMATS, ids=lambda fmt: fmt.name)


def all_finite(fmt: FloatFormat, values: tuple[int, ...]) -> bool:
    return all(ff.is_finite(fmt, bits) for bits in values)


def check(fmt: FloatFormat, exact: Fraction, result: int, mode: int) -> None:
    if exact == 0:
        assert ff.is_zero(fmt, result)
    else:
        assert is_correctly_rounded(fmt, exact, result, mode)


# --------------------------------------------------------------------------------------- the arithmetic rounds right


@settings(max_examples=250, deadline=None)
@given(operands(2), modes)
def test_sums_and_differences_are_correctly_rounded(drawn: tuple[FloatFormat, tuple[int, ...]], mode: int) -> None:
    fmt, (a, b) = drawn
    if all_finite(fmt, (a, b)):
        check(fmt, decode(fmt, a) + decode(fmt, b), arith.add(fmt, a, b, mode), mode)
        check(fmt, decode(fmt, a) - decode(fmt, b), arith.sub(fmt, a, b, mode), mode)


@settings(max_examples=250, deadline=None)
@given(operands(2), modes)
def test_products_and_quotients_are_correctly_rounded(drawn: tuple[FloatFormat, tuple[int, ...]], mode: int) -> None:
    fmt, (a, b) = drawn
    if all_finite(fmt, (a, b)):
        check(fmt, decode(fmt, a) * decode(fmt, b), arith.mul(fmt, a, b, mode), mode)
        if not ff.is_zero(fmt, b):
            check(fmt, decode(fmt, a) / decode(fmt, b), arith.div(fmt, a, b, mode), mode)


@settings(max_examples=250, deadline=None)
@given(operands(3), modes)
def test_fma_is_rounded_once(drawn: tuple[FloatFormat, tuple[int, ...]], mode: int) -> None:
    fmt, (a, b, c) = drawn
    if all_finite(fmt, (a, b, c)):
        exact = decode(fmt, a) * decode(fmt, b) + decode(fmt, c)
        check(fmt, exact, arith.fma(fmt, a, b, c, mode), mode)


@settings(max_examples=200, deadline=None)
@given(operands(1), modes)
def test_roots_are_correctly_rounded(drawn: tuple[FloatFormat, tuple[int, ...]], mode: int) -> None:
    fmt, (bits,) = drawn
    a = ff.fabs(fmt, bits)
    if not all_finite(fmt, (a,)) or ff.is_zero(fmt, a):
        return
    exact_square = decode(fmt, a)
    root = arith.sqrt(fmt, a, mode)
    here = decode(fmt, root)
    below = decode(fmt, at_ordinal(fmt, ordinal(fmt, root) - 1))
    above = decode(fmt, at_ordinal(fmt, ordinal(fmt, root) + 1))
    if mode in (ff.RNE, ff.RNA):  # a root never lies in the middle of two neighbours
        assert ((below + here) / 2) ** 2 < exact_square < ((here + above) / 2) ** 2
    elif mode == ff.RUP:
        assert below**2 < exact_square <= here**2
    else:
        assert here**2 <= exact_square < above**2


@settings(max_examples=200, deadline=None)
@given(operands(2))
def test_remainders_are_exact(drawn: tuple[FloatFormat, tuple[int, ...]]) -> None:
    fmt, (a, b) = drawn
    if not all_finite(fmt, (a, b)) or ff.is_zero(fmt, b):
        return
    x, y = decode(fmt, a), decode(fmt, b)
    truncated, nearest = math.trunc(x / y), round(x / y)  # round of a Fraction goes to even in a tie
    assert decode(fmt, arith.frem(fmt, a, b)) == x - y * truncated
    assert decode(fmt, arith.ieee_remainder(fmt, a, b)) == x - y * nearest
    if x == y * truncated:
        assert ff.sign(fmt, arith.frem(fmt, a, b)) == ff.sign(fmt, a)
        assert ff.sign(fmt, arith.ieee_remainder(fmt, a, b)) == ff.sign(fmt, a)


@settings(max_examples=200, deadline=None)
@given(operands(1))
def test_rounding_to_integral_values_follows_the_mathematical_functions(
    drawn: tuple[FloatFormat, tuple[int, ...]],
) -> None:
    fmt, (a,) = drawn
    if not all_finite(fmt, (a,)):
        return
    x = decode(fmt, a)
    away = math.floor(abs(x) + Fraction(1, 2)) * (-1 if x < 0 else 1)
    expected = {
        arith.floor: math.floor(x),
        arith.ceil: math.ceil(x),
        arith.trunc: math.trunc(x),
        arith.round_ties_away: away,
        arith.round_ties_even: round(x),
    }
    for function, integer in expected.items():
        result = function(fmt, a)
        assert decode(fmt, result) == integer
        assert ff.sign(fmt, result) == ff.sign(fmt, a)


@settings(max_examples=200, deadline=None)
@given(operands(1), st.one_of(st.integers(-300, 300), st.integers(-40000, 40000)), modes)
@example((DOUBLE, (1,)), -(10**12), ff.RUP)
@example((DOUBLE, (1,)), 10**12, ff.RTZ)
def test_ldexp_rounds_once_and_frexp_undoes_it(
    drawn: tuple[FloatFormat, tuple[int, ...]], power: int, mode: int
) -> None:
    fmt, (a,) = drawn
    if not all_finite(fmt, (a,)):
        return
    if abs(power) < 10**6:
        check(fmt, decode(fmt, a) * Fraction(2) ** power, arith.ldexp(fmt, a, power, mode), mode)
    else:
        assert arith.ldexp(fmt, a, power, mode) == (1 if power < 0 else fmt.max_finite)
    fraction, exponent = arith.frexp(fmt, a)
    assert decode(fmt, fraction) * Fraction(2) ** exponent == decode(fmt, a)
    assert ff.is_zero(fmt, a) or Fraction(1, 2) <= abs(decode(fmt, fraction)) < 1


@settings(max_examples=200, deadline=None)
@given(operands(1))
def test_modf_splits_a_number_into_parts_of_its_sign(drawn: tuple[FloatFormat, tuple[int, ...]]) -> None:
    fmt, (a,) = drawn
    if not all_finite(fmt, (a,)):
        return
    fraction, integral = arith.modf(fmt, a)
    assert decode(fmt, fraction) + decode(fmt, integral) == decode(fmt, a)
    assert decode(fmt, integral) == math.trunc(decode(fmt, a))
    assert ff.sign(fmt, fraction) == ff.sign(fmt, integral) == ff.sign(fmt, a)


def test_every_pair_of_a_grid_of_halves_agrees_with_a_table_of_all_halves() -> None:
    """All finite halves are multiples of 2^-24: exact results are looked up among them as integers."""
    table = [int(decode(HALF, magnitude) * 2**24) for magnitude in range(HALF.infinity)] + [2**40]

    def nearest(scaled: int, scale: int) -> int:
        """The pattern nearest to scaled / (2^24 * scale), ties to even."""
        target = abs(scaled)
        place = bisect.bisect_right(table, target // scale) - 1
        if place < len(table) - 1:
            twice, middle = 2 * target, (table[place] + table[place + 1]) * scale
            if twice > middle or (twice == middle and place % 2 == 1):
                place += 1
        return place

    edges = [0, 1, 2, 0x3FF, 0x400, 0x3C00, 0x3C01, 0x7BFF]
    grid = [*random.Random(1).sample(range(HALF.infinity), 90), *edges]
    signed = [magnitude | sign for magnitude in grid for sign in (0, 0x8000)]
    numbers = {bits: -table[bits & 0x7FFF] if bits & 0x8000 else table[bits] for bits in signed}
    for a in signed:
        for b in signed:
            x, y = numbers[a], numbers[b]
            assert arith.add(HALF, a, b) & 0x7FFF == nearest(x + y, 1)
            assert arith.mul(HALF, a, b) & 0x7FFF == nearest(x * y, 2**24)
            assert arith.mul(HALF, a, b) & 0x8000 == (a ^ b) & 0x8000
            if y:
                assert arith.div(HALF, a, b) & 0x7FFF == nearest(abs(x) * 2**24, abs(y))


def test_every_half_goes_through_the_unary_operations_like_a_python_float() -> None:
    for bits in range(1 << 16):
        x: float = struct.unpack("<e", struct.pack("<H", bits))[0]
        if math.isnan(x):
            assert ff.is_nan(HALF, bits)
            continue
        assert conversion.convert(HALF, DOUBLE, bits) == struct.unpack("<Q", struct.pack("<d", x))[0]
        if math.isfinite(x):
            assert conversion.to_int(HALF, bits) == int(x)
        if x >= 0:
            root = struct.unpack("<H", struct.pack("<e", math.sqrt(x)))[0]
            assert arith.sqrt(HALF, bits) == root


# ------------------------------------------------------------------------------------------------- the laws of IEEE


@settings(max_examples=200, deadline=None)
@given(operands(2), modes)
def test_addition_and_multiplication_commute(drawn: tuple[FloatFormat, tuple[int, ...]], mode: int) -> None:
    fmt, (a, b) = drawn
    if ff.is_nan(fmt, a) and ff.is_nan(fmt, b):
        return  # then the first one is the result
    assert arith.add(fmt, a, b, mode) == arith.add(fmt, b, a, mode)
    assert arith.mul(fmt, a, b, mode) == arith.mul(fmt, b, a, mode)
    if ff.is_nan(fmt, b):
        return
    assert arith.sub(fmt, a, b, mode) == arith.add(fmt, a, ff.neg(fmt, b), mode)


@settings(max_examples=200, deadline=None)
@given(st.sampled_from((DOUBLE, FLOAT)), st.data())
def test_the_fast_road_gives_the_bits_of_the_general_one(fmt: FloatFormat, data: st.DataObject) -> None:
    """A format equal to DOUBLE or FLOAT in all but identity never takes the host's arithmetic."""
    general = FloatFormat(fmt.name, fmt.width, fmt.exponent_bits, fmt.precision)
    a, b = data.draw(PATTERNS[fmt.name]), data.draw(PATTERNS[fmt.name])
    for operation in (arith.add, arith.sub, arith.mul, arith.div):
        assert operation(fmt, a, b) == operation(general, a, b)
    assert arith.sqrt(fmt, a) == arith.sqrt(general, a)
    assert compare.relation(fmt, a, b) == compare.relation(general, a, b)
    assert conversion.to_int(fmt, a) == conversion.to_int(general, a)
    for other in (DOUBLE, FLOAT):
        assert conversion.convert(fmt, other, a) == conversion.convert(general, other, a)
        assert conversion.convert(other, fmt, a & other.sign_bit - 1) == conversion.convert(
            other, general, a & other.sign_bit - 1
        )


@settings(max_examples=100, deadline=None)
@given(operands(1), st.integers(-20, 20))
def test_powi_of_a_power_of_two_is_exact(drawn: tuple[FloatFormat, tuple[int, ...]], power: int) -> None:
    fmt, (a,) = drawn
    one = pattern(fmt, 0, fmt.bias, 0)
    assert arith.powi(fmt, a, 0) == one
    if not ff.is_nan(fmt, a):
        assert arith.powi(fmt, a, 1) == ff.canonicalize(fmt, a)
    if abs(power) < fmt.bias:
        two = pattern(fmt, 0, fmt.bias + 1, 0)
        assert arith.powi(fmt, two, power) == arith.ldexp(fmt, one, power)


# ------------------------------------------------------------------------------------------------------ conversions


@settings(max_examples=250, deadline=None)
@given(operands(1), st.sampled_from(ALL_FORMATS), modes)
def test_conversion_between_formats_is_correctly_rounded(
    drawn: tuple[FloatFormat, tuple[int, ...]], target: FloatFormat, mode: int
) -> None:
    source, (a,) = drawn
    result = conversion.convert(source, target, a, mode)
    if all_finite(source, (a,)):
        check(target, decode(source, a), result, mode)
        assert ff.sign(target, result) == ff.sign(source, a)
    else:
        assert ff.is_inf(target, result) == ff.is_inf(source, a)
        assert ff.is_nan(target, result) == ff.is_nan(source, a)
        assert not ff.is_signaling_nan(target, result)


@settings(max_examples=200, deadline=None)
@given(operands(1), st.sampled_from(ALL_FORMATS))
def test_widening_and_narrowing_again_changes_nothing(
    drawn: tuple[FloatFormat, tuple[int, ...]], wide: FloatFormat
) -> None:
    fmt, (a,) = drawn
    if wide.precision < fmt.precision or wide.exponent_bits < fmt.exponent_bits:
        return
    there = conversion.convert(fmt, wide, a)
    assert conversion.convert(wide, fmt, there) == ff.canonicalize(fmt, a)
    exactly = conversion.convert_exactly(fmt, wide, ff.canonicalize(fmt, a))
    assert exactly == there


def test_a_nan_keeps_its_sign_and_the_top_of_its_payload() -> None:
    assert conversion.convert(DOUBLE, FLOAT, 0xFFF4000020000001) == 0xFFE00001
    assert conversion.convert(FLOAT, DOUBLE, 0x7F800001) == 0x7FF8000020000000
    assert conversion.convert(DOUBLE, X86_FP80, 0x7FF8000000000001) == 0x7FFFC000000000000800
    assert conversion.convert(X86_FP80, DOUBLE, 0xFFFFC000000000000800) == 0xFFF8000000000001
    assert conversion.convert(DOUBLE, FLOAT, 0x7FF0000000000001) == 0x7FC00000
    assert conversion.convert_exactly(DOUBLE, FLOAT, 0x7FF0000020000000) == 0x7F800001
    assert conversion.convert_exactly(DOUBLE, FLOAT, 0x7FF0000010000000) is None
    assert conversion.convert_exactly(DOUBLE, FLOAT, 0x7FF0000030000000) is None
    assert conversion.convert_exactly(DOUBLE, FLOAT, 0x3FB999999999999A) is None


@settings(max_examples=200, deadline=None)
@given(
    st.sampled_from(ALL_FORMATS),
    st.one_of(st.integers(), st.integers(-(2**70), 2**70), st.integers(-(2**30), 2**30)),
    modes,
)
@example(FLOAT, 2**54 + 2**30 + 1, ff.RNE)  # through a double it would be rounded twice, and wrongly
def test_integers_become_correctly_rounded_floats(fmt: FloatFormat, integer: int, mode: int) -> None:
    check(fmt, Fraction(integer), conversion.from_int(fmt, integer, mode), mode)


def test_integers_are_patterns_of_their_width() -> None:
    minus_one = conversion.from_int(DOUBLE, -1)
    assert conversion.from_signed(DOUBLE, 0xFF, 8) == minus_one
    assert conversion.from_unsigned(DOUBLE, 0xFF, 8) == conversion.from_int(DOUBLE, 255)
    assert conversion.from_signed(DOUBLE, 1, 1) == minus_one
    assert conversion.to_signed(DOUBLE, minus_one, 8) == 0xFF
    assert conversion.to_signed(DOUBLE, minus_one, 200) == (1 << 200) - 1


@settings(max_examples=250, deadline=None)
@given(operands(1), st.sampled_from((1, 7, 8, 16, 32, 64, 128, 200)), modes)
def test_floats_become_integers_or_poison_and_saturate_at_the_ends(
    drawn: tuple[FloatFormat, tuple[int, ...]], width: int, mode: int
) -> None:
    fmt, (a,) = drawn
    low, high, full = -(1 << (width - 1)), (1 << (width - 1)) - 1, (1 << width) - 1
    if not all_finite(fmt, (a,)):
        assert conversion.to_int(fmt, a, mode) is None
        assert conversion.to_signed(fmt, a, width, mode) is None
        assert conversion.to_unsigned(fmt, a, width, mode) is None
        ends = (0, 0) if ff.is_nan(fmt, a) else ((low, 0) if a & fmt.sign_bit else (high, full))
    else:
        x = decode(fmt, a)
        away = math.floor(abs(x) + Fraction(1, 2)) * (-1 if x < 0 else 1)
        by_mode = {ff.RNE: round(x), ff.RTZ: math.trunc(x), ff.RUP: math.ceil(x), ff.RDN: math.floor(x), ff.RNA: away}
        integer = by_mode[mode]
        assert conversion.to_int(fmt, a, mode) == integer
        assert conversion.to_signed(fmt, a, width, mode) == (integer & full if low <= integer <= high else None)
        assert conversion.to_unsigned(fmt, a, width, mode) == (integer if 0 <= integer <= full else None)
        assert conversion.lrint(fmt, a, width) == conversion.to_signed(fmt, a, width, ff.RNE)
        assert conversion.lround(fmt, a, width) == conversion.to_signed(fmt, a, width, ff.RNA)
        ends = (min(max(math.trunc(x), low), high), min(max(math.trunc(x), 0), full))
    assert conversion.to_signed_saturating(fmt, a, width) == ends[0] & full
    assert conversion.to_unsigned_saturating(fmt, a, width) == ends[1]


@given(st.floats(allow_nan=False))
def test_python_floats_go_in_and_out_unchanged(value: float) -> None:
    bits = conversion.from_python_float(value)
    assert bits == struct.unpack("<Q", struct.pack("<d", value))[0]
    assert conversion.to_python_float(bits) == value
    wide = conversion.from_python_float(value, FP128)
    assert conversion.to_python_float(wide, FP128) == value
