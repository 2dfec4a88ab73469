"""The compiler that makes the native code when `albers cc` is called, and for which machine it makes it.

Imports wait until they are needed: a question of a configure script is answered without them.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from albers.errors import UserError
from albers.frontend.compiler_arguments import CompilerArguments

if TYPE_CHECKING:
    from albers.frontend.toolchain import Target

#: Which C library the native side is built against.
SYSTEM_LIBC: Final = "system"
MUSL_LIBC: Final = "musl"

_WIDER: Final = {"x86": "x86_64"}
_NARROWER: Final = {"x86_64": "x86"}

#: zig's compiler traps on undefined behaviour and defines macros of its own; a build expects neither.
_PLAIN_ZIG: Final = ("-fno-sanitize=undefined", "-UNDEBUG", "-U_DEBUG")

#: gcc only warns about these; whether a source is good enough was decided by its authors, with their compiler.
_MERE_WARNINGS: Final = tuple(
    f"-Wno-error={name}"
    for name in (
        "implicit-function-declaration",
        "implicit-int",
        "int-conversion",
        "incompatible-function-pointer-types",
        "return-mismatch",
    )
)

#: What zig's linker does not take, all of it about messages and reports.
_LINK_REPORTS: Final = ("-Map", "--Map", "--warn-common", "--verbose", "--cref", "--print-map", "--trace", "-t")


class NativeCompiler(NamedTuple):
    """How the native command line starts."""

    command: tuple[str, ...]
    libc: str
    machine: str  # a triple, or empty when the compiler is this machine's own
    is_zig: bool

    def question(self, arguments: Sequence[str], parsed: CompilerArguments) -> list[str]:
        """The command line for everything that is not a compilation for good."""
        return self._command_line(arguments, parsed)

    def compilation(self, arguments: Sequence[str], parsed: CompilerArguments) -> list[str]:
        """The command line for a source of the program; a warning of the bundled compiler shall not stop a build."""
        if not self.is_zig:
            return self._command_line(arguments, parsed)
        return self._command_line([*_MERE_WARNINGS, *arguments, "-Wno-error"], parsed)

    def _command_line(self, arguments: Sequence[str], parsed: CompilerArguments) -> list[str]:
        own = list(arguments)
        if self.is_zig:
            own = without_link_reports(own)
        # An object of link-time optimisation is replaced by the linker as a whole, and its bitcode with it.
        tail = ["-fno-lto"] if parsed.link_time_optimisation else []
        return [*self.command, *own, *tail]

    def target(self, parsed: CompilerArguments) -> Target:
        """The machine that the sources are compiled for; raises `UserError` for one we have no headers for."""
        from albers.frontend.toolchain import find_target

        if parsed.architecture in ("-m32", "-m64"):
            own = find_target(self.machine).architecture
            table = _NARROWER if parsed.architecture == "-m32" else _WIDER
            return find_target(table.get(own, own))
        return find_target(parsed.architecture or self.machine)

    def system_header_directories(self) -> tuple[str, ...]:
        """Where headers of other libraries are found, after those of the C library."""
        if self.libc == MUSL_LIBC:
            return ()
        from albers.frontend.toolchain import find_target

        multiarch = f"{find_target(self.machine).architecture}-linux-gnu"
        directories = ("/usr/local/include", f"/usr/include/{multiarch}", "/usr/include")
        return tuple(directory for directory in directories if os.path.isdir(directory))


def find_native_compiler(given: Sequence[str], libc: str, language: str) -> NativeCompiler:
    """The compiler that was asked for; else the system's, or zig's when there is none. `language` is c or c++."""
    driver = "c++" if language == "c++" else "cc"
    if libc == MUSL_LIBC:
        if given:
            raise UserError("ALBERS_CC_NATIVE and --libc musl exclude each other: musl comes with the bundled compiler")
        from albers.frontend.toolchain import find_target

        target = find_target("")
        zig_target = f"{target.architecture}-linux-{target.triple.rsplit('-', 1)[1]}"
        return NativeCompiler((*_zig(driver), "-target", zig_target, *_PLAIN_ZIG), libc, target.triple, True)
    if libc != SYSTEM_LIBC:
        raise UserError(f"unknown C library '{libc}'; choose system or musl")
    if given:
        found = _on_path(given[0])
        if found is None:
            raise UserError(f"compiler '{given[0]}' not found; ALBERS_CC_NATIVE names the native compiler")
        command = (found, *given[1:])
        return NativeCompiler(command, libc, _machine_of(command), os.path.basename(found) == "zig")
    for name in ("c++", "g++", "clang++") if language == "c++" else ("cc", "gcc", "clang"):
        found = _on_path(name)
        if found is not None:
            return NativeCompiler((found,), libc, "", False)
    return NativeCompiler((*_zig(driver), *_PLAIN_ZIG), libc, "", True)


def without_link_reports(arguments: Sequence[str]) -> list[str]:
    """The arguments without requests for the linker to tell what it did."""
    kept: list[str] = []
    for argument in arguments:
        if not argument.startswith("-Wl,"):
            kept.append(argument)
            continue
        words = iter(argument.split(",")[1:])
        own: list[str] = []
        for word in words:
            if word in ("-Map", "--Map"):
                next(words, "")
            elif word.split("=")[0] not in _LINK_REPORTS:
                own.append(word)
        if own:
            kept.append(",".join(("-Wl", *own)))
    return kept


def _zig(driver: str) -> tuple[str, str]:
    from albers.frontend.toolchain import zig_home

    return str(zig_home() / ("zig.exe" if os.name == "nt" else "zig")), driver


def _on_path(name: str) -> str | None:
    """Where a program is, as `shutil.which` would say, which takes longer to load than this takes to run."""
    if os.path.dirname(name):
        return name if os.access(name, os.X_OK) else None
    for directory in os.get_exec_path():
        path = os.path.join(directory, name)
        if os.path.isfile(path) and os.access(path, os.X_OK):
            return path
    return None


def _machine_of(command: Sequence[str]) -> str:
    import subprocess

    run = subprocess.run([*command, "-dumpmachine"], stdin=subprocess.DEVNULL, capture_output=True, check=False)
    return run.stdout.decode(errors="replace").strip()
