"""The stat family and what changes a status."""

from __future__ import annotations

import pytest

from albers.expr.term import Term
from albers.options import WorldOptions
from albers.world.kernel.error_numbers import Errno
from albers.world.kernel.layouts import STATX, TIMESPEC, Layout, stat_layout
from tests.world.kernel.kernel_world import AT_FDCWD, KernelWorld

AT_EMPTY_PATH, AT_SYMLINK_NOFOLLOW = 0x1000, 0x100
START = WorldOptions().clock


def _fields(world: KernelWorld, layout: Layout, name: str, *arguments: object) -> dict[str, int]:
    """The status a call fills in; the buffer stands for the argument None."""
    buffer = world.buffer(layout.size)
    assert world.do(name, *[buffer if argument is None else argument for argument in arguments]) == 0
    return {field: world.number_at(buffer, *place) for field, place in layout.fields.items()}


def _stat(world: KernelWorld, path: str) -> dict[str, int]:
    layout = stat_layout("x86_64")
    assert layout is not None
    return _fields(world, layout, "stat", path, None)


def test_a_file_has_a_status(world: KernelWorld) -> None:
    world.file("f", b"x" * 5000)
    status = _stat(world, "f")
    assert (status["mode"], status["size"], status["blocks"], status["nlink"]) == (0o100644, 5000, 16, 1)
    assert (status["uid"], status["gid"], status["blksize"]) == (1000, 1000, 4096)
    assert status["mtime_sec"] == START and status["ino"] != _stat(world, ".")["ino"]


@pytest.mark.parametrize("architecture", ["x86_64", "aarch64"])
def test_all_ways_to_ask_agree(architecture: str) -> None:
    world = KernelWorld(architecture=architecture)
    world.file("f", b"abc")
    layout = stat_layout(architecture)
    assert layout is not None
    status = _fields(world, layout, "stat", "f", None)
    descriptor = world.do("open", "f", 0, 0)
    assert _fields(world, layout, "fstat", descriptor, None) == status
    assert _fields(world, layout, "newfstatat", AT_FDCWD, "f", None, 0) == status
    assert _fields(world, layout, "newfstatat", descriptor, "", None, AT_EMPTY_PATH) == status
    extended = _fields(world, STATX, "statx", AT_FDCWD, "f", 0, 0x7FF, None)
    for field in ("mode", "size", "blocks", "nlink", "uid", "ino", "mtime_sec", "mtime_nsec"):
        assert extended[field] == status[field], field
    assert (extended["dev_major"] << 8 | extended["dev_minor"]) == status["dev"]
    assert _fields(world, STATX, "statx", descriptor, 0, AT_EMPTY_PATH, 0x7FF, None) == extended


def test_an_empty_path_means_nothing_unless_asked(world: KernelWorld) -> None:
    assert world.do("newfstatat", 0, "", world.buffer(144), 0) == -Errno.ENOENT
    assert world.do("statx", 0, 0, 0, 0, world.buffer(256)) == -Errno.EFAULT


def test_a_link_has_a_status_of_its_own(world: KernelWorld) -> None:
    world.file("f", b"abc")
    world.do("symlink", "f", "l")
    layout = stat_layout("x86_64")
    assert layout is not None
    assert _stat(world, "l") == _stat(world, "f")
    link = _fields(world, layout, "lstat", "l", None)
    assert (link["mode"], link["size"]) == (0o120777, 1)
    assert _fields(world, layout, "newfstatat", AT_FDCWD, "l", None, AT_SYMLINK_NOFOLLOW) == link


def test_streams_are_a_file_and_pipes_or_a_terminal() -> None:
    layout = stat_layout("x86_64")
    assert layout is not None
    plain, terminal = KernelWorld(), KernelWorld(WorldOptions(terminal=True))
    types = [[_fields(w, layout, "fstat", n, None)["mode"] >> 12 for n in range(3)] for w in (plain, terminal)]
    assert types == [[0o10, 0o01, 0o01], [0o02, 0o02, 0o02]]


