"""What an object holds in one state: concrete bytes, a sparse overlay of symbolic bytes, or an array term.

As long as every write was at a known offset, `data` and `symbolic` say it all. The first write at a symbolic offset
turns the contents into an array term (`is_array`); bytes written at known offsets afterwards are kept beside it
until a symbolic access needs them in the array. Contents made by `sparse` are in that form from the start: they cost
what is touched, however large the object is. Copy-on-write: `owner` names the state that may change it in place.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from albers.expr.arith import add
from albers.expr.arrays import byte_of, select, store, table
from albers.expr.bits import concat, extract
from albers.expr.term import CONST, INDEX_WIDTH, SELECT, SYMBOL, Term, as_value, const

# Below this a value of eight bytes is handled in a machine word.
_SMALL: Final = 1 << 61


def zeroed(size: i64, fill: u8 = 0) -> vec[u8]:
    """A vector of `size` equal bytes, made by doubling: repeated appends would cost a call per byte."""
    chunk = vec[u8]([fill])
    while len(chunk) < size and len(chunk) < 65536:
        chunk = _joined(chunk, chunk)
    if len(chunk) >= size:
        return chunk[:size]
    result = chunk[:]
    while len(result) + len(chunk) <= size:
        result = _joined(result, chunk)
    return _joined(result, chunk[: size - len(result)])


def _joined(a: vec[u8], b: vec[u8]) -> vec[u8]:
    result = a[:]
    for item in b:
        result = append(result, item)
    return result


class Contents:
    """The bytes of one object in one state. `plain` is True while all bytes are concrete, the fast case."""

    def __init__(self, data: vec[u8], owner: i64) -> None:
        self.data: vec[u8] = data
        self.size: i64 = len(data)
        self.owner: i64 = owner
        self.plain = True
        self.alive = True
        self.is_array = False
        # Known symbolic bytes. In array form also known concrete bytes (as constants).
        self.symbolic: dict[int, Term] = _NO_BYTES
        self.array: Term | None = None
        # Offsets whose byte is not yet in `array`, in order of writing.
        self.unflushed: dict[int, None] = _NO_OFFSETS

    @staticmethod
    def sparse(array: Term, size: i64, owner: i64) -> Contents:
        """Contents that start as an array term, with no byte stored."""
        result = Contents(vec[u8](), owner)
        result.size = size
        result.become_array(array)
        return result

    def copy(self, owner: i64) -> Contents:
        result = Contents(self.data[:], owner)
        result.size = self.size
        result.plain = self.plain
        result.alive = self.alive
        result.is_array = self.is_array
        if not self.plain or self.array is not None:
            result.symbolic = self.symbolic.copy()
            result.array = self.array
            result.unflushed = self.unflushed.copy()
        return result

    # Known offsets

    def load(self, offset: i64, count: i64) -> object:
        """The little-endian value of `count` bytes; the caller has checked the bounds."""
        if not self.plain:
            return self._load_mixed(offset, count)
        d = self.data
        if count == 1:
            return int(d[offset])
        if count == 4:
            return int(
                i64(d[offset]) | (i64(d[offset + 1]) << 8) | (i64(d[offset + 2]) << 16) | (i64(d[offset + 3]) << 24)
            )
        if count == 8:
            low = i64(d[offset]) | (i64(d[offset + 1]) << 8) | (i64(d[offset + 2]) << 16) | (i64(d[offset + 3]) << 24)
            high = (
                i64(d[offset + 4]) | (i64(d[offset + 5]) << 8) | (i64(d[offset + 6]) << 16) | (i64(d[offset + 7]) << 24)
            )
            if high < 0x20000000:
                return int((high << 32) | low)
            return (int(high) << 32) | int(low)
        if count == 2:
            return int(i64(d[offset]) | (i64(d[offset + 1]) << 8))
        result = 0
        for i in range(count - 1, -1, -1):
            result = (result << 8) | int(d[offset + i])
        return result

    def store(self, offset: i64, count: i64, value: int) -> None:
        """Writes a concrete little-endian value; the caller owns the contents."""
        if not self.plain or self.array is not None:
            self._store_mixed(offset, count, value)
            return
        d = self.data
        if count == 1:
            d[offset] = u8(value)
        elif count == 4:
            v: i64 = value
            d[offset] = u8(v & 255)
            d[offset + 1] = u8((v >> 8) & 255)
            d[offset + 2] = u8((v >> 16) & 255)
            d[offset + 3] = u8((v >> 24) & 255)
        elif count == 8 and value < _SMALL:
            v = value
            d[offset] = u8(v & 255)
            d[offset + 1] = u8((v >> 8) & 255)
            d[offset + 2] = u8((v >> 16) & 255)
            d[offset + 3] = u8((v >> 24) & 255)
            d[offset + 4] = u8((v >> 32) & 255)
            d[offset + 5] = u8((v >> 40) & 255)
            d[offset + 6] = u8((v >> 48) & 255)
            d[offset + 7] = u8((v >> 56) & 255)
        else:
            for i in range(count):
                d[offset + i] = u8(value & 255)
                value >>= 8

    def _load_mixed(self, offset: i64, count: i64) -> object:
        """A load from contents with symbolic bytes."""
        symbolic = self.symbolic
        if not self.is_array:
            touched = False
            for i in range(count):
                if int(offset + i) in symbolic:
                    touched = True
                    break
            if not touched:
                value = 0
                for i in range(count - 1, -1, -1):
                    value = (value << 8) | int(self.data[offset + i])
                return value
        result = self.byte(offset)
        for i in range(1, count):
            result = concat(self.byte(offset + i), result)
        return as_value(result)

    def _store_mixed(self, offset: i64, count: i64, value: int) -> None:
        for i in range(count):
            self.set_byte(offset + i, const(8, value & 255))
            value >>= 8

    def byte(self, offset: i64) -> Term:
        """One byte as a term."""
        found = self.symbolic.get(int(offset))
        if found is not None:
            return found
        if self.is_array:
            assert self.array is not None
            return byte_of(self.array, int(offset))
        return const(8, int(self.data[offset]))

    def set_byte(self, offset: i64, value: Term) -> None:
        """Writes one byte, concrete or not."""
        at = int(offset)
        if self.is_array or self.array is not None:
            if self.unflushed is _NO_OFFSETS:
                self.unflushed = {}
            self.unflushed[at] = None
        if self.is_array:
            self.symbolic[at] = value
            return
        if value.op == CONST:
            self.data[offset] = u8(value.value)
            if not self.plain:
                self.symbolic.pop(at, None)
                if not self.symbolic:
                    self.plain = True
            return
        if self.symbolic is _NO_BYTES:
            self.symbolic = {}
        self.plain = False
        self.symbolic[at] = value

    def store_term(self, offset: i64, count: i64, value: Term) -> None:
        """Writes a symbolic little-endian value of count*8 bits."""
        for i in range(count):
            self.set_byte(offset + i, extract(value, 8 * i, 8))

    # Unknown offsets (32-bit index terms)

    def load_at(self, index: Term, count: i64) -> object:
        """`count` bytes from a symbolic offset that the caller has shown to be in bounds."""
        array = self.as_array()
        result = select(array, index)
        for i in range(1, count):
            result = concat(select(array, _plus(index, i)), result)
        return as_value(result)

    def store_at(self, index: Term, count: i64, value: Term) -> None:
        """Writes at a symbolic offset: from now on the contents are an array."""
        array = self.as_array()
        for i in range(count):
            array = store(array, _plus(index, i), extract(value, 8 * i, 8))
        self.become_array(array)

    def become_array(self, array: Term) -> None:
        """From now on the contents are this array."""
        self.array = array
        self.is_array = True
        self.plain = False
        self.symbolic = {}
        self.unflushed = {}

    def as_array(self) -> Term:
        """The whole contents as one array term."""
        array = self.array
        if array is None:
            array = self._first_array()
        else:
            for at in self.unflushed:
                array = store(array, const(INDEX_WIDTH, at), self.byte(at))
        self.unflushed = {}
        self.array = array
        return array

    def _first_array(self) -> Term:
        """Starts from the symbol most bytes come from in place, or from the concrete bytes, and writes the rest."""
        base = self._symbol_in_place()
        if base is None:
            array = table(self.concrete_bytes())
            for at, value in self.symbolic.items():
                array = store(array, const(INDEX_WIDTH, at), value)
            return array
        array = base
        for at in range(int(self.size)):
            value = self.byte(at)
            if not (value.op == SELECT and value.args[0] is base and value.args[1].value == at):
                array = store(array, const(INDEX_WIDTH, at), value)
        return array

    def _symbol_in_place(self) -> Term | None:
        counts: dict[Term, int] = {}
        for at, value in self.symbolic.items():
            if value.op == SELECT and value.args[0].op == SYMBOL and value.args[1] is const(INDEX_WIDTH, at):
                counts[value.args[0]] = counts.get(value.args[0], 0) + 1
        best: Term | None = None
        most = self.size // 2
        for candidate, count in counts.items():
            if count > most:
                best = candidate
                most = count
        return best

    # Whole contents

    def concrete_bytes(self) -> bytes:
        """The concrete bytes (symbolic ones read as whatever was there before)."""
        return bytes(memoryview(self.data))

    def make_symbolic(self, offset: i64, count: i64, symbol: Term) -> None:
        """Bytes offset .. offset+count-1 become the unknown bytes 0 .. count-1 of `symbol`."""
        for i in range(count):
            self.set_byte(offset + i, byte_of(symbol, int(i)))


_NO_BYTES: Final[dict[int, Term]] = {}
_NO_OFFSETS: Final[dict[int, None]] = {}


def _plus(index: Term, i: i64) -> Term:
    return index if i == 0 else add(index, const(INDEX_WIDTH, int(i)))
