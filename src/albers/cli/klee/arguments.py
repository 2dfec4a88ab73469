"""A command line by LLVM's rules: one dash or two, `--option=value` or `--option value`, response files.

Everything after the first word that is no option belongs to the analysed program, where KLEE's POSIX runtime has
options of its own (`--sym-args` and so on).
"""

from __future__ import annotations

import difflib
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from albers.cli.klee.option_names import FLAG, OPTIONS
from albers.errors import UserError
from albers.options import SymbolicArguments

_POSIX_COUNTS: Final = {
    "sym-arg": 1,
    "sym-args": 3,
    "sym-files": 2,
    "sym-stdin": 1,
    "sym-stdout": 0,
    "save-all-writes": 0,
    "fd-fail": 0,
    "max-fail": 1,
    "bout-file": 1,
    "model-symbolic-size": 0,
    "model-symbolic-fd-size": 0,
}


@dataclass
class KleeCommand:
    """Options in their order (name, value), the program's file, and the words after it."""

    options: list[tuple[str, str]] = field(default_factory=list)
    program: str = ""
    arguments: list[str] = field(default_factory=list)


def parse_command(words: Sequence[str]) -> KleeCommand:
    result = KleeCommand()
    waiting = iter(_expanded(words))
    for word in waiting:
        if word == "-" or not word.startswith("-"):
            result.program = word
            result.arguments = list(waiting)
            break
        result.options.append(_option(word, waiting))
    return result


def _option(word: str, following: Iterator[str]) -> tuple[str, str]:
    name, has_value, value = word.lstrip("-").partition("=")
    known = OPTIONS.get(name)
    if known is None:
        if name in ("help", "version", "h"):
            return name, ""
        raise UserError(_unknown(word, name))
    if known.kind == FLAG:
        text = value.lower() if has_value else "true"
        if text not in ("true", "false", "0", "1", ""):
            raise UserError(
                f"klee: for the --{name} option: '{value}' is invalid value for boolean argument! Try 0 or 1"
            )
        return name, "false" if text in ("false", "0") else "true"
    if not has_value:
        given = next(following, None)
        if given is None:
            raise UserError(f"klee: for the --{name} option: requires a value!")
        value = given
    return name, value


def _unknown(word: str, name: str) -> str:
    close = difflib.get_close_matches(name, OPTIONS, n=1)
    guess = f"\nklee: Did you mean '--{close[0]}'?" if close else ""
    return f"klee: Unknown command line argument '{word}'.  Try: 'albers klee --help'{guess}"


def _expanded(words: Sequence[str]) -> Iterator[str]:
    """Response files are read up to the program's name, where the options end."""
    for position, word in enumerate(words):
        if word.startswith("@") and Path(word[1:]).is_file():
            yield from shlex.split(Path(word[1:]).read_text(encoding="utf-8"))
        else:
            yield word
        if not word.startswith(("-", "@")) and not _is_value(words, position):
            yield from words[position + 1 :]
            return


def _is_value(words: Sequence[str], position: int) -> bool:
    """Whether the word is the value of the option before it."""
    if position == 0 or not words[position - 1].startswith("-") or "=" in words[position - 1]:
        return False
    known = OPTIONS.get(words[position - 1].lstrip("-"))
    return known is not None and known.kind != FLAG


@dataclass
class PosixArguments:
    """What the program's words mean under KLEE's POSIX runtime."""

    concrete: list[str] = field(default_factory=list)
    symbolic: list[SymbolicArguments] = field(default_factory=list)
    files: tuple[int, int] = (0, 0)
    stdin: int = 0
    stdout: bool = False
    failures: int = 0
    sizes: bool = False


def parse_posix(words: Sequence[str]) -> PosixArguments:
    result = PosixArguments()
    waiting = iter(words)
    for word in waiting:
        name = word.lstrip("-")
        if not word.startswith("-") or name not in _POSIX_COUNTS:
            result.concrete.append(word)
            continue
        values = [next(waiting, "") for _ in range(_POSIX_COUNTS[name])]
        if name == "bout-file":
            continue
        if not all(value.isdecimal() for value in values):
            raise UserError(_posix_complaint(name))
        _apply_posix(result, name, [int(value) for value in values])
    return result


def _posix_complaint(name: str) -> str:
    expected = {
        "sym-arg": "an integer argument <max-len>",
        "sym-args": "three integer arguments <min-argvs> <max-argvs> <max-len>",
        "sym-files": "two integer arguments <no-sym-files> <sym-file-len>",
        "sym-stdin": "one integer argument <sym-stdin-len>",
        "max-fail": "one integer argument <max-failures>",
    }
    return f"--{name} expects {expected[name]}"


def _apply_posix(result: PosixArguments, name: str, values: list[int]) -> None:
    position = len(result.concrete)
    if name == "sym-arg":
        result.symbolic.append(SymbolicArguments(1, 1, values[0], position))
    elif name == "sym-args":
        if values[0] > values[1]:
            raise UserError(f"--sym-args {values[0]} {values[1]}: the minimum is larger than the maximum")
        result.symbolic.append(SymbolicArguments(values[0], values[1], values[2], position))
    elif name == "sym-files":
        if result.files != (0, 0):
            raise UserError("Multiple --sym-files are not allowed.")
        if not all(values):
            raise UserError("The first and second arguments of --sym-files (no. files, file size) cannot be 0")
        result.files = (values[0], values[1])
    elif name == "sym-stdin":
        result.stdin = values[0]
    elif name == "sym-stdout":
        result.stdout = True
    elif name == "fd-fail":
        result.failures = max(result.failures, 1)
    elif name == "max-fail":
        result.failures = values[0]
    elif name in ("model-symbolic-size", "model-symbolic-fd-size"):
        result.sizes = True
