"""From IR to operations: one function at a time, operands resolved to register numbers, constants to values."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from albers.engine import float_ops, inline_assembly, intrinsics, memory_intrinsics, vector_ops
from albers.engine.arithmetic import (
    OPERATORS,
    PREDICATES,
    Add,
    And,
    Binary,
    CheckedBinary,
    Compare,
    Divide,
    Mul,
    Or,
    Shift,
    Sub,
    Xor,
)
from albers.engine.atomics import AtomicUpdate, CompareExchange, Nothing
from albers.engine.calls import DirectCall, IndirectCall, Linker, Return, Signature
from albers.engine.casts import (
    Copy,
    ElementPointer,
    Select,
    SignExtend,
    SingleIndexPointer,
    Truncate,
    ZeroExtend,
)
from albers.engine.control import (
    Branch,
    Edge,
    IndirectBranch,
    Jump,
    Switch,
    UnreachableOp,
    UnsupportedOp,
)
from albers.engine.fusion import fuse
from albers.engine.lowerer import Lowerer
from albers.engine.machine import Machine, Unsupported
from albers.engine.memory_ops import Alloca, Load, LoadAggregate, Store, StoreAggregate
from albers.engine.provenance import Pointee
from albers.engine.resolve import Resolver
from albers.engine.state import BlockCode, Code, Op
from albers.expr import term as t
from albers.ir import instructions as ir
from albers.ir.module import Block, Body, Function
from albers.ir.operands import Constant, ConstInt, GlobalRef, InlineAsm, Operand, Register
from albers.ir.types import ArrayType, FloatType, IntType, PointerType, StructType, Type, VectorType, VoidType

# C computes in nothing narrower than an int: narrower arithmetic is `++` on a char, a conversion and no overflow.
_INT_WIDTH: Final = 32

#: Intrinsics that models answer: __builtin_setjmp and __builtin_longjmp.
_MODELLED: Final = ("llvm.eh.sjlj.setjmp", "llvm.eh.sjlj.longjmp")


class FunctionLowerer(Lowerer):
    """Lowers one function into its `Code`."""

    def __init__(self, machine: Machine, resolver: Resolver, linker: Linker, code: Code, architecture: str) -> None:
        super().__init__(machine, resolver)
        self.linker = linker
        self.code = code
        self.architecture = architecture
        self.body = code.function.body
        self._register_count = len(self.body.register_types)
        self._constants: list[object] = []
        self._constant_index: dict[object, int] = {}
        self._stack_sites = stack_sites(code.function)
        self._addresses = _addresses(self.body)

    def run(self) -> None:
        code = self.code
        code.blocks = [BlockCode(code, block.index) for block in self.body.blocks]
        for block in self.body.blocks:
            self._lower_block(block, code.blocks[block.index])
        nothing: list[object] = [0] * self._register_count
        code.template = nothing + self._constants
        code.is_lowered = True

    # Operands

    def register(self, operand: Operand) -> int:
        if isinstance(operand, Register):
            return operand.index
        assert isinstance(operand, Constant)
        value = self.linker.constant(operand)
        found = self._constant_index.get(value)
        if found is None:
            found = self._register_count + len(self._constants)
            self._constants.append(value)
            self._constant_index[value] = found
        return found

    def scratch_register(self) -> int:
        self._constants.append(0)
        return self._register_count + len(self._constants) - 1

    # Blocks

    def _lower_block(self, block: Block, target: BlockCode) -> None:
        for instruction in block.instructions:
            if isinstance(instruction, ir.Phi):
                continue
            target.ops.append(self._lower_safely(instruction, block, target))
        if self.machine.profile is None:
            fuse(target.ops)
        for i in range(1, len(target.ops)):
            target.ops[i - 1].following = target.ops[i]
        successors = block.terminator().successors()
        distinct = sorted(set(successors), key=successors.index)
        if len(distinct) > 1:
            target.targets = distinct
            target.taken = [False] * len(distinct)

    def _lower_safely(self, instruction: ir.Instruction, block: Block, target: BlockCode) -> Op:
        """An instruction that cannot be lowered ends the paths that reach it, not the run."""
        try:
            return self._lower(instruction, block, target)
        except Unsupported as problem:
            return UnsupportedOp(self.machine, instruction, str(problem))

    def _edge(self, source: Block, index: int) -> Edge:
        sources: list[int] = []
        results: list[int] = []
        for instruction in self.body.blocks[index].instructions:
            if not isinstance(instruction, ir.Phi):
                break
            sources.append(self.register(instruction.values[instruction.blocks.index(source.index)]))
            results.append(instruction.result)
        return Edge(self.machine, self.code.blocks[index], sources, results)

    # Instructions

    def _lower(self, i: ir.Instruction, block: Block, target: BlockCode) -> Op:
        if isinstance(i, ir.BinaryOp) and isinstance(i.type, IntType):
            return self._lower_binary(i, i.type.width)
        if isinstance(i, ir.Compare) and i.op == "icmp" and _is_word(i.lhs.type):
            return self._lower_compare(i)
        if isinstance(i, ir.Load):
            return self._lower_load(i)
        if isinstance(i, ir.Store):
            return self._lower_store(i)
        if isinstance(i, ir.GetElementPtr) and isinstance(i.type, PointerType):
            return self._lower_pointer(i)
        if isinstance(i, ir.Call):
            return self._lower_call(i)
        if isinstance(i, ir.Cast) and _is_word(i.type) and _is_word(i.value.type):
            return self._lower_cast(i)
        if isinstance(i, ir.Select) and _is_scalar(i.type) and isinstance(i.condition.type, IntType):
            width: i64 = self.shape(i.type).width
            condition = self.register(i.condition)
            return Select(i, width, i.result, condition, self.register(i.on_true), self.register(i.on_false))
        if isinstance(i, ir.Freeze):
            return Copy(i, 0, i.result, self.register(i.value))
        if isinstance(i, ir.Alloca):
            return self._lower_alloca(i, block)
        if isinstance(i, (ir.AtomicRMW, ir.CompareExchange)):
            return self._lower_atomic(i)
        if isinstance(i, ir.Fence):
            return Nothing(i)
        if isinstance(i, ir.Unsupported):
            return UnsupportedOp(self.machine, i, i.text)
        op = self._lower_control(i, block, target)
        if op is None:
            op = float_ops.lower(self, i)
        if op is None:
            op = vector_ops.lower(self, i)
        if op is None:
            raise Unsupported(f"{type(i).__name__} of type {i.type.text}")
        return op

    def _lower_control(self, i: ir.Instruction, block: Block, target: BlockCode) -> Op | None:
        machine = self.machine
        if isinstance(i, ir.Jump):
            return Jump(i, target, self._edge(block, i.target))
        if isinstance(i, ir.Branch):
            on_true = self._edge(block, i.on_true)
            return Branch(machine, i, target, self.register(i.condition), on_true, self._edge(block, i.on_false))
        if isinstance(i, ir.Return):
            value = -1 if i.value is None else self.register(i.value)
            return Return(machine, i, target, value, self.linker)
        if isinstance(i, ir.Switch):
            edges: dict[int, Edge] = {}
            for index in i.successors():
                edges[index] = self._edge(block, index)
            cases = {value: edges[index] for value, index in i.cases}
            width: i64 = self.shape(i.value.type).width
            return Switch(machine, i, target, self.register(i.value), width, cases, edges[i.default])
        if isinstance(i, ir.IndirectBranch):
            numbered = {
                self.linker.block_number(self.code.name, self.body.blocks[index].label): self._edge(block, index)
                for index in i.targets
            }
            return IndirectBranch(machine, i, target, self.register(i.address), numbered)
        if isinstance(i, ir.Unreachable):
            return UnreachableOp(machine, i, target)
        return None

    def _lower_binary(self, i: ir.BinaryOp, width: i64) -> Op:
        machine = self.machine
        operator: i64 = OPERATORS[i.op]
        a = self.register(i.lhs)
        b = self.register(i.rhs)
        if operator in (t.SHL, t.LSHR, t.ASHR):
            return Shift(machine, i, operator, width, i.result, a, b)
        if operator in (t.UDIV, t.SDIV, t.UREM, t.SREM):
            return Divide(machine, i, operator, width, i.result, a, b, self._checks("overflow"))
        if operator in (t.ADD, t.SUB, t.MUL):
            if "nsw" in i.flags:
                if self._checks("overflow"):
                    return CheckedBinary(machine, i, operator, width, i.result, a, b, True)
            elif self._checks("unsigned-overflow") and width >= _INT_WIDTH and not self._is_pointer_difference(i):
                return self._lower_unsigned_checked(i, operator, width, a, b)
        if operator == t.ADD:
            return Add(i, operator, width, i.result, a, b)
        if operator == t.SUB:
            return Sub(i, operator, width, i.result, a, b)
        if operator == t.MUL:
            return Mul(i, operator, width, i.result, a, b)
        if operator == t.AND:
            return And(i, operator, width, i.result, a, b)
        if operator == t.OR:
            return Or(i, operator, width, i.result, a, b)
        if operator == t.XOR:
            return Xor(i, operator, width, i.result, a, b)
        return Binary(i, operator, width, i.result, a, b)

    def _checks(self, kind: str) -> bool:
        """Whether the user wants this kind of overflow found here.

        The library's own arithmetic is trusted. Optimised code computes what it may not need and turns one operation
        into another; there the compiler's own check reports.
        """
        options = self.machine.options
        return self.code.is_user and kind in options.checks.check and options.program.optimize == 0

    def _lower_unsigned_checked(self, i: ir.BinaryOp, operator: i64, width: i64, a: i64, b: i64) -> Op:
        amount = i.rhs
        if operator == t.ADD and isinstance(amount, ConstInt) and amount.value >> int(width - 1):
            # `x--` arrives as the addition of -1: it overflows where the subtraction of 1 does.
            operator = t.SUB
            b = self.register(ConstInt(amount.type, (1 << int(width)) - amount.value))
        return CheckedBinary(self.machine, i, operator, width, i.result, a, b, False)

    def _is_pointer_difference(self, i: ir.BinaryOp) -> bool:
        """`p - q` arrives as the difference of two addresses, which may well be negative."""
        return i.op == "sub" and isinstance(i.lhs, Register) and i.lhs.index in self._addresses

    def _lower_compare(self, i: ir.Compare) -> Op:
        operator, swap, negate = PREDICATES[i.predicate]
        a = self.register(i.lhs)
        b = self.register(i.rhs)
        if swap:
            a, b = b, a
        return Compare(i, operator, negate, self.shape(i.lhs.type).width, i.result, a, b)

    def _lower_cast(self, i: ir.Cast) -> Op:
        """Casts between integers and pointers."""
        source: i64 = self.shape(i.value.type).width
        width: i64 = self.shape(i.type).width
        value = self.register(i.value)
        if i.op == "sext":
            return SignExtend(i, source, width, i.result, value)
        if width < source:
            return Truncate(i, width, i.result, value)
        if width > source:
            return ZeroExtend(i, width, i.result, value)
        return Copy(i, width, i.result, value)

    def _lower_load(self, i: ir.Load) -> Op:
        shape = self.shape(i.type)
        pointer = self.register(i.pointer)
        if shape.is_scalar:
            return Load(self.machine, self.resolver, i, shape, pointer, i.result)
        return LoadAggregate(self.machine, self.resolver, i, shape, pointer, i.result)

    def _lower_store(self, i: ir.Store) -> Op:
        shape = self.shape(i.value.type)
        pointer = self.register(i.pointer)
        value = self.register(i.value)
        if shape.is_scalar:
            return Store(self.machine, self.resolver, i, shape, pointer, value)
        return StoreAggregate(self.machine, self.resolver, i, shape, pointer, value)

    def _lower_atomic(self, i: ir.Instruction) -> Op:
        if isinstance(i, ir.AtomicRMW):
            shape = self.shape(i.value.type)
            pointer = self.register(i.pointer)
            value = self.register(i.value)
            combine = float_ops.atomic_function(i.op, i.value.type)
            return AtomicUpdate(self.machine, self.resolver, i, shape, pointer, value, i.result, i.op, combine)
        assert isinstance(i, ir.CompareExchange)
        shape = self.shape(i.desired.type)
        pointer = self.register(i.pointer)
        expected = self.register(i.expected)
        desired = self.register(i.desired)
        return CompareExchange(self.machine, self.resolver, i, shape, pointer, expected, desired, i.result)

    def _lower_pointer(self, i: ir.GetElementPtr) -> Op:
        layout = self.layout
        offset = 0
        indices: list[int] = []
        widths: list[int] = []
        strides: list[int] = []
        type_: Type = i.source_type
        for position, index in enumerate(i.indices):
            if position > 0 and isinstance(type_, StructType):
                assert isinstance(index, ConstInt)
                offset += layout.field_offset(type_, index.value)
                type_ = type_.fields[index.value]
                continue
            if position > 0:
                assert isinstance(type_, (ArrayType, VectorType))
                type_ = type_.element
            stride = layout.size_of(type_)
            width = layout.bit_width(index.type)
            if isinstance(index, ConstInt):
                value = index.value
                offset += stride * (value - (1 << width) if value >> (width - 1) else value)
            else:
                indices.append(self.register(index))
                widths.append(width)
                strides.append(stride)
        pointer_width: i64 = self.machine.pointer_width
        base = self.register(i.base)
        provenance = self.machine.provenance if i.inbounds else None
        op: ElementPointer
        if len(indices) == 1:
            op = SingleIndexPointer(i, provenance, pointer_width, i.result, base, offset, indices, widths, strides)
        else:
            op = ElementPointer(i, provenance, pointer_width, i.result, base, offset, indices, widths, strides)
        if self.machine.provenance.notes_pointees:
            op.pointee = Pointee(i.source_type.text, layout.size_of(i.source_type))
        return op

    def _lower_alloca(self, i: ir.Alloca, block: Block) -> Op:
        unit = self.layout.size_of(i.allocated)
        name = self.body.variable_names.get(i.result, "")
        site = self._stack_sites[i.result]
        align = max(i.align, self.layout.align_of(i.allocated))
        is_static = block.index == 0 and isinstance(i.count, ConstInt)
        if isinstance(i.count, ConstInt) and is_static:
            unit *= i.count.value
        count = self.register(i.count)
        width: i64 = self.shape(i.count.type).width
        return Alloca(self.machine, i, name, site, i.result, count, width, unit, align, is_static)

    def _lower_call(self, i: ir.Call) -> Op:
        callee = i.callee
        if isinstance(callee, InlineAsm):
            understood = inline_assembly.lower(self, self.linker, i, self.architecture)
            if understood is not None:
                return understood
            return UnsupportedOp(self.machine, i, f"inline assembly is unsupported: {callee.text!r}")
        if isinstance(callee, GlobalRef) and callee.name.startswith("llvm.") and callee.name not in _MODELLED:
            op = memory_intrinsics.lower(self, i, self.architecture)
            if op is None:
                op = intrinsics.lower(self, i)
            if op is None:
                return UnsupportedOp(self.machine, i, f"intrinsic {callee.name}")
            return op
        signature = self._signature(i)
        if isinstance(callee, GlobalRef):
            return DirectCall(self.machine, self.resolver, self.linker, i, signature, callee.name)
        pointer = self.register(callee)
        return IndirectCall(self.machine, self.resolver, self.linker, i, signature, pointer)

    def _signature(self, i: ir.Call) -> Signature:
        layout = self.layout
        shapes = [self.shape(a.type) for a in i.arguments]
        byval_sizes = [-1 if type_ is None else layout.size_of(type_) for type_ in i.byval]
        aligns: list[int] = []
        for argument, type_ in zip(i.arguments, i.byval, strict=True):
            aligns.append(layout.align_of(argument.type if type_ is None else type_))
        return Signature(
            [self.register(a) for a in i.arguments],
            [int(s.width) for s in shapes],
            [layout.size_of(a.type) for a in i.arguments],
            aligns,
            byval_sizes,
            i.result,
            None if isinstance(i.type, VoidType) else self.shape(i.type),
        )


def _is_word(type_: Type) -> bool:
    return isinstance(type_, (IntType, PointerType))


def _is_scalar(type_: Type) -> bool:
    return isinstance(type_, (IntType, PointerType, FloatType))


def _addresses(body: Body) -> set[int]:
    """The registers that hold a pointer as a number."""
    found: set[int] = set()
    for block in body.blocks:
        for instruction in block.instructions:
            if isinstance(instruction, ir.Cast) and instruction.op == "ptrtoint":
                found.add(instruction.result)
    return found


def stack_sites(function: Function) -> dict[int, str]:
    """What the objects of a function's allocas say about where they come from, by the alloca's register."""
    result: dict[int, str] = {}
    taken: set[str] = set()
    names = function.body.variable_names
    for block in function.body.blocks:
        for i in block.instructions:
            if not isinstance(i, ir.Alloca):
                continue
            name = names.get(i.result, "")
            location = i.location
            where = f"{location.file}:{location.line} in " if location is not None else ""
            site = f"{where}{function.name} (stack {name or i.result})"
            if site in taken:  # a variable of an inner scope or of another inlined call
                site = f"{where}{function.name} (stack {name}, {i.result})"
            taken.add(site)
            result[i.result] = site
    return result
