"""Assignments of bytes to the unknowns, and the value of a term under one.

An `Assignment` is immutable; bytes it does not mention are 0. Each has a stamp under which terms remember their
value, so that evaluating a growing term along a path costs only the new nodes.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from albers.expr.arrays import byte_of
from albers.expr.float_operations import float_operation, float_value
from albers.expr.fold import fold_binary, mask, sign_extend
from albers.expr.quantified import instance
from albers.expr.term import (
    CONCAT,
    CONST,
    EQ,
    EXTRACT,
    FLOAT,
    FORALL,
    ITE,
    NOT,
    SELECT,
    SEXT,
    SLE,
    STORE,
    SYMBOL,
    ZEXT,
    Term,
)


class _Stamps:
    def __init__(self) -> None:
        self.next: i64 = 0


_stamps: Final = _Stamps()


class Assignment:
    """Values of unknown bytes: `select(symbol, constant)` terms to ints."""

    def __init__(self, values: dict[Term, int]) -> None:
        self.values = values
        self.stamp: i64 = _stamps.next
        _stamps.next = self.stamp + 1

    def updated(self, changes: dict[Term, int]) -> Assignment:
        """This assignment with some bytes changed."""
        if not changes:
            return self
        values = self.values.copy()
        values.update(changes)
        return Assignment(values)

    def bytes_of(self, array: Term, size: int) -> bytes:
        """The first `size` bytes of a symbol."""
        values = self.values
        return bytes([values.get(byte_of(array, i), 0) for i in range(size)])


def evaluate(root: Term, assignment: Assignment) -> int:
    """The value of a bit-vector term."""
    stamp = assignment.stamp
    if root.memo_stamp == stamp:
        return root.memo_value
    if root.op == CONST:
        return root.value
    truth = root.byte_truth
    if truth is not None and truth.leaf is not None:
        return (truth.values >> assignment.values.get(truth.leaf, 0)) & 1
    stack: list[Term] = [root]
    while stack:
        term = stack[-1]
        if term.memo_stamp == stamp:
            stack.pop()
            continue
        op = term.op
        if op == CONST:
            term.memo_value = term.value
            term.memo_stamp = stamp
            stack.pop()
            continue
        if op == SELECT:
            if _evaluate_select(term, assignment, stack):
                stack.pop()
            continue
        if op == ITE:
            condition = term.args[0]
            if condition.memo_stamp != stamp:
                stack.append(condition)
                continue
            chosen = term.args[1] if condition.memo_value else term.args[2]
            if chosen.memo_stamp != stamp:
                stack.append(chosen)
                continue
            term.memo_value = chosen.memo_value
            term.memo_stamp = stamp
            stack.pop()
            continue
        if op == FORALL:
            if term.args[0].memo_stamp != stamp:
                stack.append(term.args[0])
                continue
            term.memo_value = _forall_value(term, assignment)
            term.memo_stamp = stamp
            stack.pop()
            continue
        pending = False
        for arg in term.args:
            if arg.memo_stamp != stamp:
                stack.append(arg)
                pending = True
        if pending:
            continue
        term.memo_value = _apply(term)
        term.memo_stamp = stamp
        stack.pop()
    return root.memo_value


def _apply(term: Term) -> int:
    """The value of a node whose arguments hold theirs."""
    op = term.op
    a = term.args[0]
    if op == EXTRACT:
        return (a.memo_value >> term.value) & mask(term.width)
    if op == ZEXT:
        return a.memo_value
    if op == SEXT:
        return sign_extend(a.width, term.width, a.memo_value)
    if op == NOT:
        return a.memo_value ^ mask(term.width)
    if op == FLOAT:
        operands = [each.memo_value for each in term.args]
        return float_value(float_operation(term.value), operands, int(a.width), int(term.width))
    b = term.args[1]
    if op == CONCAT:
        return (a.memo_value << int(b.width)) | b.memo_value
    return fold_binary(op, a.width if EQ <= op <= SLE else term.width, a.memo_value, b.memo_value)


def _forall_value(term: Term, assignment: Assignment) -> int:
    """Goes through the instances up to the first false one; `upper` holds its value. Quantified terms do not nest."""
    for number in range(1, min(term.args[0].memo_value, term.value) + 1):
        if not evaluate(instance(term, number), assignment):
            return 0
    return 1


def _evaluate_select(term: Term, assignment: Assignment, stack: list[Term]) -> bool:
    """Sets the value of a read if what it needs is known; else pushes that and answers False."""
    stamp = assignment.stamp
    index = term.args[1]
    if index.memo_stamp != stamp:
        if index.op != CONST:
            stack.append(index)
            return False
        index.memo_value = index.value
        index.memo_stamp = stamp
    at = index.memo_value
    array = term.args[0]
    while array.op == STORE:
        written = array.args[1]
        if written.memo_stamp != stamp:
            stack.append(written)
            return False
        if written.memo_value == at:
            value = array.args[2]
            if value.memo_stamp != stamp:
                stack.append(value)
                return False
            term.memo_value = value.memo_value
            term.memo_stamp = stamp
            return True
        array = array.args[0]
    info = array.info
    assert info is not None
    if array.op == SYMBOL:
        leaf = term if array is term.args[0] and index.op == CONST else byte_of(array, at)
        term.memo_value = assignment.values.get(leaf, 0)
    else:
        data = info.data
        assert data is not None
        term.memo_value = data[at] if at < len(data) else info.fill
    term.memo_stamp = stamp
    return True
