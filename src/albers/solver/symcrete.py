"""Symcretes: symbolic values that have a concrete value at every moment (ISP RAS 2023, sections 3 and 4).

A state's witness satisfies its path, so the concrete value of a symcrete is its value in the witness. What is left to
do is to keep those values: a question is first asked with every symcrete at its value, and only those that an
unsatisfiable core blames get a new one (Algorithm 1). How a new value is chosen is up to the symcrete's source. A
value of another origin joins by a class derived from `Source`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy_extensions import mypyc_attr

from albers.expr.arith import add
from albers.expr.bits import zext
from albers.expr.compare import eq, ule
from albers.expr.evaluate import Assignment, evaluate
from albers.expr.leaves import leaves_of
from albers.expr.term import CONST, Term, const
from albers.solver.answer import SAT, UNKNOWN, UNSAT, Result
from albers.solver.backend import Backend
from albers.solver.deadline import Deadline
from albers.solver.query_leaves import age

# Room for the carries of a sum of sizes.
_CARRY: Final = 16


class Question:
    """A satisfiable question while values are chosen: conditions may be added as long as it stays satisfiable."""

    def __init__(
        self, chain: Backend, constraints: list[Term], result: Result, witness: Assignment, deadline: Deadline
    ) -> None:
        assert result.model is not None
        self._chain = chain
        self._deadline = deadline
        self._witness = witness
        self.constraints = constraints
        self.result = result
        self._values = witness.updated(result.model)

    def value(self, term: Term) -> int:
        """In the present model, and in the witness for bytes that the question does not depend on."""
        return evaluate(term, self._values)

    def try_(self, condition: Term) -> bool:
        """Adds the condition if the question stays satisfiable; False without an answer, too."""
        if condition.op == CONST:
            return condition.value != 0
        constraints = sorted([*self.constraints, condition], key=age)
        result = self._chain.check(constraints, self._deadline)
        if result.answer is not SAT:
            return False
        assert result.model is not None
        self.constraints = constraints
        self.result = result
        self._values = self._witness.updated(result.model)
        return True


@mypyc_attr(allow_interpreted_subclasses=True)
class Source:
    """Where a symcrete comes from; `choose` gives relaxed symcretes new values by adding conditions to the question."""

    def choose(self, question: Question, terms: list[Term]) -> None:
        """By default the solver's values are as good as any."""


class SizeSource(Source):
    """Sizes of objects: their sum is kept at most at a threshold, and minimal where that is impossible."""

    def __init__(self, threshold: int) -> None:
        self.threshold = threshold

    def choose(self, question: Question, terms: list[Term]) -> None:
        total = total_of(terms)
        if question.value(total) <= self.threshold or question.try_(_at_most(total, self.threshold)):
            return
        # Not at or below `low` (as far as is known); a bracket first, then bisection.
        low = self.threshold
        step = max(self.threshold, 1)
        while low + step < question.value(total) and not question.try_(_at_most(total, low + step)):
            low += step
            step *= 2
        while low + 1 < question.value(total):
            middle = (low + question.value(total)) // 2
            if not question.try_(_at_most(total, middle)):
                low = middle


class Symcrete:
    """A term with a source. The state it belongs to knows its value."""

    def __init__(self, term: Term, source: Source) -> None:
        self.term = term
        self.source = source


def total_of(terms: Sequence[Term]) -> Term:
    """The sum, wide enough not to overflow."""
    width = max([int(term.width) for term in terms]) + _CARRY
    total = zext(terms[0], width)
    for term in terms[1:]:
        total = add(total, zext(term, width))
    return total


def _at_most(term: Term, limit: int) -> Term:
    return ule(term, const(term.width, limit))


class Relaxation:
    """The answer to a question about symcretes, and which of them had to change."""

    def __init__(self, result: Result, constraints: Sequence[Term], relaxed: int) -> None:
        self.result = result
        self.constraints = constraints  # what the result's model satisfies
        self.relaxed = relaxed


def relax(
    chain: Backend, query: Sequence[Term], symcretes: Sequence[Symcrete], witness: Assignment, deadline: Deadline
) -> Relaxation:
    """Algorithm 1: SAT keeps the values of as many symcretes as the cores allow, UNSAT blames none of them."""
    held: dict[Term, Symcrete] = {}
    for symcrete in symcretes:
        pinned = eq(symcrete.term, const(symcrete.term.width, evaluate(symcrete.term, witness)))
        if pinned.op != CONST:
            held[pinned] = symcrete
    relaxed: list[Symcrete] = []
    while True:
        constraints = sorted({*query, *held}, key=age)
        result = chain.check(constraints, deadline)
        if result.answer is SAT:
            break
        if result.answer is UNKNOWN and held:
            relaxed += held.values()
            held = {}
            continue
        core = set(constraints if result.core is None else result.core)
        blamed = [pinned for pinned in held if pinned in core]
        if result.answer is not UNSAT or not blamed:
            return Relaxation(result, constraints, len(relaxed))
        for pinned in blamed:
            relaxed.append(held.pop(pinned))
    question = Question(chain, constraints, result, witness, deadline)
    for source, terms in _by_source(relaxed):
        source.choose(question, terms)
    return Relaxation(question.result, question.constraints, len(relaxed))


def _by_source(symcretes: Sequence[Symcrete]) -> list[tuple[Source, list[Term]]]:
    groups: list[tuple[Source, list[Term]]] = []
    for symcrete in symcretes:
        for source, terms in groups:
            if source is symcrete.source:
                terms.append(symcrete.term)
                break
        else:
            groups.append((symcrete.source, [symcrete.term]))
    return groups


def involved(symcretes: Sequence[Symcrete], leaves: frozenset[Term]) -> list[Symcrete]:
    """Those that depend on one of the leaves."""
    return [each for each in symcretes if not leaves.isdisjoint(leaves_of(each.term))]
