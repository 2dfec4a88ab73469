"""Z3, for `--solver z3` and for checking Bitwuzla's answers.

Constraints are assumptions of one solver (measured: a quarter of the time of fresh solvers). As with Bitwuzla, a
solver that holds much more than the query needs is replaced, and a query that exceeds a deterministic amount of work is
asked once more of a fresh solver, which uses Z3's full bit-vector tactic.
"""

from __future__ import annotations

import math
import signal
from collections.abc import Sequence
from typing import Any, Final

import z3

from albers.expr.arrays import byte_of, root_of
from albers.expr.term import SYMBOL, Term
from albers.solver.answer import SAT, UNKNOWN, UNSAT, Result
from albers.solver.backend import Backend
from albers.solver.deadline import Deadline, notice_signals
from albers.solver.gates import Ballast
from albers.solver.query_leaves import leaves_of_all, symbol_reads
from albers.solver.z3_terms import Z3Terms

_TRANSLATED_TERMS: Final = 200_000
# Z3's unit of work; about a second on a machine of 2023.
_QUICK_WORK: Final = 5_000_000
_NO_TIMEOUT: Final = 4_294_967_295


class Z3Backend(Backend):
    def __init__(self) -> None:
        self._ballast = Ballast()
        self._terms = Z3Terms()
        self._solver: Any = _quick_solver(self._terms)

    def check(self, constraints: Sequence[Term], deadline: Deadline) -> Result:
        if deadline.expired():
            return Result(UNKNOWN)
        self._shed_ballast(constraints)
        formulas = [self._terms.formula(each) for each in constraints]
        leaves = leaves_of_all(constraints)
        ties = self._terms.ties(leaves)
        self._solver.set("rlimit", _QUICK_WORK)
        answer = self._run(self._solver, formulas + ties, deadline)
        if answer == z3.unsat:
            return Result(UNSAT, None, self._core(constraints, formulas))
        if answer == z3.sat:
            return Result(SAT, self._model(self._solver.model(), constraints, leaves))
        thorough = z3.SolverFor("QF_AUFBV", ctx=self._terms.context)
        thorough.add(*formulas, *ties)
        answer = self._run(thorough, [], deadline)
        if answer == z3.unsat:
            return Result(UNSAT)
        if answer == z3.sat:
            return Result(SAT, self._model(thorough.model(), constraints, leaves))
        return Result(UNKNOWN)

    def _run(self, solver: Any, assumptions: list[Any], deadline: Deadline) -> Any:
        remaining = deadline.remaining()
        if remaining == 0.0:
            return z3.unknown
        solver.set("timeout", _NO_TIMEOUT if math.isinf(remaining) else min(_NO_TIMEOUT, 1 + int(remaining * 1000)))
        answer = solver.check(*assumptions)
        notice_signals()
        if answer == z3.unknown and not deadline.expired() and _was_interrupted(solver):
            # Z3 catches Ctrl-C while it searches; hand it on to whoever handles it.
            signal.raise_signal(signal.SIGINT)
            notice_signals()
        return answer

    def _shed_ballast(self, constraints: Sequence[Term]) -> None:
        if len(self._terms) > _TRANSLATED_TERMS:
            self._terms = Z3Terms()
        elif self._ballast.allows(constraints):
            return
        self._ballast.drop()
        self._ballast.allows(constraints)
        self._solver = _quick_solver(self._terms)

    def _model(self, values: Any, constraints: Sequence[Term], leaves: list[Term]) -> dict[Term, int]:
        model: dict[Term, int] = {}
        has_unknown_index = False
        for leaf in leaves:
            if leaf.op == SYMBOL:
                has_unknown_index = True
            else:
                model[leaf] = self._value(values, self._terms.bits(leaf))
        if has_unknown_index:
            for read in symbol_reads(constraints):
                symbol = root_of(read.args[0])
                offset = self._value(values, self._terms.bits(read.args[1]))
                element = z3.Select(self._terms.bits(symbol), offset)
                model[byte_of(symbol, offset)] = self._value(values, element)
        return model

    def _value(self, values: Any, expression: Any) -> int:
        return int(values.eval(expression, model_completion=True).as_long())

    def _core(self, constraints: Sequence[Term], formulas: list[Any]) -> tuple[Term, ...]:
        blamed = {formula.get_id() for formula in self._solver.unsat_core()}
        return tuple([each for each, formula in zip(constraints, formulas, strict=True) if formula.get_id() in blamed])


def _quick_solver(terms: Z3Terms) -> Any:
    solver = z3.Solver(ctx=terms.context)
    # With a limit of work it cannot be told from the answer whether Ctrl-C ended it: Python shall notice the signal.
    solver.set("ctrl_c", False)
    return solver


def _was_interrupted(solver: Any) -> bool:
    # "canceled" may also be a time limit: taking it for Ctrl-C would end the run.
    return "keyboard" in solver.reason_unknown()
