"""Floating-point formats: how a bit pattern is laid out, taken apart, rounded, put together and classified.

A floating-point value is everywhere its bit pattern, a non-negative `int`; a finite one means (-1)^sign *
significand * 2^exponent with an integer significand. `round_and_pack` is the one place that rounds to a
format. Arithmetic, comparison and conversion live in the `float_*` modules beside this one.
"""

from typing import Final

# Rounding modes: to nearest with ties to even, toward zero, up, down, to nearest with ties away from zero.
RNE: Final = 0
RTZ: Final = 1
RUP: Final = 2
RDN: Final = 3
RNA: Final = 4


class FloatFormat:
    """One binary format; `precision` counts the integer bit, whether the pattern stores it or implies it."""

    def __init__(self, name: str, width: int, exponent_bits: int, precision: int) -> None:
        self.name: str = name  # LLVM's name of the type
        self.width: int = width
        self.exponent_bits: int = exponent_bits
        self.precision: int = precision
        self.fraction_bits: int = precision - 1
        self.stores_integer_bit: bool = width == 1 + exponent_bits + precision  # x86_fp80 alone
        self.bias: int = (1 << (exponent_bits - 1)) - 1
        self.max_exponent: int = self.bias
        self.min_exponent: int = 1 - self.bias

        self.exponent_shift: int = width - 1 - exponent_bits
        self.exponent_field: int = (1 << exponent_bits) - 1  # the field of infinities and NaNs
        self.significand_mask: int = (1 << self.exponent_shift) - 1
        self.integer_bit: int = 1 << self.fraction_bits
        self.fraction_mask: int = self.integer_bit - 1
        self.quiet_bit: int = self.integer_bit >> 1
        self.sign_bit: int = 1 << (width - 1)
        self.magnitude_mask: int = self.sign_bit - 1
        # Subtracted from a non-zero exponent field it gives the weight of the significand's last bit.
        self.last_bit_bias: int = self.bias + self.fraction_bits

        stored_integer_bit = self.integer_bit if self.stores_integer_bit else 0
        self.infinity: int = self.exponent_field << self.exponent_shift | stored_integer_bit
        self.default_nan: int = self.infinity | self.quiet_bit
        self.min_subnormal: int = 1
        self.min_normal: int = 1 << self.exponent_shift | stored_integer_bit
        self.max_finite: int = (self.exponent_field - 1) << self.exponent_shift | self.significand_mask

    def __repr__(self) -> str:
        return f"<FloatFormat {self.name}>"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        """A format that travels to another process becomes that process's constant again."""
        return format_of_llvm_type, (self.name,)


HALF: Final = FloatFormat("half", 16, 5, 11)
BFLOAT: Final = FloatFormat("bfloat", 16, 8, 8)
FLOAT: Final = FloatFormat("float", 32, 8, 24)
DOUBLE: Final = FloatFormat("double", 64, 11, 53)
X86_FP80: Final = FloatFormat("x86_fp80", 80, 15, 64)
FP128: Final = FloatFormat("fp128", 128, 15, 113)

ALL_FORMATS: Final = (HALF, BFLOAT, FLOAT, DOUBLE, X86_FP80, FP128)
_FORMAT_OF_LLVM_TYPE: Final[dict[str, FloatFormat]] = {fmt.name: fmt for fmt in ALL_FORMATS}


def format_of_llvm_type(name: str) -> FloatFormat:
    """The format of an LLVM type; ValueError for a type that is not one of ours (ppc_fp128)."""
    fmt = _FORMAT_OF_LLVM_TYPE.get(name)
    if fmt is None:
        raise ValueError(f"no floating-point format for the LLVM type {name}")
    return fmt


# --------------------------------------------------------------------------------------------- classification


def is_nan(fmt: FloatFormat, bits: int) -> bool:
    """NaNs, and the x86_fp80 patterns the processor rejects: unnormals, pseudo-NaNs, pseudo-infinities."""
    magnitude = bits & fmt.magnitude_mask
    if magnitude > fmt.infinity:
        return True
    return fmt.stores_integer_bit and _is_unsupported(fmt, magnitude)


def _is_unsupported(fmt: FloatFormat, magnitude: int) -> bool:
    """A non-zero exponent field promises an integer bit of one; x87 processors reject a broken promise."""
    return magnitude >> fmt.exponent_shift != 0 and magnitude & fmt.integer_bit == 0


