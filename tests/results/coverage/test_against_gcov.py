"""The coverage of native replays is gcov's own, line by line and count by count."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from albers.api.explore import explore
from albers.options import LimitOptions, Options, OutputOptions, ProgramOptions
from albers.results.replay.native_coverage import CoverageBuild
from albers.results.replay.recipe import read_recipe

ROOT = Path(__file__).parents[3]

PROGRAMS = [
    *(f"examples/{name}.c" for name in ("announcement", "queue", "schedule", "sessions", "settings")),
    *(
        f"tests/programs/{name}.c"
        for name in (
            "switches",
            "nested_loops",
            "recursion",
            "sorting",
            "computed_goto",
            "strtol_symbolic",
            "division",
            "heap_bounds",
            "structures",
            "bitfields",
        )
    ),
    "bench/programs/regexp.c",
]


def gcov_lines(gcov: str, data: Path, source: Path) -> dict[int, int]:
    run = subprocess.run(
        [gcov, "--json-format", "--stdout", data.name], cwd=data.parent, capture_output=True, check=True
    )
    document = json.loads(run.stdout)
    (file,) = [each for each in document["files"] if Path(each["file"]).name == source.name]
    counts: dict[int, int] = {}
    for line in file["lines"]:
        counts[line["line_number"]] = counts.get(line["line_number"], 0) + line["count"]
    return counts


@pytest.mark.parametrize("program", PROGRAMS)
def test_the_counts_are_those_of_gcov(program: str, tmp_path: Path) -> None:
    gcov = shutil.which("gcov")
    if shutil.which("gcc") is None or gcov is None:
        pytest.skip("gcc and gcov are not installed")
    source = ROOT / program
    options = Options(
        output=OutputOptions(out=str(tmp_path / "out")),
        limits=LimitOptions(max_tests=40),
        program=ProgramOptions(cflags=("-w",)),
    )
    report = explore(source, options)
    scratch = tmp_path / "build"
    scratch.mkdir()
    build = CoverageBuild(read_recipe(report.directory), scratch)
    for test in report.test_files:
        build.run(test)
    ours = build.coverage().files[str(source)]
    theirs = gcov_lines(gcov, scratch / "unit0.gcda", source)
    assert ours.lines == theirs
    assert max(theirs.values()) > 0
