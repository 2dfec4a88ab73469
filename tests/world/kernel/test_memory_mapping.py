"""mmap and its family."""

from __future__ import annotations

from albers.expr.arrays import byte_of
from albers.expr.bits import zext
from albers.expr.compare import eq, ule
from albers.expr.term import const, symbol
from albers.memory.objects import MAPPED, MemoryObject
from albers.verdicts import ErrorKind
from albers.world.kernel.contents import FileContents
from albers.world.kernel.error_numbers import Errno
from tests.world.fake_call import failed
from tests.world.kernel.kernel_world import KernelWorld

READ, WRITE = 1, 2
SHARED, PRIVATE, FIXED, ANONYMOUS = 1, 2, 0x10, 0x20


def _map(
    world: KernelWorld, size: int, flags: int = PRIVATE | ANONYMOUS, fd: int = -1, offset: int = 0
) -> MemoryObject:
    address = world.do("mmap", 0, size, READ | WRITE, flags, fd, offset)
    assert address > 0, Errno(-address)
    found = world.allocator.find(address)
    assert found is not None and found.base == address
    return found


def test_anonymous_memory_is_whole_pages_of_zeros(world: KernelWorld) -> None:
    mapping = _map(world, 5000)
    assert (mapping.size, mapping.kind, mapping.base % 4096) == (8192, MAPPED, 0)
    assert world.bytes_at(mapping) == bytes(8192)
    assert _map(world, 1) is not mapping


def test_a_file_is_mapped_from_an_offset_and_zeros_behind_it(world: KernelWorld) -> None:
    world.file("f", b"a" * 4096 + b"rest")
    mapping = _map(world, 100, PRIVATE, world.do("open", "f", 0, 0), 4096)
    assert world.bytes_at(mapping) == b"rest" + bytes(4092)


def test_symbolic_bytes_are_mapped_up_to_a_symbolic_size(world: KernelWorld) -> None:
    world.file("f")
    descriptor = world.do("open", "f", 0, 0)
    size = zext(world.unknown(1), 64)
    world.assume(ule(size, const(64, 2)))
    array = symbol("f", 2)
    inode = world.kernel.files.writable(world.kernel.descriptors.file(descriptor).inode)
    inode.contents = FileContents.of_symbol(array, 2, size)
    mapping = _map(world, 2, PRIVATE, descriptor)
    contents = world.path.memory.find(mapping)
    assert contents is not None
    for n in range(3):
        conditions = [*world.path.conditions, eq(size, const(64, n))]
        for i in range(2):
            expected = byte_of(array, i) if i < n else const(8, 0)
            world.path.conditions = [*conditions, eq(eq(contents.byte(i), expected), const(1, 0))]
            (call,) = world.sides("getpid")
            assert not call.may_be(eq(size, const(64, n)))
        world.path.conditions = conditions[:-1]


def test_bad_requests_are_refused(world: KernelWorld) -> None:
    assert world.do("mmap", 0, 0, READ, PRIVATE | ANONYMOUS, -1, 0) == -Errno.EINVAL
    assert world.do("mmap", 0, 1, READ, PRIVATE | ANONYMOUS, -1, 17) == -Errno.EINVAL
    assert world.do("mmap", 0, 1 << 40, READ, PRIVATE | ANONYMOUS, -1, 0) == -Errno.ENOMEM
    assert world.do("mmap", 0, 1, READ, PRIVATE, 77, 0) == -Errno.EBADF
    assert world.do("mmap", 0, 1, READ, PRIVATE, 1, 0) == -Errno.EACCES
    assert world.do("mmap", 0, 1, READ, PRIVATE, world.do("open", ".", 0, 0), 0) == -Errno.ENODEV
    world.room = False
    assert world.do("mmap", 0, 1, READ, PRIVATE | ANONYMOUS, -1, 0) == -Errno.ENOMEM


def test_a_shared_mapping_is_private_and_says_so(world: KernelWorld) -> None:
    world.file("f", b"abc")
    _map(world, 3, SHARED, world.do("open", "f", 2, 0))
    assert "shared mappings" in world.warnings[0][0]


def test_a_fixed_mapping_replaces_part_of_another(world: KernelWorld) -> None:
    mapping = _map(world, 8192)
    contents = world.path.memory.find(mapping)
    assert contents is not None
    contents.store(0, 1, 7)
    contents.store(4096, 1, 7)
    second = int(mapping.base) + 4096
    assert world.do("mmap", second, 4096, READ, PRIVATE | ANONYMOUS | FIXED, -1, 0) == second
    assert (world.number_at(mapping, 0, 1), world.number_at(mapping, 4096, 1)) == (7, 0)
    heap = world.buffer(8192)
    assert world.do("mmap", heap, 4096, READ, PRIVATE | ANONYMOUS | FIXED, -1, 0) == -Errno.ENOMEM
    (call,) = world.sides("mmap", 4096, 4096, READ, PRIVATE | ANONYMOUS | FIXED, -1, 0)
    assert failed(call, ErrorKind.PTR, "memory error: out of bound pointer")


def test_memory_is_given_back(world: KernelWorld) -> None:
    mapping = _map(world, 5000)
    assert world.do("munmap", int(mapping.base) + 1, 5000) == -Errno.EINVAL
    assert world.do("munmap", mapping, 5000) == 0 and world.path.memory.is_alive(mapping)
    assert "part of a mapping" in world.warnings[0][0]
    assert world.do("munmap", mapping, 8192) == 0 and not world.path.memory.is_alive(mapping)
    assert world.do("munmap", mapping, 8192) == 0


def test_a_mapping_grows_by_moving(world: KernelWorld) -> None:
    mapping = _map(world, 4096)
    contents = world.path.memory.find(mapping)
    assert contents is not None
    contents.store(9, 1, 7)
    assert world.do("mremap", mapping, 4096, 100, 0) == mapping.base
    assert world.do("mremap", mapping, 4096, 5000, 0) == -Errno.ENOMEM
    moved = world.allocator.find(world.do("mremap", mapping, 4096, 5000, 1))
    assert moved is not None and moved.size == 8192 and world.number_at(moved, 9, 1) == 7
    assert not world.path.memory.is_alive(mapping)
    assert world.do("mremap", mapping, 4096, 5000, 1) == -Errno.EFAULT


def test_the_break_does_not_move_and_advice_is_taken(world: KernelWorld) -> None:
    assert world.do("brk", 0) == world.do("brk", 1 << 30)
    for call in ("mprotect", "madvise", "msync"):
        assert world.do(call, _map(world, 1), 4096, 0) == 0
