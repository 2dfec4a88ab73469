"""C text explored with functions skipped, through the public interface, and what came out in numbers."""

from __future__ import annotations

from pathlib import Path

from albers.api.explore import explore
from albers.api.report import Report
from albers.options import Options, OutputOptions, SearchOptions, TechniqueOptions


def chopped(text: str, directory: Path, *skip: str, slicing: bool = True, search: str = "dfs") -> Report:
    """One run in a directory of its own."""
    source = directory / "program.c"
    source.write_text(text)
    number = len(list(directory.glob("out*")))
    return explore(
        source,
        Options(
            techniques=TechniqueOptions(skip=skip, slicing=slicing),
            search=SearchOptions(search=(search,)),
            output=OutputOptions(out=str(directory / f"out{number}")),
        ),
    )


def counts(report: Report) -> tuple[int, int, int, int, int]:
    """(completed paths, snapshots, recoveries, slices, cache hits)."""
    chopping = report.chopping
    return (report.paths.completed, chopping.snapshots, chopping.recoveries, chopping.slices, chopping.cache_hits)
