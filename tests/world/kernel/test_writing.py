"""write and its family, positions and sizes."""

from __future__ import annotations

import pytest

from albers.expr.bits import zext
from albers.expr.compare import ule
from albers.expr.term import const
from albers.options import WorldOptions
from albers.verdicts import ErrorKind
from albers.world.kernel.contents import FileContents
from albers.world.kernel.error_numbers import Errno
from tests.world.fake_call import failed
from tests.world.kernel.kernel_world import O_APPEND, O_RDWR, KernelWorld, answer, kernel_of


def test_output_is_captured_under_the_stream_it_was_written_to(world: KernelWorld) -> None:
    assert world.write(1, b"out") == 3 and world.write(2, b"err") == 3
    copy = world.do("dup", 1)
    assert world.do("close", 1) == 0
    world.write(copy, b"put")
    assert world.path.output == [(1, b"out"), (2, b"err"), (1, b"put")]
    assert world.do("write", 1, world.buffer(1), 1) == -Errno.EBADF


def test_a_redirected_stream_is_not_output(world: KernelWorld) -> None:
    world.file("f")
    assert world.do("dup2", world.do("open", "f", O_RDWR, 0), 1) == 1
    world.write(1, b"to the file")
    assert world.path.output == []
    assert world.read(world.do("open", "f", 0, 0)) == b"to the file"


def test_a_vector_is_written_in_order(world: KernelWorld) -> None:
    parts = [world.new_object(b"ab"), world.new_object(b"cde")]
    words = [word for part in parts for word in (int(part.base), int(part.size))]
    vector = world.new_object(b"".join(word.to_bytes(8, "little") for word in words))
    assert world.do("writev", 1, vector, 2) == 5
    assert world.path.output == [(1, b"abcde")]


def test_symbolic_bytes_go_into_a_file_and_come_out_again(world: KernelWorld) -> None:
    x = world.unknown(1)
    source = world.new_object(b"ab")
    contents = world.path.memory.find(source)
    assert contents is not None
    contents.set_byte(1, x)
    world.file("f")
    descriptor = world.do("open", "f", O_RDWR, 0)
    assert world.do("write", descriptor, source, 2) == 2
    target = world.buffer(2)
    (call,) = world.sides("pread64", descriptor, target, 2, 0)
    assert call.read_run(target, 0, 2).byte(1) is x


def test_output_of_symbolic_length_does_not_fork(world: KernelWorld) -> None:
    text = world.new_object(b"abcd")
    length = zext(world.unknown(1), 64)
    world.assume(ule(length, const(64, 4)))
    (call,) = world.sides("write", 1, text, length)
    assert call.outcome.value is length and call.path.events == []
    assert call.path.output == [(1, b"abcd"[: call.example(length)])]


def test_a_length_that_may_leave_the_object_is_an_error_where_it_does(world: KernelWorld) -> None:
    text = world.new_object(b"abcd")
    length = zext(world.unknown(1), 64)
    sides = world.sides("write", 1, text, length)
    bad = [call for call in sides if failed(call, ErrorKind.PTR, "memory error: out of bound pointer")]
    assert len(bad) == 1 and bad[0].bounds(length) == (5, 255)


def test_a_symbolic_length_into_a_file_forks(world: KernelWorld) -> None:
    world.file("f")
    descriptor = world.do("open", "f", O_RDWR, 0)
    length = zext(world.unknown(1), 64)
    world.assume(ule(length, const(64, 3)))
    sides = world.sides("write", descriptor, world.new_object(b"abcd"), length)
    assert sorted(answer(call) for call in sides) == [0, 1, 2, 3]
    sizes = [kernel_of(call.world_state).files.look_up(_cwd(call.world_state), b"f").existing() for call in sides]
    found = [kernel_of(call.world_state).files.inode(n).size for call, n in zip(sides, sizes, strict=True)]
    assert found == [answer(call) for call in sides]


def _cwd(state: object) -> int:
    return kernel_of(state).directory


