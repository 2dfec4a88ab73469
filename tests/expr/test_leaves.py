"""The leaves of a term are exactly the unknown bytes its construction used."""

from __future__ import annotations

from albers.expr import arith, bits
from albers.expr.arrays import byte_of, select, store, symbol
from albers.expr.leaves import leaves_of
from albers.expr.term import const

A = symbol("a", 8)
B = symbol("b", 8)


def test_a_constant_has_no_leaves() -> None:
    assert leaves_of(const(32, 7)) == frozenset()


def test_leaves_are_collected_through_operations() -> None:
    term = arith.add(bits.zext(byte_of(A, 0), 32), bits.zext(arith.mul(byte_of(A, 3), byte_of(B, 1)), 32))
    assert leaves_of(term) == {byte_of(A, 0), byte_of(A, 3), byte_of(B, 1)}


def test_a_read_at_an_unknown_index_depends_on_the_whole_array() -> None:
    index = bits.zext(byte_of(B, 0), 32)
    assert leaves_of(select(A, index)) == {A, byte_of(B, 0)}


def test_a_read_through_a_write_depends_on_the_written_value_and_index() -> None:
    index = bits.zext(byte_of(B, 0), 32)
    written = store(A, index, byte_of(B, 1))
    assert leaves_of(select(written, const(32, 2))) == {A, byte_of(B, 0), byte_of(B, 1)}


def test_a_sum_of_many_bytes_knows_them_all() -> None:
    array = symbol("many", 500)
    total = const(32, 0)
    for i in range(500):
        total = arith.add(total, bits.zext(byte_of(array, i), 32))
    assert leaves_of(total) == {byte_of(array, i) for i in range(500)}
