"""ioctl: what is a terminal, and the few requests every file knows."""

from __future__ import annotations

import pytest

from albers.options import WorldOptions
from albers.world.kernel.error_numbers import Errno
from tests.world.kernel.kernel_world import O_RDWR, KernelWorld

TCGETS, TCSETSW, TIOCGWINSZ, TIOCGPGRP, FIONREAD, FIONBIO, FIOCLEX = (
    0x5401,
    0x5403,
    0x5413,
    0x540F,
    0x541B,
    0x5421,
    0x5451,
)


@pytest.fixture
def terminal() -> KernelWorld:
    return KernelWorld(WorldOptions(terminal=True))


@pytest.mark.parametrize("request_", [TCGETS, TIOCGWINSZ, TIOCGPGRP, 0x1234])
def test_what_is_no_terminal_says_so(world: KernelWorld, request_: int) -> None:
    assert world.do("ioctl", 1, request_, world.buffer(64)) == -Errno.ENOTTY
    assert world.do("ioctl", 99, request_, world.buffer(64)) == -Errno.EBADF


def test_a_terminal_has_a_size_and_settings_that_stay_set(terminal: KernelWorld) -> None:
    size = terminal.buffer(8)
    assert terminal.do("ioctl", 0, TIOCGWINSZ, size) == 0
    assert (terminal.number_at(size, 0, 2), terminal.number_at(size, 2, 2)) == (24, 80)
    settings = terminal.buffer(60)
    assert terminal.do("ioctl", 0, TCGETS, settings) == 0
    assert terminal.number_at(settings, 12, 4) & 0o10  # ECHO
    assert terminal.number_at(settings, 17, 1) == 3  # interrupt is control-C
    assert terminal.do("ioctl", 1, TCSETSW, terminal.new_object(bytes(range(60)))) == 0
    assert terminal.do("ioctl", 0, TCGETS, settings) == 0 and terminal.bytes_at(settings, 0, 36) == bytes(range(36))
    assert terminal.do("ioctl", 0, 0x1234, 0) == -Errno.ENOTTY


def test_input_comes_through_the_terminal(tmp_path: object) -> None:
    file = f"{tmp_path}/input"
    with open(file, "wb") as stream:
        stream.write(b"typed")
    world = KernelWorld(WorldOptions(terminal=True, stdin=file))
    assert world.read(0, 3) == b"typ" and world.do("lseek", 0, 0, 0) == -Errno.ESPIPE
    left = world.buffer(4)
    assert world.do("ioctl", 0, FIONREAD, left) == 0 and world.number_at(left, 0, 4) == 2


def test_requests_that_every_file_knows(world: KernelWorld) -> None:
    world.file("f", b"abcdef")
    descriptor = world.do("open", "f", O_RDWR, 0)
    world.read(descriptor, 2)
    left = world.buffer(4)
    assert world.do("ioctl", descriptor, FIONREAD, left) == 0 and world.number_at(left, 0, 4) == 4
    assert world.do("ioctl", descriptor, FIOCLEX, 0) == 0 and world.do("fcntl", descriptor, 1, 0) == 1
    assert world.do("ioctl", descriptor, FIONBIO, world.new_object(b"\1\0\0\0")) == 0
    assert world.do("fcntl", descriptor, 3, 0) == O_RDWR | 0o4000
