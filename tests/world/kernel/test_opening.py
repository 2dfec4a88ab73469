"""Opening, closing and duplicating descriptors."""

from __future__ import annotations

import pytest

from albers.expr.bits import and_
from albers.expr.compare import eq
from albers.expr.term import const
from albers.options import WorldOptions
from albers.world.kernel.error_numbers import Errno
from tests.world.kernel.kernel_world import (
    AT_FDCWD,
    O_CLOEXEC,
    O_CREAT,
    O_DIRECTORY,
    O_NOFOLLOW,
    O_NONBLOCK,
    O_RDWR,
    O_TRUNC,
    O_WRONLY,
    KernelWorld,
    answer,
)

F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC = 0, 1, 2, 3, 4, 1030


def test_the_lowest_free_descriptor_is_given(world: KernelWorld) -> None:
    assert [world.do("open", ".", 0, 0) for _ in range(3)] == [3, 4, 5]
    world.do("close", 4)
    assert world.do("open", ".", 0, 0) == 4
    assert world.do("close", 9) == -Errno.EBADF


def test_there_are_only_so_many(world: KernelWorld) -> None:
    limits = world.new_object((5).to_bytes(8, "little") + (5).to_bytes(8, "little"))
    assert world.do("setrlimit", 7, limits) == 0
    assert [world.do("open", ".", 0, 0) for _ in range(3)] == [3, 4, -Errno.EMFILE]
    assert world.do("pipe", world.buffer(8)) == -Errno.EMFILE
    world.do("close", 4)
    assert world.do("pipe", world.buffer(8)) == -Errno.EMFILE  # it needs two
    assert world.do("open", ".", 0, 0) == 4


def test_the_umask_takes_permissions_away(world: KernelWorld) -> None:
    assert world.do("umask", 0o077) == 0o022
    world.do("close", world.do("open", "f", O_CREAT | O_WRONLY, 0o666))
    status = world.buffer(144)
    world.do("stat", "f", status)
    assert world.number_at(status, 24, 4) == 0o100600


def test_permissions_are_kept(world: KernelWorld) -> None:
    world.file("f", b"secret")
    world.do("chmod", "f", 0o200)
    assert world.do("open", "f", 0, 0) == -Errno.EACCES
    assert world.do("open", "f", O_RDWR, 0) == -Errno.EACCES
    assert world.do("open", "f", O_WRONLY, 0) == 3
    world.do("mkdir", "d", 0o700)
    world.do("chmod", "d", 0o500)
    assert world.do("open", "d/new", O_CREAT | O_WRONLY, 0o600) == -Errno.EACCES
    world.do("chmod", "d", 0o600)
    assert world.do("open", "d/new", 0, 0) == -Errno.EACCES


def test_a_symbolic_mode_lets_the_open_fail_where_it_forbids(world: KernelWorld) -> None:
    world.file("f", b"secret")
    found = world.kernel.files.look_up(world.kernel.directory, b"f").existing()
    mode = world.unknown(4, "mode")
    world.kernel.files.writable(found).status["mode"] = mode
    sides = world.sides("open", "f", 0, 0)
    refused = [call for call in sides if answer(call) == -Errno.EACCES]
    opened = [call for call in sides if answer(call) == 3]
    assert len(sides) == 2 and len(refused) == len(opened) == 1
    readable = eq(and_(mode, const(32, 0o444)), const(32, 0))
    assert not opened[0].may_be(readable) and refused[0].may_be(readable)


def test_a_descriptor_of_a_directory_is_a_place_to_start_from(world: KernelWorld) -> None:
    world.do("mkdir", "d", 0o755)
    world.file("d/f", b"inside")
    directory = world.do("open", "d", O_DIRECTORY, 0)
    assert world.read(world.do("openat", directory, "f", 0, 0)) == b"inside"
    assert world.do("openat", AT_FDCWD, "f", 0, 0) == -Errno.ENOENT
    assert world.do("openat", 77, "f", 0, 0) == -Errno.EBADF
    assert world.do("openat", 77, "/dev/null", 0, 0) > 0
    file = world.do("open", "d/f", 0, 0)
    assert world.do("openat", file, "f", 0, 0) == -Errno.ENOTDIR


