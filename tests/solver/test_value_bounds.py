"""What is read off the shape of a term holds for all its values."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from albers.expr import arith, arrays, bits
from albers.expr.evaluate import Assignment, evaluate
from albers.expr.term import const, symbol
from albers.solver.lookup_tree import choose, table_read
from albers.solver.value_bounds import fixed_low_bits, upper_bound
from tests.solver.random_terms import RandomTerms

INPUT = symbol("in", 2)
LOW, HIGH = (arrays.byte_of(INPUT, i) for i in range(2))


@settings(max_examples=200, deadline=None)
@given(st.randoms(use_true_random=False))
def test_bounds_and_fixed_bits_hold_for_all_values(rng: Random) -> None:
    terms = RandomTerms(rng)
    for term in terms.bits(rng.randint(1, 16), 3):
        bound = upper_bound(term)
        count, fixed = fixed_low_bits(term)
        assert count <= term.width
        for _ in range(20):
            inputs = Assignment({byte: rng.randrange(256) for byte in terms.bytes})
            value = evaluate(term, inputs)
            assert value <= bound
            assert value % 2**count == fixed


def test_an_index_into_a_table_of_integers_is_known_well() -> None:
    index = arith.add(arith.mul(bits.zext(LOW, 32), const(32, 4)), const(32, 1))
    assert upper_bound(index) == 4 * 255 + 1
    assert fixed_low_bits(index) == (2, 1)


@settings(max_examples=60, deadline=None)
@given(st.binary(min_size=1, max_size=70), st.integers(0, 3), st.integers(1, 5), st.booleans())
def test_a_tree_of_choices_reads_what_the_table_holds(data: bytes, offset: int, stride: int, wide: bool) -> None:
    unknown = bits.concat(HIGH, LOW) if wide else LOW
    index = arith.add(arith.mul(bits.zext(unknown, 32), const(32, stride)), const(32, offset))
    table = arrays.table(data)
    tree = table_read(table, index)
    plain = arrays.select(table, index)
    for low in range(0, 256, 3):
        for high in (0, 1, 255):
            inputs = Assignment({LOW: low, HIGH: high})
            assert evaluate(tree, inputs) == evaluate(plain, inputs)


def test_choosing_among_unknown_bytes_gives_the_one_at_the_index() -> None:
    array = symbol("a", 11)
    entries = [arrays.byte_of(array, i) for i in range(11)]
    index = bits.zext(LOW, 32)
    tree = choose(list(entries), index, entries[0])
    values = {byte: 100 + i for i, byte in enumerate(entries)}
    for i in range(11):
        assert evaluate(tree, Assignment({LOW: i, **values})) == 100 + i
