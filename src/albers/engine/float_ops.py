"""Floating-point arithmetic, comparisons and conversions on scalars: fadd … frem, fneg, fcmp and the casts.

A float in a register is its IEEE bit pattern. On concrete patterns every operation is exact (`albers.expr.float_*`);
sign manipulation is bit manipulation and so works on terms too; everything else on terms is in `symbolic_floats`.
Vectors are in `vector_ops`, which applies the functions here lane by lane.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from albers.engine import symbolic_floats
from albers.engine.casts import Copy
from albers.engine.lowerer import Lowerer, PureFunction
from albers.engine.state import Op, State
from albers.engine.values import binary
from albers.expr import float_arith, float_compare
from albers.expr.float_compare import PREDICATES, holds
from albers.expr.float_convert import convert, from_signed, from_unsigned, to_signed, to_unsigned
from albers.expr.float_format import RNE, RTZ, FloatFormat, format_of_llvm_type
from albers.expr.term import AND, OR, XOR, Term
from albers.ir.instructions import BinaryOp, Cast, Compare, FNeg, Instruction
from albers.ir.types import FloatType, IntType, Type


def format_of(type_: Type) -> FloatFormat:
    assert isinstance(type_, FloatType)
    return format_of_llvm_type(type_.kind)


# Arithmetic

FADD: Final = 0
FSUB: Final = 1
FMUL: Final = 2
FDIV: Final = 3
FREM: Final = 4

#: The first four as `float_operations` numbers them.
OPERATORS: Final[dict[str, int]] = {"fadd": FADD, "fsub": FSUB, "fmul": FMUL, "fdiv": FDIV, "frem": FREM}


def arithmetic(operator: i64, fmt: FloatFormat, x: int, y: int, mode: int = RNE) -> int:
    if operator == FADD:
        return float_arith.add(fmt, x, y, mode)
    if operator == FSUB:
        return float_arith.sub(fmt, x, y, mode)
    if operator == FMUL:
        return float_arith.mul(fmt, x, y, mode)
    if operator == FDIV:
        return float_arith.div(fmt, x, y, mode)
    assert operator == FREM
    return float_arith.frem(fmt, x, y)


class FloatBinary(Op):
    """fadd, fsub, fmul, fdiv, frem in the default rounding mode; fast-math flags permit, and never demand, less."""

    def __init__(self, instruction: Instruction, name: str, fmt: FloatFormat, result: i64, a: i64, b: i64) -> None:
        super().__init__(instruction)
        self.name = name
        self.operator: i64 = OPERATORS[name]
        self.format = fmt
        self.result: i64 = result
        self.a: i64 = a
        self.b: i64 = b

    def execute(self, state: State) -> bool:
        registers = state.frame.registers
        x = registers[self.a]
        y = registers[self.b]
        if isinstance(x, int) and isinstance(y, int):
            registers[self.result] = arithmetic(self.operator, self.format, x, y)
        else:
            operator = int(self.operator)
            registers[self.result] = symbolic_floats.arithmetic(self.name, operator, self.format, x, y, RNE)
        return True


def binary_function(name: str, fmt: FloatFormat, mode: int = RNE) -> PureFunction:
    """One of OPERATORS on two values."""
    operator = OPERATORS[name]

    def apply(arguments: list[object]) -> object:
        x = arguments[0]
        y = arguments[1]
        if isinstance(x, int) and isinstance(y, int):
            return arithmetic(operator, fmt, x, y, mode)
        return symbolic_floats.arithmetic(name, operator, fmt, x, y, mode)

    return apply


def atomic_function(operation: str, type_: Type) -> PureFunction | None:
    """What an atomicrmw on floating-point numbers leaves in memory; None for integer operations and xchg."""
    if not isinstance(type_, FloatType) or operation == "xchg":
        return None
    fmt = format_of(type_)
    if operation in OPERATORS:
        return binary_function(operation, fmt)
    extreme = float_compare.maxnum if operation == "fmax" else float_compare.minnum

    def apply(arguments: list[object]) -> object:
        x = arguments[0]
        y = arguments[1]
        if isinstance(x, int) and isinstance(y, int):
            return extreme(fmt, x, y)
        site = symbolic_floats.SymbolicSite(operation, fmt, fmt.width, RNE)
        return symbolic_floats.intrinsic(site, [fmt.width, fmt.width], arguments)

    return apply


# Comparisons


class FloatCompare(Op):
    """fcmp."""

    def __init__(self, instruction: Instruction, predicate: str, fmt: FloatFormat, result: i64, a: i64, b: i64) -> None:
        super().__init__(instruction)
        self.relations = PREDICATES[predicate]
        self.format = fmt
        self.result: i64 = result
        self.a: i64 = a
        self.b: i64 = b

    def execute(self, state: State) -> bool:
        registers = state.frame.registers
        x = registers[self.a]
        y = registers[self.b]
        if isinstance(x, int) and isinstance(y, int):
            registers[self.result] = holds(self.format, self.relations, x, y)
        else:
            registers[self.result] = symbolic_floats.comparison(self.format, self.relations, x, y)
        return True


def compare_function(predicate: str, fmt: FloatFormat) -> PureFunction:
    """An fcmp predicate on two values."""
    relations = PREDICATES[predicate]

    def apply(arguments: list[object]) -> object:
        x = arguments[0]
        y = arguments[1]
        if isinstance(x, int) and isinstance(y, int):
            return holds(fmt, relations, x, y)
        return symbolic_floats.comparison(fmt, relations, x, y)

    return apply


# The sign bit, of terms too


def negated(fmt: FloatFormat, x: object) -> object:
    return binary(XOR, fmt.width, x, fmt.sign_bit)


def magnitude(fmt: FloatFormat, x: object) -> object:
    return binary(AND, fmt.width, x, fmt.magnitude_mask)


def with_sign_of(fmt: FloatFormat, x: object, y: object) -> object:
    """copysign(x, y)."""
    return binary(OR, fmt.width, magnitude(fmt, x), binary(AND, fmt.width, y, fmt.sign_bit))


class FloatNegate(Op):
    """fneg: flips the sign, of zeros and NaNs too."""

    def __init__(self, instruction: Instruction, fmt: FloatFormat, result: i64, a: i64) -> None:
        super().__init__(instruction)
        self.format = fmt
        self.result: i64 = result
        self.a: i64 = a

    def execute(self, state: State) -> bool:
        registers = state.frame.registers
        registers[self.result] = negated(self.format, registers[self.a])
        return True


def negate_function(fmt: FloatFormat) -> PureFunction:
    def apply(arguments: list[object]) -> object:
        return negated(fmt, arguments[0])

    return apply


# Conversions

CASTS: Final = frozenset({"fptrunc", "fpext", "fptoui", "fptosi", "uitofp", "sitofp"})


class Conversion:
    """One of CASTS between two scalar types.

    A float that does not fit the integer type is poison, which reads as 0 like all poison: a program that depends on
    it is wrong on every machine (processors differ: the lowest integer on x86, the nearest on aarch64).
    """

    def __init__(self, op: str, source: Type, target: Type, mode: int) -> None:
        self.op = op
        self.source_width = _width_of(source)
        self.target_width = _width_of(target)
        self.source: FloatFormat | None = format_of(source) if isinstance(source, FloatType) else None
        self.target: FloatFormat | None = format_of(target) if isinstance(target, FloatType) else None
        self.mode = mode

    def of(self, value: object) -> object:
        if not isinstance(value, int):
            assert isinstance(value, Term)
            return symbolic_floats.conversion(self.op, self.source, self.target, self.target_width, value, self.mode)
        op = self.op
        source = self.source
        target = self.target
        if source is None:
            assert target is not None
            if op == "sitofp":
                return from_signed(target, value, self.source_width, self.mode)
            return from_unsigned(target, value, self.source_width, self.mode)
        if target is not None:
            return convert(source, target, value, self.mode)
        if op == "fptosi":
            integer = to_signed(source, value, self.target_width, RTZ)
        else:
            integer = to_unsigned(source, value, self.target_width, RTZ)
        return 0 if integer is None else integer


def _width_of(type_: Type) -> int:
    assert isinstance(type_, (IntType, FloatType))
    return type_.width


class FloatCast(Op):
    def __init__(self, instruction: Instruction, conversion: Conversion, result: i64, a: i64) -> None:
        super().__init__(instruction)
        self.conversion = conversion
        self.result: i64 = result
        self.a: i64 = a

    def execute(self, state: State) -> bool:
        registers = state.frame.registers
        registers[self.result] = self.conversion.of(registers[self.a])
        return True


def cast_function(op: str, source: Type, target: Type, mode: int = RNE) -> PureFunction:
    """One of CASTS; the mode matters where the target is a float that cannot hold every source value."""
    conversion = Conversion(op, source, target, mode)

    def apply(arguments: list[object]) -> object:
        return conversion.of(arguments[0])

    return apply


# Lowering


def lower(lowerer: Lowerer, instruction: Instruction) -> Op | None:
    """The operation of a floating-point instruction on scalars; None for every other instruction."""
    result = instruction.result
    if isinstance(instruction, BinaryOp):
        if instruction.op not in OPERATORS or not isinstance(instruction.type, FloatType):
            return None
        a = lowerer.register(instruction.lhs)
        b = lowerer.register(instruction.rhs)
        return FloatBinary(instruction, instruction.op, format_of(instruction.type), result, a, b)
    if isinstance(instruction, Compare):
        type_ = instruction.lhs.type
        if instruction.op != "fcmp" or not isinstance(type_, FloatType):
            return None
        a = lowerer.register(instruction.lhs)
        b = lowerer.register(instruction.rhs)
        return FloatCompare(instruction, instruction.predicate, format_of(type_), result, a, b)
    if isinstance(instruction, FNeg):
        if not isinstance(instruction.type, FloatType):
            return None
        return FloatNegate(instruction, format_of(instruction.type), result, lowerer.register(instruction.value))
    if isinstance(instruction, Cast):
        source = instruction.value.type
        target = instruction.type
        if not _is_number(source) or not _is_number(target):
            return None
        if instruction.op == "bitcast":
            return Copy(instruction, 0, result, lowerer.register(instruction.value))
        if instruction.op not in CASTS:
            return None
        conversion = Conversion(instruction.op, source, target, RNE)
        return FloatCast(instruction, conversion, result, lowerer.register(instruction.value))
    return None


def _is_number(type_: Type) -> bool:
    return isinstance(type_, (IntType, FloatType))
