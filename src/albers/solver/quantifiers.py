"""The link for quantified terms (FSE'23, section 5): a procedure that rarely needs a solver for quantifiers.

    strip      each quantified part is replaced by a few of its instances: i = 1, i = upper, and where it meets other
               reads of the same array. Unsatisfiable then means unsatisfiable; a model is tried on the whole query.
    duplicate  in the model, what the instance i = 1 reads is copied to the places that the other instances read.
    repair     instances that are still violated join the query, what the quantified parts do not index keeps its
               value if it can, and the copies leave the disputed bytes alone; a few rounds.
    expand     all instances, if they are not too many,
    generic    else Z3 on the query as it is.

No model is believed because of how it was made: it is evaluated on the query first. A quantified part that is not
merely asserted (below a negation, say) is expanded at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from albers.expr.arith import sub
from albers.expr.arrays import byte_of, root_of
from albers.expr.bits import all_of
from albers.expr.compare import eq
from albers.expr.evaluate import Assignment, evaluate
from albers.expr.leaves import leaves_of
from albers.expr.quantified import expanded, instance, instance_at, mentions_bound, quantified_parts
from albers.expr.substitute import substitute
from albers.expr.term import (
    AND,
    BOUND_VARIABLE,
    FALSE,
    FORALL,
    INDEX_WIDTH,
    OR,
    SELECT,
    SYMBOL,
    TRUE,
    Term,
    any_quantified,
    const,
)
from albers.options import QUANTIFIER_STAGES
from albers.solver.answer import SAT, UNKNOWN, UNSAT, Result, first_violated
from albers.solver.backend import Backend
from albers.solver.deadline import Deadline
from albers.solver.gates import TermSizes
from albers.solver.statistics import SolverStatistics

_ROUNDS: Final = 4
# Instances at the indices of other reads, and violated instances taken up in a round, per quantified part.
_MATCHED_TERMS: Final = 8
_VIOLATED_INSTANCES: Final = 16
# Expansions of at most so many nodes are asked at once, and of so many in the end, before the generic solver.
_CHEAP_NODES: Final = 400
_BEARABLE_NODES: Final = 300_000


class QuantifierProcedure(Backend):
    """Hands on queries without quantifiers; answers the others with quantifier-free queries to `inner`."""

    def __init__(
        self, inner: Backend, generic: Backend, statistics: SolverStatistics, stages: frozenset[str] | None = None
    ) -> None:
        self._inner = inner
        self._generic = generic
        self._statistics = statistics
        self._stages = frozenset(QUANTIFIER_STAGES) if stages is None else stages
        self._sizes = TermSizes()

    def check(self, constraints: Sequence[Term], deadline: Deadline) -> Result:
        if not any_quantified():
            return self._inner.check(constraints, deadline)
        query = _without_hidden(constraints)
        if query is None:
            return Result(UNSAT)
        present = _unique([part for constraint in query for part in quantified_parts(constraint)])
        if not present:
            return self._inner.check(query, deadline)
        statistics = self._statistics
        statistics.quantified += 1
        nodes = 0
        for part in present:
            nodes += part.value * self._sizes.of(part.args[1]).nodes
        if "expand" in self._stages and nodes <= _CHEAP_NODES:
            return self._expand(query, present, deadline)
        plain = [each for each in query if _is_about_known_places(each)]
        if plain and self._inner.check(plain, deadline).answer is UNSAT:
            # Sizes and counts alone contradict each other, as in most questions about bounds.
            statistics.quantified_stripped += 1
            return Result(UNSAT, None, tuple(plain))
        if "strip" in self._stages:
            attempt = _Attempt(query, present, "terms" in self._stages)
            result = self._attempt(attempt, deadline)
            if result.answer is not UNKNOWN or deadline.expired():
                return result
        if "expand" in self._stages and nodes <= _BEARABLE_NODES:
            return self._expand(query, present, deadline)
        statistics.quantified_generic += 1
        result = self._generic.check(query, deadline)
        if result.answer is SAT and first_violated(query, Assignment(result.model or {})) is not None:
            result = Result(UNKNOWN)
        if result.answer is UNKNOWN and not deadline.expired():
            return self._expand(query, present, deadline)
        return result

    def close(self) -> None:
        self._inner.close()
        self._generic.close()

    def _expand(self, query: list[Term], present: list[Term], deadline: Deadline) -> Result:
        self._statistics.quantified_expanded += 1
        replacements = {part: expanded(part) for part in present}
        return self._ask([substitute(each, replacements) for each in query], query, deadline)

    def _ask(self, simplified: list[Term], originals: list[Term], deadline: Deadline) -> Result:
        """Asks about constraints that follow from the originals, one from each; a core is told in the originals."""
        origin: dict[Term, Term] = {}
        for constraint, original in zip(simplified, originals, strict=True):
            if constraint is FALSE:
                return Result(UNSAT, None, (original,))
            if constraint is not TRUE:
                origin.setdefault(constraint, original)
        if not origin:
            return Result(SAT, {})
        result = self._inner.check(list(origin), deadline)
        if result.core is None:
            return result
        return Result(UNSAT, None, tuple([origin[constraint] for constraint in result.core]))

    def _attempt(self, attempt: _Attempt, deadline: Deadline) -> Result:
        """Strip, duplicate, repair; UNKNOWN if none of them could tell."""
        statistics = self._statistics
        result = self._ask(attempt.stripped(), attempt.query, deadline)
        if result.answer is not SAT:
            if result.answer is UNSAT:
                statistics.quantified_stripped += 1
            return result
        model = Assignment(result.model or {})
        if attempt.satisfied_by(model):
            statistics.quantified_stripped += 1
            return result
        copied = model
        if "duplicate" in self._stages:
            copied = attempt.duplicated(model, frozenset())
            if attempt.satisfied_by(copied):
                statistics.quantified_duplicated += 1
                return Result(SAT, copied.values)
        if "repair" not in self._stages:
            return Result(UNKNOWN)
        for _ in range(_ROUNDS):
            # The solver's own model violates nothing but instances: those that were not taken up yet.
            disputed = attempt.take_up_violations(model) | attempt.take_up_violations(copied)
            result = self._ask_keeping(attempt, copied, deadline)
            if result.answer is not SAT:
                if result.answer is UNSAT:
                    statistics.quantified_repaired += 1
                return result
            model = Assignment(result.model or {})
            if not attempt.satisfied_by(model):
                copied = attempt.duplicated(model, disputed) if "duplicate" in self._stages else model
                if not attempt.satisfied_by(copied):
                    continue
                model = copied
            statistics.quantified_repaired += 1
            return Result(SAT, model.values)
        return Result(UNKNOWN)

    def _ask_keeping(self, attempt: _Attempt, model: Assignment, deadline: Deadline) -> Result:
        """Asks about the instances taken up, first with what no quantified part indexes kept as it is in a model."""
        stripped = attempt.stripped()
        if FALSE not in stripped:
            kept = [*[each for each in stripped if each is not TRUE], *attempt.unindexed_values(model)]
            result = self._inner.check(kept, deadline)
            if result.answer is SAT:
                return result
        return self._ask(stripped, attempt.query, deadline)


class _Attempt:
    """One query with the instances of its quantified parts that were taken up so far."""

    def __init__(self, query: list[Term], parts: list[Term], match_terms: bool) -> None:
        self.query = query
        self.parts = parts
        self.reads: dict[Term, list[Term]] = {part: _bound_reads(part.args[1]) for part in parts}
        one = const(INDEX_WIDTH, 1)
        self.indices: dict[Term, list[Term]] = {part: [one, part.args[0]] for part in parts}
        if match_terms:
            for part in parts:
                for index in _matched_indices(query, self.reads[part]):
                    self._take_up(part, index)

    def _take_up(self, part: Term, index: Term) -> bool:
        indices = self.indices[part]
        if index in indices:
            return False
        indices.append(index)
        return True

    def stripped(self) -> list[Term]:
        """The query with each quantified part replaced by its instances: a consequence of it."""
        replacements: dict[Term, Term] = {}
        for part in self.parts:
            replacements[part] = all_of([instance_at(part, index) for index in self.indices[part]])
        return [substitute(each, replacements) for each in self.query]

    def satisfied_by(self, model: Assignment) -> bool:
        return first_violated(self.query, model) is None

    def duplicated(self, model: Assignment, disputed: frozenset[Term]) -> Assignment:
        """What i = 1 reads, copied to what the other instances of violated parts read, except for disputed bytes."""
        changes: dict[Term, int] = {}
        for part in self.parts:
            last = min(evaluate(part.args[0], model), part.value)
            if last < 2 or evaluate(part, model):
                continue
            for read in self.reads[part]:
                first = _cell(read, 1, model)
                value = model.values.get(first, 0)
                for number in range(2, last + 1):
                    cell = _cell(read, number, model)
                    if cell not in disputed:
                        changes[cell] = value
        return model.updated(changes)

    def take_up_violations(self, model: Assignment) -> frozenset[Term]:
        """Adds instances that the model violates or that share bytes with violated constraints; returns those bytes."""
        disputed: set[Term] = set()
        for constraint in self.query:
            if constraint.op != FORALL and not evaluate(constraint, model):
                disputed.update([leaf for leaf in leaves_of(constraint) if leaf.op == SELECT])
        for part in self.parts:
            last = min(evaluate(part.args[0], model), part.value)
            added = 0
            for number in range(1, last + 1):
                body = instance(part, number)
                violated = not evaluate(body, model)
                touched = not violated and any(_cell(read, number, model) in disputed for read in self.reads[part])
                if not violated and not touched:
                    continue
                if violated:
                    disputed.update([leaf for leaf in leaves_of(body) if leaf.op == SELECT])
                if added < _VIOLATED_INSTANCES and self._take_up(part, const(INDEX_WIDTH, number)):
                    added += 1
        return frozenset(disputed)

    def unindexed_values(self, model: Assignment) -> list[Term]:
        """Equations that keep the bytes of arrays which no quantified part indexes (sizes, counts) as they are."""
        indexed = {root_of(read.args[0]) for part in self.parts for read in self.reads[part]}
        leaves: list[Term] = []
        for constraint in self.query:
            leaves.extend([leaf for leaf in leaves_of(constraint) if leaf.op == SELECT and leaf.args[0] not in indexed])
        kept = _unique(sorted(leaves, key=_age))
        return [eq(leaf, const(8, model.values.get(leaf, 0))) for leaf in kept]


def _without_hidden(constraints: Sequence[Term]) -> list[Term] | None:
    """The constraints with parts that occur elsewhere than asserted written out; None if one is false."""
    result: list[Term] = []
    for constraint in constraints:
        hidden = _hidden_parts(constraint)
        if hidden:
            constraint = substitute(constraint, {part: expanded(part) for part in hidden})
        if constraint is FALSE:
            return None
        if constraint is not TRUE:
            result.append(constraint)
    return result


def _hidden_parts(constraint: Term) -> list[Term]:
    """The quantified parts that are reached otherwise than through conjunctions and disjunctions.

    To weaken one of the others weakens the whole; of these that cannot be said.
    """
    if not quantified_parts(constraint):
        return []
    found: list[Term] = []
    seen: set[Term] = set()
    stack: list[Term] = [constraint]
    while stack:
        term = stack.pop()
        if term in seen or term.op == FORALL:
            continue
        seen.add(term)
        if term.width == 1 and (term.op == AND or term.op == OR):
            stack.extend(term.args)
        else:
            found.extend(quantified_parts(term))
    return _unique(found)


def _is_about_known_places(constraint: Term) -> bool:
    return not any(leaf.op == SYMBOL for leaf in leaves_of(constraint)) and not quantified_parts(constraint)


def _bound_reads(body: Term) -> list[Term]:
    """The reads of unknown arrays at indices that contain the variable."""
    found: list[Term] = []
    seen: set[Term] = set()
    stack: list[Term] = [body]
    while stack:
        term = stack.pop()
        if term in seen:
            continue
        seen.add(term)
        if term.op == SELECT and root_of(term.args[0]).op == SYMBOL and mentions_bound(term.args[1]):
            found.append(term)
        stack.extend(term.args)
    return found


def _matched_indices(query: list[Term], reads: list[Term]) -> list[Term]:
    """Values of the variable at which a quantified part reads what the rest of the query reads, too."""
    offsets: list[tuple[Term, Term]] = []
    for read in reads:
        offset = sub(read.args[1], BOUND_VARIABLE)
        if not mentions_bound(offset):
            offsets.append((root_of(read.args[0]), offset))
    found: list[Term] = []
    if not offsets:
        return found
    seen: set[Term] = set()
    for constraint in reversed(query):  # the newest constraint holds what is asked
        stack: list[Term] = [constraint]
        while stack:
            term = stack.pop()
            if term in seen or term.op == FORALL:
                continue
            seen.add(term)
            if term.op == SELECT:
                root = root_of(term.args[0])
                for array, offset in offsets:
                    if root is array:
                        index = sub(term.args[1], offset)
                        if index not in found:
                            found.append(index)
                            if len(found) >= _MATCHED_TERMS:
                                return found
            stack.extend(term.args)
    return found


def _cell(read: Term, number: int, model: Assignment) -> Term:
    """The unknown byte that a read touches in an instance (below all writes)."""
    index = substitute(read.args[1], {BOUND_VARIABLE: const(INDEX_WIDTH, number)})
    return byte_of(root_of(read.args[0]), evaluate(index, model))


def _unique(terms: list[Term]) -> list[Term]:
    return list(dict.fromkeys(terms))


def _age(term: Term) -> int:
    return int(term.serial)
