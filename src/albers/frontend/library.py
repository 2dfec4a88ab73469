"""The C library that becomes part of the program, linked on demand.

A *provider* is a directory of C sources that define library functions. Which file defines what is either known
beforehand (an index that came with the provider) or found by compiling each file once (remembered in the cache).
Starting from what the program leaves undefined, the defining files are linked until nothing more is found. The
program's own definition of a library function wins, also for calls from inside the library; earlier providers win
over later ones.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from albers.frontend.cache import digest, key_of
from albers.frontend.compile import Compiler
from albers.frontend.llvm import Module
from albers.frontend.prepare import PREPARATION_IDENTITY
from albers.frontend.toolchain import RUNTIME_DIR

#: The library is explored as it is written, whatever the program is compiled with.
LIBRARY_OPTIMISATION = 0

#: The directories below the runtime's with functions that need nothing but public headers.
_RUNTIME_AREAS = ("ctype", "glibc", "klee", "math", "processor", "stdlib", "string")


@dataclass(frozen=True)
class Provider:
    """Sources of library functions, and how to compile them."""

    name: str
    root: Path
    sources: tuple[str, ...]  # relative to `root`
    headers: tuple[str, ...]  # private headers, relative to `root`: what the sources define depends on them
    flags: tuple[str, ...]
    index: Mapping[str, str] | None = None  # symbol → source, if that is known without compiling
    companions: tuple[str, ...] = ()  # symbols that a program with any file of this provider needs too


def runtime_provider() -> Provider:
    """Our own library: memory and string functions, character classes, sorting, rounding, what only glibc has."""
    return Provider(
        name="runtime",
        root=RUNTIME_DIR,
        sources=tuple(f"{area}/{name}" for area in _RUNTIME_AREAS for name in files_below(RUNTIME_DIR / area, "*.c")),
        headers=tuple(f"private/{name}" for name in files_below(RUNTIME_DIR / "private", "*.h")),
        # Without -fno-builtin the loop of memcpy would be recognised as a memcpy and call itself.
        flags=("-std=gnu11", "-fno-builtin", "-fno-math-errno", "-Wall", "-Wextra", f"-I{RUNTIME_DIR / 'private'}"),
    )


class Library:
    """The files of some providers, compiled and linked as a program needs them."""

    def __init__(self, providers: Sequence[Provider], compiler: Compiler, required: Iterable[str] = ()) -> None:
        self._providers = tuple(providers)
        self._compiler = compiler
        self._required = tuple(required)  # needed although nothing in the program refers to them
        self._indexes: dict[str, Mapping[str, str]] = {}

    def link_into(self, program: Module) -> list[str]:
        """Define what can be defined of the program's undefined symbols; the files linked, in order."""
        linked: list[str] = []
        looked_for: set[str] = set()
        required = set(self._required)
        own_aliases = program.aliases()
        while True:
            undefined = program.undefined_functions() | program.undefined_variables()
            required = {symbol for symbol in required if not program.defines(symbol)}
            wanted = sorted((undefined | required) - looked_for)
            if not wanted:
                return linked
            looked_for.update(wanted)
            # A file may have been linked already and still not define the symbol on this machine.
            files = [file for file in self._files_defining(wanted) if _path(file) not in linked]
            for file, bitcode in zip(files, self.compile_all(files), strict=True):
                program.link_library(bitcode, own_aliases)
                linked.append(_path(file))
                required.update(file[0].companions)

    def symbols(self, provider: Provider) -> Mapping[str, str]:
        """Every symbol a provider defines, with the source file that defines it, relative to the provider's root."""
        if provider.name not in self._indexes:
            self._indexes[provider.name] = self._recall_index(provider) if provider.index is None else provider.index
        return self._indexes[provider.name]

    def compile_all(self, files: Sequence[tuple[Provider, str]]) -> list[bytes]:
        """The bitcode of sources, each given relative to its provider's root."""

        def compile_one(file: tuple[Provider, str]) -> bytes:
            provider, source = file
            # In a place of its own, so that the result is found again from wherever a program is analysed.
            root, path = str(provider.root), str(provider.root / source)
            return self._compiler.compile_source(path, LIBRARY_OPTIMISATION, provider.flags, root).bitcode

        with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
            return list(pool.map(compile_one, files))

    def _files_defining(self, symbols: Iterable[str]) -> list[tuple[Provider, str]]:
        found: dict[tuple[str, str], Provider] = {}
        for symbol in symbols:
            for provider in self._providers:
                source = self.symbols(provider).get(symbol)
                if source is not None:
                    found[provider.name, source] = provider
                    break
        return [(provider, source) for (_, source), provider in found.items()]

    def _recall_index(self, provider: Provider) -> dict[str, str]:
        files = [(name, digest((provider.root / name).read_bytes())) for name in provider.sources + provider.headers]
        toolchain = self._compiler.toolchain
        key = key_of("index", PREPARATION_IDENTITY, toolchain.identity, toolchain.target.triple, provider.flags, files)
        record = self._compiler.cache.record(key)
        if record is not None:
            return {symbol: str(source) for symbol, source in record.items()}
        index = self._compute_index(provider)
        self._compiler.cache.store_record(key, dict(index))
        return index

    def _compute_index(self, provider: Provider) -> dict[str, str]:
        """A strong definition is preferred to a weak one, then the first file."""
        units = self.compile_all([(provider, source) for source in provider.sources])
        strong: dict[str, str] = {}
        weak: dict[str, str] = {}
        for source, bitcode in zip(provider.sources, units, strict=True):
            module = Module.from_bitcode(bitcode)
            weak_symbols = module.weak_symbols()
            for symbol in sorted(module.defined_symbols()):
                (weak if symbol in weak_symbols else strong).setdefault(symbol, source)
        return weak | strong


def _path(file: tuple[Provider, str]) -> str:
    return str(file[0].root / file[1])


def files_below(root: Path, pattern: str) -> tuple[str, ...]:
    return tuple(sorted(path.relative_to(root).as_posix() for path in root.rglob(pattern)))
