"""The one interface of the solver: every link of the chain has it and wraps another that has it."""

from __future__ import annotations

from collections.abc import Sequence

from mypy_extensions import mypyc_attr

from albers.expr.term import Term
from albers.solver.answer import Result
from albers.solver.deadline import Deadline


@mypyc_attr(allow_interpreted_subclasses=True)
class Backend:
    """Answers whether constraints (terms of width 1, none a constant) can all hold at once."""

    def check(self, constraints: Sequence[Term], deadline: Deadline) -> Result:
        """SAT with a model, UNSAT, or UNKNOWN at the latest when the deadline has passed."""
        raise NotImplementedError

    def close(self) -> None:
        """Gives back what the backend holds outside of this process's memory."""
