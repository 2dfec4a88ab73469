"""Every simplifying constructor keeps the value of the plain operation."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from albers.expr import arith, bits
from albers.expr.evaluate import Assignment, evaluate
from albers.expr.term import CONCAT, Term, const, forget_unreferenced, intern2, live_terms
from tests.expr.reference import BINARY, COMPARISONS, LEAVES, Pair, pairs


def assignment_of(environment: tuple[int, ...]) -> Assignment:
    return Assignment(dict(zip(LEAVES, environment, strict=True)))


@settings(max_examples=600, deadline=None)
@given(pairs(), st.lists(st.tuples(*[st.integers(0, 255)] * 4), min_size=4, max_size=4))
def test_a_built_term_evaluates_to_the_meaning_of_its_operations(
    pair: Pair, environments: list[tuple[int, ...]]
) -> None:
    for environment in [*environments, (0, 0, 0, 0), (255, 255, 255, 255), (128, 127, 1, 0)]:
        assert evaluate(pair.term, assignment_of(environment)) == pair.meaning(environment)


@pytest.mark.parametrize("name", sorted(BINARY))
@pytest.mark.parametrize("width", [1, 2, 3, 4])
def test_constants_fold_to_the_meaning_for_all_small_values(name: str, width: int) -> None:
    make, value_of = BINARY[name]
    for x, y in itertools.product(range(2**width), repeat=2):
        assert make(const(width, x), const(width, y)) is const(width, value_of(width, x, y) % 2**width)


@pytest.mark.parametrize("name", sorted(COMPARISONS))
@pytest.mark.parametrize("width", [1, 2, 3, 4])
def test_constant_comparisons_fold_for_all_small_values(name: str, width: int) -> None:
    make, holds = COMPARISONS[name]
    for x, y in itertools.product(range(2**width), repeat=2):
        assert make(const(width, x), const(width, y)) is const(1, int(holds(width, x, y)))


@pytest.mark.parametrize("name", sorted(BINARY))
def test_an_unknown_byte_against_every_constant_is_right_for_every_value(name: str) -> None:
    make, value_of = BINARY[name]
    byte = LEAVES[0]
    for y in (0, 1, 2, 3, 4, 7, 8, 15, 16, 127, 128, 129, 254, 255):
        right = make(byte, const(8, y))
        left = make(const(8, y), byte)
        for x in range(0, 256, 5):
            assignment = Assignment({byte: x})
            assert evaluate(right, assignment) == value_of(8, x, y) % 256
            assert evaluate(left, assignment) == value_of(8, y, x) % 256


def test_splitting_into_bytes_and_joining_gives_the_same_term_back() -> None:
    word = bits.concat(LEAVES[1], LEAVES[0])
    total = arith.add(word, const(16, 3))
    parts = [bits.extract(total, 0, 8), bits.extract(total, 8, 8)]
    assert arith.from_bytes(parts) is total


def test_bytes_assembled_with_shifts_are_a_concat() -> None:
    low = bits.zext(LEAVES[0], 16)
    high = arith.shl(bits.zext(LEAVES[1], 16), const(16, 8))
    assert bits.or_(high, low) is intern2(CONCAT, 16, LEAVES[1], LEAVES[0])


@settings(max_examples=300, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from([0, 1, 7, 8, 12, 16, 24, 31]), st.booleans()), min_size=2, max_size=4),
    st.booleans(),
    st.lists(st.tuples(*[st.sampled_from([0, 1, 127, 128, 255])] * 4), min_size=3, max_size=3),
)
def test_sums_of_shifted_bytes_keep_their_value(
    places: list[tuple[int, bool]], joined_by_or: bool, environments: list[tuple[int, ...]]
) -> None:
    total = const(32, 0)
    for leaf, (shift, by_product) in zip(LEAVES, places, strict=False):
        wide = bits.zext(leaf, 32)
        moved = arith.mul(wide, const(32, 1 << shift)) if by_product else arith.shl(wide, const(32, shift))
        total = bits.or_(total, moved) if joined_by_or else arith.add(total, moved)
    for environment in environments:
        expected = 0
        for value, (shift, _) in zip(environment, places, strict=False):
            expected = expected | value << shift if joined_by_or else expected + (value << shift)
        assert evaluate(total, assignment_of(environment)) == expected % 2**32


def test_a_number_assembled_by_products_is_a_concat() -> None:
    a, b, c = (bits.zext(leaf, 32) for leaf in LEAVES[:3])
    by_steps = arith.add(arith.mul(arith.add(arith.mul(a, const(32, 256)), b), const(32, 256)), c)
    at_once = arith.add(arith.add(arith.mul(a, const(32, 65536)), arith.mul(b, const(32, 256))), c)
    concat = bits.zext(bits.concat(bits.concat(LEAVES[0], LEAVES[1]), LEAVES[2]), 32)
    assert by_steps is concat and at_once is concat


def test_deep_terms_evaluate_and_print_without_recursion() -> None:
    term: Term = bits.zext(LEAVES[0], 32)
    for i in range(100_000):
        term = bits.xor(arith.add(term, const(32, 1)), const(32, i % 7 + 1))
    expected = 5
    for i in range(100_000):
        expected = (expected + 1) % 2**32 ^ (i % 7 + 1)
    assert evaluate(term, Assignment({LEAVES[0]: 5})) == expected
    assert len(repr(term)) < 5000


def test_unreferenced_terms_can_be_forgotten() -> None:
    before = live_terms()
    term = bits.xor(arith.mul(bits.zext(LEAVES[2], 48), const(48, 0xABCDE)), const(48, 0x12345))
    assert live_terms() > before
    del term
    forget_unreferenced()
    assert live_terms() <= before