def is_signaling_nan(fmt: FloatFormat, bits: int) -> bool:
    if not is_nan(fmt, bits):
        return False
    if fmt.stores_integer_bit and _is_unsupported(fmt, bits & fmt.magnitude_mask):
        return True
    return bits & fmt.quiet_bit == 0


def is_inf(fmt: FloatFormat, bits: int) -> bool:
    return bits & fmt.magnitude_mask == fmt.infinity


def is_zero(fmt: FloatFormat, bits: int) -> bool:
    return bits & fmt.magnitude_mask == 0


def is_finite(fmt: FloatFormat, bits: int) -> bool:
    return not is_nan(fmt, bits) and bits & fmt.magnitude_mask != fmt.infinity


def is_subnormal(fmt: FloatFormat, bits: int) -> bool:
    # A pseudo-denormal of x86_fp80 has its integer bit set, so its value is a normal number.
    return 0 < bits & fmt.magnitude_mask < fmt.integer_bit


def is_normal(fmt: FloatFormat, bits: int) -> bool:
    return bits & fmt.magnitude_mask >= fmt.integer_bit and is_finite(fmt, bits)


def sign(fmt: FloatFormat, bits: int) -> int:
    """The sign bit, 0 or 1; NaNs and zeros have one too."""
    return 1 if bits & fmt.sign_bit else 0


# The classes of llvm.is.fpclass, one bit each; the mask is an or of them.
FPCLASS_SIGNALING_NAN: Final = 0x001
FPCLASS_QUIET_NAN: Final = 0x002
FPCLASS_NEGATIVE_INFINITY: Final = 0x004
FPCLASS_NEGATIVE_NORMAL: Final = 0x008
FPCLASS_NEGATIVE_SUBNORMAL: Final = 0x010
FPCLASS_NEGATIVE_ZERO: Final = 0x020
FPCLASS_POSITIVE_ZERO: Final = 0x040
FPCLASS_POSITIVE_SUBNORMAL: Final = 0x080
FPCLASS_POSITIVE_NORMAL: Final = 0x100
FPCLASS_POSITIVE_INFINITY: Final = 0x200


def fpclass(fmt: FloatFormat, bits: int) -> int:
    """The one class of llvm.is.fpclass that the value belongs to."""
    if is_nan(fmt, bits):
        return FPCLASS_SIGNALING_NAN if is_signaling_nan(fmt, bits) else FPCLASS_QUIET_NAN
    magnitude = bits & fmt.magnitude_mask
    negative = magnitude != bits
    if magnitude == 0:
        return FPCLASS_NEGATIVE_ZERO if negative else FPCLASS_POSITIVE_ZERO
    if magnitude == fmt.infinity:
        return FPCLASS_NEGATIVE_INFINITY if negative else FPCLASS_POSITIVE_INFINITY
    if magnitude < fmt.integer_bit:
        return FPCLASS_NEGATIVE_SUBNORMAL if negative else FPCLASS_POSITIVE_SUBNORMAL
    return FPCLASS_NEGATIVE_NORMAL if negative else FPCLASS_POSITIVE_NORMAL


def is_fpclass(fmt: FloatFormat, bits: int, mask: int) -> int:
    """llvm.is.fpclass: 1 when the value belongs to one of the classes in the mask."""
    return 1 if fpclass(fmt, bits) & mask else 0


# ------------------------------------------------------------------------------------- sign bit, NaN, special


def neg(fmt: FloatFormat, bits: int) -> int:
    return bits ^ fmt.sign_bit


def fabs(fmt: FloatFormat, bits: int) -> int:
    return bits & fmt.magnitude_mask


def copysign(fmt: FloatFormat, magnitude: int, sign_source: int) -> int:
    return (magnitude & fmt.magnitude_mask) | (sign_source & fmt.sign_bit)


def signed_zero(fmt: FloatFormat, negative: int) -> int:
    return fmt.sign_bit if negative else 0


def signed_infinity(fmt: FloatFormat, negative: int) -> int:
    return fmt.sign_bit | fmt.infinity if negative else fmt.infinity


def quiet(fmt: FloatFormat, nan: int) -> int:
    """What an operation makes of a NaN operand: that NaN, quiet (the default NaN if unsupported)."""
    if fmt.stores_integer_bit and _is_unsupported(fmt, nan & fmt.magnitude_mask):
        return fmt.default_nan
    return nan | fmt.quiet_bit


