"""The coverage of source files: how often lines, branch sides and functions were executed."""

from __future__ import annotations

from dataclasses import dataclass, field

from albers.results.outcome import Covered


@dataclass(frozen=True)
class BranchSide:
    """One way out of a branch; `taken` counts, or is 1 for at least once where nobody counted."""

    line: int
    branch: int  # which branch of the file
    side: int
    taken: int


@dataclass
class FileCoverage:
    """Only lines with code are listed, executed or not."""

    lines: dict[int, int] = field(default_factory=dict)
    branches: list[BranchSide] = field(default_factory=list)
    functions: dict[str, tuple[int, int]] = field(default_factory=dict)  # name → (line, times called)


@dataclass
class MeasuredCoverage:
    """Files by path."""

    files: dict[str, FileCoverage] = field(default_factory=dict)

    def file(self, path: str) -> FileCoverage:
        return self.files.setdefault(path, FileCoverage())

    @property
    def lines(self) -> Covered:
        counts = [hits for file in self.files.values() for hits in file.lines.values()]
        return Covered(sum(hits > 0 for hits in counts), len(counts))

    @property
    def branches(self) -> Covered:
        sides = [side for file in self.files.values() for side in file.branches]
        return Covered(sum(side.taken > 0 for side in sides), len(sides))

    @property
    def functions(self) -> Covered:
        calls = [times for file in self.files.values() for _, times in file.functions.values()]
        return Covered(sum(times > 0 for times in calls), len(calls))
