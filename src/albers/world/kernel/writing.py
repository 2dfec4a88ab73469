"""write and its family, and where an open file stands: lseek, truncate."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from albers.expr.arith import add
from albers.expr.term import Term, as_value, const
from albers.world.byte_run import ByteRun
from albers.world.kernel.descriptors import O_APPEND, O_NONBLOCK
from albers.world.kernel.error_numbers import Errno, Refused
from albers.world.kernel.file_system import MAY_WRITE
from albers.world.kernel.inodes import Device, Inode, Kind
from albers.world.kernel.kernel_call import KernelCall, word_term
from albers.world.kernel.paths import Path
from albers.world.kernel.reading import Segment, with_segments
from albers.world.kernel.signals import SIGPIPE, is_survived, raise_signal
from albers.world.pointers import Range

_PIPE_CAPACITY: Final = 1 << 16
#: Files are kept in memory; beyond this the disk is full.
_LARGEST_FILE: Final = 1 << 28

# Of a longer object, what is written is found out first.
_LONG_OUTPUT: Final = 4096

_SEEK_SET: Final = 0
_SEEK_CUR: Final = 1
_SEEK_END: Final = 2
_SEEK_DATA: Final = 3
_SEEK_HOLE: Final = 4


@dataclass(frozen=True)
class _Target:
    """Where a write takes place: `position` is None for "where the file stands", which then moves on."""

    descriptor: int
    position: int | None


def write(k: KernelCall, descriptor: int, buffer: object, count: object) -> None:
    _write(k, _Target(descriptor, None), [(buffer, count)] if count != 0 else [])


def pwrite(k: KernelCall, descriptor: int, buffer: object, count: object, position: int) -> None:
    if position < 0:
        raise Refused(Errno.EINVAL)
    _write(k, _Target(descriptor, position), [(buffer, count)] if count != 0 else [])


def writev(k: KernelCall, descriptor: int, vector: object, count: int) -> None:
    with_segments(k, vector, count, lambda here, segments: _write(here, _Target(descriptor, None), segments))


def pwritev(k: KernelCall, descriptor: int, vector: object, count: int, position: int) -> None:
    if position < 0:
        raise Refused(Errno.EINVAL)
    with_segments(k, vector, count, lambda here, segments: _write(here, _Target(descriptor, position), segments))


def _write(k: KernelCall, target: _Target, segments: list[Segment]) -> None:
    file = k.known.descriptors.file(target.descriptor)
    if not file.is_writable:
        raise Refused(Errno.EBADF)
    inode = k.known.files.inode(file.inode)
    if inode.captures:
        _capture(k, inode.captures, segments)
        return
    if inode.device is Device.FULL and segments:
        raise Refused(Errno.ENOSPC)
    _gather(k, segments, lambda here, run: _put(here, target, run))


def _put(k: KernelCall, target: _Target, run: ByteRun) -> None:
    """Writes known many bytes."""
    inode = k.known.files.inode(k.known.descriptors.file(target.descriptor).inode)
    if inode.kind is Kind.DEVICE or len(run) == 0:
        k.answer(len(run))
    elif inode.kind is Kind.PIPE:
        _fill_pipe(k, target, inode, run)
    else:
        _with_known_size(k, inode.number, lambda here: _change(here, target, run))


def _change(k: KernelCall, target: _Target, run: ByteRun) -> None:
    kernel = k.kernel
    file = kernel.descriptors.file(target.descriptor)
    inode = kernel.files.inode(file.inode)
    size = inode.contents.capacity
    position = target.position
    if position is None:
        # A symbolic position was the symbolic size, which by now is known.
        position = file.position if isinstance(file.position, int) else size
    if file.flags & O_APPEND:
        position = size
    if position + len(run) > _LARGEST_FILE:
        raise Refused(Errno.ENOSPC)
    kernel.touch(file.inode, "mtime", "ctime").writable_contents().write(position, run)
    if target.position is None:
        file.position = position + len(run)
    k.answer(len(run))


def _fill_pipe(k: KernelCall, target: _Target, inode: Inode, run: ByteRun) -> None:
    if target.position is not None:
        raise Refused(Errno.ESPIPE)
    if inode.readers == 0:
        if is_survived(k, SIGPIPE):
            raise Refused(Errno.EPIPE)
        raise_signal(k, SIGPIPE)
        return
    if inode.contents.capacity + len(run) > _PIPE_CAPACITY:
        if k.known.descriptors.file(target.descriptor).flags & O_NONBLOCK:
            raise Refused(Errno.EAGAIN)
        k.call.ends_early("waits for ever: a full pipe is written that only the program itself could empty")
        return
    contents = k.kernel.files.writable(inode.number).writable_contents()
    contents.write(contents.capacity, run)
    k.answer(len(run))


# Output


def _capture(k: KernelCall, stream: int, segments: list[Segment]) -> None:
    """The program's output; its length may be a term, since nobody reads it back."""
    if len(segments) == 1 and isinstance(segments[0][1], Term):
        _capture_some(k, stream, segments[0][0], segments[0][1])
        return

    def captured(here: KernelCall, run: ByteRun) -> None:
        if len(run):
            here.call.write_symbolic_output(stream, run, len(run))
        here.answer(len(run))

    _gather(k, segments, captured)