def nan_result(fmt: FloatFormat, a: int, b: int) -> int:
    """The NaN that an operation results in: its first NaN operand, or the default NaN when it was invalid."""
    if is_nan(fmt, a):
        return quiet(fmt, a)
    if is_nan(fmt, b):
        return quiet(fmt, b)
    return fmt.default_nan


def canonicalize(fmt: FloatFormat, bits: int) -> int:
    """llvm.canonicalize: NaNs quiet, a pseudo-denormal of x86_fp80 encoded as normal, the rest unchanged."""
    if is_nan(fmt, bits):
        return quiet(fmt, bits)
    if fmt.stores_integer_bit and fmt.integer_bit <= bits & fmt.magnitude_mask <= fmt.significand_mask:
        return bits | fmt.integer_bit << 1  # exponent field 1 has the same scale as field 0
    return bits


# ------------------------------------------------------------------------------------- taking apart, rounding


def unpack(fmt: FloatFormat, bits: int) -> tuple[int, int, int]:
    """(sign, exponent, significand) of a finite value: (-1)^sign * significand * 2^exponent exactly."""
    field = (bits >> fmt.exponent_shift) & fmt.exponent_field
    significand = bits & fmt.significand_mask
    if field == 0:
        field = 1  # subnormals share the scale of the smallest normal numbers
    elif not fmt.stores_integer_bit:
        significand |= fmt.integer_bit
    return (1 if bits & fmt.sign_bit else 0), field - fmt.last_bit_bias, significand


def shift_right_rounded(negative: int, significand: int, shift: int, mode: int) -> int:
    """significand / 2^shift as an integer, rounded as the mode says for a number of that sign."""
    if shift <= 0:
        return significand << -shift
    if shift > significand.bit_length() + 1:
        # Less than a quarter: any such number rounds alike, and 2^shift may be too large to build.
        truncated, lost, half = 0, (1 if significand else 0), 2
    else:
        truncated = significand >> shift
        lost = significand - (truncated << shift)
        half = 1 << (shift - 1)
    if lost == 0:
        return truncated
    if mode == RNE:
        up = lost > half or (lost == half and truncated & 1 == 1)
    elif mode == RNA:
        up = lost >= half
    elif mode == RTZ:
        up = False
    elif mode == RUP:
        up = negative == 0
    elif mode == RDN:
        up = negative != 0
    else:
        raise ValueError(f"unknown rounding mode {mode}")
    return truncated + 1 if up else truncated


def round_and_pack(fmt: FloatFormat, negative: int, exponent: int, significand: int, mode: int) -> int:
    """The value (-1)^negative * significand * 2^exponent rounded to the format.

    A caller that cannot give an exact significand (a quotient, a root) gives at least precision + 2 bits of
    it and a last bit that is set when anything non-zero was cut off: that decides every rounding mode.
    """
    if significand == 0:
        return signed_zero(fmt, negative)
    leading = exponent + significand.bit_length() - 1
    if leading > fmt.max_exponent:
        return _overflow(fmt, negative, mode)
    last = max(leading, fmt.min_exponent) - fmt.fraction_bits
    rounded = shift_right_rounded(negative, significand, last - exponent, mode)
    if fmt.stores_integer_bit:
        if rounded >> fmt.precision:  # rounding carried into a new leading bit; all others are zero
            rounded >>= 1
            last += 1
        field = last + fmt.last_bit_bias if rounded >= fmt.integer_bit else 0
        magnitude = field << fmt.exponent_shift | rounded
    else:
        # Added, not or-ed: the integer bit, and a carry of the rounding, increment the exponent field.
        magnitude = ((last + fmt.last_bit_bias - 1) << fmt.exponent_shift) + rounded
    # A carry out of the largest finite number has made exactly the pattern of infinity.
    return fmt.sign_bit | magnitude if negative else magnitude


def _overflow(fmt: FloatFormat, negative: int, mode: int) -> int:
    """Beyond the largest finite number: infinity, unless the mode rounds back toward zero."""
    toward_zero = mode == RTZ or mode == (RUP if negative else RDN)
    magnitude = fmt.max_finite if toward_zero else fmt.infinity
    return fmt.sign_bit | magnitude if negative else magnitude
