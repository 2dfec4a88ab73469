"""Which objects exist in a state and what they hold: a persistent map from object number to contents.

Objects are kept in pages of 64. A fork copies only the list of pages; a page, and then the contents of an object, is
copied when a state first changes it. `key` names the state as owner of what it may change in place.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from albers.expr.term import Term
from albers.memory.contents import Contents
from albers.memory.objects import MemoryObject

_PAGE: Final = 64


class _Keys:
    def __init__(self) -> None:
        self.next: i64 = 1


_keys: Final = _Keys()


def _fresh_key() -> i64:
    key = _keys.next
    _keys.next = key + 1
    return key


def _freed() -> Contents:
    marker = Contents(vec[u8](), -1)
    marker.plain = False
    marker.alive = False
    return marker


FREED: Final = _freed()


class AddressSpace:
    """One state's memory."""

    def __init__(self, pages: list[list[Contents | None]], owners: list[int]) -> None:
        self.pages = pages
        self.owners = owners
        self.key: i64 = _fresh_key()

    @staticmethod
    def empty() -> AddressSpace:
        return AddressSpace([], [])

    def fork(self) -> AddressSpace:
        """A second space with the same contents. Both get new keys: nothing shared is changed in place any more."""
        self.key = _fresh_key()
        return AddressSpace(self.pages.copy(), self.owners.copy())

    def find(self, object_: MemoryObject) -> Contents | None:
        """The contents, FREED after a free, or None if the object does not exist in this state."""
        page = object_.id // _PAGE
        if page >= len(self.pages):
            return None
        return self.pages[page][object_.id % _PAGE]

    def writable(self, object_: MemoryObject, contents: Contents) -> Contents:
        """The object's contents for changing; `contents` is what `find` returned."""
        if contents.owner == self.key:
            return contents
        own = contents.copy(self.key)
        self._set(object_.id, own)
        return own

    def bind(self, object_: MemoryObject, data: vec[u8]) -> Contents:
        """The object comes into being with the given bytes."""
        contents = Contents(data, self.key)
        self._set(object_.id, contents)
        return contents

    def adopt(self, object_: MemoryObject, contents: Contents) -> None:
        """The object comes into being with a copy of what it holds elsewhere."""
        self._set(object_.id, contents.copy(self.key))

    def bind_sparse(self, object_: MemoryObject, array: Term) -> Contents:
        """The object comes into being with the bytes of an array term, none of which takes room."""
        contents = Contents.sparse(array, object_.size, self.key)
        self._set(object_.id, contents)
        return contents

    def free(self, object_: MemoryObject) -> None:
        """The object ceases to exist but is remembered as freed."""
        self._set(object_.id, FREED)

    def is_alive(self, object_: MemoryObject) -> bool:
        contents = self.find(object_)
        return contents is not None and contents.alive

    def live_ids(self) -> list[int]:
        """Numbers of all objects that exist."""
        result: list[int] = []
        for page_index, page in enumerate(self.pages):
            for slot, contents in enumerate(page):
                if contents is not None and contents.alive:
                    result.append(page_index * _PAGE + slot)
        return result

    def _set(self, id_: i64, contents: Contents | None) -> None:
        page = id_ // _PAGE
        while page >= len(self.pages):
            self.pages.append([None] * _PAGE)
            self.owners.append(int(self.key))
        slots = self.pages[page]
        if self.owners[page] != self.key:
            slots = slots.copy()
            self.pages[page] = slots
            self.owners[page] = int(self.key)
        slots[id_ % _PAGE] = contents
