"""One command of a build, performed twice: by the native compiler as it stands, and to bitcode for every C source.

The native result is the compiler's own plus one section (`embedded_bitcode.py`); its messages and its exit code are
passed on. Bitcode that cannot be had never fails a build: the object remembers the reason instead. LLVM is not loaded
here: the bitcode is written as clang made it, and prepared when a program is explored.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from albers.errors import UserError
from albers.frontend.compiler_arguments import CompilerArguments, Language, Source
from albers.frontend.elf import ElfError
from albers.frontend.embedded_bitcode import MACH_O_ADVICE, Piece, embed, is_mach_o
from albers.frontend.native_compiler import NativeCompiler
from albers.frontend.toolchain import Toolchain, find_toolchain

if TYPE_CHECKING:
    from albers.frontend.compiler_driver import DriverSettings

#: Through these clang would write files that the native compiler writes.
_DEPENDENCY_VARIABLES: Final = ("DEPENDENCIES_OUTPUT", "SUNPRO_DEPENDENCIES")

#: What gcc accepts with a warning, clang may refuse; the native compiler has already judged the source. A call of a
#: function without a declaration is worth knowing: the native side may have found one in another C library's header.
_MILD: Final = (
    "-Wno-everything",
    "-Wimplicit-function-declaration",
    "-Wno-error=implicit-function-declaration",
    "-fno-caret-diagnostics",
    "-fno-color-diagnostics",
    "-ferror-limit=3",
)

#: Not optimised, and still with the bodies of inline functions, which clang drops below -O1. The native compiler may
#: have inlined all their calls, so that nobody linked the file with the definition for other callers.
_UNOPTIMISED: Final = tuple(
    "-O1 -Xclang -disable-llvm-passes -Xclang -disable-lifetime-markers -fno-strict-aliasing".split()
)

#: As clang calls them.
_LANGUAGES_WITH_BITCODE: Final = {Language.C: "c", Language.PREPROCESSED_C: "cpp-output"}

#: How a shell, and we, report that a program was ended by a signal.
_SIGNALLED: Final = 128


class DualCompilation:
    """A command that turns sources into code."""

    def __init__(self, parsed: CompilerArguments, native: NativeCompiler, settings: DriverSettings) -> None:
        self._parsed = parsed
        self._settings = settings
        reads_stdin = any(source.path == "-" for source in parsed.sources)
        self._stdin = sys.stdin.buffer.read() if reads_stdin else None
        self._compiler = _BitcodeCompiler(parsed, native, settings, self._stdin or b"")

    def perform(self, command: Sequence[str]) -> int:
        """The native compiler's exit code."""
        sources = self._parsed.sources
        # As many beside the native compiler as there are processors, the others when it has finished.
        beside = os.cpu_count() or 1
        running = [self._compiler.start(source) for source in sources[:beside]]
        exit_code = self._run_native(command)
        if exit_code != 0:
            for compilation in running:
                compilation.abandon()
            return exit_code
        pieces: list[Piece] = []
        for number in range(len(sources)):
            pieces.append(running[number].finish())
            if len(running) < len(sources):
                running.append(self._compiler.start(sources[len(running)]))
        self._embed(pieces)
        return 0

    def _run_native(self, command: Sequence[str]) -> int:
        try:
            exit_code = subprocess.run(command, input=self._stdin, check=False).returncode
        except OSError as error:
            raise UserError(f"cannot run the native compiler {command[0]}: {error.strerror}") from error
        return exit_code if exit_code >= 0 else _SIGNALLED - exit_code

    def _embed(self, pieces: Sequence[Piece]) -> None:
        by_file: dict[str, list[Piece]] = {}
        for source, piece in zip(self._parsed.sources, pieces, strict=True):
            file = self._parsed.object_of(source) if self._parsed.compile_only else self._parsed.executable()
            by_file.setdefault(file, []).append(piece)
            if piece.reason and source.language in _LANGUAGES_WITH_BITCODE:
                self._tell(f"{piece.source}: no bitcode: {piece.reason}")
        for file, own in by_file.items():
            try:
                embed(file, own)
            except (ElfError, OSError) as error:
                advice = MACH_O_ADVICE if is_mach_o(file) else str(error)
                self._tell(f"{file}: the native compiler's result cannot carry bitcode: {advice}")

    def _tell(self, message: str) -> None:
        if not self._settings.quiet:
            print(f"albers cc: warning: {message}", file=sys.stderr)
        if not self._settings.log:
            return
        try:
            with open(self._settings.log, "a") as log:
                log.write(f"{os.getcwd()}: {message}\n")
        except OSError as error:
            print(f"albers cc: warning: {self._settings.log}: {error.strerror}", file=sys.stderr)


