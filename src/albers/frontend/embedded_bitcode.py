"""Bitcode inside native files: how a piece is written into an object, and how all pieces of a file are found again.

Every compiled source leaves one *piece* in the section `.albers_bc` of its object. Linkers join sections of one name,
so a library or an executable carries the pieces of all its objects, one after the other, perhaps with zeros in
between. A piece says where its end is:

    magic (8) | version (4) | length of the description (4) | length of the body (8) | CRC-32 of the rest (4)
    description: JSON | body: bitcode, deflated

all numbers little-endian. A source without bitcode leaves a piece as well, which says why.
The section is not loaded when the program runs. `ld -r`, `ar`, `--gc-sections`, `-s` and GNU `strip` keep it; LLVM's
`strip` without options, `objcopy -j` and linker scripts that discard what they do not know remove it.
"""

from __future__ import annotations

import io
import json
import struct
import zlib
from collections.abc import Sequence
from typing import BinaryIO, Final, NamedTuple

from albers.errors import UserError
from albers.frontend import archive, elf
from albers.frontend.archive import ArchiveError
from albers.frontend.elf import ElfError, ElfFile

SECTION: Final = ".albers_bc"

_MAGIC: Final = b"\x89ALBERS\n"
_VERSION: Final = 1
_FRAME: Final = struct.Struct("<8sIIQI")

#: Deflating at the lowest level makes bitcode three times smaller and costs a few milliseconds for a large source.
_COMPRESSION: Final = 1

#: What a Mach-O file begins with: 32 and 64 bits, both byte orders, and several architectures in one.
_MACH_O: Final = (
    b"\xfe\xed\xfa\xce",
    b"\xfe\xed\xfa\xcf",
    b"\xce\xfa\xed\xfe",
    b"\xcf\xfa\xed\xfe",
    b"\xca\xfe\xba\xbe",
)


MACH_O_ADVICE: Final = (
    "a Mach-O file; bitcode is carried by ELF files only: build with CC='albers cc --libc musl', which compiles for "
    "Linux on every system"
)


class Piece(NamedTuple):
    """What one source contributed to a native file."""

    source: str  # as given to the compiler
    directory: str  # where the compiler ran
    triple: str
    flags: tuple[str, ...]  # the source's own, as far as they matter for bitcode
    bitcode: bytes  # not prepared yet; empty when there is none
    reason: str = ""  # why there is no bitcode
    warnings: str = ""  # what the compiler said, verbatim

    def framed(self) -> bytes:
        description = json.dumps(
            {
                "source": self.source,
                "directory": self.directory,
                "triple": self.triple,
                "flags": self.flags,
                "reason": self.reason,
                "warnings": self.warnings,
            }
        ).encode()
        rest = description + zlib.compress(self.bitcode, _COMPRESSION)
        return _FRAME.pack(_MAGIC, _VERSION, len(description), len(rest) - len(description), zlib.crc32(rest)) + rest


class Carrier(NamedTuple):
    """A native file, or a member of an archive, with the pieces in it."""

    name: str  # "wc" or "libtext.a(count.o)"
    pieces: tuple[Piece, ...]
    defined: frozenset[str]  # symbols that other objects can link against
    exported: frozenset[str] | None = None  # for a shared library: all that is visible outside

    def default_versions(self) -> frozenset[str]:
        """Names that stand for the default version of a symbol, as in `name@@VERSION`."""
        return frozenset(symbol.split("@@")[0] for symbol in self.defined if "@@" in symbol)


def embed(path: str, pieces: Sequence[Piece]) -> None:
    """Write pieces into an ELF object, executable or shared library; raises `ElfError` for any other file."""
    with open(path, "r+b") as stream:
        ElfFile(stream).add_section(SECTION, b"".join(piece.framed() for piece in pieces))


def is_native(path: str) -> bool:
    """Whether the file is one that could carry bitcode, going by how it begins."""
    beginning = _beginning_of(path)
    return beginning.startswith((elf.MAGIC, *_MACH_O)) or is_archive(path)


def is_mach_o(path: str) -> bool:
    return _beginning_of(path).startswith(_MACH_O)


def is_archive(path: str) -> bool:
    return _beginning_of(path).startswith((archive.MAGIC, archive.THIN_MAGIC))


def carrier_of(path: str) -> Carrier:
    """All pieces of an object, executable or shared library."""
    if is_mach_o(path):
        raise UserError(f"{path}: {MACH_O_ADVICE}")
    with open(path, "rb") as stream:
        file = _parse(stream, path)
        exported = file.exported_symbols() if file.is_shared_library() else None
        carrier = Carrier(path, _pieces_of(file, path), file.defined_symbols(), exported)
    if not carrier.pieces:
        raise UserError(f"{path} has no bitcode; build it with make CC='albers cc'")
    return carrier


def members_of(path: str) -> list[Carrier]:
    """The members of an archive, with what each defines; raises when none has bitcode."""
    carriers: list[Carrier] = []
    try:
        for member in archive.read_members(path):
            if member.content.startswith(elf.MAGIC):
                name = f"{path}({member.name})"
                file = _parse(io.BytesIO(member.content), name)
                carriers.append(Carrier(name, _pieces_of(file, name), file.defined_symbols()))
    except ArchiveError as error:
        raise UserError(f"{path}: {error}; build the library again") from error
    if not any(carrier.pieces for carrier in carriers):
        raise UserError(f"{path} has no bitcode; build it with make CC='albers cc'")
    return carriers


def _pieces_of(file: ElfFile, name: str) -> tuple[Piece, ...]:
    try:
        return tuple(piece for section in file.contents(SECTION) for piece in unframe(section))
    except (ElfError, ValueError) as error:
        raise UserError(f"{name}: the bitcode in it cannot be read: {error}; build it again") from error


def unframe(section: bytes) -> list[Piece]:
    """The pieces in the content of a section; raises `ValueError` when it is damaged."""
    pieces: list[Piece] = []
    position = 0
    while True:
        # A linker may have aligned what follows.
        while position < len(section) and section[position] == 0:
            position += 1
        if position == len(section):
            return pieces
        if len(section) - position < _FRAME.size or section[position : position + len(_MAGIC)] != _MAGIC:
            raise ValueError("something else in the place of bitcode")
        _, version, description_size, body_size, checksum = _FRAME.unpack_from(section, position)
        if version != _VERSION:
            raise ValueError(f"written by another version of Albers (format {version}, this one reads {_VERSION})")
        start = position + _FRAME.size
        position = start + description_size + body_size
        rest = section[start:position]
        if position > len(section) or zlib.crc32(rest) != checksum:
            raise ValueError("damaged bitcode")
        pieces.append(_piece(json.loads(rest[:description_size]), zlib.decompress(rest[description_size:])))


def _piece(description: dict[str, str | list[str]], bitcode: bytes) -> Piece:
    def text(key: str) -> str:
        return str(description[key])

    flags = tuple(str(flag) for flag in description["flags"])
    return Piece(text("source"), text("directory"), text("triple"), flags, bitcode, text("reason"), text("warnings"))


def _parse(stream: BinaryIO, name: str) -> ElfFile:
    try:
        return ElfFile(stream)
    except ElfError as error:
        raise UserError(f"{name}: {error}; build it again") from error


def _beginning_of(path: str) -> bytes:
    try:
        with open(path, "rb") as stream:
            return stream.read(len(archive.MAGIC))
    except OSError:
        return b""
