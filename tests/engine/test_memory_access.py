"""Loads and stores through the engine's operations agree with plain arrays of bytes, at known and unknown places."""

from __future__ import annotations

import random

import pytest

from albers.engine.state import State
from albers.expr.arith import add
from albers.expr.bits import ite
from albers.expr.evaluate import Assignment
from albers.expr.term import Term, as_term, const
from albers.memory.contents import zeroed
from albers.memory.objects import HEAP, MemoryObject
from tests.engine.lowered_ir import HEADER, Engine, Unknowns, evaluated, holds

WIDTHS = (1, 7, 8, 16, 24, 31, 32, 33, 48, 63, 64, 65, 128)


def functions() -> str:
    """A load and a store of every width, and a pointer into an array, in bounds by promise."""
    text = HEADER
    for width in WIDTHS:
        type_ = f"i{width}"
        text += f"define {type_} @load{width}(ptr %p) {{\n  %r = load {type_}, ptr %p, align 1\n  ret {type_} %r\n}}\n"
        text += (
            f"define void @store{width}(ptr %p, {type_} %v) {{\n  store {type_} %v, ptr %p, align 1\n  ret void\n}}\n"
        )
    text += "define ptr @element(ptr %p, i8 %i) {\n  %w = zext i8 %i to i64\n"
    return text + "  %r = getelementptr inbounds i8, ptr %p, i64 %w\n  ret ptr %r\n}\n"


class Memory:
    """Objects in the engine and, beside them, the bytes they should have under one assignment of the unknowns."""

    def __init__(self, source: random.Random, sizes: list[int]) -> None:
        self.source = source
        self.engine = Engine(functions())
        self.unknowns = Unknowns()
        self.state = self.engine.fresh_state("element")
        self.objects: list[MemoryObject] = []
        self.bytes: dict[int, bytearray] = {}  # by the object's number
        for i, size in enumerate(sizes):
            object_ = self.engine.machine.allocator.allocate(HEAP, f"o{i}", "test", i, size, 1)
            assert object_ is not None
            self.objects.append(object_)
            self.state.memory.bind(object_, zeroed(size, 0xAB))
            self.bytes[int(object_.id)] = bytearray(b"\xab" * size)

    @property
    def assignment(self) -> Assignment:
        return self.unknowns.assignment

    def follow(self, name: str, *arguments: object) -> tuple[object, str]:
        """Performs an access and goes on with the one state that the assigned unknowns take.

        Answers what was loaded, or the message of the error the path ended with.
        """
        ended_before = len(self.engine.graveyard.states)
        results = self.engine.call(self.state, name, *arguments)
        taken = [(state, value) for state, value in results if holds(state, self.assignment)]
        ended = self.engine.graveyard.states[ended_before:]
        failed = [i for i, state in enumerate(ended) if holds(state, self.assignment)]
        assert len(taken) + len(failed) == 1, "the paths do not partition the inputs"
        if failed:
            error = self.engine.listener.ends[ended_before + failed[0]].ending.error
            assert error is not None
            return None, error.message
        self.state, value = taken[0]
        return evaluated(value, self.assignment), ""

    def place(self, address: int, size: int) -> tuple[bytearray, int] | None:
        """The bytes an access touches in the model, if it is inside one object."""
        for object_ in self.objects:
            offset = address - int(object_.base)
            if offset >= 0 and offset + size <= object_.size:
                return self.bytes[int(object_.id)], offset
        return None


def bytes_of(width: int) -> int:
    return (width + 7) // 8


def known_or_unknown(memory: Memory, width: int, value: int) -> object:
    return memory.unknowns.like(f"i{width}", value) if memory.source.random() < 0.5 else value


def check_access(memory: Memory, width: int, pointer: object, home: MemoryObject | None) -> bool:
    """A load or store of `width` bits; False if the path ended. With a home, leaving it is an error."""
    address = evaluated(pointer, memory.assignment)
    assert isinstance(address, int)
    place = memory.place(address, bytes_of(width))
    if home is not None and place is not None and place[0] is not memory.bytes[int(home.id)]:
        place = None
    if memory.source.random() < 0.5:
        value = memory.source.getrandbits(width)
        _, complaint = memory.follow(f"store{width}", pointer, known_or_unknown(memory, width, value))
        if place is not None:
            data, offset = place
            data[offset : offset + bytes_of(width)] = value.to_bytes(bytes_of(width), "little")
    else:
        loaded, complaint = memory.follow(f"load{width}", pointer)
        if place is not None:
            data, offset = place
            whole = int.from_bytes(data[offset : offset + bytes_of(width)], "little")
            assert loaded == whole & (1 << width) - 1
    assert (complaint == "") == (place is not None), (complaint, hex(address))
    return place is not None