class _BitcodeCompiler:
    """Compiles sources to bitcode with the flags of one command line."""

    def __init__(
        self, parsed: CompilerArguments, native: NativeCompiler, settings: DriverSettings, stdin: bytes
    ) -> None:
        self._stdin = stdin
        self._triple = ""
        self._flags: tuple[str, ...] = ()
        self._command: list[str] = []
        self._failure = ""
        try:
            target = native.target(parsed)
            toolchain = find_toolchain("zig", target)
            system_directories = native.system_header_directories()
        except UserError as error:
            self._failure = error.message
            return
        self._triple = target.triple
        self._flags = (*without_directories(parsed.bitcode_flags, system_directories), *settings.flags)
        self._command = [
            *toolchain.compiler,
            *toolchain.fixed_flags(settings.level),
            *(_UNOPTIMISED if settings.level == 0 else ()),
            # The source shall take the same branches of its #if as it did natively.
            *(("-D__OPTIMIZE__=1",) if parsed.optimised else ("-U__OPTIMIZE__",)),
            *_MILD,
            *self._flags,
            *_header_flags(toolchain, parsed, system_directories),
        ]

    def start(self, source: Source) -> _Running:
        name = "<stdin>" if source.path == "-" else source.path
        piece = Piece(name, os.getcwd(), self._triple, self._flags, b"")
        if source.language not in _LANGUAGES_WITH_BITCODE:
            return _Running(piece._replace(reason=f"it is written in {source.language.value}"))
        if self._failure:
            return _Running(piece._replace(reason=self._failure))
        path = source.path
        if path.startswith("-") and path != "-":
            path = os.path.join(".", path)
        command = [*self._command, "-x", _LANGUAGES_WITH_BITCODE[source.language], "-o", "-", path]
        environment = {name: value for name, value in os.environ.items() if name not in _DEPENDENCY_VARIABLES}
        pipe, stdin = subprocess.PIPE, self._stdin if path == "-" else None
        source_of_input = subprocess.DEVNULL if stdin is None else pipe
        try:
            process = subprocess.Popen(command, stdin=source_of_input, stdout=pipe, stderr=pipe, env=environment)
        except OSError as error:
            return _Running(piece._replace(reason=f"cannot run {command[0]}: {error.strerror}"))
        return _Running(piece, process, stdin)


class _Running:
    """A source on its way to bitcode; the compiler waits at the end of its work until somebody listens."""

    def __init__(self, piece: Piece, process: subprocess.Popen[bytes] | None = None, stdin: bytes | None = None):
        self._piece = piece
        self._process = process
        self._stdin = stdin

    def finish(self) -> Piece:
        """What the source contributes, bitcode or a reason."""
        if self._process is None:
            return self._piece
        bitcode, output = self._process.communicate(self._stdin)
        messages = output.decode(errors="replace")
        if self._process.returncode != 0 or not bitcode:
            return self._piece._replace(reason=_reason(messages, self._process.returncode))
        return self._piece._replace(bitcode=bitcode, warnings=messages)

    def abandon(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()


def without_directories(flags: Sequence[str], directories: Sequence[str]) -> list[str]:
    """The flags without directories that are searched last anyway: before musl's headers they would replace them."""
    kept: list[str] = []
    words = iter(flags)
    for word in words:
        if word not in ("-I", "-isystem", "-idirafter"):
            kept.append(word)
            continue
        value = next(words)
        if os.path.normpath(value) not in directories:
            kept += [word, value]
    return kept


def _header_flags(toolchain: Toolchain, parsed: CompilerArguments, system_directories: Sequence[str]) -> list[str]:
    if parsed.without_system_headers:
        return ["-nostdinc"]
    flags = list(toolchain.header_flags())
    for directory in system_directories:
        flags += ["-idirafter", directory]
    return flags


def _reason(messages: str, exit_code: int) -> str:
    for line in messages.splitlines():
        if "error: " in line:
            return line
    return messages.strip() or f"the bitcode compiler ended with exit code {exit_code}"
