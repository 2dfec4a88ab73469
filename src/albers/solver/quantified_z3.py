"""Z3 for queries with quantifiers, as the last resort of the procedure in `quantifiers`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

from albers.expr.arrays import byte_of
from albers.expr.term import SYMBOL, Term
from albers.solver.answer import SAT, UNKNOWN, UNSAT, Result
from albers.solver.backend import Backend
from albers.solver.deadline import Deadline
from albers.solver.query_leaves import leaves_of_all

_LONGEST: Final = 4_294_967_295
# Beyond, the bytes of an array are not looked up in a model, and the model will be found wanting.
_LARGEST_ARRAY: Final = 65_536


class QuantifiedZ3(Backend):
    """A fresh solver for each query; Z3 is loaded when the first one comes."""

    def check(self, constraints: Sequence[Term], deadline: Deadline) -> Result:
        remaining = deadline.remaining()
        if remaining == 0.0:
            return Result(UNKNOWN)
        import z3

        from albers.solver.z3_terms import Z3Terms

        terms = Z3Terms()
        leaves = leaves_of_all(constraints)
        solver = z3.Solver(ctx=terms.context)
        solver.set("timeout", _LONGEST if math.isinf(remaining) else min(_LONGEST, 1 + int(remaining * 1000)))
        solver.add(*[terms.formula(each) for each in constraints], *terms.ties(leaves))
        answer = solver.check()
        if answer == z3.unsat:
            return Result(UNSAT)
        if answer != z3.sat:
            return Result(UNKNOWN)
        values = solver.model()
        model: dict[Term, int] = {}
        for leaf in leaves:
            if leaf.op != SYMBOL:
                model[leaf] = _value(values, terms.bits(leaf))
                continue
            assert leaf.info is not None
            array = terms.bits(leaf)
            for offset in range(min(leaf.info.size, _LARGEST_ARRAY)):
                model[byte_of(leaf, offset)] = _value(values, z3.Select(array, offset))
        return Result(SAT, model)


def _value(values: Any, expression: Any) -> int:
    return int(values.eval(expression, model_completion=True).as_long())
