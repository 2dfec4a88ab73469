"""Names: making, removing, renaming and listing entries of directories, links, and the current directory."""

from __future__ import annotations

from functools import partial
from typing import Final

from albers.world.byte_run import ByteRun
from albers.world.kernel.call_arguments import start_of
from albers.world.kernel.error_numbers import Errno, Refused
from albers.world.kernel.file_system import MAY_SEARCH, FileSystem, Lookup
from albers.world.kernel.inodes import Kind
from albers.world.kernel.kernel_call import KernelCall
from albers.world.kernel.kernel_state import Kernel
from albers.world.kernel.layouts import DIRENT
from albers.world.kernel.paths import Path

AT_SYMLINK_NOFOLLOW: Final = 0x100
AT_SYMLINK_FOLLOW: Final = 0x400
AT_REMOVEDIR: Final = 0x200
AT_EMPTY_PATH: Final = 0x1000

_RENAME_NOREPLACE: Final = 1

#: d_type of an entry.
_ENTRY_TYPES: Final = {Kind.REGULAR: 8, Kind.DIRECTORY: 4, Kind.SYMLINK: 10, Kind.PIPE: 1, Kind.DEVICE: 2}


# Making


def mkdir(k: KernelCall, path: Path, mode: int) -> None:
    mkdirat(k, 0, path, mode)


def mkdirat(k: KernelCall, directory: int, path: Path, mode: int) -> None:
    _make(k, path, Kind.DIRECTORY, mode)


def mknod(k: KernelCall, path: Path, mode: int, device: object) -> None:
    mknodat(k, 0, path, mode, device)


def mknodat(k: KernelCall, directory: int, path: Path, mode: int, device: object) -> None:
    kind = {0: Kind.REGULAR, Kind.REGULAR.value: Kind.REGULAR, Kind.PIPE.value: Kind.PIPE}.get(mode & 0o170000)
    if kind is None:
        raise Refused(Errno.EPERM)
    _make(k, path, kind, mode)


def symlink(k: KernelCall, target: Path, path: Path) -> None:
    symlinkat(k, target, 0, path)


def symlinkat(k: KernelCall, target: Path, directory: int, path: Path) -> None:
    """The target is text, not looked up: one that names nothing is settled as it is."""
    target.settle(k)
    if target.problem is not None:
        raise Refused(target.problem)
    if not target.text:
        raise Refused(Errno.ENOENT)
    number = _make(k, path, Kind.SYMLINK, 0o777)
    inode = k.kernel.files.writable(number)
    inode.status["mode"] = Kind.SYMLINK.value | 0o777
    inode.target = target.text


def _make(k: KernelCall, path: Path, kind: Kind, mode: int) -> int:
    """A new file with this name; answers 0 and hands back the inode's number."""
    path.settle(k)
    found = path.entry(k.known.files)
    name = found.missing()
    if found.is_directory_wanted and kind is not Kind.DIRECTORY:
        raise Refused(Errno.ENOENT)
    kernel = k.kernel
    kernel.files.check_changeable(found.parent)
    number = kernel.new_inode(kind, mode & 0o7777).number
    kernel.files.enter(found.parent, name, number)
    kernel.touch(found.parent, "mtime", "ctime")
    k.answer(0)
    return number


def link(k: KernelCall, old: Path, new: Path) -> None:
    linkat(k, 0, old, 0, new, 0)


def linkat(k: KernelCall, old_directory: int, old: Path, new_directory: int, new: Path, flags: int) -> None:
    number = old.look_up(k.known.files, follow=bool(flags & AT_SYMLINK_FOLLOW)).existing()
    new.settle(k)
    found = new.entry(k.known.files)
    name = found.missing()
    if found.is_directory_wanted:
        raise Refused(Errno.ENOENT)
    if k.known.files.inode(number).kind is Kind.DIRECTORY:
        raise Refused(Errno.EPERM)
    kernel = k.kernel
    kernel.files.check_changeable(found.parent)
    kernel.files.enter(found.parent, name, number)
    status = kernel.touch(number, "ctime").status
    if isinstance(status["nlink"], int):
        status["nlink"] += 1
    kernel.touch(found.parent, "mtime", "ctime")
    k.answer(0)


