"""read and its family: files, pipes, devices; symbolic contents, sizes and counts."""

from __future__ import annotations

import pytest

from albers.expr.arrays import byte_of
from albers.expr.bits import concat, zext
from albers.expr.compare import eq, ule
from albers.expr.term import Term, const, symbol
from albers.memory.objects import MemoryObject
from albers.verdicts import ErrorKind
from albers.world.kernel.contents import FileContents
from albers.world.kernel.error_numbers import Errno
from tests.world.fake_call import FakeCall, failed
from tests.world.kernel.kernel_world import O_NONBLOCK, O_RDWR, KernelWorld, answer, kernel_of


def _symbolic_file(world: KernelWorld, capacity: int, size: Term | None = None) -> tuple[int, Term]:
    """An open file of unknown bytes; a descriptor and the bytes' array."""
    world.file("f")
    descriptor = world.do("open", "f", O_RDWR, 0)
    array = symbol("f", capacity)
    inode = world.kernel.files.writable(world.kernel.descriptors.file(descriptor).inode)
    inode.contents = FileContents.of_symbol(array, capacity, capacity if size is None else size)
    return descriptor, array


def _bytes(call: FakeCall, object_: MemoryObject, count: int) -> list[Term]:
    run = call.read_run(object_, 0, count)
    return [run.byte(i) for i in range(count)]


def test_a_vector_is_filled_in_order(world: KernelWorld) -> None:
    world.file("f", b"abcdefg")
    descriptor = world.do("open", "f", 0, 0)
    first, second = world.buffer(2), world.buffer(8)
    segments = [(int(first.base), 2), (0, 0), (int(second.base), 8)]
    vector = world.new_object(b"".join(part.to_bytes(8, "little") for pair in segments for part in pair))
    assert world.do("readv", descriptor, vector, 3) == 7
    assert world.bytes_at(first) == b"ab" and world.bytes_at(second, 0, 6) == b"cdefg\xaa"
    assert world.do("preadv", descriptor, vector, 3, 5) == 2
    assert world.bytes_at(first) == b"fg"
    assert world.do("readv", descriptor, vector, -1) == -Errno.EINVAL


def test_only_what_is_read_must_have_room(world: KernelWorld) -> None:
    world.file("f", b"abc")
    small = world.buffer(2)
    descriptor = world.do("open", "f", 0, 0)
    (call,) = world.sides("read", descriptor, small, 3)
    assert failed(call, ErrorKind.PTR, "memory error: out of bound pointer")
    descriptor = world.do("open", "f", 0, 0)
    large = world.buffer(3)
    assert world.do("read", descriptor, large, 1 << 40) == 3


def test_what_is_constant_is_not_read_into(world: KernelWorld) -> None:
    world.file("f", b"abc")
    constant = world.new_object(b"abcd", read_only=True)
    (call,) = world.sides("read", world.do("open", "f", 0, 0), constant, 3)
    assert failed(call, ErrorKind.READ_ONLY, "memory error: object read only")


def test_devices_give_what_they_are_known_for(world: KernelWorld) -> None:
    zero = world.do("open", "/dev/zero", 0, 0)
    assert world.read(zero, 5) == bytes(5)
    assert world.read(world.do("open", "/dev/null", 0, 0), 5) == b""
    first = world.read(world.do("open", "/dev/urandom", 0, 0), 100)
    assert len(set(first)) > 30


def test_random_bytes_are_the_same_on_every_run(world: KernelWorld) -> None:
    def draw(from_: KernelWorld) -> bytes:
        descriptor = from_.do("open", "/dev/random", 0, 0)
        return from_.read(descriptor, 70) + from_.read(descriptor, 3)

    first = draw(world)
    assert first == draw(KernelWorld()) and draw(world) != first
    other = KernelWorld()
    target = other.buffer(70)
    assert other.do("getrandom", target, 70, 0) == 70 and other.bytes_at(target) == first[:70]


def test_a_pipe_gives_what_was_put_in_and_ends_with_its_last_writer(world: KernelWorld) -> None:
    ends = world.buffer(8)
    assert world.do("pipe", ends) == 0
    reading, writing = world.number_at(ends, 0, 4), world.number_at(ends, 4, 4)
    assert world.write(writing, b"abcdef") == 6
    assert world.read(reading, 4) == b"abcd"
    assert world.do("lseek", reading, 0, 0) == -Errno.ESPIPE
    assert world.do("close", writing) == 0
    assert world.read(reading, 4) == b"ef" and world.read(reading, 4) == b""


def test_waiting_for_oneself_ends_the_path(world: KernelWorld) -> None:
    ends = world.buffer(8)
    world.do("pipe", ends)
    reading = world.number_at(ends, 0, 4)
    (call,) = world.sides("read", reading, world.buffer(1), 1)
    assert call.outcome.what == "early" and "for ever" in call.outcome.message
    world.do("pipe2", ends, O_NONBLOCK)
    assert world.do("read", world.number_at(ends, 0, 4), world.buffer(1), 1) == -Errno.EAGAIN


