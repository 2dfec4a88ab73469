"""The sixteen predicates of fcmp and the families of minimum and maximum, in every format."""

import random
from fractions import Fraction

import pytest

from albers.expr import float_compare as compare
from albers.expr import float_format as ff
from albers.expr.float_format import ALL_FORMATS, DOUBLE, X86_FP80, FloatFormat

formats = pytest.mark.parametrize("fmt", ALL_FORMATS, ids=lambda fmt: fmt.name)


def pairs(fmt: FloatFormat) -> list[tuple[int, int]]:
    """All pairs of the edges, and of patterns that differ in few bits: neighbours, opposite signs, other exponents."""
    magnitudes = [0, 1, 2, fmt.fraction_mask, fmt.min_normal, fmt.max_finite, fmt.infinity, fmt.infinity | 1]
    magnitudes += [fmt.default_nan, fmt.default_nan | 1]
    if fmt is X86_FP80:
        magnitudes += [fmt.integer_bit, fmt.integer_bit | 1, fmt.min_normal | 1]  # pseudo-denormals and a twin
    edges = [magnitude | sign for magnitude in magnitudes for sign in (0, fmt.sign_bit)]
    result = [(a, b) for a in edges for b in edges]
    source = random.Random(fmt.width)
    for _ in range(200):
        a = source.getrandbits(fmt.width)
        b = a ^ source.choice((0, 1, fmt.sign_bit, fmt.sign_bit | 1, 1 << source.randrange(fmt.width)))
        result += [(a, b), (a, source.getrandbits(fmt.width))]
    return result


def extended(fmt: FloatFormat, bits: int) -> Fraction:
    """The value of a pattern that is no NaN, with the infinities as numbers beyond all others."""
    if ff.is_inf(fmt, bits):
        beyond = Fraction(2) ** (fmt.bias + 1)
        return -beyond if bits & fmt.sign_bit else beyond
    negative, exponent, significand = ff.unpack(fmt, bits)
    return Fraction(-significand if negative else significand) * Fraction(2) ** exponent


@formats
def test_the_sixteen_predicates_hold_as_llvm_defines_them(fmt: FloatFormat) -> None:
    for a, b in pairs(fmt):
        uno = ff.is_nan(fmt, a) or ff.is_nan(fmt, b)
        x, y = (Fraction(0), Fraction(0)) if uno else (extended(fmt, a), extended(fmt, b))
        expected = {
            "false": False,
            "oeq": not uno and x == y,
            "ogt": not uno and x > y,
            "oge": not uno and x >= y,
            "olt": not uno and x < y,
            "ole": not uno and x <= y,
            "one": not uno and x != y,
            "ord": not uno,
            "uno": uno,
            "ueq": uno or x == y,
            "ugt": uno or x > y,
            "uge": uno or x >= y,
            "ult": uno or x < y,
            "ule": uno or x <= y,
            "une": uno or x != y,
            "true": True,
        }
        assert {name: bool(compare.fcmp(fmt, name, a, b)) for name in compare.PREDICATES} == expected
        assert compare.eq(fmt, a, b) == expected["oeq"]
        assert compare.gt(fmt, a, b) == expected["ogt"]
        assert compare.ge(fmt, a, b) == expected["oge"]
        assert compare.lt(fmt, a, b) == expected["olt"]
        assert compare.le(fmt, a, b) == expected["ole"]
        assert compare.unordered(fmt, a, b) == uno


def test_an_unknown_predicate_is_refused() -> None:
    with pytest.raises(ValueError, match="slt"):
        compare.fcmp(DOUBLE, "slt", 0, 0)


@formats
def test_minimum_and_maximum_put_minus_zero_below_plus_zero(fmt: FloatFormat) -> None:
    for a, b in pairs(fmt):
        if ff.is_nan(fmt, a) or ff.is_nan(fmt, b):
            continue
        low, high = sorted((a, b), key=lambda bits: (extended(fmt, bits), -ff.sign(fmt, bits)))
        for smaller in (compare.minimum, compare.minimumnum, compare.minnum):
            assert ff.canonicalize(fmt, smaller(fmt, a, b)) == ff.canonicalize(fmt, low)
        for larger in (compare.maximum, compare.maximumnum, compare.maxnum):
            assert ff.canonicalize(fmt, larger(fmt, a, b)) == ff.canonicalize(fmt, high)


@formats
def test_a_nan_wins_in_minimum_and_maximum_and_loses_in_the_others(fmt: FloatFormat) -> None:
    number, first, second = fmt.max_finite, fmt.infinity | 1, fmt.default_nan | fmt.sign_bit | 2
    for propagating in (compare.minimum, compare.maximum):
        assert propagating(fmt, first, number) == propagating(fmt, number, first) == first | fmt.quiet_bit
        assert propagating(fmt, first, second) == first | fmt.quiet_bit
        assert propagating(fmt, second, first) == second
    for ignoring in (compare.minimumnum, compare.maximumnum, compare.minnum, compare.maxnum):
        for nan in (first, second):
            assert ignoring(fmt, nan, number) == ignoring(fmt, number, nan) == number
        assert ignoring(fmt, second, first) == first | fmt.quiet_bit
        assert ignoring(fmt, first, second) == second
