"""The identity of a piece of memory: where it lies, how large it is, who allocated it.

What is in it belongs to a state and is in `contents`. Identities are shared by all states of an exploration.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

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
    """`id` counts objects from 0; `site` says where it was allocated and `sequence` the how-manieth it is there."""

    def __init__(
        self, id_: i64, base: i64, size: i64, kind: i64, name: str, site: str, sequence: i64, read_only: bool
    ) -> None:
        self.id: i64 = id_
        self.base: i64 = base
        self.size: i64 = size
        self.kind: i64 = kind
        self.name = name
        self.site = site
        self.sequence: i64 = sequence
        self.read_only = read_only

    def describe(self) -> str:
        """How an error report speaks of the object."""
        what = f"{KIND_NAMES[self.kind]} object"
        if self.name:
            what += f" '{self.name}'"
        where = f", allocated at {self.site}" if self.site else ""
        return f"{what} at {self.base:#x} of size {self.size}{where}"

    def __repr__(self) -> str:
        return f"<{self.describe()}>"
