"""A query that was asked about other bytes before is answered from memory, in the names of the new query."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from albers.expr import arith, arrays, bits, compare
from albers.expr.evaluate import Assignment
from albers.expr.substitute import replace
from albers.expr.term import CONST, Term, const, symbol
from albers.solver.answer import SAT, UNSAT, first_violated
from albers.solver.backends import make_backend
from albers.solver.deadline import Deadline
from albers.solver.query_leaves import age
from albers.solver.renamed_cache import RenamedCache
from albers.solver.statistics import SolverStatistics
from tests.solver.random_terms import RandomTerms

NEVER = Deadline.never()
BITWUZLA = make_backend("bitwuzla")
INPUT = symbol("in", 8)
BYTES = [arrays.byte_of(INPUT, i) for i in range(8)]


def cache(capacity: int = 100) -> tuple[RenamedCache, SolverStatistics]:
    statistics = SolverStatistics()
    return RenamedCache(BITWUZLA, statistics, capacity), statistics


def in_order(*constraints: Term) -> tuple[Term, ...]:
    return tuple(sorted(constraints, key=age))


def test_the_same_question_about_the_next_bytes_is_known() -> None:
    link, statistics = cache()
    for i in range(4):
        a, b = BYTES[i], BYTES[i + 4]
        query = in_order(compare.ult(a, b), compare.eq(arith.add(a, b), const(8, 100)), compare.ult(const(8, 70), b))
        result = link.check(query, NEVER)
        assert result.model is not None and set(result.model) == {a, b}
        assert first_violated(query, Assignment(result.model)) is None
    assert statistics.renamed_hits == 3


def test_cores_come_in_the_names_of_the_query() -> None:
    link, statistics = cache()
    for i in range(3):
        a, b, c = BYTES[i : i + 3]
        query = in_order(compare.ult(a, b), compare.ult(b, a), compare.ult(c, const(8, 9)))
        result = link.check(query, NEVER)
        assert result.answer is UNSAT and result.core is not None
        assert set(result.core) == {compare.ult(a, b), compare.ult(b, a)}
    assert statistics.renamed_hits == 2


def test_one_byte_twice_is_not_two_bytes() -> None:
    link, statistics = cache()
    a, b, c = BYTES[:3]
    assert link.check(in_order(compare.ult(a, b), compare.ult(b, c)), NEVER).answer is SAT
    assert link.check(in_order(compare.ult(a, b), compare.ult(b, a)), NEVER).answer is UNSAT
    assert statistics.renamed_hits == 0


def test_bytes_of_a_symbol_read_as_a_whole_keep_their_places() -> None:
    link, statistics = cache()
    one, other, index = symbol("one", 4), symbol("other", 4), symbol("index", 4)

    def query(array: Term, place: int, at: Term) -> tuple[Term, ...]:
        read = arrays.select(array, bits.zext(at, 32))
        return in_order(
            compare.eq(at, const(8, 2)),
            compare.eq(read, const(8, 5)),
            compare.eq(arrays.byte_of(array, place), const(8, 6)),
        )

    first, second = arrays.byte_of(index, 0), arrays.byte_of(index, 1)
    assert link.check(query(one, 2, first), NEVER).answer is UNSAT
    assert link.check(query(one, 1, first), NEVER).answer is SAT
    assert statistics.renamed_hits == 0
    assert link.check(query(other, 2, second), NEVER).answer is UNSAT
    result = link.check(query(other, 1, second), NEVER)
    assert statistics.renamed_hits == 2
    assert result.model is not None and first_violated(query(other, 1, second), Assignment(result.model)) is None


def test_the_cache_forgets_the_oldest() -> None:
    link, statistics = cache(capacity=1)
    ask = [in_order(compare.ult(BYTES[0], const(8, n))) for n in (5, 6)]
    for query in (ask[0], ask[1], ask[0]):
        link.check(query, NEVER)
    assert statistics.renamed_hits == 0
    link.check(ask[0], NEVER)
    assert statistics.renamed_hits == 1


@settings(max_examples=60, deadline=None)
@given(st.randoms(use_true_random=False))
def test_answers_about_renamed_bytes_are_those_of_a_backend(rng: Random) -> None:
    terms = RandomTerms(rng)
    query = [each for each in (terms.truth(3)[0] for _ in range(3)) if each.op != CONST]
    link, _ = cache()
    for bytes_ in (terms.bytes, rng.sample(BYTES, 2), rng.sample(BYTES, 2)):
        renaming = dict(zip(terms.bytes, bytes_, strict=True))
        renamed = [replace(each, dict(renaming)) for each in query]
        asked = in_order(*[each for each in renamed if each is not None and each.op != CONST])
        result = link.check(asked, NEVER)
        assert result.answer is BITWUZLA.check(asked, NEVER).answer
        if result.model is not None:
            assert first_violated(asked, Assignment(result.model)) is None
