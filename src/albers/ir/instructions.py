"""One class per kind of instruction, holding operands and attributes; nothing here executes.

`result` is the register the instruction defines, or -1. Blocks are referred to by their index in the function.
An instruction the parser does not know becomes `Unsupported`, which carries its text: it only matters if executed.
"""

from __future__ import annotations

from albers.ir.operands import Operand
from albers.ir.types import FunctionType, Type


class SourceLocation:
    """Where an instruction comes from; `inlined_at` is the call site if the compiler inlined it."""

    def __init__(
        self, file: str, line: int, column: int, function: str, inlined_at: SourceLocation | None = None
    ) -> None:
        self.file = file
        self.line = line
        self.column = column
        self.function = function
        self.inlined_at = inlined_at

    def __repr__(self) -> str:
        return f"{self.file}:{self.line}"


class Instruction:
    """`type` is the result's type (void if none); `assembly_line` counts from 1 in the module's text, 0 if unknown."""

    def __init__(self, type_: Type, result: int) -> None:
        self.type = type_
        self.result = result
        self.location: SourceLocation | None = None
        self.assembly_line = 0

    def operands(self) -> list[Operand]:
        """Every operand that is read, in order (for a phi: all incoming values)."""
        return []

    def successors(self) -> list[int]:
        """Indices of the blocks a terminator may go to; empty for everything else."""
        return []


class BinaryOp(Instruction):
    """add sub mul udiv sdiv urem srem shl lshr ashr and or xor fadd fsub fmul fdiv frem."""

    def __init__(self, type_: Type, result: int, op: str, lhs: Operand, rhs: Operand, flags: frozenset[str]) -> None:
        super().__init__(type_, result)
        self.op = op
        self.lhs = lhs
        self.rhs = rhs
        self.flags = flags  # nuw, nsw, exact, disjoint and fast-math words

    def operands(self) -> list[Operand]:
        return [self.lhs, self.rhs]


class FNeg(Instruction):
    def __init__(self, type_: Type, result: int, value: Operand) -> None:
        super().__init__(type_, result)
        self.value = value

    def operands(self) -> list[Operand]:
        return [self.value]


class Cast(Instruction):
    """trunc zext sext fptrunc fpext fptoui fptosi uitofp sitofp ptrtoint ptrtoaddr inttoptr bitcast addrspacecast."""

    def __init__(self, type_: Type, result: int, op: str, value: Operand, flags: frozenset[str]) -> None:
        super().__init__(type_, result)
        self.op = op
        self.value = value
        self.flags = flags

    def operands(self) -> list[Operand]:
        return [self.value]


class Compare(Instruction):
    """icmp and fcmp; `op` is "icmp" or "fcmp", `predicate` LLVM's word (eq, ult, oge, ...)."""

    def __init__(self, type_: Type, result: int, op: str, predicate: str, lhs: Operand, rhs: Operand) -> None:
        super().__init__(type_, result)
        self.op = op
        self.predicate = predicate
        self.lhs = lhs
        self.rhs = rhs

    def operands(self) -> list[Operand]:
        return [self.lhs, self.rhs]


class Select(Instruction):
    def __init__(self, type_: Type, result: int, condition: Operand, on_true: Operand, on_false: Operand) -> None:
        super().__init__(type_, result)
        self.condition = condition
        self.on_true = on_true
        self.on_false = on_false

    def operands(self) -> list[Operand]:
        return [self.condition, self.on_true, self.on_false]


class Freeze(Instruction):
    def __init__(self, type_: Type, result: int, value: Operand) -> None:
        super().__init__(type_, result)
        self.value = value

    def operands(self) -> list[Operand]:
        return [self.value]


class Phi(Instruction):
    """`values[i]` comes from block `blocks[i]`; a predecessor with several edges is listed several times."""

    def __init__(self, type_: Type, result: int, values: list[Operand], blocks: list[int]) -> None:
        super().__init__(type_, result)
        self.values = values
        self.blocks = blocks

    def operands(self) -> list[Operand]:
        return list(self.values)


class Alloca(Instruction):
    def __init__(self, type_: Type, result: int, allocated: Type, count: Operand, align: int) -> None:
        super().__init__(type_, result)
        self.allocated = allocated
        self.count = count
        self.align = align

    def operands(self) -> list[Operand]:
        return [self.count]


class Load(Instruction):
    def __init__(self, type_: Type, result: int, pointer: Operand, align: int, volatile: bool, atomic: bool) -> None:
        super().__init__(type_, result)
        self.pointer = pointer
        self.align = align
        self.volatile = volatile
        self.atomic = atomic

    def operands(self) -> list[Operand]:
        return [self.pointer]


class Store(Instruction):
    def __init__(self, type_: Type, value: Operand, pointer: Operand, align: int, volatile: bool, atomic: bool) -> None:
        super().__init__(type_, -1)
        self.value = value
        self.pointer = pointer
        self.align = align
        self.volatile = volatile
        self.atomic = atomic

    def operands(self) -> list[Operand]:
        return [self.value, self.pointer]


class GetElementPtr(Instruction):
    """The result may be a vector of pointers if base or an index is a vector."""

    def __init__(
        self,
        type_: Type,
        result: int,
        source_type: Type,
        base: Operand,
        indices: list[Operand],
        inbounds: bool,
    ) -> None:
        super().__init__(type_, result)
        self.source_type = source_type
        self.base = base
        self.indices = indices
        self.inbounds = inbounds

    def operands(self) -> list[Operand]:
        return [self.base, *self.indices]


