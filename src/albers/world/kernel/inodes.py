"""Files of every kind as the kernel keeps them: status and contents, without a name.

Numbers in a status may be terms: a symbolic file's permissions, owner and times are inputs of the program.
"""

from __future__ import annotations

import enum
from typing import Final

from albers.world.kernel.contents import FileContents

S_IFMT: Final = 0o170000
S_IFIFO: Final = 0o010000
S_IFCHR: Final = 0o020000
S_IFDIR: Final = 0o040000
S_IFREG: Final = 0o100000
S_IFLNK: Final = 0o120000

BLOCK_SIZE: Final = 4096
DEVICE_NUMBER: Final = 0x801  # of the one file system

#: The fields of a status besides size and blocks, which follow from the contents.
STATUS_FIELDS: Final = (
    "dev",
    "ino",
    "mode",
    "nlink",
    "uid",
    "gid",
    "rdev",
    "blksize",
    "atime_sec",
    "atime_nsec",
    "mtime_sec",
    "mtime_nsec",
    "ctime_sec",
    "ctime_nsec",
)


class Kind(enum.Enum):
    """How a file behaves; the value is its type in a status."""

    REGULAR = S_IFREG
    DIRECTORY = S_IFDIR
    SYMLINK = S_IFLNK
    PIPE = S_IFIFO
    DEVICE = S_IFCHR


class Device(enum.Enum):
    """Character devices by name; the value is the device number."""

    NONE = 0
    NULL = 0x103
    ZERO = 0x105
    FULL = 0x107
    RANDOM = 0x108
    TERMINAL = 0x500
    STDIN = 0x8800  # opening these three opens what the descriptor 0, 1 or 2 has open
    STDOUT = 0x8801
    STDERR = 0x8802


DEVICE_OF_DESCRIPTOR: Final = {Device.STDIN: 0, Device.STDOUT: 1, Device.STDERR: 2}


class Inode:
    """One file. `owner` names the file system (one path's) that may change it in place."""

    def __init__(self, number: int, kind: Kind, status: dict[str, object], owner: int) -> None:
        self.number = number
        self.kind = kind
        self.status = status
        self.owner = owner
        self.contents = FileContents.of_bytes(b"")
        self.contents_owner = owner
        self.entries: dict[bytes, int] = {}  # of a directory, without . and ..
        self.parent = number  # of a directory
        self.target = b""  # of a symbolic link
        self.device = Device.NONE
        self.captures = 0  # 1 or 2: what is written here is the program's output
        self.readers = 0  # of a pipe: open files at either end
        self.writers = 0
        self.opened = 0  # open files: a removed file lives as long as it is open

    def copy(self, owner: int) -> Inode:
        twin = Inode(self.number, self.kind, dict(self.status), owner)
        twin.contents = self.contents
        twin.contents_owner = self.contents_owner
        twin.entries = dict(self.entries)
        twin.parent = self.parent
        twin.target = self.target
        twin.device = self.device
        twin.captures = self.captures
        twin.readers = self.readers
        twin.writers = self.writers
        twin.opened = self.opened
        return twin

    def writable_contents(self) -> FileContents:
        """The contents for changing; the caller owns the inode."""
        if self.contents_owner != self.owner:
            self.contents = self.contents.copy()
            self.contents_owner = self.owner
        return self.contents

    @property
    def size(self) -> object:
        """As a status tells it."""
        if self.kind is Kind.REGULAR:
            return self.contents.size
        if self.kind is Kind.SYMLINK:
            return len(self.target)
        return BLOCK_SIZE if self.kind is Kind.DIRECTORY else 0

    @property
    def blocks(self) -> int:
        """In units of 512 bytes."""
        if self.kind is Kind.DIRECTORY:
            return BLOCK_SIZE // 512
        return -(-self.contents.capacity // BLOCK_SIZE) * (BLOCK_SIZE // 512)

    @property
    def is_terminal(self) -> bool:
        return self.device is Device.TERMINAL


def status_of(number: int, mode: int, seconds: int, nanoseconds: int, owner: int) -> dict[str, object]:
    """A fresh file's status."""
    status: dict[str, object] = {
        "dev": DEVICE_NUMBER,
        "ino": number,
        "mode": mode,
        "nlink": 1,
        "uid": owner,
        "gid": owner,
        "rdev": 0,
        "blksize": BLOCK_SIZE,
    }
    for time in ("atime", "mtime", "ctime"):
        status[f"{time}_sec"] = seconds
        status[f"{time}_nsec"] = nanoseconds
    return status
