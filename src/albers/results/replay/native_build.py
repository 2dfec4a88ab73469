"""Building the user's program natively, together with the replay runtime that answers its calls of klee.h.

A *flavour* is a compiler with flags: plain, with sanitizers, with coverage. Bitcode is compiled by the bundled compiler
whatever the flavour says, and executables that `albers cc` built are run as they are.
"""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from albers.errors import UserError
from albers.frontend.toolchain import RUNTIME_DIR, RUNTIME_INCLUDE, architecture_of, zig_home
from albers.results.replay.recipe import Parameter, Recipe

REPLAY_RUNTIME: Final = RUNTIME_DIR / "replay"

_RUNTIME_SOURCES: Final = ("replay", "verifier")
_BUILD_SECONDS: Final = 300
_SYSTEM_COMPILERS: Final = ("clang", "gcc", "cc")
_RENAMED_MAIN: Final = "albers_program_main"
_INTEGERS: Final = {1: "_Bool", 8: "unsigned char", 16: "unsigned short", 32: "unsigned", 64: "unsigned long long"} | {
    128: "unsigned __int128"
}
_SCALARS: Final = {"ptr": "void *", "float": "float", "double": "double", "x86_fp80": "long double"} | {
    "fp128": "long double"
}


class BuildFailure(UserError):
    """The program cannot be built natively; the message says why."""


@dataclass(frozen=True)
class Flavour:
    """A compiler with the flags of compiling and linking."""

    name: str
    command: tuple[str, ...]
    flags: tuple[str, ...] = ()


def plain_flavour() -> Flavour:
    """The system's compiler, or the bundled one where there is none."""
    found = system_compilers()
    return Flavour("plain", found[0] if found else zig_compiler())


def system_compilers() -> list[tuple[str, ...]]:
    return compilers_named(_SYSTEM_COMPILERS)


def compilers_named(names: Sequence[str]) -> list[tuple[str, ...]]:
    """Those of these compilers that are installed, as the beginning of a command."""
    paths = [shutil.which(name) for name in names]
    return [(path,) for path in paths if path is not None]


def zig_compiler() -> tuple[str, ...]:
    return str(zig_home() / ("zig.exe" if os.name == "nt" else "zig")), "cc", "-fno-sanitize=undefined"


def native_machine_problem(recipe: Recipe) -> str:
    """Why programs of this recipe cannot run on this machine; empty if they can."""
    theirs, ours = architecture_of(recipe.triple), architecture_of(platform.machine())
    if theirs == ours or (theirs, ours) == ("x86", "x86_64"):
        return ""
    return f"the tests are for {theirs}, and this machine is {ours}"


def build_native(recipe: Recipe, flavour: Flavour, scratch: Path) -> Path:
    """The executable, in `scratch`; raises `BuildFailure`."""
    problem = native_machine_problem(recipe)
    if problem:
        raise BuildFailure(problem)
    ready = _ready_executable(recipe)
    if ready is not None:
        return ready
    executable = scratch / "program"
    is_bitcode = any(file.endswith((".bc", ".ll")) for file in recipe.files)
    command = [*(_bitcode_compiler(recipe) if is_bitcode else flavour.command), "-g", "-O0", "-w"]
    if architecture_of(recipe.triple) == "x86" and architecture_of(platform.machine()) == "x86_64" and not is_bitcode:
        command.append("-m32")
    command += flavour.flags if not is_bitcode else ()
    objects = [
        _compile(command, recipe, file, scratch, number) if file.endswith(".c") else file
        for number, file in enumerate(_sources(recipe, scratch))
    ]
    headers = _headers(scratch)
    # The runtime itself is never instrumented: what it does is not the program's coverage.
    own_command = ["-DALBERS_COVERAGE" if word == "--coverage" else word for word in command]
    for name in _RUNTIME_SOURCES:
        objects.append(str(scratch / f"{name}.o"))
        _run([*own_command, *headers, "-c", str(REPLAY_RUNTIME / f"{name}.c"), "-o", objects[-1]], recipe.directory)
    _run([*command, *objects, "-o", str(executable), "-lm"], recipe.directory)
    return executable


def _ready_executable(recipe: Recipe) -> Path | None:
    """A single native executable needs no building: what klee.h declares it cannot have called."""
    if len(recipe.files) != 1 or recipe.program.entry != "main":
        return None
    file = Path(recipe.files[0])
    if file.suffix in (".c", ".bc", ".ll", ".o", ".a", ".so") or not os.access(file, os.X_OK):
        return None
    return file