# Removing


def unlink(k: KernelCall, path: Path) -> None:
    found = path.entry(k.known.files)
    if not found.is_plain or k.known.files.inode(found.existing()).kind is Kind.DIRECTORY:
        raise Refused(Errno.EISDIR)
    if found.is_directory_wanted:
        raise Refused(Errno.ENOTDIR)
    _unlink(k.kernel, found)
    k.answer(0)


def rmdir(k: KernelCall, path: Path) -> None:
    found = path.entry(k.known.files)
    if found.name == b".":
        raise Refused(Errno.EINVAL if path.text.strip(b"/") else Errno.EBUSY)
    if found.name == b"..":
        raise Refused(Errno.ENOTEMPTY)
    number = found.existing()
    if k.known.files.inode(number).kind is not Kind.DIRECTORY:
        raise Refused(Errno.ENOTDIR)
    _remove_directory(k.kernel, found, number)
    k.answer(0)


def unlinkat(k: KernelCall, directory: int, path: Path, flags: int) -> None:
    if flags & AT_REMOVEDIR:
        rmdir(k, path)
    else:
        unlink(k, path)


def _unlink(kernel: Kernel, found: Lookup) -> None:
    kernel.files.check_changeable(found.parent)
    number = kernel.files.unlink(found.parent, found.name)
    kernel.touch(found.parent, "mtime", "ctime")
    kernel.touch(number, "ctime")
    kernel.files.forget_unused(number)


def _remove_directory(kernel: Kernel, found: Lookup, number: int) -> None:
    files = kernel.files
    if files.inode(number).entries:
        raise Refused(Errno.ENOTEMPTY)
    files.check_changeable(found.parent)
    files.remove_entry(found.parent, found.name)
    removed = files.writable(number)
    removed.status["nlink"] = 0
    removed.parent = number
    kernel.touch(found.parent, "mtime", "ctime")
    if kernel.directory != number:
        files.forget_unused(number)


# Renaming


def rename(k: KernelCall, old: Path, new: Path) -> None:
    renameat2(k, 0, old, 0, new, 0)


def renameat(k: KernelCall, old_directory: int, old: Path, new_directory: int, new: Path) -> None:
    renameat2(k, 0, old, 0, new, 0)


def renameat2(k: KernelCall, old_directory: int, old: Path, new_directory: int, new: Path, flags: int) -> None:
    if flags & ~_RENAME_NOREPLACE:
        raise Refused(Errno.EINVAL)
    source = old.entry(k.known.files)
    new.settle(k)
    target = new.entry(k.known.files)
    if not source.is_plain or not target.is_plain:
        raise Refused(Errno.EBUSY)
    number = source.existing()
    if target.inode is not None and flags & _RENAME_NOREPLACE:
        raise Refused(Errno.EEXIST)
    _check_rename(k.known.files, source, number, target)
    if target.inode == number:
        k.answer(0)
        return
    kernel = k.kernel
    kernel.files.check_changeable(source.parent)
    kernel.files.check_changeable(target.parent)
    if target.inode is not None:
        if kernel.files.inode(target.inode).kind is Kind.DIRECTORY:
            _remove_directory(kernel, target, target.inode)
        else:
            _unlink(kernel, target)
    kernel.files.remove_entry(source.parent, source.name)
    kernel.files.enter(target.parent, target.name, number)
    kernel.touch(source.parent, "mtime", "ctime")
    kernel.touch(target.parent, "mtime", "ctime")
    k.answer(0)


def _check_rename(files: FileSystem, source: Lookup, number: int, target: Lookup) -> None:
    is_directory = files.inode(number).kind is Kind.DIRECTORY
    if not is_directory and (source.is_directory_wanted or target.is_directory_wanted):
        raise Refused(Errno.ENOTDIR)
    if number in _ancestors(files, target.parent):
        raise Refused(Errno.EINVAL)  # a directory cannot move below itself
    if target.inode is None or target.inode == number:
        return
    if target.inode in _ancestors(files, source.parent):
        raise Refused(Errno.ENOTEMPTY)
    replaces_directory = files.inode(target.inode).kind is Kind.DIRECTORY
    if is_directory and not replaces_directory:
        raise Refused(Errno.ENOTDIR)
    if replaces_directory and not is_directory:
        raise Refused(Errno.EISDIR)


