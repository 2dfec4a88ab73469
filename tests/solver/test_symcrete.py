"""Symcretes keep their values where they can, and take the smallest where they cannot."""

from __future__ import annotations

import itertools

from hypothesis import given, settings
from hypothesis import strategies as st

from albers.expr.arith import add
from albers.expr.arrays import byte_of
from albers.expr.bits import zext
from albers.expr.compare import eq, ule, ult
from albers.expr.evaluate import Assignment, evaluate
from albers.expr.term import Term, const, symbol
from albers.solver.answer import SAT, UNSAT
from albers.solver.chain import Solver, SolverOptions
from albers.solver.deadline import Deadline
from albers.solver.path_condition import PathCondition
from albers.solver.symcrete import SizeSource, Source, Symcrete


def number(name: str) -> Term:
    return byte_of(symbol(name, 1), 0)


def solver() -> Solver:
    return Solver(SolverOptions(isolate_heavy=False))


def path_of(*conditions: Term) -> PathCondition:
    path = PathCondition.empty()
    for condition in conditions:
        path = path.extended(condition)
    return path


def test_a_symcrete_keeps_its_value_if_another_solution_exists() -> None:
    x, y = number("x"), number("y")
    path = path_of(ule(x, y))
    witness = Assignment({x: 5, y: 5})
    outcome = solver().find(path, witness, ult(x, y), Deadline.never(), (Symcrete(x, Source()),))
    assert outcome.witness is not None
    assert outcome.witness.values[x] == 5 and outcome.witness.values[y] > 5


def test_values_that_forbid_the_question_are_relaxed_as_in_the_papers_example() -> None:
    x, y = number("x"), number("y")
    asked = solver()
    outcome = asked.find(
        path_of(ult(x, y)),
        Assignment({x: 0, y: 1}),
        ult(const(8, 0), x),
        Deadline.never(),
        (Symcrete(x, Source()), Symcrete(y, Source())),
    )
    assert outcome.witness is not None
    assert 0 < outcome.witness.values[x] < outcome.witness.values[y]
    assert asked.statistics.symcretes_relaxed == 2


def test_what_has_no_solution_has_none_with_symcretes() -> None:
    x = number("x")
    outcome = solver().find(
        path_of(ule(x, const(8, 9))), Assignment({}), ult(const(8, 9), x), Deadline.never(), (Symcrete(x, Source()),)
    )
    assert outcome.answer is UNSAT


def test_a_symcrete_that_the_core_does_not_name_stays() -> None:
    x, y, z = number("x"), number("y"), number("z")
    path = path_of(ule(y, add(x, z)))
    witness = Assignment({x: 3, y: 4, z: 7})
    outcome = solver().find(
        path, witness, eq(x, const(8, 1)), Deadline.never(), (Symcrete(x, Source()), Symcrete(z, Source()))
    )
    assert outcome.witness is not None and outcome.witness.values[x] == 1 and outcome.witness.values[z] == 7


bounds = st.integers(0, 40)


@settings(max_examples=60, deadline=None)
@given(bounds, bounds, bounds, st.integers(0, 30))
def test_relaxed_sizes_have_the_smallest_sum_above_the_threshold(a: int, b: int, c: int, threshold: int) -> None:
    x, y = number("x"), number("y")
    wide_x, wide_y = zext(x, 16), zext(y, 16)
    conditions = [
        ule(const(8, a), x),
        ule(const(16, b), add(wide_x, add(wide_y, wide_y))),
        ule(y, const(8, 100)),
    ]
    path = path_of(*conditions)
    witness = Assignment({x: 255, y: 100})
    question = ule(add(wide_x, wide_y), const(16, 60 + c))
    source = SizeSource(threshold)
    outcome = solver().find(path, witness, question, Deadline.never(), (Symcrete(x, source), Symcrete(y, source)))
    assert outcome.answer is SAT and outcome.witness is not None
    values = outcome.witness.values
    found = values.get(x, 0) + values.get(y, 0)
    # A size that stood in nobody's way keeps its value; the sum is the smallest that the others allow.
    choices_of_x = [255] if values.get(x, 0) == 255 else range(256)
    choices_of_y = [100] if values.get(y, 0) == 100 else range(101)
    sums = [
        i + j for i, j in itertools.product(choices_of_x, choices_of_y) if i >= a and i + 2 * j >= b and i + j <= 60 + c
    ]
    assert all(evaluate(each, outcome.witness) for each in [*conditions, question])
    assert found <= threshold or found == min(sums)


@settings(max_examples=40, deadline=None)
@given(bounds, bounds)
def test_the_smallest_total_is_found(a: int, b: int) -> None:
    x, y = number("x"), number("y")
    path = path_of(ule(const(8, a), x), ule(const(16, b), add(zext(x, 16), zext(y, 16))))
    answer, _, value, witness = solver().smallest_total(path, Assignment({x: 255, y: 255}), [x, y], Deadline.never())
    assert answer is SAT and value == max(a, b)
    assert witness.values.get(x, 0) + witness.values.get(y, 0) == value


def test_terms_that_share_nothing_are_apart() -> None:
    x, y, z = number("x"), number("y"), number("z")
    groups = solver().together(path_of(ule(x, z)), [x, y, z])
    assert sorted(sorted(int(term.serial) for term in group) for group in groups) == sorted(
        [sorted([int(x.serial), int(z.serial)]), [int(y.serial)]]
    )
