"""Exact floating-point arithmetic on bit patterns: every operation rounds the true result once.

`double` and `float` in the default rounding mode take the host's arithmetic, which gives the same bits (see
float_host); everything else is integer arithmetic on (sign, exponent, significand). An operation with a NaN
operand returns the first NaN, quiet; an invalid operation returns the positive default NaN.
"""

import math

from albers.expr.float_format import (
    DOUBLE,
    FLOAT,
    RDN,
    RNA,
    RNE,
    RTZ,
    RUP,
    FloatFormat,
    is_nan,
    nan_result,
    neg,
    quiet,
    round_and_pack,
    shift_right_rounded,
    signed_infinity,
    signed_zero,
    unpack,
)
from albers.expr.float_host import double_bits, double_value, float_bits, float_value, host_bits, host_value


def add(fmt: FloatFormat, a: int, b: int, mode: int = RNE) -> int:
    if mode == RNE:
        if fmt is DOUBLE:
            total = double_value(a) + double_value(b)
            return double_bits(total) if total == total else nan_result(fmt, a, b)
        if fmt is FLOAT:
            total = float_value(a) + float_value(b)
            return float_bits(total) if total == total else nan_result(fmt, a, b)
    if is_nan(fmt, a) or is_nan(fmt, b):
        return nan_result(fmt, a, b)
    a_infinite = a & fmt.magnitude_mask == fmt.infinity
    b_infinite = b & fmt.magnitude_mask == fmt.infinity
    if a_infinite:
        return fmt.default_nan if b_infinite and a != b else a
    if b_infinite:
        return b
    a_sign, a_exponent, a_significand = unpack(fmt, a)
    b_sign, b_exponent, b_significand = unpack(fmt, b)
    return _rounded_sum(fmt, a_sign, a_exponent, a_significand, b_sign, b_exponent, b_significand, mode)


def _rounded_sum(
    fmt: FloatFormat,
    a_sign: int,
    a_exponent: int,
    a_significand: int,
    b_sign: int,
    b_exponent: int,
    b_significand: int,
    mode: int,
) -> int:
    """The sum of two finite numbers of any precision."""
    exponent = min(a_exponent, b_exponent)
    a_aligned = a_significand << (a_exponent - exponent)
    b_aligned = b_significand << (b_exponent - exponent)
    total = (-a_aligned if a_sign else a_aligned) + (-b_aligned if b_sign else b_aligned)
    if total == 0:
        # Zeros of one sign keep it; a true cancellation is +0, except that rounding down makes it -0.
        negative = a_sign if a_sign == b_sign else (1 if mode == RDN else 0)
        return signed_zero(fmt, negative)
    return round_and_pack(fmt, 1 if total < 0 else 0, exponent, abs(total), mode)


def sub(fmt: FloatFormat, a: int, b: int, mode: int = RNE) -> int:
    if mode == RNE:
        if fmt is DOUBLE:
            difference = double_value(a) - double_value(b)
            return double_bits(difference) if difference == difference else nan_result(fmt, a, b)
        if fmt is FLOAT:
            difference = float_value(a) - float_value(b)
            return float_bits(difference) if difference == difference else nan_result(fmt, a, b)
    if is_nan(fmt, a) or is_nan(fmt, b):
        return nan_result(fmt, a, b)  # before the negation below, which would change the sign of a NaN
    return add(fmt, a, neg(fmt, b), mode)


def mul(fmt: FloatFormat, a: int, b: int, mode: int = RNE) -> int:
    if mode == RNE:
        if fmt is DOUBLE:
            product = double_value(a) * double_value(b)
            return double_bits(product) if product == product else nan_result(fmt, a, b)
        if fmt is FLOAT:
            product = float_value(a) * float_value(b)
            return float_bits(product) if product == product else nan_result(fmt, a, b)
    if is_nan(fmt, a) or is_nan(fmt, b):
        return nan_result(fmt, a, b)
    a_magnitude = a & fmt.magnitude_mask
    b_magnitude = b & fmt.magnitude_mask
    negative = 1 if (a ^ b) & fmt.sign_bit else 0
    if a_magnitude == fmt.infinity or b_magnitude == fmt.infinity:
        if a_magnitude == 0 or b_magnitude == 0:
            return fmt.default_nan
        return signed_infinity(fmt, negative)
    _, a_exponent, a_significand = unpack(fmt, a)
    _, b_exponent, b_significand = unpack(fmt, b)
    return round_and_pack(fmt, negative, a_exponent + b_exponent, a_significand * b_significand, mode)


