"""What is known about a file: the stat family, access, and changing mode, owner and times."""

from __future__ import annotations

from typing import Final

from albers.world.byte_run import ByteRun
from albers.world.kernel.clock import SECOND
from albers.world.kernel.directories import AT_EMPTY_PATH, AT_SYMLINK_NOFOLLOW
from albers.world.kernel.error_numbers import Errno, Refused
from albers.world.kernel.file_system import LONGEST_NAME, USER
from albers.world.kernel.inodes import BLOCK_SIZE, Inode, Kind
from albers.world.kernel.kernel_call import KernelCall
from albers.world.kernel.layouts import STATX, TIMESPEC, stat_layout, statfs_layout, timeval_layout
from albers.world.kernel.paths import AT_FDCWD, Path
from albers.world.kernel.permissions import with_permission

_AT_EACCESS: Final = 0x200
_STATX_BASIC: Final = 0x7FF  # all fields but the time of birth

_UTIME_NOW: Final = (1 << 30) - 1
_UTIME_OMIT: Final = (1 << 30) - 2
_UNCHANGED: Final = -1  # an owner that stays
_PERMISSIONS: Final = 0o7777

_TMPFS: Final = 0x01021994
_FREE_BLOCKS: Final = 1 << 20


# Asking


def stat(k: KernelCall, path: Path, buffer: object) -> None:
    _answer_stat(k, path.look_up(k.known.files).existing(), buffer)


def lstat(k: KernelCall, path: Path, buffer: object) -> None:
    _answer_stat(k, path.look_up(k.known.files, follow=False).existing(), buffer)


def fstat(k: KernelCall, descriptor: int, buffer: object) -> None:
    _answer_stat(k, k.known.descriptors.file(descriptor).inode, buffer)


def newfstatat(k: KernelCall, directory: int, path: Path | None, buffer: object, flags: int) -> None:
    _answer_stat(k, _named(k, directory, path, flags), buffer)


def statx(k: KernelCall, directory: int, path: Path | None, flags: int, mask: int, buffer: object) -> None:
    inode = k.known.files.inode(_named(k, directory, path, flags))
    values = _values(inode)
    for name in ("dev", "rdev"):
        number = values.pop(name)
        assert isinstance(number, int)
        values[f"{name}_major"] = number >> 8
        values[f"{name}_minor"] = number & 0xFF
    k.answer_with(buffer, STATX.encode({"mask": _STATX_BASIC, **values}))


def _named(k: KernelCall, directory: int, path: Path | None, flags: int) -> int:
    """The file meant by a descriptor and a path: the path's, or the descriptor's if the path is empty."""
    if path is None or (path.problem is None and not path.text):
        if not flags & AT_EMPTY_PATH:
            raise Refused(Errno.ENOENT if path is not None else Errno.EFAULT)
        return k.known.directory if directory == AT_FDCWD else k.known.descriptors.file(directory).inode
    return path.look_up(k.known.files, follow=not flags & AT_SYMLINK_NOFOLLOW).existing()


def _values(inode: Inode) -> dict[str, object]:
    return {**inode.status, "size": inode.size, "blocks": inode.blocks}


def _answer_stat(k: KernelCall, number: int, buffer: object) -> None:
    layout = stat_layout(k.known.architecture)
    if layout is None:
        k.warn_unsupported(f"struct stat of {k.known.architecture} (system call {k.name}); statx is")
        raise Refused(Errno.ENOSYS)
    k.answer_with(buffer, layout.encode(_values(k.known.files.inode(number))))


def statfs(k: KernelCall, path: Path, buffer: object) -> None:
    path.look_up(k.known.files).existing()
    _answer_statfs(k, buffer)


def fstatfs(k: KernelCall, descriptor: int, buffer: object) -> None:
    k.known.descriptors.file(descriptor)
    _answer_statfs(k, buffer)


def statfs64(k: KernelCall, path: Path, size: object, buffer: object) -> None:
    statfs(k, path, buffer)


def fstatfs64(k: KernelCall, descriptor: int, size: object, buffer: object) -> None:
    fstatfs(k, descriptor, buffer)


def _answer_statfs(k: KernelCall, buffer: object) -> None:
    values: dict[str, object] = {
        "type": _TMPFS,
        "bsize": BLOCK_SIZE,
        "blocks": 2 * _FREE_BLOCKS,
        "bfree": _FREE_BLOCKS,
        "bavail": _FREE_BLOCKS,
        "files": 2 * _FREE_BLOCKS,
        "ffree": _FREE_BLOCKS,
        "namelen": LONGEST_NAME,
        "frsize": BLOCK_SIZE,
    }
    k.answer_with(buffer, statfs_layout(k.word).encode(values))


def access(k: KernelCall, path: Path, wanted: int) -> None:
    faccessat2(k, AT_FDCWD, path, wanted, 0)


