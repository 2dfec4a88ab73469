"""What questions and queries are answered with, and how an answer is found to be wrong."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import Final

from albers.expr.evaluate import Assignment, evaluate
from albers.expr.term import Term


class Answer(enum.Enum):
    """`UNKNOWN` is an answer like the others: the time was up or the backend gave up."""

    SAT = "sat"
    UNSAT = "unsat"
    UNKNOWN = "unknown"


SAT: Final = Answer.SAT
UNSAT: Final = Answer.UNSAT
UNKNOWN: Final = Answer.UNKNOWN


class Result:
    """An answer with its evidence.

    `model` (present iff SAT) maps byte leaves to values; bytes it does not mention are 0. `core` (only with UNSAT,
    not always known) is a subset of the asked constraints that is unsatisfiable by itself.
    """

    def __init__(
        self, answer: Answer, model: dict[Term, int] | None = None, core: tuple[Term, ...] | None = None
    ) -> None:
        self.answer = answer
        self.model = model
        self.core = core


class Outcome:
    """An answer about a path; the witness, present iff SAT, satisfies the path and the condition asked about."""

    def __init__(self, answer: Answer, witness: Assignment | None) -> None:
        self.answer = answer
        self.witness = witness


class SolverFault(Exception):
    """A backend or the chain itself is wrong: a defect, never a property of the analysed program."""


class WrongModel(SolverFault):
    """A query was answered SAT with values that do not satisfy it."""

    def __init__(self, violated: Term, constraints: Sequence[Term]) -> None:
        super().__init__(f"the model violates\n  {violated}\nof the query\n{query_text(constraints)}")


def query_text(constraints: Sequence[Term]) -> str:
    return "\n".join([f"  {constraint}" for constraint in constraints])


def first_violated(constraints: Sequence[Term], assignment: Assignment) -> Term | None:
    """The newest constraint that does not hold under the assignment."""
    for constraint in reversed(constraints):
        if not evaluate(constraint, assignment):
            return constraint
    return None
