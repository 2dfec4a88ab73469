"""A path condition is an immutable conjunction that knows which of its parts a question can depend on."""

from __future__ import annotations

import itertools
import tracemalloc
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from albers.expr import arith, arrays, bits, compare
from albers.expr.leaves import leaves_of
from albers.expr.term import FALSE, SYMBOL, TRUE, Term, const, intern2, symbol
from albers.expr.term import ULT as RAW_ULT
from albers.solver.path_condition import EMPTY, PathCondition, conjuncts

FIRST = symbol("first", 8)
SECOND = symbol("second", 8)
BYTES = [arrays.byte_of(array, i) for array in (FIRST, SECOND) for i in range(8)]


def below(a: Term, limit: int) -> Term:
    return compare.ult(a, const(8, limit))


def read_anywhere(array: Term, at: Term) -> Term:
    return arrays.select(array, bits.zext(at, 32))


def random_constraint(rng: Random) -> Term:
    kind = rng.random()
    byte = rng.choice(BYTES)
    if kind < 0.55:
        return below(byte, rng.randrange(2, 250))
    if kind < 0.85:
        return below(arith.add(byte, rng.choice(BYTES)), rng.randrange(2, 250))
    return below(read_anywhere(rng.choice([FIRST, SECOND]), byte), rng.randrange(2, 250))


def overlap(one: frozenset[Term], other: frozenset[Term]) -> bool:
    """Whether two sets of leaves can mean the same byte."""
    if one & other:
        return True
    whole = {leaf for leaf in one | other if leaf.op == SYMBOL}
    symbols = [{leaf if leaf.op == SYMBOL else leaf.args[0] for leaf in leaves} for leaves in (one, other)]
    return any(array in whole for array in symbols[0] & symbols[1])


def closure(constraints: list[Term], leaves: frozenset[Term]) -> list[Term]:
    """The definition of a slice: grow until nothing overlaps any more."""
    inside: list[Term] = []
    changed = True
    while changed:
        changed = False
        for each in constraints:
            if each not in inside and overlap(leaves_of(each), leaves):
                inside.append(each)
                leaves |= leaves_of(each)
                changed = True
    return sorted(inside, key=lambda term: term.serial)


@settings(max_examples=150, deadline=None)
@given(st.randoms(use_true_random=False), st.integers(1, 25))
def test_a_slice_is_the_closure_of_shared_bytes_on_every_fork(rng: Random, steps: int) -> None:
    paths = [EMPTY]
    for _ in range(steps):
        paths.append(rng.choice(paths[-4:]).extended(random_constraint(rng)))
    for path in paths:
        constraints = path.constraints()
        assert len(constraints) == path.length == len(set(constraints))
        for question in [*BYTES[:4], BYTES[9], read_anywhere(FIRST, BYTES[12])]:
            leaves = leaves_of(question)
            assert list(path.slice_for(leaves)) == closure(constraints, leaves)


def test_extending_leaves_the_shorter_path_as_it_was() -> None:
    path = EMPTY.extended(below(BYTES[0], 9))
    left = path.extended(below(BYTES[1], 9))
    right = path.extended(below(BYTES[2], 9))
    assert path.constraints() == [below(BYTES[0], 9)]
    assert left.parent is path and right.parent is path
    assert left.constraints() == [below(BYTES[0], 9), below(BYTES[1], 9)]


def test_conjunctions_are_taken_apart_and_repetitions_left_out() -> None:
    a, b, c = [below(byte, 251) for byte in BYTES[:3]]  # terms that no other test has made, so in this order
    path = EMPTY.extended(bits.and_(bits.and_(a, b), bits.and_(a, c)))
    assert path.constraints() == [a, b, c]
    assert path.extended(b) is path
    assert path.extended(TRUE) is path
    neither = bits.not_(bits.or_(a, b))
    assert EMPTY.extended(neither).constraints() == [bits.not_(a), bits.not_(b)]


def test_a_conjunction_of_a_hundred_thousand_parts_is_taken_apart() -> None:
    term = TRUE
    parts = [compare.eq(arrays.byte_of(FIRST, 1000 + k), const(8, 1)) for k in range(100_000)]
    for part in parts:
        term = bits.and_(term, part)
    assert sorted(conjuncts(term), key=lambda each: each.serial) == parts


def memory_of_chain(length: int) -> int:
    """Bytes that a path of so many connected constraints takes, all its prefixes included."""
    array = symbol("long", length + 1)
    raw = [arrays.byte_of(array, i) for i in range(length + 1)]
    parts = [compare.ule(one, other) for one, other in itertools.pairwise(raw)]
    tracemalloc.start()
    path = EMPTY
    for part in parts:
        path = path.extended(part)
        path.facts.groups.constraints_about(leaves_of(raw[0]))
    taken = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert list(path.slice_for(leaves_of(raw[5]))) == parts
    return taken


def test_a_constraint_takes_the_same_memory_on_a_long_path_as_on_a_short_one() -> None:
    memory_of_chain(10)
    assert memory_of_chain(1600) < 5 * memory_of_chain(400)


def test_a_false_constraint_is_refused() -> None:
    with pytest.raises(AssertionError):
        EMPTY.extended(FALSE)


def test_a_constraint_without_unknowns_is_dropped_if_true_and_refused_if_not() -> None:
    path = EMPTY.extended(below(BYTES[0], 9))
    assert path.extended(intern2(RAW_ULT, 1, const(8, 1), const(8, 2))) is path
    with pytest.raises(AssertionError):
        path.extended(intern2(RAW_ULT, 1, const(8, 2), const(8, 1)))


def test_the_empty_path_says_nothing() -> None:
    assert PathCondition.empty() is EMPTY
    assert EMPTY.constraints() == [] and EMPTY.length == 0
    assert EMPTY.slice_for(leaves_of(BYTES[0])) == ()
