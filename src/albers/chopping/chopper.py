"""Chopped execution: calls are skipped, and what they would have done is recovered when somebody looks.

The chopper decides what a state must wait for: it takes a snapshot at a skipped call, remembers what the state
overwrites afterwards, and stops a state in front of a load (or an access to memory that may have been freed) that
depends on a skipped call. How the value is then recovered is in `recovery.py`. Section 3 of the paper.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from albers.chopping.abstract_objects import function_site, global_site, heap_site
from albers.chopping.byte_ranges import below
from albers.chopping.constraints import PointsTo
from albers.chopping.counts import ChoppingCounts
from albers.chopping.library_effects import SHALLOW, is_harmless
from albers.chopping.mod_ref import ModRef
from albers.chopping.parts import EVERYTHING, RESULT, Parts
from albers.chopping.records import Key, Record, SkippedCall, difference
from albers.chopping.recovery import Recoverer
from albers.chopping.regions import SkippedRegion
from albers.chopping.skip_spec import SkipSpec
from albers.chopping.slices import Slices
from albers.engine.calls import CallOp
from albers.engine.hooks import Guard, Hook
from albers.engine.machine import Machine
from albers.engine.program import Program
from albers.engine.state import Code, Frame, Op, State
from albers.expr.term import Term
from albers.ir import instructions as ir
from albers.memory.objects import CODE, FIXED, GLOBAL, HEAP, MAPPED, MemoryObject

#: How many pointers deep a model of the kernel may look into what it is given (a message, its vector, its buffers).
_DEPTH_OF_MODELS: Final = 3
_NO_POINTERS: Final = frozenset(["malloc", "calloc", "klee_assume", "klee_int", "klee_range", "klee_choose"])
_UNKNOWN: Final = -1


class Chopper:
    """Skips the calls that a specification names, in one exploration."""

    def __init__(
        self,
        program: Program,
        spec: SkipSpec,
        points_to: PointsTo,
        slots: dict[ir.Call, int],
        slicing: bool,
        regions: Sequence[SkippedRegion] = (),
    ) -> None:
        self.program = program
        self.machine: Machine = program.machine
        self.spec = spec
        self.mod_ref = ModRef(points_to)
        self.counts = ChoppingCounts()
        self.records: dict[int, Record] = {}
        self.slices = Slices(program, self.mod_ref) if slicing else None
        self.recoverer = Recoverer(self.machine, self.records, self.counts, self.slices, self.site_of)
        self._slots = slots
        self._regions = {(region.function, region.entry): region for region in regions}
        self._slicing = slicing
        self._parts: dict[str, Parts | None] = {}
        self._sites: dict[int, int] = {}  # object id → abstract object

    # Skipping

    def entering(self, state: State, call: Op, code: Code) -> bool:
        """False if the call is skipped."""
        if code.name not in self.spec.lines:
            return True
        record = self.records.get(state.id)
        if record is not None and record.recovery is not None:
            return True
        instruction = call.instruction
        line = 0 if instruction is None or instruction.location is None else instruction.location.line
        if not self.spec.wants(code.name, line):
            return True
        parts = self._parts_of(code.name)
        if parts is None:
            self.counts.executed += 1
            return True
        assert isinstance(call, CallOp)
        self._skip(state, call, code, parts)
        return False

    def _parts_of(self, function: str) -> Parts | None:
        """The parts of a function's effects; None if skipping it would lose some."""
        if function in self._parts:
            return self._parts[function]
        parts: Parts | None = None
        if function not in self.mod_ref.points_to.reachable:
            reason = "the analysis did not see that it is called"
        else:
            effects = self.mod_ref.side_effects(function)
            reason = ""
            if effects.effects:
                reason = f"it may do more than change memory ({', '.join(sorted(effects.effects)[:3])})"
            else:
                parts = Parts(function, effects, not self._slicing)
        if parts is None:
            self.machine.warn(f"{function} is executed, not skipped: {reason}", once=True)
        self._parts[function] = parts
        return parts

    # Regions

    def entered_block(self, state: State) -> None:
        """A region begins, or the recovery of one ends."""
        frame = state.frame
        record = self.records.get(state.id)
        if record is not None and record.recovery is not None:
            recovery = record.recovery
            if recovery.call.behind == frame.block.index and recovery.depth == frame.depth:
                self.recoverer.finish(state, record, frame)
            return
        region = self._regions.get((frame.code.name, frame.block.index))
        if region is None:
            return
        parts = self._parts_of_region(region)
        if parts is None:
            self.counts.executed += 1
            return
        if record is None:
            record = Record()
            self.records[state.id] = record
        skipped = SkippedCall(len(record.calls), frame.code, None, parts, state.fork(-1), record.copy(), None)
        skipped.behind = region.behind
        self._remember(record, skipped)
        frame.block = frame.code.blocks[region.behind]
        frame.ops = frame.block.ops
        frame.index = 0

    def _parts_of_region(self, region: SkippedRegion) -> Parts | None:
        if region.name in self._parts:
            return self._parts[region.name]
        effects = self.mod_ref.effects_of_blocks(region.function, region.inside)
        parts: Parts | None = None
        if effects.effects:
            reason = ", ".join(sorted(effects.effects)[:3])
            self.machine.warn(
                f"{region.name} is executed, not skipped: it may do more than change memory ({reason})", once=True
            )
        else:
            parts = Parts(region.name, effects, True)
        self._parts[region.name] = parts
        return parts

    def _remember(self, record: Record, skipped: SkippedCall) -> None:
        record.calls = (*record.calls, skipped)
        record.touched |= frozenset(skipped.parts.objects)
        self.counts.snapshots += 1

    def _skip(self, state: State, call: CallOp, code: Code, parts: Parts) -> None:
        record = self.records.get(state.id)
        if record is None:
            record = Record()
            self.records[state.id] = record
        instruction = call.instruction
        slot: MemoryObject | None = None
        if isinstance(instruction, ir.Call) and instruction in self._slots:
            address = state.frame.registers[self._slots[instruction]]
            assert isinstance(address, int)
            slot = self.machine.allocator.find(address)
            assert slot is not None
        snapshot = state.fork(-1)
        number = len(record.calls)
        skipped = SkippedCall(number, code, call, parts, snapshot, record.copy(), slot)
        self._remember(record, skipped)
        if slot is not None:
            record.stamp(slot, 0, int(slot.size), number)
            record.touched |= frozenset([self.site_of(slot)])
            state.frame.index += 1  # the store of the value into the slot

    # Memory

    def accessing(
        self, state: State, object_: MemoryObject, offset: object, size: int, reads: bool, writes: bool
    ) -> bool:
        """False if the state has to wait for what a skipped call did to these bytes."""
        record = self.records.get(state.id)
        if record is None:
            return True
        if isinstance(offset, int):
            start, end = offset, offset + size
        else:  # anywhere in the object: a write keeps the other bytes, so it depends on them too
            start, end = 0, int(object_.size)
            reads = True
        if record.calls and self.site_of(object_) in record.touched:
            if not self._ready(state, record, object_, start, end, reads):
                return False
            if writes:
                record.stamp(object_, start, end, len(record.calls))
        if writes and record.recovery is not None:
            record.recovery.wrote(object_, start, end)
        return True

    def _ready(self, state: State, record: Record, object_: MemoryObject, start: int, end: int, reads: bool) -> bool:
        """Whether nothing that was skipped matters to these bytes any more; if not, a recovery has begun."""
        wanted = self._missing(record, object_, start, end, reads)
        if wanted is None:
            return True
        while wanted is not None and self.recoverer.apply_known(state, record, wanted):
            wanted = self._missing(record, object_, start, end, reads)
        if wanted is not None:
            self.recoverer.begin(state, record, wanted)
            return False
        # Memory changed under the operation: it begins again.
        state.frame.index -= 1
        state.pause = True
        return False

    def _missing(self, record: Record, object_: MemoryObject, start: int, end: int, reads: bool) -> Key | None:
        """The newest skipped call, and the part of its effects, that these bytes may still depend on."""
        site = self.site_of(object_)
        born = record.born.get(int(object_.id), 0)
        stamps = record.stamps_of(object_)
        for number in range(len(record.calls) - 1, born - 1, -1):
            call = record.calls[number]
            if call.slot is object_:
                key = (number, EVERYTHING if call.parts.together else RESULT)
                if key not in record.done and below(stamps, start, end, number):
                    return key
                continue
            parts = call.parts
            for part in parts.overlapping(site, start, end) if reads else parts.freeing(site):
                key = (number, parts.key(part.number))
                if key in record.done:
                    continue
                if part.is_freed or below(stamps, max(start, part.start), min(end, part.end), number):
                    return key
        return None

    def modelling(self, state: State, name: str, arguments: list[object]) -> bool:
        """Models look at memory without asking: everything they may look at is recovered before."""
        record = self.records.get(state.id)
        if record is None or not record.calls or name in _NO_POINTERS:
            return True
        depth = 1 if name in SHALLOW or is_harmless(name) else _DEPTH_OF_MODELS
        reads = name != "free"
        pointers: list[object] = list(arguments)
        seen: set[int] = set()
        while pointers and depth > 0:
            found: list[object] = []
            for pointer in pointers:
                object_ = self._object_behind(pointer)
                if object_ is None or int(object_.id) in seen or not state.memory.is_alive(object_):
                    continue
                seen.add(int(object_.id))
                whole = int(object_.size)
                if self.site_of(object_) in record.touched and not self._ready(state, record, object_, 0, whole, reads):
                    return False
                if depth > 1:
                    found += self._words_of(state, object_)
            pointers = found
            depth -= 1
        return True

    def _object_behind(self, pointer: object) -> MemoryObject | None:
        if isinstance(pointer, Term):
            start = self.machine.provenance.start_of(pointer)
            return None if start is None else self.machine.allocator.find(start)
        return self.machine.allocator.find(pointer) if isinstance(pointer, int) else None

    def _words_of(self, state: State, object_: MemoryObject) -> list[object]:
        contents = state.memory.find(object_)
        assert contents is not None
        word = self.machine.pointer_width // 8
        return [contents.load(at, word) for at in range(0, int(object_.size) - word + 1, word)]

    def site_of(self, object_: MemoryObject) -> int:
        """The abstract object that stands for an object."""
        number = int(object_.id)
        found = self._sites.get(number)
        if found is None:
            found = self._look_up(object_)
            self._sites[number] = found
        return found

    def _look_up(self, object_: MemoryObject) -> int:
        universe = self.mod_ref.points_to.universe
        kind = int(object_.kind)
        if kind == HEAP or kind == MAPPED:
            site = heap_site(int(object_.site.rpartition("#")[2]))
        elif kind == GLOBAL:
            site = global_site(object_.name)
        elif kind == CODE:
            site = function_site(object_.name)
        elif kind == FIXED:
            return int(universe.outside.number)
        else:
            site = object_.site
        found = universe.find(site)
        if found is None:
            # Arguments and environment; or memory that no pointer the analysis knows of points to.
            return int(universe.outside.number) if object_.site.startswith("program ") else _UNKNOWN
        return int(found.number)

    # What the engine tells

    def forked(self, state: State, child: State) -> None:
        record = self.records.get(state.id)
        if record is not None:
            twin = record.copy()
            self.records[child.id] = twin
            if twin.recovery is not None:
                twin.recovery.waiting.live += 1

    def allocated(self, state: State, object_: MemoryObject) -> None:
        record = self.records.get(state.id)
        if record is None:
            return
        number = int(object_.id)
        if record.calls:
            record.born[number] = len(record.calls)
            record.stamps.pop(number, None)
        if record.recovery is not None:
            if object_.kind == HEAP or object_.kind == MAPPED:
                record.recovery.created[number] = None
            else:
                record.recovery.own[number] = None

    def objection(self, state: State, other: State) -> str:
        return difference(self.records.get(state.id), self.records.get(other.id))

    def merged(self, state: State, others: list[State]) -> None:
        """What was recovered on all of the paths alike is still known."""
        record = self.records.get(state.id)
        if record is None:
            return
        for other in others:
            theirs = self.records[other.id].known
            record.known = {key: writes for key, writes in record.known.items() if theirs.get(key) is writes}

    def returned(self, state: State, frame: Frame) -> None:
        record = self.records.get(state.id)
        if record is not None and record.recovery is not None and record.recovery.depth == frame.depth:
            self.recoverer.finish(state, record, frame)

    def ended(self, state: State) -> None:
        record = self.records.pop(state.id, None)
        if record is not None and record.recovery is not None:
            self.recoverer.gave_up(record.recovery.waiting)


