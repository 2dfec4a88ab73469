"""Where system calls arrive: unknown ones, symbolic ones, failing ones, and forks that do not disturb each other."""

from __future__ import annotations

import pytest

from albers.expr.arith import from_bytes
from albers.expr.arrays import byte_of
from albers.expr.bits import zext
from albers.expr.compare import eq, ule
from albers.expr.term import const
from albers.options import WorldOptions
from albers.verdicts import ErrorKind
from albers.world.kernel.error_numbers import Errno
from albers.world.kernel.numbers import NAMES, NUMBERS
from albers.world.kernel.system_calls import ENTRIES
from tests.world.fake_call import failed
from tests.world.kernel.kernel_world import KernelWorld, answer, kernel_of

FORBIDDEN = (
    "fork vfork clone clone3 execve execveat socket socketpair connect bind listen accept sendto recvfrom ptrace mount "
    "reboot init_module kexec_load unshare setns chroot bpf io_uring_setup process_vm_writev pidfd_open keyctl"
).split()


@pytest.mark.parametrize("name", FORBIDDEN)
def test_what_would_leave_the_program_does_not_exist(world: KernelWorld, name: str) -> None:
    assert world.do(name, 1, 2, 3, 4, 5, 6) == -Errno.ENOSYS
    assert world.warnings == [(f"unsupported: system call {name}", True)]


def test_a_number_that_nobody_has(world: KernelWorld) -> None:
    (call,) = world.run("__albers_syscall", 100_000)
    assert answer(call) == -Errno.ENOSYS and "number 100000" in world.warnings[0][0]


def test_a_call_without_arguments_is_the_users_mistake(world: KernelWorld) -> None:
    (call,) = world.run("__albers_syscall")
    assert failed(call, ErrorKind.USER, "__albers_syscall takes the number of a system call and up to six words")


def test_narrow_arguments_keep_their_sign_and_missing_ones_are_zero(world: KernelWorld) -> None:
    widths = [32, 32, 64]
    path = world.string(".")
    (call,) = world.run("__albers_syscall", NUMBERS["openat"], -100 & 0xFFFFFFFF, path, widths=widths)
    assert answer(call) == 3


def test_a_symbolic_number_is_several_calls(world: KernelWorld) -> None:
    number = zext(world.unknown(2), 64)
    world.assume(ule(const(64, NUMBERS["getpgrp"]), number))
    world.assume(ule(number, const(64, NUMBERS["getpid"])))
    sides = world.run("__albers_syscall", number)
    assert sorted(answer(call) for call in sides) == [1000, 1000]


def test_many_values_are_followed_and_the_rest_is_an_event(world: KernelWorld) -> None:
    mask = zext(world.unknown(1), 64)
    sides = world.sides("umask", mask)
    assert len(sides) == 17
    assert [call.path.events for call in sides if call.path.events] == [["argument of system call umask"]]


def test_sides_of_a_fork_have_kernels_of_their_own(world: KernelWorld) -> None:
    number = zext(world.unknown(1), 64)
    world.assume(ule(number, const(64, 1)))
    sides = world.sides("dup2", 0, number)  # on one side standard output becomes standard input
    assert sorted(answer(call) for call in sides) == [0, 1]
    (changed,) = [call for call in sides if answer(call) == 1]
    (same,) = [call for call in sides if answer(call) == 0]
    assert (
        kernel_of(changed.world_state).descriptors.file(1).inode
        != kernel_of(same.world_state).descriptors.file(1).inode
    )


def test_a_fork_shares_until_one_side_writes(world: KernelWorld) -> None:
    world.file("f", b"abc")
    twin = world.path.fork()
    assert kernel_of(twin.world_state) is world.kernel
    descriptor = world.do("open", "f", 0o2001, 0)
    world.write(descriptor, b"d")
    other = kernel_of(twin.world_state)
    assert not other.descriptors.is_open(descriptor)
    number = other.files.look_up(other.directory, b"f").existing()
    assert other.files.inode(number).contents.read(0, 9).data == b"abc"
    assert world.kernel.files.inode(number).contents.read(0, 9).data == b"abcd"


