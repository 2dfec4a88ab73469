"""Operations that change a value's width, pick between values, or compute addresses."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from albers.engine.provenance import Pointee, Provenance
from albers.engine.state import Op, State
from albers.engine.values import binary, choose, sign_extend_value, truncate, zero_extend
from albers.expr import term as t
from albers.expr.term import Term
from albers.ir.instructions import Instruction

_WORD: Final = 1 << 61


class UnaryOp(Op):
    def __init__(self, instruction: Instruction, width: i64, result: i64, a: i64) -> None:
        super().__init__(instruction)
        self.width: i64 = width
        self.result: i64 = result
        self.a: i64 = a


class Copy(UnaryOp):
    """freeze, bitcasts of the same representation, pointer casts of equal width."""

    def execute(self, state: State) -> bool:
        registers = state.frame.registers
        registers[self.result] = registers[self.a]
        return True


class Truncate(UnaryOp):
    def __init__(self, instruction: Instruction, width: i64, result: i64, a: i64) -> None:
        super().__init__(instruction, width, result, a)
        self.mask = (1 << int(width)) - 1

    def execute(self, state: State) -> bool:
        registers = state.frame.registers
        x = registers[self.a]
        if isinstance(x, int):
            registers[self.result] = x & self.mask
        else:
            registers[self.result] = truncate(self.width, x)
        return True


def decided(state: State, x: object) -> object:
    """A truth value on its way to become a number: as 0 or 1 if the path has already decided it.

    `p += strcmp(a, b) == 0` shall leave a plain pointer behind once the comparison has forked.
    """
    if isinstance(x, Term) and x.width == 1:
        truth = state.path.facts.truth_of(x)
        if truth >= 0:
            return int(truth)
    return x


class ZeroExtend(UnaryOp):
    def execute(self, state: State) -> bool:
        registers = state.frame.registers
        x = registers[self.a]
        if isinstance(x, int):
            registers[self.result] = x
        else:
            registers[self.result] = zero_extend(self.width, decided(state, x))
        return True


class SignExtend(UnaryOp):
    def __init__(self, instruction: Instruction, from_width: i64, width: i64, result: i64, a: i64) -> None:
        super().__init__(instruction, width, result, a)
        self.from_width: i64 = from_width
        self.sign_bit = 1 << int(from_width - 1)
        self.high_bits = (1 << int(width)) - (1 << int(from_width))

    def execute(self, state: State) -> bool:
        registers = state.frame.registers
        x = registers[self.a]
        if isinstance(x, int):
            registers[self.result] = x | self.high_bits if x & self.sign_bit else x
        else:
            registers[self.result] = sign_extend_value(self.from_width, self.width, decided(state, x))
        return True


class Select(Op):
    """select on a scalar condition and scalar values."""

    def __init__(self, instruction: Instruction, width: i64, result: i64, condition: i64, a: i64, b: i64) -> None:
        super().__init__(instruction)
        self.width: i64 = width
        self.result: i64 = result
        self.condition: i64 = condition
        self.a: i64 = a
        self.b: i64 = b

    def execute(self, state: State) -> bool:
        registers = state.frame.registers
        condition = registers[self.condition]
        if not isinstance(condition, int):
            condition = decided(state, condition)
        if isinstance(condition, int):
            registers[self.result] = registers[self.a] if condition else registers[self.b]
            return True
        assert isinstance(condition, Term)
        registers[self.result] = choose(condition, self.width, registers[self.a], registers[self.b])
        return True


class ElementPointer(Op):
    """getelementptr: base + constant + sum of index * stride, modulo the pointer width.

    With `provenance` (an inbounds pointer) it is remembered which object a symbolic result belongs to.
    """

    def __init__(
        self,
        instruction: Instruction,
        provenance: Provenance | None,
        pointer_width: i64,
        result: i64,
        base: i64,
        offset: int,
        indices: list[int],
        widths: list[int],
        strides: list[int],
    ) -> None:
        super().__init__(instruction)
        self.provenance = provenance
        self.pointer_width: i64 = pointer_width
        self.result: i64 = result
        self.base: i64 = base
        self.offset = offset  # signed
        self.indices = indices
        self.widths = widths
        self.strides = strides
        self.mask = (1 << int(pointer_width)) - 1
        self.limit = min(self.mask + 1, _WORD)
        self.pointee = Pointee("", 0)

    def execute(self, state: State) -> bool:
        registers = state.frame.registers
        registers[self.result] = self.address(registers)
        return True

    def address(self, registers: list[object]) -> object:
        base = registers[self.base]
        if isinstance(base, int):
            total = base + self.offset
            concrete = True
            for i in range(len(self.indices)):
                index = registers[self.indices[i]]
                if not isinstance(index, int):
                    concrete = False
                    break
                width = self.widths[i]
                if index >> (width - 1):
                    index -= 1 << width
                total += index * self.strides[i]
            if concrete:
                if total >= self.limit or total < 0:
                    total &= self.mask
                return total
        return self._symbolic(registers)

    def _symbolic(self, registers: list[object]) -> object:
        width = self.pointer_width
        total = binary(t.ADD, width, registers[self.base], self.offset & self.mask)
        for i in range(len(self.indices)):
            index = registers[self.indices[i]]
            from_width: i64 = self.widths[i]
            if from_width < width:
                index = sign_extend_value(from_width, width, index)
            elif from_width > width:
                index = truncate(width, index)
            scaled = binary(t.MUL, width, index, self.strides[i] & self.mask)
            total = binary(t.ADD, width, total, scaled)
        if self.provenance is not None and isinstance(total, Term):
            start = registers[self.base]
            if self.provenance.notes_pointees and isinstance(start, Term):
                self.provenance.note_pointee(start, self.pointee)
            self.provenance.derive(total, start)
        return total


class SingleIndexPointer(ElementPointer):
    """The common `base[i]`."""

    def __init__(
        self,
        instruction: Instruction,
        provenance: Provenance | None,
        pointer_width: i64,
        result: i64,
        base: i64,
        offset: int,
        indices: list[int],
        widths: list[int],
        strides: list[int],
    ) -> None:
        super().__init__(instruction, provenance, pointer_width, result, base, offset, indices, widths, strides)
        self.positive = min(1 << (widths[0] - 1), 1 << 31)  # indices below are small and not negative

    def execute(self, state: State) -> bool:
        registers = state.frame.registers
        base = registers[self.base]
        index = registers[self.indices[0]]
        if isinstance(base, int) and isinstance(index, int) and index < self.positive:
            total = base + self.offset + index * self.strides[0]
            if total >= self.limit or total < 0:
                total &= self.mask
            registers[self.result] = total
        else:
            registers[self.result] = self.address(registers)
        return True