class ChoppingHook(Hook):
    """Passes on what the engine tells."""

    def __init__(self, chopper: Chopper) -> None:
        self.chopper = chopper

    def forked(self, state: State, child: State, condition: Term) -> None:
        self.chopper.forked(state, child)

    def allocated(self, state: State, object_: MemoryObject) -> None:
        self.chopper.allocated(state, object_)

    def objection(self, state: State, other: State) -> str:
        return self.chopper.objection(state, other)

    def merged(self, state: State, others: list[State]) -> None:
        self.chopper.merged(state, others)

    def returned(self, state: State, frame: Frame) -> None:
        self.chopper.returned(state, frame)

    def entered_block(self, state: State) -> None:
        self.chopper.entered_block(state)

    def ended(self, state: State) -> None:
        self.chopper.ended(state)


class ChoppingGuard(Guard):
    """Passes on what the engine asks."""

    def __init__(self, chopper: Chopper) -> None:
        self.chopper = chopper

    def entering(self, state: State, call: Op, code: Code) -> bool:
        return self.chopper.entering(state, call, code)

    def modelling(self, state: State, name: str, arguments: list[object]) -> bool:
        return self.chopper.modelling(state, name, arguments)

    def accessing(
        self, state: State, object_: MemoryObject, offset: object, size: int, reads: bool, writes: bool
    ) -> bool:
        return self.chopper.accessing(state, object_, offset, size, reads, writes)
