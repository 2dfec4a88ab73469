"""The merged state: what is different among the states of a group becomes a choice, the rest stays (Algorithm 2).

First a plan is made, which can be priced and proven; then it is carried out on the first state of the group, which
continues for all. Dead registers are dropped, and bytes beyond the size that an object can have on a path do not count
on it.
"""

from __future__ import annotations

from typing import Final

from albers.engine.machine import Machine
from albers.engine.state import Frame, State
from albers.engine.values import Shape, shape_of
from albers.expr.term import CONST, EQ, STORE, ULE, ULT, Term, as_term, as_value
from albers.memory.contents import Contents, zeroed
from albers.memory.objects import MemoryObject
from albers.merging.encodings import Encoding
from albers.merging.live_registers import LiveRegisters
from albers.merging.narrow_choice import narrow_choice
from albers.solver.path_condition import PathCondition

# More bytes times states than this are not looked at one by one.
_MOST_BYTES: Final = 1 << 22


class TooLarge(Exception):
    """An object that differs in a way that only a choice per byte could express, and has too many bytes for it."""


class MergedRegister:
    """`level` counts frames from the innermost; `values` are those of the states, in order."""

    def __init__(self, level: int, register: int, values: list[object], merged: object) -> None:
        self.level = level
        self.register = register
        self.values = values
        self.merged = merged


class MergedByte:
    """`values` are None for the states on which the byte cannot exist."""

    def __init__(self, object_: MemoryObject, offset: int, values: list[Term | None], merged: Term) -> None:
        self.object = object_
        self.offset = offset
        self.values = values
        self.merged = merged


class MergedObject:
    """`is_rebuilt` says that `bytes` are all the object has, otherwise those that differ."""

    def __init__(self, object_: MemoryObject, is_rebuilt: bool) -> None:
        self.object = object_
        self.is_rebuilt = is_rebuilt
        self.bytes: list[MergedByte] = []