def _capture_some(k: KernelCall, stream: int, address: object, count: Term) -> None:
    def at(here: KernelCall, found: Range) -> None:
        if isinstance(found.offset, Term):
            here.choices(count, lambda side, number: whole(side, found, number), "size")
            return
        assert isinstance(found.offset, int)
        longest = int(found.object.size) - found.offset
        if longest > _LONG_OUTPUT:
            longest = min(longest, here.call.bounds(count)[1])
        run = here.call.read_run(found.object, found.offset, longest)
        here.call.write_symbolic_output(stream, run, count)
        here.answer(count)

    def whole(here: KernelCall, found: Range, number: int) -> None:
        here.call.write_symbolic_output(stream, here.call.read_run(found.object, found.offset, number), number)
        here.answer(number)

    k.at(address, count, at)


def _gather(k: KernelCall, segments: list[Segment], then: Callable[[KernelCall, ByteRun], None]) -> None:
    """`then(side, bytes)` with the segments one behind the other; symbolic sizes fork."""

    def collect(here: KernelCall, index: int, run: ByteRun) -> None:
        if index == len(segments):
            then(here, run)
            return
        address, size = segments[index]
        here.choices(size, lambda side, count: load(side, index, run, address, count), "size")

    def load(here: KernelCall, index: int, run: ByteRun, address: object, count: int) -> None:
        here.load(address, count, lambda side, more: collect(side, index + 1, run.joined(more)))

    collect(k, 0, ByteRun.concrete(b""))


def _with_known_size(k: KernelCall, number: int, then: Callable[[KernelCall], None]) -> None:
    """`then(side)` where the file's size is known; a symbolic one forks."""
    size = k.known.files.inode(number).contents.size

    def known(here: KernelCall, value: int) -> None:
        if isinstance(size, Term):
            here.kernel.files.writable(number).writable_contents().fix_size(value)
        then(here)

    k.choices(size, known, "size of a file")


# Positions and sizes


def lseek(k: KernelCall, descriptor: int, offset: int, whence: int) -> None:
    _seek(k, descriptor, offset, whence, lambda here, place: here.answer(place))


def llseek(k: KernelCall, descriptor: int, high: int, low: int, result: object, whence: int) -> None:
    """lseek of a 32-bit program: the new position is written to memory as 64 bits."""
    offset = ((high & 0xFFFFFFFF) << 32) | (low & 0xFFFFFFFF)

    def finish(here: KernelCall, place: object) -> None:
        wide = ByteRun.of_value(place, here.word).joined(ByteRun.concrete(bytes(8 - here.word)))
        here.answer_with(result, wide)

    _seek(k, descriptor, offset - (1 << 64) if offset >> 63 else offset, whence, finish)


def _seek(
    k: KernelCall, descriptor: int, offset: int, whence: int, finish: Callable[[KernelCall, object], None]
) -> None:
    file = k.known.descriptors.file(descriptor)
    inode = k.known.files.inode(file.inode)
    if inode.kind is Kind.PIPE or inode.is_terminal:
        raise Refused(Errno.ESPIPE)
    if inode.kind is Kind.DEVICE:
        finish(k, 0)
        return
    if whence in (_SEEK_DATA, _SEEK_HOLE):
        _seek_hole(k, descriptor, offset, whence, finish)
        return
    bases = {_SEEK_SET: 0, _SEEK_CUR: file.position, _SEEK_END: inode.size}
    if whence not in bases:
        raise Refused(Errno.EINVAL)
    width = k.call.pointer_width
    place = as_value(add(word_term(k.call, bases[whence]), const(width, offset % (1 << width))))
    if isinstance(place, Term) and place is not inode.size:
        k.choices(place, lambda here, number: _seek_to(here, descriptor, number, finish), "position in a file")
    else:
        _seek_to(k, descriptor, place, finish)


def _seek_to(k: KernelCall, descriptor: int, place: object, finish: Callable[[KernelCall, object], None]) -> None:
    if isinstance(place, int) and place >> (k.call.pointer_width - 1):
        raise Refused(Errno.EINVAL)
    file = k.kernel.descriptors.file(descriptor)
    file.position = place
    file.listing = None  # a directory is read anew
    finish(k, place)


def _seek_hole(
    k: KernelCall, descriptor: int, offset: int, whence: int, finish: Callable[[KernelCall, object], None]
) -> None:
    """Files have no holes but the one behind their end."""
    number = k.known.descriptors.file(descriptor).inode

    def known(here: KernelCall) -> None:
        size = here.known.files.inode(number).contents.capacity
        if not 0 <= offset < size:
            raise Refused(Errno.ENXIO)
        _seek_to(here, descriptor, offset if whence == _SEEK_DATA else size, finish)

    _with_known_size(k, number, known)


def ftruncate(k: KernelCall, descriptor: int, size: int) -> None:
    file = k.known.descriptors.file(descriptor)
    if not file.is_writable or k.known.files.inode(file.inode).kind is not Kind.REGULAR:
        raise Refused(Errno.EINVAL)
    _resize(k, file.inode, size)


def truncate(k: KernelCall, path: Path, size: int) -> None:
    number = path.look_up(k.known.files).existing()
    kind = k.known.files.inode(number).kind
    if kind is Kind.DIRECTORY:
        raise Refused(Errno.EISDIR)
    if kind is not Kind.REGULAR:
        raise Refused(Errno.EINVAL)
    k.known.files.check(number, MAY_WRITE)
    _resize(k, number, size)


def _resize(k: KernelCall, number: int, size: int) -> None:
    if size < 0:
        raise Refused(Errno.EINVAL)
    if size > _LARGEST_FILE:
        raise Refused(Errno.EFBIG)

    def known(here: KernelCall) -> None:
        here.kernel.touch(number, "mtime", "ctime").writable_contents().resize(size)
        here.answer(0)

    if size == 0:
        known(k)
    else:
        _with_known_size(k, number, known)
