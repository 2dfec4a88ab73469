"""The link that answers from related queries: what is known unsatisfiable stays so with more constraints, and values
that satisfy one query often satisfy another.

Backends report unsatisfiable cores; on simulated explorations two thirds of the unsatisfiable queries contain a core
of two or three constraints that is already known.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from albers.expr.evaluate import Assignment
from albers.expr.term import Term
from albers.solver.answer import SAT, UNSAT, Result, first_violated
from albers.solver.backend import Backend
from albers.solver.deadline import Deadline
from albers.solver.statistics import SolverStatistics

_CORES: Final = 20_000
_SOLUTIONS: Final = 5_000
# Solutions kept, and tried, per constraint: the newest.
_PER_CONSTRAINT: Final = 8


class _Solution:
    def __init__(self, constraints: Sequence[Term], model: dict[Term, int]) -> None:
        self.constraints = constraints
        self.satisfies = frozenset(constraints)
        self.assignment = Assignment(model)


class CounterexampleCache(Backend):
    def __init__(
        self,
        inner: Backend,
        statistics: SolverStatistics,
        cores: int = _CORES,
        solutions: int = _SOLUTIONS,
        keeps_cores: bool = True,
    ) -> None:
        self._inner = inner
        self._keeps_cores = keeps_cores
        self._statistics = statistics
        self._max_cores = cores
        self._max_solutions = solutions
        # A core is filed under its newest constraint, a solution under each constraint it is known to satisfy.
        self._cores: dict[Term, list[frozenset[Term]]] = {}
        self._core_order: dict[frozenset[Term], Term] = {}
        self._solutions: dict[Term, list[_Solution]] = {}
        self._solution_order: dict[_Solution, None] = {}

    def check(self, constraints: Sequence[Term], deadline: Deadline) -> Result:
        query = frozenset(constraints)
        core = self._known_core(constraints, query)
        if core is not None:
            self._statistics.unsat_subset_hits += 1
            return Result(UNSAT, None, tuple(core))
        solution = self._known_solution(constraints, query)
        if solution is not None:
            return Result(SAT, solution.assignment.values)
        result = self._inner.check(constraints, deadline)
        if result.answer is UNSAT:
            self._remember_core(result.core if self._keeps_cores and result.core is not None else constraints)
        elif result.answer is SAT:
            assert result.model is not None
            self._remember_solution(constraints, result.model)
        return result

    def close(self) -> None:
        self._inner.close()

    def _known_core(self, constraints: Sequence[Term], query: frozenset[Term]) -> frozenset[Term] | None:
        for constraint in constraints:
            filed = self._cores.get(constraint)
            if filed is not None:
                for core in filed:
                    if core <= query:
                        return core
        return None

    def _known_solution(self, constraints: Sequence[Term], query: frozenset[Term]) -> _Solution | None:
        """Tries the solutions known to satisfy the query's rarest constraint (the newest of these), newest first."""
        candidates: list[_Solution] | None = None
        for constraint in constraints:
            filed = self._solutions.get(constraint)
            if filed is None:
                return None
            if candidates is None or len(filed) <= len(candidates):
                candidates = filed
        if candidates is None:
            return None
        for solution in reversed(candidates):
            if query <= solution.satisfies:
                self._statistics.sat_superset_hits += 1
                return solution
            if first_violated(constraints, solution.assignment) is None:
                self._statistics.model_hits += 1
                return solution
        return None

    def _remember_core(self, core: Sequence[Term]) -> None:
        members = frozenset(core)
        if not members or members in self._core_order:
            return
        if len(self._core_order) >= self._max_cores:
            oldest = next(iter(self._core_order))
            _take_out(self._cores, self._core_order.pop(oldest), oldest)
        newest = max(core, key=_age)
        self._core_order[members] = newest
        self._cores.setdefault(newest, []).append(members)

    def _remember_solution(self, constraints: Sequence[Term], model: dict[Term, int]) -> None:
        if len(self._solution_order) >= self._max_solutions:
            oldest = next(iter(self._solution_order))
            del self._solution_order[oldest]
            for constraint in oldest.constraints:
                filed = self._solutions.get(constraint)
                if filed is not None and oldest in filed:
                    filed.remove(oldest)
                    if not filed:
                        del self._solutions[constraint]
        solution = _Solution(constraints, model)
        self._solution_order[solution] = None
        for constraint in constraints:
            filed = self._solutions.setdefault(constraint, [])
            if len(filed) >= _PER_CONSTRAINT:
                del filed[0]
            filed.append(solution)


def _take_out(filed: dict[Term, list[frozenset[Term]]], key: Term, core: frozenset[Term]) -> None:
    filed[key].remove(core)
    if not filed[key]:
        del filed[key]


def _age(term: Term) -> int:
    return int(term.serial)
