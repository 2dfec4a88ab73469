"""ELF files, as much as carrying bitcode needs: sections, symbol names, and adding a section to a finished file.

Both classes (32 and 64 bits) and both byte orders. A section is added at the end of the file, after everything that is
there, so no offset or index that the file contains changes; only the table of sections and the names of sections
are written anew.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from typing import BinaryIO, Final, NamedTuple

MAGIC: Final = b"\x7fELF"

_SYMBOL_TABLE: Final = 2  # SHT_SYMTAB
_DYNAMIC_TABLE: Final = 6  # SHT_DYNAMIC
_DYNAMIC_SYMBOL_TABLE: Final = 11  # SHT_DYNSYM
_PROGRAM_DATA: Final = 1  # SHT_PROGBITS
_NO_DATA: Final = 8  # SHT_NOBITS
_UNDEFINED: Final = 0  # SHN_UNDEF
_FIRST_RESERVED_INDEX: Final = 0xFF00  # SHN_LORESERVE: larger numbers are kept in section 0
_INDEX_IN_SECTION_ZERO: Final = 0xFFFF  # SHN_XINDEX
_LOCAL: Final = 0  # STB_LOCAL

_SHARED_OBJECT: Final = 3  # ET_DYN: a shared library, or an executable that can be loaded anywhere
_NEEDED: Final = 1  # DT_NEEDED
_SEARCH_PATHS: Final = (15, 29)  # DT_RPATH, DT_RUNPATH
_FLAGS: Final = 0x6FFFFFFB  # DT_FLAGS_1
_EXECUTABLE: Final = 0x08000000  # DF_1_PIE

_LARGEST_ALIGNMENT: Final = 8

#: Machine numbers, with the class when one number stands for two architectures.
_ARCHITECTURES: Final = {
    (62, True): "x86_64",
    (3, False): "x86",
    (183, True): "aarch64",
    (40, False): "arm",
    (243, True): "riscv64",
    (243, False): "riscv32",
    (21, True): "powerpc64le",
    (258, True): "loongarch64",
    (22, True): "s390x",
}


class ElfError(Exception):
    """Not an ELF file, or a damaged one."""


class SectionHeader(NamedTuple):
    """One row of the section table, in the order of the file format."""

    name: int
    kind: int
    flags: int
    address: int
    offset: int
    size: int
    link: int
    info: int
    alignment: int
    entry_size: int


class ElfFile:
    """An ELF file open for reading (and writing, when a section is to be added)."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        identification = self._read(0, 16)
        if identification[:4] != MAGIC:
            raise ElfError("not an ELF file")
        if identification[4] not in (1, 2) or identification[5] not in (1, 2):
            raise ElfError("neither a 32-bit nor a 64-bit ELF file")
        self._wide = identification[4] == 2
        order = "<" if identification[5] == 1 else ">"
        self._header = struct.Struct(order + ("HHIQQQIHHHHHH" if self._wide else "HHIIIIIHHHHHH"))
        self._row = struct.Struct(order + ("IIQQQQIIQQ" if self._wide else "IIIIIIIIII"))
        self._symbol = struct.Struct(order + ("IBBHQQ" if self._wide else "IIIBBH"))
        self._dynamic = struct.Struct(order + ("qQ" if self._wide else "iI"))
        self._fields = list(self._header.unpack(self._read(16, self._header.size)))
        self._sections = self._read_sections()

    @property
    def architecture(self) -> str:
        """In the spelling of `toolchain.py`; empty for a machine unknown there."""
        return _ARCHITECTURES.get((self._fields[1], self._wide), "")

    def contents(self, name: str) -> list[bytes]:
        """The contents of all sections of this name."""
        if not self._sections:
            return []
        names = self._content(self._sections[self._names_index()])
        wanted = name.encode()
        return [
            self._content(section)
            for section in self._sections
            if section.kind != _NO_DATA and _text_at(names, section.name) == wanted
        ]

    def defined_symbols(self) -> frozenset[str]:
        """The names other objects can link against; what is only common counts as well."""
        return self._definitions(_SYMBOL_TABLE)

    def exported_symbols(self) -> frozenset[str]:
        """What a shared library offers to those who load it."""
        return self._definitions(_DYNAMIC_SYMBOL_TABLE)

    def is_shared_library(self) -> bool:
        if self._fields[0] != _SHARED_OBJECT or self.contents(".interp"):
            return False
        return not any(tag == _FLAGS and value & _EXECUTABLE for tag, value, _ in self._dynamic_entries())

    def needed_libraries(self) -> list[str]:
        """The names of the shared libraries that are loaded with this file."""
        return [_decoded(names, value) for tag, value, names in self._dynamic_entries() if tag == _NEEDED]

    def search_path(self) -> list[str]:
        """Where this file says its libraries are."""
        paths = [_decoded(names, value) for tag, value, names in self._dynamic_entries() if tag in _SEARCH_PATHS]
        return [directory for path in paths for directory in path.split(":") if directory]

    def add_section(self, name: str, content: bytes) -> None:
        """Append a section that the loader ignores and that a linker joins with others of its name."""
        if not self._sections:
            raise ElfError("the file has no table of sections")
        names_index = self._names_index()
        names = self._content(self._sections[names_index])
        new_names = names + name.encode() + b"\0"
        position = self._stream.seek(0, os.SEEK_END)
        self._stream.write(content)
        names_position = position + len(content)
        self._stream.write(new_names)
        table_position = _aligned(names_position + len(new_names))
        self._stream.write(bytes(table_position - names_position - len(new_names)))

        rows = list(self._sections)
        rows[names_index] = rows[names_index]._replace(offset=names_position, size=len(new_names))
        rows.append(SectionHeader(len(names), _PROGRAM_DATA, 0, 0, position, len(content), 0, 0, 1, 0))
        if len(rows) >= _FIRST_RESERVED_INDEX:
            rows[0] = rows[0]._replace(size=len(rows))
        self._stream.write(b"".join(self._row.pack(*row) for row in rows))

        # Last, so that a file whose writing was cut short is still the file it was before.
        self._fields[5] = table_position
        self._fields[11] = len(rows) if len(rows) < _FIRST_RESERVED_INDEX else 0
        self._stream.seek(16)
        self._stream.write(self._header.pack(*self._fields))
        self._sections = rows

    def _definitions(self, kind: int) -> frozenset[str]:
        found: set[str] = set()
        for section in self._sections:
            if section.kind != kind or not 0 < section.link < len(self._sections):
                continue
            names = self._content(self._sections[section.link])
            for row in self._rows_of(section, self._symbol):
                info, index = (row[1], row[3]) if self._wide else (row[3], row[5])
                if info >> 4 != _LOCAL and index != _UNDEFINED:
                    found.add(_decoded(names, row[0]))
        return frozenset(found)

    def _dynamic_entries(self) -> list[tuple[int, int, bytes]]:
        """(tag, value, the table that the value may be a position in)."""
        entries: list[tuple[int, int, bytes]] = []
        for section in self._sections:
            if section.kind == _DYNAMIC_TABLE and 0 < section.link < len(self._sections):
                names = self._content(self._sections[section.link])
                entries += [(tag, value, names) for tag, value in self._rows_of(section, self._dynamic)]
        return entries

    def _rows_of(self, section: SectionHeader, row: struct.Struct) -> Iterator[tuple[int, ...]]:
        table = self._content(section)
        return row.iter_unpack(table[: len(table) // row.size * row.size])

    def _read_sections(self) -> list[SectionHeader]:
        position, row_size, count = self._fields[5], self._fields[10], self._fields[11]
        if position == 0:
            return []
        if row_size != self._row.size:
            raise ElfError(f"a table of sections with rows of {row_size} bytes")
        if count == 0:
            count = SectionHeader(*self._row.unpack(self._read(position, row_size))).size
        table = self._read(position, count * row_size)
        return [SectionHeader(*row) for row in self._row.iter_unpack(table)]

    def _names_index(self) -> int:
        index: int = self._fields[12]
        if index == _INDEX_IN_SECTION_ZERO:
            index = self._sections[0].link
        if not 0 < index < len(self._sections):
            raise ElfError("the sections have no names")
        return index

    def _content(self, section: SectionHeader) -> bytes:
        return self._read(section.offset, section.size)

    def _read(self, position: int, size: int) -> bytes:
        self._stream.seek(position)
        content = self._stream.read(size)
        if len(content) != size:
            raise ElfError("the file is cut short")
        return content


def _text_at(table: bytes, position: int) -> bytes:
    end = table.find(b"\0", position)
    if position >= len(table) or end < 0:
        raise ElfError("a name outside of its table")
    return table[position:end]


def _decoded(table: bytes, position: int) -> str:
    return _text_at(table, position).decode(errors="surrogateescape")


def _aligned(position: int) -> int:
    return (position + _LARGEST_ALIGNMENT - 1) // _LARGEST_ALIGNMENT * _LARGEST_ALIGNMENT
