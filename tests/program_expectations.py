"""What a C program under `programs/` says about its own exploration, in comments:

    // expect: paths=2 exits=0:1,1:1 complete=yes partial=1 lines=all tests=3
    // options: -D N=4 --check overflow      the rest of `albers run FILE`
    // also: -O1 -O2                         expected again at these levels of optimisation (without lines)
    // inputs: c=41 c=42                     the bytes, in hexadecimal, of the named inputs over all tests
    // warns: renamed empty name             part of a warning; once per warning
        p[4] = 1; // error: ptr out of bound pointer

`paths` counts the paths that reach an exit and must be given. What is left out has a default: every path exits with
0, everything is explored (`complete=yes`), one path ends at each `error:`, unless `partial` gives their number, and
every one of these paths has a test. An error names its kind and a part of its message, at the line it is reported for;
several on one line are separated by `;`. An error inside the C library belongs to the line that called it.
"""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass, field
from pathlib import Path

_HEADER = re.compile(r"^// (\w+):(.*)$")
_ERROR = re.compile(r"// error: (.*)$")


class BadExpectation(Exception):
    """The comments of a program do not follow the syntax."""


@dataclass(frozen=True, order=True)
class ExpectedError:
    line: int
    kind: str
    message: str  # a part of it


@dataclass
class Expectation:
    """The parsed comments of one program."""

    paths: int = -1
    partial: int = -1
    tests: int = -1
    exits: dict[int, int] = field(default_factory=dict)
    complete: bool = True
    lines: tuple[int, int] | str | None = None  # (covered, total), "all", or not said
    options: list[str] = field(default_factory=list)
    levels: list[int] = field(default_factory=lambda: [0])
    inputs: list[str] | None = None
    warnings: list[str] = field(default_factory=list)
    errors: list[ExpectedError] = field(default_factory=list)


def read_expectation(file: Path) -> Expectation:
    return parse_expectation(file.read_text(encoding="utf-8"), file.name)


def parse_expectation(text: str, name: str) -> Expectation:
    """The expectation of a program's text; `name` is for complaints."""
    result = Expectation()
    try:
        for number, line in enumerate(text.splitlines(), start=1):
            header = _HEADER.match(line)
            if header is not None:
                _read_header(result, header.group(1), header.group(2).strip())
            marker = _ERROR.search(line)
            if marker is not None:
                result.errors += [_read_error(each, number) for each in marker.group(1).split(";")]
    except ValueError as problem:
        raise BadExpectation(f"{name}: {problem}") from problem
    if result.paths < 0:
        raise BadExpectation(f"{name}: no '// expect: paths=N' says how many paths reach an exit")
    if not result.exits and result.paths:
        result.exits = {0: result.paths}
    if sum(result.exits.values()) != result.paths:
        raise BadExpectation(f"{name}: the exits do not add up to {result.paths} paths")
    if result.partial < 0:
        result.partial = len(result.errors)
    if result.tests < 0:
        result.tests = result.paths + result.partial
    return result


def _read_header(result: Expectation, key: str, value: str) -> None:
    if key == "expect":
        for word in value.split():
            _read_fact(result, *word.partition("=")[::2])
    elif key == "options":
        result.options += shlex.split(value)
    elif key == "also":
        result.levels += [_read_level(word) for word in value.split()]
    elif key == "inputs":
        result.inputs = sorted((result.inputs or []) + value.split())
    elif key == "warns":
        result.warnings.append(value)
    elif key != "error":
        raise ValueError(f"unknown header '{key}:'")


def _read_fact(result: Expectation, key: str, value: str) -> None:
    if key == "paths":
        result.paths = int(value)
    elif key == "partial":
        result.partial = int(value)
    elif key == "tests":
        result.tests = int(value)
    elif key == "exits":
        pairs = [word.split(":") for word in value.split(",")]
        result.exits = {int(code): int(count) for code, count in pairs}
    elif key == "complete":
        result.complete = {"yes": True, "no": False}.get(value, False)
        if value not in ("yes", "no"):
            raise ValueError(f"complete is 'yes' or 'no', not '{value}'")
    elif key == "lines":
        covered, _, total = value.partition("/")
        result.lines = value if value == "all" else (int(covered), int(total))
    else:
        raise ValueError(f"unknown fact '{key}'")


def _read_level(word: str) -> int:
    if word not in ("-O1", "-O2", "-O3"):
        raise ValueError(f"'{word}' is not a level of optimisation")
    return int(word[2])


def _read_error(text: str, line: int) -> ExpectedError:
    kind, _, message = text.strip().partition(" ")
    if not kind or not message.strip():
        raise ValueError(f"line {line}: an error is '// error: KIND part of the message'")
    return ExpectedError(line, kind, message.strip())
