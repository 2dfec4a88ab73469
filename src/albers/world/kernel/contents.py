"""What a file holds: bytes, some of them symbolic, and a size that may be symbolic up to a capacity."""

from __future__ import annotations

from albers.expr.arrays import byte_of
from albers.expr.term import Term
from albers.world.byte_run import ByteRun


class FileContents:
    """`data` reaches up to the capacity; `size` is its length, or a term that is at most that."""

    def __init__(self, data: bytearray, symbolic: dict[int, Term], size: object) -> None:
        self.data = data
        self.symbolic = symbolic
        self.size = size

    @staticmethod
    def of_bytes(data: bytes) -> FileContents:
        return FileContents(bytearray(data), {}, len(data))

    @staticmethod
    def of_symbol(array: Term, capacity: int, size: object) -> FileContents:
        """All bytes unknown."""
        return FileContents(bytearray(capacity), {i: byte_of(array, i) for i in range(capacity)}, size)

    @property
    def capacity(self) -> int:
        return len(self.data)

    def copy(self) -> FileContents:
        return FileContents(bytearray(self.data), dict(self.symbolic), self.size)

    def read(self, start: int, end: int) -> ByteRun:
        """The bytes from `start` up to `end`, which is cut at the capacity."""
        end = min(end, len(self.data))
        start = min(start, end)
        if not self.symbolic:
            return ByteRun(bytes(self.data[start:end]), {})
        inside = {at - start: self.symbolic[at] for at in range(start, end) if at in self.symbolic}
        return ByteRun(bytes(self.data[start:end]), inside)

    # Changes; the size must be known by now

    def write(self, offset: int, run: ByteRun) -> None:
        """Replaces and appends bytes; a gap before them reads as zeros."""
        assert isinstance(self.size, int)
        end = offset + len(run)
        if end > len(self.data):
            self.data.extend(bytes(end - len(self.data)))
        self.data[offset:end] = run.data
        for at in range(offset, end) if self.symbolic else ():
            self.symbolic.pop(at, None)
        for at, term in run.symbolic.items():
            self.symbolic[offset + at] = term
        self.size = len(self.data)

    def resize(self, size: int) -> None:
        """Cuts off, or appends zeros."""
        for at in [at for at in self.symbolic if at >= size]:
            del self.symbolic[at]
        if size <= len(self.data):
            del self.data[size:]
        else:
            self.data.extend(bytes(size - len(self.data)))
        self.size = size

    def drop(self, count: int) -> None:
        """Takes bytes off the front (a pipe that was read)."""
        del self.data[:count]
        self.symbolic = {at - count: term for at, term in self.symbolic.items() if at >= count}
        self.size = len(self.data)

    def fix_size(self, size: int) -> None:
        """The symbolic size turned out to be this."""
        self.resize(size)
