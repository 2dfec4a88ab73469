"""The solver as the engine uses it: answers about paths, with witnesses, at as little cost as possible."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from albers.expr import arith, arrays, bits, compare
from albers.expr.evaluate import Assignment, evaluate
from albers.expr.term import FALSE, TRUE, Term, const, symbol
from albers.solver.answer import SAT, UNKNOWN, UNSAT, Result, WrongModel
from albers.solver.backend import Backend
from albers.solver.chain import Solver, SolverOptions
from albers.solver.crosscheck import CrossCheck, SolverDisagreement
from albers.solver.deadline import Deadline
from albers.solver.links import ALL_LINKS, CANDIDATES, SIMPLIFY
from albers.solver.path_condition import EMPTY
from tests.solver.explorations import branch_conditions, explore
from tests.solver.random_terms import RandomTerms, assert_finds_what_exists, solutions

NEVER = Deadline.never()
INPUT = symbol("in", 4)
A, B, C, D = (arrays.byte_of(INPUT, i) for i in range(4))
ZEROS = Assignment({})
# For questions so simple that they would not reach a backend otherwise.
ASKING = ALL_LINKS - {SIMPLIFY, CANDIDATES}


class Fixed(Backend):
    """Always gives the same result."""

    def __init__(self, result: Result) -> None:
        self.result = result

    def check(self, constraints: Sequence[Term], deadline: Deadline) -> Result:
        return self.result


def test_constants_and_what_the_witness_satisfies_cost_nothing() -> None:
    solver = Solver(SolverOptions())
    assert solver.find(EMPTY, ZEROS, TRUE, NEVER).witness is ZEROS
    assert solver.find(EMPTY, ZEROS, FALSE, NEVER).answer is UNSAT
    assert solver.find(EMPTY, ZEROS, compare.ult(A, const(8, 3)), NEVER).witness is ZEROS
    counts = solver.statistics
    assert (counts.asked, counts.constant, counts.answered_by_witness, counts.solver) == (3, 2, 1, 0)
    assert (counts.sat, counts.unsat) == (2, 1)


def test_the_opposite_of_a_passed_condition_is_refused_without_a_backend() -> None:
    solver = Solver(SolverOptions(links=ASKING))
    passed = compare.ult(A, B)
    path = EMPTY.extended(passed)
    witness = Assignment({B: 1})
    both = bits.and_(compare.eq(C, D), bits.not_(passed))
    assert solver.find(path, witness, both, NEVER).answer is UNSAT
    assert solver.statistics.solver == 0 and solver.statistics.contradictions == 1


def test_a_new_witness_changes_only_what_the_question_depends_on() -> None:
    solver = Solver(SolverOptions(links=ASKING))
    path = EMPTY.extended(compare.ult(const(8, 10), C)).extended(compare.ult(A, const(8, 9)))
    witness = Assignment({C: 77, D: 5})
    outcome = solver.find(path, witness, compare.eq(A, const(8, 4)), NEVER)
    assert outcome.witness is not None
    assert outcome.witness.values == {A: 4, C: 77, D: 5}
    assert solver.statistics.slices == 1


def test_bytes_that_an_unknown_index_may_hit_are_all_taken_from_the_model() -> None:
    solver = Solver(SolverOptions())
    array = symbol("a", 300)
    old = {arrays.byte_of(array, i): 200 for i in range(300)}
    read = arrays.select(array, bits.zext(A, 32))
    outcome = solver.find(EMPTY, Assignment(old), compare.ult(read, const(8, 100)), NEVER)
    assert outcome.witness is not None and evaluate(read, outcome.witness) < 100


def test_bytes_that_a_remembered_model_leaves_out_are_zero_in_the_witness() -> None:
    solver = Solver(SolverOptions(links=ASKING))
    array = symbol("a", 300)
    zero_there = compare.eq(arrays.select(array, bits.zext(A, 32)), const(8, 0))
    at_one, at_two = compare.eq(A, const(8, 1)), compare.eq(A, const(8, 2))
    for question in (bits.and_(zero_there, at_one), at_two):
        assert solver.find(EMPTY, Assignment({arrays.byte_of(array, 0): 9}), question, NEVER).answer is SAT
    # The model remembered for A == 2 says nothing about a[2], which makes it a model of this question too.
    old = Assignment({arrays.byte_of(array, i): 200 for i in range(300)})
    outcome = solver.find(EMPTY, old, bits.and_(zero_there, at_two), NEVER)
    assert solver.statistics.model_hits == 1
    assert outcome.witness is not None and evaluate(zero_there, outcome.witness)


@settings(max_examples=80, deadline=None)
@given(st.randoms(use_true_random=False))
def test_answers_agree_with_trying_all_values(rng: Random) -> None:
    assert_finds_what_exists(Solver(SolverOptions()), rng)


def test_the_same_questions_get_the_same_witnesses_in_every_run() -> None:
    conditions = branch_conditions(Random(5), 12, 30)
    runs = [explore(Solver(SolverOptions()), conditions, 400, Random(1)) for _ in range(2)]
    assert len(runs[0]) == 400
    assert runs[0] == runs[1]


def test_caches_and_slices_save_queries_in_an_exploration() -> None:
    solver = Solver(SolverOptions())
    explore(solver, branch_conditions(Random(7), 12, 30), 600, Random(1))
    counts = solver.statistics
    assert counts.exact_hits > 0 and counts.unsat_subset_hits > 0 and counts.slices > 0
    assert counts.solver < counts.asked
    assert counts.sat + counts.unsat + counts.unknown == counts.asked
    names = [name for name in dir(counts) if not name.startswith("_") and name != "as_dict"]
    assert counts.as_dict() == {name: getattr(counts, name) for name in names}


@settings(max_examples=60, deadline=None)
@given(st.randoms(use_true_random=False))
def test_extremes_agree_with_trying_all_values(rng: Random) -> None:
    solver = Solver(SolverOptions())
    terms = RandomTerms(rng)
    first, second = terms.bytes
    condition, term = terms.truth(2)[0], terms.bits(rng.randint(1, 16), 2)[0]
    bounded = compare.ult(second, const(8, 2))
    found = list(solutions([condition, bounded], {second: range(2), first: range(256)}))
    if not found or condition is FALSE:
        return
    path = EMPTY.extended(bounded).extended(condition)
    values = [evaluate(term, each) for each in found]
    witness = rng.choice(found)
    for search, extreme in ((solver.minimum, min(values)), (solver.maximum, max(values))):
        answer, value, reached = search(path, witness, term, NEVER)
        assert (answer, value) == (SAT, extreme)
        assert evaluate(term, reached) == extreme
        assert all(evaluate(each, reached) for each in path.constraints())
    assert solver.value_range(path, witness, term, NEVER) == (min(values), max(values))


def test_the_extremes_of_a_wide_term_take_few_questions() -> None:
    solver = Solver(SolverOptions())
    array = symbol("w", 8)
    wide = arith.from_bytes([arrays.byte_of(array, i) for i in range(8)])
    path = EMPTY.extended(compare.ult(wide, const(64, 1000))).extended(compare.ult(const(64, 20), wide))
    witness = Assignment({arrays.byte_of(array, 0): 100})
    assert solver.value_range(path, witness, wide, NEVER) == (21, 999)
    assert solver.statistics.asked < 45


def test_without_time_a_range_is_wide_but_not_wrong() -> None:
    solver = Solver(SolverOptions(links=ASKING))
    path = EMPTY.extended(compare.ult(const(8, 20), A))
    witness = Assignment({A: 50})
    past = Deadline.after(-1)
    answer, value, reached = solver.minimum(path, witness, A, past)
    assert (answer, value) == (UNKNOWN, 50) and reached is witness
    assert solver.value_range(path, witness, A, past) == (0, 255)


def test_after_the_deadline_nothing_is_asked_any_more() -> None:
    solver = Solver(SolverOptions())
    outcome = solver.find(EMPTY, ZEROS, compare.ult(A, B), Deadline.after(-1))
    assert outcome.answer is UNKNOWN and solver.statistics.solver == 0
    # What needs no solver is known all the same.
    assert solver.find(EMPTY, ZEROS, compare.eq(A, const(8, 3)), Deadline.after(-1)).answer is SAT


def test_the_time_for_one_question_is_limited_by_the_options() -> None:
    solver = Solver(SolverOptions(timeout=1e-9, links=ASKING))
    outcome = solver.find(EMPTY, ZEROS, compare.eq(A, const(8, 4)), NEVER)
    assert outcome.answer is UNKNOWN and outcome.witness is None
    assert solver.statistics.unknown == 1


def test_a_model_that_violates_the_query_is_an_error_and_not_an_answer() -> None:
    solver = Solver(SolverOptions(links=ASKING))
    solver._chain = Fixed(Result(SAT, {A: 3}))
    with pytest.raises(WrongModel, match=r"eq in\[0\] 4"):
        solver.find(EMPTY, ZEROS, compare.eq(A, const(8, 4)), NEVER)


def test_backends_that_disagree_are_an_error_that_names_the_query() -> None:
    query = [compare.eq(A, const(8, 4))]
    yes, no, unknown = Fixed(Result(SAT, {A: 4})), Fixed(Result(UNSAT)), Fixed(Result(UNKNOWN))
    with pytest.raises(SolverDisagreement, match=r"eq in\[0\] 4"):
        CrossCheck(yes, no).check(query, NEVER)
    with pytest.raises(WrongModel):
        CrossCheck(unknown, Fixed(Result(SAT, {A: 5}))).check(query, NEVER)
    assert CrossCheck(unknown, no).check(query, NEVER).answer is UNSAT
    assert CrossCheck(yes, unknown).check(query, NEVER).answer is SAT
    assert CrossCheck(unknown, unknown).check(query, NEVER).answer is UNKNOWN


def test_a_byte_at_an_unknown_index_and_a_number_near_a_bound_are_found_by_trying() -> None:
    array = symbol("a", 300)
    at_a = arrays.select(array, bits.zext(A, 32))
    number = arith.from_bytes([B, C])
    path = EMPTY.extended(compare.ult(A, const(8, 9))).extended(compare.ule(number, const(16, 300)))
    questions = [
        compare.eq(at_a, const(8, 77)),
        compare.eq(bits.and_(at_a, const(8, 0xC0)), const(8, 0x80)),
        compare.ult(const(16, 255), number),
        compare.eq(number, const(16, 300)),
    ]
    for question in questions:
        solver = Solver(SolverOptions(links=ALL_LINKS - {SIMPLIFY}))
        outcome = solver.find(path, ZEROS, question, NEVER)
        assert outcome.witness is not None and evaluate(question, outcome.witness)
        assert all(evaluate(each, outcome.witness) for each in path.constraints())
        assert solver.statistics.solver == 0


def test_what_is_tried_in_vain_is_asked_of_the_solver() -> None:
    array = symbol("a", 300)
    at_a = arrays.select(array, bits.zext(A, 32))
    path = EMPTY.extended(compare.ult(at_a, const(8, 9)))
    solver = Solver(SolverOptions(links=ALL_LINKS - {SIMPLIFY}))
    assert solver.find(path, ZEROS, compare.eq(at_a, const(8, 77)), NEVER).answer is UNSAT
