"""Facts say exactly what the conditions of the path say."""

from __future__ import annotations

import itertools
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from albers.expr import arith, arrays, bits, compare
from albers.expr.byte_truth import ALL_VALUES
from albers.expr.evaluate import Assignment, evaluate
from albers.expr.leaves import leaves_of
from albers.expr.term import CONST, FALSE, SYMBOL, TRUE, Term, const, symbol
from albers.solver.byte_domains import domain_constraints, runs
from albers.solver.path_facts import NOTHING_KNOWN, PathFacts
from albers.solver.splitting import split
from tests.solver.random_terms import RandomTerms, solutions

INPUT = symbol("in", 8)
A, B, C, D = (arrays.byte_of(INPUT, i) for i in range(4))


def all_facts(facts: PathFacts, leaves: list[Term]) -> list[Term]:
    """The facts as constraints."""
    result = list(facts.groups.constraints_about(frozenset(leaves)))
    for leaf in leaves:
        if leaf.op != SYMBOL:
            result.extend(domain_constraints(leaf, facts.domain(leaf)))
    return result


@settings(max_examples=120, deadline=None)
@given(st.randoms(use_true_random=False), st.integers(1, 6))
def test_the_facts_have_the_solutions_of_the_conditions(rng: Random, count: int) -> None:
    terms = RandomTerms(rng)
    first, second = terms.bytes
    domains = {second: range(0, 256, 51), first: range(0, 256, 3)}
    everything = list(solutions([], domains))
    facts, conditions, possible = NOTHING_KNOWN, [], everything
    for _ in range(count):
        condition = terms.truth(3)[0] if rng.random() < 0.7 else compare.eq(rng.choice(terms.bytes), const(8, 51))
        left = [each for each in possible if evaluate(condition, each)]
        if condition.op == CONST or not left:
            continue
        conditions.append(condition)
        facts, possible = facts.extended(condition), left
        known = all_facts(facts, [first, second, terms.symbol])
        for each in rng.sample(everything, 60):
            holds = all(evaluate(condition, each) for condition in conditions)
            assert all(evaluate(fact, each) for fact in known) == holds


@settings(max_examples=120, deadline=None)
@given(st.randoms(use_true_random=False))
def test_simplified_conditions_are_equal_on_the_path(rng: Random) -> None:
    terms = RandomTerms(rng)
    first, second = terms.bytes
    value = rng.randrange(256)
    facts = NOTHING_KNOWN.extended(compare.eq(first, const(8, value)))
    condition = terms.truth(4)[0]
    parts = facts.parts(condition)
    assert all(first not in leaves_of(part) or leaves_of(part) == {first} for part in parts)
    for other in range(0, 256, 5):
        values = Assignment({first: value, second: other})
        assert all(evaluate(part, values) for part in parts) == evaluate(condition, values)


@given(st.integers(1, ALL_VALUES))
def test_a_set_of_values_as_constraints_admits_exactly_these(values: int) -> None:
    constraints = domain_constraints(A, values)
    for value in range(256):
        assert all(evaluate(each, Assignment({A: value})) for each in constraints) == bool(values >> value & 1)


@given(st.integers(0, ALL_VALUES))
def test_runs_are_the_members_of_the_set(values: int) -> None:
    found = runs(values)
    assert sum(((1 << (last - first + 1)) - 1) << first for first, last in found) == values
    assert all(one[1] + 1 < other[0] for one, other in itertools.pairwise(found))


def test_conditions_on_one_byte_become_its_domain_and_implied_ones_are_dropped() -> None:
    facts = NOTHING_KNOWN.extended(compare.ult(A, const(8, 10))).extended(compare.ne(A, const(8, 3)))
    assert facts.domain(A) == 0b1111110111
    assert facts.is_alone(A) and facts.domain(B) == ALL_VALUES
    assert facts.extended(compare.ult(A, const(8, 20))) is facts
    assert facts.extended(TRUE) is facts
    with pytest.raises(AssertionError):
        facts.extended(compare.eq(A, const(8, 3)))


def test_an_equation_of_a_word_is_one_of_each_byte() -> None:
    word = arith.from_bytes([A, B, C, D])
    facts = NOTHING_KNOWN.extended(compare.eq(word, const(32, 0x01020304)))
    assert [facts.domain(each).bit_length() - 1 for each in (A, B, C, D)] == [4, 3, 2, 1]
    assert facts.parts(compare.ult(word, const(32, 0x01020300))) == [FALSE]
    assert split(compare.eq(word, const(32, 7))) == [
        compare.eq(each, const(8, value)) for each, value in ((D, 0), (C, 0), (B, 0), (A, 7))
    ]


def test_a_byte_that_becomes_known_leaves_its_group() -> None:
    sum_of_three = compare.ult(arith.add(arith.add(A, B), C), const(8, 9))
    pair = compare.ult(C, D)
    facts = NOTHING_KNOWN.extended(sum_of_three).extended(pair)
    assert not facts.is_alone(A)
    facts = facts.extended(compare.eq(A, const(8, 5)))
    assert facts.is_alone(A) and not facts.is_alone(B)
    about_b = facts.groups.constraints_about(frozenset((B,)))
    assert pair in about_b and len(about_b) == 2 and all(A not in leaves_of(each) for each in about_b)
    facts = facts.extended(compare.eq(C, const(8, 0)))
    # What is left of the sum and of the pair are conditions on one byte each.
    assert facts.is_alone(B) and facts.is_alone(D)
    assert not facts.domain(D) & 1 and facts.domain(D) & 2


def test_bytes_of_a_symbol_read_at_an_unknown_index_are_not_alone() -> None:
    read = arrays.select(INPUT, bits.zext(bits.and_(A, const(8, 7)), 32))
    facts = NOTHING_KNOWN.extended(compare.ult(B, const(8, 3))).extended(compare.ult(read, C))
    assert not facts.is_alone(B) and not facts.is_alone(D)
    assert facts.restricted_bytes(INPUT) == [B]
    facts = facts.extended(compare.eq(A, const(8, 1)))
    assert facts.is_alone(D) and not facts.is_alone(B)  # the index is known: the read is of B


@given(st.integers(0, 255), st.integers(0, 255), st.integers(0, 255), st.booleans())
def test_a_condition_is_decided_exactly_if_the_values_left_agree_on_it(
    low: int, high: int, other: int, asks_for_equality: bool
) -> None:
    lower, upper = min(low, high), max(low, high)
    facts = NOTHING_KNOWN.extended(compare.ule(const(8, lower), A)).extended(compare.ule(A, const(8, upper)))
    condition = compare.eq(A, const(8, other)) if asks_for_equality else compare.ult(A, const(8, other))
    if condition.op == CONST:
        return
    answers = {value == other if asks_for_equality else value < other for value in range(lower, upper + 1)}
    assert facts.truth_of(condition) == (int(answers.pop()) if len(answers) == 1 else -1)
    assert facts.truth_of(compare.eq(A, B)) == -1
