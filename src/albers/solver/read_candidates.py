"""Values to try before a solver is asked: for a byte read at an unknown index, and for the numbers of a comparison.

A condition on `s[k + 3]` is mostly about the one byte that the witness puts there: giving that byte another value often
satisfies the condition and leaves the rest of the path as it was. A comparison that just fails often holds when one of
its numbers moves by what is missing. Whether the rest of the path still holds is for the caller to check.
"""

from __future__ import annotations

from typing import Final

from albers.expr.arrays import byte_of
from albers.expr.evaluate import Assignment, evaluate
from albers.expr.term import CONCAT, CONST, EQ, FORALL, NOT, SELECT, SLE, SLT, SYMBOL, ULE, ULT, Term

_MOST_NODES: Final = 60
_MOST_CANDIDATES: Final = 4


class _Parts:
    """What a condition is about: its first read at an unknown index, its constants, and numbers made of whole bytes."""

    def __init__(self, condition: Term) -> None:
        self.read: Term | None = None
        self.constants: list[int] = []
        self.numbers: list[list[Term]] = []  # bytes, lowest first
        self.is_small = True
        seen: set[Term] = set()
        stack: list[Term] = [condition]
        while stack:
            term = stack.pop()
            if term in seen:
                continue
            seen.add(term)
            if len(seen) > _MOST_NODES:
                self.is_small = False
                return
            if term.op == FORALL:
                continue
            if term.op == CONST:
                if term.width > 1:
                    self.constants.append(term.value)
                continue
            number = _bytes_of(term)
            if number is not None:
                self.numbers.append(number)
                continue
            if term.op == SELECT and term.args[0].op == SYMBOL and self.read is None:
                self.read = term
                continue  # constants in an index are no values of the byte
            stack.extend(term.args)


def read_candidates(condition: Term, witness: Assignment) -> list[Assignment]:
    """The witness changed a little such that the condition holds, in at most a few ways."""
    parts = _Parts(condition)
    if not parts.is_small:
        return []
    found: list[Assignment] = []
    for changes in _changes(condition, parts, witness):
        changed = witness.updated(changes)
        if evaluate(condition, changed):
            found.append(changed)
            if len(found) == _MOST_CANDIDATES:
                break
    return found


def _changes(condition: Term, parts: _Parts, witness: Assignment) -> list[dict[Term, int]]:
    result: list[dict[Term, int]] = []
    if parts.read is not None:
        cell = byte_of(parts.read.args[0], evaluate(parts.read.args[1], witness))
        values: list[int] = []
        for constant in parts.constants:
            values += [constant & 0xFF, constant + 1 & 0xFF, constant - 1 & 0xFF]
        result += [{cell: value} for value in dict.fromkeys([*values, 0, 0xFF])]
    distance = _distance(condition, witness)
    if distance:
        for number in parts.numbers:
            value = 0
            for i, byte in enumerate(number):
                value |= witness.values.get(byte, 0) << 8 * i
            for moved in (value + distance, value - distance):
                result.append({byte: moved >> 8 * i & 0xFF for i, byte in enumerate(number)})
    return result


def _distance(condition: Term, witness: Assignment) -> int:
    """By how much the sides of a comparison would have to approach each other, or part, for it to hold."""
    op = condition.op
    if op == NOT and condition.args[0].op == EQ:
        return 1
    if op != EQ and op != ULT and op != ULE and op != SLT and op != SLE:
        return 0
    left = evaluate(condition.args[0], witness)
    right = evaluate(condition.args[1], witness)
    return left - right + 1 if op == ULT or op == SLT else left - right


def _bytes_of(term: Term) -> list[Term] | None:
    """The bytes of a number that is nothing but unknown bytes side by side, lowest first."""
    result: list[Term] = []
    while term.op == CONCAT:
        if not _is_byte(term.args[1]):
            return None
        result.append(term.args[1])
        term = term.args[0]
    if not _is_byte(term):
        return None
    result.append(term)
    return result


def _is_byte(term: Term) -> bool:
    return term.op == SELECT and term.args[0].op == SYMBOL and term.args[1].op == CONST
