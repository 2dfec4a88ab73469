"""Bitwuzla, used incrementally: each query pops to what it shares with an earlier one and pushes the rest.

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
from albers.solver.links import ALL_LINKS, INCREMENTAL, POOL
from albers.solver.query_leaves import leaves_of_all, symbol_reads

# Translated terms are given back when there are more than this many.
_TRANSLATED_TERMS: Final = 300_000
# After so many steps a query counts as resisting: about half a second on a machine of 2023, deterministic on any.
_QUICK_STEPS: Final = 5000
_UNLIMITED: Final = 1 << 62
_POOL_SIZE: Final = 4


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
        self.ballast = Ballast()
        self._pushed: list[Term] = []

    def shared_with(self, constraints: Sequence[Term]) -> int:
        """How many of the first constraints are pushed already."""
        pushed = self._pushed
        common = 0
        for constraint in constraints:
            if common == len(pushed) or pushed[common] is not constraint:
                break
            common += 1
        return common

    def assert_exactly(self, constraints: Sequence[Term]) -> None:
        pushed = self._pushed
        common = self.shared_with(constraints)
        if common < len(pushed):
            self.solver.pop(len(pushed) - common)
            del pushed[common:]
        for constraint in constraints[common:]:
            formula = self._terms.formula(constraint)
            self.solver.push(1)
            self.solver.assert_formula(formula)
            pushed.append(constraint)


class _Pool:
    """Solvers that follow different paths; the one that has most of a query already takes it."""

    def __init__(self, terms: BitwuzlaTerms, poll: Callable[[], bool], capacity: int) -> None:
        self._terms = terms
        self._poll = poll
        self._capacity = capacity
        self._solvers: list[_IncrementalSolver] = []  # the one used last stands last

    def solver_for(self, constraints: Sequence[Term]) -> _IncrementalSolver:
        """A solver with exactly the constraints asserted."""
        best: _IncrementalSolver | None = None
        most = 0
        for solver in self._solvers:
            shared = solver.shared_with(constraints)
            if shared >= most and (shared or len(self._solvers) >= self._capacity):
                # Of equals the last: what it popped recently may come back.
                best = solver
                most = shared
        if best is not None:
            self._solvers.remove(best)
        if best is None or not best.ballast.allows(constraints):
            # None shares anything and there is room, or the best one carries much that this query does not need.
            best = _IncrementalSolver(self._terms, self._poll)
            best.ballast.allows(constraints)
        self._solvers.append(best)
        best.assert_exactly(constraints)
        return best


class BitwuzlaBackend(Backend):
    def __init__(self, links: frozenset[str] = ALL_LINKS) -> None:
        self._links = links
        self._watch = _Watch()
        self._poll: Callable[[], bool] = _polls(self._watch).__next__
        self._terms = BitwuzlaTerms(links)
        self._pool = self._new_pool()

    def _new_pool(self) -> _Pool:
        return _Pool(self._terms, self._poll, _POOL_SIZE if POOL in self._links else 1)

    def check(self, constraints: Sequence[Term], deadline: Deadline) -> Result:
        if deadline.expired():
            return Result(UNKNOWN)
        if len(self._terms) > _TRANSLATED_TERMS:
            self._terms = BitwuzlaTerms(self._links)
            self._pool = self._new_pool()
        elif INCREMENTAL not in self._links:
            self._pool = self._new_pool()
        solver = self._pool.solver_for(constraints).solver
        leaves = leaves_of_all(constraints)
        ties = self._terms.ties(leaves)
        answer = self._run(solver, ties, deadline, _QUICK_STEPS)
        if answer is not bitwuzla.Result.UNKNOWN or not self._watch.exhausted:
            return self._result(solver, answer, constraints, leaves)
        thorough = _new_solver(self._terms, self._poll, True)
        thorough.assert_formula(*[self._terms.formula(each) for each in constraints])
        answer = self._run(thorough, ties, deadline, _UNLIMITED)
        return self._result(thorough, answer, constraints, leaves)

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
