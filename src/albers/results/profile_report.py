"""What `--profile` tells: where the exploration's time went, by kind of instruction, kind of query and source line.

Written as profile.txt for people and profile.json for scripts. Reading the clock around every instruction takes time
itself: compare the shares, and take times from a run without.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Final

from albers.engine.profile import OpTime, Profile
from albers.engine.state import Op
from albers.ir.instructions import BinaryOp, Call, Cast
from albers.ir.operands import GlobalRef
from albers.results.output_directory import OutputDirectory
from albers.results.source_paths import shown_path

TEXT_FILE: Final = "profile.txt"
JSON_FILE: Final = "profile.json"
_MOST_ROWS: Final = 20


@dataclass
class Spent:
    """What one kind of instruction or one source line cost; the seconds include its queries."""

    name: str
    executed: int = 0
    seconds: float = 0.0
    queries: int = 0
    query_seconds: float = 0.0

    def add(self, time: OpTime) -> None:
        self.executed += int(time.count)
        self.seconds += time.seconds
        self.queries += int(time.queries)
        self.query_seconds += time.query_seconds


@dataclass
class Asked:
    """What one kind of question cost; `solved` counts what reached a solver."""

    name: str
    asked: int
    solved: int
    seconds: float


@dataclass
class ProfileReport:
    """All three views, dearest first; `seconds` is the whole exploration."""

    seconds: float
    kinds: list[Spent]
    queries: list[Asked]
    lines: list[Spent]

    @staticmethod
    def of(profile: Profile, seconds: float) -> ProfileReport:
        kinds: dict[str, Spent] = {}
        lines: dict[str, Spent] = {}
        for op, time in profile.ops.items():
            for groups, name in ((kinds, kind_of(op)), (lines, line_of(op))):
                groups.setdefault(name, Spent(name)).add(time)
        queries = [
            Asked(name, int(query.count), int(query.solved), query.seconds) for name, query in profile.queries.items()
        ]
        return ProfileReport(
            seconds,
            sorted(kinds.values(), key=lambda each: -each.seconds),
            sorted(queries, key=lambda each: -each.seconds),
            sorted(lines.values(), key=lambda each: -each.seconds),
        )

    def text(self) -> str:
        inside = sum(each.seconds for each in self.kinds)
        asking = sum(each.seconds for each in self.queries)
        sections = [
            f"Profile of {self.seconds:.2f} s of exploring: {inside:.2f} s in instructions, of which {asking:.2f} s in "
            "queries; the rest is choosing states and the clock itself.",
            self._spent("instruction", self.kinds),
            self._asked(),
            self._spent("line", self.lines),
        ]
        return "\n\n".join(sections) + "\n"

    def write(self, directory: OutputDirectory) -> None:
        with open(directory.file(TEXT_FILE), "w", encoding="utf-8") as file:
            file.write(self.text())
        with open(directory.file(JSON_FILE), "w", encoding="utf-8") as file:
            json.dump(asdict(self), file, indent=2)
            file.write("\n")

    def _spent(self, title: str, rows: list[Spent]) -> str:
        table = [(title, "executed", "seconds", "share", "queries", "seconds in queries")]
        for each in rows[:_MOST_ROWS]:
            table.append(
                (
                    each.name,
                    f"{each.executed:,}",
                    f"{each.seconds:.3f}",
                    self._share(each.seconds),
                    f"{each.queries:,}",
                    f"{each.query_seconds:.3f}",
                )
            )
        return _aligned(table) + _left_out(len(rows))

    def _asked(self) -> str:
        table = [("query", "asked", "reached a solver", "seconds", "share")]
        for each in self.queries:
            row = (each.name, f"{each.asked:,}", f"{each.solved:,}", f"{each.seconds:.3f}", self._share(each.seconds))
            table.append(row)
        return _aligned(table)

    def _share(self, seconds: float) -> str:
        return f"{100 * seconds / self.seconds:.1f} %" if self.seconds else "–"


def kind_of(op: Op) -> str:
    """LLVM's word for the operation's instruction; a direct call says of what."""
    instruction = op.instruction
    if isinstance(instruction, BinaryOp | Cast):
        return instruction.op
    kind = type(op).__name__ if instruction is None else type(instruction).__name__
    if isinstance(instruction, Call) and isinstance(instruction.callee, GlobalRef):
        return f"call {instruction.callee.name}"
    return kind.lower()


def line_of(op: Op) -> str:
    """file:line of the source, else the line of assembly.ll."""
    instruction = op.instruction
    if instruction is None:
        return "(no line)"
    if instruction.location is not None:
        return f"{shown_path(instruction.location.file)}:{instruction.location.line}"
    return f"assembly.ll:{instruction.assembly_line}"


def _aligned(table: Sequence[tuple[str, ...]]) -> str:
    """The first column to the left, numbers to the right."""
    widths = [max(len(row[i]) for row in table) for i in range(len(table[0]))]
    lines = []
    for row in table:
        cells = [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def _left_out(rows: int) -> str:
    return f"\n({rows - _MOST_ROWS} more in {JSON_FILE})" if rows > _MOST_ROWS else ""
