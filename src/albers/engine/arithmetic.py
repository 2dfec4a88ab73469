"""Operations of integer arithmetic, logic, shifts and comparisons on scalars.

Each has a concrete fast road on ints and falls back to terms. `limit` is where a result may need reduction and is
kept below 2**61 so that the check itself stays in a machine word.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from albers.engine.machine import Machine
from albers.engine.state import Op, State
from albers.engine.statistics import BranchKind
from albers.engine.values import binary
from albers.expr import term as t
from albers.expr.bits import and_, extract, not_, or_, sext, zext
from albers.expr.compare import eq, ult
from albers.expr.fold import fold_binary, to_signed
from albers.expr.substitute import binary_term
from albers.expr.term import Term, as_term, as_value, const
from albers.ir.instructions import Instruction
from albers.options import Options
from albers.verdicts import ErrorKind

_WORD: Final = 1 << 61

OPERATORS: Final[dict[str, int]] = {
    "add": t.ADD,
    "sub": t.SUB,
    "mul": t.MUL,
    "udiv": t.UDIV,
    "sdiv": t.SDIV,
    "urem": t.UREM,
    "srem": t.SREM,
    "shl": t.SHL,
    "lshr": t.LSHR,
    "ashr": t.ASHR,
    "and": t.AND,
    "or": t.OR,
    "xor": t.XOR,
}


class Binary(Op):
    """registers[result] = registers[a] op registers[b]; the general case, specialised below."""

    def __init__(self, instruction: Instruction, operator: i64, width: i64, result: i64, a: i64, b: i64) -> None:
        super().__init__(instruction)
        self.operator: i64 = operator
        self.width: i64 = width
        self.result: i64 = result
        self.a: i64 = a
        self.b: i64 = b
        self.mask = (1 << int(width)) - 1
        self.limit = min(self.mask + 1, _WORD)

    def execute(self, state: State) -> bool:
        registers = state.frame.registers
        registers[self.result] = binary(self.operator, self.width, registers[self.a], registers[self.b])
        return True


class Add(Binary):
    def execute(self, state: State) -> bool:
        registers = state.frame.registers
        x = registers[self.a]
        y = registers[self.b]
        if isinstance(x, int) and isinstance(y, int):
            s = x + y
            if s >= self.limit:
                s &= self.mask
            registers[self.result] = s
        else:
            registers[self.result] = binary(t.ADD, self.width, x, y)
        return True


class Sub(Binary):
    def execute(self, state: State) -> bool:
        registers = state.frame.registers
        x = registers[self.a]
        y = registers[self.b]
        if isinstance(x, int) and isinstance(y, int):
            s = x - y
            if s < 0:
                s &= self.mask
            registers[self.result] = s
        else:
            registers[self.result] = binary(t.SUB, self.width, x, y)
        return True


class Mul(Binary):
    def execute(self, state: State) -> bool:
        registers = state.frame.registers
        x = registers[self.a]
        y = registers[self.b]
        if isinstance(x, int) and isinstance(y, int):
            s = x * y
            if s >= self.limit:
                s &= self.mask
            registers[self.result] = s
        else:
            registers[self.result] = binary(t.MUL, self.width, x, y)
        return True


class And(Binary):
    def execute(self, state: State) -> bool:
        registers = state.frame.registers
        x = registers[self.a]
        y = registers[self.b]
        if isinstance(x, int) and isinstance(y, int):
            registers[self.result] = x & y
        else:
            registers[self.result] = binary(t.AND, self.width, x, y)
        return True


class Or(Binary):
    def execute(self, state: State) -> bool:
        registers = state.frame.registers
        x = registers[self.a]
        y = registers[self.b]
        if isinstance(x, int) and isinstance(y, int):
            registers[self.result] = x | y
        else:
            registers[self.result] = binary(t.OR, self.width, x, y)
        return True


class Xor(Binary):
    def execute(self, state: State) -> bool:
        registers = state.frame.registers
        x = registers[self.a]
        y = registers[self.b]
        if isinstance(x, int) and isinstance(y, int):
            registers[self.result] = x ^ y
        else:
            registers[self.result] = binary(t.XOR, self.width, x, y)
        return True


def reports_overshift(options: Options) -> bool:
    """Whether a shift by too much is reported where it happens.

    Optimised code shifts before it is known whether the result is needed; there the compiler's own check reports.
    """
    return "overshift" not in options.checks.ignore and options.program.optimize == 0


class Shift(Binary):
    """shl, lshr, ashr; shifting by the width or more is reported unless the check is off."""

    def __init__(
        self, machine: Machine, instruction: Instruction, operator: i64, width: i64, result: i64, a: i64, b: i64
    ) -> None:
        super().__init__(instruction, operator, width, result, a, b)
        self.machine = machine
        self.checked = reports_overshift(machine.options)

    def execute(self, state: State) -> bool:
        registers = state.frame.registers
        x = registers[self.a]
        y = registers[self.b]
        if isinstance(y, int):
            if y >= int(self.width) and self.checked:
                return self.machine.error(state, ErrorKind.OVERSHIFT, "overshift error")
            if isinstance(x, int) and self.width <= 32 and y < 32:
                if self.operator == t.SHL:
                    registers[self.result] = int((i64(x) << i64(y)) & i64(self.mask))
                    return True
                if self.operator == t.LSHR:
                    registers[self.result] = x >> y
                    return True
            registers[self.result] = binary(self.operator, self.width, x, y)
            return True
        assert isinstance(y, Term)
        target: State | None = state
        if self.checked:
            fine = ult(y, const(self.width, int(self.width)))
            target, beyond = self.machine.branch(state, fine, BranchKind.CONDITIONAL)
            if beyond is not None:
                self.machine.error(beyond, ErrorKind.OVERSHIFT, "overshift error")
        if target is not None:
            target.frame.registers[self.result] = binary(self.operator, self.width, x, y)
        return not state.pause


class Divide(Binary):
    """udiv, sdiv, urem, srem; division by zero ends the path where it can happen, MIN / -1 where that is checked."""

    def __init__(
        self,
        machine: Machine,
        instruction: Instruction,
        operator: i64,
        width: i64,
        result: i64,
        a: i64,
        b: i64,
        overflow_checked: bool = False,
    ) -> None:
        super().__init__(instruction, operator, width, result, a, b)
        self.machine = machine
        self.checked = "div" not in machine.options.checks.ignore
        self.overflow_checked = overflow_checked and operator in (t.SDIV, t.SREM)

    def execute(self, state: State) -> bool:
        registers = state.frame.registers
        x = registers[self.a]
        y = registers[self.b]
        target: State | None = state
        if isinstance(y, int):
            if y == 0 and self.checked:
                return self.machine.error(state, ErrorKind.DIV, "divide by zero")
        elif self.checked:
            assert isinstance(y, Term)
            by_zero, target = self.machine.branch(state, eq(y, const(self.width, 0)), BranchKind.CONDITIONAL)
            if by_zero is not None:
                self.machine.error(by_zero, ErrorKind.DIV, "divide by zero")
        if target is not None and self.overflow_checked:
            target = self._without_overflow(target, as_term(self.width, x), as_term(self.width, y))
        if target is not None:
            target.frame.registers[self.result] = binary(self.operator, self.width, x, y)
        return not state.pause

    def _without_overflow(self, state: State, x: Term, y: Term) -> State | None:
        """The state on which it is not the smallest number that is divided by -1."""
        smallest = const(self.width, 1 << int(self.width - 1))
        overflow = and_(eq(x, smallest), eq(y, const(self.width, self.mask)))
        bad: State | None = state
        fine: State | None = None
        if overflow.op != t.CONST:
            bad, fine = self.machine.branch(state, overflow, BranchKind.CONDITIONAL)
        elif overflow.value == 0:
            bad, fine = None, state
        if bad is not None:
            self.machine.error(bad, ErrorKind.OVERFLOW, "signed integer overflow on division")
        return fine


class CheckedBinary(Binary):
    """add, sub, mul whose overflow is an error (`--check overflow`); computed exactly at twice the width."""

    def __init__(
        self,
        machine: Machine,
        instruction: Instruction,
        operator: i64,
        width: i64,
        result: i64,
        a: i64,
        b: i64,
        signed: bool,
    ) -> None:
        super().__init__(instruction, operator, width, result, a, b)
        self.machine = machine
        self.signed = signed

    def execute(self, state: State) -> bool:
        registers = state.frame.registers
        x = registers[self.a]
        y = registers[self.b]
        overflow = overflows(self.operator, self.width, x, y, self.signed)
        target: State | None = state
        if isinstance(overflow, int):
            if overflow:
                return self._report(state)
        else:
            assert isinstance(overflow, Term)
            bad, target = self.machine.branch(state, overflow, BranchKind.CONDITIONAL)
            if bad is not None:
                self._report(bad)
        if target is not None:
            target.frame.registers[self.result] = binary(self.operator, self.width, x, y)
        return not state.pause

    def _report(self, state: State) -> bool:
        sign = "signed" if self.signed else "unsigned"
        name = {t.ADD: "addition", t.SUB: "subtraction", t.MUL: "multiplication"}[int(self.operator)]
        return self.machine.error(state, ErrorKind.OVERFLOW, f"{sign} integer overflow on {name}")


def overflows(operator: i64, width: i64, x: object, y: object, signed: bool) -> object:
    """Whether add, sub or mul of two values leaves the range of its width: 0, 1 or a term."""
    if isinstance(x, int) and isinstance(y, int):
        if signed:
            a = to_signed(width, x)
            b = to_signed(width, y)
            low = -(1 << int(width - 1))
            high = (1 << int(width - 1)) - 1
        else:
            a = x
            b = y
            low = 0
            high = (1 << int(width)) - 1
        exact = a + b if operator == t.ADD else a - b if operator == t.SUB else a * b
        return 0 if low <= exact <= high else 1
    wide: i64 = 2 * width if operator == t.MUL else width + 1
    a_term = as_term(width, x)
    b_term = as_term(width, y)
    if signed:
        exact_term = binary_term(operator, sext(a_term, wide), sext(b_term, wide))
        back = sext(extract(exact_term, 0, width), wide)
    else:
        exact_term = binary_term(operator, zext(a_term, wide), zext(b_term, wide))
        back = zext(extract(exact_term, 0, width), wide)
    return as_value(not_(eq(exact_term, back)))


# Comparisons


class Compare(Op):
    """icmp on scalars, as one of eq, ult, ule, slt, sle, possibly with swapped operands or negated."""

    def __init__(
        self, instruction: Instruction, operator: i64, negated: bool, width: i64, result: i64, a: i64, b: i64
    ) -> None:
        super().__init__(instruction)
        self.operator: i64 = operator
        self.negated = negated
        self.width: i64 = width
        self.result: i64 = result
        self.a: i64 = a
        self.b: i64 = b
        self.sign_bit = 1 << int(width - 1)
        self.small = width <= 60

    def execute(self, state: State) -> bool:
        registers = state.frame.registers
        x = registers[self.a]
        y = registers[self.b]
        if isinstance(x, int) and isinstance(y, int):
            registers[self.result] = 1 if self.holds(x, y) else 0
        else:
            self.compare_terms(state, x, y)
        return True

    def holds(self, x: int, y: int) -> bool:
        operator = self.operator
        if operator == t.EQ:
            return (x == y) != self.negated
        if operator == t.ULT:
            return x < y
        if operator == t.ULE:
            return x <= y
        if self.small:
            sign = self.sign_bit
            return (x ^ sign) < (y ^ sign) if operator == t.SLT else (x ^ sign) <= (y ^ sign)
        if x < _WORD and y < _WORD and self.width >= 62:
            return x < y if operator == t.SLT else x <= y
        return fold_binary(operator, self.width, x, y) != 0

    def compare_terms(self, state: State, x: object, y: object) -> None:
        value = binary(self.operator, self.width, x, y)
        if self.negated:
            value = as_value(not_(as_term(1, value)))
        state.frame.registers[self.result] = value


# predicate → (operator, swap operands, negate)
PREDICATES: Final[dict[str, tuple[int, bool, bool]]] = {
    "eq": (t.EQ, False, False),
    "ne": (t.EQ, False, True),
    "ult": (t.ULT, False, False),
    "ule": (t.ULE, False, False),
    "ugt": (t.ULT, True, False),
    "uge": (t.ULE, True, False),
    "slt": (t.SLT, False, False),
    "sle": (t.SLE, False, False),
    "sgt": (t.SLT, True, False),
    "sge": (t.SLE, True, False),
}


def compare_values(predicate: str, width: i64, x: object, y: object) -> object:
    """An icmp predicate on two values of `width` bits."""
    operator, swap, negate = PREDICATES[predicate]
    if swap:
        x, y = y, x
    value = binary(operator, width, x, y)
    return as_value(not_(as_term(1, value))) if negate else value


def any_true(conditions: list[object]) -> object:
    """Disjunction of truth values."""
    result: object = 0
    for condition in conditions:
        result = as_value(or_(as_term(1, result), as_term(1, condition)))
    return result
