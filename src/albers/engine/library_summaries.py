"""What the C library's plainest string functions do, performed at once where every byte involved is concrete.

A summary gives the same results as running the function's C code. Where it could not (a symbolic argument or byte, an
access that would be an error, overlapping runs), it declines and the C code runs, so that forks and reports are the
code's own. A summarised call counts as one instruction. Hooks hear of calls, loads and stores inside functions: with
any of them installed nothing is summarised.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mypy_extensions import i64, u8

from albers.engine.machine import Machine
from albers.engine.regions import copy_plain
from albers.engine.state import Code, State
from albers.memory.contents import Contents
from albers.memory.objects import CODE, MemoryObject

_WORD: Final = 1 << 61
_INT: Final = 1 << 32

Summary = Callable[[Machine, State, list[object]], int | None]


class _Run:
    """Concrete bytes from `offset` on; `room` of them exist."""

    def __init__(self, object_: MemoryObject, contents: Contents, offset: i64) -> None:
        self.object = object_
        self.contents = contents
        self.offset: i64 = offset
        self.room: i64 = object_.certain - offset


def _run_at(machine: Machine, state: State, pointer: object) -> _Run | None:
    """The concrete bytes a pointer points to; None if it is symbolic, leads nowhere, or any byte there is symbolic."""
    if not isinstance(pointer, int) or pointer >= _WORD:
        return None
    object_ = machine.allocator.find(pointer)
    if object_ is None or object_.kind == CODE:
        return None
    contents = state.memory.find(object_)
    if contents is None or not contents.alive or not contents.plain:
        return None
    return _Run(object_, contents, i64(pointer) - object_.base)


def _writable(state: State, run: _Run, count: i64) -> Contents | None:
    """The contents for changing `count` bytes; None if that is an error or not plain."""
    if run.object.read_only or count > run.room or run.contents.array is not None:
        return None
    return state.memory.writable(run.object, run.contents)


def _count(value: object) -> i64:
    """A concrete number of bytes, -1 if it is none or absurd."""
    if isinstance(value, int) and value < _WORD:
        return value
    return -1


def _copy(machine: Machine, state: State, arguments: list[object], may_overlap: bool) -> bool:
    count = _count(arguments[2])
    if count < 0:
        return False
    if count == 0:
        return True
    source = _run_at(machine, state, arguments[1])
    target = _run_at(machine, state, arguments[0])
    if source is None or target is None or count > source.room:
        return False
    if not may_overlap and source.object is target.object:
        distance = source.offset - target.offset
        if -count < distance < count:
            return False
    there = _writable(state, target, count)
    if there is None:
        return False
    here = there if source.object is target.object else source.contents
    copy_plain(here, source.offset, there, target.offset, count)
    return True


def memcpy(machine: Machine, state: State, arguments: list[object]) -> int | None:
    target = arguments[0]
    if not isinstance(target, int) or not _copy(machine, state, arguments, False):
        return None
    return target


def mempcpy(machine: Machine, state: State, arguments: list[object]) -> int | None:
    target = arguments[0]
    if not isinstance(target, int) or not _copy(machine, state, arguments, False):
        return None
    return target + int(_count(arguments[2]))


def memmove(machine: Machine, state: State, arguments: list[object]) -> int | None:
    target = arguments[0]
    if not isinstance(target, int) or not _copy(machine, state, arguments, True):
        return None
    return target


def memset(machine: Machine, state: State, arguments: list[object]) -> int | None:
    target, value = arguments[0], arguments[1]
    count = _count(arguments[2])
    if not isinstance(target, int) or not isinstance(value, int) or count < 0:
        return None
    if count == 0:
        return target
    run = _run_at(machine, state, target)
    if run is None:
        return None
    contents = _writable(state, run, count)
    if contents is None:
        return None
    byte = u8(value & 255)
    data = contents.data
    at = run.offset
    for i in range(count):
        data[at + i] = byte
    return target


def _length(run: _Run, limit: i64) -> i64:
    """Bytes before the first NUL, at most `limit`; -1 if the object ends before either."""
    data = run.contents.data
    at = run.offset
    end = limit if limit < run.room else run.room
    i: i64 = 0
    while i < end:
        if data[at + i] == 0:
            return i
        i += 1
    return limit if limit <= run.room else -1


def strlen(machine: Machine, state: State, arguments: list[object]) -> int | None:
    run = _run_at(machine, state, arguments[0])
    if run is None:
        return None
    length = _length(run, _WORD)
    return None if length < 0 else int(length)


def strnlen(machine: Machine, state: State, arguments: list[object]) -> int | None:
    limit = _count(arguments[1])
    run = _run_at(machine, state, arguments[0])
    if run is None or limit < 0:
        return None
    length = _length(run, limit)
    return None if length < 0 else int(length)


def strcpy(machine: Machine, state: State, arguments: list[object]) -> int | None:
    target = arguments[0]
    source = _run_at(machine, state, arguments[1])
    if source is None or not isinstance(target, int):
        return None
    length = _length(source, _WORD)
    if length < 0 or not _copy(machine, state, [target, arguments[1], int(length) + 1], False):
        return None
    return target


def _compare(machine: Machine, state: State, arguments: list[object], count: i64, stops_at_nul: bool) -> int | None:
    """The difference of the first bytes that differ, as an int of C."""
    if count < 0:
        return None
    if count == 0:
        return 0
    left = _run_at(machine, state, arguments[0])
    right = _run_at(machine, state, arguments[1])
    if left is None or right is None:
        return None
    a = left.contents.data
    b = right.contents.data
    end = left.room if left.room < right.room else right.room
    i: i64 = 0
    while i < count:
        if i >= end:
            return None
        x = i64(a[left.offset + i])
        y = i64(b[right.offset + i])
        if x != y:
            return int(x - y) % _INT
        if stops_at_nul and x == 0:
            return 0
        i += 1
    return 0


def memcmp(machine: Machine, state: State, arguments: list[object]) -> int | None:
    return _compare(machine, state, arguments, _count(arguments[2]), False)


def strcmp(machine: Machine, state: State, arguments: list[object]) -> int | None:
    return _compare(machine, state, arguments, _WORD, True)


def strncmp(machine: Machine, state: State, arguments: list[object]) -> int | None:
    return _compare(machine, state, arguments, _count(arguments[2]), True)


def strchr(machine: Machine, state: State, arguments: list[object]) -> int | None:
    string, wanted = arguments[0], arguments[1]
    run = _run_at(machine, state, string)
    if run is None or not isinstance(string, int) or not isinstance(wanted, int):
        return None
    byte = u8(wanted & 255)
    data = run.contents.data
    at = run.offset
    for i in range(run.room):
        found = data[at + i]
        if found == byte:
            return string + int(i)
        if found == 0:
            return 0
    return None


def memchr(machine: Machine, state: State, arguments: list[object]) -> int | None:
    memory, wanted = arguments[0], arguments[1]
    count = _count(arguments[2])
    if count == 0:
        return 0
    run = _run_at(machine, state, memory)
    if run is None or not isinstance(memory, int) or not isinstance(wanted, int) or count < 0:
        return None
    byte = u8(wanted & 255)
    data = run.contents.data
    at = run.offset
    end = count if count < run.room else run.room
    for i in range(end):
        if data[at + i] == byte:
            return memory + int(i)
    return 0 if count <= run.room else None


#: By name, with the number of arguments.
SUMMARIES: Final[dict[str, tuple[Summary, int]]] = {
    "memcpy": (memcpy, 3),
    "mempcpy": (mempcpy, 3),
    "memmove": (memmove, 3),
    "memset": (memset, 3),
    "memcmp": (memcmp, 3),
    "memchr": (memchr, 3),
    "strlen": (strlen, 1),
    "strnlen": (strnlen, 2),
    "strcpy": (strcpy, 2),
    "strcmp": (strcmp, 2),
    "strncmp": (strncmp, 3),
    "strchr": (strchr, 2),
}


def summary_of(code: Code, arguments: int) -> Summary | None:
    """The summary of a function of the C library called with so many arguments; None for a function of the user's."""
    known = SUMMARIES.get(code.name)
    if known is None or code.is_user or known[1] != arguments:
        return None
    return known[0]
