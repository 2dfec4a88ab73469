"""A run of bytes, some of them symbolic: what travels between memory, files and the program's output."""

from __future__ import annotations

from albers.expr.arith import from_bytes
from albers.expr.bits import extract
from albers.expr.term import CONST, Term, as_value, const


class ByteRun:
    """`data` holds every byte; where `symbolic` has a term for an offset, the byte in `data` means nothing."""

    def __init__(self, data: bytes, symbolic: dict[int, Term]) -> None:
        self.data = data
        self.symbolic = symbolic

    @staticmethod
    def concrete(data: bytes) -> ByteRun:
        return ByteRun(data, {})

    @staticmethod
    def of_value(value: object, size: int) -> ByteRun:
        """An integer of `size` bytes, little-endian; a term has that many bits."""
        if isinstance(value, int):
            return ByteRun((value & ((1 << 8 * size) - 1)).to_bytes(size, "little"), {})
        assert isinstance(value, Term) and value.width == 8 * size
        return ByteRun.of_terms([extract(value, 8 * i, 8) for i in range(size)])

    @staticmethod
    def of_terms(terms: list[Term]) -> ByteRun:
        """Bytes given as terms of width 8."""
        data = bytearray(len(terms))
        symbolic: dict[int, Term] = {}
        for i, term in enumerate(terms):
            if term.op == CONST:
                data[i] = term.value
            else:
                symbolic[i] = term
        return ByteRun(bytes(data), symbolic)

    def __len__(self) -> int:
        return len(self.data)

    def byte(self, offset: int) -> Term:
        """One byte as a term."""
        found = self.symbolic.get(offset)
        return const(8, self.data[offset]) if found is None else found

    def value(self, offset: int, size: int) -> object:
        """The little-endian integer of `size` bytes at an offset: an int, or a term if a byte is symbolic."""
        if not any(at in self.symbolic for at in range(offset, offset + size)):
            return int.from_bytes(self.data[offset : offset + size], "little")
        return as_value(from_bytes([self.byte(at) for at in range(offset, offset + size)]))

    def part(self, start: int, end: int) -> ByteRun:
        """The bytes from `start` up to, not including, `end`."""
        if not self.symbolic:
            return ByteRun(self.data[start:end], {})
        inside = {at - start: term for at, term in self.symbolic.items() if start <= at < end}
        return ByteRun(self.data[start:end], inside)

    def joined(self, other: ByteRun) -> ByteRun:
        """This run with another behind it."""
        symbolic = self.symbolic
        if other.symbolic:
            symbolic = self.symbolic.copy()
            for at, term in other.symbolic.items():
                symbolic[at + len(self.data)] = term
        return ByteRun(self.data + other.data, symbolic)
