"""Programs given as native files that carry bitcode: which pieces become part of the program.

An object, an executable or a shared library contributes everything in it, and so do the shared libraries with bitcode
that it loads. An archive contributes the members that define something still undefined, as with a linker; all archives
are searched together until nothing more is found, so their order does not matter. The same piece found twice is linked
once.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from albers.errors import UserError
from albers.frontend.cache import digest
from albers.frontend.compile import Compiler, Unit
from albers.frontend.embedded_bitcode import Carrier, Piece, carrier_of, is_archive, is_native, members_of
from albers.frontend.llvm import LlvmError, Module
from albers.frontend.shared_libraries import libraries_with_bitcode, program_behind_wrapper, with_default_versions
from albers.frontend.toolchain import Target, architecture_of

_SYMBOL_OF_MESSAGE: Final = re.compile(r"Linking globals named '([^']+)'")


@dataclass(frozen=True)
class Part:
    """A module on its way into the program, and what to call it in messages."""

    name: str
    unit: Unit
    triple: str

    def check_architecture(self, target: Target) -> None:
        own = architecture_of(self.triple)
        if own != target.architecture:
            raise UserError(
                f"{self.name} is code for '{own}', but the program is built for '{target.architecture}'; "
                f"build all files for one machine (--target {own})"
            )


class NativeInputs:
    """The native files among the user's, with what has been taken from them so far."""

    def __init__(self, files: Sequence[str]) -> None:
        self._carriers: dict[str, Carrier] = {}  # by the file given
        self._shared: list[Carrier] = []
        self._members: list[Carrier] = []
        self._taken: set[str] = set()
        self.notes: list[str] = []  # about sources without bitcode
        for file in files:
            self._open(file)

    def triple(self) -> str:
        """What the bitcode was compiled for; empty when there is none."""
        for carrier in [*self._carriers.values(), *self._shared, *self._members]:
            for piece in carrier.pieces:
                if piece.bitcode:
                    return piece.triple
        return ""

    def description(self) -> list[object]:
        """What is linked of libraries depends on this, as JSON values; notes are about sources without bitcode."""
        libraries: list[object] = [
            [
                carrier.name,
                [[piece.source, _identity(piece), piece.warnings] for piece in carrier.pieces],
                sorted(carrier.defined),
                None if carrier.exported is None else sorted(carrier.exported),
            ]
            for carrier in [*self._shared, *self._members]
        ]
        return [*libraries, *self.notes]

    def parts_of(self, file: str, compiler: Compiler) -> list[Part]:
        """Everything in an object or executable; libraries follow when the program is known."""
        return self._take(self._carriers[file], compiler) if file in self._carriers else []

    def link_libraries(self, program: Module, wanted: Iterable[str], compiler: Compiler) -> list[Part]:
        """Link shared libraries, then the members of archives that are needed; the parts linked."""
        linked = [part for carrier in self._shared for part in self._link_shared(program, carrier, compiler)]
        return [*linked, *self._link_members(program, wanted, compiler)]

    def _open(self, file: str) -> None:
        if is_archive(file):
            self._members += members_of(file)
            return
        path = file if is_native(file) else program_behind_wrapper(file)
        if path is None:
            return
        carrier = carrier_of(path)
        if carrier.exported is None:
            self._carriers[file] = carrier
        else:
            self._add_shared(carrier)
        for library in libraries_with_bitcode(path, wrapper=None if path == file else file):
            self._add_shared(carrier_of(library))

    def _add_shared(self, carrier: Carrier) -> None:
        if all(not os.path.samefile(carrier.name, known.name) for known in self._shared):
            self._shared.append(carrier)

    def _link_shared(self, program: Module, carrier: Carrier, compiler: Compiler) -> list[Part]:
        """As when a library is loaded: only what it exports is visible, and definitions of the program win."""
        parts = self._take(carrier, compiler)
        library = Module.empty(compiler.toolchain.target.triple)
        link_parts(library, parts, compiler.toolchain.target)
        exported = carrier.exported or frozenset()
        if not all(library.defines(name) for name in exported):
            library = with_default_versions(library)
        library.hide_all_but(exported)
        try:
            program.link_library(library.bitcode(), program.aliases())
        except LlvmError as error:
            raise UserError(f"linking {carrier.name}: {error}") from error
        return parts

    def _link_members(self, program: Module, wanted: Iterable[str], compiler: Compiler) -> list[Part]:
        defining: dict[str, Carrier] = {}
        for member in self._members:
            for symbol in member.defined | member.default_versions():
                defining.setdefault(symbol, member)
        linked: list[Part] = []
        used: set[str] = set()
        missing = {symbol for symbol in wanted if not program.defines(symbol)}
        while True:
            missing |= program.undefined_functions() | program.undefined_variables()
            needed = {defining[symbol].name: defining[symbol] for symbol in sorted(missing) if symbol in defining}
            new = [member for name, member in needed.items() if name not in used]
            if not new:
                return linked
            used.update(member.name for member in new)
            parts = [part for member in new for part in self._take(member, compiler)]
            link_parts(program, parts, compiler.toolchain.target)
            linked += parts

    def _take(self, carrier: Carrier, compiler: Compiler) -> list[Part]:
        parts: list[Part] = []
        for piece in carrier.pieces:
            identity = _identity(piece)
            if identity in self._taken:
                continue
            self._taken.add(identity)
            if piece.reason:
                self.notes.append(f"{carrier.name}: {piece.source} has no bitcode: {piece.reason}")
                continue
            name = _name(carrier, piece)
            bitcode = piece.bitcode
            if carrier.exported is None and carrier.default_versions():
                bitcode = with_default_versions(_parse(name, bitcode)).bitcode()
            unit = compiler.load_content(name, bitcode)
            parts.append(Part(name, Unit(unit.bitcode, piece.warnings), piece.triple))
        return parts


