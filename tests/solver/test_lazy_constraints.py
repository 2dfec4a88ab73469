"""Of a long path only what mentions the question's bytes is asked about, unless that turns out not to be enough."""

from __future__ import annotations

import itertools

from albers.expr import arrays, compare
from albers.expr.evaluate import Assignment, evaluate
from albers.expr.leaves import leaves_of
from albers.expr.term import const, symbol
from albers.solver.answer import SAT, UNSAT
from albers.solver.chain import Solver, SolverOptions
from albers.solver.deadline import Deadline
from albers.solver.lazy_constraints import LazyQuery
from albers.solver.links import ALL_LINKS, CANDIDATES, LAZY, RANGES
from albers.solver.path_condition import EMPTY, PathCondition

NEVER = Deadline.never()
SIZE = 60
INPUT = symbol("in", SIZE)
BYTES = [arrays.byte_of(INPUT, i) for i in range(SIZE)]
QUIET = ALL_LINKS - {CANDIDATES, RANGES}


def rising() -> PathCondition:
    """Every byte is smaller than the next: one group of constraints."""
    path = EMPTY
    for one, other in itertools.pairwise(BYTES):
        path = path.extended(compare.ult(one, other))
    return path


def far_apart() -> Assignment:
    return Assignment({byte: 4 * i for i, byte in enumerate(BYTES)})


def test_only_the_neighbours_of_the_question_are_asked_about() -> None:
    solver = Solver(SolverOptions(links=QUIET))
    question = compare.eq(BYTES[30], const(8, 121))
    outcome = solver.find(rising(), far_apart(), question, NEVER)
    assert outcome.witness is not None
    assert all(evaluate(each, outcome.witness) for each in [*rising().constraints(), question])
    assert solver.statistics.query_constraints < 20
    eager = Solver(SolverOptions(links=QUIET - {LAZY}))
    assert eager.find(rising(), far_apart(), question, NEVER).answer is SAT
    assert eager.statistics.query_constraints >= SIZE - 1


def test_a_question_that_moves_every_byte_is_answered_all_the_same() -> None:
    solver = Solver(SolverOptions(links=QUIET))
    for value, answer in ((29, UNSAT), (30, SAT), (226, SAT), (227, UNSAT)):
        outcome = solver.find(rising(), far_apart(), compare.eq(BYTES[30], const(8, value)), NEVER)
        assert outcome.answer is answer
        if outcome.witness is not None:
            assert all(evaluate(each, outcome.witness) for each in rising().constraints())


def test_the_stages_follow_one_another() -> None:
    query = tuple(rising().constraints())
    lazy = LazyQuery(query, leaves_of(BYTES[0]), far_apart(), True)
    assert lazy.next_query() == query[:1]
    assert lazy.is_satisfied(far_apart()) and lazy.is_refuted()
    assert not lazy.is_satisfied(far_apart().updated({BYTES[1]: 200}))
    assert lazy.next_query() == (query[0], compare.eq(BYTES[1], const(8, 4)))
    assert not lazy.is_refuted()
    assert lazy.next_query() == query
    assert lazy.is_refuted() and lazy.is_satisfied(far_apart())


def test_short_queries_are_asked_as_they_are() -> None:
    query = tuple(rising().constraints())
    assert LazyQuery(query[:5], leaves_of(BYTES[0]), far_apart(), True).next_query() == query[:5]
    assert LazyQuery(query, leaves_of(BYTES[0]), far_apart(), False).next_query() == query
