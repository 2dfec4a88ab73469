"""Static libraries: the members of an `ar` archive.

GNU and BSD ways to write long names, and GNU's thin archives, whose members stay where they were. The archive's own
symbol table is not read: it may be missing or old, and what a member defines is written in the member.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

MAGIC: Final = b"!<arch>\n"
THIN_MAGIC: Final = b"!<thin>\n"

_HEADER_SIZE: Final = 60
_BSD_LONG_NAME: Final = "#1/"
_SYMBOL_TABLES: Final = ("/", "/SYM64/", "__.SYMDEF", "__.SYMDEF SORTED", "__.SYMDEF_64", "__.SYMDEF_64 SORTED")
_LONG_NAMES: Final = "//"


class ArchiveError(Exception):
    """Not an archive, or a damaged one."""


class Member(NamedTuple):
    """A file in an archive."""

    name: str
    content: bytes


def read_members(path: str) -> Iterator[Member]:
    """The files in the archive at `path`, in order, without the archive's own tables."""
    archive = Path(path).read_bytes()
    thin = archive.startswith(THIN_MAGIC)
    if not thin and not archive.startswith(MAGIC):
        raise ArchiveError("not an archive")
    long_names = b""
    position = len(MAGIC)
    while position < len(archive):
        name, size = _read_header(archive, position)
        start = position + _HEADER_SIZE
        own_table = name in _SYMBOL_TABLES or name == _LONG_NAMES
        stored = 0 if thin and not own_table else size
        if start + stored > len(archive):
            raise ArchiveError(f"member {name} is cut short")
        content = archive[start : start + stored]
        position = start + stored + stored % 2
        if name == _LONG_NAMES:
            long_names = content
            continue
        if own_table:
            continue
        if name.startswith(_BSD_LONG_NAME):
            length = _number(name[len(_BSD_LONG_NAME) :])
            name, content = content[:length].rstrip(b"\0").decode(errors="surrogateescape"), content[length:]
            if name in _SYMBOL_TABLES:
                continue
        elif name.startswith("/"):
            name = _long_name(long_names, _number(name[1:]))
        else:
            name = name.removesuffix("/")
        yield Member(name, _thin_content(path, name) if thin else content)


def _read_header(archive: bytes, position: int) -> tuple[str, int]:
    header = archive[position : position + _HEADER_SIZE]
    if len(header) < _HEADER_SIZE or header[58:60] != b"`\n":
        raise ArchiveError("damaged: a member does not begin where it should")
    return header[:16].decode(errors="surrogateescape").rstrip(), _number(header[48:58].decode(errors="replace"))


def _number(text: str) -> int:
    try:
        return int(text)
    except ValueError as error:
        raise ArchiveError(f"damaged: {text.strip()!r} where a number should be") from error


def _long_name(table: bytes, position: int) -> str:
    end = table.find(b"\n", position)
    if not 0 <= position < len(table) or end < 0:
        raise ArchiveError("damaged: a name outside of the table of long names")
    return table[position:end].decode(errors="surrogateescape").removesuffix("/")


def _thin_content(archive: str, name: str) -> bytes:
    try:
        return (Path(archive).parent / name).read_bytes()
    except OSError as error:
        raise ArchiveError(f"a thin archive whose member {name} cannot be read: {error.strerror}") from error
