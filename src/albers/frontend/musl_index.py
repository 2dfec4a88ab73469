"""Which of musl's sources defines which symbol, recorded for the version of zig we depend on.

Compiling all of musl to find out takes half a minute, and a first program should not wait for it. The record is a
text file, one line per source with the symbols it defines; a `*` marks a weak one. Machines differ only in the names
of functions that handle time (32-bit programs call `__time64` instead of `time`), so one record holds for all.
`tools/musl_symbols.py` writes it; for any other version the library compiles all of musl once.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from typing import Final

from albers.frontend.toolchain import RUNTIME_DIR

RECORD: Final = RUNTIME_DIR / "musl" / "symbols.txt"


def recorded_index() -> dict[str, str] | None:
    """Symbol → source, relative to musl's src directory; None if the record is of another version."""
    lines = RECORD.read_text(encoding="utf-8").splitlines()
    if lines[0] != _heading():
        return None
    strong: dict[str, str] = {}
    weak: dict[str, str] = {}
    for line in lines[1:]:
        source, *symbols = line.split(" ")
        for symbol in symbols:
            if symbol.endswith("*"):
                weak.setdefault(symbol[:-1], source)
            else:
                strong[symbol] = source
    return weak | strong


def _heading() -> str:
    try:
        return f"musl in ziglang {version('ziglang')}"
    except PackageNotFoundError:
        return "musl in an unknown version of ziglang"


def record_text(definitions: Mapping[str, Mapping[str, bool]]) -> str:
    """The record of source → symbol → is it weak."""
    lines = [_heading()]
    for source, symbols in sorted(definitions.items()):
        if symbols:
            lines.append(" ".join([source, *(name + "*" * weak for name, weak in sorted(symbols.items()))]))
    return "\n".join(lines) + "\n"