class AtomicRMW(Instruction):
    """xchg add sub and nand or xor max min umax umin fadd fsub fmax fmin uinc_wrap udec_wrap usub_cond usub_sat."""

    def __init__(self, type_: Type, result: int, op: str, pointer: Operand, value: Operand) -> None:
        super().__init__(type_, result)
        self.op = op
        self.pointer = pointer
        self.value = value

    def operands(self) -> list[Operand]:
        return [self.pointer, self.value]


class CompareExchange(Instruction):
    """The result is the pair {old value, i1 success}."""

    def __init__(self, type_: Type, result: int, pointer: Operand, expected: Operand, desired: Operand) -> None:
        super().__init__(type_, result)
        self.pointer = pointer
        self.expected = expected
        self.desired = desired

    def operands(self) -> list[Operand]:
        return [self.pointer, self.expected, self.desired]


class Fence(Instruction):
    pass


class ExtractValue(Instruction):
    def __init__(self, type_: Type, result: int, aggregate: Operand, path: list[int]) -> None:
        super().__init__(type_, result)
        self.aggregate = aggregate
        self.path = path

    def operands(self) -> list[Operand]:
        return [self.aggregate]


class InsertValue(Instruction):
    def __init__(self, type_: Type, result: int, aggregate: Operand, value: Operand, path: list[int]) -> None:
        super().__init__(type_, result)
        self.aggregate = aggregate
        self.value = value
        self.path = path

    def operands(self) -> list[Operand]:
        return [self.aggregate, self.value]


class ExtractElement(Instruction):
    def __init__(self, type_: Type, result: int, vector: Operand, index: Operand) -> None:
        super().__init__(type_, result)
        self.vector = vector
        self.index = index

    def operands(self) -> list[Operand]:
        return [self.vector, self.index]


class InsertElement(Instruction):
    def __init__(self, type_: Type, result: int, vector: Operand, value: Operand, index: Operand) -> None:
        super().__init__(type_, result)
        self.vector = vector
        self.value = value
        self.index = index

    def operands(self) -> list[Operand]:
        return [self.vector, self.value, self.index]


class ShuffleVector(Instruction):
    """`mask[i]` selects from the concatenation of both vectors; -1 is poison."""

    def __init__(self, type_: Type, result: int, first: Operand, second: Operand, mask: list[int]) -> None:
        super().__init__(type_, result)
        self.first = first
        self.second = second
        self.mask = mask

    def operands(self) -> list[Operand]:
        return [self.first, self.second]


class VAArg(Instruction):
    def __init__(self, type_: Type, result: int, list_pointer: Operand) -> None:
        super().__init__(type_, result)
        self.list_pointer = list_pointer

    def operands(self) -> list[Operand]:
        return [self.list_pointer]


class Call(Instruction):
    """A call; `byval[i]` is the pointed-to type of argument i if it is passed by value in memory, else None."""

    def __init__(
        self,
        type_: Type,
        result: int,
        callee: Operand,
        function_type: FunctionType,
        arguments: list[Operand],
        byval: list[Type | None],
    ) -> None:
        super().__init__(type_, result)
        self.callee = callee
        self.function_type = function_type
        self.arguments = arguments
        self.byval = byval

    def operands(self) -> list[Operand]:
        return [*self.arguments, self.callee]


class Return(Instruction):
    """`value` is None for `ret void`."""

    def __init__(self, type_: Type, value: Operand | None) -> None:
        super().__init__(type_, -1)
        self.value = value

    def operands(self) -> list[Operand]:
        return [] if self.value is None else [self.value]


class Jump(Instruction):
    """An unconditional branch."""

    def __init__(self, type_: Type, target: int) -> None:
        super().__init__(type_, -1)
        self.target = target

    def successors(self) -> list[int]:
        return [self.target]


class Branch(Instruction):
    """A conditional branch."""

    def __init__(self, type_: Type, condition: Operand, on_true: int, on_false: int) -> None:
        super().__init__(type_, -1)
        self.condition = condition
        self.on_true = on_true
        self.on_false = on_false

    def operands(self) -> list[Operand]:
        return [self.condition]

    def successors(self) -> list[int]:
        return [self.on_true, self.on_false]


class Switch(Instruction):
    """`cases` are (unsigned value, block) in the order written."""

    def __init__(self, type_: Type, value: Operand, default: int, cases: list[tuple[int, int]]) -> None:
        super().__init__(type_, -1)
        self.value = value
        self.default = default
        self.cases = cases

    def operands(self) -> list[Operand]:
        return [self.value]

    def successors(self) -> list[int]:
        found = [self.default]
        for _, block in self.cases:
            if block not in found:
                found.append(block)
        return found


class IndirectBranch(Instruction):
    def __init__(self, type_: Type, address: Operand, targets: list[int]) -> None:
        super().__init__(type_, -1)
        self.address = address
        self.targets = targets

    def operands(self) -> list[Operand]:
        return [self.address]

    def successors(self) -> list[int]:
        return list(self.targets)


class Unreachable(Instruction):
    pass


class Unsupported(Instruction):
    """An instruction outside what C compiles to (exceptions, tokens, ...); `text` is its printed form.

    If it ends its block, `targets` are the blocks its text names.
    """

    def __init__(self, type_: Type, result: int, text: str, targets: list[int]) -> None:
        super().__init__(type_, result)
        self.text = text
        self.targets = targets

    def successors(self) -> list[int]:
        return list(self.targets)


TERMINATORS = (Return, Jump, Branch, Switch, IndirectBranch, Unreachable)
