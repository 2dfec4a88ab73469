"""`--check-merges`: proves that a merge is exact, with the solver.

The merged state admits the inputs of the states it replaces, no more and no less; on each of them every register and
every byte that can exist has the value it had.
"""

from __future__ import annotations

from albers.engine.machine import Machine
from albers.engine.state import State
from albers.expr.bits import all_of, and_, any_of, not_
from albers.expr.compare import eq, ult
from albers.expr.evaluate import Assignment
from albers.expr.printing import to_text
from albers.expr.term import Term, as_term, const
from albers.merging.merged_state import MergedState
from albers.solver.answer import Answer
from albers.solver.path_condition import PathCondition


class MergeFault(Exception):
    """A merge that is not exact: a defect of ours."""


class MergeProof:
    """One plan against the states it is made from; `suffixes` are what each added to the root's path."""

    def __init__(self, machine: Machine, plan: MergedState, suffixes: list[list[Term]]) -> None:
        self._machine = machine
        self._plan = plan
        self._suffixes = suffixes

    def check(self) -> bool:
        """False if the solver gave no answer to one of the questions."""
        plan = self._plan
        is_proven = True
        encoding = plan.encoding
        for i, state in enumerate(plan.states):
            claim = encoding.at(i, plan.condition)
            is_proven &= self._holds(state.path, state.witness, claim, "admits the inputs of every state")
        disjunction = any_of([all_of(suffix) for suffix in self._suffixes])
        witness = encoding.witness(0, plan.states[0].witness)
        is_proven &= self._holds(plan.path, witness, disjunction, "admits no other inputs")
        for i, state in enumerate(plan.states):
            is_proven &= self._values_agree(i, state)
        return is_proven

    def _values_agree(self, index: int, state: State) -> bool:
        agree: list[Term] = []
        for register in self._plan.registers:
            _equalities(register.merged, register.values[index], agree)
        for plan in self._plan.objects:
            contents = state.memory.find(plan.object)
            assert contents is not None
            size = plan.object.size_term
            for byte in plan.bytes:
                same = eq(byte.merged, contents.byte(byte.offset))
                if size is not None:
                    exists = ult(const(size.width, byte.offset), size)
                    same = not_(and_(exists, not_(same)))
                agree.append(same)
        is_proven = True
        for each in agree:
            claim = self._plan.encoding.at(index, each)
            is_proven &= self._holds(state.path, state.witness, claim, "keeps every value")
        return is_proven

    def _holds(self, path: PathCondition, witness: Assignment, claim: Term, what: str) -> bool:
        outcome = self._machine.solver.find(path, witness, not_(claim), self._machine.deadline)
        if outcome.answer is Answer.SAT:
            raise MergeFault(f"the merged state does not fulfil: {what}; {to_text(claim, 2000)}")
        return outcome.answer is Answer.UNSAT


def _equalities(merged: object, original: object, into: list[Term]) -> None:
    if isinstance(merged, tuple):
        assert isinstance(original, tuple)
        for one, other in zip(merged, original, strict=True):
            _equalities(one, other, into)
    elif isinstance(merged, Term):
        into.append(eq(merged, as_term(merged.width, original)))
    elif isinstance(original, Term):
        into.append(eq(as_term(original.width, merged), original))
    elif merged != original:
        raise MergeFault(f"a register that was {original!r} became {merged!r}")
