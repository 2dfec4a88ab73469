"""From the user's files to one prepared module: compile, link, add the library, print.

    module = build(["parse.c"], BuildOptions())

The result is LLVM assembly in which every function that our library provides is defined and everything else the
program needs is listed as undefined; what to do about those is the caller's decision.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from albers.errors import UserError
from albers.frontend.cache import Cache, cache_directory
from albers.frontend.compile import Compiler, Unit
from albers.frontend.library import Library, runtime_provider
from albers.frontend.llvm import LlvmError, Module
from albers.frontend.toolchain import Target, architecture_of, find_target, find_toolchain


@dataclass(frozen=True)
class BuildOptions:
    """How the user's files are compiled and prepared."""

    include_dirs: tuple[str, ...] = ()
    defines: tuple[str, ...] = ()  # "NAME" or "NAME=VALUE"
    optimize: int = 0  # the compiler's -O level
    sanitize: tuple[str, ...] = ()  # what the compiler inserts checks for, by the names of its -fsanitize
    cflags: tuple[str, ...] = ()  # passed to the compiler as they are, after all other flags
    compiler: str = "zig"  # or the name or path of a clang
    target: str = ""  # an architecture or a triple; "" is the architecture of the given bitcode, else the host's
    simplify_cfg: bool = False  # fold cheap branches into selects
    entry: str = "main"
    cache: bool = True


@dataclass(frozen=True)
class PreparedModule:
    """A program ready to be analysed."""

    assembly: str
    triple: str
    data_layout: str
    user_files: tuple[str, ...]
    user_functions: frozenset[str]  # defined by the user's files, as opposed to our library
    library_files: tuple[str, ...]  # sources of our library that were linked in
    undefined: tuple[str, ...]  # functions declared and used, but defined nowhere
    undefined_variables: tuple[str, ...]
    warnings: str  # the compiler's, verbatim
    seconds: float


def build(files: Sequence[str], options: BuildOptions) -> PreparedModule:
    """Compile, link and prepare `files` (.c, .bc, .ll)."""
    started = time.perf_counter()
    _check_inputs(files)
    cache = Cache(cache_directory() if options.cache else None)
    target, compiler = _choose_target(files, options, cache)
    units = [_unit(file, compiler, options) for file in files]
    program = _link_program(files, units, target)
    own_functions = program.defined_functions()
    _check_entry(options.entry, [function.name for function in own_functions], files)
    library_files = Library([runtime_provider()], compiler).link_into(program)
    return PreparedModule(
        assembly=program.assembly(),
        triple=program.triple,
        data_layout=program.data_layout,
        user_files=tuple(files),
        # Asked for after linking: a static function gives way when the library has one of the same name.
        user_functions=frozenset(function.name for function in own_functions),
        library_files=tuple(library_files),
        undefined=tuple(sorted(program.undefined_functions())),
        undefined_variables=tuple(sorted(program.undefined_variables())),
        warnings="".join(unit.warnings for unit in units),
        seconds=time.perf_counter() - started,
    )


def _check_inputs(files: Sequence[str]) -> None:
    if not files:
        raise UserError("no input: give at least one .c, .bc or .ll file")
    for file in files:
        suffix = Path(file).suffix
        if suffix in (".cc", ".cpp", ".cxx", ".C"):
            raise UserError(
                f"{file}: C++ is not supported; compile it to bitcode (clang++ -c -emit-llvm) and give the .bc"
            )
        if suffix not in (".c", ".bc", ".ll"):
            raise UserError(f"{file}: not a program; expected a C source (.c), LLVM bitcode (.bc) or assembly (.ll)")
        if not Path(file).is_file():
            raise UserError(f"{file}: no such file")
    if len({Path(file).resolve() for file in files}) < len(files):
        raise UserError("the same file is given twice: " + ", ".join(files))


def _choose_target(files: Sequence[str], options: BuildOptions, cache: Cache) -> tuple[Target, Compiler]:
    """The target that was asked for, else that of the first bitcode file, else the host's."""
    target = find_target(options.target)
    compiler = Compiler(find_toolchain(options.compiler, target), cache, options.simplify_cfg)
    if options.target:
        return target, compiler
    for file in files:
        if not file.endswith(".c"):
            triple = Module.from_bitcode(compiler.load_module(file).bitcode).triple
            target = find_target(triple)
            return target, Compiler(find_toolchain(options.compiler, target), cache, options.simplify_cfg)
    return target, compiler


def _unit(file: str, compiler: Compiler, options: BuildOptions) -> Unit:
    if not file.endswith(".c"):
        return compiler.load_module(file)
    flags = [f"-I{directory}" for directory in options.include_dirs]
    flags += [f"-D{define}" for define in options.defines]
    flags += [f"-fsanitize={name}" for name in options.sanitize]
    return compiler.compile_source(file, options.optimize, [*flags, *options.cflags])


def _link_program(files: Sequence[str], units: Sequence[Unit], target: Target) -> Module:
    program = Module.from_bitcode(units[0].bitcode)
    for file, unit in zip(files, units, strict=True):
        own = architecture_of(Module.from_bitcode(unit.bitcode).triple)
        if own != target.architecture:
            raise UserError(
                f"{file} is code for '{own}', but the program is built for '{target.architecture}'; "
                f"build all files for one machine (--target {own})"
            )
    for file, unit in zip(files[1:], units[1:], strict=True):
        try:
            program.link(unit.bitcode)
        except LlvmError as error:
            raise UserError(f"linking {file}: {error}") from error
    return program


def _check_entry(entry: str, functions: Sequence[str], files: Sequence[str]) -> None:
    if entry in functions:
        return
    defined = ", ".join(sorted(functions)) or "none"
    raise UserError(
        f"no function '{entry}' in {', '.join(files)}; choose the function to start at with --entry "
        f"(defined: {defined})"
    )
