"""The virtual clock."""

from __future__ import annotations

import pytest

from albers.options import WorldOptions
from albers.world.kernel.error_numbers import Errno
from albers.world.kernel.layouts import TIMESPEC
from tests.world.kernel.kernel_world import KernelWorld

SECOND = 10**9


def _now(world: KernelWorld, clock: int = 0) -> int:
    buffer = world.buffer(16)
    assert world.do("clock_gettime", clock, buffer) == 0
    return world.number_at(buffer, 0, 8) * SECOND + world.number_at(buffer, 8, 8)


def _span(world: KernelWorld, seconds: int, nanoseconds: int) -> object:
    return world.new_object(TIMESPEC.encode({"sec": seconds, "nsec": nanoseconds}).data)


def test_time_starts_where_the_user_says_and_passes_the_same_way_every_time() -> None:
    one, two = KernelWorld(WorldOptions(clock=77)), KernelWorld(WorldOptions(clock=77))
    times = [_now(one) for _ in range(3)]
    assert times[0] // SECOND == 77 and times[0] < times[1] < times[2]
    assert [_now(two) for _ in range(3)] == times


def test_sleeping_takes_exactly_as_long_as_asked(world: KernelWorld) -> None:
    before, busy = _now(world), _now(world, 2)
    assert world.do("nanosleep", _span(world, 3, 5), 0) == 0
    assert 3 * SECOND + 5 < _now(world) - before < 3 * SECOND + 100_000
    assert _now(world, 2) - busy < 100_000  # the processor did nothing
    assert world.do("nanosleep", _span(world, 0, SECOND), 0) == -Errno.EINVAL
    assert world.do("nanosleep", _span(world, -1, 0), 0) == -Errno.EINVAL


def test_sleeping_until_a_moment(world: KernelWorld) -> None:
    target = _now(world, 1) // SECOND + 10
    assert world.do("clock_nanosleep", 1, 1, _span(world, target, 0), 0) == 0
    assert _now(world, 1) // SECOND == target
    assert world.do("clock_nanosleep", 1, 1, _span(world, 5, 0), 0) == 0  # long past
    assert _now(world, 1) // SECOND == target


def test_all_clocks_tell_the_same_time(world: KernelWorld) -> None:
    seconds = _now(world) // SECOND
    buffer = world.buffer(16)
    assert world.do("gettimeofday", buffer, 0) == 0 and world.number_at(buffer, 0, 8) == seconds
    assert world.do("time", 0) == seconds
    assert world.do("time", buffer) == seconds and world.number_at(buffer, 0, 8) == seconds
    assert _now(world, 5) // SECOND == seconds


def test_a_clock_that_does_not_exist(world: KernelWorld) -> None:
    assert world.do("clock_gettime", 99, world.buffer(16)) == -Errno.EINVAL
    assert world.do("clock_getres", 99, 0) == -Errno.EINVAL
    assert world.do("clock_getres", 0, 0) == 0
    assert world.do("clock_settime", 0, 0) == -Errno.EPERM


def test_processor_time(world: KernelWorld) -> None:
    buffer = world.buffer(32)
    assert world.do("times", buffer) == 100_000  # a hundredth of a second; up since 1000 s
    usage = world.buffer(144)
    assert world.do("getrusage", 0, usage) == 0 and world.number_at(usage, 8, 8) == 2


@pytest.mark.parametrize(("call", "arguments"), [("alarm", (5,)), ("setitimer", (0, 0, 0))])
def test_no_alarm_goes_off_and_the_user_is_told(world: KernelWorld, call: str, arguments: tuple[int, ...]) -> None:
    assert world.do(call, *arguments) == 0
    assert "ever goes off" in world.warnings[0][0]
