"""What keeps two states apart, difference by difference."""

from __future__ import annotations

import pytest

from albers.engine.state import Output, State, SymbolicInput
from albers.expr.arrays import byte_of, symbol
from albers.expr.compare import eq
from albers.expr.term import const
from albers.memory.allocator import Allocator
from albers.memory.contents import zeroed
from albers.memory.objects import HEAP, MemoryObject
from albers.merging.compatibility import difference
from albers.merging.merged_state import merge_sequences
from albers.world.byte_run import ByteRun
from tests.merging.trees import state


class Pair:
    """A state with an object on its heap, and one forked from it."""

    def __init__(self) -> None:
        self.allocator = Allocator(64)
        self.one = state(0)
        self.object = self.allocate(self.one)
        self.other = self.one.fork(1)

    def allocate(self, where: State, size: int = 4) -> MemoryObject:
        object_ = self.allocator.allocate(HEAP, "", "f.c:1", where.next_sequence("f.c:1"), size, 8)
        assert object_ is not None
        where.memory.bind(object_, zeroed(size, 0))
        return object_

    @property
    def difference(self) -> str:
        assert difference(self.one, self.other) == difference(self.other, self.one)
        return difference(self.one, self.other)


@pytest.fixture
def pair() -> Pair:
    return Pair()


def test_a_fork_differs_in_nothing(pair: Pair) -> None:
    assert pair.difference == ""


def test_what_an_object_holds_may_differ(pair: Pair) -> None:
    contents = pair.other.memory.find(pair.object)
    assert contents is not None
    pair.other.memory.writable(pair.object, contents).store(0, 1, 7)
    assert pair.difference == ""


def test_an_object_that_only_one_has(pair: Pair) -> None:
    pair.allocate(pair.other)
    assert pair.difference == "different heaps"


def test_an_object_that_only_one_freed(pair: Pair) -> None:
    pair.other.memory.free(pair.object)
    assert pair.difference == "different heaps"


def test_objects_that_both_allocated_alike(pair: Pair) -> None:
    assert pair.allocate(pair.one) is pair.allocate(pair.other)
    assert pair.difference == ""


def test_an_object_that_came_and_went_on_one_side(pair: Pair) -> None:
    pair.other.memory.free(pair.allocate(pair.other))
    assert pair.difference == ""
    merge_sequences(pair.one, pair.other)
    assert pair.one.next_sequence("f.c:1") == 2  # not the one that was freed


def test_an_input_that_only_one_declared(pair: Pair) -> None:
    pair.other.inputs = (*pair.other.inputs, SymbolicInput("x", symbol("x", 1), 1))
    assert pair.difference == "different inputs"


def test_output(pair: Pair) -> None:
    pair.one.output = Output(None, 1, ByteRun(b"a", {}), 1)
    assert pair.difference == "different output"
    pair.other.output = Output(None, 1, ByteRun(b"a", {}), 1)
    assert pair.difference == ""
    pair.other.output = Output(None, 1, ByteRun(b"b", {}), 1)
    assert pair.difference == "different output"


def test_places_in_the_program(pair: Pair) -> None:
    pair.other.frame.index = 1
    assert pair.difference == "different stacks"


def test_points_saved_for_a_jump(pair: Pair) -> None:
    pair.other.frame.mark = 1
    assert pair.difference == "different stacks"


def test_wishes(pair: Pair) -> None:
    pair.other.preferences = (eq(byte_of(symbol("x", 1), 0), const(8, 1)),)
    assert pair.difference == "different wishes"


def test_numbering_of_allocations(pair: Pair) -> None:
    pair.other.number_allocations_from(1000)
    assert pair.difference == "different numbering of allocations"
