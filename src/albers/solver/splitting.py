"""Conditions taken apart into as small ones as possible, whose conjunction they are.

A comparison of several bytes with a constant is often one of its highest byte, or of each byte by itself; conditions on
single bytes are what the path's facts know best.
"""

from __future__ import annotations

from albers.expr.bits import not_
from albers.expr.compare import eq, sle, slt, ule, ult
from albers.expr.fold import mask
from albers.expr.term import AND, CONCAT, CONST, EQ, NOT, OR, SLE, SLT, TRUE, ULT, Term, const


def split(condition: Term) -> list[Term]:
    """The parts of a condition, left to right, without TRUE."""
    op = condition.op
    if op != AND and op != NOT and not EQ <= op <= SLE:
        return [] if condition is TRUE else [condition]
    result: list[Term] = []
    stack: list[Term] = [condition]
    while stack:
        term = stack.pop()
        op = term.op
        if op == AND:
            stack.append(term.args[1])
            stack.append(term.args[0])
        elif op == NOT and term.args[0].op == OR:
            disjunction = term.args[0]
            stack.append(not_(disjunction.args[1]))
            stack.append(not_(disjunction.args[0]))
        elif EQ <= op <= SLE and _compares_parts(term):
            parts = _equation_parts(term) if op == EQ else _order_parts(term)
            if parts is None:
                result.append(term)
            else:
                stack.extend(parts)
        elif term is not TRUE:
            result.append(term)
    return result


def _compares_parts(term: Term) -> bool:
    a = term.args[0]
    b = term.args[1]
    return (a.op == CONCAT and b.op == CONST) or (b.op == CONCAT and a.op == CONST)


def _equation_parts(term: Term) -> list[Term]:
    high = term.args[0].args[0]
    low = term.args[0].args[1]
    value = term.args[1].value
    return [
        eq(low, const(low.width, value & mask(low.width))),
        eq(high, const(high.width, value >> int(low.width))),
    ]


def _order_parts(term: Term) -> list[Term] | None:
    """Of `high:low < constant` and the like: where the low part does not matter, or the high part has no choice."""
    a = term.args[0]
    b = term.args[1]
    op = term.op
    strict = op == ULT or op == SLT
    signed = op == SLT or op == SLE
    below = b.op == CONST  # the unknown is on the smaller side
    whole = a if below else b
    high = whole.args[0]
    low = whole.args[1]
    value = b.value if below else a.value
    high_value = value >> int(low.width)
    low_value = value & mask(low.width)
    # `x < c` and `c <= x` split at low zeros, `x <= c` and `c < x` at low ones: there the high parts decide alone.
    if low_value == (0 if strict == below else mask(low.width)):
        bound = const(high.width, high_value)
        left, right = (high, bound) if below else (bound, high)
        if signed:
            return [slt(left, right) if strict else sle(left, right)]
        return [ult(left, right) if strict else ule(left, right)]
    extreme = _lowest(high.width, signed) if below else _highest(high.width, signed)
    if high_value != extreme:
        return None
    bound = const(low.width, low_value)
    left, right = (low, bound) if below else (bound, low)
    return [ult(left, right) if strict else ule(left, right), eq(high, const(high.width, extreme))]


def _lowest(width: int, signed: bool) -> int:
    return 1 << (int(width) - 1) if signed else 0


def _highest(width: int, signed: bool) -> int:
    return mask(width) >> 1 if signed else mask(width)
