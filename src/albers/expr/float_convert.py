"""Conversions of floating-point bit patterns: between formats, integers of any width, and Python floats.

An integer goes in and out as the bit pattern of its width, a non-negative `int`, like every concrete value.
Text (decimal numbers, LLVM's literals) is read in float_text.
"""

from typing import Final

from albers.expr.float_format import (
    DOUBLE,
    FLOAT,
    RNA,
    RNE,
    RTZ,
    FloatFormat,
    is_inf,
    is_nan,
    quiet,
    round_and_pack,
    shift_right_rounded,
    signed_infinity,
    unpack,
)
from albers.expr.float_host import double_bits, double_value, float_bits, float_value, host_value

_EXACT_IN_DOUBLE: Final = 1 << 53  # up to here every integer is a Python float


def convert(source: FloatFormat, target: FloatFormat, bits: int, mode: int = RNE) -> int:
    """fpext and fptrunc; the mode matters only where the target is narrower."""
    if source is FLOAT and target is DOUBLE:
        value = float_value(bits)
        if value == value:
            return double_bits(value)
    elif source is DOUBLE and target is FLOAT and mode == RNE:
        value = double_value(bits)
        if value == value:
            return float_bits(value)
    if is_nan(source, bits):
        return _convert_nan(source, target, quiet(source, bits))
    if is_inf(source, bits):
        return signed_infinity(target, bits & source.sign_bit)
    negative, exponent, significand = unpack(source, bits)
    return round_and_pack(target, negative, exponent, significand, mode)


def _convert_nan(source: FloatFormat, target: FloatFormat, nan: int) -> int:
    """The sign and as much of the payload as fits, counted from the quiet bit down, as processors do."""
    payload = nan & source.fraction_mask
    if target.fraction_bits >= source.fraction_bits:
        payload <<= target.fraction_bits - source.fraction_bits
    else:
        payload >>= source.fraction_bits - target.fraction_bits
    return signed_infinity(target, nan & source.sign_bit) | payload


def convert_exactly(source: FloatFormat, target: FloatFormat, bits: int) -> int | None:
    """The same value in another format, a signaling NaN still signaling; None if it has no such value."""
    if is_nan(source, bits):
        converted = _convert_nan(source, target, bits)
        return converted if _convert_nan(target, source, converted) == bits else None
    converted = convert(source, target, bits)
    return converted if convert(target, source, converted) == bits else None


# --------------------------------------------------------------------------------------------------- integers


def from_int(fmt: FloatFormat, value: int, mode: int = RNE) -> int:
    """A mathematical integer of any size, rounded to the format."""
    if mode == RNE and -_EXACT_IN_DOUBLE <= value <= _EXACT_IN_DOUBLE:
        if fmt is DOUBLE:
            return double_bits(float(value))
        if fmt is FLOAT:
            return float_bits(float(value))
    return round_and_pack(fmt, 1 if value < 0 else 0, 0, abs(value), mode)


def from_unsigned(fmt: FloatFormat, bits: int, width: int, mode: int = RNE) -> int:
    """uitofp of a pattern of that width."""
    return from_int(fmt, bits & ((1 << width) - 1), mode)


def from_signed(fmt: FloatFormat, bits: int, width: int, mode: int = RNE) -> int:
    """sitofp of a two's-complement pattern of that width."""
    sign_bit = 1 << (width - 1)
    return from_int(fmt, (bits & (sign_bit - 1)) - (bits & sign_bit), mode)


def to_int(fmt: FloatFormat, bits: int, mode: int = RTZ) -> int | None:
    """The mathematical integer that the mode picks; None for infinities and NaNs."""
    if mode == RTZ and (fmt is DOUBLE or fmt is FLOAT):
        value = host_value(fmt, bits)
        return int(value) if value - value == 0.0 else None  # infinities and NaNs have no difference
    if is_nan(fmt, bits) or is_inf(fmt, bits):
        return None
    negative, exponent, significand = unpack(fmt, bits)
    magnitude = shift_right_rounded(negative, significand, -exponent, mode)
    return -magnitude if negative else magnitude


def to_unsigned(fmt: FloatFormat, bits: int, width: int, mode: int = RTZ) -> int | None:
    """fptoui: the pattern of that width; None (poison) if the rounded value does not fit or is no number."""
    value = to_int(fmt, bits, mode)
    if value is None or value < 0 or value >> width:
        return None
    return value


def to_signed(fmt: FloatFormat, bits: int, width: int, mode: int = RTZ) -> int | None:
    """fptosi: the two's-complement pattern; None (poison) if the value does not fit or is no number."""
    value = to_int(fmt, bits, mode)
    limit = 1 << (width - 1)
    if value is None or not -limit <= value < limit:
        return None
    return value & (2 * limit - 1)


def to_unsigned_saturating(fmt: FloatFormat, bits: int, width: int) -> int:
    """llvm.fptoui.sat: the nearest pattern of that width, 0 for a NaN."""
    return _saturated(fmt, bits, 0, (1 << width) - 1)


def to_signed_saturating(fmt: FloatFormat, bits: int, width: int) -> int:
    """llvm.fptosi.sat: the nearest two's-complement pattern of that width, 0 for a NaN."""
    limit = 1 << (width - 1)
    return _saturated(fmt, bits, -limit, limit - 1) & (2 * limit - 1)


def _saturated(fmt: FloatFormat, bits: int, low: int, high: int) -> int:
    if is_nan(fmt, bits):
        return 0
    value = to_int(fmt, bits, RTZ)
    if value is None:
        return low if bits & fmt.sign_bit else high
    return min(max(value, low), high)


def lrint(fmt: FloatFormat, bits: int, width: int) -> int | None:
    """C's lrint and llrint in the default rounding mode; None if it does not fit the width."""
    return to_signed(fmt, bits, width, RNE)


def lround(fmt: FloatFormat, bits: int, width: int) -> int | None:
    """C's lround and llround; None if it does not fit the width."""
    return to_signed(fmt, bits, width, RNA)


# ---------------------------------------------------------------------------------------------- Python floats


def to_python_float(bits: int, fmt: FloatFormat = DOUBLE) -> float:
    """For messages: the value as a Python float, rounded when the format is wider than double."""
    return double_value(convert(fmt, DOUBLE, bits))


def from_python_float(value: float, fmt: FloatFormat = DOUBLE) -> int:
    return convert(DOUBLE, fmt, double_bits(value))
