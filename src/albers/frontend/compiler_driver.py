"""`albers cc`: the native compiler does what it was asked to do, and every C source is also compiled to bitcode.

Here it is decided whether a command makes code at all. If not, this process becomes the native compiler; that is the
fate of most calls of a configure script, so this module loads little. If it does, `dual_compilation.py` goes on.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from albers.errors import UserError
from albers.frontend.compiler_arguments import CompilerArguments, Source, read_arguments
from albers.frontend.native_compiler import SYSTEM_LIBC, find_native_compiler

#: Set for every process started from here: a native compiler that turns out to be `albers cc` again is noticed.
_INSIDE: Final = "ALBERS_CC_INSIDE"

#: Sources that only ask the compiler a question: they are compiled by the hundred, and nobody runs them.
_PROBE_NAMES: Final = ("conftest.c",)
_PROBE_DIRECTORIES: Final = ("CMakeTmp", "CMakeScratch", "CompilerIdC", "meson-private")


class DriverSettings(NamedTuple):
    """What a build can choose; in a build there is no other place for it than the environment."""

    native: tuple[str, ...] = ()  # ALBERS_CC_NATIVE: the native compiler, with arguments
    libc: str = SYSTEM_LIBC  # ALBERS_CC_LIBC
    level: int = 0  # ALBERS_CC_LEVEL: optimisation of the bitcode
    flags: tuple[str, ...] = ()  # ALBERS_CC_FLAGS: further flags for the bitcode alone
    log: str = ""  # ALBERS_CC_LOG: a file that is told which sources have no bitcode
    quiet: bool = False  # ALBERS_CC_QUIET: no warning about them on standard error

    @staticmethod
    def from_environment(environment: Mapping[str, str]) -> DriverSettings:
        level = environment.get("ALBERS_CC_LEVEL", "0")
        if level not in ("0", "1", "2", "3"):
            raise UserError(f"ALBERS_CC_LEVEL is '{level}'; choose 0, 1, 2 or 3")
        return DriverSettings(
            native=tuple(environment.get("ALBERS_CC_NATIVE", "").split()),
            libc=environment.get("ALBERS_CC_LIBC") or SYSTEM_LIBC,
            level=int(level),
            flags=tuple(environment.get("ALBERS_CC_FLAGS", "").split()),
            log=environment.get("ALBERS_CC_LOG", ""),
            quiet=environment.get("ALBERS_CC_QUIET", "") not in ("", "0"),
        )


def drive(arguments: Sequence[str], settings: DriverSettings, language: str = "c") -> int:
    """Act as a compiler for `language` (c or c++); the answer is the native compiler's exit code."""
    if os.environ.get(_INSIDE):
        raise UserError("the native compiler is 'albers cc' itself; name another one with ALBERS_CC_NATIVE")
    os.environ[_INSIDE] = "1"
    native = find_native_compiler(settings.native, settings.libc, language)
    parsed = read_arguments(arguments, c_is_other=language == "c++")
    if not parsed.makes_code() or _asks_a_question(parsed) or not _leaves_a_file(parsed):
        return _become(native.question(arguments, parsed))

    from albers.frontend.dual_compilation import DualCompilation

    return DualCompilation(parsed, native, settings).perform(native.compilation(arguments, parsed))


def _asks_a_question(parsed: CompilerArguments) -> bool:
    directory = os.getcwd()
    return _is_below_probe_directory(directory) or all(_is_probe(directory, source) for source in parsed.sources)


def _is_probe(directory: str, source: Source) -> bool:
    path = os.path.join(directory, source.path)
    return os.path.basename(path) in _PROBE_NAMES or _is_below_probe_directory(path)


def _is_below_probe_directory(path: str) -> bool:
    return any(name in _PROBE_DIRECTORIES for name in path.split(os.sep))


def _leaves_a_file(parsed: CompilerArguments) -> bool:
    """Whether the result is a file that can be added to, unlike -o /dev/null."""
    return parsed.output is None or not os.path.exists(parsed.output) or os.path.isfile(parsed.output)


def _become(command: Sequence[str]) -> int:
    """Replace this process by the native compiler: nothing of it passes through our hands."""
    sys.stdout.flush()
    sys.stderr.flush()
    try:
        os.execv(command[0], list(command))
    except OSError as error:
        raise UserError(f"cannot run the native compiler {command[0]}: {error.strerror}") from error
