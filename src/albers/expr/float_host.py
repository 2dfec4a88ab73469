"""Bit patterns of double and float as Python floats and back: the fast road for the two common formats.

A Python float is an IEEE double and its + - * / and math.sqrt round to nearest even, so for DOUBLE they are
the right answer. For FLOAT the double result rounded once more is right for these operations too, because 53
>= 2 * 24 + 2. No NaN leaves by this road: not every machine keeps a NaN's payload when it converts one.
"""

from typing import Final

from albers.expr.float_format import DOUBLE, FloatFormat

# Two views of the same bytes each: an integer written to one is read from the other as a float. That takes less
# than half the time of struct's pack and unpack, which build a bytes object and a tuple. The bytes may be shared
# because the interpreter lock changes hands at calls and loops only, never between the write and the read below;
# a free-threaded interpreter would need struct here.
_DOUBLE_BYTES: Final = bytearray(8)
_DOUBLE_AS_BITS: Final = memoryview(_DOUBLE_BYTES).cast("Q")
_DOUBLE_AS_VALUE: Final = memoryview(_DOUBLE_BYTES).cast("d")
_FLOAT_BYTES: Final = bytearray(4)
_FLOAT_AS_BITS: Final = memoryview(_FLOAT_BYTES).cast("I")
_FLOAT_AS_VALUE: Final = memoryview(_FLOAT_BYTES).cast("f")


def double_value(bits: int) -> float:
    _DOUBLE_AS_BITS[0] = bits
    return _DOUBLE_AS_VALUE[0]


def double_bits(value: float) -> int:
    _DOUBLE_AS_VALUE[0] = value
    return _DOUBLE_AS_BITS[0]


def float_value(bits: int) -> float:
    _FLOAT_AS_BITS[0] = bits
    return _FLOAT_AS_VALUE[0]


def float_bits(value: float) -> int:
    """The float nearest to the double (ties to even), an infinity beyond the largest one."""
    _FLOAT_AS_VALUE[0] = value
    return _FLOAT_AS_BITS[0]


def host_value(fmt: FloatFormat, bits: int) -> float:
    """The Python float of a DOUBLE or FLOAT pattern."""
    return double_value(bits) if fmt is DOUBLE else float_value(bits)


def host_bits(fmt: FloatFormat, value: float) -> int:
    """The DOUBLE pattern of a Python float, or the FLOAT pattern nearest to it."""
    return double_bits(value) if fmt is DOUBLE else float_bits(value)
