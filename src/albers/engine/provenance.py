"""Which object a symbolic pointer was computed from.

C allows a pointer to move within its object only. A `getelementptr inbounds` starts inside the object it means, so an
access through its result that leaves that object is an error, even where the bytes beyond belong to another one. The
address alone does not tell: in `counts[c - 'a']` its constant part lies far outside of `counts`.
"""

from __future__ import annotations

import sys
from typing import Final

from albers.expr.term import Term
from albers.memory.allocator import Allocator

_SEVERAL: Final = -1


class Provenance:
    """Remembers, for pointers that are terms, the address they start from; a term made in two ways has none."""

    def __init__(self, allocator: Allocator) -> None:
        self._allocator = allocator
        self._starts: dict[Term, int] = {}

    def derive(self, pointer: Term, base: object) -> None:
        """`pointer` was computed from `base`, an address or another pointer, by moving within one object."""
        if isinstance(base, int):
            start = base
        else:
            assert isinstance(base, Term)
            start = self._starts.get(base, _SEVERAL)
        known = self._starts.setdefault(pointer, start)
        if known != start and not self._same_object(known, start):
            self._starts[pointer] = _SEVERAL

    def start_of(self, pointer: Term) -> int | None:
        """An address in (or near) the object that the pointer was computed from, if that is one."""
        start = self._starts.get(pointer, _SEVERAL)
        return None if start == _SEVERAL else start

    def forget_unreferenced(self) -> None:
        """Drops the pointers that exist nowhere else any more; what is known of the others stays."""
        pointers = list(self._starts)
        while pointers:
            pointer = pointers.pop()
            # Four references are not the program's: our table, the terms' table, this variable, the argument.
            if sys.getrefcount(pointer) <= 4:
                del self._starts[pointer]

    def _same_object(self, one: int, other: int) -> bool:
        found = self._allocator.find(one)
        return found is not None and found is self._allocator.find(other)
