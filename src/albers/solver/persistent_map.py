"""A map that never changes: setting an entry makes a new map that shares all but a few nodes with the old one.

A radix tree over non-negative integers with sixteen children per node; copying on a path costs about a microsecond
where copying a dict would cost its size.
"""

from __future__ import annotations

from typing import Final, Generic, TypeVar, cast

from mypy_extensions import i64

V = TypeVar("V")

_BITS: Final = 4
_FANOUT: Final = 16
_EMPTY_SLOTS: Final[list[object]] = [None] * _FANOUT


class _Node:
    """Children in the upper levels, values in the lowest; None where there is nothing."""

    def __init__(self, slots: list[object]) -> None:
        self.slots = slots


class PersistentMap(Generic[V]):
    def __init__(self, root: _Node | None = None, shift: i64 = 0) -> None:
        self._root: _Node | None = root
        self._shift: i64 = shift  # how far to shift a key for the slot in the root

    def get(self, key: i64) -> V | None:
        node = self._root
        shift = self._shift
        if node is None or key >> (shift + _BITS):
            return None
        while shift:
            child = node.slots[(key >> shift) & (_FANOUT - 1)]
            if child is None:
                return None
            node = cast(_Node, child)
            shift -= _BITS
        return cast(V | None, node.slots[key & (_FANOUT - 1)])

    def without(self, key: i64) -> PersistentMap[V]:
        """The map with nothing under a key."""
        return self if self.get(key) is None else self._with(key, None)

    def set(self, key: i64, value: V) -> PersistentMap[V]:
        return self._with(key, value)

    def _with(self, key: i64, value: object) -> PersistentMap[V]:
        root = self._root
        shift = self._shift
        if root is None:
            while key >> (shift + _BITS):
                shift += _BITS
            top = _Node(_EMPTY_SLOTS.copy())
        else:
            top = _Node(root.slots.copy())
            while key >> (shift + _BITS):
                slots = _EMPTY_SLOTS.copy()
                slots[0] = top
                top = _Node(slots)
                shift += _BITS
        result: PersistentMap[V] = PersistentMap(top, shift)
        node = top
        while shift:
            slot = (key >> shift) & (_FANOUT - 1)
            child = node.slots[slot]
            copy = _Node(_EMPTY_SLOTS.copy() if child is None else cast(_Node, child).slots.copy())
            node.slots[slot] = copy
            node = copy
            shift -= _BITS
        node.slots[key & (_FANOUT - 1)] = value
        return result
