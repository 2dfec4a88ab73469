"""Coverage beside the source, line by line, as gcov prints it: a count, ##### for never, - for no code."""

from __future__ import annotations

from pathlib import Path

from albers.results.coverage.measured import FileCoverage, MeasuredCoverage
from albers.results.figures import count, share
from albers.results.outcome import Covered
from albers.results.source_paths import shown_path


def annotated_text(coverage: MeasuredCoverage) -> str:
    """Every file whose source can be read."""
    return "\n".join(_file_text(path, file) for path, file in sorted(coverage.files.items()))


def coverage_lines(coverage: MeasuredCoverage) -> list[str]:
    """The shares in three lines."""
    parts = (("lines", coverage.lines), ("branch sides", coverage.branches), ("functions", coverage.functions))
    return [f"{name:<13}{_of(covered)}" for name, covered in parts]


def _of(covered: Covered) -> str:
    return f"{count(covered.covered)} of {count(covered.total)} ({share(covered.covered, covered.total)})"


def _file_text(path: str, file: FileCoverage) -> str:
    try:
        source = Path(path).read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError as error:
        return f"{shown_path(path)}: {error.strerror}\n"
    lines = [f"{shown_path(path)}: {_of(MeasuredCoverage({path: file}).lines)} lines"]
    for number, text in enumerate(source, 1):
        hits = file.lines.get(number)
        mark = "-" if hits is None else "#####" if hits == 0 else str(hits)
        lines.append(f"{mark:>9}:{number:>5}:{text}")
    return "\n".join(lines) + "\n"