def test_links_are_followed_unless_asked_not_to(world: KernelWorld) -> None:
    world.file("f", b"data")
    world.do("symlink", "f", "l")
    assert world.read(world.do("open", "l", 0, 0)) == b"data"
    assert world.do("open", "l", O_NOFOLLOW, 0) == -Errno.ELOOP
    assert world.do("open", "f", O_DIRECTORY, 0) == -Errno.ENOTDIR


def test_arm_numbers_some_flags_differently() -> None:
    world = KernelWorld(architecture="aarch64")
    world.file("f", b"data")
    assert world.do("open", "f", 0o40000, 0) == -Errno.ENOTDIR
    assert world.do("open", "f", 0o200000, 0) == 3  # O_DIRECT


def test_truncating_empties(world: KernelWorld) -> None:
    world.file("f", b"data")
    world.do("open", "f", O_WRONLY | O_TRUNC, 0)
    assert world.read(world.do("open", "f", 0, 0)) == b""


def test_a_removed_file_lives_while_it_is_open(world: KernelWorld) -> None:
    world.file("f", b"data")
    descriptor = world.do("open", "f", 0, 0)
    number = world.kernel.descriptors.file(descriptor).inode
    world.do("unlink", "f")
    assert world.read(descriptor) == b"data" and world.kernel.files.exists(number)
    world.do("close", descriptor)
    assert not world.kernel.files.exists(number)


def test_duplicates_share_the_position(world: KernelWorld) -> None:
    world.file("f", b"abcdef")
    one = world.do("open", "f", 0, 0)
    two = world.do("dup", one)
    three = world.do("fcntl", one, F_DUPFD, 10)
    assert three == 10
    assert world.read(one, 2) + world.read(two, 2) + world.read(three, 2) == b"abcdef"
    assert world.do("dup2", one, one) == one
    assert world.do("dup3", one, one, 0) == -Errno.EINVAL
    assert world.do("dup2", one, 5000) == -Errno.EBADF
    assert world.do("dup2", 77, 5) == -Errno.EBADF


def test_flags_of_descriptors_and_files(world: KernelWorld) -> None:
    world.file("f")
    descriptor = world.do("open", "f", O_RDWR | O_CLOEXEC | O_TRUNC, 0)
    assert world.do("fcntl", descriptor, F_GETFD, 0) == 1
    assert world.do("fcntl", descriptor, F_GETFL, 0) == O_RDWR
    assert world.do("fcntl", descriptor, F_SETFD, 0) == 0 and world.do("fcntl", descriptor, F_GETFD, 0) == 0
    assert world.do("fcntl", descriptor, F_SETFL, O_NONBLOCK | O_WRONLY) == 0
    assert world.do("fcntl", descriptor, F_GETFL, 0) == O_RDWR | O_NONBLOCK
    other = world.do("fcntl", descriptor, F_DUPFD_CLOEXEC, 0)
    assert world.do("fcntl", other, F_GETFD, 0) == 1
    assert world.do("fcntl", descriptor, 4711, 0) == -Errno.EINVAL
    assert world.do("fcntl", 77, F_GETFD, 0) == -Errno.EBADF


def test_nobody_else_holds_a_lock(world: KernelWorld) -> None:
    lock = world.buffer(32)
    assert world.do("fcntl", 0, 6, lock) == 0
    assert world.do("fcntl", 0, 5, lock) == 0 and world.number_at(lock, 0, 2) == 2


def test_a_range_of_descriptors_is_closed(world: KernelWorld) -> None:
    for _ in range(4):
        world.do("open", ".", 0, 0)
    assert world.do("close_range", 4, 5, 0) == 0
    assert world.kernel.descriptors.numbers() == [0, 1, 2, 3, 6]
    assert world.do("close_range", 3, -1, 0) == 0
    assert world.kernel.descriptors.numbers() == [0, 1, 2]


def test_the_standard_streams_have_names(world: KernelWorld) -> None:
    world.write(world.do("open", "/dev/stdout", O_WRONLY, 0), b"x")
    world.write(world.do("open", "/dev/stderr", O_WRONLY, 0), b"y")
    assert world.path.output == [(1, b"x"), (2, b"y")]


@pytest.mark.parametrize("terminal", [False, True])
def test_a_terminal_can_be_opened_if_there_is_one(terminal: bool) -> None:
    world = KernelWorld(WorldOptions(terminal=terminal))
    assert world.do("open", "/dev/tty", O_RDWR, 0) == (3 if terminal else -Errno.ENXIO)
