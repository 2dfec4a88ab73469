"""What a state remembers of skipped calls: the calls themselves, what was recovered of them, what overwrote them.

A record belongs to one state, except that its parts are values which forks share. Nothing here runs the program.
"""

from __future__ import annotations

from typing import Final

from albers.chopping.byte_ranges import EMPTY, UNSTAMPED, Ranges, Stamped, add, stamp
from albers.chopping.parts import Parts
from albers.engine.calls import CallOp
from albers.engine.state import Code, State
from albers.memory.contents import Contents
from albers.memory.objects import MemoryObject

Key = tuple[int, int]  # (number of the skipped call, part of its effects)


class SkippedCall:
    """A call that was skipped, with the state right before it (the paper's snapshot)."""

    def __init__(
        self,
        number: int,
        code: Code,
        call: CallOp | None,
        parts: Parts,
        snapshot: State,
        record: Record,
        slot: MemoryObject | None,
    ) -> None:
        self.number = number
        self.code = code
        self.call = call  # None if a region of lines was skipped
        self.behind = -1  # of a region, the block in which it ends
        self.parts = parts
        self.snapshot = snapshot
        self.record = record  # the snapshot's own
        self.slot = slot  # where the caller finds the returned value, if it looks at it


class WriteSet:
    """What a recovery did to memory: everything of one part of a call's effects."""

    def __init__(self) -> None:
        self.written: list[tuple[MemoryObject, Contents, Ranges]] = []
        self.created: list[tuple[MemoryObject, Contents]] = []
        self.freed: list[MemoryObject] = []
        self.born: dict[int, int] = {}  # object id → the call that created what was written, 0 if none did
        self.result: object = None
        self.has_result = False


class Waiting:
    """A state that waits for a value, and how many states may still bring it one."""

    def __init__(self, dependent: State) -> None:
        self.dependent = dependent
        self.live = 0


class Recovery:
    """Why a recovery state runs, and what it has written so far."""

    def __init__(self, call: SkippedCall, part: int, waiting: Waiting, depth: int) -> None:
        self.call = call
        self.part = part
        self.waiting = waiting
        self.depth = depth  # of the frame whose return ends the recovery
        self.written: dict[int, Ranges] = {}  # object id → bytes
        self.own: dict[int, None] = {}  # stack objects of the recovered code, which nobody else sees
        self.created: dict[int, None] = {}
        self.found: dict[Key, WriteSet] = {}  # earlier calls that were recovered on the way

    def copy(self) -> Recovery:
        twin = Recovery(self.call, self.part, self.waiting, self.depth)
        twin.written = self.written.copy()
        twin.own = self.own.copy()
        twin.created = self.created.copy()
        twin.found = self.found.copy()
        return twin

    def wrote(self, object_: MemoryObject, start: int, end: int) -> None:
        number = int(object_.id)
        if number not in self.own:
            self.written[number] = add(self.written.get(number, EMPTY), start, end)


class Record:
    """One state's memory of skipped calls."""

    def __init__(self) -> None:
        self.calls: tuple[SkippedCall, ...] = ()
        self.done: frozenset[Key] = _NOTHING_DONE
        self.stamps: dict[int, Stamped] = {}  # object id → stamps of its bytes
        self.born: dict[int, int] = {}  # object id → how many calls had been skipped when it came into being
        self.known: dict[Key, WriteSet] = {}  # recovered on this path, here or elsewhere
        self.touched: frozenset[int] = _NO_OBJECTS  # abstract objects that some skipped call may change
        self.recovery: Recovery | None = None

    def copy(self) -> Record:
        twin = Record()
        twin.calls = self.calls
        twin.done = self.done
        twin.stamps = self.stamps.copy()
        twin.born = self.born.copy()
        twin.known = self.known.copy()
        twin.touched = self.touched
        twin.recovery = None if self.recovery is None else self.recovery.copy()
        return twin

    def stamp(self, object_: MemoryObject, start: int, end: int, number: int) -> None:
        at = int(object_.id)
        self.stamps[at] = stamp(self.stamps.get(at, UNSTAMPED), start, end, number)

    def stamps_of(self, object_: MemoryObject) -> Stamped:
        return self.stamps.get(int(object_.id), UNSTAMPED)


def difference(one: Record | None, other: Record | None) -> str:
    """What keeps two states from being merged: they must have skipped, recovered and overwritten the same."""
    if one is None and other is None:
        return ""
    if one is None or other is None or one.calls != other.calls:
        return "different skipped calls"
    if one.done != other.done or one.stamps != other.stamps or one.born != other.born:
        return "different traces of skipped calls"
    a, b = one.recovery, other.recovery
    if a is None and b is None:
        return ""
    if a is None or b is None or a.waiting is not b.waiting:
        return "different recoveries"
    same = a.written == b.written and a.own == b.own and a.created == b.created and a.found == b.found
    return "" if same else "different recoveries"


_NOTHING_DONE: Final[frozenset[Key]] = frozenset()
_NO_OBJECTS: Final[frozenset[int]] = frozenset()
