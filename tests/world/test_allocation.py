"""malloc and its family: what is allocated, freed and refused, and the message for every misuse."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from albers.expr.arith import add
from albers.expr.bits import extract, ite, zext
from albers.expr.compare import ule, ult
from albers.expr.evaluate import Assignment, evaluate
from albers.expr.printing import to_text
from albers.expr.term import const
from albers.memory.objects import CODE, FIXED, GLOBAL, HEAP, STACK, MemoryObject
from albers.verdicts import ErrorKind
from albers.world.allocation import _product_overflows
from tests.world.fake_call import FakeCall, World, failed

NEW = ["_Znwj", "_Znwm", "_Znaj", "_Znam"]
DELETE = ["_ZdlPv", "_ZdaPv"]


def returned_object(call: FakeCall) -> MemoryObject:
    """The living heap object at the address the call returned."""
    assert call.outcome.what == "returned" and isinstance(call.outcome.value, int)
    found = call.world.allocator.find(call.outcome.value)
    assert found is not None and found.base == call.outcome.value and found.kind == HEAP
    assert call.path.memory.is_alive(found)
    return found


def contents(call: FakeCall, object_: MemoryObject) -> list[str]:
    found = call.path.memory.find(object_)
    assert found is not None
    return [to_text(found.byte(i)) for i in range(int(object_.size))]


# Allocating


@pytest.mark.parametrize("function", ["malloc", "__klee_wrapped_malloc", *NEW])
def test_an_allocation_has_the_size_and_alignment_asked_for(world: World, function: str) -> None:
    object_ = returned_object(world.run_one(function, 5))
    assert object_.size == 5 and object_.base % 16 == 0


@pytest.mark.parametrize(("pointer_width", "alignment"), [(64, 16), (32, 8)])
def test_the_default_alignment_is_two_words(pointer_width: int, alignment: int) -> None:
    world = World(pointer_width)
    world.run_one("malloc", 9, result=pointer_width)
    world.run_one("calloc", 9, 1, result=pointer_width)
    world.run_one("realloc", 0, 1, result=pointer_width)
    assert world.alignments == [alignment] * 3


def test_no_bytes_are_a_unique_object(world: World) -> None:
    first, second = world.run_one("malloc", 0), world.run_one("malloc", 0)
    assert returned_object(first).size == 0 and returned_object(first) is not returned_object(second)


@pytest.mark.parametrize("size", [1 << 31, 1 << 63])
def test_a_huge_allocation_is_refused_with_a_warning(world: World, size: int) -> None:
    assert world.run_one("malloc", size).outcome.value == 0
    assert world.warnings == [("found huge malloc, returning 0", False)]


def test_a_large_allocation_warns_once(world: World) -> None:
    world.run_one("malloc", (10 << 20) + 1)
    ((message, once),) = world.warnings
    assert message.startswith("Large alloc: 10485761 bytes") and once


def test_memory_that_is_not_there_is_refused(world: World) -> None:
    world.room = False
    assert world.run_one("malloc", 8).outcome.value == 0
    assert world.warnings == [("no room for 8 bytes, returning 0", False)]


def test_a_symbolic_size_has_one_side_per_outcome(world: World) -> None:
    size = zext(world.unknown(1), 64)
    world.assume(ult(size, const(64, 3)))
    calls = world.run("malloc", size)
    assert sorted(int(returned_object(call).size) for call in calls) == [0, 1, 2]
    assert all(call.bounds(size) == (returned_object(call).size,) * 2 for call in calls)


def test_calloc_zeroes(world: World) -> None:
    call = world.run_one("calloc", 3, 2)
    assert contents(call, returned_object(call)) == ["0"] * 6


@pytest.mark.parametrize(("count", "size"), [(1 << 32, 1 << 32), (3, (1 << 64) // 3 + 1), ((1 << 64) - 1, 2)])
def test_calloc_refuses_a_product_that_overflows(world: World, count: int, size: int) -> None:
    assert world.run_one("calloc", count, size).outcome.value == 0
    assert world.warnings == [("calloc: the size overflows, returning 0", False)]


@pytest.mark.parametrize(("count", "size"), [(0, 1 << 63), (1 << 63, 0)])
def test_calloc_of_nothing_does_not_overflow(world: World, count: int, size: int) -> None:
    assert returned_object(world.run_one("calloc", count, size)).size == 0


def test_calloc_splits_where_a_symbolic_count_may_overflow(world: World) -> None:
    count = world.unknown(8)
    world.assume(ule(add(count, const(64, 1)), const(64, 1)))  # 0 or the largest number
    refused, allocated = world.run("calloc", count, 4)
    assert refused.outcome.value == 0 and refused.bounds(count) == ((1 << 64) - 1,) * 2
    assert returned_object(allocated).size == 0


@given(st.integers(0, 255), st.integers(0, 255), st.booleans())
def test_the_overflow_of_a_product_is_found_exactly(a: int, b: int, symbolic: bool) -> None:
    left, right = const(8, a), const(8, b)
    if symbolic:
        world = World()
        x, y = world.unknown(1, "a"), world.unknown(1, "b")
        assert evaluate(_product_overflows(x, y), Assignment({x: a, y: b})) == (a * b > 255)
        assert evaluate(_product_overflows(x, right), Assignment({x: a})) == (a * b > 255)
    assert _product_overflows(left, right).value == (a * b > 255)


@pytest.mark.parametrize("function", ["memalign", "aligned_alloc"])
@pytest.mark.parametrize("alignment", [1, 16, 64, 4096])
def test_aligned_allocations_are_aligned(world: World, function: str, alignment: int) -> None:
    object_ = returned_object(world.run_one(function, alignment, 10))
    assert object_.base % alignment == 0 and object_.size == 10
    assert world.alignments == [max(alignment, 16)]


@pytest.mark.parametrize("function", ["memalign", "aligned_alloc"])
def test_an_alignment_that_is_no_power_of_two_is_refused(world: World, function: str) -> None:
    assert world.run_one(function, 24, 10).outcome.value == 0
    assert world.warnings == [(f"{function}: the alignment 24 is not a power of two, returning 0", False)]


@pytest.mark.parametrize("function", ["memalign", "aligned_alloc"])
def test_aligned_allocations_want_two_arguments(world: World, function: str) -> None:
    message = f"Incorrect number of arguments to {function}(size_t alignment, size_t size)"
    assert failed(world.run_one(function, 8), ErrorKind.USER, message)


def test_a_symbolic_alignment_is_fixed_as_an_event(world: World) -> None:
    alignment = zext(world.unknown(1), 64)
    call = world.run_one("memalign", alignment, 4)
    assert call.path.events == ["symbolic alignment of an allocation"]


def test_valloc_is_page_aligned(world: World) -> None:
    assert returned_object(world.run_one("valloc", 10)).base % 65536 == 0
    assert world.alignments == [65536]


def test_malloc_usable_size_is_the_size(world: World) -> None:
    object_ = world.new_object(b"abcde")
    assert world.run_one("malloc_usable_size", int(object_.base)).outcome.value == 5
    assert world.run_one("malloc_usable_size", 0).outcome.value == 0
    call = world.run_one("malloc_usable_size", int(object_.base) + 1)
    assert failed(call, ErrorKind.PTR, "memory error: invalid pointer: malloc_usable_size")


# Freeing


@pytest.mark.parametrize("function", ["free", *DELETE])
def test_freeing_ends_an_object(world: World, function: str) -> None:
    object_ = world.new_object(b"abc")
    call = world.run_one(function, int(object_.base))
    assert call.outcome.what == "returned" and not call.path.memory.is_alive(object_)


@pytest.mark.parametrize("function", ["free", *DELETE])
def test_freeing_null_does_nothing(world: World, function: str) -> None:
    assert world.run_one(function, 0).outcome.what == "returned"


@pytest.mark.parametrize("offset", [1, 3, 100, -1])
def test_only_the_start_of_an_object_can_be_freed(world: World, offset: int) -> None:
    object_ = world.new_object(b"abc")
    call = world.run_one("free", int(object_.base) + offset)
    assert failed(call, ErrorKind.PTR, "memory error: invalid pointer: free")
    assert call.path.memory.is_alive(object_)


@pytest.mark.parametrize("function", ["free", *DELETE])
def test_an_object_is_freed_once(world: World, function: str) -> None:
    object_ = world.new_object(b"abc")
    world.free(object_)
    call = world.run_one(function, int(object_.base))
    assert failed(call, ErrorKind.PTR, "memory error: double free")
    assert "freed before" in call.outcome.info


@pytest.mark.parametrize("function", ["free", "realloc", "malloc_usable_size"])
@pytest.mark.parametrize(
    ("kind", "message"),
    [(STACK, "free of alloca"), (GLOBAL, "free of global"), (CODE, "free of global"), (FIXED, "free of global")],
)
def test_only_mallocs_objects_can_be_freed(world: World, function: str, kind: int, message: str) -> None:
    object_ = world.new_object(b"abc", kind)
    arguments = [int(object_.base)] + ([8] if function == "realloc" else [])
    call = world.run_one(function, *arguments)
    assert failed(call, ErrorKind.FREE, message)
    assert object_.describe() in call.outcome.info and call.path.memory.is_alive(object_)


def test_freeing_a_symbolic_pointer_splits(world: World) -> None:
    object_ = world.new_object(b"abc")
    pointer = world.unknown(8)
    calls = world.run("free", pointer)
    freed = [c for c in calls if c.outcome.what == "returned"]
    assert sorted(c.bounds(pointer) for c in freed) == [(0, 0), (object_.base, object_.base)]
    assert [c.path.memory.is_alive(object_) for c in sorted(freed, key=lambda c: c.bounds(pointer))] == [True, False]
    invalid = [c for c in calls if c.outcome.what == "failed"]
    assert len(invalid) == 2
    assert all(failed(c, ErrorKind.PTR, "memory error: invalid pointer: free") for c in invalid)


# Reallocating


def test_realloc_of_null_allocates(world: World) -> None:
    assert returned_object(world.run_one("realloc", 0, 7)).size == 7


@pytest.mark.parametrize(("size", "kept"), [(5, 3), (3, 3), (2, 2), (0, 0)])
def test_realloc_moves_the_bytes_that_fit(world: World, size: int, kept: int) -> None:
    old = world.new_object(b"\1\2\3")
    call = world.run_one("realloc", int(old.base), size)
    new = returned_object(call)
    assert new is not old and new.size == size and not call.path.memory.is_alive(old)
    assert contents(call, new)[:kept] == ["1", "2", "3"][:kept]


def test_realloc_keeps_symbolic_bytes_symbolic(world: World) -> None:
    old = world.new_object(b"\1\2\3")
    found = world.path.memory.find(old)
    assert found is not None
    found.set_byte(1, world.unknown(1))
    call = world.run_one("realloc", int(old.base), 8)
    assert contents(call, returned_object(call))[:3] == ["1", "x[0]", "3"]


@pytest.mark.parametrize("huge", [True, False])
def test_a_refused_realloc_leaves_the_old_object(world: World, huge: bool) -> None:
    old = world.new_object(b"abc")
    world.room = huge
    call = world.run_one("realloc", int(old.base), 1 << 31 if huge else 8)
    assert call.outcome.value == 0 and call.path.memory.is_alive(old)


@pytest.mark.parametrize("freed", [True, False])
def test_realloc_wants_the_start_of_a_living_object(world: World, freed: bool) -> None:
    old = world.new_object(b"abc")
    if freed:
        world.free(old)
    call = world.run_one("realloc", int(old.base) + (0 if freed else 1), 8)
    assert failed(call, ErrorKind.PTR, "memory error: invalid pointer: realloc")


def test_realloc_of_a_symbolic_pointer_and_size_handles_each(world: World) -> None:
    one, two = world.new_object(b"\1\1\1"), world.new_object(b"\2\2\2")
    which = world.unknown(1, "which")
    world.assume(ule(which, const(8, 1)))
    pointer = ite(extract(which, 0, 1), const(64, int(one.base)), const(64, int(two.base)))
    size = zext(world.unknown(1, "n"), 64)
    world.assume(ule(size, const(64, 5)))
    world.assume(ule(const(64, 4), size))
    calls = world.run("realloc", pointer, size)
    seen = set()
    for call in calls:
        new = returned_object(call)
        old = one if call.bounds(which) == (1, 1) else two
        other = two if old is one else one
        assert not call.path.memory.is_alive(old) and call.path.memory.is_alive(other)
        assert contents(call, new)[:3] == ["1" if old is one else "2"] * 3
        seen.add((old.id, int(new.size)))
    assert seen == {(one.id, 4), (one.id, 5), (two.id, 4), (two.id, 5)}


# C++


def test_aligned_and_nothrow_new_and_sized_delete_are_known(world: World) -> None:
    object_ = returned_object(world.run_one("_ZnwmSt11align_val_tRKSt9nothrow_t", 10, 256, 0))
    assert object_.base % 256 == 0 and object_.size == 10 and world.alignments == [256]
    assert returned_object(world.run_one("_ZnamRKSt9nothrow_t", 10, 0)).size == 10
    assert world.run_one("_ZdlPvmSt11align_val_t", int(object_.base), 10, 256).outcome.what == "returned"


@pytest.mark.parametrize("function", NEW + DELETE)
def test_new_and_delete_check_their_arguments(world: World, function: str) -> None:
    what = "new" if function in NEW else "delete"
    assert failed(world.run_one(function), ErrorKind.USER, f"invalid number of arguments to {what}")


@pytest.mark.parametrize("function", ["malloc", "calloc", "realloc", "free", "valloc", "malloc_usable_size"])
def test_a_call_without_arguments_is_the_users_mistake(world: World, function: str) -> None:
    assert failed(world.run_one(function), ErrorKind.USER, f"invalid number of arguments to {function}")
