"""Links can be taken out of the chain in any combination without changing an answer."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from albers.expr import arith, arrays, bits, compare
from albers.expr.evaluate import Assignment, evaluate
from albers.expr.term import Term, const, symbol
from albers.solver.answer import SAT, UNSAT, Result
from albers.solver.backend import Backend
from albers.solver.chain import Solver, SolverOptions
from albers.solver.deadline import Deadline
from albers.solver.links import ALL_LINKS, CANDIDATES, SIMPLIFY, WITNESS
from albers.solver.path_condition import EMPTY
from tests.solver.explorations import branch_conditions
from tests.solver.random_terms import assert_finds_what_exists

NEVER = Deadline.never()
ZEROS = Assignment({})


def without(*links: str) -> Solver:
    return Solver(SolverOptions(links=ALL_LINKS - set(links)))


@settings(max_examples=40, deadline=None)
@given(st.randoms(use_true_random=False), st.sets(st.sampled_from(sorted(ALL_LINKS))))
def test_any_links_answer_as_trying_all_values_does(rng: Random, links: set[str]) -> None:
    assert_finds_what_exists(Solver(SolverOptions(links=frozenset(links))), rng)


@pytest.mark.parametrize("seed", range(2))
def test_each_link_taken_out_finds_the_same_answers(seed: int) -> None:
    # Witnesses may differ and with them the order of questions, so each choice is asked the same list of questions.
    solvers = {name: without(name) for name in sorted(ALL_LINKS)}
    solvers["all"] = without()
    solvers["none"] = without(*ALL_LINKS)
    solvers["z3"] = Solver(SolverOptions(backend="z3"))
    solvers["crosscheck"] = Solver(SolverOptions(crosscheck=True))
    path, witness = EMPTY, ZEROS
    for condition in branch_conditions(Random(seed), 10, 25):
        taken = condition if evaluate(condition, witness) else bits.not_(condition)
        extended = path.extended(taken)
        for question in (bits.not_(taken), taken):
            outcomes = {name: solver.find(path, witness, question, NEVER) for name, solver in solvers.items()}
            assert len({outcome.answer for outcome in outcomes.values()}) == 1, outcomes
            for outcome in outcomes.values():
                assert (outcome.witness is not None) == (outcome.answer is SAT)
                if outcome.witness is not None:
                    assert all(evaluate(each, outcome.witness) for each in [*path.constraints(), question])
        path = extended


def test_questions_about_single_bytes_reach_no_backend() -> None:
    array = symbol("in", 2)
    a, b = arrays.byte_of(array, 0), arrays.byte_of(array, 1)
    path = EMPTY.extended(compare.ult(a, const(8, 10)))
    solver = without()
    assert solver.find(path, ZEROS, compare.ult(const(8, 12), a), NEVER).answer is UNSAT
    outcome = solver.find(path, ZEROS, compare.ult(const(8, 7), a), NEVER)
    assert outcome.witness is not None and outcome.witness.values == {a: 8}
    word = arith.from_bytes([a, b])
    assert solver.find(path, ZEROS, compare.eq(word, const(16, 0x0305)), NEVER).answer is SAT
    assert solver.find(path, ZEROS, compare.eq(word, const(16, 0x0335)), NEVER).answer is UNSAT
    assert solver.statistics.domain_answers == 4 and solver.statistics.solver == 0
    asking = without(SIMPLIFY, CANDIDATES)
    assert asking.find(path, ZEROS, compare.ult(const(8, 7), a), NEVER).answer is SAT
    assert asking.statistics.solver == 1


def test_a_byte_shared_with_other_constraints_is_tried_at_a_few_values_first() -> None:
    array = symbol("in", 2)
    a, b = arrays.byte_of(array, 0), arrays.byte_of(array, 1)
    path = EMPTY.extended(compare.ult(b, a)).extended(compare.ult(a, const(8, 100)))
    witness = Assignment({a: 1})
    solver, asking = without(), without(CANDIDATES)
    for each in (solver, asking):
        outcome = each.find(path, witness, compare.ult(const(8, 50), a), NEVER)
        assert outcome.witness is not None and evaluate(compare.ult(b, a), outcome.witness)
    assert (solver.statistics.candidate_hits, solver.statistics.solver) == (1, 0)
    assert (asking.statistics.candidate_hits, asking.statistics.solver) == (0, 1)


def test_without_the_witness_even_what_it_satisfies_is_asked() -> None:
    array = symbol("in", 2)
    condition = compare.ule(arrays.byte_of(array, 0), arrays.byte_of(array, 1))
    solver = without(WITNESS)
    assert solver.find(EMPTY, ZEROS, condition, NEVER).answer is SAT
    assert solver.statistics.solver == 1 and solver.statistics.answered_by_witness == 0


SAME_QUERIES = """
import tests.solver.test_links as here
here.print_queries()
"""


def print_queries() -> None:
    """All queries of an exploration, in order."""
    noise = [symbol(f"noise{i}", 3) for i in range(os.getpid() % 97)]  # moves everything to other addresses
    solver = without(CANDIDATES)
    inner = solver._chain
    solver._chain = Shown(inner)
    array = symbol("in", 8)
    raw = [arrays.byte_of(array, i) for i in range(8)]
    path, witness = EMPTY, ZEROS
    for i, byte in enumerate(raw):
        taken = compare.ult(byte, const(8, 200 - i))
        path = path.extended(taken)
    total = raw[0]
    for byte in raw[1:]:
        total = arith.add(total, byte)
        solver.find(path, witness, compare.eq(total, const(8, 177)), NEVER)
    assert len(noise) < 97


class Shown(Backend):
    """Prints queries on their way."""

    def __init__(self, inner: Backend) -> None:
        self.inner = inner

    def check(self, constraints: Sequence[Term], deadline: Deadline) -> Result:
        print([str(each) for each in constraints])
        return self.inner.check(constraints, deadline)


def test_queries_are_the_same_in_every_process() -> None:
    command = [sys.executable, "-c", SAME_QUERIES]
    runs = [subprocess.run(command, capture_output=True, text=True, check=True).stdout for _ in range(3)]
    assert runs[0].count("\n") == 7
    assert runs[0] == runs[1] == runs[2]