def _bitcode_compiler(recipe: Recipe) -> tuple[str, ...]:
    """Bitcode was compiled against musl's headers, so musl it must be linked with."""
    return *zig_compiler(), "-target", f"{architecture_of(recipe.triple)}-linux-musl"


def _compile(command: Sequence[str], recipe: Recipe, file: str, scratch: Path, number: int) -> str:
    program = recipe.program
    target = str(scratch / f"unit{number}.o")
    flags = [f"-I{directory}" for directory in program.include_dirs]
    flags += [f"-D{define}" for define in program.defines]
    flags += program.cflags
    if program.entry != "main":
        flags.append(f"-Dmain={_RENAMED_MAIN}")
    _run([*command, *flags, *_headers(scratch), "-c", file, "-o", target], recipe.directory)
    return target


def _headers(scratch: Path) -> list[str]:
    """klee.h and albers.h alone: beside them lie headers that must not hide the system's."""
    directory = scratch / "include"
    if not directory.exists():
        directory.mkdir()
        shutil.copytree(RUNTIME_INCLUDE / "klee", directory / "klee")
        shutil.copy(RUNTIME_INCLUDE / "albers.h", directory)
    return ["-isystem", str(directory)]


def _sources(recipe: Recipe, scratch: Path) -> list[str]:
    """The files to compile; the one with the entry function is replaced by one that includes it and has a main."""
    if recipe.program.entry == "main":
        return list(recipe.files)
    holder = _file_defining(recipe.program.entry, recipe.files)
    driver = scratch / "driver.c"
    driver.write_text(_driver(recipe.program.entry, recipe.parameters, holder), encoding="utf-8")
    return [str(driver), *(file for file in recipe.files if file != holder)]


def _file_defining(entry: str, files: Sequence[str]) -> str:
    """Which source defines the entry function: it may be static, so the linker cannot be asked."""
    definition = re.compile(rf"\b{re.escape(entry)}\s*\([^;{{]*\)\s*\{{")
    for file in files:
        if file.endswith(".c") and definition.search(Path(file).read_text(encoding="utf-8", errors="replace")):
            return file
    raise BuildFailure(f"no C source among {', '.join(files)} defines {entry}")


def _driver(entry: str, parameters: Sequence[Parameter], holder: str) -> str:
    lines = [f'#include "{holder}"', "#undef main", "#include <klee/klee.h>", "int main(void) {"]
    types: list[str] = []
    for index, parameter in enumerate(parameters):
        declared = _c_type(parameter, index)
        lines.append(f"  {declared} a{index};")
        lines.append(f'  klee_make_symbolic(&a{index}, sizeof a{index}, "{parameter.name}");')
        types.append(f"__typeof__(a{index})")
    values = ", ".join(f"a{index}" for index in range(len(parameters)))
    lines.append(f"  ((void (*)({', '.join(types) or 'void'}))(void *){entry})({values});")
    return "\n".join([*lines, "  return 0;", "}", ""])


def _c_type(parameter: Parameter, index: int) -> str:
    if parameter.by_value_size:
        return f"struct s{index} {{ _Alignas(8) unsigned char bytes[{parameter.by_value_size}]; }}"
    array = re.fullmatch(r"\[(\d+) x (\w+)\]", parameter.type)
    if array is not None:
        return f"struct s{index} {{ {_scalar(array[2], parameter)} parts[{array[1]}]; }}"
    return _scalar(parameter.type, parameter)


def _scalar(type_: str, parameter: Parameter) -> str:
    known = _SCALARS.get(type_) or (_INTEGERS.get(int(type_[1:])) if re.fullmatch(r"i\d+", type_) else None)
    if known is None:
        raise BuildFailure(f"the parameter {parameter.name} has the type {parameter.type}, which no C type stands for")
    return known


def _run(command: Sequence[str], directory: str) -> None:
    try:
        run = subprocess.run(
            command,
            cwd=directory if os.path.isdir(directory) else None,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_BUILD_SECONDS,
            check=False,
        )
    except OSError as error:
        raise BuildFailure(f"cannot run {command[0]}: {error.strerror}") from error
    except subprocess.TimeoutExpired as error:
        raise BuildFailure(f"{command[0]} does not come to an end") from error
    if run.returncode != 0:
        text = run.stderr.decode(errors="replace").strip()
        raise BuildFailure(f"the native build failed ({os.path.basename(command[0])}):\n{text}")
