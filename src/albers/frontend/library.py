"""The C library that becomes part of the program, linked on demand.

A *provider* is a directory of C sources that define library functions. Which file defines what is found by compiling
each file once (remembered in the cache), never written down by hand. Starting from what the program leaves undefined,
the defining files are linked until nothing more is found. The program's own definition of a library function wins,
also for calls from inside the library; earlier providers win over later ones.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
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


@dataclass(frozen=True)
class Provider:
    """Sources of library functions, and how to compile them."""

    name: str
    root: Path
    sources: tuple[str, ...]  # relative to `root`
    headers: tuple[str, ...]  # private headers, relative to `root`: what the sources define depends on them
    flags: tuple[str, ...]


def runtime_provider() -> Provider:
    """Our own library: memory and string functions, stdio, and the like."""
    return Provider(
        name="runtime",
        root=RUNTIME_DIR,
        sources=_files_below(RUNTIME_DIR, "*.c"),
        headers=_files_below(RUNTIME_DIR, "*.h"),
        # Without -fno-builtin the loop of memcpy would be recognised as a memcpy and call itself.
        flags=("-std=gnu11", "-fno-builtin", "-Wall", "-Wextra", f"-I{RUNTIME_DIR / 'private'}"),
    )


class Library:
    """The files of some providers, compiled and linked as a program needs them."""

    def __init__(self, providers: Sequence[Provider], compiler: Compiler) -> None:
        self._providers = tuple(providers)
        self._compiler = compiler
        self._indexes: dict[str, dict[str, str]] = {}

    def link_into(self, program: Module) -> list[str]:
        """Define what can be defined of the program's undefined symbols; the files linked, in order."""
        linked: list[str] = []
        without_definition: set[str] = set()
        while True:
            wanted = (program.undefined_functions() | program.undefined_variables()) - without_definition
            if not wanted:
                return linked
            for symbol in sorted(wanted):
                file = self._file_defining(symbol)
                if file is None:
                    without_definition.add(symbol)
                elif file[1] not in linked:
                    provider, source = file
                    program.link_weakly(
                        self._compiler.compile_source(source, LIBRARY_OPTIMISATION, provider.flags).bitcode
                    )
                    linked.append(source)

    def symbols(self, provider: Provider) -> dict[str, str]:
        """Every symbol a provider defines, with the source file that defines it, relative to the provider's root."""
        if provider.name not in self._indexes:
            self._indexes[provider.name] = self._recall_index(provider)
        return self._indexes[provider.name]

    def _file_defining(self, symbol: str) -> tuple[Provider, str] | None:
        for provider in self._providers:
            source = self.symbols(provider).get(symbol)
            if source is not None:
                return provider, str(provider.root / source)
        return None

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
        def compile_one(source: str) -> bytes:
            path = str(provider.root / source)
            return self._compiler.compile_source(path, LIBRARY_OPTIMISATION, provider.flags).bitcode

        with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
            units = list(pool.map(compile_one, provider.sources))
        index: dict[str, str] = {}
        for source, bitcode in zip(provider.sources, units, strict=True):
            for symbol in sorted(Module.from_bitcode(bitcode).defined_symbols()):
                index.setdefault(symbol, source)
        return index


def _files_below(root: Path, pattern: str) -> tuple[str, ...]:
    return tuple(sorted(path.relative_to(root).as_posix() for path in root.rglob(pattern)))
