"""What each operator means on plain integers: the one place that defines the semantics of terms.

Values are unsigned residues. Division by zero and overlong shifts follow SMT-LIB, so that evaluation and solvers
agree; the engine reports such program errors before it builds the term.
"""

from __future__ import annotations

from mypy_extensions import i64

from albers.expr import term as t


def mask(width: i64) -> int:
    return (1 << int(width)) - 1


def to_signed(width: i64, x: int) -> int:
    return x - (1 << int(width)) if x >> int(width - 1) else x


def fold_binary(op: i64, width: i64, x: int, y: int) -> int:
    """Result of `op` on two operands of `width` bits (comparisons give 0 or 1)."""
    if op == t.ADD:
        return (x + y) & mask(width)
    if op == t.SUB:
        return (x - y) & mask(width)
    if op == t.MUL:
        return (x * y) & mask(width)
    if op == t.AND:
        return x & y
    if op == t.OR:
        return x | y
    if op == t.XOR:
        return x ^ y
    if op == t.EQ:
        return 1 if x == y else 0
    if op == t.ULT:
        return 1 if x < y else 0
    if op == t.ULE:
        return 1 if x <= y else 0
    if op == t.SLT:
        return 1 if to_signed(width, x) < to_signed(width, y) else 0
    if op == t.SLE:
        return 1 if to_signed(width, x) <= to_signed(width, y) else 0
    if op == t.SHL:
        return (x << y) & mask(width) if y < int(width) else 0
    if op == t.LSHR:
        return x >> y if y < int(width) else 0
    if op == t.ASHR:
        return (to_signed(width, x) >> min(y, int(width))) & mask(width)
    return _fold_division(op, width, x, y)


def _fold_division(op: i64, width: i64, x: int, y: int) -> int:
    if op == t.UDIV:
        return x // y if y else mask(width)
    if op == t.UREM:
        return x % y if y else x
    sx = to_signed(width, x)
    sy = to_signed(width, y)
    if op == t.SDIV:
        if sy == 0:
            return 1 if sx < 0 else mask(width)
        quotient = abs(sx) // abs(sy)
        return (-quotient if (sx < 0) != (sy < 0) else quotient) & mask(width)
    if op == t.SREM:
        if sy == 0:
            return x
        remainder = abs(sx) % abs(sy)
        return (-remainder if sx < 0 else remainder) & mask(width)
    raise ValueError(f"not a binary operator: {t.OP_NAMES[op]}")


def sign_extend(from_width: i64, to_width: i64, x: int) -> int:
    return to_signed(from_width, x) & mask(to_width)
