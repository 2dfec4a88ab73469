"""The files of one path, in memory: a tree of directories over numbered inodes, and finding a path in it.

Nothing here knows of descriptors or of symbolic paths. A file system is copied when a path that shares it with another
first changes something; inodes are copied one by one after that.
"""

from __future__ import annotations

import itertools
from typing import Final

from albers.world.kernel.error_numbers import Errno, Refused
from albers.world.kernel.inodes import Inode, Kind, status_of

ROOT: Final = 1
LONGEST_PATH: Final = 4095
LONGEST_NAME: Final = 255
#: The user the program runs as; everything belongs to it.
USER: Final = 1000

MAY_READ: Final = 4
MAY_WRITE: Final = 2
MAY_SEARCH: Final = 1

_MOST_LINKS: Final = 40  # followed in one path, as in Linux

_keys: Final = itertools.count(1)


class Lookup:
    """What a path names: an entry of a directory that exists, and what the entry stands for, if it exists.

    The name is "." where there is no entry to speak of: the root, and paths that end in a dot.
    """

    def __init__(self, parent: int, name: bytes, inode: int | None, is_directory_wanted: bool) -> None:
        self.parent = parent
        self.name = name
        self.inode = inode
        self.is_directory_wanted = is_directory_wanted  # the path ended in a slash

    def existing(self) -> int:
        if self.inode is None:
            raise Refused(Errno.ENOENT)
        return self.inode

    @property
    def is_plain(self) -> bool:
        """Whether the name is one that can be given and taken."""
        return self.name not in (b".", b"..")

    def missing(self) -> bytes:
        """The name of the entry to be made."""
        if self.inode is not None or not self.is_plain:
            raise Refused(Errno.EEXIST)
        return self.name