def link_parts(program: Module, parts: Sequence[Part], target: Target, linked: Sequence[Part] = ()) -> None:
    """Link parts for one machine; `linked` are those that are in the program already, for messages."""
    for part in parts:
        part.check_architecture(target)
    try:
        program.link_all([part.unit.bitcode for part in parts])
    except LlvmError as error:
        raise UserError(_conflict([*linked, *parts], str(error))) from error


def _conflict(parts: Sequence[Part], message: str) -> str:
    """LLVM's message, with the names of those who do not agree."""
    symbol = _SYMBOL_OF_MESSAGE.search(message)
    if symbol is None:
        return f"linking {', '.join(part.name for part in parts)}: {message}"
    guilty = [part.name for part in parts if Module.from_bitcode(part.unit.bitcode).defines(symbol[1])]
    return f"linking {' and '.join(guilty) or 'the program'}: {message}"


def carriers_in(file: str) -> list[Carrier]:
    """Whatever carries bitcode in a file; raises `UserError` when nothing does."""
    check_native(file)
    return members_of(file) if is_archive(file) else [carrier_of(program_behind_wrapper(file) or file)]


def extract_module(files: Sequence[str]) -> Module:
    """All bitcode of some native files in one module, as the compiler made it."""
    bitcodes: dict[str, bytes] = {}
    for carrier in [carrier for file in files for carrier in carriers_in(file)]:
        for piece in carrier.pieces:
            if piece.bitcode:
                module = _parse(_name(carrier, piece), piece.bitcode)
                module.keep_inline_definitions()
                bitcodes[_identity(piece)] = module.bitcode()
    if not bitcodes:
        raise UserError(f"{', '.join(files)}: none of the sources has bitcode (see albers cc --pieces)")
    first, *others = bitcodes.values()
    program = Module.from_bitcode(first)
    try:
        program.link_all(others)
    except LlvmError as error:
        raise UserError(f"linking {', '.join(files)}: {error}; extract them one by one") from error
    return program


def check_native(file: str, advice: str = "") -> None:
    """Refuse a file that cannot carry bitcode, with advice for what is often given in its place."""
    if is_native(file) or program_behind_wrapper(file) is not None:
        return
    if not Path(file).is_file():
        raise UserError(f"{file}: no such file{advice}")
    if file.endswith((".la", ".lo")):
        raise UserError(f"{file} is libtool's description of a library or object; give the .a, .so or .o itself")
    raise UserError(
        f"{file}: not a program; expected a C source (.c), LLVM bitcode (.bc) or assembly (.ll), or an object, "
        f"library or executable built with albers cc{advice}"
    )


def _parse(name: str, bitcode: bytes) -> Module:
    try:
        return Module.from_bitcode(bitcode)
    except LlvmError as error:
        raise UserError(f"{name}: the bitcode in it cannot be read: {error}; build it again") from error


def _identity(piece: Piece) -> str:
    """Equal for pieces that are the same code, or the same lack of it."""
    return digest(piece.bitcode or f"{piece.directory}/{piece.source}".encode(errors="surrogateescape"))


def _name(carrier: Carrier, piece: Piece) -> str:
    return f"{carrier.name}: {piece.source}"
