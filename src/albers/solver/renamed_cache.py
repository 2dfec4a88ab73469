"""The link that recognises a query asked before about other bytes: loops ask the same of one byte after the other.

A constraint's shape is the constraint with its unknowns numbered in order of appearance. A query's key lists the shapes
of its constraints and which unknown of the query each numbered one is; queries with equal keys differ only in names.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from albers.expr.arrays import byte_of
from albers.expr.term import CONST, SELECT, STORE, SYMBOL, TABLE, Term
from albers.solver.answer import SAT, UNKNOWN, UNSAT, Answer, Result
from albers.solver.backend import Backend
from albers.solver.deadline import Deadline
from albers.solver.statistics import SolverStatistics

_QUERIES: Final = 20_000
_SHAPES: Final = 50_000
_MOST_NODES: Final = 500

_Key = tuple[tuple[int, ...], ...]


class _Shape:
    """What a constraint is apart from names: a number for the form, and its unknowns in order of appearance."""

    def __init__(self, number: int, unknowns: list[Term]) -> None:
        self.number = number
        self.unknowns = unknowns


class _Remembered:
    """A result with numbers for names: the model by unknown (and offset, in a whole symbol), the core by position."""

    def __init__(self, answer: Answer, model: list[tuple[int, int, int]], core: list[int] | None) -> None:
        self.answer = answer
        self.model = model
        self.core = core


class RenamedCache(Backend):
    def __init__(self, inner: Backend, statistics: SolverStatistics, capacity: int = _QUERIES) -> None:
        self._inner = inner
        self._statistics = statistics
        self._capacity = capacity
        self._forms: dict[tuple[object, ...], int] = {}
        self._shapes: dict[Term, _Shape | None] = {}
        self._results: dict[_Key, _Remembered] = {}

    def check(self, constraints: Sequence[Term], deadline: Deadline) -> Result:
        ordered = self._by_shape(constraints)
        if ordered is None:
            return self._inner.check(constraints, deadline)
        unknowns: dict[Term, int] = {}
        key = self._key(ordered, unknowns)
        known = self._results.get(key)
        if known is not None:
            self._statistics.renamed_hits += 1
            return _named(known, ordered, unknowns)
        result = self._inner.check(constraints, deadline)
        if result.answer is not UNKNOWN:
            remembered = _numbered(result, ordered, unknowns)
            if remembered is not None:
                if len(self._results) >= self._capacity:
                    del self._results[next(iter(self._results))]
                self._results[key] = remembered
        return result

    def close(self) -> None:
        self._inner.close()

    def _by_shape(self, constraints: Sequence[Term]) -> list[Term] | None:
        """The constraints in an order that does not depend on names (where shapes differ); None if one is too big."""
        if len(self._shapes) + len(self._forms) > _SHAPES:
            self._shapes.clear()
            self._forms.clear()
            self._results.clear()  # their keys speak of the forms' numbers
        places: list[tuple[int, int]] = []
        for i, constraint in enumerate(constraints):
            shape = self._shape(constraint)
            if shape is None:
                return None
            places.append((shape.number, i))
        places.sort()
        return [constraints[i] for _, i in places]

    def _key(self, ordered: list[Term], unknowns: dict[Term, int]) -> _Key:
        """Fills in the numbers of the unknowns. Bytes of a symbol that is also read as a whole keep their offsets."""
        key: list[tuple[int, ...]] = []
        for constraint in ordered:
            shape = self._shapes[constraint]
            assert shape is not None
            row: list[int] = [shape.number]
            for unknown in shape.unknowns:
                number = unknowns.get(unknown, -1)
                if number < 0:
                    number = len(unknowns)
                    unknowns[unknown] = number
                row.append(number)
            key.append(tuple(row))
        for unknown, number in unknowns.items():
            if unknown.op != SYMBOL and unknown.args[0] in unknowns:
                key.append((-1, number, unknowns[unknown.args[0]], unknown.args[1].value))
        return tuple(key)

    def _shape(self, constraint: Term) -> _Shape | None:
        if constraint in self._shapes:
            return self._shapes[constraint]
        shape = self._new_shape(constraint)
        self._shapes[constraint] = shape
        return shape

    def _new_shape(self, constraint: Term) -> _Shape | None:
        unknowns: dict[Term, int] = {}
        numbers: dict[Term, int] = {}
        form: list[object] = []
        stack: list[Term] = [constraint]
        while stack:
            term = stack[-1]
            if term in numbers:
                stack.pop()
                continue
            if _is_unknown(term):
                stack.pop()
                unknowns[term] = len(unknowns)
                numbers[term] = len(numbers)
                info = term.info
                form.append(-1 if info is None else -2 - info.size)
                continue
            pending = False
            for arg in reversed(term.args):
                if arg not in numbers:
                    stack.append(arg)
                    pending = True
            if pending:
                continue
            stack.pop()
            numbers[term] = len(numbers)
            if len(numbers) > _MOST_NODES or term.op > STORE:
                return None
            # A table stands for itself: equal contents are the same term.
            form.append(term if term.op == TABLE else (int(term.op), int(term.width), term.value))
            for arg in term.args:
                form.append(numbers[arg])
        key = tuple(form)
        number = self._forms.get(key, -1)
        if number < 0:
            number = len(self._forms)
            self._forms[key] = number
        return _Shape(number, list(unknowns))


def _is_unknown(term: Term) -> bool:
    return term.op == SYMBOL or (term.op == SELECT and term.args[0].op == SYMBOL and term.args[1].op == CONST)


def _numbered(result: Result, ordered: list[Term], unknowns: dict[Term, int]) -> _Remembered | None:
    model: list[tuple[int, int, int]] = []
    if result.model is not None:
        for leaf, value in result.model.items():
            number = unknowns.get(leaf, -1)
            if number >= 0:
                model.append((number, -1, value))
                continue
            number = unknowns.get(leaf.args[0], -1)
            if number < 0:
                return None  # about something that is not in the query
            model.append((number, leaf.args[1].value, value))
    core: list[int] | None = None
    if result.core is not None:
        places = {constraint: i for i, constraint in enumerate(ordered)}
        core = [places[each] for each in result.core]
    return _Remembered(result.answer, model, core)


def _named(known: _Remembered, ordered: list[Term], unknowns: dict[Term, int]) -> Result:
    if known.answer is UNSAT:
        return Result(UNSAT, None, None if known.core is None else tuple([ordered[i] for i in known.core]))
    assert known.answer is SAT
    names = list(unknowns)
    model: dict[Term, int] = {}
    for number, offset, value in known.model:
        name = names[number]
        model[name if offset < 0 else byte_of(name, offset)] = value
    return Result(SAT, model)