class FileSystem:
    """The inodes of one path."""

    def __init__(self, inodes: dict[int, Inode], next_number: int) -> None:
        self._inodes = inodes
        self._next_number = next_number
        self._key = next(_keys)

    @staticmethod
    def empty(seconds: int) -> FileSystem:
        """A root directory and nothing else."""
        files = FileSystem({}, ROOT)
        files.add(Kind.DIRECTORY, 0o755, seconds, 0)
        return files

    def fork(self) -> FileSystem:
        """A copy to change; this one must not be changed any more."""
        return FileSystem(self._inodes.copy(), self._next_number)

    # Inodes

    def inode(self, number: int) -> Inode:
        """For reading."""
        return self._inodes[number]

    def exists(self, number: int) -> bool:
        return number in self._inodes

    def writable(self, number: int) -> Inode:
        found = self._inodes[number]
        if found.owner != self._key:
            found = found.copy(self._key)
            self._inodes[number] = found
        return found

    def add(self, kind: Kind, permissions: int, seconds: int, nanoseconds: int) -> Inode:
        """A new file that has no name yet."""
        number = self._next_number
        self._next_number += 1
        status = status_of(number, kind.value | permissions, seconds, nanoseconds, USER)
        made = Inode(number, kind, status, self._key)
        if kind is Kind.DIRECTORY:
            made.status["nlink"] = 2
        self._inodes[number] = made
        return made

    def forget_unused(self, number: int) -> None:
        """Removes the inode if it has neither a name nor an open file."""
        found = self._inodes[number]
        if found.opened == 0 and found.status["nlink"] == 0:
            del self._inodes[number]

    # Entries

    def enter(self, directory: int, name: bytes, number: int) -> None:
        """Gives a file a (further) name, in place of what had it."""
        self.writable(directory).entries[name] = number
        if self.inode(number).kind is Kind.DIRECTORY:
            self.writable(number).parent = directory
            self._count_links(directory, 1)

    def remove_entry(self, directory: int, name: bytes) -> int:
        """Takes a name away; the number of the file that had it, whose links are the caller's to count."""
        number = self.writable(directory).entries.pop(name)
        if self.inode(number).kind is Kind.DIRECTORY:
            self._count_links(directory, -1)
        return number

    def _count_links(self, number: int, change: int) -> None:
        status = self.writable(number).status
        links = status["nlink"]
        if isinstance(links, int):  # a symbolic count stays what the input says
            status["nlink"] = links + change

    def unlink(self, directory: int, name: bytes) -> int:
        """Takes a name away from a file that is no directory; its number."""
        number = self.remove_entry(directory, name)
        status = self.writable(number).status
        links = status["nlink"]
        status["nlink"] = links - 1 if isinstance(links, int) and links > 0 else 0
        return number

    # Permissions

    def allows(self, number: int, wanted: int) -> bool:
        """Whether the user may do all of `wanted`; a symbolic mode counts as allowing (see `opening`)."""
        mode = self.inode(number).status["mode"]
        return not isinstance(mode, int) or (mode >> 6) & wanted == wanted

    def check(self, number: int, wanted: int) -> None:
        if not self.allows(number, wanted):
            raise Refused(Errno.EACCES)

    def check_changeable(self, directory: int) -> None:
        """Whether names can be given and taken in a directory."""
        self.check(directory, MAY_WRITE | MAY_SEARCH)
        if self.inode(directory).status["nlink"] == 0:
            raise Refused(Errno.ENOENT)  # it was removed, and is only still open

    # Paths

    def look_up(self, start: int, path: bytes, follow: bool = True) -> Lookup:
        """Walks a path from a directory; `follow` says whether a symbolic link at the very end is followed."""
        found = self._walk(start, path, follow or path.endswith(b"/"))
        is_file = found.inode is not None and self.inode(found.inode).kind is not Kind.DIRECTORY
        if is_file and found.is_directory_wanted:
            raise Refused(Errno.ENOTDIR)
        return found

    def look_up_entry(self, start: int, path: bytes) -> Lookup:
        """Walks up to the last name, for calls that give or take names: links and slashes at the end are left alone."""
        return self._walk(start, path, False)

    def _walk(self, start: int, path: bytes, follow: bool) -> Lookup:
        if not path:
            raise Refused(Errno.ENOENT)
        if len(path) > LONGEST_PATH:
            raise Refused(Errno.ENAMETOOLONG)
        current = ROOT if path.startswith(b"/") else start
        names = [name for name in path.split(b"/") if name]
        names.reverse()
        links = 0
        found = Lookup(current, b".", current, False)
        while names:
            found = self._step(current, names.pop())
            number = found.inode
            if number is None:
                if names:
                    raise Refused(Errno.ENOENT)
                break
            inode = self.inode(number)
            if inode.kind is Kind.SYMLINK and (names or follow):
                links += 1
                if links > _MOST_LINKS:
                    raise Refused(Errno.ELOOP)
                if inode.target.startswith(b"/"):
                    current = ROOT
                    found = Lookup(ROOT, b".", ROOT, False)
                names += reversed([each for each in inode.target.split(b"/") if each])
                continue
            current = number
        found.is_directory_wanted = path.endswith(b"/")
        return found

    def _step(self, directory: int, name: bytes) -> Lookup:
        inode = self.inode(directory)
        if inode.kind is not Kind.DIRECTORY:
            raise Refused(Errno.ENOTDIR)
        self.check(directory, MAY_SEARCH)
        if len(name) > LONGEST_NAME:
            raise Refused(Errno.ENAMETOOLONG)
        if name == b".":
            return Lookup(directory, name, directory, False)
        if name == b"..":
            return Lookup(inode.parent, name, inode.parent, False)
        return Lookup(directory, name, inode.entries.get(name), False)

    def path_of(self, directory: int) -> bytes:
        """The absolute path of a directory; refused if it was removed."""
        names: list[bytes] = []
        while directory != ROOT:
            parent = self.inode(directory).parent
            name = next((each for each, number in self.inode(parent).entries.items() if number == directory), None)
            if name is None:
                raise Refused(Errno.ENOENT)
            names.append(name)
            directory = parent
        return b"/" + b"/".join(reversed(names))

    # Building a tree before the program starts

    def make_directories(self, start: int, path: bytes, seconds: int) -> int:
        """The directory of this path, made with its parents where missing."""
        current = ROOT if path.startswith(b"/") else start
        for name in path.split(b"/"):
            if not name:
                continue
            found = self._step(current, name).inode
            if found is None:
                found = self.add(Kind.DIRECTORY, 0o755, seconds, 0).number
                self.enter(current, name, found)
            current = found
        if self.inode(current).kind is not Kind.DIRECTORY:
            raise Refused(Errno.ENOTDIR)
        return current
