"""mmap and its family: memory that does not come from malloc, zeroed or filled from a file.

Mappings are private: what is written to one does not reach the file. Protections are accepted and not enforced. A
mapping is one object: it can be given back as a whole only.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from albers.expr.bits import ite
from albers.expr.compare import ult
from albers.expr.term import Term, const
from albers.memory.objects import FIXED, MAPPED, MemoryObject
from albers.world.byte_run import ByteRun
from albers.world.kernel.error_numbers import Errno, Refused
from albers.world.kernel.inodes import Kind
from albers.world.kernel.kernel_call import KernelCall
from albers.world.pointers import Range

PAGE: Final = 4096

_MAP_SHARED: Final = 1
_MAP_KIND: Final = 0xF
_MAP_FIXED: Final = 0x10
_MAP_ANONYMOUS: Final = 0x20
_PROT_WRITE: Final = 2
_MREMAP_MAYMOVE: Final = 1

#: From this size on there is no memory, as for malloc.
_HUGE: Final = 1 << 31


def mmap(
    k: KernelCall, address: object, size: object, protection: int, flags: int, descriptor: int, offset: int
) -> None:
    k.choices(
        size,
        lambda here, length: _map(here, address, length, protection, flags, descriptor, offset),
        "size of a mapping",
    )


def mmap2(
    k: KernelCall, address: object, size: object, protection: int, flags: int, descriptor: int, offset: int
) -> None:
    """mmap of a 32-bit program, which counts the offset in pages."""
    mmap(k, address, size, protection, flags, descriptor, offset * PAGE)


def _map(
    k: KernelCall, address: object, length: int, protection: int, flags: int, descriptor: int, offset: int
) -> None:
    if length == 0 or offset % PAGE or offset < 0:
        raise Refused(Errno.EINVAL)
    if length >= _HUGE:
        raise Refused(Errno.ENOMEM)
    size = -(-length // PAGE) * PAGE
    if flags & _MAP_ANONYMOUS:
        data = ByteRun.concrete(b"")
    else:
        data = _file_part(k, descriptor, offset, size)
        if flags & _MAP_KIND == _MAP_SHARED and protection & _PROT_WRITE:
            k.warn_unsupported("shared mappings of files; what is written to one does not reach the file")
    if flags & _MAP_FIXED:
        k.at(address, size, partial(_replace, size, data))
        return
    object_ = k.call.map_memory(size, PAGE)
    if object_ is None:
        raise Refused(Errno.ENOMEM)
    k.call.write_run(object_, 0, data)
    k.answer(int(object_.base))


def _file_part(k: KernelCall, descriptor: int, offset: int, size: int) -> ByteRun:
    file = k.known.descriptors.file(descriptor)
    inode = k.known.files.inode(file.inode)
    if not file.is_readable:
        raise Refused(Errno.EACCES)
    if inode.kind is not Kind.REGULAR:
        raise Refused(Errno.ENODEV)
    contents = inode.contents
    run = contents.read(offset, offset + size)
    if isinstance(contents.size, Term):
        return _cut_symbolically(run, offset, contents.size)
    return run


def _cut_symbolically(run: ByteRun, offset: int, size: Term) -> ByteRun:
    """The bytes beyond a symbolic size are zeros."""
    zero = const(8, 0)
    return ByteRun.of_terms([ite(ult(const(size.width, offset + i), size), run.byte(i), zero) for i in range(len(run))])


def _replace(size: int, data: ByteRun, k: KernelCall, found: Range) -> None:
    """MAP_FIXED inside an existing mapping gives it new contents."""
    if found.object.kind not in (MAPPED, FIXED):
        raise Refused(Errno.ENOMEM)
    k.call.write_run(found.object, found.offset, data.joined(ByteRun.concrete(bytes(size - len(data)))))
    base = int(found.object.base)
    assert isinstance(found.offset, int), "a fixed address is known"
    k.answer(base + found.offset)


def munmap(k: KernelCall, address: int, size: object) -> None:
    k.choices(size, partial(_unmap, address), "size of a mapping")


def _unmap(address: int, k: KernelCall, size: int) -> None:
    if address % PAGE or size == 0:
        raise Refused(Errno.EINVAL)
    found = _mapping(k, address)
    if found is None:
        k.answer(0)  # nothing there is fine
    elif found.base == address and size >= found.size:
        k.call.free(found)
        k.answer(0)
    else:
        k.warn_unsupported("unmapping a part of a mapping; all of it stays accessible")
        k.answer(0)


def _mapping(k: KernelCall, address: int) -> MemoryObject | None:
    """The mapping around a known address."""
    (place,) = k.call.resolve(address)
    found = place.object
    return found if found is not None and found.kind == MAPPED else None


def mremap(k: KernelCall, address: int, old_size: object, new_size: object, flags: int) -> None:
    k.choices(new_size, partial(_remap, address, flags), "size of a mapping")


def _remap(address: int, flags: int, k: KernelCall, size: int) -> None:
    found = _mapping(k, address)
    if found is None or found.base != address:
        raise Refused(Errno.EFAULT)
    if size == 0:
        raise Refused(Errno.EINVAL)
    if size <= found.size:
        k.answer(address)
        return
    if not flags & _MREMAP_MAYMOVE or size >= _HUGE:
        raise Refused(Errno.ENOMEM)
    moved = k.call.map_memory(-(-size // PAGE) * PAGE, PAGE)
    if moved is None:
        raise Refused(Errno.ENOMEM)
    k.call.copy(found, moved, int(found.size))
    k.call.free(found)
    k.answer(int(moved.base))


def mprotect(k: KernelCall, address: object, size: object, protection: int) -> None:
    """Also madvise, msync, mlock: nothing to do."""
    k.answer(0)


def brk(k: KernelCall, address: object) -> None:
    """The break does not move: malloc is not the kernel's business here."""
    k.answer(0)
