"""Pointers as models see them: to the base of an object, or to a range inside one.

Both kinds of resolution fork where a symbolic pointer may mean several objects, hand back the sides on which all is
well, and end the others with KLEE's messages.
"""

from __future__ import annotations

from collections.abc import Callable

from albers.expr.arith import sub
from albers.expr.compare import eq, ule
from albers.expr.printing import to_text
from albers.expr.term import CONST, Term, as_term, const
from albers.memory.allocator import NULL_PAGE
from albers.memory.objects import MemoryObject
from albers.verdicts import ErrorKind
from albers.world.call import Call, Place

_PRINTED_ADDRESS = 400  # characters of a symbolic address shown in a report


class Base:
    """A side of a fork on which the pointer is the address of a living object."""

    def __init__(self, call: Call, object_: MemoryObject) -> None:
        self.call = call
        self.object = object_


class Range:
    """A side of a fork on which the bytes asked for lie inside a living object."""

    def __init__(self, call: Call, object_: MemoryObject, offset: object) -> None:
        self.call = call
        self.object = object_
        self.offset = offset  # an int or a pointer-wide term


def split(call: Call, condition: Term) -> tuple[Call | None, Call | None]:
    """The sides on which the condition holds and on which it does not; no question is asked about a constant."""
    if condition.op == CONST:
        return (call, None) if condition.value else (None, call)
    return call.branch(condition)


def split_null(call: Call, pointer: object) -> tuple[Call | None, Call | None]:
    """The sides on which the pointer is null and on which it is not."""
    return split(call, eq(as_term(call.pointer_width, pointer), const(call.pointer_width, 0)))


def bases(call: Call, pointer: object, purpose: str) -> list[Base]:
    """Every object the pointer may be the base of; elsewhere `memory error: invalid pointer: <purpose>`."""

    def fail(side: Call, info: str) -> None:
        side.fails(ErrorKind.PTR, f"memory error: invalid pointer: {purpose}", info)

    return bases_or(call, pointer, fail)


def bases_or(call: Call, pointer: object, fail: Callable[[Call, str], None]) -> list[Base]:
    """Every object the pointer may be the base of; `fail(call, info)` settles the other sides."""
    result: list[Base] = []
    for place in call.resolve(pointer):
        if place.object is None:
            fail(place.call, address_info(place.call, pointer))
            continue
        at_base, elsewhere = split_null(place.call, place.offset)
        if elsewhere is not None:
            fail(elsewhere, address_info(elsewhere, pointer, place.object))
        if at_base is not None:
            result.append(Base(at_base, place.object))
    return result


def ranges(call: Call, pointer: object, count: object, fail: Callable[[Call, str], None]) -> list[Range]:
    """Every object that may hold `count` bytes at the pointer; `fail(call, info)` settles the other sides."""
    result: list[Range] = []
    for place in call.resolve(pointer):
        if place.object is None:
            fail(place.call, address_info(place.call, pointer))
            continue
        inside, outside = split_fitting(place, place.object, count)
        if outside is not None:
            fail(outside, address_info(outside, pointer, place.object))
        if inside is not None:
            result.append(Range(inside, place.object, place.offset))
    return result


def split_fitting(place: Place, object_: MemoryObject, count: object) -> tuple[Call | None, Call | None]:
    """The sides on which `count` bytes at the place are inside the object and on which they are not."""
    width = place.call.pointer_width
    # The offset is at most the size: that is what resolving a pointer promises.
    room = sub(object_.size_as_term(width), as_term(width, place.offset))
    return split(place.call, ule(as_term(width, count), room))


def fails_access(call: Call, pointer: object, info: str) -> None:
    """The path ends as a load through the pointer would end it."""
    address = call.example(pointer)
    message = "memory error: out of bound pointer"
    if address < NULL_PAGE:
        message = "memory error: null page access"
    elif call.was_freed(address):
        message = "memory error: use after free"
    call.fails(ErrorKind.PTR, message, info)


def address_info(call: Call, pointer: object, object_: MemoryObject | None = None) -> str:
    """The lines of an error report that say where the pointer points on this path."""
    address = call.example(pointer)
    lines = [f"\taddress: {address:#x}"]
    if isinstance(pointer, Term):
        lines = [f"\taddress: {to_text(pointer, _PRINTED_ADDRESS)}", f"\texample: {address:#x}"]
    if object_ is not None:
        lines.append(f"\toffset: {address - int(object_.base)} from the start of {object_.describe()}")
    elif call.was_freed(address):
        lines.append("\tthe object there was freed before")
    return "\n".join(lines) + "\n"
