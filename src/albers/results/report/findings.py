"""The errors of a run as its files tell them: message, stack, memory, input. Works on KLEE's directories too."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from albers.errors import UserError
from albers.results.figures import as_integers, c_string, hexadecimal
from albers.results.ktest import KTest, read_ktest

_FRAME: Final = re.compile(r"#(\d+)(\d{8}) in (\S+) \((.*)\)(?: at (.*):(\d+))?$")
_MOST_BYTES: Final = 256


@dataclass
class ErrorFile:
    """What an .err file says."""

    message: str = ""
    file: str = ""
    line: int = 0
    stack: list[dict[str, Any]] = field(default_factory=list)
    info: str = ""


def read_error_file(path: Path) -> ErrorFile:
    result = ErrorFile()
    part = ""
    information: list[str] = []
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        if part == "info":
            information.append(line.removeprefix("\t"))
        elif line.startswith("Error: "):
            result.message = line.removeprefix("Error: ")
        elif line.startswith("File: "):
            result.file = line.removeprefix("File: ")
        elif line.startswith("Line: "):
            result.line = int(line.removeprefix("Line: "))
        elif line.rstrip() in ("Stack:", "Info:"):
            part = line.rstrip()[:-1].lower()
        elif part == "stack":
            frame = _FRAME.match(line.strip())
            if frame is not None:
                result.stack.append({"function": frame[3], "file": frame[5] or "", "line": int(frame[6] or 0)})
    result.info = "\n".join(information).rstrip()
    return result


def error_file_of(directory: Path, test: str) -> ErrorFile | None:
    """The error file beside a test, whatever its kind."""
    found = sorted(directory.glob(f"{test.removesuffix('.ktest')}.*.err"))
    return read_error_file(found[0]) if found else None


def inputs_of(directory: Path, test: str) -> list[dict[str, Any]]:
    """The objects of a test as a person reads them; empty if the test is gone."""
    try:
        return described_inputs(read_ktest(directory / test))
    except UserError:
        return []


def described_inputs(test: KTest) -> list[dict[str, Any]]:
    described: list[dict[str, Any]] = []
    for each in test.objects:
        data = each.data[:_MOST_BYTES]
        more = " …" if len(each.data) > _MOST_BYTES else ""
        integers = as_integers(each.data)
        described.append(
            {
                "name": each.name,
                "size": len(each.data),
                "text": c_string(data) + more,
                "hex": hexadecimal(data) + more,
                "number": None if integers is None or each.pointers else str(integers[0]),
                "pointers": [
                    f"at {pointer.offset}: to {test.objects[pointer.index].name} + {pointer.index_offset}"
                    for pointer in each.pointers
                    if pointer.index < len(test.objects)
                ],
            }
        )
    return described
