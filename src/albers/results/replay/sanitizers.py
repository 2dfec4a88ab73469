"""What the compilers of this machine can check at run time, found out by trying, and what their reports say.

Nothing is assumed: a compiler counts as having a sanitizer when a small broken program built with it is caught.
"""

from __future__ import annotations

import functools
import os
import re
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from albers.results.replay.native_build import Flavour, system_compilers, zig_compiler
from albers.results.replay.native_run import NativeOutcome

_BROKEN_POINTER: Final = "#include <stdlib.h>\nint main(int n, char **v) { char *p = malloc(n); return p[n] + !v; }\n"
_BROKEN_SHIFT: Final = "int main(int n, char **v) { return (1 << (n + 40)) + !v; }\n"
_TRY_SECONDS: Final = 120
_MEMORY: Final = "-fsanitize=address"
_BEHAVIOUR: Final = "-fsanitize=undefined"
_UNSIGNED: Final = "-fsanitize=unsigned-integer-overflow"
_FRAME_POINTERS: Final = "-fno-omit-frame-pointer"

_ADDRESS_REPORT: Final = re.compile(r"ERROR: (?:Address|UndefinedBehavior)Sanitizer:? (attempting [\w-]+|[\w-]+)")
_LEAK_REPORT: Final = re.compile(r"ERROR: LeakSanitizer: ([^\n]+)")
_BEHAVIOUR_REPORT: Final = re.compile(r"^(\S+?):(\d+)(?::\d+)?: runtime error: ([^\n]+)", re.MULTILINE)
_ZIG_REPORT: Final = re.compile(r"^thread \d+ panic: ([^\n]+)\n(\S+?):(\d+)", re.MULTILINE)
_FRAME: Final = re.compile(r"^\s*#\d+ 0x[0-9a-f]+ in (\S+)(?: (?:.*\s)?(\S+?):(\d+)(?::\d+)?)?\s*$", re.MULTILINE)
_END_OF_STACK: Final = re.compile(r"\n\n|ERROR: |: runtime error: ")
_ASSERTION: Final = re.compile(r"(?:^|: )([^:\n]+):(\d+): [^\n]*Assertion", re.MULTILINE)
_REPORTED: Final = re.compile(r"^KLEE_REPORT_ERROR: ([^\n]+)", re.MULTILINE)


@dataclass(frozen=True)
class Sanitizers:
    """A flavour with checks; `memory` and `behaviour` say which of them were seen to work."""

    flavour: Flavour
    memory: bool
    behaviour: bool

    @property
    def in_words(self) -> str:
        parts = [name for name, there in (("address", self.memory), ("undefined behaviour", self.behaviour)) if there]
        return f"{' and '.join(parts) or 'no'} sanitizer of {os.path.basename(self.flavour.command[0])}"


@dataclass(frozen=True)
class SanitizerReport:
    """One thing a sanitizer (or the C library) said; `places` are the files and lines it names, innermost first."""

    what: str
    places: tuple[tuple[str, int], ...]


@functools.cache
def find_sanitizers() -> Sanitizers:
    """The best this machine has: both kinds of checks before one, a system's compiler before the bundled one."""
    candidates = [(*command,) for command in system_compilers()]
    for command in candidates:
        flags = (_MEMORY, _BEHAVIOUR, _FRAME_POINTERS)
        if _catches(command, flags, _BROKEN_POINTER) and _catches(command, flags, _BROKEN_SHIFT):
            return Sanitizers(Flavour("sanitized", command, (*flags, *_unsigned(command))), True, True)
    for command in candidates:
        if _catches(command, (_BEHAVIOUR,), _BROKEN_SHIFT):
            return Sanitizers(Flavour("sanitized", command, (_BEHAVIOUR,)), False, True)
    zig = zig_compiler()[:2]
    if _catches(zig, (_BEHAVIOUR,), _BROKEN_SHIFT):
        return Sanitizers(Flavour("sanitized", zig, (_BEHAVIOUR,)), False, True)
    return Sanitizers(Flavour("sanitized", candidates[0] if candidates else zig_compiler()), False, False)


def _unsigned(command: tuple[str, ...]) -> tuple[str, ...]:
    return (_UNSIGNED,) if _catches(command, (_UNSIGNED, _BEHAVIOUR), _BROKEN_SHIFT) else ()


def _catches(command: tuple[str, ...], flags: tuple[str, ...], program: str) -> bool:
    with tempfile.TemporaryDirectory(prefix="albers-try-") as directory:
        source, executable = Path(directory, "try.c"), Path(directory, "try")
        source.write_text(program)
        try:
            built = subprocess.run(
                [*command, "-g", "-w", *flags, str(source), "-o", str(executable)],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=_TRY_SECONDS,
                check=False,
            )
            if built.returncode != 0:
                return False
            run = subprocess.run([str(executable)], capture_output=True, timeout=_TRY_SECONDS, check=False)
        except (OSError, subprocess.TimeoutExpired):
            return False
        return bool(reports_in(run.stderr.decode(errors="replace")))


def environment(with_leaks: bool) -> dict[str, str]:
    """How the sanitizers shall behave: say everything, stop at a broken access, look for leaks only if asked."""
    leaks = "1" if with_leaks else "0"
    return {
        "ASAN_OPTIONS": f"detect_leaks={leaks}:detect_stack_use_after_return=1:allocator_may_return_null=1",
        "UBSAN_OPTIONS": "print_stacktrace=1",
    }


def reports_in(text: str) -> list[SanitizerReport]:
    """The reports in what a process wrote to its standard error, in order of importance: memory first."""
    reports: list[SanitizerReport] = []
    for pattern in (_ADDRESS_REPORT, _LEAK_REPORT):
        for match in pattern.finditer(text):
            reports.append(SanitizerReport(match[1], _places_after(text, match.end())))
    for match in _BEHAVIOUR_REPORT.finditer(text):
        places = ((match[1], int(match[2])), *_places_after(text, match.end()))
        reports.append(SanitizerReport(match[3], places))
    for match in _ZIG_REPORT.finditer(text):
        reports.append(SanitizerReport(match[1], ((match[2], int(match[3])),)))
    for match in _ASSERTION.finditer(text):
        reports.append(SanitizerReport("assertion failed", ((match[1].strip(), int(match[2])),)))
    for match in _REPORTED.finditer(text):
        reports.append(SanitizerReport(f"reported: {match[1]}", ()))
    return reports


def _places_after(text: str, position: int) -> tuple[tuple[str, int], ...]:
    """The first stack after a report, to the blank line that ends it or to the next report."""
    end = _END_OF_STACK.search(text, position)
    stack = text[position : end.start() if end is not None else len(text)]
    return tuple((match[2], int(match[3])) for match in _FRAME.finditer(stack) if match[2])


def report_excerpt(outcome: NativeOutcome, most_lines: int = 40) -> str:
    """What the process said last, without the maps of shadow bytes."""
    text = re.split(r"^Shadow bytes around", outcome.errors, maxsplit=1, flags=re.MULTILINE)[0]
    lines = text.rstrip().split("\n")
    return "\n".join(lines[:most_lines]) + ("\n…" if len(lines) > most_lines else "")
