"""Opening, closing and duplicating: open, close, dup, fcntl, pipe."""

from __future__ import annotations

from functools import partial
from typing import Final

from albers.world.byte_run import ByteRun
from albers.world.kernel.descriptors import (
    O_ACCMODE,
    O_APPEND,
    O_CLOEXEC,
    O_CREAT,
    O_EXCL,
    O_NONBLOCK,
    O_PATH,
    O_RDONLY,
    O_RDWR,
    O_TRUNC,
    O_WRONLY,
    directory_flags,
)
from albers.world.kernel.error_numbers import Errno, Refused
from albers.world.kernel.file_system import MAY_READ, MAY_WRITE, Lookup
from albers.world.kernel.inodes import DEVICE_OF_DESCRIPTOR, Device, Kind
from albers.world.kernel.kernel_call import KernelCall
from albers.world.kernel.paths import Path
from albers.world.kernel.permissions import with_permission

_F_DUPFD: Final = 0
_F_GETFD: Final = 1
_F_SETFD: Final = 2
_F_GETFL: Final = 3
_F_SETFL: Final = 4
_F_GETLK: Final = (5, 12)
_F_SETLK: Final = (6, 7, 13, 14)
_F_SETOWN: Final = 8
_F_GETOWN: Final = 9
_F_DUPFD_CLOEXEC: Final = 1030
_F_GETPIPE_SZ: Final = 1032
_FD_CLOEXEC: Final = 1
_F_UNLCK: Final = 2

_SETTABLE: Final = O_APPEND | O_NONBLOCK


def open_(k: KernelCall, path: Path, flags: int, mode: int) -> None:
    openat(k, 0, path, flags, mode)


def creat(k: KernelCall, path: Path, mode: int) -> None:
    openat(k, 0, path, O_CREAT | O_WRONLY | O_TRUNC, mode)


def openat(k: KernelCall, directory: int, path: Path, flags: int, mode: int) -> None:
    """The directory is part of the path already."""
    wants_directory, no_follow = (bool(flags & flag) for flag in directory_flags(k.known.architecture))
    follow = not no_follow and not (flags & O_CREAT and flags & O_EXCL)
    if flags & O_CREAT:
        path.settle(k)
        if path.text.endswith(b"/"):
            raise Refused(Errno.EISDIR)
    found = path.look_up(k.known.files, follow)
    if found.inode is None:
        if not flags & O_CREAT:
            raise Refused(Errno.ENOENT)
        k.answer(_create(k, found, flags, mode))
        return
    if flags & O_CREAT and flags & O_EXCL:
        raise Refused(Errno.EEXIST)
    inode = k.known.files.inode(found.inode)
    if inode.kind is Kind.SYMLINK and not flags & O_PATH:
        raise Refused(Errno.ELOOP)
    if wants_directory and inode.kind is not Kind.DIRECTORY:
        raise Refused(Errno.ENOTDIR)
    if inode.kind is Kind.DIRECTORY and (flags & O_ACCMODE != O_RDONLY or flags & (O_CREAT | O_TRUNC)):
        raise Refused(Errno.EISDIR)
    with_permission(k, found.inode, _accesses(flags), partial(_open_existing, found.inode, flags))


def _create(k: KernelCall, found: Lookup, flags: int, mode: int) -> int:
    kernel = k.kernel
    kernel.files.check_changeable(found.parent)
    number = kernel.new_inode(Kind.REGULAR, mode & 0o7777).number
    kernel.files.enter(found.parent, found.missing(), number)
    kernel.touch(found.parent, "mtime", "ctime")
    return kernel.open(number, flags, bool(flags & O_CLOEXEC))


def _accesses(flags: int) -> int:
    """What an open file may be used for, as permissions."""
    if flags & O_PATH:
        return 0
    access = flags & O_ACCMODE
    wanted = MAY_READ if access in (O_RDONLY, O_RDWR) else 0
    return wanted | (MAY_WRITE if access in (O_WRONLY, O_RDWR) or flags & O_TRUNC else 0)


def _open_existing(number: int, flags: int, k: KernelCall) -> None:
    kernel = k.kernel
    inode = kernel.files.inode(number)
    if inode.device is Device.TERMINAL and not inode.captures:
        raise Refused(Errno.ENXIO)  # /dev/tty of a program without a terminal
    if inode.device in DEVICE_OF_DESCRIPTOR:
        number = kernel.descriptors.file(DEVICE_OF_DESCRIPTOR[inode.device]).inode
        inode = kernel.files.inode(number)
    if flags & O_TRUNC and inode.kind is Kind.REGULAR and not flags & O_PATH:
        kernel.touch(number, "mtime", "ctime").writable_contents().resize(0)
    k.answer(kernel.open(number, flags, bool(flags & O_CLOEXEC)))


