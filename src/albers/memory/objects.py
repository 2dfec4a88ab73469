"""The identity of a piece of memory: where it lies, how large it is, who allocated it.

What is in it belongs to a state and is in `contents`. Identities are shared by all states of an exploration. The size
may be a term (FSE'21, section 3): the object then occupies `size` bytes, its capacity, of which those below the value
of `size_term` exist. Who allocates it has constrained the path so that the term never exceeds the capacity.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from albers.expr.term import Term, const

GLOBAL: Final = 0
STACK: Final = 1
HEAP: Final = 2
CODE: Final = 3
FIXED: Final = 4
MAPPED: Final = 5

# Larger allocations fail, as on a machine of moderate memory.
LARGEST_OBJECT: Final = 1 << 31

KIND_NAMES: Final = ("global", "stack", "heap", "function", "fixed", "mapped")


class MemoryObject:
    """`id` counts objects from 0; `site` says where it was allocated and `sequence` the how-manieth it is there.

    `size` is the extent in memory, `size_term` (pointer-wide) the size the program knows where that is symbolic.
    `certain` bytes exist on every path: the whole extent, or none of it if the size is symbolic.
    """

    def __init__(
        self,
        id_: i64,
        base: i64,
        size: i64,
        kind: i64,
        name: str,
        site: str,
        sequence: i64,
        read_only: bool,
        size_term: Term | None = None,
    ) -> None:
        self.id: i64 = id_
        self.base: i64 = base
        self.size: i64 = size
        self.size_term = size_term
        self.certain: i64 = size if size_term is None else 0
        self.kind: i64 = kind
        self.name = name
        self.site = site
        self.sequence: i64 = sequence
        self.read_only = read_only

    def modelled_size(self) -> object:
        """The size the program knows: an int or a term."""
        return int(self.size) if self.size_term is None else self.size_term

    def size_as_term(self, width: i64) -> Term:
        return const(width, int(self.size)) if self.size_term is None else self.size_term

    def describe(self) -> str:
        """How an error report speaks of the object."""
        what = f"{KIND_NAMES[self.kind]} object"
        if self.name:
            what += f" '{self.name}'"
        where = f", allocated at {self.site}" if self.site else ""
        size = f"size {self.size}" if self.size_term is None else f"symbolic size up to {self.size}"
        return f"{what} at {int(self.base):#x} of {size}{where}"

    def __repr__(self) -> str:
        return f"<{self.describe()}>"
