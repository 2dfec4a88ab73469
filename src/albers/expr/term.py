"""Terms: immutable, hash-consed nodes over bit-vectors and byte arrays.

Two terms are equal exactly if they are the same object. A truth value is a bit-vector of width 1. An array maps a
32-bit index to a byte. Nodes are made only by the simplifying constructors (`bits`, `arith`, `compare`, `arrays`);
`intern` here is their common last step and simplifies nothing.
"""

from __future__ import annotations

import sys
from typing import Final

from mypy_extensions import i64

# Operators. `value` holds: CONST its unsigned value, EXTRACT the lowest bit taken; otherwise 0.
CONST: Final = 0
SELECT: Final = 1
ADD: Final = 2
SUB: Final = 3
MUL: Final = 4
UDIV: Final = 5
SDIV: Final = 6
UREM: Final = 7
SREM: Final = 8
SHL: Final = 9
LSHR: Final = 10
ASHR: Final = 11
AND: Final = 12
OR: Final = 13
XOR: Final = 14
NOT: Final = 15
EQ: Final = 16
ULT: Final = 17
ULE: Final = 18
SLT: Final = 19
SLE: Final = 20
ITE: Final = 21
CONCAT: Final = 22
EXTRACT: Final = 23
ZEXT: Final = 24
SEXT: Final = 25
# Array-sorted nodes have width 0.
SYMBOL: Final = 26
TABLE: Final = 27
STORE: Final = 28
# The variable of a quantified term (width 32, there is one), and FORALL(upper, body): see `quantified`. `value` of a
# FORALL is the largest number its variable takes.
BOUND: Final = 29
FORALL: Final = 30
# A floating-point operation on bit patterns; `value` tells which (`float_operations`).
FLOAT: Final = 31

OP_NAMES: Final = (
    "const select add sub mul udiv sdiv urem srem shl lshr ashr and or xor not eq ult ule slt sle ite concat extract "
    "zext sext symbol table store bound forall float"
).split()

INDEX_WIDTH: Final = 32


class ArrayInfo:
    """What a SYMBOL or TABLE node stands for.

    A symbol is `size` unknown bytes; a table is the given bytes, and `fill` beyond their end. `serial` tells apart
    arrays of the same name.
    """

    def __init__(self, name: str, size: int, data: bytes | None, serial: int, fill: int = 0) -> None:
        self.name = name
        self.size = size
        self.data = data
        self.serial = serial
        self.fill = fill

    def __repr__(self) -> str:
        return f"{self.name}#{self.serial}[{self.size}]"


class ByteTruth:
    """A condition on one unknown byte: bit v of `values` tells whether it holds for v (see `byte_truth`)."""

    def __init__(self, leaf: Term | None, values: int) -> None:
        self.leaf = leaf
        self.values = values


class Term:
    """One node. `serial` counts creation and gives a reproducible order (never order by address)."""

    def __init__(
        self, op: i64, width: i64, args: tuple[Term, ...], value: int, info: ArrayInfo | None, serial: i64
    ) -> None:
        self.op: i64 = op
        self.width: i64 = width
        self.args: tuple[Term, ...] = args
        self.value: int = value
        self.info: ArrayInfo | None = info
        self.serial: i64 = serial
        self.leaves: frozenset[Term] | None = None  # filled by `leaves.leaves_of`
        self.byte_truth: ByteTruth | None = None  # filled by `byte_truth.byte_truth`
        self.memo_stamp: i64 = -1  # which assignment `memo_value` was computed under (`evaluate`)
        self.memo_value: int = 0

    def __repr__(self) -> str:
        from albers.expr.printing import to_text

        return to_text(self)


_NO_ARGS: Final[tuple[Term, ...]] = ()
_consts: Final[dict[tuple[int, int], Term]] = {}
# (op, width, value, a), (op, a, b), (op, a, b, c) or (op, width, value, args) to the node, in order of creation.
_nodes: Final[dict[tuple[object, ...], Term]] = {}


class _Counter:
    def __init__(self) -> None:
        self.terms: i64 = 0
        self.arrays = 0
        self.quantified = False
        self.floats = False


_counter: Final = _Counter()


