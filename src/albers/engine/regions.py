"""Runs of bytes: copying, filling and reading them across objects, symbolic bytes included."""

from __future__ import annotations

from mypy_extensions import i64, u8

from albers.engine.machine import Machine
from albers.engine.memory_ops import UNINITIALISED, index_of
from albers.engine.resolve import Access, Resolver
from albers.engine.state import Frame, State
from albers.expr.arrays import select
from albers.expr.term import Term, const
from albers.memory.contents import Contents, zeroed
from albers.memory.objects import STACK


def read_run(access: Access, count: i64) -> list[Term]:
    """The bytes at a resolved place, as terms."""
    contents = access.contents
    offset = access.offset
    if isinstance(offset, int):
        at: i64 = offset
        return [contents.byte(at + i) for i in range(count)]
    array = contents.as_array()
    return [select(array, index_of(offset, i)) for i in range(count)]


def write_run(access: Access, data: list[Term]) -> None:
    contents = access.state.memory.writable(access.object, access.contents)
    access.contents = contents
    offset = access.offset
    if isinstance(offset, int):
        at: i64 = offset
        for i in range(len(data)):
            contents.set_byte(at + i, data[i])
        return
    for i in range(len(data)):
        contents.store_at(index_of(offset, i), 1, data[i])


def copy_run(source: Access, target: Access, count: i64) -> None:
    """memmove between two resolved places of one state."""
    from_offset = source.offset
    to_offset = target.offset
    if isinstance(from_offset, int) and isinstance(to_offset, int):
        there = target.state.memory.writable(target.object, target.contents)
        target.contents = there
        here = there if source.object is target.object else source.contents
        if here.plain and there.plain and there.array is None:
            copy_plain(here, from_offset, there, to_offset, count)
            return
    write_run(target, read_run(source, count))


def copy_plain(source: Contents, start: i64, target: Contents, at: i64, count: i64) -> None:
    """Copies concrete bytes; overlapping runs behave as memmove."""
    a = source.data
    b = target.data
    if source is target and start < at:
        for i in range(count - 1, -1, -1):
            b[at + i] = a[start + i]
        return
    for i in range(count):
        b[at + i] = a[start + i]


def fill_run(access: Access, value: object, count: i64) -> None:
    """memset at a resolved place."""
    contents = access.state.memory.writable(access.object, access.contents)
    access.contents = contents
    offset = access.offset
    if isinstance(offset, int) and isinstance(value, int) and contents.plain and contents.array is None:
        at: i64 = offset
        byte = u8(value)
        data = contents.data
        for i in range(count):
            data[at + i] = byte
        return
    term = const(8, value) if isinstance(value, int) else value
    assert isinstance(term, Term)
    write_run(access, [term] * int(count))


def copy_to_new_stack_object(
    machine: Machine, resolver: Resolver, state: State, frame: Frame, pointer: object, size: int, align: int, site: str
) -> int | None:
    """A fresh stack object of `frame` with a copy of `size` bytes; its address, or None if the path ended."""
    sources = resolver.access(state, pointer, size, False)
    if len(sources) != 1 or sources[0].state is not state:
        # The pointer of a byval argument is an alloca of the caller: several objects cannot happen in C.
        for each in sources:
            if not each.state.ended:
                machine.end_early(each.state, "byval argument with a symbolic address")
        return None
    object_ = machine.allocator.allocate(STACK, "", site, frame.depth, size, max(align, 1))
    if object_ is None:
        machine.end_early(state, "address space exhausted")
        return None
    contents = state.memory.bind(object_, zeroed(size, UNINITIALISED))
    frame.allocas.append(object_)
    for hook in machine.hooks:
        hook.allocated(state, object_)
    copy_run(sources[0], Access(state, object_, contents, 0), size)
    return int(object_.base)
