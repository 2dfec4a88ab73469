"""Unknown bytes of a term replaced, and everything above them built anew by the simplifying constructors."""

from __future__ import annotations

from mypy_extensions import i64

from albers.expr import arith, arrays, bits, compare
from albers.expr.term import (
    ADD,
    AND,
    ASHR,
    CONCAT,
    EQ,
    EXTRACT,
    ITE,
    LSHR,
    MUL,
    NOT,
    OP_NAMES,
    OR,
    SDIV,
    SELECT,
    SEXT,
    SHL,
    SLE,
    SLT,
    SREM,
    STORE,
    SUB,
    UDIV,
    ULE,
    ULT,
    UREM,
    XOR,
    ZEXT,
    Term,
)


def replace(root: Term, replacements: dict[Term, Term], most_nodes: i64 = 1 << 40) -> Term | None:
    """The term with unknown bytes replaced by other terms of their width; None if it has too many nodes for that.

    Nothing is replaced inside what replaces, nor inside quantified terms.
    """
    done: dict[Term, Term] = dict(replacements)
    stack: list[Term] = [root]
    while stack:
        term = stack[-1]
        if term in done:
            stack.pop()
            continue
        leaves = term.leaves
        if not term.args or term.op > STORE or (leaves is not None and leaves.isdisjoint(replacements)):
            done[term] = term
            stack.pop()
            continue
        pending = False
        for arg in term.args:
            if arg not in done:
                stack.append(arg)
                pending = True
        if pending:
            continue
        stack.pop()
        args = tuple([done[arg] for arg in term.args])
        done[term] = term if _same(args, term.args) else rebuilt(term, args)
        most_nodes -= 1
        if most_nodes < 0:
            return None
    return done[root]


def _same(args: tuple[Term, ...], others: tuple[Term, ...]) -> bool:
    for i in range(len(args)):  # noqa: SIM110 (a loop compiles better)
        if args[i] is not others[i]:
            return False
    return True


def rebuilt(term: Term, args: tuple[Term, ...]) -> Term:
    """The operator of a term applied to other arguments of the same widths."""
    op = term.op
    a = args[0]
    if op == EXTRACT:
        return bits.extract(a, term.value, term.width)
    if op == ZEXT:
        return bits.zext(a, term.width)
    if op == SEXT:
        return bits.sext(a, term.width)
    if op == NOT:
        return bits.not_(a)
    b = args[1]
    if op == ITE:
        return bits.ite(a, b, args[2])
    if op == STORE:
        return arrays.store(a, b, args[2])
    if op == SELECT:
        return arrays.select(a, b)
    if op == CONCAT:
        return bits.concat(a, b)
    if op == AND:
        return bits.and_(a, b)
    if op == OR:
        return bits.or_(a, b)
    if op == XOR:
        return bits.xor(a, b)
    if EQ <= op <= SLE:
        return _compared(op, a, b)
    return _computed(op, a, b)


def _compared(op: i64, a: Term, b: Term) -> Term:
    if op == EQ:
        return compare.eq(a, b)
    if op == ULT:
        return compare.ult(a, b)
    if op == ULE:
        return compare.ule(a, b)
    if op == SLT:
        return compare.slt(a, b)
    return compare.sle(a, b)


def _computed(op: i64, a: Term, b: Term) -> Term:
    if op == ADD:
        return arith.add(a, b)
    if op == SUB:
        return arith.sub(a, b)
    if op == MUL:
        return arith.mul(a, b)
    if op == UDIV:
        return arith.udiv(a, b)
    if op == SDIV:
        return arith.sdiv(a, b)
    if op == UREM:
        return arith.urem(a, b)
    if op == SREM:
        return arith.srem(a, b)
    if op == SHL:
        return arith.shl(a, b)
    if op == LSHR:
        return arith.lshr(a, b)
    if op == ASHR:
        return arith.ashr(a, b)
    raise ValueError(f"not an operator that can be rebuilt: {OP_NAMES[op]}")
