"""What the user wants skipped: `f`, `g:120/131` (only the calls in these lines), `parser.c:h` (the h of this file)."""

from __future__ import annotations

import difflib

from albers.errors import UserError
from albers.ir.module import Function, Module


class SkipSpec:
    """The functions to skip, each with the lines of the calls to skip; no lines means all calls."""

    def __init__(self) -> None:
        self.lines: dict[str, frozenset[int]] = {}

    def wants(self, function: str, line: int) -> bool:
        lines = self.lines.get(function)
        return lines is not None and (not lines or line in lines)


def parse_skips(module: Module, texts: tuple[str, ...]) -> SkipSpec:
    """Looks every name up in the program."""
    spec = SkipSpec()
    for text in texts:
        file, name, lines = _split(text)
        found = [function for function in _called(module, name) if _is_in(function, file)]
        if not found:
            raise UserError(_unknown(module, file, name))
        for function in found:
            earlier = spec.lines.get(function.name)
            # Once without lines means everywhere.
            spec.lines[function.name] = lines if earlier is None else (earlier | lines if earlier and lines else lines)
            if earlier is not None and not (earlier and lines):
                spec.lines[function.name] = frozenset()
    return spec


def _split(text: str) -> tuple[str, str, frozenset[int]]:
    words = text.split(":")
    lines: frozenset[int] = frozenset()
    if len(words) > 1 and words[-1].replace("/", "").isdigit():
        lines = frozenset(int(word) for word in words.pop().split("/") if word)
    if len(words) > 2 or not words[-1]:
        raise UserError(f"'{text}' says not what to skip; write FUNCTION, FUNCTION:LINE/LINE or FILE:FUNCTION")
    return (words[0] if len(words) == 2 else ""), words[-1], lines


def _called(module: Module, name: str) -> list[Function]:
    """Definitions with this name; a static function of one of several files may have got a number behind it."""
    result: list[Function] = []
    for function in module.functions.values():
        if function.is_declaration:
            continue
        base, _, number = function.name.rpartition(".")
        if function.name == name or (base == name and number.isdigit()):
            result.append(function)
    return result


def _is_in(function: Function, file: str) -> bool:
    return not file or function.file == file or function.file.endswith("/" + file)


def _unknown(module: Module, file: str, name: str) -> str:
    elsewhere = sorted({function.file for function in _called(module, name) if function.file})
    if file and elsewhere:
        return f"there is no function '{name}' in {file} to skip; there is one in {', '.join(elsewhere)}"
    declared = module.functions.get(name)
    if declared is not None:
        return f"'{name}' has no definition in C that could be skipped"
    names = [function.name for function in module.functions.values() if not function.is_declaration]
    close = difflib.get_close_matches(name, names, n=3, cutoff=0.5)
    hint = f"; did you mean {' or '.join(close)}?" if close else ""
    return f"there is no function '{name}' to skip{hint}"
