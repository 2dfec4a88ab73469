"""Random terms, each built twice: with the simplifying constructors, and raw, exactly as the operators say."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from random import Random

from albers.expr import arith, arrays, bits, compare
from albers.expr import term as t
from albers.expr.evaluate import Assignment, evaluate
from albers.expr.term import Term, const, intern1, intern2, intern3, symbol
from albers.solver.answer import SAT
from albers.solver.chain import Solver
from albers.solver.deadline import Deadline
from albers.solver.path_condition import EMPTY

BINARY = {
    t.ADD: arith.add,
    t.SUB: arith.sub,
    t.MUL: arith.mul,
    t.UDIV: arith.udiv,
    t.SDIV: arith.sdiv,
    t.UREM: arith.urem,
    t.SREM: arith.srem,
    t.SHL: arith.shl,
    t.LSHR: arith.lshr,
    t.ASHR: arith.ashr,
    t.AND: bits.and_,
    t.OR: bits.or_,
    t.XOR: bits.xor,
}
COMPARISONS = {
    t.EQ: compare.eq,
    t.ULT: compare.ult,
    t.ULE: compare.ule,
    t.SLT: compare.slt,
    t.SLE: compare.sle,
}

Pair = tuple[Term, Term]


class RandomTerms:
    """Terms over the bytes of one symbol; with `free_index`, arrays are read and written far beyond their ends."""

    def __init__(self, rng: Random, size: int = 2, free_index: bool = False) -> None:
        self.rng = rng
        self.symbol = symbol("in", size)
        self.size = size
        self.free_index = free_index
        self.bytes = [arrays.byte_of(self.symbol, i) for i in range(min(size, 2))]
        self.tables = [bytes(rng.randrange(256) for _ in range(rng.choice([1, 2, 5, 16]))) for _ in range(2)]

    def truth(self, depth: int) -> Pair:
        return self.bits(1, depth)

    def bits(self, width: int, depth: int) -> Pair:
        rng = self.rng
        if depth == 0:
            return self._small(width)
        choice = rng.random()
        if width == 1 and choice < 0.6:
            op = rng.choice(list(COMPARISONS))
            inner = rng.randint(1, 16)
            return _binary(op, 1, self.bits(inner, depth - 1), self.bits(inner, depth - 1))
        if choice < 0.5:
            op = rng.choice(list(BINARY))
            return _binary(op, width, self.bits(width, depth - 1), self.bits(width, depth - 1))
        if choice < 0.6:
            return _unary(t.NOT, width, 0, self.bits(width, depth - 1))
        if choice < 0.7:
            condition, then, other = self.truth(depth - 1), self.bits(width, depth - 1), self.bits(width, depth - 1)
            return bits.ite(condition[0], then[0], other[0]), intern3(t.ITE, width, condition[1], then[1], other[1])
        if choice < 0.8 and width > 1:
            low = rng.randint(1, width - 1)
            return _binary(t.CONCAT, width, self.bits(width - low, depth - 1), self.bits(low, depth - 1))
        if choice < 0.88:
            return self._resized(self.bits(rng.randint(1, 16), depth - 1), width)
        return self._resized(self.read(depth - 1), width)

    def read(self, depth: int) -> Pair:
        """A byte of an array that may have been written to, at an unknown index."""
        rng = self.rng
        root = self.symbol if rng.random() < 0.5 else arrays.table(rng.choice(self.tables))
        array: Pair = (root, root)
        for _ in range(rng.choice([0, 0, 1, 2, 3])):
            at, value = self.index(depth), self.bits(8, depth)
            array = (arrays.store(array[0], at[0], value[0]), intern3(t.STORE, 0, array[1], at[1], value[1]))
        at = self.index(depth)
        return arrays.select(array[0], at[0]), intern2(t.SELECT, 8, array[1], at[1])

    def index(self, depth: int) -> Pair:
        if self.free_index:
            return self._resized(self.bits(self.rng.randint(1, 16), depth), 32)
        # Only as many values as the symbol has bytes, so that all inputs can be tried.
        return _unary(t.ZEXT, 32, 0, self.bits((self.size - 1).bit_length(), depth))

    def _small(self, width: int) -> Pair:
        if self.rng.random() < 0.3:
            value = self.rng.choice([0, 1, 2**width - 1, 2 ** (width - 1), self.rng.randrange(2**width)])
            return const(width, value % 2**width), const(width, value % 2**width)
        byte = self.rng.choice(self.bytes)
        return self._resized((byte, byte), width)

    def _resized(self, pair: Pair, width: int) -> Pair:
        have = int(pair[0].width)
        if have == width:
            return pair
        if have < width:
            return _unary(self.rng.choice([t.ZEXT, t.SEXT]), width, 0, pair)
        return _unary(t.EXTRACT, width, self.rng.randint(0, have - width), pair)


def _unary(op: int, width: int, value: int, a: Pair) -> Pair:
    raw = intern1(op, width, value, a[1])
    if op == t.NOT:
        return bits.not_(a[0]), raw
    if op == t.EXTRACT:
        return bits.extract(a[0], value, width), raw
    return (bits.zext if op == t.ZEXT else bits.sext)(a[0], width), raw


def _binary(op: int, width: int, a: Pair, b: Pair) -> Pair:
    if op == t.CONCAT:
        return bits.concat(a[0], b[0]), intern2(op, width, a[1], b[1])
    make = COMPARISONS[op] if op in COMPARISONS else BINARY[op]
    return make(a[0], b[0]), intern2(op, width, a[1], b[1])


def differ(pair: Pair) -> Term:
    """The raw constraint that the two forms have different values."""
    return intern1(t.NOT, 1, 0, intern2(t.EQ, 1, pair[0], pair[1]))


def assert_finds_what_exists(solver: Solver, rng: Random) -> None:
    """Random questions along a path: the answers are those of trying all values, and the witnesses hold."""
    terms = RandomTerms(rng)
    first, second = terms.bytes
    domains = {second: range(3), first: range(256)}
    path = EMPTY.extended(compare.ult(second, const(8, 3)))
    witness = Assignment({})
    for _ in range(4):
        condition = terms.truth(3)[0]
        if condition.op == t.CONST:
            continue
        outcome = solver.find(path, witness, condition, Deadline.never())
        wanted = [*path.constraints(), condition]
        assert (outcome.answer is SAT) == (next(solutions(wanted, domains), None) is not None)
        if outcome.witness is not None:
            assert all(evaluate(each, outcome.witness) for each in wanted)
            path, witness = path.extended(condition), outcome.witness


def solutions(constraints: list[Term], domains: dict[Term, range]) -> Iterator[Assignment]:
    """All assignments of the bytes, from their domains, that satisfy the constraints."""
    for values in itertools.product(*domains.values()):
        assignment = Assignment(dict(zip(domains, values, strict=True)))
        if all(evaluate(each, assignment) for each in constraints):
            yield assignment
