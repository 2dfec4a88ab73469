"""The process: how it ends."""

from __future__ import annotations

import pytest

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


@pytest.mark.parametrize("function", "_exit _Exit __assert_fail __assert_rtn __assert _assert".split())
def test_a_call_without_arguments_is_the_users_mistake(world: World, function: str) -> None:
    assert failed(world.run_one(function), ErrorKind.USER, f"invalid number of arguments to {function}")


@pytest.mark.parametrize("function", ["abort", "__stack_chk_fail"])
def test_a_call_with_too_many_arguments_is_the_users_mistake(world: World, function: str) -> None:
    assert failed(world.run_one(function, 1), ErrorKind.USER, f"invalid number of arguments to {function}")
