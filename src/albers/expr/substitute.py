"""Replacing parts of a term: the rest is built anew by the simplifying constructors."""

from __future__ import annotations

from mypy_extensions import i64

from albers.expr import arith, arrays, bits, compare, float_terms
from albers.expr.term import (
    ADD,
    AND,
    ASHR,
    CONCAT,
    EQ,
    EXTRACT,
    FLOAT,
    FORALL,
    ITE,
    LSHR,
    MUL,
    NOT,
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
    intern_forall,
)


def substitute(root: Term, replacements: dict[Term, Term]) -> Term:
    """The term with every occurrence of a key replaced; `replacements` is extended by what was built on the way.

    A caller that substitutes the same in many terms passes the same dictionary and pays for shared parts once. The
    variable of a quantified term can be replaced only in its body, taken out of it.
    """
    found = replacements.get(root)
    if found is not None:
        return found
    stack: list[Term] = [root]
    while stack:
        term = stack[-1]
        if term in replacements:
            stack.pop()
            continue
        if not term.args:
            replacements[term] = term
            stack.pop()
            continue
        pending = False
        for arg in term.args:
            if arg not in replacements:
                stack.append(arg)
                pending = True
        if pending:
            continue
        stack.pop()
        changed = False
        args: list[Term] = []
        for arg in term.args:
            new = replacements[arg]
            args.append(new)
            if new is not arg:
                changed = True
        replacements[term] = rebuilt(term, args) if changed else term
    return replacements[root]


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
        if not term.args or term.op == FORALL or (leaves is not None and leaves.isdisjoint(replacements)):
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
        args = [done[arg] for arg in term.args]
        done[term] = term if _same(args, term.args) else rebuilt(term, args)
        most_nodes -= 1
        if most_nodes < 0:
            return None
    return done[root]


def _same(args: list[Term], others: tuple[Term, ...]) -> bool:
    for i in range(len(args)):  # noqa: SIM110 (a loop compiles better)
        if args[i] is not others[i]:
            return False
    return True


def rebuilt(term: Term, args: list[Term]) -> Term:
    """The operation of `term` on other arguments of the same widths."""
    op = term.op
    a = args[0]
    if op == NOT:
        return bits.not_(a)
    if op == EXTRACT:
        return bits.extract(a, term.value, term.width)
    if op == ZEXT:
        return bits.zext(a, term.width)
    if op == SEXT:
        return bits.sext(a, term.width)
    if op == FLOAT:
        return float_terms.rebuilt_float(term, args)
    b = args[1]
    if op == SELECT:
        return arrays.select(a, b)
    if op == ITE:
        return bits.ite(a, b, args[2])
    if op == STORE:
        return arrays.store(a, b, args[2])
    if op == CONCAT:
        return bits.concat(a, b)
    if op == FORALL:
        return intern_forall(a, term.value, b)
    return binary_term(op, a, b)


def binary_term(op: i64, a: Term, b: Term) -> Term:
    """Any binary operator on two terms, by its constructor."""
    if op == ADD:
        return arith.add(a, b)
    if op == SUB:
        return arith.sub(a, b)
    if op == EQ:
        return compare.eq(a, b)
    if op == ULT:
        return compare.ult(a, b)
    if op == SLT:
        return compare.slt(a, b)
    if op == ULE:
        return compare.ule(a, b)
    if op == SLE:
        return compare.sle(a, b)
    if op == AND:
        return bits.and_(a, b)
    if op == OR:
        return bits.or_(a, b)
    if op == XOR:
        return bits.xor(a, b)
    if op == MUL:
        return arith.mul(a, b)
    if op == SHL:
        return arith.shl(a, b)
    if op == LSHR:
        return arith.lshr(a, b)
    if op == ASHR:
        return arith.ashr(a, b)
    if op == UDIV:
        return arith.udiv(a, b)
    if op == SDIV:
        return arith.sdiv(a, b)
    if op == UREM:
        return arith.urem(a, b)
    assert op == SREM
    return arith.srem(a, b)
