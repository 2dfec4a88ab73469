"""Names: making, removing, renaming, listing; most of it is compared with Linux in test_against_linux."""

from __future__ import annotations

import pytest

from albers.options import WorldOptions
from albers.world.kernel.error_numbers import Errno
from tests.world.kernel.kernel_world import AT_FDCWD, KernelWorld

AT_REMOVEDIR, AT_SYMLINK_FOLLOW = 0x200, 0x400


def _cwd(world: KernelWorld) -> bytes:
    buffer = world.buffer(256)
    count = world.do("getcwd", buffer, 256)
    assert count > 0, Errno(-count)
    text = world.bytes_at(buffer, 0, count)
    assert text.endswith(b"\0")
    return text[:-1]


def _names(world: KernelWorld, path: str, room: int = 1024) -> list[str]:
    descriptor = world.do("open", path, 0, 0)
    names: list[str] = []
    buffer = world.buffer(room)
    while (count := world.do("getdents64", descriptor, buffer, room)) > 0:
        data = world.bytes_at(buffer, 0, count)
        while data:
            length = int.from_bytes(data[16:18], "little")
            names.append(data[19:length].split(b"\0")[0].decode())
            data = data[length:]
    assert count == 0, Errno(-count)
    world.do("close", descriptor)
    return names


def test_the_program_starts_where_the_user_says() -> None:
    assert _cwd(KernelWorld(WorldOptions(cwd="/srv/data"))) == b"/srv/data"
    assert _cwd(KernelWorld()) == b"/home/user"


def test_the_current_directory_changes(world: KernelWorld) -> None:
    world.do("mkdir", "d", 0o755)
    descriptor = world.do("open", "d", 0, 0)
    assert world.do("chdir", "/dev") == 0 and _cwd(world) == b"/dev"
    assert world.do("fchdir", descriptor) == 0 and _cwd(world) == b"/home/user/d"
    assert world.do("chdir", "..") == 0 and _cwd(world) == b"/home/user"
    assert world.do("chdir", "/") == 0 and _cwd(world) == b"/"
    assert world.do("chdir", "/dev/null") == -Errno.ENOTDIR
    assert world.do("fchdir", 0) == -Errno.ENOTDIR and world.do("fchdir", 99) == -Errno.EBADF
    assert world.do("getcwd", world.buffer(8), 1) == -Errno.ERANGE


def test_a_current_directory_that_was_removed_has_no_path(world: KernelWorld) -> None:
    world.do("mkdir", "/tmp/d", 0o755)
    world.do("chdir", "/tmp/d")
    assert world.do("rmdir", "/tmp/d") == 0
    assert world.do("getcwd", world.buffer(99), 99) == -Errno.ENOENT
    assert world.do("open", "f", 0o101, 0o644) == -Errno.ENOENT
    assert world.do("mkdir", "e", 0o755) == -Errno.ENOENT


def test_a_directory_lists_its_names_in_several_pieces(world: KernelWorld) -> None:
    wanted = [f"file{i}" for i in range(9)]
    world.do("mkdir", "d", 0o755)
    for name in wanted:
        world.file(f"d/{name}")
    assert _names(world, "d") == [".", "..", *wanted]
    assert _names(world, "d", room=64) == [".", "..", *wanted]
    assert world.do("getdents64", world.do("open", "d", 0, 0), world.buffer(8), 8) == -Errno.EINVAL
    assert world.do("getdents64", world.do("open", "d/file1", 0, 0), world.buffer(64), 64) == -Errno.ENOTDIR


def test_a_listing_is_of_the_moment_it_began_and_begins_again_after_a_seek(world: KernelWorld) -> None:
    world.do("mkdir", "d", 0o755)
    world.file("d/a")
    descriptor = world.do("open", "d", 0, 0)
    buffer = world.buffer(512)
    assert world.do("getdents64", descriptor, buffer, 24) == 24
    world.file("d/b")
    world.do("unlink", "d/a")
    assert world.do("getdents64", descriptor, buffer, 512) == 24  # only `..`: a has gone, b is too new
    assert world.do("lseek", descriptor, 0, 0) == 0
    assert world.do("getdents64", descriptor, buffer, 512) == 72


def test_calls_relative_to_a_directory(world: KernelWorld) -> None:
    world.do("mkdir", "d", 0o755)
    at = world.do("open", "d", 0, 0)
    assert world.do("mkdirat", at, "e", 0o755) == 0
    world.file("d/f", b"f")
    assert world.do("linkat", at, "f", AT_FDCWD, "g", 0) == 0
    assert world.do("symlinkat", "f", at, "s") == 0
    assert world.do("renameat", at, "f", at, "h") == 0
    assert world.do("unlinkat", at, "e", 0) == -Errno.EISDIR
    assert world.do("unlinkat", at, "e", AT_REMOVEDIR) == 0
    assert _names(world, "d") == [".", "..", "s", "h"]
    buffer = world.buffer(9)
    assert world.do("readlinkat", at, "s", buffer, 9) == 1 and world.bytes_at(buffer, 0, 1) == b"f"
    assert world.read(world.do("open", "g", 0, 0)) == b"f"


def test_a_link_may_mean_the_target_of_a_symbolic_link(world: KernelWorld) -> None:
    world.file("f", b"data")
    world.do("symlink", "f", "s")
    assert world.do("linkat", AT_FDCWD, "s", AT_FDCWD, "hard", AT_SYMLINK_FOLLOW) == 0
    assert world.do("linkat", AT_FDCWD, "s", AT_FDCWD, "soft", 0) == 0
    assert world.do("readlink", "hard", world.buffer(9), 9) == -Errno.EINVAL
    assert world.do("readlink", "soft", world.buffer(9), 9) == 1


def test_renaming_does_not_replace_if_asked_not_to(world: KernelWorld) -> None:
    world.file("a", b"a")
    world.file("b", b"b")
    assert world.do("renameat2", AT_FDCWD, "a", AT_FDCWD, "b", 1) == -Errno.EEXIST
    assert world.do("renameat2", AT_FDCWD, "a", AT_FDCWD, "b", 2) == -Errno.EINVAL
    assert world.do("renameat2", AT_FDCWD, "a", AT_FDCWD, "b", 0) == 0
    assert world.read(world.do("open", "b", 0, 0)) == b"a"


def test_a_directory_does_not_move_below_itself(world: KernelWorld) -> None:
    world.do("mkdir", "d", 0o755)
    world.do("mkdir", "d/e", 0o755)
    assert world.do("rename", "d", "d/e/f") == -Errno.EINVAL
    assert world.do("rename", "d/e", "e") == 0
    assert world.do("rename", "d", "e/f") == 0
    world.do("chdir", "e/f")
    assert _cwd(world) == b"/home/user/e/f"


@pytest.mark.parametrize(("mode", "expected"), [(0o100644, 0), (0o644, 0), (0o010600, 0), (0o020600, -Errno.EPERM)])
def test_nodes_are_files_and_pipes(world: KernelWorld, mode: int, expected: int) -> None:
    assert world.do("mknod", "n", mode, 0) == expected


def test_names_have_a_length(world: KernelWorld) -> None:
    assert world.do("mkdir", "x" * 255, 0o755) == 0
    assert world.do("mkdir", "x" * 256, 0o755) == -Errno.ENAMETOOLONG
    assert world.do("mkdir", "x/" * 2050, 0o755) == -Errno.ENAMETOOLONG
