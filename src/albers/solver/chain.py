"""The solver as the engine sees it, and the whole chain of links in the order a question meets them.

    known answers    constants, the state's witness                                         Solver.find
    simplification   known bytes put in; conditions on one byte, ranges, values tried       path_facts, known_answers
    independence     only the part of the path that shares unknown bytes with the question  path_facts
    lazy asking      the constraints near the question first                                lazy_constraints
    exact cache      the same query before                                                  exact_cache
    counterexamples  a known unsatisfiable part; values that satisfied a related query      counterexample_cache
    renamed queries  the same query about other bytes before                                renamed_cache
    quantifiers      instances instead of quantified terms                                  quantifiers
    measurement      time and size of what reaches a backend                                Measured, below
    cross-check      two backends must agree (only with `crosscheck`)                       crosscheck
    heavy queries    what could outlast the deadline goes to a process that can be killed   heavy_queries, worker
    backend          Bitwuzla (a pool of incremental solvers) or Z3                         bitwuzla_backend, z3_backend

Every link below `find` is a `Backend` around another one. A new link goes into `_chain`, its name into `links`.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from albers.expr.bits import not_
from albers.expr.compare import ule
from albers.expr.evaluate import Assignment, evaluate
from albers.expr.leaves import leaves_of
from albers.expr.term import CONST, SYMBOL, Term, const
from albers.options import QUANTIFIER_STAGES
from albers.solver.answer import SAT, UNKNOWN, UNSAT, Answer, Outcome, Result, WrongModel, first_violated
from albers.solver.backend import Backend
from albers.solver.backends import make_backend
from albers.solver.counterexample_cache import CounterexampleCache
from albers.solver.crosscheck import CrossCheck
from albers.solver.deadline import Deadline
from albers.solver.exact_cache import ExactCache
from albers.solver.gates import TermSizes
from albers.solver.heavy_queries import HeavyQueries
from albers.solver.known_answers import KnownAnswers, query_of
from albers.solver.lazy_constraints import LazyQuery
from albers.solver.links import (
    ALL_LINKS,
    CANDIDATES,
    CORES,
    COUNTEREXAMPLES,
    EXACT,
    INDEPENDENCE,
    LAZY,
    RENAMED,
    SIMPLIFY,
    WITNESS,
)
from albers.solver.path_condition import PathCondition, conjuncts
from albers.solver.quantified_z3 import QuantifiedZ3
from albers.solver.quantifiers import QuantifierProcedure
from albers.solver.query_leaves import age, leaves_of_all
from albers.solver.read_candidates import read_candidates
from albers.solver.renamed_cache import RenamedCache
from albers.solver.statistics import SolverStatistics
from albers.solver.symcrete import Symcrete, involved, relax, total_of
from albers.solver.value_bounds import upper_bound
from albers.solver.worker import WorkerBackend


class SolverOptions:
    """Which links the chain has (see `links`); `timeout` is seconds per question, 0 for none."""

    def __init__(
        self,
        backend: str = "bitwuzla",
        crosscheck: bool = False,
        timeout: float = 0.0,
        links: frozenset[str] = ALL_LINKS,
        isolate_heavy: bool = True,
        quantifier_stages: frozenset[str] = frozenset(QUANTIFIER_STAGES),
    ) -> None:
        self.backend = backend
        self.crosscheck = crosscheck
        self.timeout = timeout
        self.links = links
        self.isolate_heavy = isolate_heavy
        self.quantifier_stages = quantifier_stages


class Solver:
    def __init__(self, options: SolverOptions) -> None:
        self.statistics = SolverStatistics()
        self._options = options
        self._known = KnownAnswers(self.statistics, options.links)
        self._chain: Backend = _chain(options, self.statistics)
        self.uses_witness = WITNESS in options.links
        self._simplifies = SIMPLIFY in options.links
        self._slices = INDEPENDENCE in options.links
        self._is_lazy = LAZY in options.links
        self._tries_candidates = CANDIDATES in options.links

    def find(
        self,
        path: PathCondition,
        witness: Assignment,
        condition: Term,
        deadline: Deadline,
        symcretes: tuple[Symcrete, ...] = (),
    ) -> Outcome:
        """Can the path and the condition hold together? `witness` must satisfy the path.

        SAT comes with a witness that differs from the given one only in bytes the question depends on, and in the
        value of a symcrete only where it must.
        """
        statistics = self.statistics
        statistics.asked += 1
        if condition.op == CONST:
            statistics.constant += 1
            return self._counted(Outcome(SAT, witness) if condition.value else Outcome(UNSAT, None))
        if self.uses_witness and evaluate(condition, witness):
            statistics.answered_by_witness += 1
            return self._counted(Outcome(SAT, witness))
        query: tuple[Term, ...] | None = None
        if symcretes:
            leaves = leaves_of(condition)
            relevant, kept = self._with_symcretes(path, leaves, self._relevant(path, leaves), symcretes)
            if kept:
                query = _canonical(relevant, conjuncts(condition))
                if query is None:
                    statistics.contradictions += 1
                    return self._counted(Outcome(UNSAT, None))
                return self._counted(self._relaxed(query, kept, witness, deadline))
        if self._simplifies:
            question = self._known.about(path.facts, witness, condition)
            if question.outcome is not None:
                return self._counted(question.outcome)
            if deadline.expired():
                return self._counted(Outcome(UNKNOWN, None))
            if self._slices:
                statistics.slices += 1
                query = query_of(path.facts, question)
        if not self._simplifies or not self._slices:
            query = _canonical(self._relevant(path, leaves_of(condition)), conjuncts(condition))
        if query is None:
            statistics.contradictions += 1
            return self._counted(Outcome(UNSAT, None))
        if self._tries_candidates:
            guessed = self._tried(path, witness, condition)
            if guessed is not None:
                return self._counted(guessed)
        return self._counted(self._solve(query, witness, condition, deadline))

    def _tried(self, path: PathCondition, witness: Assignment, condition: Term) -> Outcome | None:
        """An answer by changing a byte that the condition reads at an unknown index."""
        candidates = read_candidates(condition, witness)
        if not candidates:
            return None
        relevant = self._relevant(path, leaves_of(condition))
        for candidate in candidates:
            if first_violated(relevant, candidate) is None:
                self.statistics.candidate_hits += 1
                return Outcome(SAT, candidate)
        return None

    def _solve(self, query: tuple[Term, ...], witness: Assignment, condition: Term, deadline: Deadline) -> Outcome:
        """Asks the links below, about parts of the query first if that may suffice."""
        limited = deadline.earlier(self._options.timeout) if self._options.timeout else deadline
        lazy = LazyQuery(query, leaves_of(condition), witness, self._is_lazy)
        while True:
            asked = lazy.next_query()
            result = self._chain.check(asked, limited)
            if result.answer is UNKNOWN or (result.answer is UNSAT and lazy.is_refuted()):
                return Outcome(result.answer, None)
            if result.answer is SAT:
                updated = _updated(witness, asked, result)
                if lazy.is_satisfied(updated):
                    break
        if len(asked) < len(query):
            self.statistics.lazy_answers += 1
        if not evaluate(condition, updated):
            raise WrongModel(condition, query)
        return Outcome(SAT, updated)

    def _with_symcretes(
        self, path: PathCondition, leaves: frozenset[Term], relevant: tuple[Term, ...], symcretes: tuple[Symcrete, ...]
    ) -> tuple[tuple[Term, ...], list[Symcrete]]:
        """The part of the path that a question touches together with the symcretes it touches, and these."""
        kept: list[Symcrete] = []
        while True:
            touched = leaves.union(leaves_of_all(relevant))
            found = involved(symcretes, touched)
            if len(found) == len(kept):
                return relevant, kept
            kept = found
            for symcrete in kept:
                touched = touched.union(leaves_of(symcrete.term))
            relevant = self._relevant(path, touched)
            leaves = touched

    def _relaxed(
        self, query: tuple[Term, ...], kept: list[Symcrete], witness: Assignment, deadline: Deadline
    ) -> Outcome:
        limited = deadline.earlier(self._options.timeout) if self._options.timeout else deadline
        answer = relax(self._chain, query, kept, witness, limited)
        self.statistics.symcretes_relaxed += answer.relaxed
        if answer.result.answer is not SAT:
            return Outcome(answer.result.answer, None)
        return Outcome(SAT, _updated(witness, tuple(answer.constraints), answer.result))

    def smallest_total(
        self, path: PathCondition, witness: Assignment, terms: list[Term], deadline: Deadline
    ) -> tuple[Answer, Term, int, Assignment]:
        """The sum of some terms, its smallest value on the path, and a witness of it; UNKNOWN if that may not be it."""
        total = total_of(terms)
        value = evaluate(total, witness)
        proven = 0
        for term in terms:
            proven += path.at_least(term)
        probe = value - 1
        while proven < value:
            outcome = self.find(path, witness, ule(total, const(total.width, probe)), deadline)
            if outcome.witness is not None:
                witness = outcome.witness
                value = evaluate(total, witness)
            elif outcome.answer is UNSAT:
                proven = probe + 1
            else:
                return UNKNOWN, total, value, witness
            probe = (proven + value) // 2
        return SAT, total, value, witness

    def together(self, path: PathCondition, terms: list[Term]) -> list[list[Term]]:
        """The terms in groups: those of different groups share no unknown, not through the path either."""
        groups: list[tuple[frozenset[Term], list[Term]]] = []
        for term in terms:
            leaves = leaves_of(term)
            leaves = leaves.union(leaves_of_all(self._relevant(path, leaves)))
            members = [term]
            apart: list[tuple[frozenset[Term], list[Term]]] = []
            for others, list_ in groups:
                if leaves.isdisjoint(others):
                    apart.append((others, list_))
                else:
                    leaves = leaves.union(others)
                    members = list_ + members
            groups = [*apart, (leaves, members)]
        return [members for _, members in groups]

    def minimum(
        self, path: PathCondition, witness: Assignment, term: Term, deadline: Deadline
    ) -> tuple[Answer, int, Assignment]:
        """The smallest unsigned value of a term on the path, with a witness of it.

        UNKNOWN comes with the smallest value found so far.
        """
        found = self._lowest(path, witness, term, deadline)
        return SAT if found.proven == found.value else UNKNOWN, found.value, found.witness

    def maximum(
        self, path: PathCondition, witness: Assignment, term: Term, deadline: Deadline
    ) -> tuple[Answer, int, Assignment]:
        """The largest unsigned value of a term on the path; see `minimum`."""
        found = self._highest(path, witness, term, deadline)
        return SAT if found.proven == found.value else UNKNOWN, found.value, found.witness

    def value_range(self, path: PathCondition, witness: Assignment, term: Term, deadline: Deadline) -> tuple[int, int]:
        """Bounds that no unsigned value of the term on the path exceeds; reached by the term if time sufficed."""
        return (
            self._lowest(path, witness, term, deadline).proven,
            self._highest(path, witness, term, deadline).proven,
        )

    def close(self) -> None:
        self._chain.close()

    def _counted(self, outcome: Outcome) -> Outcome:
        statistics = self.statistics
        if outcome.answer is SAT:
            statistics.sat += 1
        elif outcome.answer is UNSAT:
            statistics.unsat += 1
        else:
            statistics.unknown += 1
        return outcome

    def _relevant(self, path: PathCondition, leaves: frozenset[Term]) -> tuple[Term, ...]:
        if not self._slices:
            return tuple(sorted(path.constraints(), key=age))
        relevant = path.slice_for(leaves)
        if len(relevant) < path.length:
            self.statistics.slices += 1
        return relevant

    def _lowest(self, path: PathCondition, witness: Assignment, term: Term, deadline: Deadline) -> _Extreme:
        """Bisects between the proven bound and the value found, after trying the bound itself."""
        best = _Extreme(evaluate(term, witness), witness, 0)
        probe = best.proven
        while best.proven < best.value:
            outcome = self.find(path, best.witness, ule(term, const(term.width, probe)), deadline)
            if outcome.witness is not None:
                best.value = evaluate(term, outcome.witness)
                best.witness = outcome.witness
            elif outcome.answer is UNSAT:
                best.proven = probe + 1
            else:
                break
            probe = (best.proven + best.value) // 2
        return best

    def _highest(self, path: PathCondition, witness: Assignment, term: Term, deadline: Deadline) -> _Extreme:
        """Steps up from the value found with doubling strides: wide terms often hold small numbers."""
        best = _Extreme(evaluate(term, witness), witness, upper_bound(term))
        probe = best.proven
        stride = 1
        while best.value < best.proven:
            outcome = self.find(path, best.witness, ule(const(term.width, probe), term), deadline)
            if outcome.witness is not None:
                best.value = evaluate(term, outcome.witness)
                best.witness = outcome.witness
            elif outcome.answer is UNSAT:
                best.proven = probe - 1
            else:
                break
            probe = min(best.value + stride, (best.value + best.proven + 1) // 2)
            stride *= 2
        return best


class _Extreme:
    """How far a search for the extreme value of a term has come: a value reached, and a bound never exceeded."""

    def __init__(self, value: int, witness: Assignment, proven: int) -> None:
        self.value = value
        self.witness = witness
        self.proven = proven


def _chain(options: SolverOptions, statistics: SolverStatistics) -> Backend:
    link = _backend(options.backend, options, statistics)
    if options.crosscheck:
        other = "z3" if options.backend == "bitwuzla" else "bitwuzla"
        link = CrossCheck(link, _backend(other, options, statistics))
    link = Measured(link, statistics)
    generic = Measured(QuantifiedZ3(), statistics)
    link = QuantifierProcedure(link, generic, statistics, options.quantifier_stages)
    if RENAMED in options.links:
        link = RenamedCache(link, statistics)
    if COUNTEREXAMPLES in options.links:
        link = CounterexampleCache(link, statistics, keeps_cores=CORES in options.links)
    if EXACT in options.links:
        link = ExactCache(link, statistics)
    return link


def _backend(name: str, options: SolverOptions, statistics: SolverStatistics) -> Backend:
    here = make_backend(name, options.links)
    if not options.isolate_heavy:
        return here
    return HeavyQueries(here, WorkerBackend(name, statistics, options.links), statistics)


class Measured(Backend):
    """Counts what reaches the backends and how long they take."""

    def __init__(self, inner: Backend, statistics: SolverStatistics) -> None:
        self._inner = inner
        self._statistics = statistics
        self._sizes = TermSizes()

    def check(self, constraints: Sequence[Term], deadline: Deadline) -> Result:
        statistics = self._statistics
        statistics.solver += 1
        statistics.query_constraints += len(constraints)
        for constraint in constraints:
            statistics.query_nodes += self._sizes.of(constraint).nodes
        started = time.perf_counter()
        try:
            return self._inner.check(constraints, deadline)
        finally:
            statistics.solver_seconds += time.perf_counter() - started

    def close(self) -> None:
        self._inner.close()


def _canonical(path_part: tuple[Term, ...], condition_parts: list[Term]) -> tuple[Term, ...] | None:
    """All constraints once, by age of the term; None if two are literally opposite."""
    present = set(path_part)
    added: list[Term] = []
    for part in condition_parts:
        if part.op == CONST or not_(part) in present:
            return None  # a constant here is FALSE
        if part not in present:
            present.add(part)
            added.append(part)
    return tuple(sorted([*path_part, *added], key=age))


def _updated(witness: Assignment, query: tuple[Term, ...], result: Result) -> Assignment:
    """The witness with the query's bytes as in the model, checked before anyone believes it."""
    model = result.model
    assert model is not None
    changes: dict[Term, int] = {}
    whole_symbols: list[Term] = []
    for leaf in leaves_of_all(query):
        if leaf.op == SYMBOL:
            whole_symbols.append(leaf)
        else:
            changes[leaf] = model.get(leaf, 0)
    if whole_symbols:
        # Reads at unknown indices may hit any byte: what the model does not mention is 0, not what it was.
        for leaf in witness.values:
            if leaf.args[0] in whole_symbols:
                changes[leaf] = 0
        for leaf, value in model.items():
            if leaf.args[0] in whole_symbols:
                changes[leaf] = value
    updated = witness.updated(changes)
    violated = first_violated(query, updated)
    if violated is not None:
        raise WrongModel(violated, query)
    return updated
