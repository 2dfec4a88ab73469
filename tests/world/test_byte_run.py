"""Runs of bytes: cut, joined and read back they are the bytes they were made of."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from albers.expr.arrays import byte_of
from albers.expr.bits import concat, extract
from albers.expr.term import Term, const, symbol
from albers.world.byte_run import ByteRun

_SYMBOL = symbol("x", 64)
terms = st.lists(
    st.one_of(
        st.integers(0, 255).map(lambda value: const(8, value)),
        st.integers(0, 63).map(lambda offset: byte_of(_SYMBOL, offset)),
    ),
    max_size=10,
)


def _bytes(run: ByteRun) -> list[Term]:
    return [run.byte(i) for i in range(len(run))]


@given(terms, terms)
def test_joining_puts_one_behind_the_other(a: list[Term], b: list[Term]) -> None:
    assert _bytes(ByteRun.of_terms(a).joined(ByteRun.of_terms(b))) == a + b


@given(terms, st.integers(0, 10), st.integers(0, 10))
def test_a_part_is_a_slice(a: list[Term], start: int, end: int) -> None:
    assert _bytes(ByteRun.of_terms(a).part(start, max(start, end))) == a[start : max(start, end)]


@given(st.integers(-(1 << 31), (1 << 32) - 1))
def test_a_number_is_little_endian(value: int) -> None:
    run = ByteRun.of_value(value, 4)
    assert run.value(0, 4) == value & 0xFFFFFFFF and run.data[0] == value & 255


def test_a_term_comes_back_as_itself() -> None:
    value = concat(byte_of(_SYMBOL, 1), concat(byte_of(_SYMBOL, 0), const(8, 7)))
    run = ByteRun.of_value(value, 3)
    assert run.value(0, 3) is value and run.value(0, 1) == 7
    assert run.symbolic == {1: byte_of(_SYMBOL, 0), 2: extract(value, 16, 8)}
