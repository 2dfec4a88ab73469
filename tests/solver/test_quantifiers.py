"""Queries with quantifiers: the procedure's answers are those of trying everything, and of Z3, and its models hold."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from albers.expr.arith import add, from_bytes, mul
from albers.expr.arrays import byte_of, select, symbol
from albers.expr.bits import all_of, and_, any_of, not_, or_, zext
from albers.expr.compare import eq, ule, ult
from albers.expr.evaluate import Assignment, evaluate
from albers.expr.quantified import bound_variable, expanded, forall, instance_at, quantified_parts
from albers.expr.term import BOUND_VARIABLE, FORALL, INDEX_WIDTH, TRUE, Term, const
from albers.options import QUANTIFIER_STAGES
from albers.solver.answer import SAT, UNSAT, Result, first_violated
from albers.solver.backend import Backend
from albers.solver.bitwuzla_backend import BitwuzlaBackend
from albers.solver.chain import Solver, SolverOptions
from albers.solver.deadline import Deadline
from albers.solver.path_condition import PathCondition
from albers.solver.quantified_z3 import QuantifiedZ3
from albers.solver.quantifiers import QuantifierProcedure
from albers.solver.statistics import SolverStatistics

NEVER = Deadline.never()


class Unwanted(Backend):
    """A generic solver that must not be called."""

    def check(self, constraints: Sequence[Term], deadline: Deadline) -> Result:
        raise AssertionError("the generic solver was called")


def number(value: int, width: int = INDEX_WIDTH) -> Term:
    return const(width, value)


def counter(name: str) -> Term:
    """An unknown of 32 bits of which all but the lowest byte are 0, as the procedure meets them."""
    return zext(byte_of(symbol(name, 1), 0), INDEX_WIDTH)


def procedure(statistics: SolverStatistics, generic: Backend, stages: tuple[str, ...] = QUANTIFIER_STAGES) -> Backend:
    return QuantifierProcedure(BitwuzlaBackend(), generic, statistics, frozenset(stages))


def test_a_forall_stands_for_the_conjunction_of_its_instances() -> None:
    text, upper = symbol("text", 4), counter("upper")
    whole = forall(upper, 3, eq(select(text, BOUND_VARIABLE), number(7, 8)))
    assert whole.op == FORALL
    written_out = expanded(whole)
    for m in range(5):
        for mask in range(8):
            values = {byte_of(text, i): 7 if mask >> i - 1 & 1 else 0 for i in (1, 2, 3)}
            model = Assignment({**values, upper.args[0]: m})
            expected = all(mask >> i - 1 & 1 for i in range(1, min(m, 3) + 1))
            assert evaluate(whole, model) == evaluate(written_out, model) == expected


def test_trivial_quantified_terms_are_simplified() -> None:
    text, upper = symbol("text", 4), counter("upper")
    body = eq(select(text, BOUND_VARIABLE), number(7, 8))
    assert forall(number(0), 9, body) is TRUE
    assert forall(upper, 9, TRUE) is TRUE
    assert forall(upper, 9, eq(byte_of(text, 1), number(7, 8))).op != FORALL
    assert not quantified_parts(forall(upper, 1, body))
    assert forall(upper, 9, body) is forall(upper, 9, body)


def test_an_instance_at_an_unknown_index_says_nothing_outside_the_range() -> None:
    text, upper, at = symbol("text", 8), counter("upper"), counter("at")
    whole = forall(upper, 5, eq(select(text, BOUND_VARIABLE), number(7, 8)))
    meant = instance_at(whole, at)
    for m in (0, 2, 5, 9):
        for i in range(8):
            model = Assignment({upper.args[0]: m, at.args[0]: i})  # every byte of the text is 0: the body is false
            assert evaluate(meant, model) == (not 1 <= i <= min(m, 5))


def running_example() -> list[Term]:
    """The example of the paper on solving: a string without 0 before its end, and with 8 in a certain place."""
    text, n, k = symbol("s", 100), counter("n"), counter("k")
    no_end = not_(eq(select(text, add(BOUND_VARIABLE, number(0xFFFF_FFFF))), number(0, 8)))
    return [
        eq(byte_of(text, 0), number(5, 8)),
        eq(byte_of(text, 3), number(8, 8)),
        ule(number(40), k),
        ule(k, n),
        ule(n, number(80)),
        forall(k, 80, no_end),
        eq(select(text, k), number(0, 8)),
    ]


def test_stripping_alone_fails_and_duplication_and_repair_succeed_without_the_generic_solver() -> None:
    query = running_example()
    for stages in (("strip",), ("strip", "duplicate")):
        with pytest.raises(AssertionError, match="generic"):
            procedure(SolverStatistics(), Unwanted(), stages).check(query, NEVER)
    statistics = SolverStatistics()
    result = procedure(statistics, Unwanted(), ("strip", "duplicate", "repair")).check(query, NEVER)
    assert result.answer is SAT and result.model is not None
    assert first_violated(query, Assignment(result.model)) is None
    assert statistics.quantified_repaired == 1


def test_a_contradiction_at_a_matched_term_is_found_by_stripping() -> None:
    text, k, at = symbol("s", 100), counter("k"), counter("at")
    query = [
        forall(k, 90, eq(select(text, BOUND_VARIABLE), number(97, 8))),
        ule(k, number(90)),
        ule(number(1), at),
        ule(at, k),
        eq(select(text, at), number(98, 8)),
    ]
    statistics = SolverStatistics()
    assert procedure(statistics, Unwanted(), ("terms", "strip")).check(query, NEVER).answer is UNSAT
    assert statistics.quantified_stripped == 1


def random_atom(rng: Random, text: Term, other: Term, scalars: list[Term]) -> Term:
    """An (in)equality or comparison over reads at the variable, at scalars, and at constants."""
    index = add(mul(BOUND_VARIABLE, number(rng.choice((1, 1, 1, 2)))), number(rng.randrange(3)))
    read = select(rng.choice((text, text, other)), index)
    right = rng.choice((number(rng.randrange(3), 8), byte_of(text, rng.randrange(4)), scalars[0].args[0]))
    atom = rng.choice((eq(read, right), not_(eq(read, right)), ult(read, right), ule(right, read)))
    if rng.random() < 0.3:
        atom = and_(atom, ult(bound_variable(64), zext(rng.choice(scalars), 64)))
    return atom


def random_query(rng: Random) -> list[Term]:
    text, other = symbol("text", 12), symbol("other", 12)
    scalars = [counter(name) for name in "nk"]
    n, k = scalars
    limit = rng.randrange(2, 6)
    atoms = [random_atom(rng, text, other, scalars) for _ in range(rng.randrange(1, 3))]
    body = all_of(atoms) if rng.random() < 0.6 else any_of(atoms)
    whole = forall(k, limit, body)
    query: list[Term] = [ule(k, number(limit)), ule(n, number(8))]
    if rng.random() < 0.4:
        query.append(ule(number(rng.randrange(1, 4)), k))
    shape = rng.random()
    if shape < 0.7:
        query.append(whole)
    elif shape < 0.85:
        query.append(or_(whole, eq(n, number(3))))
    else:
        query.append(not_(whole))
    for _ in range(rng.randrange(4)):
        where = rng.choice((select(text, k), select(text, n), byte_of(text, rng.randrange(8)), select(other, k)))
        what = eq(where, number(rng.randrange(3), 8))
        query.append(not_(what) if rng.random() < 0.5 else what)
    return [each for each in query if each is not TRUE]


def agreement(seed: int, stages: tuple[str, ...]) -> None:
    rng = Random(seed)
    query = random_query(rng)
    if any(each.op == 0 for each in query):
        return
    ours = procedure(SolverStatistics(), QuantifiedZ3(), stages).check(query, NEVER)
    theirs = QuantifiedZ3().check(query, NEVER)
    assert ours.answer is theirs.answer
    if ours.answer is SAT:
        assert ours.model is not None
        assert first_violated(query, Assignment(ours.model)) is None
    elif ours.core is not None:
        assert QuantifiedZ3().check(list(ours.core), NEVER).answer is UNSAT


def test_on_a_thousand_formulas_the_answers_are_those_of_z3_and_every_model_holds() -> None:
    for seed in range(1000, 2000):
        agreement(seed, ("terms", "strip", "duplicate", "repair"))


@pytest.mark.parametrize("stages", [("strip",), ("strip", "duplicate"), ("terms", "strip", "repair"), ("expand",), ()])
def test_every_choice_of_stages_gives_the_same_answers(stages: tuple[str, ...]) -> None:
    for seed in range(40):
        agreement(seed, stages)


def test_the_chain_answers_questions_about_a_quantified_path() -> None:
    text, k = symbol("s", 64), symbol("k", 4)
    count = from_bytes([byte_of(k, i) for i in range(4)])
    letter = number(97, 8)
    span = forall(count, 50, eq(select(text, add(BOUND_VARIABLE, number(0xFFFF_FFFF))), letter))
    path = PathCondition.empty().extended(ule(count, number(50))).extended(span)
    solver = Solver(SolverOptions())
    witness = Assignment({})
    found = solver.find(path, witness, ule(number(30), count), NEVER)
    assert found.answer is SAT and found.witness is not None
    assert all(found.witness.values[byte_of(text, i)] == 97 for i in range(30))
    both = path.extended(ule(number(30), count))
    assert solver.find(both, found.witness, not_(eq(byte_of(text, 29), letter)), NEVER).answer is UNSAT
    assert solver.find(both, found.witness, not_(eq(byte_of(text, 55), letter)), NEVER).answer is SAT
