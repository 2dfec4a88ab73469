"""Recovery: runs a skipped call in a state of its own and brings what it wrote to the state that waits for it.

The recovery state is a copy of the snapshot with the path condition of the waiting state (the guiding constraints).
When it forks, nothing needs to be mirrored: all its descendants share the one waiting state, and each that returns gets
a copy of it, which takes over the descendant's path. Algorithm 2 of the paper.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from albers.chopping.byte_ranges import below, cut
from albers.chopping.counts import ChoppingCounts
from albers.chopping.parts import EVERYTHING, RESULT
from albers.chopping.records import Key, Record, Recovery, SkippedCall, Waiting, WriteSet
from albers.chopping.slices import Slices
from albers.engine.calls import Return
from albers.engine.history import END, RECOVER, RESUME
from albers.engine.machine import Machine
from albers.engine.memory_ops import write_value
from albers.engine.resolve import Access
from albers.engine.state import Frame, State
from albers.memory.contents import Contents
from albers.memory.objects import MemoryObject

#: Allocations of different skipped calls are numbered this far apart.
_NUMBERS_PER_CALL: Final = 1 << 32


class Recoverer:
    """Begins and ends recoveries."""

    def __init__(
        self,
        machine: Machine,
        records: dict[int, Record],
        counts: ChoppingCounts,
        slices: Slices | None,
        site_of: Callable[[MemoryObject], int],
    ) -> None:
        self.machine = machine
        self.records = records
        self.counts = counts
        self.slices = slices
        self.site_of = site_of

    def is_recovery(self, state: State) -> bool:
        record = self.records.get(state.id)
        return record is not None and record.recovery is not None

    # Beginning

    def begin(self, state: State, record: Record, wanted: Key) -> None:
        """The state goes back by one operation and waits; a new one runs the skipped call."""
        machine = self.machine
        number, part = wanted
        call = record.calls[number]
        state.frame.index -= 1
        waiting = Waiting(state)
        waiting.live = 1
        recovering = machine.duplicate_as(state, call.snapshot)
        state.forget_seeds()
        recovering.forget_seeds()
        recovering.path = state.path
        recovering.witness = state.witness
        recovering.inputs = state.inputs
        recovering.preferences = state.preferences
        recovering.taint |= state.taint
        recovering.depth = state.depth
        recovering.number_allocations_from((number + 1) * _NUMBERS_PER_CALL)
        for hook in machine.hooks:
            hook.set_aside(state)
        machine.suspend(state)
        machine.history.note(RECOVER, state, recovering.id)
        own = call.record.copy()
        for key, writes in record.known.items():
            if key[0] < number:
                own.known.setdefault(key, writes)
        depth = int(recovering.frame.depth)
        own.recovery = Recovery(call, part, waiting, depth if call.call is None else depth + 1)
        self.records[recovering.id] = own
        self.counts.recoveries += 1
        if call.call is None:
            return
        code = call.code
        if self.slices is not None:
            code = self.slices.code_for(call.code, call.parts, part)
        call.call.push_frame(recovering, code)

    # Ending

    def finish(self, state: State, record: Record, frame: Frame) -> None:
        """The skipped call returned: its effects go to the state that waited."""
        recovery = record.recovery
        assert recovery is not None
        writes = self._gather(state, record, frame)
        waiting = recovery.waiting
        dependent = waiting.dependent
        self.machine.discard(state)
        self.records.pop(state.id, None)
        waiting.live -= 1
        if dependent.ended:
            return
        if waiting.live == 0:
            resumed = dependent
            own = self.records[dependent.id]
            self.machine.resume(resumed)
        else:
            resumed = self.machine.duplicate(dependent)
            own = self.records[dependent.id].copy()
            self.records[resumed.id] = own
            if own.recovery is not None:
                own.recovery.waiting.live += 1
        self.machine.history.note(RESUME, state, resumed.id)
        resumed.path = state.path
        resumed.witness = state.witness
        resumed.taint |= state.taint
        resumed.depth = state.depth
        resumed.covered_new |= state.covered_new
        brought = (recovery.call.number, recovery.part)
        self.apply(resumed, own, brought, writes)
        own.known.update(recovery.found)
        if own.recovery is not None:
            own.recovery.found.update(recovery.found)
            own.recovery.found[brought] = writes

    def gave_up(self, waiting: Waiting) -> None:
        """One of the states that might have brought a value ended: when it was the last, nobody waits any more."""
        waiting.live -= 1
        dependent = waiting.dependent
        if waiting.live > 0 or dependent.ended:
            return
        self.machine.discard(dependent)
        self.machine.history.note(END, dependent, -1, "silent")
        record = self.records.pop(dependent.id, None)
        if record is not None and record.recovery is not None:
            self.gave_up(record.recovery.waiting)

    def _gather(self, state: State, record: Record, frame: Frame) -> WriteSet:
        """What the recovered code did, of the part that was wanted."""
        result = WriteSet()
        recovery = record.recovery
        assert recovery is not None
        memory = state.memory
        objects = self.machine.allocator.objects
        for number in recovery.created:
            contents = memory.find(objects[number])
            assert contents is not None
            result.created.append((objects[number], contents))
        for number, ranges in recovery.written.items():
            object_ = objects[number]
            contents = memory.find(object_)
            if contents is None or not contents.alive:
                continue
            for start, end in self._bounds(recovery, object_):
                wanted = cut(ranges, start, end)
                if wanted:
                    result.written.append((object_, contents, wanted))
                    result.born[number] = record.born.get(number, 0)
        for object_ in self._freed(state, record, recovery):
            result.freed.append(object_)
        if recovery.part in (EVERYTHING, RESULT) and recovery.call.call is not None:
            operation = frame.ops[frame.index - 1]
            assert isinstance(operation, Return)
            if operation.value >= 0:
                result.result = frame.registers[operation.value]
                result.has_result = True
        return result

    def _bounds(self, recovery: Recovery, object_: MemoryObject) -> list[tuple[int, int]]:
        """The bytes of an object that belong to the part being recovered."""
        parts = recovery.call.parts
        site = self.site_of(object_)
        expected = parts.overlapping(site, 0, int(object_.size))
        if not expected:
            # The static analysis must foresee every write; states that went on without this one were wrong.
            self.machine.incomplete("unforeseen write in skipped code")
            self.machine.warn(f"{parts.function} writes to {object_.describe()}, which was not foreseen", once=True)
            return [(0, int(object_.size))]
        if recovery.part == EVERYTHING:
            return [(0, int(object_.size))]
        return [(part.start, part.end) for part in expected if part.number == recovery.part]

    def _freed(self, state: State, record: Record, recovery: Recovery) -> list[MemoryObject]:
        """Objects of the wanted part that lived before the call, or came from calls before it, and do not live now."""
        parts = recovery.call.parts
        if not any(part.is_freed for part in parts.parts):
            return []
        before = recovery.call.snapshot.memory
        result: list[MemoryObject] = []
        for number in dict.fromkeys([*before.live_ids(), *record.born]):
            object_ = self.machine.allocator.objects[number]
            if number in recovery.own or number in recovery.created or state.memory.is_alive(object_):
                continue
            freeing = parts.freeing(self.site_of(object_))
            if any(recovery.part in (EVERYTHING, part.number) for part in freeing):
                result.append(object_)
        return result

    # Applying

    def apply_known(self, state: State, record: Record, wanted: Key) -> bool:
        """Takes what was recovered before on this path, if it was."""
        writes = record.known.get(wanted)
        if writes is None:
            return False
        self.counts.cache_hits += 1
        if record.recovery is not None:
            record.recovery.found[wanted] = writes
        self.apply(state, record, wanted, writes)
        return True

    def apply(self, state: State, record: Record, key: Key, writes: WriteSet) -> None:
        """Brings a call's effects into a state's memory, where nothing newer is."""
        number = key[0]
        record.done |= frozenset([key])
        record.known[key] = writes
        call = record.calls[number]
        memory = state.memory
        for object_, contents in writes.created:
            if memory.find(object_) is None:
                if not contents.alive:
                    memory.free(object_)
                    continue
                memory.adopt(object_, contents)
                record.born[int(object_.id)] = number
        for object_, contents, ranges in writes.written:
            if memory.find(object_) is None:  # created by an earlier call, whose own writes may come later
                memory.adopt(object_, contents)
                record.born[int(object_.id)] = writes.born[int(object_.id)]
            self._write(state, record, number, object_, contents, ranges)
        for object_ in writes.freed:
            # An object that is not there yet was created by an earlier call: it must not come to life later.
            if record.born.get(int(object_.id), 0) <= number:
                memory.free(object_)
        if writes.has_result and call.slot is not None:
            self._write_result(state, record, call, writes.result)

    def _write(
        self,
        state: State,
        record: Record,
        number: int,
        object_: MemoryObject,
        contents: Contents,
        ranges: tuple[tuple[int, int], ...],
    ) -> None:
        memory = state.memory
        found = memory.find(object_)
        if found is None or not found.alive or record.born.get(int(object_.id), 0) > number:
            return
        stamps = record.stamps_of(object_)
        for start, end in ranges:
            for low, high in below(stamps, start, end, number):
                target = memory.writable(object_, found)
                found = target
                for at in range(low, high):
                    target.set_byte(at, contents.byte(at))
                record.stamp(object_, low, high, number)

    def _write_result(self, state: State, record: Record, call: SkippedCall, value: object) -> None:
        slot = call.slot
        assert slot is not None and call.call is not None
        contents = state.memory.find(slot)
        if contents is None or not contents.alive or record.born.get(int(slot.id), 0) > call.number:
            return
        shape = call.call.signature.result_shape
        if shape is None or not below(record.stamps_of(slot), 0, int(slot.size), call.number):
            return
        write_value(Access(state, slot, contents, 0), 0, shape, value)
        record.stamp(slot, 0, int(slot.size), call.number)