def test_a_machine_with_an_unknown_structure_is_told_to_use_statx() -> None:
    world = KernelWorld(architecture="s390x")
    assert world.do("stat", ".", world.buffer(144)) == -Errno.ENOSYS
    assert "struct stat of s390x" in world.warnings[0][0]
    assert world.do("statx", AT_FDCWD, ".", 0, 0, world.buffer(256)) == 0


def test_a_symbolic_status_is_seen_through_every_call(world: KernelWorld) -> None:
    world.file("f")
    found = world.kernel.files.look_up(world.kernel.directory, b"f").existing()
    mode = world.unknown(4, "mode")
    world.kernel.files.writable(found).status["mode"] = mode
    buffer = world.buffer(256)
    (call,) = world.sides("stat", "f", buffer)
    assert call.read_run(buffer, 24, 4).value(0, 4) is mode
    (call,) = world.sides("statx", AT_FDCWD, "f", 0, 0, buffer)
    short = call.read_run(buffer, STATX.fields["mode"][0], 2).value(0, 2)
    assert isinstance(short, Term) and short.width == 16


def test_access_asks_the_mode(world: KernelWorld) -> None:
    world.file("f")
    world.do("chmod", "f", 0o500)
    assert world.do("access", "f", 0) == 0 and world.do("access", "f", 5) == 0
    assert world.do("access", "f", 2) == -Errno.EACCES
    assert world.do("faccessat", AT_FDCWD, "missing", 0) == -Errno.ENOENT
    assert world.do("faccessat2", AT_FDCWD, "f", 8, 0) == -Errno.EINVAL


def test_modes_and_owners_are_recorded(world: KernelWorld) -> None:
    world.file("f")
    descriptor = world.do("open", "f", 0, 0)
    assert world.do("fchmod", descriptor, 0o4755) == 0 and _stat(world, "f")["mode"] == 0o104755
    assert world.do("fchmodat", AT_FDCWD, "f", 0o600) == 0 and _stat(world, "f")["mode"] == 0o100600
    assert world.do("chown", "f", 1000, -1) == 0
    assert world.do("fchown", descriptor, 0, 0) == -Errno.EPERM
    assert world.do("fchownat", AT_FDCWD, "f", -1, 1000, 0) == 0
    assert _stat(world, "f")["uid"] == 1000


def test_times_are_set(world: KernelWorld) -> None:
    world.file("f")
    now, omit = (1 << 30) - 1, (1 << 30) - 2

    def at(seconds: int, nanoseconds: int) -> bytes:
        return TIMESPEC.encode({"sec": seconds, "nsec": nanoseconds}).data

    assert world.do("utimensat", AT_FDCWD, "f", world.new_object(at(7, 8) + at(0, omit)), 0) == 0
    status = _stat(world, "f")
    assert (status["atime_sec"], status["atime_nsec"], status["mtime_sec"]) == (7, 8, START)
    assert world.do("utimensat", AT_FDCWD, "f", world.new_object(at(0, now) + at(5, 0)), 0) == 0
    status = _stat(world, "f")
    assert (status["atime_sec"], status["mtime_sec"]) == (START, 5)
    assert world.do("utimensat", world.do("open", "f", 0, 0), 0, 0, 0) == 0
    assert _stat(world, "f")["mtime_sec"] == START
    bad = world.new_object(at(0, 10**9) + at(0, 0))
    assert world.do("utimensat", AT_FDCWD, "f", bad, 0) == -Errno.EINVAL


def test_writing_is_a_change_and_reading_is_not(world: KernelWorld) -> None:
    world.file("f", b"abc")
    before = _stat(world, "f")
    descriptor = world.do("open", "f", 2, 0)
    world.read(descriptor)
    assert _stat(world, "f") == before
    world.write(descriptor, b"d")
    after = _stat(world, "f")
    assert after["mtime_nsec"] > before["mtime_nsec"] and after["ctime_nsec"] == after["mtime_nsec"]


def test_the_file_system_has_room(world: KernelWorld) -> None:
    buffer = world.buffer(120)
    assert world.do("statfs", ".", buffer) == 0 and world.number_at(buffer, 8, 8) == 4096
    assert world.do("fstatfs", 0, buffer) == 0
    assert world.do("fstatfs", 99, buffer) == -Errno.EBADF
