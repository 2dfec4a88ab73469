"""A few lines of the user's source around one of interest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

_CONTEXT_LINES: Final = 2
_LONGEST_LINE: Final = 110


@dataclass(frozen=True)
class SourceLine:
    number: int
    text: str
    is_marked: bool


def source_excerpt(file: str, line: int) -> list[SourceLine]:
    """The line with its neighbours; empty when the file cannot be read or has no such line."""
    try:
        with open(file, encoding="utf-8", errors="replace") as source:
            lines = source.read().split("\n")
    except OSError:
        return []
    if not 1 <= line <= len(lines):
        return []
    first = max(1, line - _CONTEXT_LINES)
    last = min(len(lines), line + _CONTEXT_LINES)
    return [SourceLine(number, _shown(lines[number - 1]), number == line) for number in range(first, last + 1)]


def _shown(text: str) -> str:
    text = "".join(c for c in text.expandtabs(4).rstrip() if c.isprintable())
    return text if len(text) <= _LONGEST_LINE else text[: _LONGEST_LINE - 1] + "…"
