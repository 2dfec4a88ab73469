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
from albers.frontend import destructors, musl
from albers.frontend.cache import Cache, cache_directory, digest
from albers.frontend.compile import Compiler
from albers.frontend.library import Library, runtime_provider
from albers.frontend.linked_program import LinkedProgram, key_of_program, recall, remember
from albers.frontend.llvm import Module
from albers.frontend.native_inputs import NativeInputs, Part, check_native, link_parts
from albers.frontend.toolchain import Target, find_target, find_toolchain

#: What is known by its name; everything else must be a native file with bitcode in it.
_SOURCES = (".c", ".bc", ".ll")

#: How many functions a message names before it says "and so on".
_FUNCTIONS_NAMED = 20


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
    seconds: float = 0.0  # give up after this long; 0 is never


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
    """Compile, link and prepare `files` (.c, .bc, .ll, or native files that carry bitcode)."""
    started = time.perf_counter()
    _check_inputs(files)
    cache = Cache(cache_directory() if options.cache else None)
    native = NativeInputs([file for file in files if not file.endswith(_SOURCES)])
    compiler = _choose_compiler(files, native, options, cache)
    if options.seconds:
        compiler.give_up_at = time.monotonic() + options.seconds
    parts = [part for file in files for part in _parts(file, native, compiler, options)]
    inputs: list[object] = [[part.name, part.triple, digest(part.unit.bitcode), part.unit.warnings] for part in parts]
    key = key_of_program([*inputs, *native.description()], options.entry, compiler.toolchain, options.simplify_cfg)
    linked = recall(cache, key)
    if linked is None:
        linked = _link(files, parts, native, compiler, options)
        remember(cache, key, linked)
    return PreparedModule(
        assembly=linked.assembly,
        triple=linked.triple,
        data_layout=linked.data_layout,
        user_files=tuple(files),
        user_functions=frozenset(linked.user_functions),
        library_files=linked.library_files,
        undefined=linked.undefined,
        undefined_variables=linked.undefined_variables,
        warnings="".join(linked.warnings),
        seconds=time.perf_counter() - started,
    )


def _link(
    files: Sequence[str], parts: list[Part], native: NativeInputs, compiler: Compiler, options: BuildOptions
) -> LinkedProgram:
    """The user's modules, what they need of the user's libraries, and what all of it needs of ours."""
    target = compiler.toolchain.target
    program = _link_program(parts, target)
    parts += native.link_libraries(program, [options.entry], compiler)
    own_functions = program.defined_functions()
    _check_entry(options.entry, [function.name for function in own_functions], files, native.notes)
    required = [musl.EXIT] if program.defines(destructors.TABLE) else []
    library_files = Library([runtime_provider(), *musl.musl_providers(target)], compiler, required).link_into(program)
    return LinkedProgram(
        assembly=destructors.with_destructors(program.assembly()),
        triple=program.triple,
        data_layout=program.data_layout,
        # Asked for after linking: a static function gives way when the library has one of the same name.
        user_functions=tuple(sorted(function.name for function in own_functions)),
        library_files=tuple(library_files),
        undefined=tuple(sorted(program.undefined_functions())),
        undefined_variables=tuple(sorted(program.undefined_variables())),
        warnings=(*(part.unit.warnings for part in parts), *(f"warning: {note}\n" for note in native.notes)),
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
        if suffix not in _SOURCES:
            check_native(file, advice=" (the program's own arguments stand after --)")
        if not Path(file).is_file():
            raise UserError(f"{file}: no such file")
    if len({Path(file).resolve() for file in files}) < len(files):
        raise UserError("the same file is given twice: " + ", ".join(files))


def _choose_compiler(files: Sequence[str], native: NativeInputs, options: BuildOptions, cache: Cache) -> Compiler:
    """For the target that was asked for, else that of the native files, of the first bitcode file, or the host's."""
    compiler = Compiler(
        find_toolchain(options.compiler, find_target(options.target or native.triple())), cache, options.simplify_cfg
    )
    if options.target or native.triple():
        return compiler
    for file in files:
        if file.endswith((".bc", ".ll")):
            triple = Module.from_bitcode(compiler.load_module(file).bitcode).triple
            return Compiler(find_toolchain(options.compiler, find_target(triple)), cache, options.simplify_cfg)
    return compiler


def _parts(file: str, native: NativeInputs, compiler: Compiler, options: BuildOptions) -> list[Part]:
    if not file.endswith(_SOURCES):
        return native.parts_of(file, compiler)
    if not file.endswith(".c"):
        unit = compiler.load_module(file)
        return [Part(file, unit, Module.from_bitcode(unit.bitcode).triple)]
    flags = [f"-I{directory}" for directory in options.include_dirs]
    flags += [f"-D{define}" for define in options.defines]
    flags += [f"-fsanitize={name}" for name in options.sanitize]
    unit = compiler.compile_source(file, options.optimize, [*flags, *options.cflags])
    return [Part(file, unit, compiler.toolchain.target.triple)]


def _link_program(parts: Sequence[Part], target: Target) -> Module:
    program = Module.from_bitcode(parts[0].unit.bitcode) if parts else Module.empty(target.triple)
    for part in parts[:1]:
        part.check_architecture(target)
    link_parts(program, parts[1:], target, parts[:1])
    return program


def _check_entry(entry: str, functions: Sequence[str], files: Sequence[str], notes: Sequence[str]) -> None:
    if entry in functions:
        return
    if notes:
        raise UserError(
            f"no function '{entry}' in the bitcode of {', '.join(files)}, which is not all of the program; build it "
            "with CC='albers cc --libc musl' if these are complaints about headers:\n" + "\n".join(notes)
        )
    defined = ", ".join(sorted(functions)[:_FUNCTIONS_NAMED]) or "none"
    if len(functions) > _FUNCTIONS_NAMED:
        defined += ", ..."
    raise UserError(
        f"no function '{entry}' in {', '.join(files)}; choose the function to start at with --entry "
        f"(defined: {defined})"
    )