class MergedState:
    """The plan for one group; `path` is the merged path condition."""

    def __init__(
        self, machine: Machine, live: LiveRegisters, root: PathCondition, encoding: Encoding, states: list[State]
    ) -> None:
        self.machine = machine
        self.states = states
        self.condition = encoding.condition()
        self.path = root.extended(self.condition)
        self.registers: list[MergedRegister] = []
        self.objects: list[MergedObject] = []
        self._encoding = encoding
        self._bounds: dict[Term, list[int]] = {}
        self._plan_registers(live)
        self._plan_memory()

    @property
    def encoding(self) -> Encoding:
        return self._encoding

    def values(self) -> list[Term]:
        """Every choice that is made."""
        result: list[Term] = []
        for register in self.registers:
            _collect_terms(register.merged, result)
        for object_ in self.objects:
            result += [byte.merged for byte in object_.bytes if _differ(byte.values)]
        return result

    def choice_count(self) -> int:
        return len(self.registers) + sum([len(each.bytes) for each in self.objects])

    # Planning

    def _plan_registers(self, live: LiveRegisters) -> None:
        layout = self.machine.layout
        frames: list[Frame | None] = [state.frame for state in self.states]
        awaited = -1
        level = 0
        while True:
            first = frames[0]
            if first is None or all(frame is first for frame in frames):
                return  # callers that nobody changed are shared, and so are theirs
            here = [frame for frame in frames if frame is not None]
            types = first.code.function.body.register_types
            for register in live.of(first, awaited):
                values = [frame.registers[register] for frame in here]
                if _all_same(values):
                    continue
                merged = self._choice(shape_of(types[register], layout), values)
                self.registers.append(MergedRegister(level, register, values, merged))
            awaited = int(first.result)
            frames = [frame.caller for frame in here]
            level += 1

    def _choice(self, shape: Shape, values: list[object]) -> object:
        if shape.is_scalar:
            merged = narrow_choice(self._encoding, [as_term(shape.width, value) for value in values])
            self._note_provenance(merged, values)
            return as_value(merged)
        parts: list[object] = []
        for i, element in enumerate(shape.elements):
            parts.append(self._choice(element, [_part(value, i) for value in values]))
        return tuple(parts)

    def _note_provenance(self, merged: Term, values: list[object]) -> None:
        """A choice between pointers into one object is a pointer into that object."""
        if merged.op == CONST or int(merged.width) != int(self.machine.pointer_width):
            return
        provenance = self.machine.provenance
        starts: list[int] = []
        for value in values:
            start = provenance.start_of(value) if isinstance(value, Term) else value
            if not isinstance(start, int):
                return
            starts.append(start)
        object_ = self.machine.allocator.find(starts[0])
        if object_ is None or any(self.machine.allocator.find(start) is not object_ for start in starts):
            return
        provenance.derive(merged, starts[0])

    def _plan_memory(self) -> None:
        memories = [state.memory for state in self.states]
        objects = self.machine.allocator.objects
        page_count = max([len(memory.pages) for memory in memories])
        first = memories[0]
        for page in range(page_count):
            if page < len(first.pages):
                slots = first.pages[page]
                if all(page < len(memory.pages) and memory.pages[page] is slots for memory in memories):
                    continue
                for slot in range(len(slots)):
                    contents = slots[slot]
                    if contents is not None and contents.alive:
                        self._plan_object(objects[page * len(slots) + slot], contents)

    def _plan_object(self, object_: MemoryObject, first: Contents) -> None:
        contents: list[Contents] = []
        for state in self.states:
            found = state.memory.find(object_)
            assert found is not None and found.alive
            contents.append(found)
        if all(each is first for each in contents):
            return
        if not any(each.is_array for each in contents):
            self._plan_bytes(object_, contents, _differing_offsets(contents), is_rebuilt=False)
            return
        offsets = _differing_in_arrays(contents)
        if offsets is not None:
            self._plan_bytes(object_, contents, offsets, is_rebuilt=False)
            return
        if int(object_.size) * len(contents) > _MOST_BYTES:
            raise TooLarge()
        self._plan_bytes(object_, contents, list(range(int(object_.size))), is_rebuilt=True)

    def _plan_bytes(
        self, object_: MemoryObject, contents: list[Contents], offsets: list[int], is_rebuilt: bool
    ) -> None:
        if len(offsets) * len(contents) > _MOST_BYTES:
            raise TooLarge()
        bounds = self._bounds_of(object_)
        plan = MergedObject(object_, is_rebuilt)
        for offset in offsets:
            values: list[Term | None] = []
            for i, each in enumerate(contents):
                values.append(each.byte(offset) if offset < bounds[i] else None)
            known = _first_known(values)
            if known is None:
                if not is_rebuilt:
                    continue
                known = contents[0].byte(offset)  # exists on no path: any value does
                values = [known] * len(values)
            if _differ(values):
                plan.bytes.append(MergedByte(object_, offset, values, self._encoding.value(values)))
            elif is_rebuilt or known is not contents[0].byte(offset):
                plan.bytes.append(MergedByte(object_, offset, values, known))
        if plan.bytes:
            self.objects.append(plan)

    def _bounds_of(self, object_: MemoryObject) -> list[int]:
        """For each state, a size that the object does not exceed on its path, as far as a constraint says so."""
        size = object_.size_term
        if size is None:
            return [int(object_.size)] * len(self.states)
        found = self._bounds.get(size)
        if found is None:
            found = [_largest(size, state.path) for state in self.states]
            self._bounds[size] = found
        return [min(int(object_.size), bound) for bound in found]

    # Carrying out

    def apply(self) -> State:
        """The first state becomes the merged one; the others are to be ended."""
        state = self.states[0]
        state.path = self.path
        state.witness = self._encoding.witness(0, state.witness)
        state.taint = state.taint | self._encoding.taint()
        frames = _own_frames(state, 1 + max([-1, *[each.level for each in self.registers]]))
        for each in self.registers:
            frames[each.level].registers[each.register] = each.merged
        for plan in self.objects:
            self._apply_bytes(state, plan)
        for other in self.states[1:]:
            state.taint = state.taint | other.taint
            state.depth = max(state.depth, other.depth)
            merge_sequences(state, other)
        return state

    def _apply_bytes(self, state: State, plan: MergedObject) -> None:
        memory = state.memory
        if plan.is_rebuilt:
            contents = memory.bind(plan.object, zeroed(plan.object.size, 0))
        else:
            found = memory.find(plan.object)
            assert found is not None
            contents = memory.writable(plan.object, found)
        for byte in plan.bytes:
            contents.set_byte(byte.offset, byte.merged)


