"""Sizes, alignments and offsets of types on a target, computed from LLVM's data layout string.

A layout belongs to one module: sizes of named structures are remembered by name. Only fixed-size types are known here;
asking for the size of an opaque structure, of `void` or of a scalable vector is a ValueError.
"""

from __future__ import annotations

from typing import Final

from albers.errors import UserError
from albers.ir.types import (
    ArrayType,
    FloatType,
    IntType,
    PointerType,
    StructType,
    Type,
    VectorType,
)

# What LLVM assumes where the string is silent ("Data Layout" in the language reference); widths in bits, alignments in
# bytes. Integers of other widths borrow from the next larger listed one, vectors and floats are aligned naturally.
DEFAULT_INT_ALIGNS: Final = {1: 1, 8: 1, 16: 2, 32: 4, 64: 4}
DEFAULT_FLOAT_ALIGNS: Final = {16: 2, 32: 4, 64: 8, 128: 16}
DEFAULT_VECTOR_ALIGNS: Final = {64: 8, 128: 16}


class PointerLayout:
    """Pointers of one address space: size, ABI alignment, and the size of the integer that indexes them, in bytes."""

    def __init__(self, size: int, align: int, index_size: int) -> None:
        self.size = size
        self.align = align
        self.index_size = index_size


class StructLayout:
    """Where the fields of a structure lie."""

    def __init__(self, offsets: list[int], size: int, align: int) -> None:
        self.offsets = offsets
        self.size = size
        self.align = align


