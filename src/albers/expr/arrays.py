"""Constructors for arrays of bytes: reading and writing at a 32-bit index."""

from __future__ import annotations

from albers.expr.arith import sub
from albers.expr.term import (
    CONST,
    INDEX_WIDTH,
    SELECT,
    STORE,
    SYMBOL,
    TABLE,
    Term,
    const,
    intern2,
    intern3,
    symbol,
    table,
)

__all__ = ["byte_of", "root_of", "select", "store", "symbol", "table"]


def select(array: Term, index: Term) -> Term:
    """The byte at `index`; looks through writes that certainly hit or certainly miss."""
    while array.op == STORE:
        written = array.args[1]
        if written is index:
            return array.args[2]
        distance = sub(written, index)
        if distance.op != CONST:
            return intern2(SELECT, 8, array, index)
        # The indices differ by a constant other than 0: this write cannot be the one we read.
        array = array.args[0]
    if array.op == TABLE and index.op == CONST:
        info = array.info
        assert info is not None and info.data is not None
        return const(8, info.data[index.value] if index.value < len(info.data) else info.fill)
    return intern2(SELECT, 8, array, index)


def store(array: Term, index: Term, value: Term) -> Term:
    """The array with one byte replaced; a write that changes nothing or hides the last write is dropped."""
    if value.op == SELECT and value.args[0] is array and value.args[1] is index:
        return array
    if array.op == STORE and array.args[1] is index:
        return store(array.args[0], index, value)
    return intern3(STORE, 0, array, index, value)


def byte_of(array: Term, offset: int) -> Term:
    """The byte at a constant offset."""
    return select(array, const(INDEX_WIDTH, offset))


def root_of(array: Term) -> Term:
    """The symbol or table below all writes."""
    while array.op == STORE:
        array = array.args[0]
    assert array.op in (SYMBOL, TABLE)
    return array
