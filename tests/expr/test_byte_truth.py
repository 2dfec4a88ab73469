"""A condition on one byte is the set of values under which it holds."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from albers.expr import arith, arrays, bits, compare
from albers.expr.byte_truth import ALL_VALUES, byte_truth, highest_value, lowest_value
from albers.expr.evaluate import Assignment, evaluate
from albers.expr.leaves import leaves_of
from albers.expr.term import CONST, Term, const, symbol
from tests.solver.random_terms import RandomTerms

INPUT = symbol("in", 4)
A, B = arrays.byte_of(INPUT, 0), arrays.byte_of(INPUT, 1)


def values_by_trying(condition: Term, leaf: Term) -> int:
    """Bit v is set if the condition holds for v, found without the short cut of `evaluate`."""
    condition.byte_truth = None
    return sum(evaluate(condition, Assignment({leaf: value})) << value for value in range(256))


@settings(max_examples=250, deadline=None)
@given(st.randoms(use_true_random=False), st.integers(1, 5))
def test_the_set_is_what_trying_all_values_gives(rng: Random, depth: int) -> None:
    terms = RandomTerms(rng)
    terms.bytes = terms.bytes[:1]
    condition = terms.truth(depth)[0]
    truth = byte_truth(condition)
    if truth is not None:
        assert leaves_of(condition) == {truth.leaf}
        assert truth.leaf is not None and truth.values == values_by_trying(condition, truth.leaf)
    else:
        leaves = leaves_of(condition)
        assert len(leaves) != 1 or terms.symbol in leaves or "store" in str(condition)


def test_comparisons_with_constants_at_every_value() -> None:
    for make in (compare.eq, compare.ne, compare.ult, compare.ule, compare.slt, compare.sle):
        for value in (0, 1, 2, 127, 128, 129, 254, 255):
            for condition in (make(A, const(8, value)), make(const(8, value), A)):
                if condition.op != CONST:
                    truth = byte_truth(condition)
                    assert truth is not None and truth.values == values_by_trying(condition, A)


def test_a_table_read_at_a_byte_is_a_condition_on_that_byte() -> None:
    squares = arrays.table(bytes(i * i % 256 for i in range(100)))
    condition = compare.eq(arrays.select(squares, bits.zext(A, 32)), const(8, 16))
    truth = byte_truth(condition)
    expected = [i for i in range(256) if (i * i % 256 if i < 100 else 0) == 16]
    assert truth is not None and truth.leaf is A
    assert [i for i in range(256) if truth.values >> i & 1] == expected


def test_conditions_on_more_or_less_than_one_byte_have_no_set() -> None:
    for condition in (
        compare.ult(A, B),
        const(1, 1),
        compare.eq(arrays.select(INPUT, bits.zext(bits.and_(A, const(8, 3)), 32)), const(8, 1)),
    ):
        assert byte_truth(condition) is None
        assert byte_truth(condition) is None  # the remembered answer


def test_what_is_too_large_to_tabulate_has_no_set() -> None:
    term = bits.zext(A, 64)
    for i in range(150):
        term = arith.add(arith.mul(term, term), const(64, i))
    assert byte_truth(compare.ult(term, const(64, 7))) is None


def test_the_ends_of_a_set() -> None:
    assert (lowest_value(0b1010), highest_value(0b1010)) == (1, 3)
    assert (lowest_value(ALL_VALUES), highest_value(ALL_VALUES)) == (0, 255)
