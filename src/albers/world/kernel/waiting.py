"""Waiting for files to become ready (poll, select), for other threads (futex) and for children (wait4).

Files and output are always ready. A wait that nothing could end ends the path, unless it has a timeout.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from albers.world.byte_run import ByteRun
from albers.world.kernel.error_numbers import Errno, Refused
from albers.world.kernel.inodes import Kind
from albers.world.kernel.kernel_call import KernelCall
from albers.world.kernel.kernel_state import Kernel
from albers.world.kernel.layouts import POLLFD, TIMESPEC, timeval_layout
from albers.world.kernel.time_calls import nanoseconds_of

_POLLIN: Final = 0x001
_POLLOUT: Final = 0x004
_POLLERR: Final = 0x008
_POLLHUP: Final = 0x010
_POLLNVAL: Final = 0x020
_POLLRDNORM: Final = 0x040
_POLLWRNORM: Final = 0x100
_ALWAYS: Final = _POLLERR | _POLLHUP | _POLLNVAL

_MILLISECOND: Final = 1_000_000
_SET_BITS: Final = 1024

_FUTEX_WAIT: Final = 0
_FUTEX_WAIT_BITSET: Final = 9
_FUTEX_COMMAND: Final = 0x7F

#: What to do with the time to wait at most, in nanoseconds; None is for ever.
_Timed = Callable[[KernelCall, int | None], None]


def _readiness(kernel: Kernel, descriptor: int) -> int:
    """The events of poll that hold for a descriptor."""
    if not kernel.descriptors.is_open(descriptor):
        return _POLLNVAL
    file = kernel.descriptors.file(descriptor)
    inode = kernel.files.inode(file.inode)
    if inode.kind is not Kind.PIPE or inode.captures:
        return _POLLIN | _POLLOUT | _POLLRDNORM | _POLLWRNORM
    if file.is_writable:
        return _POLLOUT | _POLLWRNORM | (_POLLERR if inode.readers == 0 else 0)
    filled = _POLLIN | _POLLRDNORM if inode.contents.capacity else 0
    return filled | (_POLLHUP if inode.writers == 0 else 0)


# poll


def poll(k: KernelCall, array: object, count: int, milliseconds: int) -> None:
    _poll(k, array, count, None if milliseconds < 0 else milliseconds * _MILLISECOND)


def ppoll(k: KernelCall, array: object, count: int, timeout: object) -> None:
    _with_timespec(k, timeout, lambda here, limit: _poll(here, array, count, limit))


def _poll(k: KernelCall, array: object, count: int, limit: int | None) -> None:
    if not 0 <= count <= k.known.descriptors.limit:
        raise Refused(Errno.EINVAL)

    def loaded(here: KernelCall, run: ByteRun) -> None:
        data = bytearray(here.settled_bytes(run, "descriptors"))
        ready = 0
        for start in range(0, len(data), POLLFD.size):
            entry = bytes(data[start : start + POLLFD.size])
            descriptor = POLLFD.signed(entry, "fd")
            wanted = POLLFD.signed(entry, "events") | _ALWAYS
            found = _readiness(here.known, descriptor) & wanted if descriptor >= 0 else 0
            data[start + 6 : start + 8] = found.to_bytes(2, "little")
            ready += found != 0
        if ready or _waited(here, limit):
            here.answer_with(array, ByteRun.concrete(bytes(data)), ready)

    k.load(array, count * POLLFD.size, loaded)


def _waited(k: KernelCall, limit: int | None) -> bool:
    """Lets the time pass; False if there is no limit, which ends the path."""
    if limit is None:
        k.call.ends_early("waits for ever: for files that nothing makes ready")
        return False
    k.kernel.clock.sleep(limit)
    return True


def _with_timespec(k: KernelCall, timeout: object, then: _Timed) -> None:
    if timeout == 0:
        then(k, None)
    else:
        k.load(timeout, TIMESPEC.size, lambda here, run: then(here, nanoseconds_of(here, run)))


# select


def select(k: KernelCall, count: int, reading: object, writing: object, failing: object, timeout: object) -> None:
    layout = timeval_layout(k.word)

    def loaded(here: KernelCall, run: ByteRun) -> None:
        data = here.settled_bytes(run, "time")
        limit = layout.signed(data, "sec") * 1000 * _MILLISECOND + layout.signed(data, "usec") * 1000
        if limit < 0:
            raise Refused(Errno.EINVAL)
        _select(here, count, [reading, writing, failing], limit)

    if timeout == 0:
        _select(k, count, [reading, writing, failing], None)
    else:
        k.load(timeout, layout.size, loaded)


def pselect6(k: KernelCall, count: int, reading: object, writing: object, failing: object, timeout: object) -> None:
    sets = [reading, writing, failing]
    _with_timespec(k, timeout, lambda here, limit: _select(here, count, sets, limit))


def _select(k: KernelCall, count: int, sets: list[object], limit: int | None) -> None:
    if not 0 <= count <= _SET_BITS:
        raise Refused(Errno.EINVAL)
    size = -(-count // (8 * k.word)) * k.word
    _load_sets(k, sets, size, [], lambda here, wanted: _selected(here, sets, wanted, size, limit))


def _load_sets(
    k: KernelCall, sets: list[object], size: int, done: list[int], then: Callable[[KernelCall, list[int]], None]
) -> None:
    """`then(side, bit sets)`; a null pointer is an empty set."""
    if not sets:
        then(k, done)
    elif sets[0] == 0:
        _load_sets(k, sets[1:], size, [*done, 0], then)
    else:
        k.load(sets[0], size, lambda here, run: _load_sets(here, sets[1:], size, [*done, _bits(here, run)], then))


def _bits(k: KernelCall, run: ByteRun) -> int:
    return int.from_bytes(k.settled_bytes(run, "descriptors"), "little")


def _selected(k: KernelCall, sets: list[object], wanted: list[int], size: int, limit: int | None) -> None:
    events = (_POLLIN | _POLLHUP | _POLLERR, _POLLOUT | _POLLERR, 0)
    found = [0, 0, 0]
    for which, bits in enumerate(wanted):
        for descriptor in range(bits.bit_length()):
            if not bits >> descriptor & 1:
                continue
            ready = _readiness(k.known, descriptor)
            if ready & _POLLNVAL:
                raise Refused(Errno.EBADF)
            found[which] |= (1 << descriptor) if ready & events[which] else 0
    total = sum(bits.bit_count() for bits in found)
    if not total and not _waited(k, limit):
        return
    writes = [
        (pointer, ByteRun.of_value(bits, size)) for pointer, bits in zip(sets, found, strict=True) if pointer != 0
    ]
    _store_all(k, writes, total)


def _store_all(k: KernelCall, writes: list[tuple[object, ByteRun]], value: int) -> None:
    if not writes:
        k.answer(value)
    else:
        k.store(*writes[0], lambda here: _store_all(here, writes[1:], value))


# Threads and children


def futex(k: KernelCall, address: object, operation: int, value: int, timeout: object) -> None:
    """Nobody waits, and nobody could wake us."""
    if operation & _FUTEX_COMMAND not in (_FUTEX_WAIT, _FUTEX_WAIT_BITSET):
        k.answer(0)
        return

    def loaded(here: KernelCall, run: ByteRun) -> None:
        current = int.from_bytes(here.settled_bytes(run, "futex"), "little", signed=True)
        if current != value:
            raise Refused(Errno.EAGAIN)
        _with_timespec(here, timeout, waited)

    def waited(here: KernelCall, limit: int | None) -> None:
        if _waited(here, limit):
            raise Refused(Errno.ETIMEDOUT)

    k.load(address, 4, loaded)


def wait_for_child(k: KernelCall) -> None:
    raise Refused(Errno.ECHILD)
