"""Replacing bytes in a term gives the term that would have been built from the replacements."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from albers.expr import arith, arrays, bits
from albers.expr.evaluate import Assignment, evaluate
from albers.expr.leaves import leaves_of
from albers.expr.substitute import replace
from albers.expr.term import const, symbol
from tests.solver.random_terms import RandomTerms


@settings(max_examples=200, deadline=None)
@given(st.randoms(use_true_random=False), st.integers(1, 5), st.integers(0, 255))
def test_the_value_is_the_term_s_with_the_byte_at_that_value(rng: Random, depth: int, value: int) -> None:
    terms = RandomTerms(rng)
    first, second = terms.bytes
    for original in terms.bits(rng.randint(1, 16), depth):
        replaced = replace(original, {first: const(8, value)})
        assert replaced is not None
        for other in (0, 1, 128, 255):
            # Where the symbol is read at an unknown index, the byte stays in it with its value.
            values = Assignment({first: value, second: other})
            assert evaluate(replaced, values) == evaluate(original, values)


def test_a_byte_can_become_any_term() -> None:
    array = symbol("in", 3)
    a, b, c = (arrays.byte_of(array, i) for i in range(3))
    assert replace(arith.add(a, b), {a: arith.mul(b, c)}) is arith.add(arith.mul(b, c), b)
    assert replace(a, {a: b}) is b
    assert replace(c, {a: b}) is c


def test_a_term_with_too_many_nodes_is_left_to_others() -> None:
    byte = arrays.byte_of(symbol("in", 1), 0)
    term = bits.zext(byte, 32)
    for i in range(50):
        term = arith.mul(arith.add(term, const(32, i)), term)
    assert replace(term, {byte: const(8, 3)}, 40) is None
    assert replace(term, {byte: const(8, 3)}, 400) is const(32, evaluate(term, Assignment({byte: 3})))


def test_a_term_a_hundred_thousand_deep_is_replaced() -> None:
    array = symbol("in", 2)
    a, b = arrays.byte_of(array, 0), arrays.byte_of(array, 1)
    term = a
    for i in range(100_000):
        term = bits.xor(arith.add(term, a), const(8, i & 1 | 2))
    replaced = replace(term, {a: b})
    assert replaced is not None and leaves_of(replaced) == {b}
