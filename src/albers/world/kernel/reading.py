"""read and its family: from files, pipes and devices into the program's memory.

The number of bytes read is a term where the size of the file is one: the bytes behind it keep their old values.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from albers.expr.arith import sub
from albers.expr.bits import ite
from albers.expr.compare import ule, ult
from albers.expr.term import Term, const
from albers.world.byte_run import ByteRun
from albers.world.kernel.descriptors import O_NONBLOCK
from albers.world.kernel.error_numbers import Errno, Refused
from albers.world.kernel.inodes import Device, Inode, Kind
from albers.world.kernel.kernel_call import KernelCall
from albers.world.kernel.layouts import iovec_layout
from albers.world.kernel.random_bytes import random_bytes
from albers.world.pointers import Range

Segment = tuple[object, object]  # address and size

#: What devices without an end give at most in one call.
_LARGEST_READ: Final = 1 << 20
MOST_SEGMENTS: Final = 1024


@dataclass(frozen=True)
class _Source:
    """Where a read takes place: `position` is None for "where the file stands", which then moves on."""

    descriptor: int
    segments: list[Segment]
    position: int | None


def read(k: KernelCall, descriptor: int, buffer: object, count: object) -> None:
    _read(k, _Source(descriptor, [(buffer, count)], None))


def pread(k: KernelCall, descriptor: int, buffer: object, count: object, position: int) -> None:
    if position < 0:
        raise Refused(Errno.EINVAL)
    _read(k, _Source(descriptor, [(buffer, count)], position))


def readv(k: KernelCall, descriptor: int, vector: object, count: int) -> None:
    with_segments(k, vector, count, lambda here, segments: _read(here, _Source(descriptor, segments, None)))


def preadv(k: KernelCall, descriptor: int, vector: object, count: int, position: int) -> None:
    if position < 0:
        raise Refused(Errno.EINVAL)
    with_segments(k, vector, count, lambda here, segments: _read(here, _Source(descriptor, segments, position)))


def with_segments(k: KernelCall, vector: object, count: int, then: Callable[[KernelCall, list[Segment]], None]) -> None:
    """`then(side, segments)` with what an array of struct iovec says."""
    if not 0 <= count <= MOST_SEGMENTS:
        raise Refused(Errno.EINVAL)
    layout = iovec_layout(k.word)

    def loaded(here: KernelCall, run: ByteRun) -> None:
        parts = [run.part(i * layout.size, (i + 1) * layout.size) for i in range(count)]
        segments = [(layout.field(part, "base"), layout.field(part, "len")) for part in parts]
        then(here, [segment for segment in segments if segment[1] != 0])

    k.load(vector, count * layout.size, loaded)


def _read(k: KernelCall, source: _Source) -> None:
    file = k.known.descriptors.file(source.descriptor)
    if not file.is_readable:
        raise Refused(Errno.EBADF)
    inode = k.known.files.inode(file.inode)
    if inode.kind is Kind.DIRECTORY:
        raise Refused(Errno.EISDIR)
    if not source.segments:
        k.answer(0)
    elif inode.kind is Kind.PIPE:
        _read_pipe(k, source, inode)
    elif inode.kind is Kind.DEVICE and inode.device is not Device.TERMINAL:
        _read_device(k, source, inode.device)
    else:
        _read_contents(k, source)


# Files


def _read_contents(k: KernelCall, source: _Source) -> None:
    file = k.known.descriptors.file(source.descriptor)
    contents = k.known.files.inode(file.inode).contents
    position = file.position if source.position is None else source.position
    if isinstance(position, Term):
        if position is contents.size:
            k.answer(0)
            return
        k.choices(position, lambda here, number: _read_from(here, source, number), "position in a file")
        return
    assert isinstance(position, int)
    _read_from(k, source, position)


def _read_from(k: KernelCall, source: _Source, position: int) -> None:
    contents = k.known.files.inode(k.known.descriptors.file(source.descriptor).inode).contents
    room = contents.capacity - position
    if room <= 0:
        k.answer(0)
        return

    def wanted(here: KernelCall, count: int) -> None:
        if isinstance(contents.size, Term):
            _read_symbolic(here, source, position, count, contents.size)
        else:
            run = contents.read(position, position + count)
            _scatter(here, source, run, lambda end: _finish(end, source, position + len(run), len(run)))

    _total(k, source.segments, room, wanted)


def _total(k: KernelCall, segments: list[Segment], most: int, then: Callable[[KernelCall, int], None]) -> None:
    """`then(side, count)` with the bytes asked for, at most `most`; a symbolic count forks only below that."""
    width = k.call.pointer_width
    known = sum(size for _, size in segments if isinstance(size, int))
    unknown = [size for _, size in segments if isinstance(size, Term)]
    if not unknown or known >= most:
        then(k, min(known, most))
        return
    if len(unknown) > 1:
        k.choices(
            unknown[0], lambda here, size: _total(here, _with_size(segments, unknown[0], size), most, then), "size"
        )
        return
    count = unknown[0]
    k.split(
        ule(const(width, most - known), count),
        lambda here: then(here, most),
        lambda here: here.choices(count, lambda side, size: then(side, known + size), "size"),
    )


def _with_size(segments: list[Segment], unknown: Term, size: int) -> list[Segment]:
    return [(address, size if each is unknown else each) for address, each in segments]


def _read_symbolic(k: KernelCall, source: _Source, position: int, count: int, size: Term) -> None:
    """A read from a file of symbolic size; the count reaches at most to the capacity."""
    width = k.call.pointer_width
    file = k.known.descriptors.file(source.descriptor)
    contents = k.known.files.inode(file.inode).contents
    run = contents.read(position, position + count)

    def whole(here: KernelCall) -> None:
        _scatter(here, source, run, lambda end: _finish(end, source, position + count, count))

    def short(here: KernelCall) -> None:
        if count == 1:
            _finish(here, source, position, 0)
            return
        there = sub(size, const(width, position))
        _scatter_some(here, source, run, there, lambda end: _finish(end, source, size, there))

    def within(here: KernelCall) -> None:
        if position + count == contents.capacity and count > 1:
            # All there is was asked for: the answer is a term, and whether anything is missing need not be decided.
            short(here)
        else:
            here.split(ule(const(width, position + count), size), whole, short)

    if position == 0:
        within(k)
    else:
        k.split(ule(const(width, position), size), within, lambda here: here.answer(0))


def _finish(k: KernelCall, source: _Source, position: object, count: object) -> None:
    if source.position is None:
        k.kernel.descriptors.file(source.descriptor).position = position
    k.answer(count)


# Pipes and devices


def _read_pipe(k: KernelCall, source: _Source, inode: Inode) -> None:
    if source.position is not None:
        raise Refused(Errno.ESPIPE)
    number = inode.number
    if inode.contents.capacity == 0:
        if inode.writers == 0:
            k.answer(0)
        elif k.known.descriptors.file(source.descriptor).flags & O_NONBLOCK:
            raise Refused(Errno.EAGAIN)
        else:
            k.call.ends_early("waits for ever: a pipe is read that only the program itself could fill")
        return
    contents = inode.contents

    def wanted(here: KernelCall, count: int) -> None:
        run = contents.read(0, count)

        def finish(end: KernelCall) -> None:
            end.kernel.files.writable(number).writable_contents().drop(len(run))
            end.answer(len(run))

        _scatter(here, source, run, finish)

    _total(k, source.segments, contents.capacity, wanted)


def _read_device(k: KernelCall, source: _Source, device: Device) -> None:
    if device is Device.NULL:
        k.answer(0)
        return

    def wanted(here: KernelCall, count: int) -> None:
        data = random_bytes(here.kernel, count) if device is Device.RANDOM else bytes(count)
        _scatter(here, source, ByteRun.concrete(data), lambda end: end.answer(count))

    _total(k, source.segments, _LARGEST_READ, wanted)


# Into memory


def _scatter(k: KernelCall, source: _Source, run: ByteRun, then: Callable[[KernelCall], None]) -> None:
    """Writes the run into the segments, one behind the other."""

    def write(here: KernelCall, index: int, done: int) -> None:
        if done == len(run):
            then(here)
            return
        address, size = source.segments[index]
        # A symbolic size is at least what is left: that is how the run was cut.
        end = len(run) if isinstance(size, Term) else min(done + _int(size), len(run))
        here.store(address, run.part(done, end), lambda side: write(side, index + 1, end))

    write(k, 0, 0)


def _scatter_some(
    k: KernelCall, source: _Source, run: ByteRun, count: Term, then: Callable[[KernelCall], None]
) -> None:
    """Writes the first `count` (a term, at most the run's length) bytes; what lies behind them keeps its value."""
    width = k.call.pointer_width

    def write(here: KernelCall, index: int, done: int) -> None:
        if done == len(run):
            then(here)
            return
        address, size = source.segments[index]
        end = len(run) if isinstance(size, Term) else min(done + _int(size), len(run))
        # How many of the bytes fall into this segment.
        here_count = _clamped(sub(count, const(width, done)), ule(count, const(width, done)), end - done)

        def at(side: KernelCall, found: Range) -> None:
            room = int(found.object.size) - found.offset if isinstance(found.offset, int) else end - done
            length = min(end - done, room)
            old = side.call.read_run(found.object, found.offset, length)
            merged = [ite(ult(const(width, done + i), count), run.byte(done + i), old.byte(i)) for i in range(length)]
            if side.write(found.object, found.offset, ByteRun.of_terms(merged)):
                write(side, index + 1, end)

        here.at(address, here_count, at)

    write(k, 0, 0)


def _clamped(value: Term, is_none: Term, most: int) -> Term:
    limit = const(value.width, most)
    return ite(is_none, const(value.width, 0), ite(ult(value, limit), value, limit))


def _int(value: object) -> int:
    assert isinstance(value, int)
    return value
