"""Writes the record of which musl source defines which symbol (albers.frontend.musl_index).

Run it after a change of the pinned version of ziglang, of the list of sources left out, or of what `runtime/musl/arch`
makes musl define. It compiles all of musl for one machine of each kind: about two minutes from an empty cache.
"""

from __future__ import annotations

from collections.abc import Iterable

from albers.frontend.cache import Cache, cache_directory
from albers.frontend.compile import Compiler
from albers.frontend.library import Library
from albers.frontend.llvm import Module
from albers.frontend.musl import musl_providers, musl_sources
from albers.frontend.musl_index import RECORD, record_text
from albers.frontend.toolchain import find_target, find_toolchain

#: One machine for each set of names: 32-bit programs call time functions by names of their own.
MACHINES = ("x86_64", "x86")


def definitions(sources: Iterable[str], machines: Iterable[str] = MACHINES) -> dict[str, dict[str, bool]]:
    """Source → symbol → whether it is weak, over all machines."""
    cache = Cache(cache_directory())
    found: dict[str, dict[str, bool]] = {source: {} for source in sources}
    for machine in machines:
        target = find_target(machine)
        compiler = Compiler(find_toolchain("zig", target), cache, simplify_cfg=False)
        musl = musl_providers(target)[-1]
        units = Library([musl], compiler).compile_all([(musl, source) for source in found])
        for symbols, bitcode in zip(found.values(), units, strict=True):
            module = Module.from_bitcode(bitcode)
            weak = module.weak_symbols()
            symbols.update({symbol: symbol in weak for symbol in module.defined_symbols()})
    return found


def main() -> None:
    found = definitions(musl_sources())
    RECORD.write_text(record_text(found), encoding="utf-8")
    print(f"wrote {RECORD}: {len(found)} sources, {sum(map(len, found.values()))} symbols")


if __name__ == "__main__":
    main()
