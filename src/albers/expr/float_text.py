"""Floating-point numbers read from text: decimal numbers and the literals of LLVM's printed assembly.

LLVM 22 prints a float or double as a decimal when that reads back exactly, else as `0x` and the bits of the
DOUBLE (also for float); the other formats always as raw bits: `0xH` half, `0xR` bfloat, `0xK` x86_fp80,
`0xL` fp128.
"""

import re
from typing import Final

from albers.expr.float_arith import rounded_quotient
from albers.expr.float_convert import convert_exactly
from albers.expr.float_format import (
    BFLOAT,
    DOUBLE,
    FP128,
    HALF,
    RNE,
    X86_FP80,
    FloatFormat,
    round_and_pack,
    signed_zero,
)

_DECIMAL: Final = re.compile(r"([+-]?)([0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE]([+-]?[0-9]+))?", re.ASCII)
_HEXADECIMAL: Final = re.compile(r"0x([HRKLM]?)([0-9A-Fa-f]+)", re.ASCII)
_FORMAT_OF_LETTER: Final[dict[str, FloatFormat]] = {"H": HALF, "R": BFLOAT, "K": X86_FP80, "L": FP128}
_HALF_OF_FP128: Final = 64
_DIGITS_AT_ONCE: Final = 500  # Python refuses to convert more than 4300 digits, at the lowest setting 640


def from_decimal(fmt: FloatFormat, text: str, mode: int = RNE) -> int:
    """A decimal number such as `-1`, `.5` or `1.000000e+00`, rounded once; ValueError for anything else."""
    match = _DECIMAL.fullmatch(text)
    if match is None:
        raise ValueError(f"not a decimal number: {text}")
    negative = 1 if match.group(1) == "-" else 0
    whole, _, fraction = match.group(2).partition(".")
    digits = (whole + fraction).lstrip("0")
    power = int(match.group(3) or "0") - len(fraction)
    if not digits:
        return signed_zero(fmt, negative)
    # The number lies in [10^(magnitude - 1), 10^magnitude). Far outside the format's range all numbers round
    # alike, and 10^power may be too large to build; a power of ten is more than three powers of two.
    magnitude = len(digits) + power
    if 3 * (magnitude - 1) > fmt.max_exponent:
        return round_and_pack(fmt, negative, fmt.max_exponent + 1, 1, mode)
    if 3 * magnitude < fmt.min_exponent - fmt.precision:
        return round_and_pack(fmt, negative, fmt.min_exponent - fmt.precision - 1, 1, mode)
    if power >= 0:
        return round_and_pack(fmt, negative, 0, _natural(digits) * 10**power, mode)
    return rounded_quotient(fmt, negative, 0, _natural(digits), 10**-power, mode)


def _natural(digits: str) -> int:
    """int(digits) without Python's limit on the number of digits."""
    value = 0
    for start in range(0, len(digits), _DIGITS_AT_ONCE):
        part = digits[start : start + _DIGITS_AT_ONCE]
        value = value * 10 ** len(part) + int(part)
    return value


def from_hex_llvm(text: str, fmt: FloatFormat) -> int:
    """A literal of LLVM's assembly, decimal or hexadecimal, as a constant of that format; else ValueError."""
    match = _HEXADECIMAL.fullmatch(text)
    if match is None:
        return from_decimal(fmt, text)
    letter, digits = match.group(1), match.group(2)
    if letter == "":
        return _from_double_literal(text, int(digits, 16), fmt)
    if letter == "M":
        raise ValueError(f"ppc_fp128 is not supported: {text}")
    if _FORMAT_OF_LETTER[letter] is not fmt:
        raise ValueError(f"not a literal of {fmt.name}: {text}")
    # LLVM pads the two wide formats to their full length and reads a shorter literal in ways of its own.
    complete = len(digits) * 4 == fmt.width
    bits = int(digits, 16)
    if bits >> fmt.width or (letter in "KL" and not complete):
        raise ValueError(f"wrong number of digits for {fmt.name}: {text}")
    if letter == "L":  # printed as two words, the low one first
        low = bits >> _HALF_OF_FP128
        high = bits & ((1 << _HALF_OF_FP128) - 1)
        return high << _HALF_OF_FP128 | low
    return bits


def _from_double_literal(text: str, double: int, fmt: FloatFormat) -> int:
    """`0x` and no letter: the bits of a double, which the constant's own format must be able to hold."""
    if double >> DOUBLE.width or fmt.width > DOUBLE.width:
        raise ValueError(f"not a literal of {fmt.name}: {text}")
    bits = double if fmt is DOUBLE else convert_exactly(DOUBLE, fmt, double)
    if bits is None:
        raise ValueError(f"{fmt.name} has no value {text}")
    return bits
