"""Signals are remembered; fatal ones end the path."""

from __future__ import annotations

import pytest

from albers.verdicts import ErrorKind
from albers.world.kernel.error_numbers import Errno
from tests.world.fake_call import failed
from tests.world.kernel.kernel_world import KernelWorld

SIGABRT, SIGKILL, SIGSEGV, SIGTERM, SIGCHLD = 6, 9, 11, 15, 17
BLOCK, UNBLOCK, SETMASK = 0, 1, 2


def _action(world: KernelWorld, handler: int) -> object:
    return world.new_object(handler.to_bytes(8, "little") + bytes(24))


@pytest.mark.parametrize(
    ("call", "arguments"), [("kill", (1000, SIGABRT)), ("tkill", (1, SIGABRT)), ("tgkill", (1000, 1000, SIGABRT))]
)
def test_sending_oneself_sigabrt_is_an_abort(world: KernelWorld, call: str, arguments: tuple[int, ...]) -> None:
    (side,) = world.sides(call, *arguments)
    assert failed(side, ErrorKind.ABORT, "abort failure")


def test_other_signals_end_the_program_or_do_nothing(world: KernelWorld) -> None:
    (side,) = world.sides("kill", 1000, SIGSEGV)
    assert failed(side, ErrorKind.ABORT, "killed by SIGSEGV")
    (side,) = world.sides("kill", 0, SIGTERM)
    assert (side.outcome.what, side.outcome.value) == ("exited", 128 + SIGTERM)
    assert world.do("kill", 1000, SIGCHLD) == 0 and world.do("kill", 1000, 0) == 0


def test_others_are_not_reached(world: KernelWorld) -> None:
    assert world.do("kill", 4711, SIGTERM) == -Errno.ESRCH
    assert world.do("kill", 1, SIGTERM) == -Errno.EPERM
    assert world.do("kill", 1000, 65) == -Errno.EINVAL


def test_an_action_is_remembered_and_told(world: KernelWorld) -> None:
    old = world.buffer(32)
    assert world.do("rt_sigaction", SIGTERM, _action(world, 0x1234), 0) == 0
    assert world.do("rt_sigaction", SIGTERM, _action(world, 1), old) == 0
    assert world.number_at(old, 0, 8) == 0x1234
    assert world.do("kill", 1000, SIGTERM) == 0  # ignored by now
    assert world.do("rt_sigaction", SIGKILL, _action(world, 1), 0) == -Errno.EINVAL
    assert world.do("rt_sigaction", 0, 0, 0) == -Errno.EINVAL


def test_a_handler_does_not_run_and_the_user_is_told(world: KernelWorld) -> None:
    world.do("rt_sigaction", SIGTERM, _action(world, 0x1234), 0)
    assert world.do("kill", 1000, SIGTERM) == 0
    assert world.warnings == [("unsupported: delivering SIGTERM to its handler; it is ignored", True)]


def test_the_mask_is_remembered(world: KernelWorld) -> None:
    old = world.buffer(8)

    def mask(how: int, bits: int) -> int:
        assert world.do("rt_sigprocmask", how, world.new_object(bits.to_bytes(8, "little")), old) == 0
        return world.number_at(old, 0, 8)

    assert [mask(BLOCK, 6), mask(UNBLOCK, 2), mask(SETMASK, 1)] == [0, 6, 4]
    assert world.do("rt_sigprocmask", 0, 0, old) == 0 and world.number_at(old, 0, 8) == 1
    assert world.do("rt_sigprocmask", 9, old, 0) == -Errno.EINVAL
    assert world.do("rt_sigpending", old) == 0 and world.number_at(old, 0, 8) == 0


@pytest.mark.parametrize("call", ["pause", "rt_sigsuspend"])
def test_waiting_for_a_signal_ends_the_path(world: KernelWorld, call: str) -> None:
    (side,) = world.sides(call)
    assert side.outcome.what == "early"
