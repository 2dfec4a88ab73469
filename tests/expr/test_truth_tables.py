"""The brute-force tables are right themselves: each operator, for every pair of bytes, against Python's integers."""

from __future__ import annotations

import pytest

from albers.expr.arrays import byte_of, select, store, symbol, table
from albers.expr.bits import concat, extract, ite, not_, sext, zext
from albers.expr.compare import ult
from albers.expr.term import INDEX_WIDTH, const
from tests.expr.reference import BINARY, COMPARISONS, signed
from tests.expr.truth_tables import TruthTables

SYMBOL = symbol("s", 2)
X, Y = byte_of(SYMBOL, 0), byte_of(SYMBOL, 1)
INPUTS = [(n & 255, n >> 8) for n in range(65536)]


@pytest.mark.parametrize("name", sorted(BINARY))
def test_operators(name: str) -> None:
    make, meaning = BINARY[name]
    values = TruthTables([X, Y]).values(make(X, Y))
    assert values == [meaning(8, x, y) % 256 for x, y in INPUTS]


@pytest.mark.parametrize("name", sorted(COMPARISONS))
def test_comparisons(name: str) -> None:
    make, meaning = COMPARISONS[name]
    tables = TruthTables([X, Y])
    assert tables.values(make(X, Y)) == [int(meaning(8, x, y)) for x, y in INPUTS]
    assert tables.holds(make(X, Y)).bit_count() == sum(meaning(8, x, y) for x, y in INPUTS)


def test_rearranging_bits() -> None:
    tables = TruthTables([X, Y])
    assert tables.values(concat(X, Y)) == [x << 8 | y for x, y in INPUTS]
    assert tables.values(extract(concat(X, Y), 5, 6)) == [(x << 8 | y) >> 5 & 63 for x, y in INPUTS]
    assert tables.values(sext(X, 11)) == [signed(8, x) % 2**11 for x, y in INPUTS]
    assert tables.values(zext(Y, 9)) == [y for x, y in INPUTS]
    assert tables.values(not_(X)) == [255 - x for x, y in INPUTS]
    assert tables.values(ite(ult(X, Y), X, Y)) == [min(x, y) for x, y in INPUTS]


def test_reads_and_writes_at_unknown_indices() -> None:
    tables = TruthTables([X, Y])
    x, y = zext(X, INDEX_WIDTH), zext(Y, INDEX_WIDTH)
    data = bytes(range(100, 110))
    assert tables.values(select(table(data), x)) == [data[a] if a < 10 else 0 for a, b in INPUTS]
    written = store(store(table(data), x, const(8, 1)), y, const(8, 2))
    read = select(written, const(INDEX_WIDTH, 3))
    assert tables.values(read) == [2 if b == 3 else 1 if a == 3 else 103 for a, b in INPUTS]
    assert tables.values(select(SYMBOL, x)) == [(a, b)[a] if a < 2 else 0 for a, b in INPUTS]