def _make(op: i64, width: i64, args: tuple[Term, ...], value: int, info: ArrayInfo | None) -> Term:
    serial = _counter.terms
    _counter.terms = serial + 1
    return Term(op, width, args, value, info, serial)


def const(width: i64, value: int) -> Term:
    """The constant `value`, which must already be reduced to 0 <= value < 2**width."""
    key = (width, value)
    found = _consts.get(key)
    if found is None:
        found = _make(CONST, width, _NO_ARGS, value, None)
        _consts[key] = found
    return found


def intern1(op: i64, width: i64, value: int, a: Term) -> Term:
    key: tuple[object, ...] = (op, width, value, a)
    found = _nodes.get(key)
    if found is None:
        found = _make(op, width, (a,), value, None)
        _nodes[key] = found
    return found


def intern2(op: i64, width: i64, a: Term, b: Term) -> Term:
    key: tuple[object, ...] = (op, a, b)
    found = _nodes.get(key)
    if found is None:
        found = _make(op, width, (a, b), 0, None)
        _nodes[key] = found
    return found


def intern3(op: i64, width: i64, a: Term, b: Term, c: Term) -> Term:
    key: tuple[object, ...] = (op, a, b, c)
    found = _nodes.get(key)
    if found is None:
        found = _make(op, width, (a, b, c), 0, None)
        _nodes[key] = found
    return found


def intern_forall(upper: Term, limit: int, body: Term) -> Term:
    key: tuple[object, ...] = (FORALL, limit, upper, body)
    found = _nodes.get(key)
    if found is None:
        found = _make(FORALL, 1, (upper, body), limit, None)
        _nodes[key] = found
        _counter.quantified = True
    return found


def intern_float(width: i64, operation: int, args: tuple[Term, ...]) -> Term:
    key: tuple[object, ...] = (FLOAT, width, operation, args)
    found = _nodes.get(key)
    if found is None:
        found = _make(FLOAT, width, args, operation, None)
        _nodes[key] = found
        _counter.floats = True
    return found


def any_floats() -> bool:
    """Whether a floating-point term was ever made; as long as not, nobody needs to look for them."""
    return _counter.floats


def any_quantified() -> bool:
    """Whether a quantified term was ever made; as long as not, nobody needs to look for them."""
    return _counter.quantified


def symbol(name: str, size: int) -> Term:
    """A fresh array of `size` unknown bytes; every call makes a new one, whatever the name."""
    _counter.arrays += 1
    return _make(SYMBOL, 0, _NO_ARGS, 0, ArrayInfo(name, size, None, _counter.arrays))


_tables: Final[dict[tuple[bytes, int], Term]] = {}


def table(data: bytes, fill: int = 0) -> Term:
    """The constant array that starts with `data` and is `fill` beyond."""
    found = _tables.get((data, fill))
    if found is None:
        _counter.arrays += 1
        info = ArrayInfo(f"table{len(_tables)}", len(data), data, _counter.arrays, fill)
        found = _make(TABLE, 0, _NO_ARGS, 0, info)
        _tables[(data, fill)] = found
    return found


TRUE: Final = const(1, 1)
FALSE: Final = const(1, 0)
BOUND_VARIABLE: Final = _make(BOUND, INDEX_WIDTH, _NO_ARGS, 0, None)


def is_const(term: Term) -> bool:
    return term.op == CONST


def as_value(term: Term) -> object:
    """How a register holds this term: a plain int if it is a constant, else the term itself."""
    if term.op == CONST:
        return term.value
    return term


def as_term(width: i64, value: object) -> Term:
    """The inverse of `as_value`: lifts an int of the given width, passes a term through."""
    if isinstance(value, Term):
        return value
    assert isinstance(value, int)
    return const(width, value)


def live_terms() -> int:
    """How many nodes the tables hold."""
    return len(_consts) + len(_nodes)


def forget_unreferenced() -> int:
    """Drops from the table the nodes nobody else refers to; returns how many.

    Parents are younger than their children, so one walk from young to old frees whole terms.
    """
    before = len(_nodes)
    keys = list(_nodes)
    while keys:
        # The popped key is the last reference to the children's places in it: hold one key at a time.
        key = keys.pop()
        # Two references are ours: the table's and getrefcount's argument.
        if sys.getrefcount(_nodes[key]) <= 2:
            del _nodes[key]
    return before - len(_nodes)