def _ancestors(files: FileSystem, directory: int) -> set[int]:
    """The directory and all above it."""
    found = {directory}
    while files.inode(directory).parent != directory:
        directory = files.inode(directory).parent
        found.add(directory)
    return found


# Links, and the current directory


def readlink(k: KernelCall, path: Path, buffer: object, size: int) -> None:
    readlinkat(k, 0, path, buffer, size)


def readlinkat(k: KernelCall, directory: int, path: Path, buffer: object, size: int) -> None:
    inode = k.known.files.inode(path.look_up(k.known.files, follow=False).existing())
    if inode.kind is not Kind.SYMLINK or size <= 0:
        raise Refused(Errno.EINVAL)
    text = inode.target[:size]
    k.answer_with(buffer, ByteRun.concrete(text), len(text))


def chdir(k: KernelCall, path: Path) -> None:
    _enter_directory(k, path.look_up(k.known.files).existing())


def fchdir(k: KernelCall, descriptor: int) -> None:
    k.known.descriptors.file(descriptor)
    number = start_of(k, descriptor)
    if number is None:
        raise Refused(Errno.ENOTDIR)
    _enter_directory(k, number)


def _enter_directory(k: KernelCall, number: int) -> None:
    if k.known.files.inode(number).kind is not Kind.DIRECTORY:
        raise Refused(Errno.ENOTDIR)
    k.known.files.check(number, MAY_SEARCH)
    k.kernel.directory = number
    k.answer(0)


def getcwd(k: KernelCall, buffer: object, size: object) -> None:
    text = k.known.files.path_of(k.known.directory) + b"\0"

    def known(here: KernelCall, room: int) -> None:
        if room < len(text):
            raise Refused(Errno.ERANGE)
        here.answer_with(buffer, ByteRun.concrete(text), len(text))

    k.choices(size, known, "size of a buffer")


# Listing


def getdents64(k: KernelCall, descriptor: int, buffer: object, size: object) -> None:
    file = k.known.descriptors.file(descriptor)
    if k.known.files.inode(file.inode).kind is not Kind.DIRECTORY:
        raise Refused(Errno.ENOTDIR)
    k.choices(size, partial(_list, descriptor, buffer), "size of a buffer")


def _list(descriptor: int, buffer: object, k: KernelCall, room: int) -> None:
    file = k.kernel.descriptors.file(descriptor)
    listing = file.listing
    if listing is None:
        inode = k.known.files.inode(file.inode)
        listing = ((b".", file.inode), (b"..", inode.parent), *inode.entries.items())
    position = file.position
    assert isinstance(position, int)
    run = ByteRun.concrete(b"")
    while position < len(listing):
        entry = _entry(k.known.files, *listing[position], position + 1)
        if entry is not None and len(run) + len(entry) > room:
            break
        if entry is not None:
            run = run.joined(entry)
        position += 1
    if len(run) == 0 and position < len(listing):
        raise Refused(Errno.EINVAL)

    def written(here: KernelCall) -> None:
        own = here.kernel.descriptors.file(descriptor)
        own.listing = listing
        own.position = position
        here.answer(len(run))

    k.store(buffer, run, written)


def _entry(files: FileSystem, name: bytes, number: int, offset: int) -> ByteRun | None:
    """One record, padded to whole words; None if the file has gone meanwhile."""
    if not files.exists(number):
        return None
    length = -(-(DIRENT.size + len(name) + 1) // 8) * 8
    kind = _ENTRY_TYPES[files.inode(number).kind]
    head = DIRENT.encode({"ino": number, "off": offset, "reclen": length, "type": kind})
    return head.joined(ByteRun.concrete(name.ljust(length - DIRENT.size, b"\0")))
