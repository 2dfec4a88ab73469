"""What keeps two states apart: differences that no choice between values can express.

Both stand at the same block of the same frames. Their heaps must hold the same objects, which the allocator identifies
by site and sequence: two paths that allocated alike have the same ones. What each object holds may differ.
"""

from __future__ import annotations

from albers.engine.state import Frame, Output, State
from albers.memory.address_space import AddressSpace
from albers.memory.contents import Contents


def difference(a: State, b: State) -> str:
    """The reason why the states cannot be merged; empty if they can."""
    if not _same_frames(a.frame, b.frame):
        return "different stacks"
    if a.inputs != b.inputs:
        return "different inputs"
    if a.forking != b.forking or a.preferences != b.preferences:
        return "different wishes"
    if a.symcretes != b.symcretes:
        return "different symcretes"
    if a.first_sequence != b.first_sequence:
        return "different numbering of allocations"
    if not _same_output(a.output, b.output):
        return "different output"
    if a.world is not b.world and not a.world.same_as(b.world):
        return "different worlds"
    if not _same_objects(a.memory, b.memory):
        return "different heaps"
    return ""


def _same_frames(a: Frame, b: Frame) -> bool:
    one: Frame | None = a
    other: Frame | None = b
    while one is not other:
        if one is None or other is None:
            return False
        if one.code is not other.code or one.block is not other.block or one.index != other.index:
            return False
        if one.mark != other.mark:
            return False
        if one.result != other.result or one.allocas != other.allocas or one.varargs != other.varargs:
            return False
        one = one.caller
        other = other.caller
    return True


def _same_output(a: Output | None, b: Output | None) -> bool:
    while a is not b:
        if a is None or b is None or a.descriptor != b.descriptor or a.length is not b.length and a.length != b.length:
            return False
        if a.run.data != b.run.data or a.run.symbolic != b.run.symbolic:
            return False
        a = a.earlier
        b = b.earlier
    return True


def _same_objects(a: AddressSpace, b: AddressSpace) -> bool:
    for i in range(max(len(a.pages), len(b.pages))):
        here = a.pages[i] if i < len(a.pages) else _NO_PAGE
        there = b.pages[i] if i < len(b.pages) else _NO_PAGE
        if here is there:
            continue
        for slot in range(max(len(here), len(there))):
            one = here[slot] if slot < len(here) else None
            other = there[slot] if slot < len(there) else None
            if one is not other and _exists(one) != _exists(other):
                return False
    return True


def same_memory(a: AddressSpace, b: AddressSpace) -> bool:
    """Whether all that exists holds the same, as far as terms can tell."""
    for i in range(max(len(a.pages), len(b.pages))):
        here = a.pages[i] if i < len(a.pages) else _NO_PAGE
        there = b.pages[i] if i < len(b.pages) else _NO_PAGE
        if here is there:
            continue
        for slot in range(max(len(here), len(there))):
            one = here[slot] if slot < len(here) else None
            other = there[slot] if slot < len(there) else None
            if one is not other and not _same_contents(one, other):
                return False
    return True


def _same_contents(a: Contents | None, b: Contents | None) -> bool:
    if a is None or b is None or not a.alive or not b.alive:
        return _exists(a) == _exists(b)
    if a.array is not b.array or a.symbolic != b.symbolic or a.unflushed != b.unflushed:
        return False
    return a.concrete_bytes() == b.concrete_bytes()


def _exists(contents: Contents | None) -> bool:
    """An object that was freed again and one that never was are the same to a program that holds no pointer to it."""
    return contents is not None and contents.alive


_NO_PAGE: list[Contents | None] = []