class DataLayout:
    """Answers how big a type is and where its parts lie; `pointer_size` is in bytes, for address space 0."""

    def __init__(self) -> None:
        self.text = ""
        self.is_little_endian = False
        self.pointers: dict[int, PointerLayout] = {0: PointerLayout(8, 8, 8)}
        self.int_aligns: dict[int, int] = dict(DEFAULT_INT_ALIGNS)
        self.float_aligns: dict[int, int] = dict(DEFAULT_FLOAT_ALIGNS)
        self.vector_aligns: dict[int, int] = dict(DEFAULT_VECTOR_ALIGNS)
        self.aggregate_align = 1
        self.alloca_address_space = 0
        self.pointer_size = 8
        self._sizes: dict[str, int] = {}
        self._aligns: dict[str, int] = {}
        self._structs: dict[str, StructLayout] = {}

    @staticmethod
    def parse(text: str) -> DataLayout:
        """Read a string such as `e-m:e-i64:64-f80:128-S128`; an empty one gives LLVM's defaults."""
        layout = DataLayout()
        layout.text = text
        for specification in text.split("-"):
            if specification:
                try:
                    layout._apply(specification)
                except (ValueError, IndexError):
                    raise UserError(
                        f"the module's target datalayout has an unknown part {specification!r}; "
                        "recompile the program with a current clang"
                    ) from None
        layout.pointer_size = layout.pointers[0].size
        return layout

    def _apply(self, specification: str) -> None:
        parts = specification.split(":")
        kind = parts[0][0]
        rest = parts[0][1:]
        if kind in "eE":
            self.is_little_endian = kind == "e"
        elif kind == "p":
            space = int(rest.lstrip("eu") or "0")  # letters mark pointers with extra state; sizes are unaffected
            size = _bytes(parts[1])
            align = _bytes(parts[2]) if len(parts) > 2 else size
            index_size = _bytes(parts[4]) if len(parts) > 4 else size
            self.pointers[space] = PointerLayout(size, align, index_size)
        elif kind == "i":
            self.int_aligns[int(rest)] = _bytes(parts[1])
        elif kind == "f":
            self.float_aligns[int(rest)] = _bytes(parts[1])
        elif kind == "v":
            self.vector_aligns[int(rest)] = _bytes(parts[1])
        elif kind == "a":
            self.aggregate_align = max(1, _bytes(parts[1]))
        elif kind == "A":
            self.alloca_address_space = int(rest)
        elif kind not in "nmSPGF":  # native widths, mangling, stack, program and globals' spaces: no effect on sizes
            raise ValueError(specification)

    # -- sizes ---------------------------------------------------------------------------------------------------

    def bit_width(self, type_: Type) -> int:
        """The number of bits a value of this scalar or vector type carries, without padding."""
        if isinstance(type_, IntType):
            return type_.width
        if isinstance(type_, PointerType):
            return self.pointer_layout(type_.address_space).size * 8
        if isinstance(type_, FloatType):
            return type_.width
        if isinstance(type_, VectorType):
            return type_.count * self.bit_width(type_.element)
        raise ValueError(f"{type_} has no width in bits")

    def store_size(self, type_: Type) -> int:
        """The number of bytes a store of this type writes."""
        if isinstance(type_, (StructType, ArrayType)):
            return self.size_of(type_)
        return (self.bit_width(type_) + 7) // 8

    def size_of(self, type_: Type) -> int:
        """The distance in bytes between two neighbours of this type in an array."""
        known = self._sizes.get(type_.text)
        if known is not None:
            return known
        if isinstance(type_, StructType):
            size = self.struct_layout(type_).size
        elif isinstance(type_, ArrayType):
            size = type_.count * self.size_of(type_.element)
        else:
            size = _round_up(self.store_size(type_), self.align_of(type_))
        self._sizes[type_.text] = size
        return size

    # -- alignments ----------------------------------------------------------------------------------------------

    def align_of(self, type_: Type) -> int:
        """The ABI alignment in bytes."""
        known = self._aligns.get(type_.text)
        if known is not None:
            return known
        align = self._compute_align(type_)
        self._aligns[type_.text] = align
        return align

    def _compute_align(self, type_: Type) -> int:
        if isinstance(type_, IntType):
            return self._int_align(type_.width)
        if isinstance(type_, PointerType):
            return self.pointer_layout(type_.address_space).align
        if isinstance(type_, FloatType):
            return self.float_aligns.get(type_.width) or _power_of_two_at_least(self.store_size(type_))
        if isinstance(type_, VectorType):
            width = self.bit_width(type_)
            return self.vector_aligns.get(width) or _power_of_two_at_least(self.store_size(type_))
        if isinstance(type_, ArrayType):
            return self.align_of(type_.element)
        if isinstance(type_, StructType):
            return self.struct_layout(type_).align
        raise ValueError(f"{type_} has no alignment")

    def _int_align(self, width: int) -> int:
        larger = [listed for listed in self.int_aligns if listed >= width]
        return self.int_aligns[min(larger) if larger else max(self.int_aligns)]

    def pointer_layout(self, address_space: int) -> PointerLayout:
        return self.pointers.get(address_space) or self.pointers[0]

    # -- parts ---------------------------------------------------------------------------------------------------

    def field_offset(self, struct_type: StructType, index: int) -> int:
        """Where field `index` begins, in bytes from the start of the structure."""
        return self.struct_layout(struct_type).offsets[index]

    def element_offset(self, type_: Type, index: int) -> int:
        """Where element `index` of an array, vector or structure begins; array indices may lie outside the array."""
        if isinstance(type_, StructType):
            return self.struct_layout(type_).offsets[index]
        return index * self.element_stride(type_)

    def element_stride(self, type_: Type) -> int:
        """The distance between two neighbouring elements of an array or vector in memory."""
        if isinstance(type_, ArrayType):
            return self.size_of(type_.element)
        if isinstance(type_, VectorType):
            if self.bit_width(type_.element) % 8 != 0:
                raise ValueError(f"the elements of {type_} are not addressable bytes")
            return self.store_size(type_.element)
        raise ValueError(f"{type_} has no elements of equal size")

    def struct_layout(self, type_: StructType) -> StructLayout:
        known = self._structs.get(type_.text)
        if known is not None:
            return known
        if type_.is_opaque:
            raise ValueError(f"{type_} is opaque: its size is unknown")
        offsets: list[int] = []
        end = 0
        align = 1 if type_.packed else self.aggregate_align
        for field in type_.fields:
            field_align = 1 if type_.packed else self.align_of(field)
            end = _round_up(end, field_align)
            offsets.append(end)
            end += self.size_of(field)
            align = max(align, field_align)
        layout = StructLayout(offsets, _round_up(end, align), align)
        self._structs[type_.text] = layout
        return layout


def _bytes(bits: str) -> int:
    count = int(bits)
    if count % 8 != 0:
        raise ValueError(bits)
    return count // 8


def _round_up(size: int, align: int) -> int:
    return (size + align - 1) // align * align


def _power_of_two_at_least(size: int) -> int:
    return 1 << max(size - 1, 0).bit_length()
