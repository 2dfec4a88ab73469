"""The types of LLVM IR, as small immutable values compared by structure.

Sizes and alignments are not here: they depend on the target and live in `layout`.
"""

from __future__ import annotations

from typing import Final


class Type:
    """Base of all types; `text` is how LLVM prints the type and identifies it."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Type) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return self.text


class VoidType(Type):
    def __init__(self) -> None:
        super().__init__("void")


class LabelType(Type):
    def __init__(self) -> None:
        super().__init__("label")


class MetadataType(Type):
    def __init__(self) -> None:
        super().__init__("metadata")


class IntType(Type):
    def __init__(self, width: int) -> None:
        super().__init__(f"i{width}")
        self.width = width


class FloatType(Type):
    """`kind` is LLVM's name: half, bfloat, float, double, x86_fp80, fp128."""

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind
        self.width: int = FLOAT_WIDTHS[kind]


FLOAT_WIDTHS: Final = {"half": 16, "bfloat": 16, "float": 32, "double": 64, "x86_fp80": 80, "fp128": 128}


class PointerType(Type):
    """All pointers are opaque; typed pointers of old bitcode are upgraded before we see them."""

    def __init__(self, address_space: int = 0) -> None:
        super().__init__("ptr" if address_space == 0 else f"ptr addrspace({address_space})")
        self.address_space = address_space


class ArrayType(Type):
    def __init__(self, count: int, element: Type) -> None:
        super().__init__(f"[{count} x {element.text}]")
        self.count = count
        self.element = element


class VectorType(Type):
    """A fixed-length vector; scalable vectors are not produced for C we accept."""

    def __init__(self, count: int, element: Type) -> None:
        super().__init__(f"<{count} x {element.text}>")
        self.count = count
        self.element = element


class StructType(Type):
    """A literal or named structure. A named one may be filled in after creation (recursive types)."""

    def __init__(self, fields: list[Type], packed: bool = False, name: str = "") -> None:
        if name:
            text = "%" + name
        else:
            inner = ", ".join(f.text for f in fields)
            body = f"{{ {inner} }}" if fields else "{}"
            text = f"<{body}>" if packed else body
        super().__init__(text)
        self.fields = fields
        self.packed = packed
        self.name = name
        self.is_opaque = False


class FunctionType(Type):
    def __init__(self, result: Type, params: list[Type], is_vararg: bool) -> None:
        inner = ", ".join([p.text for p in params] + (["..."] if is_vararg else []))
        super().__init__(f"{result.text} ({inner})")
        self.result = result
        self.params = params
        self.is_vararg = is_vararg


class ExoticType(Type):
    """A type no accepted C program computes with (scalable vectors, target types, tokens); it only has a text."""


VOID: Final = VoidType()
LABEL: Final = LabelType()
METADATA: Final = MetadataType()
POINTER: Final = PointerType()
I1: Final = IntType(1)
I8: Final = IntType(8)
I16: Final = IntType(16)
I32: Final = IntType(32)
I64: Final = IntType(64)


def is_aggregate(type_: Type) -> bool:
    """True for what a register holds as a list of elements: structures, arrays and vectors."""
    return isinstance(type_, (StructType, ArrayType, VectorType))
