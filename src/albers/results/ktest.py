"""The .ktest format: one test's program arguments and the bytes of its symbolic objects, big-endian.

Written is version 3, which every reader of KLEE understands, or 4 where objects point to each other; read are versions
1 to 4 and the old "BOUT" header. KLEE's C reader fails on anything of length zero, hence when writing: an
object without bytes is left out, an object without a name is called "unnamed", and an empty program argument becomes
one NUL byte, which a C program sees as the empty string.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from albers.errors import UserError

WRITTEN_VERSION: Final = 3
NEWEST_VERSION: Final = 4
UNNAMED: Final = "unnamed"

_MAGIC: Final = b"KTEST"
_OLD_MAGIC: Final = b"BOUT\n"
_EMPTY_ARGUMENT: Final = b"\0"


@dataclass(frozen=True)
class Pointer:
    """At `offset` of its object stands the address of object number `index`, plus `index_offset`."""

    offset: int
    index: int
    index_offset: int


@dataclass(frozen=True)
class KTestObject:
    """A symbolic object's value; address and pointers exist in version 4 only."""

    name: str
    data: bytes
    address: int = 0
    pointers: tuple[Pointer, ...] = ()


@dataclass(frozen=True)
class KTest:
    """One test. `arguments` begins with the program's name."""

    arguments: tuple[str, ...]
    objects: tuple[KTestObject, ...]
    symbolic_arguments: int = 0
    symbolic_argument_length: int = 0
    version: int = WRITTEN_VERSION


class Encoder:
    """Makes version 3 files of tests that share their program arguments, and often their objects' names."""

    def __init__(self, arguments: tuple[str, ...] | list[str]) -> None:
        pieces = [_MAGIC, _u32(WRITTEN_VERSION), _u32(len(arguments))]
        for argument in arguments:
            pieces.append(_sized(_to_bytes(argument) or _EMPTY_ARGUMENT))
        pieces += [_u32(0), _u32(0)]
        self._start = b"".join(pieces)
        self._names: dict[str, bytes] = {}

    def encode(self, inputs: list[tuple[str, bytes]]) -> bytes:
        """The bytes of a file."""
        pieces = [self._start, b""]
        count = 0
        for name, data in inputs:
            if not data:
                continue
            count += 1
            known = self._names.get(name)
            if known is None:
                known = self._names[name] = _sized(_to_bytes(name or UNNAMED))
            pieces += (known, _sized(data))
        pieces[1] = _u32(count)
        return b"".join(pieces)


def encode(arguments: tuple[str, ...] | list[str], inputs: list[tuple[str, bytes]]) -> bytes:
    """The bytes of one version 3 file."""
    return Encoder(arguments).encode(inputs)


def encode_structure(arguments: tuple[str, ...], objects: list[KTestObject]) -> bytes:
    """The bytes of a version 4 file: objects with their addresses and the pointers between them."""
    pieces = [_MAGIC, _u32(NEWEST_VERSION), _u32(len(arguments))]
    pieces += [_sized(_to_bytes(argument) or _EMPTY_ARGUMENT) for argument in arguments]
    pieces += [_u32(0), _u32(0)]
    written = [number for number, each in enumerate(objects) if each.data]
    numbers = {number: position for position, number in enumerate(written)}
    pieces.append(_u32(len(written)))
    for number in written:
        each = objects[number]
        kept = [pointer for pointer in each.pointers if pointer.index in numbers]
        pieces += [_sized(_to_bytes(each.name or UNNAMED)), _u64(each.address), _sized(each.data), _u32(len(kept))]
        for pointer in kept:
            pieces += [_u64(pointer.offset), _u64(numbers[pointer.index]), _u64(pointer.index_offset)]
    return b"".join(pieces)


def decode(content: bytes, origin: str) -> KTest:
    """Read a test; `origin` names the file in the message about a damaged one."""
    reader = _Reader(content, origin)
    if reader.take(len(_MAGIC), "the header") not in (_MAGIC, _OLD_MAGIC):
        raise UserError(f"{origin} is not a .ktest file: it does not begin with KTEST")
    version = reader.number("the version")
    if not 1 <= version <= NEWEST_VERSION:
        raise UserError(f"{origin} has .ktest version {version}; this version of Albers reads 1 to {NEWEST_VERSION}")
    arguments = tuple(_argument(reader) for _ in range(reader.number("the number of arguments")))
    symbolic_arguments = reader.number("the symbolic arguments") if version >= 2 else 0
    symbolic_length = reader.number("the symbolic arguments' length") if version >= 2 else 0
    objects = tuple(_object(reader, version) for _ in range(reader.number("the number of objects")))
    reader.expect_end()
    return KTest(arguments, objects, symbolic_arguments, symbolic_length, version)


def read_ktest(path: str | Path) -> KTest:
    """Read a test from a file."""
    try:
        content = Path(path).read_bytes()
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror or error}") from error
    return decode(content, str(path))


def _argument(reader: _Reader) -> str:
    raw = reader.sized("an argument")
    return "" if raw == _EMPTY_ARGUMENT else _to_text(raw)


def _object(reader: _Reader, version: int) -> KTestObject:
    name = _to_text(reader.sized("an object's name"))
    if version < 4:
        return KTestObject(name, reader.sized(f"the data of {name}"))
    address = reader.number("an address", 8)
    data = reader.sized(f"the data of {name}")
    pointers = tuple(_pointer(reader) for _ in range(reader.number("the number of pointers")))
    return KTestObject(name, data, address, pointers)


def _pointer(reader: _Reader) -> Pointer:
    offset, index, index_offset = (reader.number("a pointer", 8) for _ in range(3))
    return Pointer(offset, index, index_offset)


class _Reader:
    """Takes fields off the front; a file that ends too soon is the user's to know, by field."""

    def __init__(self, content: bytes, origin: str) -> None:
        self._content = content
        self._origin = origin
        self._position = 0

    def take(self, length: int, what: str) -> bytes:
        end = self._position + length
        if end > len(self._content):
            raise UserError(
                f"{self._origin} is damaged: it ends at byte {len(self._content)}, inside {what}; generate it again"
            )
        field = self._content[self._position : end]
        self._position = end
        return field

    def number(self, what: str, size: int = 4) -> int:
        return int.from_bytes(self.take(size, what), "big")

    def sized(self, what: str) -> bytes:
        return self.take(self.number(f"the length of {what}"), what)

    def expect_end(self) -> None:
        left = len(self._content) - self._position
        if left:
            raise UserError(f"{self._origin} is damaged: {left} bytes follow the last object; generate it again")


def _u32(number: int) -> bytes:
    return number.to_bytes(4, "big")


def _u64(number: int) -> bytes:
    return number.to_bytes(8, "big")


def _sized(content: bytes) -> bytes:
    return len(content).to_bytes(4, "big") + content


def _to_bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _to_text(raw: bytes) -> str:
    return raw.decode("utf-8", "surrogateescape")
