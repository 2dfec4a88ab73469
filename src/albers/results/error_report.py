"""How an error is told: the .err file in KLEE's form, the lines on the console, and each kind in words."""

from __future__ import annotations

import re
from typing import Final

from albers.engine.endings import ProgramError, StackEntry
from albers.results.figures import printable
from albers.results.source_paths import shown_path
from albers.verdicts import ErrorKind

#: What each kind means to someone who has never seen the suffix.
KIND_IN_WORDS: Final[dict[ErrorKind, str]] = {
    ErrorKind.ABORT: "the program calls abort",
    ErrorKind.ASSERT: "an assertion does not hold",
    ErrorKind.BAD_VECTOR_ACCESS: "a vector is indexed outside its elements",
    ErrorKind.FREE: "memory that was never allocated on the heap is freed",
    ErrorKind.MODEL: "an allocation size depends on the input",
    ErrorKind.OVERFLOW: "an integer computation overflows",
    ErrorKind.PTR: "a pointer is used that does not point into a live object",
    ErrorKind.READ_ONLY: "constant memory is written",
    ErrorKind.REPORT_ERROR: "the program reports an error itself",
    ErrorKind.DIV: "a division by zero",
    ErrorKind.OVERSHIFT: "a shift by at least the width of the shifted value",
    ErrorKind.UNREACHABLE: "a place declared unreachable is reached",
    ErrorKind.USER: "a klee_* function is used wrongly",
    ErrorKind.EXEC: "something the engine cannot execute",
    ErrorKind.EXTERNAL: "a function without a definition is called",
    ErrorKind.SOLVER: "the solver gave no answer",
    ErrorKind.LEAK: "allocated memory is never freed and can no longer be reached",
}

#: Kinds that say something about Albers or the driver rather than about the program.
OBSTACLES: Final = frozenset({ErrorKind.EXEC, ErrorKind.EXTERNAL, ErrorKind.SOLVER, ErrorKind.USER, ErrorKind.MODEL})

_UNSAFE_IN_FILE_NAMES: Final = re.compile(r"[^A-Za-z0-9_.-]")


def kind_suffix(error: ProgramError) -> str:
    """The error's suffix, safe in a file name: klee_report_error lets the analysed program choose it."""
    chosen = error.suffix.removesuffix(".err").strip(".")
    return _UNSAFE_IN_FILE_NAMES.sub("_", chosen) or error.kind.value


def error_file_name(test: str, error: ProgramError) -> str:
    """test000004 → test000004.ptr.err."""
    return f"{test}.{kind_suffix(error)}.err"


def error_file_text(error: ProgramError, state_id: int) -> str:
    """The content of an .err file."""
    lines = [f"Error: {error.message}"]
    if error.file:
        lines += [f"File: {error.file}", f"Line: {error.line}"]
    if error.assembly_line:
        lines.append(f"assembly.ll line: {error.assembly_line}")
    lines += [f"State: {state_id}", "Stack: "]
    lines += [f"\t{_frame(index, entry)}" for index, entry in enumerate(error.stack)]
    if error.info.strip():
        lines.append("Info: ")
        lines += [f"\t{line.removeprefix(chr(9))}" for line in error.info.rstrip("\n").split("\n")]
    return "\n".join(lines) + "\n"


def error_location(error: ProgramError) -> str:
    """file:line, or what KLEE says when the program has no debug information."""
    return f"{shown_path(error.file)}:{error.line}" if error.file else "(location information missing)"


def error_message_lines(error: ProgramError, program: str, repeats_are_silent: bool) -> list[str]:
    """What is said on the console and in messages.txt; `program` is the name we speak under (albers or KLEE)."""
    lines = [f"{program}: ERROR: {printable(error_location(error))}: {printable(error.message)}"]
    if repeats_are_silent:
        lines.append(f"{program}: NOTE: now ignoring this error at this location")
    return lines


def _frame(index: int, entry: StackEntry) -> str:
    arguments = ", ".join(f"{name}={value}" for name, value in entry.arguments)
    place = f" at {entry.file}:{entry.line}" if entry.file else ""
    return f"#{index}{entry.assembly_line:08} in {entry.function} ({arguments}){place}"
