"""The kernel a program starts with: the files the user allows, and nothing else of the machine."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from albers.errors import UserError
from albers.options import WorldOptions
from albers.world.kernel.error_numbers import Errno
from tests.world.kernel.kernel_world import KernelWorld


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A directory of the machine with a few files, made the current one."""
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "a.txt").write_bytes(b"text")
    (tmp_path / "data" / "run").write_bytes(b"#!")
    (tmp_path / "data" / "run").chmod(0o700)
    (tmp_path / "data" / "link").symlink_to("a.txt")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _world(*files: str) -> KernelWorld:
    return KernelWorld(WorldOptions(files=files))


def _content(world: KernelWorld, path: str) -> bytes:
    descriptor = world.do("open", path, 0, 0)
    assert descriptor >= 0, Errno(-descriptor)
    return world.read(descriptor)


def test_nothing_of_the_machine_is_there(host: Path) -> None:
    world = KernelWorld()
    for path in ("/etc/passwd", "/proc/self/maps", "/proc/self/mem", str(host / "data" / "a.txt"), __file__):
        assert world.do("open", path, 0, 0) == -Errno.ENOENT, path
    assert set(world.kernel.files.inode(1).entries) == {b"dev", b"tmp", b"home"}


def test_a_file_is_found_under_its_own_path_or_another(host: Path) -> None:
    world = _world("data/a.txt", f"{host}/data/a.txt", "data/run:/bin/run", "data/a.txt:copy")
    assert _content(world, "/home/user/data/a.txt") == b"text"
    assert _content(world, f"{host}/data/a.txt") == b"text"
    assert _content(world, "/bin/run") == b"#!" and _content(world, "copy") == b"text"
    assert world.do("access", "/bin/run", 1) == 0 and world.do("access", "copy", 1) == -Errno.EACCES


def test_a_directory_is_copied_with_its_links(host: Path) -> None:
    world = _world("data:d")
    assert _content(world, "d/link") == b"text"
    buffer = world.buffer(8)
    assert world.do("readlink", "d/link", buffer, 8) == 5


def test_changes_do_not_reach_the_machine(host: Path) -> None:
    world = _world("data")
    before = sorted(os.walk(host))
    descriptor = world.do("open", "data/a.txt", 0o1001, 0)
    world.write(descriptor, b"changed")
    assert world.do("unlink", "data/run") == 0 and world.do("mkdir", "data/new", 0o755) == 0
    assert _content(world, "data/a.txt") == b"changed"
    assert (host / "data" / "a.txt").read_bytes() == b"text" and sorted(os.walk(host)) == before


def test_standard_input_is_what_the_user_gives(host: Path) -> None:
    world = KernelWorld(WorldOptions(stdin="data/a.txt"))
    assert world.read(0) == b"text" and world.read(0) == b""
    assert KernelWorld().read(0) == b""


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (WorldOptions(files=("missing",)), "there is no missing"),
        (WorldOptions(files=("missing:x",)), "there is no missing"),
        (WorldOptions(files=("data/a.txt:x", "data/run:x")), "cannot be placed at x (EEXIST)"),
        (WorldOptions(files=("data/a.txt:/",)), "cannot be placed"),
        (WorldOptions(files=("data/a.txt:/dev/null/x",)), "cannot be placed"),
        (WorldOptions(stdin="missing"), "--stdin missing: cannot be read"),
        (WorldOptions(cwd="here"), "give an absolute path"),
    ],
)
def test_a_mistake_is_explained(host: Path, options: WorldOptions, complaint: str) -> None:
    with pytest.raises(UserError) as refusal:
        KernelWorld(options)
    assert complaint in refusal.value.message