@pytest.mark.parametrize(("architecture", "number"), [("x86_64", 39), ("aarch64", 172)])
def test_a_call_in_assembly_has_the_number_of_its_machine(architecture: str, number: int) -> None:
    world = KernelWorld(architecture=architecture)
    (call,) = world.run("__albers_native_syscall", number)
    assert answer(call) == 1000  # getpid
    (call,) = world.run("__albers_native_syscall", 9999)
    assert answer(call) == -Errno.ENOSYS


def test_the_cycle_counter_grows(world: KernelWorld) -> None:
    (first,) = world.run("__albers_cycle_counter")
    one = answer(first)
    (second,) = world.run("__albers_cycle_counter")
    assert answer(second) > one


# Failures on request


def _failing(count: int) -> KernelWorld:
    return KernelWorld(WorldOptions(fail_syscalls=count))


def test_a_call_fails_or_not_by_an_input_of_its_name() -> None:
    world = _failing(1)
    sides = world.sides("read", 0, world.buffer(1), 1)
    assert sorted(answer(call) for call in sides) == [-Errno.EIO, 0]
    for call in sides:
        ((name, _, size),) = call.path.inputs
        assert (name, size) == ("read_fail", 4)
    (failing,) = [call for call in sides if answer(call) == -Errno.EIO]
    assert kernel_of(failing.world_state).failures_left == 0


def test_the_input_says_which_call_it_is() -> None:
    world = _failing(1)
    buffer = world.buffer(1)
    sides = world.sides("read", 0, buffer, 1)
    (fine,) = [call for call in sides if answer(call) == 0]
    world.path = fine.path
    sides = world.sides("read", 0, buffer, 1)
    (late,) = [call for call in sides if answer(call) == -Errno.EIO]
    ((_, array, _),) = late.path.inputs
    which = from_bytes([byte_of(array, i) for i in range(4)])
    assert late.bounds(which) == (2, 2)


def test_no_more_calls_fail_than_allowed() -> None:
    world = _failing(1)
    sides = world.sides("read", 0, world.buffer(1), 1)
    (failed_once,) = [call for call in sides if answer(call) == -Errno.EIO]
    world.path = failed_once.path
    assert world.do("read", 0, world.buffer(1), 1) == 0
    assert world.do("close", 0) == 0


def test_a_call_can_fail_twice_if_two_may_fail() -> None:
    world = _failing(2)
    for _ in range(2):
        sides = world.sides("read", 0, world.buffer(1), 1)
        (failing,) = [call for call in sides if answer(call) == -Errno.EIO]
        world.path = failing.path
    assert [name for name, _, _ in world.path.inputs] == ["read_fail", "read_fail_1"]
    assert world.do("read", 0, world.buffer(1), 1) == 0


def test_calls_that_cannot_fail_do_not() -> None:
    world = _failing(5)
    assert world.do("getpid") == 1000 and world.do("umask", 0) == 0o022
    assert world.path.inputs == []


def test_every_entry_survives_zeros() -> None:
    """No handler breaks when called with zeros: it answers, ends the path, or reports the null pointer."""
    for name in NAMES:
        if name in ENTRIES:
            world = KernelWorld()
            for call in world.sides(name, 0, 0, 0, 0, 0, 0):
                assert call.outcome.what in ("returned", "failed", "exited", "early"), name
                if call.outcome.what == "failed":
                    assert call.outcome.kind in (ErrorKind.PTR, ErrorKind.ABORT), name


def test_a_condition_is_not_asked_twice(world: KernelWorld) -> None:
    """A symbolic descriptor that the path already fixed does not split again."""
    descriptor = zext(world.unknown(1), 64)
    world.assume(eq(descriptor, const(64, 1)))
    (call,) = world.sides("write", descriptor, world.buffer(1), 1)
    assert answer(call) == 1
