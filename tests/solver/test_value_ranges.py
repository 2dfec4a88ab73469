"""A range holds every value that a term can have while its bytes stay in their domains."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from albers.expr import arith, arrays, bits, compare
from albers.expr.evaluate import Assignment, evaluate
from albers.expr.term import Term, const, symbol
from albers.solver.path_facts import NOTHING_KNOWN
from albers.solver.value_ranges import Range, range_of
from tests.solver.random_terms import RandomTerms

INPUT = symbol("in", 4)
A, B = arrays.byte_of(INPUT, 0), arrays.byte_of(INPUT, 1)


def wide(byte: Term) -> Term:
    return bits.zext(byte, 32)


def contains(known: Range, value: int) -> bool:
    return known.low <= value <= known.high and value & known.must == known.must and not value & ~known.may


@settings(max_examples=300, deadline=None)
@given(st.randoms(use_true_random=False), st.integers(1, 5))
def test_no_value_is_outside_of_the_range(rng: Random, depth: int) -> None:
    terms = RandomTerms(rng)
    domains = {leaf: rng.sample(range(256), rng.choice([1, 2, 5, 40])) for leaf in terms.bytes}
    sets = {leaf: sum(1 << value for value in values) for leaf, values in domains.items()}
    for term in terms.bits(rng.choice([1, 1, 8, 16, 5]), depth):
        known = range_of(term, NOTHING_KNOWN, sets)
        for _ in range(30):
            values = {leaf: rng.choice(of_leaf) for leaf, of_leaf in domains.items()}
            assert contains(known, evaluate(term, Assignment(values)))


def test_ranges_are_tight_where_programs_need_them() -> None:
    facts = NOTHING_KNOWN.extended(compare.ult(A, const(8, 10))).extended(compare.ule(const(8, 250), B))
    cases = {
        arith.add(wide(A), wide(B)): (250, 264),
        arith.sub(wide(B), wide(A)): (241, 255),
        arith.mul(wide(A), wide(A)): (0, 81),
        arith.udiv(wide(B), const(32, 10)): (25, 25),
        arith.urem(wide(A), const(32, 4)): (0, 3),
        bits.and_(wide(B), const(32, 0x80)): (128, 128),
        bits.or_(wide(A), const(32, 0x100)): (256, 271),
        bits.concat(A, B): (250, 9 * 256 + 255),
        bits.sext(B, 16): (0xFFFA, 0xFFFF),
        bits.ite(compare.ult(A, B), const(8, 3), const(8, 9)): (3, 3),
        arrays.select(arrays.table(bytes(range(100, 120))), wide(A)): (100, 109),
        compare.slt(bits.sext(B, 32), wide(A)): (1, 1),
        compare.eq(arith.add(wide(A), wide(A)), const(32, 19)): (0, 0),
        compare.eq(bits.xor(wide(B), const(32, 1)), const(32, 7)): (0, 0),
    }
    for term, expected in cases.items():
        known = range_of(term, facts, {})
        assert (known.low, known.high) == expected, term


def test_a_term_of_any_size_has_a_range() -> None:
    term = wide(A)
    for i in range(100_000):
        term = bits.xor(arith.add(term, wide(B)), const(32, i))
    known = range_of(term, NOTHING_KNOWN, {})
    assert (known.low, known.high) == (0, 2**32 - 1)
