"""Answers that need no solver: from the values that bytes can still have, and from trying a few.

A question is simplified under what the path knows. What remains of it are conditions on single bytes, which restrict
their domains, and others. Without others, and if no byte is shared with another constraint, the domains are the answer.
"""

from __future__ import annotations

from typing import Final

from albers.expr.bits import not_
from albers.expr.byte_truth import byte_truth, highest_value, lowest_value
from albers.expr.evaluate import Assignment, evaluate
from albers.expr.leaves import leaves_of
from albers.expr.term import FALSE, SYMBOL, Term
from albers.solver.answer import SAT, UNSAT, Outcome
from albers.solver.byte_domains import domain_constraints
from albers.solver.links import CANDIDATES, RANGES
from albers.solver.path_facts import PathFacts
from albers.solver.query_leaves import age
from albers.solver.statistics import SolverStatistics
from albers.solver.value_ranges import range_of

# Values tried for a byte that other constraints mention, and the most constraints worth trying them on.
_TRIES: Final = 6
_CONSTRAINTS_TRIED: Final = 60
_IMPOSSIBLE: Final = Outcome(UNSAT, None)


class Question:
    """A question in simplified form: either answered, or what a solver must be asked."""

    def __init__(self, outcome: Outcome | None, domains: dict[Term, int], others: list[Term]) -> None:
        self.outcome = outcome
        self.domains = domains  # of the bytes that the question restricts, together with what the path leaves them
        self.others = others


class KnownAnswers:
    def __init__(self, statistics: SolverStatistics, links: frozenset[str]) -> None:
        self._statistics = statistics
        self._tries_candidates = CANDIDATES in links
        self._uses_ranges = RANGES in links

    def about_byte(self, facts: PathFacts, witness: Assignment, leaf: Term, values: int) -> Question:
        """Can one byte have one of the values?"""
        values &= facts.domain(leaf)
        if not values:
            self._statistics.domain_answers += 1
            return Question(_IMPOSSIBLE, {}, [])
        if facts.is_alone(leaf):
            self._statistics.domain_answers += 1
            return Question(Outcome(SAT, witness.updated({leaf: lowest_value(values)})), {}, [])
        found = self._tried(facts, witness, {leaf: values}, []) if self._tries_candidates else None
        return Question(found, {leaf: values}, [])

    def about(self, facts: PathFacts, witness: Assignment, condition: Term) -> Question:
        truth = byte_truth(condition)
        if truth is not None:
            assert truth.leaf is not None
            return self.about_byte(facts, witness, truth.leaf, truth.values)
        domains: dict[Term, int] = {}
        others: list[Term] = []
        for part in facts.parts(condition):
            truth = byte_truth(part)
            if truth is not None:
                leaf = truth.leaf
                assert leaf is not None
                values = domains[leaf] if leaf in domains else facts.domain(leaf)
                domains[leaf] = values & truth.values
                if not domains[leaf]:
                    self._statistics.domain_answers += 1
                    return Question(_IMPOSSIBLE, {}, [])
            elif part is FALSE or not (leaves_of(part) or evaluate(part, witness)):
                self._statistics.simplified_away += 1
                return Question(_IMPOSSIBLE, {}, [])
            else:
                others.append(part)
        if self._uses_ranges and others:
            possible = self._undecided(facts, domains, others)
            if possible is None:
                self._statistics.range_answers += 1
                return Question(_IMPOSSIBLE, {}, [])
            others = possible
        if not others and _all_alone(facts, domains):
            self._statistics.domain_answers += 1
            changes = {leaf: lowest_value(values) for leaf, values in domains.items()}
            return Question(Outcome(SAT, witness.updated(changes)), {}, [])
        found = self._tried(facts, witness, domains, others) if self._tries_candidates else None
        return Question(found, domains, others)

    def _undecided(self, facts: PathFacts, domains: dict[Term, int], conditions: list[Term]) -> list[Term] | None:
        """The conditions that ranges do not decide; None if one of them cannot hold."""
        result: list[Term] = []
        for condition in conditions:
            truth = range_of(condition, facts, domains)
            if truth.high == 0:
                return None
            if truth.low == 0:
                result.append(condition)
        return result

    def _tried(
        self, facts: PathFacts, witness: Assignment, domains: dict[Term, int], others: list[Term]
    ) -> Outcome | None:
        """Moves the restricted bytes to a few of their values and looks whether everything holds then."""
        if not domains:
            return None
        touched = facts.groups.constraints_about(frozenset(domains))
        if len(touched) > _CONSTRAINTS_TRIED:
            return None
        affected = [each for each in touched if _mentions_any(each, domains)]
        for attempt in range(_TRIES):
            changes: dict[Term, int] = {}
            for leaf, values in domains.items():
                changes[leaf] = _candidate(values, witness.values.get(leaf, 0), attempt)
            moved = witness.updated(changes)
            if _all_hold(others, moved) and _all_hold(affected, moved):
                self._statistics.candidate_hits += 1
                return Outcome(SAT, moved)
        return None


def query_of(facts: PathFacts, question: Question) -> tuple[Term, ...] | None:
    """What a solver must decide: the question and all that the path says about its bytes; None for an opposite pair."""
    leaves: set[Term] = set(question.domains)
    for part in question.others:
        leaves |= leaves_of(part)
    constraints = set(facts.groups.constraints_about(frozenset(leaves)))
    for constraint in constraints:
        leaves |= leaves_of(constraint)
    for part in question.others:
        if not_(part) in constraints:
            return None
        constraints.add(part)
    for leaf in list(leaves):
        if leaf.op == SYMBOL:
            leaves.update(facts.restricted_bytes(leaf))
    # In this order, since it may make new terms, whose order is that of the query.
    for leaf in sorted(leaves, key=age):
        if leaf.op != SYMBOL:
            values = question.domains[leaf] if leaf in question.domains else facts.domain(leaf)
            constraints.update(domain_constraints(leaf, values))
    return tuple(sorted(constraints, key=age))


def _candidate(values: int, current: int, attempt: int) -> int:
    """The attempt-th value to try: the current one if it is possible, the ends, then upwards from the current."""
    if attempt == 0:
        return current if (values >> current) & 1 else lowest_value(values)
    if attempt == 1:
        return highest_value(values)
    if attempt == 2:
        return lowest_value(values)
    above = values >> (current + 1)
    for _ in range(attempt - 3):
        above &= above - 1
        if above <= 0:
            return lowest_value(values)
    return lowest_value(above) + current + 1 if above > 0 else lowest_value(values)


def _all_alone(facts: PathFacts, domains: dict[Term, int]) -> bool:
    for leaf in domains:  # noqa: SIM110 (a loop compiles better)
        if not facts.is_alone(leaf):
            return False
    return True


def _mentions_any(constraint: Term, domains: dict[Term, int]) -> bool:
    leaves = leaves_of(constraint)
    for leaf in domains:  # noqa: SIM110
        if leaf in leaves or leaf.args[0] in leaves:
            return True
    return False


def _all_hold(conditions: list[Term], assignment: Assignment) -> bool:
    for condition in conditions:  # noqa: SIM110
        if not evaluate(condition, assignment):
            return False
    return True
