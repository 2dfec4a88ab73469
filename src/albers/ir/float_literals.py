"""LLVM's floating-point literals as bit patterns of the constant's own type, exactly.

`0x` gives the bits of a double, also for narrower types (which can represent the value); `0xK`, `0xL`, `0xH` and `0xR`
give the bits of x86_fp80, fp128, half and bfloat; anything else is decimal. Arithmetic on floats is not here.
"""

from __future__ import annotations

import re
import struct
from typing import Final

from albers.ir.lexer import MalformedText
from albers.ir.types import FloatType

# The formats that may be written as a decimal or as the bits of a double.
EXPONENT_BITS: Final = {"half": 5, "bfloat": 8, "float": 8, "double": 11}
FRACTION_BITS: Final = {"half": 10, "bfloat": 7, "float": 23, "double": 52}
LITERAL: Final = re.compile(r"0x([KLHR]?)([0-9A-Fa-f]+)|([-+]?[0-9]+\.[0-9]*(?:[eE][-+]?[0-9]+)?)", re.ASCII)
PREFIXED_KIND: Final = {"K": "x86_fp80", "L": "fp128", "H": "half", "R": "bfloat"}


def parse_float(literal: str, type_: FloatType) -> int:
    """The bit pattern a literal stands for in `type_`."""
    match = LITERAL.fullmatch(literal)
    if match is None:
        raise MalformedText(f"{literal!r} is no floating-point literal")
    prefix, digits, decimal = match.group(1), match.group(2), match.group(3)
    if decimal is not None:
        (double,) = struct.unpack("<Q", struct.pack("<d", float(decimal)))
        return _from_double_bits(int(double), type_)
    if not prefix:
        return _from_double_bits(_bits(digits, 64, literal), type_)
    if PREFIXED_KIND[prefix] != type_.kind:
        raise MalformedText(f"{literal!r} is no {type_.kind}")
    bits = _bits(digits, type_.width, literal)
    if prefix == "L":  # printed with the low half first
        return (bits & (1 << 64) - 1) << 64 | bits >> 64
    return bits


def _bits(digits: str, width: int, literal: str) -> int:
    value = int(digits, 16)
    if value >> width:
        raise MalformedText(f"{literal!r} has more than {width} bits")
    return value


def _from_double_bits(double: int, type_: FloatType) -> int:
    """Convert the pattern of a double to another format; refuse if that format cannot represent the value."""
    kind = type_.kind
    if kind == "double":
        return double
    if kind not in FRACTION_BITS:
        raise MalformedText(f"{kind} constants are written with a prefix of their own")
    sign = double >> 63
    exponent = double >> 52 & 0x7FF
    fraction = double & (1 << 52) - 1
    fraction_bits = FRACTION_BITS[kind]
    exponent_max = (1 << EXPONENT_BITS[kind]) - 1
    bias = exponent_max >> 1
    if exponent == 0x7FF:  # infinities and NaNs: the payload keeps its place behind the point
        return _assemble(kind, sign, exponent_max, _rescale(fraction, 52, fraction_bits))
    if exponent == 0 and fraction == 0:
        return _assemble(kind, sign, 0, 0)
    # The value is significand * 2**(power - 52) with 1 <= significand / 2**52 < 2.
    significand = fraction | 1 << 52 if exponent else fraction
    power = exponent - 1023 if exponent else -1022
    while significand < 1 << 52:
        significand <<= 1
        power -= 1
    if power > bias:
        raise MalformedText(f"the constant is too large for {kind}")
    if power >= 1 - bias:
        return _assemble(kind, sign, power + bias, _rescale(significand - (1 << 52), 52, fraction_bits))
    subnormal_shift = 1 - bias - power
    return _assemble(kind, sign, 0, _rescale(significand, 52 + subnormal_shift, fraction_bits))


def _rescale(value: int, from_bits: int, to_bits: int) -> int:
    """Move a binary fraction to another number of places; only zeros may be cut off."""
    if to_bits >= from_bits:
        return value << (to_bits - from_bits)
    cut = from_bits - to_bits
    if value & (1 << cut) - 1:
        raise MalformedText("the constant is not representable in its type")
    return value >> cut


def _assemble(kind: str, sign: int, exponent: int, fraction: int) -> int:
    return (sign << EXPONENT_BITS[kind] | exponent) << FRACTION_BITS[kind] | fraction
