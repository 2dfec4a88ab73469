"""Queries and results as bytes, for a solver in another process.

Nodes are numbered in the order they are first sent; each message carries only nodes that the other side has not seen,
so a growing path condition costs what is new. Both ends forget everything together, when the process ends.
"""

from __future__ import annotations

import marshal
from collections.abc import Sequence

from albers.expr.arrays import byte_of
from albers.expr.term import (
    CONST,
    FLOAT,
    SYMBOL,
    TABLE,
    Term,
    const,
    intern1,
    intern2,
    intern3,
    intern_float,
    symbol,
    table,
)
from albers.solver.answer import Answer, Result

# op, width, value, numbers of the arguments, and for arrays: name and size, or the fill and the data.
_Node = tuple[int, int, int, tuple[int, ...], str, int, bytes]


class Sender:
    """The side that asks."""

    def __init__(self) -> None:
        self._numbers: dict[Term, int] = {}
        self._terms: list[Term] = []

    def __len__(self) -> int:
        return len(self._terms)

    def query(self, constraints: Sequence[Term], seconds: float) -> bytes:
        """A message that asks; `seconds` may be infinite."""
        fresh: list[_Node] = []
        for constraint in constraints:
            self._number_all(constraint, fresh)
        return marshal.dumps((seconds, fresh, [self._numbers[each] for each in constraints]))

    def result(self, message: bytes, constraints: Sequence[Term]) -> Result:
        """The reply to the query with these constraints."""
        answer, model, core = marshal.loads(message)
        if model is None:
            return Result(Answer(answer), None, None if core is None else tuple([constraints[i] for i in core]))
        values: dict[Term, int] = {}
        for array, offset, value in model:
            values[byte_of(self._terms[array], offset)] = value
        return Result(Answer(answer), values)

    def _number_all(self, root: Term, fresh: list[_Node]) -> None:
        numbers = self._numbers
        stack: list[Term] = [root]
        while stack:
            term = stack[-1]
            if term in numbers:
                stack.pop()
                continue
            pending = False
            for arg in term.args:
                if arg not in numbers:
                    stack.append(arg)
                    pending = True
            if pending:
                continue
            stack.pop()
            numbers[term] = len(numbers)
            self._terms.append(term)
            fresh.append(_node(term, tuple([numbers[arg] for arg in term.args])))


def _node(term: Term, args: tuple[int, ...]) -> _Node:
    name = ""
    size = 0
    data = b""
    if term.info is not None:
        name = term.info.name
        size = term.info.size
        if term.info.data is not None:
            data = term.info.data
            size = term.info.fill
    return (int(term.op), int(term.width), term.value, args, name, size, data)


class Receiver:
    """The side that answers; its terms are its own, numbered alike."""

    def __init__(self) -> None:
        self._terms: list[Term] = []
        self._numbers: dict[Term, int] = {}  # of the symbols

    def query(self, message: bytes) -> tuple[float, list[Term]]:
        """The seconds allowed and the constraints asked about."""
        seconds, fresh, roots = marshal.loads(message)
        for node in fresh:
            term = self._rebuilt(node)
            if term.op == SYMBOL:
                self._numbers[term] = len(self._terms)
            self._terms.append(term)
        return seconds, [self._terms[number] for number in roots]

    def result(self, result: Result, constraints: list[Term]) -> bytes:
        model: list[tuple[int, int, int]] | None = None
        if result.model is not None:
            model = [(self._numbers[leaf.args[0]], leaf.args[1].value, value) for leaf, value in result.model.items()]
        core = None if result.core is None else [constraints.index(each) for each in result.core]
        return marshal.dumps((result.answer.value, model, core))

    def _rebuilt(self, node: _Node) -> Term:
        """The same node, not simplified again."""
        op, width, value, args, name, size, data = node
        terms = [self._terms[number] for number in args]
        if op == CONST:
            return const(width, value)
        if op == SYMBOL:
            return symbol(name, size)
        if op == TABLE:
            return table(data, size)
        if op == FLOAT:
            return intern_float(width, value, tuple(terms))
        if len(terms) == 1:
            return intern1(op, width, value, terms[0])
        if len(terms) == 2:
            return intern2(op, width, terms[0], terms[1])
        return intern3(op, width, terms[0], terms[1], terms[2])