def _own_frames(state: State, count: int) -> list[Frame]:
    """The innermost frames, copied where other states share them."""
    result: list[Frame] = []
    frame: Frame | None = state.frame
    while frame is not None and len(result) < count:
        own = frame if frame.owner == state.memory.key else frame.copy(state.memory.key)
        if result:
            result[len(result) - 1].caller = own
        else:
            state.frame = own
        result.append(own)
        frame = own.caller
    return result


def merge_sequences(state: State, other: State) -> None:
    """The next allocation at a site must be one that no merged path has made."""
    if state.sequences is other.sequences:
        return
    merged = state.sequences.copy()
    for site, number in other.sequences.items():
        merged[site] = max(number, merged.get(site, state.first_sequence))
    state.replace_sequences(merged)


def _part(value: object, index: int) -> object:
    assert isinstance(value, tuple)
    return value[index]


def _all_same(values: list[object]) -> bool:
    first = values[0]
    return all(value is first or value == first for value in values)


def _first_known(values: list[Term | None]) -> Term | None:
    for value in values:
        if value is not None:
            return value
    return None


def _differ(values: list[Term | None]) -> bool:
    known = _first_known(values)
    return any(value is not None and value is not known for value in values)


def _collect_terms(value: object, into: list[Term]) -> None:
    if isinstance(value, Term):
        into.append(value)
    elif isinstance(value, tuple):
        for part in value:
            _collect_terms(part, into)


def _differing_offsets(contents: list[Contents]) -> list[int]:
    """Offsets at which the bytes may differ: concrete ones that do, and those symbolic in one of the contents."""
    found: set[int] = set()
    first = contents[0].concrete_bytes()
    for each in contents[1:]:
        data = each.concrete_bytes()
        if data != first:
            for i in range(len(first)):
                if data[i] != first[i]:
                    found.add(i)
    common = contents[0].symbolic
    for each in contents:
        if each.symbolic is not common:
            for offset, byte in each.symbolic.items():
                if common.get(offset) is not byte:
                    found.add(offset)
            for offset in common:
                if offset not in each.symbolic:
                    found.add(offset)
    return sorted(found)


def _differing_in_arrays(contents: list[Contents]) -> list[int] | None:
    """The same for arrays that are one array and writes at known offsets; None if they are not."""
    common = _common_array(contents)
    if common is None:
        return None
    found: set[int] = set()
    for each in contents:
        found.update(each.symbolic)
        array = each.array
        while array is not common:
            assert array is not None
            if array.args[1].op != CONST:
                return None
            found.add(array.args[1].value)
            array = array.args[0]
    return sorted(found)


def _common_array(contents: list[Contents]) -> Term | None:
    """The newest array that all have grown from by writing."""
    shared: set[Term] | None = None
    for each in contents:
        if not each.is_array:
            return None
        chain: set[Term] = set()
        array = each.array
        while array is not None:
            chain.add(array)
            array = array.args[0] if array.op == STORE else None
        shared = chain if shared is None else shared & chain
    newest = contents[0].array
    while newest is not None and shared is not None and newest not in shared:
        newest = newest.args[0] if newest.op == STORE else None
    return newest


def _largest(size: Term, path: PathCondition) -> int:
    """The least bound that a constraint of the path puts on the size; a huge number if none does."""
    bound = (1 << int(size.width)) - 1
    node = path
    while node.parent is not None:
        constraint = node.constraint
        op = constraint.op
        if op == ULE or op == ULT or op == EQ:
            limit = constraint.args[1]
            if constraint.args[0] is size and limit.op == CONST:
                bound = min(bound, limit.value - 1 if op == ULT else limit.value)
        node = node.parent
    return bound