def check_contents(memory: Memory) -> None:
    """In the end every byte of every object is what the model says."""
    for object_ in memory.objects:
        for offset, expected in enumerate(memory.bytes[int(object_.id)]):
            loaded, complaint = memory.follow("load8", int(object_.base) + offset)
            assert (loaded, complaint) == (expected, "")


@pytest.mark.parametrize("width", WIDTHS)
def test_every_offset_of_an_object_loads_what_was_stored(width: int) -> None:
    """At each offset and thus each alignment, one byte too far in both directions included."""
    size = bytes_of(width) + 9
    memory = Memory(random.Random(width), [size])
    base = int(memory.objects[0].base)
    for offset in range(size - bytes_of(width) + 1):
        for value in (0, 1, (1 << width) - 1, 1 << width - 1, memory.source.getrandbits(width)):
            for stored in (value, memory.unknowns.like(f"i{width}", value)):
                before = bytearray(memory.bytes[0])
                assert memory.follow(f"store{width}", base + offset, stored)[1] == ""
                before[offset : offset + bytes_of(width)] = value.to_bytes(bytes_of(width), "little")
                memory.bytes[0] = before
                assert memory.follow(f"load{width}", base + offset) == (value, "")
    check_contents(memory)
    for beyond in (-1, size - bytes_of(width) + 1):
        twin = Memory(random.Random(0), [size])
        assert "out of bound" in twin.follow(f"load{width}", int(twin.objects[0].base) + beyond)[1]


@pytest.mark.parametrize("seed", range(25))
def test_accesses_at_unknown_offsets_of_one_object(seed: int) -> None:
    """Pointers computed from an object by an unknown index: inside, the model's bytes; outside, an error."""
    source = random.Random(seed)
    memory = Memory(source, [source.choice([1, 3, 8, 17, 40]) for _ in range(2)])
    for _ in range(10):
        home = source.choice(memory.objects)
        width = source.choice(WIDTHS)
        inside = max(int(home.size) - bytes_of(width), 0)
        index = source.randrange(256) if source.random() < 0.05 else source.randint(0, inside)
        given = memory.unknowns.like("i8", index) if source.random() < 0.7 else index
        start, complaint = _pointer(memory, int(home.base), given)
        assert complaint == ""
        if not check_access(memory, width, start, home if isinstance(start, Term) else None):
            return
    check_contents(memory)


def _pointer(memory: Memory, base: int, index: object) -> tuple[object, str]:
    """The term the engine computes for base + index."""
    ((state, pointer),) = memory.engine.call(memory.state, "element", base, index)
    memory.state = state
    return pointer, ""


@pytest.mark.parametrize("seed", range(25))
def test_accesses_through_pointers_to_one_of_several_objects(seed: int) -> None:
    """Pointers whose origin is unknown resolve to whatever object they point into, by way of forking."""
    source = random.Random(1000 + seed)
    memory = Memory(source, [source.choice([2, 8, 16, 33]) for _ in range(3)])
    for _ in range(6):
        width = source.choice(WIDTHS)
        pointer = _choice_of_places(memory, bytes_of(width))
        if not check_access(memory, width, pointer, None):
            return
    check_contents(memory)


def _choice_of_places(memory: Memory, size: int) -> Term:
    """if b1 then place 1 else if b2 then place 2 else place 3, each with or without an unknown offset."""
    source = memory.source
    chosen: Term | None = None
    for object_ in source.sample(memory.objects, 3):
        room = max(int(object_.size) - size, 0)
        offset = source.randint(0, room + (source.random() < 0.1))
        pointer = const(64, int(object_.base) + offset)
        if source.random() < 0.4:
            small = memory.unknowns.like("i64", offset)
            pointer = add(const(64, int(object_.base)), as_term(64, small))
        bit = as_term(1, memory.unknowns.like("i1", source.randrange(2)))
        chosen = pointer if chosen is None else ite(bit, pointer, chosen)
    assert chosen is not None
    return chosen


def test_a_store_on_one_path_is_not_seen_on_another() -> None:
    """Two states after a fork, the older one and the one split off: each writes, neither sees the other's bytes."""
    memory = Memory(random.Random(1), [4, 4])
    engine = memory.engine
    first, second = (int(each.base) for each in memory.objects)
    bit = as_term(1, memory.unknowns.like("i1", 1))
    states = [state for state, _ in engine.call(memory.state, "load32", ite(bit, const(64, first), const(64, second)))]
    assert len(states) == 2
    for number, state in enumerate(states):
        for address in (first, second):
            assert load(engine, state, address) == 0xABABABAB
            engine.call(state, "store32", address, 7 + number)
            assert [load(engine, each, address) for each in states[:number]] == [7] * number
    assert [load(engine, state, address) for state in states for address in (first, second)] == [7, 7, 8, 8]


def load(engine: Engine, state: State, address: int) -> object:
    ((_, value),) = engine.call(state, "load32", address)
    return value