def close(k: KernelCall, descriptor: int) -> None:
    k.kernel.close(descriptor)
    k.answer(0)


def close_range(k: KernelCall, first: int, last: int, flags: int) -> None:
    highest = last & 0xFFFFFFFF
    for descriptor in k.known.descriptors.numbers():
        if first <= descriptor <= highest:
            k.kernel.close(descriptor)
    k.answer(0)


# Duplicates


def dup(k: KernelCall, descriptor: int) -> None:
    k.answer(k.kernel.descriptors.duplicate(descriptor, 0, False))


def dup2(k: KernelCall, descriptor: int, wanted: int) -> None:
    k.known.descriptors.file(descriptor)
    if descriptor == wanted:
        k.answer(wanted)
    else:
        dup3(k, descriptor, wanted, 0)


def dup3(k: KernelCall, descriptor: int, wanted: int, flags: int) -> None:
    kernel = k.kernel
    kernel.descriptors.file(descriptor)
    if descriptor == wanted:
        raise Refused(Errno.EINVAL)
    if not 0 <= wanted < kernel.descriptors.limit:
        raise Refused(Errno.EBADF)
    if kernel.descriptors.is_open(wanted):
        kernel.close(wanted)
    kernel.descriptors.duplicate_as(descriptor, wanted, bool(flags & O_CLOEXEC))
    k.answer(wanted)


def fcntl(k: KernelCall, descriptor: int, command: int, argument: object) -> None:
    descriptors = k.known.descriptors
    file = descriptors.file(descriptor)
    if command == _F_GETFD:
        k.answer(_FD_CLOEXEC if descriptors.closes_on_exec(descriptor) else 0)
    elif command == _F_GETFL:
        k.answer(file.flags & ~(O_CREAT | O_EXCL | O_TRUNC | O_CLOEXEC))
    elif command in _F_GETLK:
        _get_lock(k, argument)
    elif command in _F_SETLK:
        k.answer(0)  # nobody else holds a lock
    elif command == _F_GETOWN:
        k.answer(0)
    elif command == _F_GETPIPE_SZ and k.known.files.inode(file.inode).kind is Kind.PIPE:
        k.answer(1 << 16)
    elif command in (_F_DUPFD, _F_DUPFD_CLOEXEC, _F_SETFD, _F_SETFL, _F_SETOWN):
        k.choices(argument, partial(_change_descriptor, descriptor, command), "argument")
    else:
        raise Refused(Errno.EINVAL)


def _change_descriptor(descriptor: int, command: int, k: KernelCall, argument: int) -> None:
    descriptors = k.kernel.descriptors
    if command == _F_SETFD:
        descriptors.set_close_on_exec(descriptor, bool(argument & _FD_CLOEXEC))
    elif command == _F_SETFL:
        file = descriptors.file(descriptor)
        file.flags = (file.flags & ~_SETTABLE) | (argument & _SETTABLE)
    elif command != _F_SETOWN:
        if argument >= descriptors.limit:
            raise Refused(Errno.EINVAL)
        k.answer(descriptors.duplicate(descriptor, argument, command == _F_DUPFD_CLOEXEC))
        return
    k.answer(0)


def _get_lock(k: KernelCall, lock: object) -> None:
    """The lock asked for could be had: the type of the struct flock, its first short, becomes "unlocked"."""
    k.answer_with(lock, ByteRun.of_value(_F_UNLCK, 2))


# Pipes


def pipe(k: KernelCall, ends: object) -> None:
    pipe2(k, ends, 0)


def pipe2(k: KernelCall, ends: object, flags: int) -> None:
    kernel = k.kernel
    number = kernel.new_inode(Kind.PIPE, 0o600).number
    kernel.files.writable(number).status["nlink"] = 0
    reading = kernel.open(number, O_RDONLY | (flags & O_NONBLOCK), bool(flags & O_CLOEXEC))
    try:
        writing = kernel.open(number, O_WRONLY | (flags & O_NONBLOCK), bool(flags & O_CLOEXEC))
    except Refused:
        kernel.close(reading)
        raise
    k.answer_with(ends, ByteRun.of_value(reading, 4).joined(ByteRun.of_value(writing, 4)))
