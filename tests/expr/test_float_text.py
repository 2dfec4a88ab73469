"""Floating-point literals: decimal numbers against exact fractions, LLVM's literals against LLVM itself."""

import random
import re
import struct
from fractions import Fraction

import llvmlite.binding as llvm  # type: ignore[import-untyped]
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from albers.expr import float_format as ff
from albers.expr.float_arith import rounded_quotient
from albers.expr.float_format import ALL_FORMATS, BFLOAT, DOUBLE, FLOAT, FP128, HALF, X86_FP80, FloatFormat
from albers.expr.float_text import from_decimal, from_hex_llvm

formats = pytest.mark.parametrize("fmt", ALL_FORMATS, ids=lambda fmt: fmt.name)


def printed_by_llvm(fmt: FloatFormat, patterns: list[int]) -> list[str]:
    """What LLVM prints for constants with these bits: it folds a cast of each pattern to the floating-point type."""
    source = "\n".join(
        f"@g{place} = global {fmt.name} bitcast (i{fmt.width} {bits} to {fmt.name})"
        for place, bits in enumerate(patterns)
    )
    return re.findall(rf"^@g\d+ = global {fmt.name} (\S+)$", str(llvm.parse_assembly(source)), re.MULTILINE)


@formats
def test_every_literal_that_llvm_prints_reads_back_as_the_same_bits(fmt: FloatFormat) -> None:
    source = random.Random(fmt.width)
    one = rounded_quotient(fmt, 0, 0, 1, 1, ff.RNE)
    tenth = rounded_quotient(fmt, 0, 0, 1, 10, ff.RNE)
    magnitudes = [0, 1, 5, fmt.fraction_mask, fmt.min_normal, one, one + 1, tenth, fmt.max_finite]
    magnitudes += [fmt.infinity, fmt.infinity | 1, fmt.default_nan, fmt.default_nan | 1]
    magnitudes += [rounded_quotient(fmt, 0, 0, source.randint(1, 10**6), 1000, ff.RNE) for _ in range(100)]
    # The integer bit is set: LLVM itself rewrites the patterns of x86_fp80 that no processor produces.
    magnitudes += [source.getrandbits(fmt.width - 1) | fmt.infinity & fmt.integer_bit for _ in range(200)]
    patterns = [ff.canonicalize(fmt, m) if not ff.is_nan(fmt, m) else m for m in magnitudes]
    patterns += [bits | fmt.sign_bit for bits in patterns]
    literals = printed_by_llvm(fmt, patterns)
    assert [from_hex_llvm(literal, fmt) for literal in literals] == patterns


def test_the_literal_forms_of_llvm_are_read() -> None:
    assert from_hex_llvm("1.000000e+00", DOUBLE) == 0x3FF0000000000000
    assert from_hex_llvm("-0.000000e+00", FLOAT) == 0x80000000
    assert from_hex_llvm("4.940660e-324", DOUBLE) == 1
    assert from_hex_llvm("0xABCDEF", DOUBLE) == 0xABCDEF
    assert from_hex_llvm("0x3FB99999A0000000", FLOAT) == 0x3DCCCCCD
    assert from_hex_llvm("0x36A0000000000000", FLOAT) == 1
    assert from_hex_llvm("0x7FF0000020000000", FLOAT) == 0x7F800001
    assert from_hex_llvm("0x3FF0000000000000", HALF) == from_hex_llvm("0xH3C00", HALF) == 0x3C00
    assert from_hex_llvm("0xR3F80", BFLOAT) == 0x3F80
    assert from_hex_llvm("0xK3FFF8000000000000000", X86_FP80) == 0x3FFF8000000000000000
    assert from_hex_llvm("0xL00000000000000013FFF000000000002", FP128) == 0x3FFF0000000000020000000000000001


@pytest.mark.parametrize(
    ("text", "fmt"),
    [
        ("0x3FB9999990000001", FLOAT),  # not a float
        ("0x7FF0000010000000", FLOAT),  # a NaN whose payload a float cannot hold
        ("0x10000000000000000", DOUBLE),
        ("0x3FF0000000000000", FP128),
        ("0xH3C00", DOUBLE),
        ("0xH13C00", HALF),
        ("0xK1", X86_FP80),
        ("0xL1", FP128),
        ("0xM00000000000000003FFF000000000000", FP128),
        ("0x", DOUBLE),
        ("undef", DOUBLE),
        ("1.0e", DOUBLE),
        ("1.0 ", DOUBLE),
        ("", DOUBLE),
        ("-", DOUBLE),
        (".", DOUBLE),
    ],
)
def test_anything_else_is_refused(text: str, fmt: FloatFormat) -> None:
    with pytest.raises(ValueError):
        from_hex_llvm(text, fmt)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_printed_double_is_read_back(value: float) -> None:
    expected = struct.unpack("<Q", struct.pack("<d", value))[0]
    assert from_decimal(DOUBLE, repr(value)) == expected
    assert from_decimal(DOUBLE, f"{value:.800f}") == expected


@settings(max_examples=200)
@given(
    st.sampled_from(ALL_FORMATS),
    st.integers(0, 10**25),
    st.one_of(st.integers(-60, 60), st.integers(-5100, 5100)),
    st.sampled_from((ff.RNE, ff.RTZ, ff.RUP, ff.RDN, ff.RNA)),
)
@example(FLOAT, 1, 39, ff.RNE)
@example(FLOAT, 1, 39, ff.RTZ)
@example(DOUBLE, 1, -5000, ff.RUP)
def test_decimals_round_like_the_fraction_they_are(fmt: FloatFormat, digits: int, power: int, mode: int) -> None:
    exact = Fraction(digits) * Fraction(10) ** power
    expected = rounded_quotient(fmt, 0, 0, exact.numerator, exact.denominator, mode)
    assert from_decimal(fmt, f"{digits}e{power}", mode) == expected
    text = str(digits)
    assert from_decimal(fmt, f"+{text[0]}.{text[1:]}E{power + len(text) - 1:+d}", mode) == expected


@formats
def test_exponents_beyond_all_formats_overflow_and_underflow_at_once(fmt: FloatFormat) -> None:
    assert from_decimal(fmt, "1e999999999999") == fmt.infinity
    assert from_decimal(fmt, "-1e999999999999", ff.RTZ) == fmt.max_finite | fmt.sign_bit
    assert from_decimal(fmt, "-1e-999999999999") == fmt.sign_bit
    assert from_decimal(fmt, "1e-999999999999", ff.RUP) == 1
    assert from_decimal(fmt, "-0e999999999999") == fmt.sign_bit


def test_the_last_of_ten_thousand_digits_decides_a_tie() -> None:
    middle = "1.00048828125"  # halfway between one and the next half
    assert from_decimal(HALF, middle + "0" * 10000) == 0x3C00
    assert from_decimal(HALF, middle + "0" * 10000 + "1") == 0x3C01
