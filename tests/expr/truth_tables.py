"""The value of a term under all assignments of a few unknown bytes at once, by brute force.

A *slice* is an integer whose binary digit n is one bit of a term under assignment n; a term is a list of slices, the
lowest bit first. Every operator is built from and, or, xor of slices, as a circuit would be: nothing is shared with
the evaluator, the constructors or the solvers under test.
"""

from __future__ import annotations

from albers.expr import term as t
from albers.expr.term import Term

Slices = list[int]


class TruthTables:
    """All assignments of the given unknown bytes: byte i of assignment n is (n >> 8 * i) & 255."""

    def __init__(self, unknowns: list[Term]) -> None:
        self.count = 1 << 8 * len(unknowns)
        self.all = (1 << self.count) - 1
        self._known: dict[Term, Slices] = {}
        for number, unknown in enumerate(unknowns):
            self._known[unknown] = [self._alternating(8 * number + bit) for bit in range(8)]

    def _alternating(self, bit: int) -> int:
        """The slice that is bit `bit` of the assignment's number: 2**bit zeros, 2**bit ones, and so on."""
        period = 2 << bit
        pattern = ((1 << (1 << bit)) - 1) << (1 << bit)
        while period < self.count:
            pattern |= pattern << period
            period *= 2
        return pattern

    def holds(self, condition: Term) -> int:
        """The set of assignments under which a truth value is 1, as a slice."""
        (slice_,) = self.slices(condition)
        return slice_

    def values(self, term: Term) -> list[int]:
        """The value under each assignment."""
        columns = [format(slice_, f"0{self.count}b")[::-1] for slice_ in reversed(self.slices(term))]
        return [int("".join(digits), 2) for digits in zip(*columns, strict=True)]

    def slices(self, root: Term) -> Slices:
        stack = [root]
        while stack:
            term = stack[-1]
            if term in self._known:
                stack.pop()
                continue
            needed = [each for each in _needed(term) if each not in self._known]
            if needed:
                stack += needed
                continue
            self._known[term] = self._compute(term)
            stack.pop()
        return self._known[root]

    def _compute(self, term: Term) -> Slices:
        width = int(term.width)
        if term.op == t.CONST:
            return [self.all if term.value >> i & 1 else 0 for i in range(width)]
        if term.op == t.SELECT:
            return self._read(term.args[0], self._known[term.args[1]])
        a = self._known[term.args[0]]
        if term.op == t.NOT:
            return [each ^ self.all for each in a]
        if term.op == t.EXTRACT:
            return a[term.value : term.value + width]
        if term.op == t.ZEXT:
            return a + [0] * (width - len(a))
        if term.op == t.SEXT:
            return a + [a[-1]] * (width - len(a))
        b = self._known[term.args[1]]
        if term.op == t.CONCAT:
            return b + a
        if term.op == t.ITE:
            return self._choose(a[0], b, self._known[term.args[2]])
        return self._binary(int(term.op), a, b)

    def _binary(self, op: int, a: Slices, b: Slices) -> Slices:
        if op == t.AND:
            return [x & y for x, y in zip(a, b, strict=True)]
        if op == t.OR:
            return [x | y for x, y in zip(a, b, strict=True)]
        if op == t.XOR:
            return [x ^ y for x, y in zip(a, b, strict=True)]
        if op == t.EQ:
            return [self._equal(a, b)]
        if op == t.ULT:
            return [self._less(a, b)]
        if op == t.ULE:
            return [self._less(b, a) ^ self.all]
        if op == t.SLT:
            return [self._less(self._flipped(a), self._flipped(b))]
        if op == t.SLE:
            return [self._less(self._flipped(b), self._flipped(a)) ^ self.all]
        if op == t.ADD:
            return self._sum(a, b, 0)
        if op == t.SUB:
            return self._difference(a, b)
        if op == t.MUL:
            return self._product(a, b)
        if op in (t.SHL, t.LSHR, t.ASHR):
            return self._shifted(op, a, b)
        if op in (t.UDIV, t.UREM):
            return self._divided(a, b)[op == t.UREM]
        assert op in (t.SDIV, t.SREM)
        quotient, rest = self._divided(self._absolute(a), self._absolute(b))
        if op == t.SREM:
            return self._negated_where(a[-1], rest)
        return self._negated_where(a[-1] ^ b[-1], quotient)

    # Circuits

    def _choose(self, condition: int, a: Slices, b: Slices) -> Slices:
        return [(x & condition) | (y & ~condition) for x, y in zip(a, b, strict=True)]

    def _flipped(self, a: Slices) -> Slices:
        """With the sign bit inverted signed numbers are ordered like unsigned ones."""
        return [*a[:-1], a[-1] ^ self.all]

    def _equal(self, a: Slices, b: Slices) -> int:
        different = 0
        for x, y in zip(a, b, strict=True):
            different |= x ^ y
        return different ^ self.all

    def _less(self, a: Slices, b: Slices) -> int:
        borrow = 0
        for x, y in zip(a, b, strict=True):
            borrow = (~x & y) | (~(x ^ y) & borrow)
        return borrow & self.all

    def _sum(self, a: Slices, b: Slices, carry: int) -> Slices:
        result: Slices = []
        for x, y in zip(a, b, strict=True):
            result.append(x ^ y ^ carry)
            carry = (x & y) | (carry & (x ^ y))
        return result

    def _difference(self, a: Slices, b: Slices) -> Slices:
        return self._sum(a, [each ^ self.all for each in b], self.all)

    def _negated_where(self, condition: int, a: Slices) -> Slices:
        return self._choose(condition, self._difference([0] * len(a), a), a)

    def _absolute(self, a: Slices) -> Slices:
        return self._negated_where(a[-1], a)

    def _product(self, a: Slices, b: Slices) -> Slices:
        total = [0] * len(a)
        for i, bit in enumerate(b):
            if bit:
                total = self._sum(total, [0] * i + [x & bit for x in a[: len(a) - i]], 0)
        return total

    def _shifted(self, op: int, a: Slices, amount: Slices) -> Slices:
        fill = a[-1] if op == t.ASHR else 0
        width = len(a)
        for i, bit in enumerate(amount):
            distance = min(1 << i, width)
            moved = [0] * distance + a[: width - distance] if op == t.SHL else a[distance:] + [fill] * distance
            a = self._choose(bit, moved, a)
        return a

    def _divided(self, a: Slices, b: Slices) -> tuple[Slices, Slices]:
        """Quotient and rest by long division; a divisor of 0 gives all ones and the dividend."""
        width = len(a)
        wide_b = [*b, 0]
        rest = [0] * (width + 1)
        quotient = [0] * width
        for i in reversed(range(width)):
            rest = [a[i], *rest[:-1]]
            fits = self._less(rest, wide_b) ^ self.all
            rest = self._choose(fits, self._difference(rest, wide_b), rest)
            quotient[i] = fits
        return quotient, rest[:-1]

    def _read(self, array: Term, index: Slices) -> Slices:
        """The byte of an array at an index: the newest write that hits, else what is below all writes."""
        writes: list[tuple[Slices, Slices]] = []
        while array.op == t.STORE:
            writes.append((self._known[array.args[1]], self._known[array.args[2]]))
            array = array.args[0]
        result = self._read_root(array, index)
        for at, value in reversed(writes):
            result = self._choose(self._equal(at, index), value, result)
        return result

    def _read_root(self, array: Term, index: Slices) -> Slices:
        info = array.info
        assert info is not None
        result = [0] * 8
        for offset in range(info.size):
            here = self._equal(index, [self.all if offset >> i & 1 else 0 for i in range(len(index))])
            if info.data is not None:
                byte = [self.all if info.data[offset] >> i & 1 else 0 for i in range(8)]
            else:
                byte = self._unknown_byte(array, offset)
            result = self._choose(here, byte, result)
        return result

    def _unknown_byte(self, array: Term, offset: int) -> Slices:
        for unknown, slices in self._known.items():
            if unknown.op == t.SELECT and unknown.args[0] is array and unknown.args[1].value == offset:
                return slices
        raise AssertionError(f"{array} at {offset} is not among the unknown bytes")


def _needed(term: Term) -> list[Term]:
    """The bit-vectors a term is computed from; of an array, the places and values of its writes."""
    if term.op != t.SELECT:
        return list(term.args)
    found = [term.args[1]]
    array = term.args[0]
    while array.op == t.STORE:
        found += [array.args[1], array.args[2]]
        array = array.args[0]
    return found
