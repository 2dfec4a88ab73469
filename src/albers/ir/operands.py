"""What an instruction or an initialiser refers to: registers, constants, globals.

Registers are numbered densely within a function, arguments first, so that a frame is a plain list. Constants are
kept symbolic here (a global is a name, not an address): whoever executes them decides where globals live.
"""

from __future__ import annotations

from albers.ir.types import Type


class Operand:
    def __init__(self, type_: Type) -> None:
        self.type = type_


class Register(Operand):
    """The result of an instruction or an argument; `index` is its place in the frame."""

    def __init__(self, type_: Type, index: int) -> None:
        super().__init__(type_)
        self.index = index

    def __repr__(self) -> str:
        return f"%r{self.index}"


class Constant(Operand):
    """Anything whose value does not depend on the execution."""


class ConstInt(Constant):
    """`value` is the unsigned residue modulo 2**width."""

    def __init__(self, type_: Type, value: int) -> None:
        super().__init__(type_)
        self.value = value

    def __repr__(self) -> str:
        return f"{self.type.text} {self.value}"


class ConstFloat(Constant):
    """`bits` is the IEEE bit pattern in the type's own format (for x86_fp80: 80 bits)."""

    def __init__(self, type_: Type, bits: int) -> None:
        super().__init__(type_)
        self.bits = bits


class ConstNull(Constant):
    """The null pointer."""


class ConstZero(Constant):
    """`zeroinitializer` of any type."""


class ConstUndef(Constant):
    """`undef` and, with `is_poison`, `poison`."""

    def __init__(self, type_: Type, is_poison: bool) -> None:
        super().__init__(type_)
        self.is_poison = is_poison


class ConstBytes(Constant):
    """An i8 array given as a string (`c"..."`)."""

    def __init__(self, type_: Type, data: bytes) -> None:
        super().__init__(type_)
        self.data = data


class ConstAggregate(Constant):
    """A structure, array or vector element by element (a `splat` is expanded)."""

    def __init__(self, type_: Type, elements: list[Constant]) -> None:
        super().__init__(type_)
        self.elements = elements


class GlobalRef(Constant):
    """The address of a global variable, function or alias, by name."""

    def __init__(self, type_: Type, name: str) -> None:
        super().__init__(type_)
        self.name = name

    def __repr__(self) -> str:
        return f"@{self.name}"


class BlockAddress(Constant):
    """`blockaddress(@function, %block)`; `block` is the label's text as written in the function."""

    def __init__(self, type_: Type, function: str, block: str) -> None:
        super().__init__(type_)
        self.function = function
        self.block = block


class ConstExpr(Constant):
    """A constant expression: a cast, binary operation, or `getelementptr` over constants.

    For `getelementptr`, `source_type` is the type it steps through and the operands are base and indices.
    """

    def __init__(self, type_: Type, op: str, operands: list[Constant], source_type: Type) -> None:
        super().__init__(type_)
        self.op = op
        self.operands = operands
        self.source_type = source_type


class InlineAsm(Constant):
    """The callee of an inline assembly call."""

    def __init__(self, type_: Type, text: str, constraints: str, has_side_effects: bool) -> None:
        super().__init__(type_)
        self.text = text
        self.constraints = constraints
        self.has_side_effects = has_side_effects


class MetadataOperand(Constant):
    """A metadata argument of an intrinsic; kept as text, never executed."""

    def __init__(self, type_: Type, text: str) -> None:
        super().__init__(type_)
        self.text = text
