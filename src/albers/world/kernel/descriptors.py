"""Open files, and the small numbers the program knows them by.

Several descriptors may stand for one open file (dup): they share its position and its flags. What an open file
is about, the inode, belongs to the file system.
"""

from __future__ import annotations

from typing import Final

from albers.world.kernel.error_numbers import Errno, Refused

# <fcntl.h>, as on every machine we compile for.
O_ACCMODE: Final = 0o3
O_RDONLY: Final = 0o0
O_WRONLY: Final = 0o1
O_RDWR: Final = 0o2
O_CREAT: Final = 0o100
O_EXCL: Final = 0o200
O_TRUNC: Final = 0o1000
O_APPEND: Final = 0o2000
O_NONBLOCK: Final = 0o4000
O_CLOEXEC: Final = 0o2000000
O_PATH: Final = 0o10000000

_ODD_MACHINES: Final = ("aarch64", "arm", "powerpc64le")

MOST_DESCRIPTORS: Final = 1024


def directory_flags(architecture: str) -> tuple[int, int]:
    """O_DIRECTORY and O_NOFOLLOW, which machines number differently."""
    return (0o40000, 0o100000) if architecture in _ODD_MACHINES else (0o200000, 0o400000)


class OpenFile:
    """`position` is an int, or the symbolic size of the file once that has been read to its end."""

    def __init__(self, inode: int, flags: int) -> None:
        self.inode = inode
        self.flags = flags
        self.position: object = 0
        self.references = 0
        self.listing: tuple[tuple[bytes, int], ...] | None = None  # of a directory being read: its names, as of then

    def copy(self) -> OpenFile:
        twin = OpenFile(self.inode, self.flags)
        twin.position = self.position
        twin.references = self.references
        twin.listing = self.listing
        return twin

    @property
    def is_readable(self) -> bool:
        return self.flags & O_ACCMODE in (O_RDONLY, O_RDWR) and not self.flags & O_PATH

    @property
    def is_writable(self) -> bool:
        return self.flags & O_ACCMODE in (O_WRONLY, O_RDWR) and not self.flags & O_PATH


class Descriptors:
    """The descriptor table of one path with the open files behind it."""

    def __init__(self) -> None:
        self._files: dict[int, OpenFile] = {}  # by a number of their own
        self._descriptors: dict[int, tuple[int, bool]] = {}  # (open file, closed by exec)
        self._next_file = 0
        self.limit = MOST_DESCRIPTORS

    def fork(self) -> Descriptors:
        twin = Descriptors()
        twin._files = {number: file.copy() for number, file in self._files.items()}
        twin._descriptors = self._descriptors.copy()
        twin._next_file = self._next_file
        twin.limit = self.limit
        return twin

    def numbers(self) -> list[int]:
        return sorted(self._descriptors)

    def is_open(self, descriptor: int) -> bool:
        return descriptor in self._descriptors

    def file(self, descriptor: int) -> OpenFile:
        found = self._descriptors.get(descriptor)
        if found is None:
            raise Refused(Errno.EBADF)
        return self._files[found[0]]

    def add(self, file: OpenFile, close_on_exec: bool) -> int:
        """The lowest free descriptor for a new open file."""
        descriptor = self._lowest_free(0)
        number = self._next_file
        self._next_file += 1
        self._files[number] = file
        self._set(descriptor, number, close_on_exec)
        return descriptor

    def duplicate(self, descriptor: int, lowest: int, close_on_exec: bool) -> int:
        """A further descriptor, the lowest free one from `lowest` on."""
        self.file(descriptor)
        found = self._lowest_free(lowest)
        self._set(found, self._descriptors[descriptor][0], close_on_exec)
        return found

    def duplicate_as(self, descriptor: int, wanted: int, close_on_exec: bool) -> None:
        """A further descriptor with this number, which must be free."""
        self._set(wanted, self._descriptors[descriptor][0], close_on_exec)

    def remove(self, descriptor: int) -> OpenFile | None:
        """Closes a descriptor; the open file if this was its last one."""
        self.file(descriptor)
        number, _ = self._descriptors.pop(descriptor)
        file = self._files[number]
        file.references -= 1
        if file.references:
            return None
        return self._files.pop(number)

    def closes_on_exec(self, descriptor: int) -> bool:
        self.file(descriptor)
        return self._descriptors[descriptor][1]

    def set_close_on_exec(self, descriptor: int, value: bool) -> None:
        self.file(descriptor)
        self._descriptors[descriptor] = (self._descriptors[descriptor][0], value)

    def _set(self, descriptor: int, number: int, close_on_exec: bool) -> None:
        assert descriptor not in self._descriptors
        self._files[number].references += 1
        self._descriptors[descriptor] = (number, close_on_exec)

    def _lowest_free(self, lowest: int) -> int:
        while lowest in self._descriptors:
            lowest += 1
        if lowest >= self.limit:
            raise Refused(Errno.EMFILE)
        return lowest
