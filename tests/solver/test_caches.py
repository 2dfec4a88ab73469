"""A cache answers what the backend would have answered, and stays within its bounds."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from albers.expr import arith, arrays, bits, compare
from albers.expr.evaluate import Assignment
from albers.expr.term import Term, const, symbol
from albers.solver.answer import SAT, UNKNOWN, UNSAT, Result, first_violated
from albers.solver.backend import Backend
from albers.solver.backends import make_backend
from albers.solver.counterexample_cache import CounterexampleCache
from albers.solver.deadline import Deadline
from albers.solver.exact_cache import ExactCache
from albers.solver.statistics import SolverStatistics

NEVER = Deadline.never()
INPUT = symbol("in", 4)
BYTES = [arrays.byte_of(INPUT, i) for i in range(4)]
BITWUZLA = make_backend("bitwuzla")


class Recorded(Backend):
    """A fresh Bitwuzla, or a fixed result, with a list of what it was asked."""

    def __init__(self, always: Result | None = None) -> None:
        self.asked: list[tuple[Term, ...]] = []
        self.always = always
        self.solver = make_backend("bitwuzla")

    def check(self, constraints: Sequence[Term], deadline: Deadline) -> Result:
        self.asked.append(tuple(constraints))
        return self.solver.check(constraints, deadline) if self.always is None else self.always


def some_constraints() -> list[Term]:
    constraints = []
    for i, byte in enumerate(BYTES):
        for limit in (3, 50, 200):
            constraints.append(compare.ult(byte, const(8, limit)))
            constraints.append(compare.ult(const(8, limit), byte))
        constraints.append(compare.ult(arith.add(byte, BYTES[i - 1]), const(8, 20)))
        constraints.append(compare.eq(byte, BYTES[i - 1]))
    return constraints


CONSTRAINTS = sorted(some_constraints(), key=lambda term: term.serial)


@pytest.mark.parametrize("capacity", [3, 1000])
@settings(max_examples=40, deadline=None)
@given(st.lists(st.sets(st.sampled_from(range(len(CONSTRAINTS))), min_size=1, max_size=5), min_size=1, max_size=25))
def test_cached_answers_equal_fresh_answers(capacity: int, choices: list[set[int]]) -> None:
    statistics = SolverStatistics()
    related = CounterexampleCache(Recorded(), statistics, capacity, capacity)
    cached = ExactCache(related, statistics, capacity)
    for choice in choices:
        query = tuple(CONSTRAINTS[i] for i in sorted(choice))
        result = cached.check(query, NEVER)
        assert result.answer is BITWUZLA.check(query, NEVER).answer
        if result.model is not None:
            assert first_violated(query, Assignment(result.model)) is None


def test_the_same_query_is_asked_once() -> None:
    statistics = SolverStatistics()
    recorded = Recorded()
    cache = ExactCache(recorded, statistics)
    query = (CONSTRAINTS[0], CONSTRAINTS[1])
    first = cache.check(query, NEVER)
    assert cache.check(list(query), NEVER) is first
    assert len(recorded.asked) == 1 and statistics.exact_hits == 1


def test_a_full_cache_forgets_the_oldest_query() -> None:
    recorded = Recorded()
    cache = ExactCache(recorded, SolverStatistics(), capacity=2)
    for i in (0, 1, 2, 1, 2, 0):
        cache.check((CONSTRAINTS[i],), NEVER)
    assert [query[0] for query in recorded.asked] == [CONSTRAINTS[i] for i in (0, 1, 2, 0)]


def test_a_query_without_answer_is_asked_again_only_with_more_time() -> None:
    statistics = SolverStatistics()
    recorded = Recorded(Result(UNKNOWN))
    cache = ExactCache(recorded, statistics)
    query = (CONSTRAINTS[0],)
    for seconds in (10.0, 10.0, 5.0, 60.0):
        assert cache.check(query, Deadline.after(seconds)).answer is UNKNOWN
    assert len(recorded.asked) == 2 and statistics.hopeless_hits == 2


def test_a_query_cut_off_by_cancellation_is_not_held_against_it() -> None:
    class Cancelling(Recorded):
        def check(self, constraints: Sequence[Term], deadline: Deadline) -> Result:
            deadline.cancel()
            return super().check(constraints, deadline)

    cancelling = Cancelling(Result(UNKNOWN))
    cache = ExactCache(cancelling, SolverStatistics())
    cache.check((CONSTRAINTS[0],), Deadline.after(100))
    cache.check((CONSTRAINTS[0],), Deadline.after(1))
    assert len(cancelling.asked) == 2


def test_a_known_contradiction_within_a_query_answers_it() -> None:
    statistics = SolverStatistics()
    recorded = Recorded()
    cache = CounterexampleCache(recorded, statistics)
    low, high = compare.ult(BYTES[0], const(8, 3)), compare.ult(const(8, 50), BYTES[0])
    unrelated = compare.ult(BYTES[1], const(8, 3))
    assert cache.check((unrelated, low, high), NEVER).answer is UNSAT
    # The core does not contain the unrelated constraint, so a query without it is answered too.
    assert cache.check((low, high), NEVER).answer is UNSAT
    assert cache.check((low, high, compare.eq(BYTES[2], BYTES[3])), NEVER).answer is UNSAT
    assert len(recorded.asked) == 1 and statistics.unsat_subset_hits == 2


def test_values_found_for_more_constraints_serve_for_fewer() -> None:
    statistics = SolverStatistics()
    recorded = Recorded()
    cache = CounterexampleCache(recorded, statistics)
    a, b = compare.ult(BYTES[0], const(8, 3)), compare.eq(BYTES[1], BYTES[0])
    assert cache.check((a, b), NEVER).answer is SAT
    assert cache.check((b,), NEVER).answer is SAT
    assert len(recorded.asked) == 1 and statistics.sat_superset_hits == 1


def test_values_found_for_related_constraints_are_tried() -> None:
    statistics = SolverStatistics()
    recorded = Recorded()
    cache = CounterexampleCache(recorded, statistics)
    small = compare.ult(BYTES[0], const(8, 51))
    exactly = compare.eq(BYTES[0], const(8, 7))
    other = bits.not_(compare.eq(BYTES[0], const(8, 9)))
    assert cache.check((small,), NEVER).answer is SAT
    assert cache.check((exactly, other), NEVER).answer is SAT
    asked = len(recorded.asked)
    assert cache.check((small, exactly), NEVER).answer is SAT
    assert len(recorded.asked) == asked and statistics.model_hits == 1


@settings(max_examples=20, deadline=None)
@given(st.randoms(use_true_random=False))
def test_what_is_kept_of_related_queries_is_bounded(rng: Random) -> None:
    cache = CounterexampleCache(Recorded(), SolverStatistics(), cores=4, solutions=4)
    for _ in range(60):
        query = rng.sample(CONSTRAINTS, rng.randint(1, 4))
        cache.check(tuple(sorted(query, key=lambda term: term.serial)), NEVER)
    assert len(cache._core_order) <= 4 and sum(map(len, cache._cores.values())) <= 4
    assert len(cache._solution_order) <= 4
    kept = {solution for filed in cache._solutions.values() for solution in filed}
    assert kept <= set(cache._solution_order)
