"""Bitwuzla, used incrementally: each query pops to what it shares with the previous one and pushes the rest.

Measured on simulated explorations (a slice of a path condition and a branch condition per query), this is faster than
assumptions on one solver, and several times faster than a fresh solver for each query. Two things spoil a solver, and
both are countered here by counting, never by the clock, so that a run repeats exactly:

- it assigns every variable it ever saw, so one that carries much more than the query needs is replaced;
- preprocessing costs more than it brings on small queries, so it is off; a query that resists for some thousand steps
  is asked once more of a fresh solver with preprocessing on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import bitwuzla
from bitwuzla import Option
from mypy_extensions import i64

from albers.expr.arrays import byte_of
from albers.expr.evaluate import Assignment
from albers.expr.term import SYMBOL, Term
from albers.solver.answer import SAT, UNKNOWN, UNSAT, Result, first_violated
from albers.solver.backend import Backend
from albers.solver.bitwuzla_terms import BitwuzlaTerms, is_small
from albers.solver.deadline import Deadline, notice_signals
from albers.solver.gates import Ballast
from albers.solver.query_leaves import leaves_of_all, symbol_reads

# Translated terms are given back when there are more than this many.
_TRANSLATED_TERMS: Final = 300_000
# After so many steps a query counts as resisting: about half a second on a machine of 2023, deterministic on any.
_QUICK_STEPS: Final = 5000
_UNLIMITED: Final = 1 << 62


class _Watch:
    """When Bitwuzla is to stop searching, and why it stopped."""

    def __init__(self) -> None:
        self.deadline: Deadline = Deadline.never()
        self.steps_left: i64 = 0
        self.exhausted = False
        self.raised: BaseException | None = None

    def start(self, deadline: Deadline, steps: i64) -> None:
        self.deadline = deadline
        self.steps_left = steps
        self.exhausted = False
        self.raised = None

    def wants_to_stop(self) -> bool:
        self.steps_left -= 1
        if self.steps_left < 0:
            self.exhausted = True
        return self.exhausted or self.raised is not None or self.deadline.expired()


def _polls(watch: _Watch) -> Iterator[bool]:
    """Asked by Bitwuzla every few steps of its search; True makes it stop.

    A generator, because a signal's exception then appears inside the `try`: it must not escape into Bitwuzla, which
    would print and forget it.
    """
    while True:
        try:
            notice_signals()
            yield watch.wants_to_stop()
        except GeneratorExit:
            return
        except BaseException as raised:
            watch.raised = raised


class _IncrementalSolver:
    """One Bitwuzla instance and the constraints pushed onto it, one level each."""

    def __init__(self, terms: BitwuzlaTerms, poll: Callable[[], bool]) -> None:
        self._terms = terms
        self.solver: Any = _new_solver(terms, poll, False)
        self._pushed: list[Term] = []

    def assert_exactly(self, constraints: Sequence[Term]) -> None:
        pushed = self._pushed
        common = 0
        for constraint in constraints:
            if common == len(pushed) or pushed[common] is not constraint:
                break
            common += 1
        if common < len(pushed):
            self.solver.pop(len(pushed) - common)
            del pushed[common:]
        for constraint in constraints[common:]:
            formula = self._terms.formula(constraint)
            self.solver.push(1)
            self.solver.assert_formula(formula)
            pushed.append(constraint)


class BitwuzlaBackend(Backend):
    def __init__(self) -> None:
        self._watch = _Watch()
        self._poll: Callable[[], bool] = _polls(self._watch).__next__
        self._ballast = Ballast()
        self._terms = BitwuzlaTerms()
        self._incremental = _IncrementalSolver(self._terms, self._poll)

    def check(self, constraints: Sequence[Term], deadline: Deadline) -> Result:
        if deadline.expired():
            return Result(UNKNOWN)
        self._shed_ballast(constraints)
        incremental = self._incremental
        incremental.assert_exactly(constraints)
        leaves = leaves_of_all(constraints)
        ties = self._terms.ties(leaves)
        answer = self._run(incremental.solver, ties, deadline, _QUICK_STEPS)
        if answer is not bitwuzla.Result.UNKNOWN or not self._watch.exhausted:
            return self._result(incremental.solver, answer, constraints, leaves)
        thorough = _new_solver(self._terms, self._poll, True)
        thorough.assert_formula(*[self._terms.formula(each) for each in constraints])
        answer = self._run(thorough, ties, deadline, _UNLIMITED)
        return self._result(thorough, answer, constraints, leaves)

    def _shed_ballast(self, constraints: Sequence[Term]) -> None:
        """Starts a new solver if the present one holds much that this query does not need."""
        if len(self._terms) > _TRANSLATED_TERMS:
            self._terms = BitwuzlaTerms()
        elif self._ballast.allows(constraints):
            return
        self._ballast.drop()
        self._ballast.allows(constraints)
        self._incremental = _IncrementalSolver(self._terms, self._poll)

    def _run(self, solver: Any, ties: list[Any], deadline: Deadline, steps: i64) -> Any:
        self._watch.start(deadline, steps)
        answer = solver.check_sat(*ties)
        if self._watch.raised is not None:
            raise self._watch.raised
        return answer

    def _result(self, solver: Any, answer: Any, constraints: Sequence[Term], leaves: list[Term]) -> Result:
        if answer is bitwuzla.Result.SAT:
            return Result(SAT, self._model(solver, constraints, leaves))
        if answer is bitwuzla.Result.UNSAT:
            return Result(UNSAT, None, self._core(solver, constraints))
        return Result(UNKNOWN)

    def _model(self, solver: Any, constraints: Sequence[Term], leaves: list[Term]) -> dict[Term, int]:
        model: dict[Term, int] = {}
        read_anywhere: list[Term] = []
        for leaf in leaves:
            if leaf.op == SYMBOL:
                read_anywhere.append(leaf)
                continue
            variable = self._terms.variable(leaf)
            model[leaf] = 0 if variable is None else _value(solver, variable)
        if read_anywhere and not self._complete_model(solver, constraints, read_anywhere, model):
            for term in symbol_reads(constraints):
                read = self._terms.reads[term]
                model[byte_of(read.symbol, _value(solver, read.index))] = _value(solver, read.byte)
        return model

    def _complete_model(
        self, solver: Any, constraints: Sequence[Term], symbols: list[Term], model: dict[Term, int]
    ) -> bool:
        """Adds all bytes of small symbols; False if that is not all the model says about reads at unknown indices.

        Each byte is a variable, whose value is at hand. To ask for the index of a read makes Bitwuzla evaluate it.
        """
        for symbol in symbols:
            if not is_small(symbol):
                return False
            assert symbol.info is not None
            for offset in range(symbol.info.size):
                leaf = byte_of(symbol, offset)
                if leaf not in model:
                    variable = self._terms.variable(leaf)
                    model[leaf] = 0 if variable is None else _value(solver, variable)
        return first_violated(constraints, Assignment(model)) is None

    def _core(self, solver: Any, constraints: Sequence[Term]) -> tuple[Term, ...]:
        """The constraints Bitwuzla needed; ties are true by definition and left out."""
        blamed = {formula.id() for formula in solver.get_unsat_core()}
        return tuple([each for each in constraints if self._terms.formula(each).id() in blamed])


def _new_solver(terms: BitwuzlaTerms, poll: Callable[[], bool], preprocess: bool) -> Any:
    options = bitwuzla.Options()
    options.set(Option.PRODUCE_MODELS, True)
    options.set(Option.PRODUCE_UNSAT_CORES, True)
    options.set(Option.PREPROCESS, preprocess)
    solver = bitwuzla.Bitwuzla(terms.manager, options)
    solver.configure_terminator(poll)
    return solver


def _value(solver: Any, term: Any) -> int:
    return int(solver.get_value(term).value(10))
