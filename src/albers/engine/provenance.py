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


class Pointee:
    """What the program takes the target of a pointer for: LLVM's name of the type, and its size."""

    def __init__(self, type_: str, size: int) -> None:
        self.type = type_
        self.size = size


class Provenance:
    """Remembers, for pointers that are terms, what they start from: an address, or a pointer that is itself unknown.

    A term made in two ways starts nowhere.
    """

    def __init__(self, allocator: Allocator) -> None:
        self._allocator = allocator
        self._starts: dict[Term, object] = {}
        self.notes_pointees = False
        self._pointees: dict[Term, Pointee] = {}

    def derive(self, pointer: Term, base: object) -> None:
        """`pointer` was computed from `base`, an address or another pointer, by moving within one object."""
        start = base
        if isinstance(base, Term):
            start = self._starts.get(base, base)
            if start is pointer:
                return
        known = self._starts.setdefault(pointer, start)
        if known is not start and known != start and not self._same_object(known, start):
            self._starts[pointer] = _SEVERAL

    def start_of(self, pointer: Term) -> int | None:
        """An address in (or near) the object that the pointer was computed from, if that is one."""
        start = self._starts.get(pointer, _SEVERAL)
        return start if isinstance(start, int) and start != _SEVERAL else None

    def root_of(self, pointer: Term) -> Term | None:
        """The unknown pointer that this one was computed from, itself if from none; None if it starts elsewhere."""
        start = self._starts.get(pointer, pointer)
        return start if isinstance(start, Term) else None

    def note_pointee(self, pointer: Term, pointee: Pointee) -> None:
        """The program uses an unknown pointer as one to a thing of this type; the largest counts."""
        if pointer in self._starts:
            return
        known = self._pointees.get(pointer)
        if known is None or known.size < pointee.size:
            self._pointees[pointer] = pointee

    def pointee_of(self, pointer: Term) -> Pointee | None:
        return self._pointees.get(pointer)

    def forget_unreferenced(self) -> None:
        """Drops the pointers that exist nowhere else any more; what is known of the others stays."""
        pointers = list(self._starts)
        while pointers:
            pointer = pointers.pop()
            # Four references are not the program's: our table, the terms' table, this variable, the argument.
            if sys.getrefcount(pointer) <= 4:
                del self._starts[pointer]

    def _same_object(self, one: object, other: object) -> bool:
        if not isinstance(one, int) or not isinstance(other, int):
            return False
        found = self._allocator.find(one)
        return found is not None and found is self._allocator.find(other)
