"""The link that asks two backends and compares (`--crosscheck`): slow, for finding defects of solvers and of ours."""

from __future__ import annotations

from collections.abc import Sequence

from albers.expr.evaluate import Assignment
from albers.expr.term import Term
from albers.solver.answer import SAT, UNKNOWN, Result, SolverFault, WrongModel, first_violated, query_text
from albers.solver.backend import Backend
from albers.solver.deadline import Deadline


class SolverDisagreement(SolverFault):
    """Two backends gave opposite answers to the same query."""

    def __init__(self, first: Result, second: Result, constraints: Sequence[Term]) -> None:
        super().__init__(
            f"the solvers disagree ({first.answer.value} and {second.answer.value}) on the query\n"
            f"{query_text(constraints)}"
        )


class CrossCheck(Backend):
    """Answers as the first backend does; if that has no answer, as the second."""

    def __init__(self, first: Backend, second: Backend) -> None:
        self._first = first
        self._second = second

    def check(self, constraints: Sequence[Term], deadline: Deadline) -> Result:
        first = self._first.check(constraints, deadline)
        second = self._second.check(constraints, deadline)
        for result in (first, second):
            if result.answer is SAT:
                _check_model(result, constraints)
        if first.answer is UNKNOWN:
            return second
        if second.answer is not UNKNOWN and first.answer is not second.answer:
            raise SolverDisagreement(first, second, constraints)
        return first

    def close(self) -> None:
        self._first.close()
        self._second.close()


def _check_model(result: Result, constraints: Sequence[Term]) -> None:
    assert result.model is not None
    violated = first_violated(constraints, Assignment(result.model))
    if violated is not None:
        raise WrongModel(violated, constraints)
