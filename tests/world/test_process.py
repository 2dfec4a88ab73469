"""The process: how it ends and what it writes."""

from __future__ import annotations

import pytest

from albers.expr.arith import add
from albers.expr.bits import zext
from albers.expr.compare import ule, ult
from albers.expr.term import const
from albers.verdicts import ErrorKind
from tests.world.fake_call import World, failed


def test_abort_is_an_abort_failure(world: World) -> None:
    assert failed(world.run_one("abort"), ErrorKind.ABORT, "abort failure")


def test_a_smashed_stack_is_an_abort(world: World) -> None:
    assert failed(world.run_one("__stack_chk_fail"), ErrorKind.ABORT, "stack smashing detected")


@pytest.mark.parametrize("function", ["_exit", "_Exit"])
def test_exit_passes_the_code_on(world: World, function: str) -> None:
    code = world.unknown(4)
    for value in (3, code):
        outcome = world.run_one(function, value).outcome
        assert outcome.what == "exited" and outcome.value is value


@pytest.mark.parametrize(
    ("function", "position", "count"),
    [
        ("__assert_fail", 0, 4),
        ("klee_assert_fail", 0, 4),
        ("__assert_rtn", 3, 4),
        ("__assert_func", 3, 4),
        ("__assert", 0, 3),
        ("__assert", 3, 4),
        ("_assert", 0, 3),
    ],
)
def test_a_failed_assertion_shows_its_text(world: World, function: str, position: int, count: int) -> None:
    arguments = [world.string(f"argument {i}") for i in range(count)]
    arguments[position] = world.string("x > 0")
    assert failed(world.run_one(function, *arguments), ErrorKind.ASSERT, "ASSERTION FAIL: x > 0")


def test_what_is_written_is_kept(world: World) -> None:
    text = world.new_object(b"hello")
    call = world.run_one("__albers_write", 2, int(text.base) + 1, 3)
    assert call.outcome.value == 3 and call.path.output == [(2, b"ell")]


def test_nothing_can_be_written_from_anywhere(world: World) -> None:
    call = world.run_one("__albers_write", 1, 0, 0)
    assert call.outcome.value == 0 and call.path.output == []


def test_symbolic_bytes_are_written_by_example_and_stay_symbolic(world: World) -> None:
    text = world.new_object(b"ab")
    contents = world.path.memory.find(text)
    assert contents is not None
    x = world.unknown(1)
    contents.set_byte(0, x)
    world.assume(ule(const(8, 200), x))
    call = world.run_one("__albers_write", 1, int(text.base), 2)
    ((_, data),) = call.path.output
    assert data[0] >= 200 and data[1:] == b"b"
    assert call.bounds(x) == (200, 255) and call.path.events == []


def test_a_symbolic_length_is_fixed_as_an_event_and_its_errors_are_found(world: World) -> None:
    text = world.new_object(b"abcd")
    length = zext(world.unknown(1), 64)
    world.assume(ult(const(64, 2), length))
    fine, outside = world.run("__albers_write", 1, int(text.base), length)
    assert fine.path.events == ["output of symbolic length"]
    assert fine.path.output == [(1, b"abcd"[: fine.example(length)])] and fine.outcome.value == fine.example(length)
    assert failed(outside, ErrorKind.PTR, "memory error: out of bound pointer") and outside.bounds(length) == (5, 255)


def test_a_symbolic_descriptor_is_fixed_as_an_event(world: World) -> None:
    text = world.new_object(b"abcd")
    call = world.run_one("__albers_write", world.unknown(4), int(text.base), 1)
    assert call.path.events == ["output to a symbolic file descriptor"]


def test_a_symbolic_pointer_is_read_where_it_may_be(world: World) -> None:
    text = world.new_object(b"abcd")
    pointer = add(zext(world.unknown(1), 64), const(64, int(text.base)))
    fine, *bad = world.run("__albers_write", 1, pointer, 3)
    assert fine.bounds(pointer) == (text.base, text.base + 1)
    at = fine.example(pointer) - int(text.base)
    assert fine.path.output == [(1, b"abcd"[at : at + 3])]
    assert bad and all(failed(call, ErrorKind.PTR, "memory error: out of bound pointer") for call in bad)


def test_writing_from_null_or_freed_memory_is_told_as_such(world: World) -> None:
    assert failed(world.run_one("__albers_write", 1, 16, 1), ErrorKind.PTR, "memory error: null page access")
    text = world.new_object(b"abcd")
    world.free(text)
    call = world.run_one("__albers_write", 1, int(text.base), 1)
    assert failed(call, ErrorKind.PTR, "memory error: use after free")


@pytest.mark.parametrize("function", "_exit _Exit __assert_fail __assert_rtn __assert _assert __albers_write".split())
def test_a_call_without_arguments_is_the_users_mistake(world: World, function: str) -> None:
    assert failed(world.run_one(function), ErrorKind.USER, f"invalid number of arguments to {function}")


@pytest.mark.parametrize("function", ["abort", "__stack_chk_fail"])
def test_a_call_with_too_many_arguments_is_the_users_mistake(world: World, function: str) -> None:
    assert failed(world.run_one(function, 1), ErrorKind.USER, f"invalid number of arguments to {function}")