def div(fmt: FloatFormat, a: int, b: int, mode: int = RNE) -> int:
    if mode == RNE and (fmt is DOUBLE or fmt is FLOAT) and b & fmt.magnitude_mask:
        quotient = host_value(fmt, a) / host_value(fmt, b)
        return host_bits(fmt, quotient) if quotient == quotient else nan_result(fmt, a, b)
    if is_nan(fmt, a) or is_nan(fmt, b):
        return nan_result(fmt, a, b)
    a_magnitude = a & fmt.magnitude_mask
    b_magnitude = b & fmt.magnitude_mask
    negative = 1 if (a ^ b) & fmt.sign_bit else 0
    if a_magnitude == fmt.infinity:
        return fmt.default_nan if b_magnitude == fmt.infinity else signed_infinity(fmt, negative)
    if b_magnitude == 0:
        return fmt.default_nan if a_magnitude == 0 else signed_infinity(fmt, negative)
    if b_magnitude == fmt.infinity:
        return signed_zero(fmt, negative)
    _, a_exponent, a_significand = unpack(fmt, a)
    _, b_exponent, b_significand = unpack(fmt, b)
    return rounded_quotient(fmt, negative, a_exponent - b_exponent, a_significand, b_significand, mode)


def rounded_quotient(fmt: FloatFormat, negative: int, exponent: int, dividend: int, divisor: int, mode: int) -> int:
    """dividend / divisor * 2^exponent, for natural numbers of any length, rounded to the format."""
    shift = max(0, fmt.precision + 2 + divisor.bit_length() - dividend.bit_length())
    quotient, rest = divmod(dividend << shift, divisor)
    significand = quotient << 1 | (1 if rest else 0)
    return round_and_pack(fmt, negative, exponent - shift - 1, significand, mode)


def fma(fmt: FloatFormat, a: int, b: int, c: int, mode: int = RNE) -> int:
    """a * b + c with a single rounding."""
    if is_nan(fmt, a) or is_nan(fmt, b):
        return nan_result(fmt, a, b)
    a_magnitude = a & fmt.magnitude_mask
    b_magnitude = b & fmt.magnitude_mask
    product_sign = 1 if (a ^ b) & fmt.sign_bit else 0
    product_infinite = a_magnitude == fmt.infinity or b_magnitude == fmt.infinity
    product_invalid = product_infinite and (a_magnitude == 0 or b_magnitude == 0)
    if is_nan(fmt, c):
        return quiet(fmt, c)
    if product_invalid:
        return fmt.default_nan
    c_infinite = c & fmt.magnitude_mask == fmt.infinity
    if product_infinite:
        infinity = signed_infinity(fmt, product_sign)
        return fmt.default_nan if c_infinite and c != infinity else infinity
    if c_infinite:
        return c
    _, a_exponent, a_significand = unpack(fmt, a)
    _, b_exponent, b_significand = unpack(fmt, b)
    c_sign, c_exponent, c_significand = unpack(fmt, c)
    return _rounded_sum(
        fmt,
        product_sign,
        a_exponent + b_exponent,
        a_significand * b_significand,
        c_sign,
        c_exponent,
        c_significand,
        mode,
    )


