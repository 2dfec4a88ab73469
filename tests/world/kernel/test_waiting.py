"""poll, select, futex and wait."""

from __future__ import annotations

import pytest

from albers.world.kernel.error_numbers import Errno
from albers.world.kernel.layouts import POLLFD, TIMESPEC
from tests.world.kernel.kernel_world import KernelWorld

POLLIN, POLLOUT, POLLHUP, POLLNVAL = 1, 4, 16, 32


def _pipe(world: KernelWorld) -> tuple[int, int]:
    ends = world.buffer(8)
    world.do("pipe", ends)
    return world.number_at(ends, 0, 4), world.number_at(ends, 4, 4)


def _poll(world: KernelWorld, *wanted: tuple[int, int], timeout: int = 0) -> tuple[int, list[int]]:
    """How many are ready, and the events of each."""
    entries = b"".join(POLLFD.encode({"fd": fd, "events": events}).data for fd, events in wanted)
    array = world.new_object(entries)
    count = world.do("poll", array, len(wanted), timeout)
    return count, [world.number_at(array, 8 * i + 6, 2) for i in range(len(wanted))]


def test_files_and_output_are_always_ready(world: KernelWorld) -> None:
    assert _poll(world, (0, POLLIN), (1, POLLOUT), (2, 0)) == (2, [POLLIN, POLLOUT, 0])


def test_a_pipe_is_ready_when_something_is_in_it(world: KernelWorld) -> None:
    reading, writing = _pipe(world)
    assert _poll(world, (reading, POLLIN), (writing, POLLOUT)) == (1, [0, POLLOUT])
    world.write(writing, b"x")
    assert _poll(world, (reading, POLLIN)) == (1, [POLLIN])
    world.do("close", writing)
    assert _poll(world, (reading, POLLIN)) == (1, [POLLIN | POLLHUP])


def test_what_is_not_open_is_said(world: KernelWorld) -> None:
    assert _poll(world, (77, POLLIN), (-1, POLLIN)) == (1, [POLLNVAL, 0])


def test_waiting_in_vain_takes_its_time_or_for_ever(world: KernelWorld) -> None:
    reading, _ = _pipe(world)
    before = world.kernel.clock.now
    assert _poll(world, (reading, POLLIN), timeout=250) == (0, [0])
    assert world.kernel.clock.now - before > 250_000_000
    array = world.new_object(POLLFD.encode({"fd": reading, "events": POLLIN}).data)
    (call,) = world.sides("poll", array, 1, -1)
    assert call.outcome.what == "early" and "for ever" in call.outcome.message
    timeout = world.new_object(TIMESPEC.encode({"sec": 0, "nsec": 5}).data)
    assert world.do("ppoll", array, 1, timeout, 0) == 0


def test_select_leaves_the_ready_ones_in_the_sets(world: KernelWorld) -> None:
    reading, writing = _pipe(world)
    read_set = world.new_object(((1 << reading) | 1).to_bytes(128, "little"))
    write_set = world.new_object((1 << writing).to_bytes(128, "little"))
    zero = world.new_object(bytes(16))
    assert world.do("select", 10, read_set, write_set, 0, zero) == 2
    assert (world.number_at(read_set, 0, 128), world.number_at(write_set, 0, 128)) == (1, 1 << writing)
    bad = world.new_object((1 << 77).to_bytes(128, "little"))
    assert world.do("pselect6", 78, bad, 0, 0, zero, 0) == -Errno.EBADF
    assert world.do("select", -1, 0, 0, 0, zero) == -Errno.EINVAL


def test_select_without_files_is_a_sleep(world: KernelWorld) -> None:
    before = world.kernel.clock.now
    time = world.new_object((2).to_bytes(8, "little") + (500_000).to_bytes(8, "little"))
    assert world.do("select", 0, 0, 0, 0, time) == 0
    assert world.kernel.clock.now - before >= 2_500_000_000


def test_a_futex_wakes_nobody_and_waits_for_nobody(world: KernelWorld) -> None:
    word = world.new_object((5).to_bytes(4, "little"))
    assert world.do("futex", word, 1, 1, 0) == 0
    assert world.do("futex", word, 0, 4, 0) == -Errno.EAGAIN
    (call,) = world.sides("futex", word, 128, 5, 0)
    assert call.outcome.what == "early"
    timeout = world.new_object(TIMESPEC.encode({"sec": 1, "nsec": 0}).data)
    assert world.do("futex", word, 0, 5, timeout) == -Errno.ETIMEDOUT


@pytest.mark.parametrize("call", ["wait4", "waitid"])
def test_there_are_no_children(world: KernelWorld, call: str) -> None:
    assert world.do(call, -1, 0, 0, 0) == -Errno.ECHILD
