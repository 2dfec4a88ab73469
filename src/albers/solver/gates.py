"""How much circuit a term becomes: the estimate by which the solver plans, counted in logic gates.

The numbers are rough on purpose. They decide when an incremental solver carries too much that the present query does
not need, and when a query is so big that it is sent to a process that can be killed. Being counts, not times, they
make the same decisions in every run.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy_extensions import i64

from albers.expr.arrays import root_of
from albers.expr.float_operations import F_DIV, F_FMA, F_MUL, F_SQRT, float_operation
from albers.expr.term import (
    ADD,
    AND,
    ASHR,
    CONST,
    EQ,
    FLOAT,
    INDEX_WIDTH,
    ITE,
    LSHR,
    MUL,
    OR,
    SDIV,
    SELECT,
    SHL,
    SLE,
    SREM,
    STORE,
    SUB,
    TABLE,
    UDIV,
    UREM,
    XOR,
    ZEXT,
    Term,
)
from albers.solver.value_bounds import upper_bound

_REMEMBERED: Final = 100_000
_BALLAST_FACTOR: Final = 8
_BALLAST_GATES: Final = 5000
_INDEX_COMPARISON: Final = 4 * INDEX_WIDTH
_BYTE_CHOICE: Final = 3 * 8
_THEORY_READ: Final = 1000


class TermSize:
    def __init__(self, nodes: int, gates: int) -> None:
        self.nodes = nodes
        self.gates = gates


class TermSizes:
    """Sizes of whole terms, remembered per term that was asked about."""

    def __init__(self) -> None:
        self._known: dict[Term, TermSize] = {}

    def of(self, root: Term) -> TermSize:
        """Of all distinct nodes of a term."""
        found = self._known.get(root)
        if found is not None:
            return found
        if len(self._known) >= _REMEMBERED:
            self._known.clear()
        size = joint_size((root,))
        self._known[root] = size
        return size

    def sum_of_gates(self, constraints: Sequence[Term]) -> int:
        """An upper bound for constraints together: what they share is counted for each."""
        total = 0
        for constraint in constraints:
            total += self.of(constraint).gates
        return total


class Ballast:
    """What an incremental solver was ever given: it assigns all of that again in every query.

    Measured on simulated explorations: eight times the query's own gates is where a new solver begins to pay.
    """

    def __init__(self) -> None:
        self._sizes = TermSizes()
        self._given: set[Term] = set()
        self._gates = 0

    def allows(self, constraints: Sequence[Term]) -> bool:
        """Notes a query and answers True, or False if a new solver had better take it."""
        needed = 0
        added = 0
        for constraint in constraints:
            gates = self._sizes.of(constraint).gates
            needed += gates
            if constraint not in self._given:
                added += gates
        if self._gates + added > _BALLAST_FACTOR * needed + _BALLAST_GATES:
            return False
        self._gates += added
        self._given.update(constraints)
        return True

    def drop(self) -> None:
        """A new solver starts with nothing."""
        self._given.clear()
        self._gates = 0


def joint_size(roots: Sequence[Term]) -> TermSize:
    """Of several terms together, shared nodes counted once; at least one gate."""
    seen: set[Term] = set()
    stack: list[Term] = list(roots)
    gates: i64 = 1
    while stack:
        term = stack.pop()
        if term in seen:
            continue
        seen.add(term)
        gates += _own_gates(term)
        stack.extend(term.args)
    return TermSize(len(seen), int(gates))


def _own_gates(term: Term) -> i64:
    op = term.op
    width = term.width
    if op == ADD or op == SUB:
        return 7 * width
    if EQ <= op <= SLE:
        return 4 * term.args[0].width
    if op == AND or op == OR or op == XOR or op == ITE:
        return 3 * width
    if op == MUL:
        return 7 * _significant_bits(term.args[0]) * _significant_bits(term.args[1])
    if op == UDIV or op == UREM:
        return 10 * width * width
    if op == SDIV or op == SREM:
        return 12 * width * width
    if op == SHL or op == LSHR or op == ASHR:
        return 3 * width * int(width).bit_length()
    if op == SELECT:
        return _read_gates(term)
    if op == FLOAT:
        return _float_gates(term)
    return 0


def _float_gates(term: Term) -> i64:
    """A product of significands, a division or root step per bit, or some shifters with rounding."""
    operation = float_operation(term.value)
    kind = operation.kind
    precision: i64 = max(operation.format.precision, operation.target.precision)
    width: i64 = max(operation.format.width, term.args[0].width, term.width)
    if kind == F_DIV or kind == F_SQRT:
        return 20 * precision * precision
    if kind == F_MUL:
        return 10 * precision * precision
    if kind == F_FMA:
        return 30 * precision * precision
    if operation.gives_truth:
        return 20 * width
    return 30 * width * int(width).bit_length()


def _significant_bits(term: Term) -> i64:
    if term.op == ZEXT:
        return term.args[0].width
    if term.op == CONST:
        return max(1, term.value.bit_count())
    return term.width


def _read_gates(term: Term) -> i64:
    array = term.args[0]
    index = term.args[1]
    writes: i64 = 0
    while array.op == STORE:
        writes += 1
        array = array.args[0]
    if writes == 0 and index.op == CONST:
        return 0
    info = root_of(array).info
    assert info is not None
    size: i64 = min(info.size, upper_bound(index) + 1)
    read = _BYTE_CHOICE * size
    if array.op != TABLE:
        read = min(read, _THEORY_READ)
    return read + writes * (_INDEX_COMPARISON + _BYTE_CHOICE)
