"""Operations on values that may be ints or terms: the slow, general road beside the operations' concrete one.

Also the shapes of values in memory: which scalars a type consists of and where they lie.
"""

from __future__ import annotations

from mypy_extensions import i64

from albers.expr import arith, bits
from albers.expr.fold import fold_binary, mask, sign_extend
from albers.expr.substitute import binary_term
from albers.expr.term import (
    Term,
    as_term,
    as_value,
)
from albers.ir.layout import DataLayout
from albers.ir.types import ArrayType, StructType, Type, VectorType


def binary(op: i64, width: i64, x: object, y: object) -> object:
    """Any binary operator of `albers.expr.term` on two values of `width` bits."""
    if isinstance(x, int) and isinstance(y, int):
        return fold_binary(op, width, x, y)
    return as_value(binary_term(op, as_term(width, x), as_term(width, y)))


def truncate(width: i64, x: object) -> object:
    if isinstance(x, int):
        return x & mask(width)
    assert isinstance(x, Term)
    return as_value(arith.truncate(x, width))


def zero_extend(width: i64, x: object) -> object:
    if isinstance(x, int):
        return x
    assert isinstance(x, Term)
    return as_value(bits.zext(x, width))


def sign_extend_value(from_width: i64, width: i64, x: object) -> object:
    if isinstance(x, int):
        return sign_extend(from_width, width, x)
    assert isinstance(x, Term)
    return as_value(bits.sext(x, width))


def choose(condition: Term, width: i64, x: object, y: object) -> object:
    """`condition ? x : y` on values; tuples lane by lane, with `width` taken from the terms inside."""
    if isinstance(x, tuple) and isinstance(y, tuple):
        raise TypeError("choose works on scalars; see vector_ops.choose_parts")
    return as_value(bits.ite(condition, as_term(width, x), as_term(width, y)))


def extract_bits(value: object, low: i64, width: i64) -> object:
    if isinstance(value, int):
        return (value >> int(low)) & mask(width)
    assert isinstance(value, Term)
    return as_value(bits.extract(value, low, width))


def concat_values(high_width: i64, high: object, low_width: i64, low: object) -> object:
    """`high` above `low`."""
    if isinstance(high, int) and isinstance(low, int):
        return (high << int(low_width)) | low
    return as_value(bits.concat(as_term(high_width, high), as_term(low_width, low)))


class Part:
    """A scalar inside a value in memory: its byte offset, bits, and bytes it takes."""

    def __init__(self, offset: i64, width: i64, size: i64) -> None:
        self.offset: i64 = offset
        self.width: i64 = width
        self.size: i64 = size


class Shape:
    """How a type's value is held: a scalar of `width` bits, or a tuple of `elements`."""

    def __init__(self, width: i64, size: i64, elements: list[Shape], offsets: list[int]) -> None:
        self.width: i64 = width  # 0 for aggregates
        self.size: i64 = size  # bytes a load or store touches
        self.elements = elements
        self.offsets = offsets  # of the elements, in bytes
        self.bit_packed = False  # a vector whose elements are not whole bytes is one packed integer in memory

    @property
    def is_scalar(self) -> bool:
        return self.width != 0


def shape_of(type_: Type, layout: DataLayout) -> Shape:
    """The shape of a first-class type (integers, floats, pointers, structures, arrays, vectors)."""
    if isinstance(type_, StructType):
        elements = [shape_of(f, layout) for f in type_.fields]
        offsets = [layout.field_offset(type_, i) for i in range(len(type_.fields))]
        return Shape(0, layout.store_size(type_), elements, offsets)
    if isinstance(type_, ArrayType):
        element = shape_of(type_.element, layout)
        stride = layout.size_of(type_.element)
        return Shape(0, layout.store_size(type_), [element] * type_.count, [i * stride for i in range(type_.count)])
    if isinstance(type_, VectorType):
        element = shape_of(type_.element, layout)
        result = Shape(0, layout.store_size(type_), [element] * type_.count, [])
        result.bit_packed = element.width % 8 != 0
        stride = element.size
        result.offsets = [i * int(stride) for i in range(type_.count)]
        return result
    width = layout.bit_width(type_)
    return Shape(width, (width + 7) // 8, [], [])


def zero_of(shape: Shape) -> object:
    """The value `zeroinitializer` (also what undef and poison read as)."""
    if shape.is_scalar:
        return 0
    return tuple([zero_of(e) for e in shape.elements])


def formed(whole: object, offset: i64, shape: Shape) -> object:
    """The value of a shape whose bytes, in memory order, are given as one integer; they begin at `offset`."""
    if shape.is_scalar:
        return extract_bits(whole, 8 * offset, shape.width)
    return tuple([formed(whole, offset + shape.offsets[i], each) for i, each in enumerate(shape.elements)])
