"""Conditions on one unknown byte, as sets of values: bit v of the set tells whether the condition holds for v.

Most conditions of parsers are of this kind, and a set of 256 bits answers about them what a solver would. Conditions
on several bytes, on whole symbols, or too large to be worth tabulating have no such set.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from albers.expr.fold import fold_binary, mask, sign_extend
from albers.expr.leaves import leaves_of
from albers.expr.term import (
    ADD,
    AND,
    CONCAT,
    CONST,
    EQ,
    EXTRACT,
    ITE,
    NOT,
    OR,
    SELECT,
    SEXT,
    SLE,
    SLT,
    STORE,
    SYMBOL,
    TABLE,
    ULE,
    ULT,
    ZEXT,
    ByteTruth,
    Term,
)

ALL_VALUES: Final = (1 << 256) - 1
_VALUES: Final = list(range(256))
_MOST_NODES: Final = 200
_TABLES_KEPT: Final = 2000

# Stands in a term for "this is no condition on one byte": asked once, remembered.
_NONE: Final = ByteTruth(None, 0)
# The values of terms over one byte, by the byte's value; forgotten all at once.
_tables: Final[dict[Term, list[int]]] = {}


def byte_truth(condition: Term) -> ByteTruth | None:
    """The byte a condition depends on and the values under which it holds; None for any other condition."""
    known = condition.byte_truth
    if known is None:
        known = _found(condition)
        condition.byte_truth = known
    return None if known.leaf is None else known


def lowest_value(values: int) -> int:
    """The least member of a set of values, which must not be empty."""
    return (values & -values).bit_length() - 1


def highest_value(values: int) -> int:
    return values.bit_length() - 1


def _found(condition: Term) -> ByteTruth:
    if condition.width != 1 or condition.op == CONST:
        return _NONE
    leaves = leaves_of(condition)
    if len(leaves) != 1:
        return _NONE
    leaf = next(iter(leaves))
    if leaf.op == SYMBOL:
        return _NONE
    values = _of_comparison(condition, leaf)
    if values >= 0:
        return ByteTruth(leaf, values)
    if len(_tables) > _TABLES_KEPT:
        _tables.clear()
    order = _nodes_below(condition, leaf)
    if order is None:
        return _NONE
    for term in order:
        _tables[term] = _table_of(term, leaf)
    values = 0
    for value, holds in enumerate(_tables[condition]):
        if holds:
            values |= 1 << value
    return ByteTruth(leaf, values)


def _of_comparison(condition: Term, leaf: Term) -> int:
    """For the shapes met most: a byte compared with a constant, and logic over such. -1 for others."""
    op = condition.op
    if op == NOT:
        inner = byte_truth(condition.args[0])
        return -1 if inner is None else ALL_VALUES ^ inner.values
    if op == AND or op == OR:
        left = condition.args[0].byte_truth
        right = condition.args[1].byte_truth
        if left is None or right is None or left.leaf is None or right.leaf is None:
            return -1
        return left.values & right.values if op == AND else left.values | right.values
    if op == EQ:
        if condition.args[0] is leaf and condition.args[1].op == CONST:
            return 1 << condition.args[1].value
        return -1
    if op == ULT or op == ULE:
        a = condition.args[0]
        b = condition.args[1]
        strict = 1 if op == ULT else 0
        if a is leaf and b.op == CONST:
            return (1 << (b.value + 1 - strict)) - 1
        if b is leaf and a.op == CONST:
            return ALL_VALUES ^ ((1 << (a.value + strict)) - 1)
    return -1


def _nodes_below(root: Term, leaf: Term) -> list[Term] | None:
    """What has no table yet, arguments first; None if that is too much or reads an array that was written to."""
    order: list[Term] = []
    done: set[Term] = set()
    stack: list[Term] = [root]
    while stack:
        term = stack[-1]
        if term in done or term in _tables:
            stack.pop()
            continue
        if term.op >= STORE or term.op == SYMBOL:
            return None
        if term.op == TABLE or term.op == CONST or term is leaf:
            done.add(term)
            if term.op != TABLE:
                order.append(term)
            stack.pop()
            continue
        pending = False
        for arg in term.args:
            if arg not in done and arg not in _tables:
                stack.append(arg)
                pending = True
        if pending:
            continue
        done.add(term)
        order.append(term)
        if len(order) > _MOST_NODES:
            return None
        stack.pop()
    return order


def _table_of(term: Term, leaf: Term) -> list[int]:
    """The values of a term whose arguments have their tables."""
    if term is leaf:
        return _VALUES
    op = term.op
    if op == CONST:
        return [term.value] * 256
    if op == SELECT:
        return _read_table(term)
    a = _tables[term.args[0]]
    full = mask(term.width)
    if op == ZEXT:
        return a
    if op == EXTRACT:
        low = term.value
        return [(x >> low) & full for x in a]
    if op == NOT:
        return [x ^ full for x in a]
    if op == SEXT:
        narrow = term.args[0].width
        return [sign_extend(narrow, term.width, x) for x in a]
    b = _tables[term.args[1]]
    if op == ITE:
        c = _tables[term.args[2]]
        return [b[i] if a[i] else c[i] for i in range(256)]
    if op == ADD:
        return [(a[i] + b[i]) & full for i in range(256)]
    if op == AND:
        return [a[i] & b[i] for i in range(256)]
    if op == EQ:
        return [1 if a[i] == b[i] else 0 for i in range(256)]
    if op == ULT:
        return [1 if a[i] < b[i] else 0 for i in range(256)]
    if op == ULE:
        return [1 if a[i] <= b[i] else 0 for i in range(256)]
    if op == CONCAT:
        shift = int(term.args[1].width)
        return [(a[i] << shift) | b[i] for i in range(256)]
    width: i64 = term.args[0].width
    if op == SLT or op == SLE:
        # Signed order is unsigned order with the top bits flipped.
        top = 1 << int(width - 1)
        if op == SLT:
            return [1 if a[i] ^ top < b[i] ^ top else 0 for i in range(256)]
        return [1 if a[i] ^ top <= b[i] ^ top else 0 for i in range(256)]
    return [fold_binary(op, width, a[i], b[i]) for i in range(256)]


def _read_table(term: Term) -> list[int]:
    info = term.args[0].info
    assert info is not None and info.data is not None
    data = info.data
    size = len(data)
    return [data[at] if at < size else 0 for at in _tables[term.args[1]]]