# Symbolic


def test_symbolic_bytes_arrive_as_they_are(world: KernelWorld) -> None:
    descriptor, array = _symbolic_file(world, 3)
    buffer = world.buffer(4)
    (call,) = world.sides("read", descriptor, buffer, 4)
    assert answer(call) == 3
    assert _bytes(call, buffer, 4) == [byte_of(array, 0), byte_of(array, 1), byte_of(array, 2), const(8, 0xAA)]
    assert world.do("read", descriptor, buffer, 4) == 0


def test_a_symbolic_size_is_the_answer_when_all_is_asked_for(world: KernelWorld) -> None:
    size = zext(world.unknown(1, "size"), 64)
    world.assume(ule(size, const(64, 3)))
    descriptor, array = _symbolic_file(world, 3, size)
    buffer = world.buffer(8)
    (call,) = world.sides("read", descriptor, buffer, 8)
    assert call.outcome.value is size
    for n in range(4):
        world.path.conditions.append(eq(size, const(64, n)))
        for i, byte in enumerate(_bytes(call, buffer, 3)):
            expected = byte_of(array, i) if i < n else const(8, 0xAA)
            assert not call.may_be(eq(eq(byte, expected), const(1, 0))), (n, i)
        world.path.conditions.pop()
    assert world.do("read", descriptor, buffer, 8) == 0  # the end was reached, whatever the size


def test_a_symbolic_size_splits_a_read_in_the_middle(world: KernelWorld) -> None:
    size = zext(world.unknown(1, "size"), 64)
    world.assume(ule(size, const(64, 5)))
    descriptor, _ = _symbolic_file(world, 5, size)
    buffer = world.buffer(2)
    sides = world.sides("read", descriptor, buffer, 2)
    whole = [call for call in sides if call.outcome.value == 2]
    short = [call for call in sides if call.outcome.value is size]
    assert len(sides) == 2 and len(whole) == len(short) == 1
    assert whole[0].bounds(size) == (2, 5) and short[0].bounds(size) == (0, 1)
    assert kernel_of(whole[0].world_state).descriptors.file(descriptor).position == 2


def test_a_single_byte_is_there_or_not(world: KernelWorld) -> None:
    size = zext(world.unknown(1, "size"), 64)
    world.assume(ule(size, const(64, 2)))
    descriptor, _ = _symbolic_file(world, 2, size)
    sides = world.sides("read", descriptor, world.buffer(1), 1)
    assert sorted(answer(call) for call in sides) == [0, 1]


def test_a_buffer_too_small_for_some_sizes_is_an_error_for_those(world: KernelWorld) -> None:
    size = zext(world.unknown(1, "size"), 64)
    world.assume(ule(size, const(64, 4)))
    descriptor, _ = _symbolic_file(world, 4, size)
    sides = world.sides("read", descriptor, world.buffer(2), 4)
    fine = [call for call in sides if call.outcome.what == "returned"]
    bad = [call for call in sides if failed(call, ErrorKind.PTR, "memory error: out of bound pointer")]
    assert len(fine) == len(bad) == 1
    assert fine[0].bounds(size) == (0, 2) and bad[0].bounds(size) == (3, 4)


def test_a_symbolic_count_forks_only_below_what_there_is(world: KernelWorld) -> None:
    world.file("f", b"abc")
    descriptor = world.do("open", "f", 0, 0)
    count = zext(world.unknown(1), 64)
    sides = world.sides("read", descriptor, world.buffer(300), count)
    assert sorted(answer(call) for call in sides) == [0, 1, 2, 3]
    (full,) = [call for call in sides if answer(call) == 3]
    assert full.bounds(count) == (3, 255)
    assert all(not call.path.events for call in sides)


def test_a_symbolic_descriptor_may_be_any_open_file(world: KernelWorld) -> None:
    world.file("f", b"abc")
    descriptor = world.do("open", "f", 0, 0)
    unknown = concat(const(24, 0), world.unknown(1))
    sides = world.sides("read", zext(unknown, 64), world.buffer(8), 8)
    answers = {answer(call): call.bounds(unknown) for call in sides if answer(call) != -Errno.EBADF}
    assert answers == {0: (0, 0), 3: (descriptor, descriptor)}
    assert any(answer(call) == -Errno.EBADF and call.bounds(unknown) == (4, 255) for call in sides)


@pytest.mark.parametrize(("descriptor", "error"), [(1, Errno.EBADF), (77, Errno.EBADF), (-1, Errno.EBADF)])
def test_what_is_not_open_for_reading_is_refused(world: KernelWorld, descriptor: int, error: Errno) -> None:
    assert world.do("read", descriptor, world.buffer(1), 1) == -error


def test_a_directory_is_not_read(world: KernelWorld) -> None:
    assert world.do("read", world.do("open", ".", 0, 0), world.buffer(1), 1) == -Errno.EISDIR