def sqrt(fmt: FloatFormat, a: int, mode: int = RNE) -> int:
    if mode == RNE and (fmt is DOUBLE or fmt is FLOAT):
        value = host_value(fmt, a)
        if value >= 0.0:
            return host_bits(fmt, math.sqrt(value))
    if is_nan(fmt, a):
        return quiet(fmt, a)
    if a & fmt.magnitude_mask == 0:
        return a  # the root of -0 is -0
    if a & fmt.sign_bit:
        return fmt.default_nan
    if a == fmt.infinity:
        return a
    _, exponent, significand = unpack(fmt, a)
    shift = max(0, 2 * (fmt.precision + 2) - significand.bit_length())
    if (exponent - shift) % 2:
        shift += 1
    widened = significand << shift
    root = math.isqrt(widened)
    inexact = 0 if root * root == widened else 1
    return round_and_pack(fmt, 0, (exponent - shift) // 2 - 1, root << 1 | inexact, mode)


# ------------------------------------------------------------------------------------------------- remainders


def frem(fmt: FloatFormat, a: int, b: int) -> int:
    """a - b * n for the integer n nearest to a / b toward zero: LLVM's frem, C's fmod. Always exact."""
    return _remainder(fmt, a, b, False)


def ieee_remainder(fmt: FloatFormat, a: int, b: int) -> int:
    """a - b * n for the integer n nearest to a / b, ties to even: C's remainder. Always exact."""
    return _remainder(fmt, a, b, True)


def _remainder(fmt: FloatFormat, a: int, b: int, to_nearest: bool) -> int:
    if is_nan(fmt, a) or is_nan(fmt, b):
        return nan_result(fmt, a, b)
    b_magnitude = b & fmt.magnitude_mask
    if a & fmt.magnitude_mask == fmt.infinity or b_magnitude == 0:
        return fmt.default_nan
    if b_magnitude == fmt.infinity:
        return a
    negative, a_exponent, a_significand = unpack(fmt, a)
    _, b_exponent, b_significand = unpack(fmt, b)
    # Both are brought to one scale; only a remainder of the first is kept, so that scale never makes it long.
    # It is taken by twice the second, so that the parity of the quotient stays known.
    scale = a_exponent - b_exponent
    if scale >= 0:
        exponent = b_exponent
        doubled = 2 * b_significand
        rest = a_significand * pow(2, scale, doubled) % doubled
    elif scale == -1:
        exponent = a_exponent
        b_significand *= 2
        rest = a_significand  # the second has the larger exponent, so it is normal: larger than the first
    else:  # for the same reason more than twice the first
        return round_and_pack(fmt, negative, a_exponent, a_significand, RNE)
    odd = rest >= b_significand
    if odd:
        rest -= b_significand
    if to_nearest and (2 * rest > b_significand or (2 * rest == b_significand and odd)):
        rest = b_significand - rest
        negative = 1 - negative
    return round_and_pack(fmt, negative, exponent, rest, RNE)


# ------------------------------------------------------------------------- integral values and exponent parts


def round_to_integral(fmt: FloatFormat, a: int, mode: int) -> int:
    """The integral value next to `a` that the mode picks; a zero keeps the sign of `a`."""
    if is_nan(fmt, a):
        return quiet(fmt, a)
    if a & fmt.magnitude_mask == fmt.infinity:
        return a
    negative, exponent, significand = unpack(fmt, a)
    if exponent >= 0:
        return a
    integer = shift_right_rounded(negative, significand, -exponent, mode)
    return round_and_pack(fmt, negative, 0, integer, RNE)  # an integer below 2^precision: nothing left to round


def floor(fmt: FloatFormat, a: int) -> int:
    return round_to_integral(fmt, a, RDN)


def ceil(fmt: FloatFormat, a: int) -> int:
    return round_to_integral(fmt, a, RUP)


def trunc(fmt: FloatFormat, a: int) -> int:
    return round_to_integral(fmt, a, RTZ)


def round_ties_away(fmt: FloatFormat, a: int) -> int:
    """C's round."""
    return round_to_integral(fmt, a, RNA)


def round_ties_even(fmt: FloatFormat, a: int) -> int:
    """C's roundeven; also rint and nearbyint in the default rounding mode."""
    return round_to_integral(fmt, a, RNE)


def modf(fmt: FloatFormat, a: int) -> tuple[int, int]:
    """(fractional part, integral part), both with the sign of `a`."""
    integral = trunc(fmt, a)
    if is_nan(fmt, a):
        return integral, integral
    if a & fmt.magnitude_mask == fmt.infinity:
        return signed_zero(fmt, a & fmt.sign_bit), a
    fraction = sub(fmt, a, integral)
    return fraction & fmt.magnitude_mask | a & fmt.sign_bit, integral


def frexp(fmt: FloatFormat, a: int) -> tuple[int, int]:
    """(fraction, n) with a = fraction * 2^n, 1/2 <= |fraction| < 1; n = 0 for zero, infinity, NaN."""
    if is_nan(fmt, a):
        return quiet(fmt, a), 0
    magnitude = a & fmt.magnitude_mask
    if magnitude == 0 or magnitude == fmt.infinity:
        return a, 0
    negative, exponent, significand = unpack(fmt, a)
    length = significand.bit_length()
    return round_and_pack(fmt, negative, -length, significand, RNE), exponent + length


def ldexp(fmt: FloatFormat, a: int, power: int, mode: int = RNE) -> int:
    """a * 2^power rounded once, for any signed integer power: C's ldexp and scalbn."""
    if is_nan(fmt, a):
        return quiet(fmt, a)
    if a & fmt.magnitude_mask == fmt.infinity:
        return a
    negative, exponent, significand = unpack(fmt, a)
    return round_and_pack(fmt, negative, exponent + power, significand, mode)


def powi(fmt: FloatFormat, a: int, power: int) -> int:
    """llvm.powi by repeated squaring, each product rounded, and one division for a negative power.

    LLVM leaves the order of the multiplications open; this is the order of compiler-rt's __powidf2.
    """
    one = round_and_pack(fmt, 0, 0, 1, RNE)
    result = one
    factor = a
    left = abs(power)
    while left:
        if left & 1:
            result = mul(fmt, result, factor)
        left >>= 1
        if left:
            factor = mul(fmt, factor, factor)
    return div(fmt, one, result) if power < 0 else result
