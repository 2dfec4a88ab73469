"""Identities, limits, names."""

from __future__ import annotations

import pytest

from albers.world.kernel.error_numbers import Errno
from albers.world.kernel.layouts import UTSNAME, sysinfo_layout
from tests.world.kernel.kernel_world import KernelWorld

UNLIMITED = (1 << 64) - 1


def test_an_exit_passes_the_code_on(world: KernelWorld) -> None:
    code = world.unknown(8)
    for name in ("exit", "exit_group"):
        (call,) = world.sides(name, code)
        assert (call.outcome.what, call.outcome.value) == ("exited", code)


def test_there_is_one_process_of_one_user(world: KernelWorld) -> None:
    assert {world.do(name) for name in ("getuid", "geteuid", "getgid", "getegid")} == {1000}
    assert {world.do(name) for name in ("getpid", "gettid", "getpgrp")} == {1000} and world.do("getppid") == 1
    assert world.do("getsid", 0) == 1000 and world.do("getpgid", 4711) == -Errno.ESRCH
    assert world.do("getgroups", 0, 0) == 1
    group = world.buffer(4)
    assert world.do("getgroups", 1, group) == 1 and world.number_at(group, 0, 4) == 1000
    ids = [world.buffer(4) for _ in range(3)]
    assert world.do("getresuid", *ids) == 0 and [world.number_at(each, 0, 4) for each in ids] == [1000] * 3


def test_nobody_becomes_somebody_else(world: KernelWorld) -> None:
    assert world.do("setuid", 1000) == 0 and world.do("setuid", 0) == -Errno.EPERM
    assert world.do("setreuid", -1, 1000) == 0 and world.do("setresgid", 0, -1, -1) == -Errno.EPERM
    assert world.do("setsid") == -Errno.EPERM and world.do("setpgid", 0, 0) == 0


def test_limits_are_kept(world: KernelWorld) -> None:
    old = world.buffer(16)
    assert world.do("prlimit64", 0, 3, 0, old) == 0
    assert (world.number_at(old, 0, 8), world.number_at(old, 8, 8)) == (8 << 20, UNLIMITED)
    new = world.new_object((5).to_bytes(8, "little") + (9).to_bytes(8, "little"))
    assert world.do("prlimit64", 0, 1, new, old) == 0
    assert world.do("getrlimit", 1, old) == 0
    assert (world.number_at(old, 0, 8), world.number_at(old, 8, 8)) == (5, 9)
    larger = world.new_object((5).to_bytes(8, "little") + (10).to_bytes(8, "little"))
    assert world.do("setrlimit", 1, larger) == -Errno.EPERM
    crossed = world.new_object((7).to_bytes(8, "little") + (6).to_bytes(8, "little"))
    assert world.do("setrlimit", 1, crossed) == -Errno.EINVAL
    assert world.do("getrlimit", 99, old) == -Errno.EINVAL
    assert world.do("prlimit64", 4711, 1, 0, old) == -Errno.ESRCH


@pytest.mark.parametrize(
    ("architecture", "machine"), [("x86_64", b"x86_64"), ("aarch64", b"aarch64"), ("x86", b"i686")]
)
def test_the_machine_has_a_name(architecture: str, machine: bytes) -> None:
    world = KernelWorld(architecture=architecture)
    buffer = world.buffer(UTSNAME.size)
    assert world.do("uname", buffer) == 0
    texts = {
        name: world.bytes_at(buffer, offset, offset + size).split(b"\0")[0]
        for name, (offset, size) in UTSNAME.fields.items()
    }
    assert (texts["sysname"], texts["nodename"], texts["machine"]) == (b"Linux", b"localhost", machine)


def test_the_machine_has_memory_and_one_processor(world: KernelWorld) -> None:
    layout = sysinfo_layout(8)
    buffer = world.buffer(layout.size)
    assert world.do("sysinfo", buffer) == 0
    assert world.number_at(buffer, *layout.fields["totalram"]) == 1 << 30
    mask = world.buffer(8)
    assert world.do("sched_getaffinity", 0, 8, mask) == 8 and world.number_at(mask, 0, 8) == 1
    words = [world.buffer(4), world.buffer(4)]
    assert world.do("getcpu", *words, 0) == 0 and world.number_at(words[1], 0, 4) == 0
    assert world.do("getcpu", 0, 0, 0) == 0
    assert world.do("getpriority", 0, 0) == 20


def test_the_process_has_a_name(world: KernelWorld) -> None:
    buffer = world.buffer(16)
    assert world.do("prctl", 15, "worker") == 0
    assert world.do("prctl", 16, buffer) == 0 and world.bytes_at(buffer) == b"worker".ljust(16, b"\0")
    assert world.do("prctl", 4711, 0) == -Errno.EINVAL