def faccessat(k: KernelCall, directory: int, path: Path, wanted: int) -> None:
    faccessat2(k, directory, path, wanted, 0)


def faccessat2(k: KernelCall, directory: int, path: Path | None, wanted: int, flags: int) -> None:
    if wanted & ~7 or flags & ~(_AT_EACCESS | AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH):
        raise Refused(Errno.EINVAL)
    with_permission(k, _named(k, directory, path, flags), wanted, lambda here: here.answer(0))


# Changing


def chmod(k: KernelCall, path: Path, mode: int) -> None:
    _change_mode(k, path.look_up(k.known.files).existing(), mode)


def fchmod(k: KernelCall, descriptor: int, mode: int) -> None:
    _change_mode(k, k.known.descriptors.file(descriptor).inode, mode)


def fchmodat(k: KernelCall, directory: int, path: Path, mode: int) -> None:
    chmod(k, path, mode)


def fchmodat2(k: KernelCall, directory: int, path: Path | None, mode: int, flags: int) -> None:
    number = _named(k, directory, path, flags)
    if k.known.files.inode(number).kind is Kind.SYMLINK:
        raise Refused(Errno.EOPNOTSUPP)
    _change_mode(k, number, mode)


def _change_mode(k: KernelCall, number: int, mode: int) -> None:
    inode = k.kernel.touch(number, "ctime")
    inode.status["mode"] = inode.kind.value | (mode & _PERMISSIONS)
    k.answer(0)


def chown(k: KernelCall, path: Path, user: int, group: int) -> None:
    _change_owner(k, path.look_up(k.known.files).existing(), user, group)


def lchown(k: KernelCall, path: Path, user: int, group: int) -> None:
    _change_owner(k, path.look_up(k.known.files, follow=False).existing(), user, group)


def fchown(k: KernelCall, descriptor: int, user: int, group: int) -> None:
    _change_owner(k, k.known.descriptors.file(descriptor).inode, user, group)


def fchownat(k: KernelCall, directory: int, path: Path | None, user: int, group: int, flags: int) -> None:
    _change_owner(k, _named(k, directory, path, flags), user, group)


def _change_owner(k: KernelCall, number: int, user: int, group: int) -> None:
    """Only what is the user's already can be given, and only to itself."""
    if user not in (_UNCHANGED, USER) or group not in (_UNCHANGED, USER):
        raise Refused(Errno.EPERM)
    inode = k.kernel.touch(number, "ctime")
    for name, value in (("uid", user), ("gid", group)):
        if value != _UNCHANGED:
            inode.status[name] = value
    k.answer(0)


def umask(k: KernelCall, mask: int) -> None:
    kernel = k.kernel
    before = kernel.umask
    kernel.umask = mask & 0o777
    k.answer(before)


# Times


def utimensat(k: KernelCall, directory: int, path: Path | None, times: object, flags: int) -> None:
    number = k.known.descriptors.file(directory).inode if path is None else _named(k, directory, path, flags)
    if times == 0:
        k.kernel.touch(number, "atime", "mtime", "ctime")
        k.answer(0)
        return

    def loaded(here: KernelCall, run: ByteRun) -> None:
        data = here.settled_bytes(run, "time")
        _set_times(here, number, data[: TIMESPEC.size], data[TIMESPEC.size :])

    k.load(times, 2 * TIMESPEC.size, loaded)


def _set_times(k: KernelCall, number: int, access_time: bytes, change_time: bytes) -> None:
    inode = k.kernel.touch(number, "ctime")
    for name, data in (("atime", access_time), ("mtime", change_time)):
        seconds = TIMESPEC.signed(data, "sec")
        nanoseconds = TIMESPEC.signed(data, "nsec") & 0xFFFFFFFF
        if nanoseconds == _UTIME_OMIT:
            continue
        if nanoseconds == _UTIME_NOW:
            k.kernel.touch(number, name)
            continue
        if nanoseconds >= SECOND:
            raise Refused(Errno.EINVAL)
        inode.status[f"{name}_sec"] = seconds
        inode.status[f"{name}_nsec"] = nanoseconds
    k.answer(0)


def utimes(k: KernelCall, path: Path, times: object) -> None:
    number = path.look_up(k.known.files).existing()
    if times == 0:
        k.kernel.touch(number, "atime", "mtime", "ctime")
        k.answer(0)
        return
    layout = timeval_layout(k.word)

    def loaded(here: KernelCall, run: ByteRun) -> None:
        data = here.settled_bytes(run, "time")
        inode = here.kernel.touch(number, "ctime")
        for name, part in (("atime", data[: layout.size]), ("mtime", data[layout.size :])):
            inode.status[f"{name}_sec"] = layout.signed(part, "sec")
            inode.status[f"{name}_nsec"] = 1000 * layout.signed(part, "usec")
        here.answer(0)

    k.load(times, 2 * layout.size, loaded)
