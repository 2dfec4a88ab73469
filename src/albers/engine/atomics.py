"""Atomic read-modify-write, compare-and-exchange and fences, with their single-threaded meaning."""

from __future__ import annotations

from mypy_extensions import i64

from albers.engine.arithmetic import OPERATORS, compare_values
from albers.engine.lowerer import PureFunction
from albers.engine.machine import Machine, Unsupported
from albers.engine.memory_ops import MemoryOp, read_scalar, write_value
from albers.engine.resolve import Access, Resolver
from albers.engine.state import Op, State
from albers.engine.values import Shape, binary, choose
from albers.expr import term as t
from albers.expr.term import Term, as_term
from albers.ir.instructions import Instruction

_EXTREMES = {"max": "sgt", "min": "slt", "umax": "ugt", "umin": "ult"}


class AtomicUpdate(MemoryOp):
    """atomicrmw: the register receives the old value."""

    def __init__(
        self,
        machine: Machine,
        resolver: Resolver,
        instruction: Instruction,
        shape: Shape,
        pointer: i64,
        value: i64,
        result: i64,
        operation: str,
        combine: PureFunction | None,
    ) -> None:
        super().__init__(machine, resolver, instruction, shape, pointer)
        self.value: i64 = value
        self.result: i64 = result
        self.operation = operation
        self.combine = combine  # how floating-point operations combine old and new; None for integers

    def execute(self, state: State) -> bool:
        registers = state.frame.registers
        value = registers[self.value]
        for access in self.resolver.access(state, registers[self.pointer], self.size, True, True):
            old = read_scalar(access, 0, self.shape)
            write_value(access, 0, self.shape, self._new_value(old, value))
            access.state.frame.registers[self.result] = old
        return not state.pause

    def _new_value(self, old: object, value: object) -> object:
        if self.combine is not None:
            return self.combine([old, value])
        return updated(self.operation, self.shape.width, old, value)


def updated(operation: str, width: i64, old: object, value: object) -> object:
    """What an atomicrmw operation leaves in memory."""
    if operation == "xchg":
        return value
    if operation == "nand":
        return binary(t.XOR, width, binary(t.AND, width, old, value), (1 << int(width)) - 1)
    if operation in _EXTREMES:
        return _pick(compare_values(_EXTREMES[operation], width, old, value), width, old, value)
    if operation == "uinc_wrap":
        wraps = compare_values("uge", width, old, value)
        return _pick(wraps, width, 0, binary(t.ADD, width, old, 1))
    if operation == "udec_wrap":
        above = compare_values("ugt", width, old, value)
        one_less = _pick(above, width, value, binary(t.SUB, width, old, 1))
        return _pick(compare_values("eq", width, old, 0), width, value, one_less)
    if operation in ("usub_cond", "usub_sat"):
        fits = compare_values("uge", width, old, value)
        return _pick(fits, width, binary(t.SUB, width, old, value), old if operation == "usub_cond" else 0)
    if operation in OPERATORS:
        return binary(OPERATORS[operation], width, old, value)
    raise Unsupported(f"atomicrmw {operation}")


def _pick(condition: object, width: i64, x: object, y: object) -> object:
    if isinstance(condition, int):
        return x if condition else y
    assert isinstance(condition, Term)
    return choose(condition, width, x, y)


class CompareExchange(MemoryOp):
    """cmpxchg: the register receives (old value, whether it was exchanged); never fails spuriously."""

    def __init__(
        self,
        machine: Machine,
        resolver: Resolver,
        instruction: Instruction,
        shape: Shape,
        pointer: i64,
        expected: i64,
        desired: i64,
        result: i64,
    ) -> None:
        super().__init__(machine, resolver, instruction, shape, pointer)
        self.expected: i64 = expected
        self.desired: i64 = desired
        self.result: i64 = result

    def execute(self, state: State) -> bool:
        registers = state.frame.registers
        expected = registers[self.expected]
        desired = registers[self.desired]
        for access in self.resolver.access(state, registers[self.pointer], self.size, True, True):
            self._exchange(access, expected, desired)
        return not state.pause

    def _exchange(self, access: Access, expected: object, desired: object) -> None:
        width = self.shape.width
        old = read_scalar(access, 0, self.shape)
        same = binary(t.EQ, width, old, expected)
        new = _pick(as_term(1, same) if isinstance(same, Term) else same, width, desired, old)
        write_value(access, 0, self.shape, new)
        access.state.frame.registers[self.result] = (old, same)


class Nothing(Op):
    """fence and other instructions without effect on one thread."""

    def execute(self, state: State) -> bool:
        return True
