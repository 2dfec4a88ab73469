"""Virtual addresses: which object lies where, for all states of an exploration.

Addresses are never reused and grow with every new object, so one sorted list serves all states. An object is
identified by where it was allocated and the how-manieth it was there on its path (and its size, a term or not): two
paths that allocate the same things get the same objects, which merging relies on. Gaps between objects catch overruns.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Final

from mypy_extensions import i64

from albers.expr.term import Term
from albers.memory.objects import MemoryObject

# Null pointers with small offsets are recognised as such.
NULL_PAGE: Final = 0x1000
# Objects start high enough that no offset in a real program is mistaken for the address of one.
_FIRST_ADDRESS: Final = 1 << 40
_FIRST_ADDRESS_32: Final = 1 << 28
_MIN_GAP: Final = 128
_MAX_GAP: Final = 1 << 20


class Allocator:
    """Hands out objects; `find` maps an address back to the object around it."""

    def __init__(self, address_bits: int) -> None:
        self.limit = 1 << min(address_bits - 1, 47)
        self.objects: list[MemoryObject] = []
        self._bases: list[int] = []
        self._ordered: list[MemoryObject] = []  # by address, parallel to _bases
        self._by_key: dict[tuple[int, str, int, int, int, Term | None], MemoryObject] = {}
        self._next = _FIRST_ADDRESS if address_bits > 40 else _FIRST_ADDRESS_32

    def allocate(
        self,
        kind: i64,
        name: str,
        site: str,
        sequence: i64,
        size: i64,
        align: i64,
        read_only: bool = False,
        size_term: Term | None = None,
    ) -> MemoryObject | None:
        """The object with this identity; None if the address space is exhausted.

        With a `size_term`, `size` is the capacity.
        """
        key = (int(kind), site, int(sequence), int(size), int(align), size_term)
        found = self._by_key.get(key)
        if found is not None:
            return found
        base = -(-self._next // int(align)) * int(align)
        end = base + int(size)
        if end >= self.limit:
            return None
        self._next = end + min(max(int(size), _MIN_GAP), _MAX_GAP)
        result = MemoryObject(len(self.objects), base, size, kind, name, site, sequence, read_only, size_term)
        self._add(result)
        self._by_key[key] = result
        return result

    def place(
        self, kind: i64, name: str, site: str, base: int, size: int, size_term: Term | None = None
    ) -> MemoryObject | None:
        """An object at an address the program chose; None if it would overlap another."""
        key = (int(kind), site, base, size, 1, size_term)
        found = self._by_key.get(key)
        if found is not None:
            return found
        at = bisect_right(self._bases, base)
        if at > 0 and int(self._ordered[at - 1].base + self._ordered[at - 1].size) > base:
            return None
        if at < len(self._bases) and base + size > self._bases[at]:
            return None
        result = MemoryObject(len(self.objects), base, size, kind, name, site, 0, False, size_term)
        self._add(result)
        self._by_key[key] = result
        if base + size + _MIN_GAP > self._next and base < self.limit:
            self._next = base + size + _MIN_GAP
        return result

    def find(self, address: int) -> MemoryObject | None:
        """The object whose bytes (or, for an empty object, whose base) include the address."""
        at = bisect_right(self._bases, address) - 1
        if at < 0:
            return None
        candidate = self._ordered[at]
        # An address may be any 64-bit number; only as ints are such numbers compared safely with machine words.
        offset = address - int(candidate.base)
        if offset < int(candidate.size) or offset == 0:
            return candidate
        return None

    def neighbours(self, address: int) -> tuple[MemoryObject | None, MemoryObject | None]:
        """The nearest objects at or below and above the address, alive or not."""
        at = bisect_right(self._bases, address)
        below = self._ordered[at - 1] if at > 0 else None
        above = self._ordered[at] if at < len(self._bases) else None
        return below, above

    def _add(self, object_: MemoryObject) -> None:
        self.objects.append(object_)
        at = bisect_right(self._bases, int(object_.base))
        self._bases.insert(at, int(object_.base))
        self._ordered.insert(at, object_)