def test_writing_to_a_file_of_symbolic_size_settles_the_size(world: KernelWorld) -> None:
    size = zext(world.unknown(1), 64)
    world.assume(ule(size, const(64, 2)))
    world.file("f", b"xy")
    descriptor = world.do("open", "f", O_RDWR | O_APPEND, 0)
    inode = world.kernel.files.writable(world.kernel.descriptors.file(descriptor).inode)
    inode.contents = FileContents(bytearray(b"xy"), {}, size)
    sides = world.sides("write", descriptor, world.new_object(b"!"), 1)
    texts = [kernel_of(call.world_state).files.inode(inode.number).contents.read(0, 9).data for call in sides]
    assert sorted(texts) == [b"!", b"x!", b"xy!"]


def test_appending_goes_to_the_end_wherever_the_file_stands(world: KernelWorld) -> None:
    world.file("f", b"abc")
    descriptor = world.do("open", "f", O_RDWR | O_APPEND, 0)
    world.do("lseek", descriptor, 0, 0)
    world.write(descriptor, b"d")
    assert world.do("lseek", descriptor, 0, 1) == 4
    assert world.read(world.do("open", "f", 0, 0)) == b"abcd"


def test_the_end_of_a_file_of_symbolic_size_is_that_size(world: KernelWorld) -> None:
    size = zext(world.unknown(1), 64)
    world.assume(ule(size, const(64, 2)))
    world.file("f", b"xy")
    descriptor = world.do("open", "f", O_RDWR, 0)
    inode = world.kernel.files.writable(world.kernel.descriptors.file(descriptor).inode)
    inode.contents = FileContents(bytearray(b"xy"), {}, size)
    (call,) = world.sides("lseek", descriptor, 0, 2)
    assert call.outcome.value is size
    sides = world.sides("lseek", descriptor, -1, 2)
    assert sorted(answer(call) for call in sides) == [-Errno.EINVAL, 0, 1]


@pytest.mark.parametrize(
    ("offset", "whence", "expected"), [(1, 3, 1), (1, 4, 3), (3, 3, -Errno.ENXIO), (0, 9, -Errno.EINVAL)]
)
def test_a_file_has_no_holes(world: KernelWorld, offset: int, whence: int, expected: int) -> None:
    world.file("f", b"abc")
    assert world.do("lseek", world.do("open", "f", 0, 0), offset, whence) == expected


def test_a_pipe_without_readers_kills_or_refuses(world: KernelWorld) -> None:
    ends = world.buffer(8)
    world.do("pipe", ends)
    writing = world.number_at(ends, 4, 4)
    world.do("close", world.number_at(ends, 0, 4))
    (call,) = world.sides("write", writing, world.buffer(1), 1)
    assert (call.outcome.what, call.outcome.value) == ("exited", 128 + 13)
    ignore = world.new_object((1).to_bytes(8, "little") + bytes(24))
    assert world.do("rt_sigaction", 13, ignore, 0) == 0
    assert world.write(writing, b"x") == -Errno.EPIPE


def test_a_full_device_has_no_space_and_null_swallows(world: KernelWorld) -> None:
    assert world.write(world.do("open", "/dev/full", 1, 0), b"x") == -Errno.ENOSPC
    assert world.write(world.do("open", "/dev/null", 1, 0), b"x") == 1


def test_a_terminal_is_output_too() -> None:
    world = KernelWorld(WorldOptions(terminal=True))
    world.write(2, b"a")
    world.write(world.do("open", "/dev/tty", O_RDWR, 0), b"b")
    assert world.path.output == [(2, b"a"), (1, b"b")]


def test_a_32_bit_program_seeks_with_two_words() -> None:
    world = KernelWorld(architecture="x86", pointer_width=32)
    world.file("f", b"abcdef")
    descriptor = world.do("open", "f", 0, 0)
    result = world.buffer(8)
    assert world.do("_llseek", descriptor, 0, 4, result, 0) == 0 and world.number_at(result, 0, 8) == 4
    assert world.do("_llseek", descriptor, -1, -2, result, 1) == 0 and world.number_at(result, 0, 8) == 2
    buffer = world.buffer(4)
    assert world.do("pread64", descriptor, buffer, 4, 3, 0) == 3 and world.bytes_at(buffer, 0, 3) == b"def"
    assert world.do("pread64", descriptor, buffer, 4, 0, 1) == 0
