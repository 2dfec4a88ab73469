"""Whole programs in the five modes of the FSE'21 paper: utilities with arguments, a file and input of symbolic sizes.

    python bench/fse21_utilities.py [--time SECONDS] [--only NAME,...] [--cache DIR]

Builds GNU coreutils with `albers cc` (see utility_builds.py) and explores each utility depth first with the paper's
arguments, `--sym-args 0 1 10 --sym-args 0 2 2 --sym-files 1 8 --sym-stdin 8`, and `--sym-sizes`. Prints the figures and
writes them to bench/results/fse21_utilities.md.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from fse21 import MODES, RESULTS, Run, Runs, is_cut, lines_of, paths_of, seconds_of, widest
from utility_builds import Builds

UTILITIES = "basename cat comm cut echo expand fold head nl paste tail tr uniq wc".split()

WORKER = """
import json, sys
import albers
from albers.options import (
    LimitOptions, Options, OutputOptions, SearchOptions, SymbolicArguments, TechniqueOptions, WorldOptions
)

task = json.load(sys.stdin)
options = Options(
    world=WorldOptions(
        sym_args=(SymbolicArguments(0, 1, 10), SymbolicArguments(0, 2, 2)),
        sym_files=(1, 8),
        sym_stdin=8,
        sym_sizes=True,
    ),
    limits=LimitOptions(max_time=task["seconds"], max_memory=2000),
    search=SearchOptions(search=("dfs",)),
    techniques=TechniqueOptions(**task["techniques"]),
    output=OutputOptions(out=task["out"], quiet=True, no_tests=True),
)
print(json.dumps(albers.explore(task["program"], options).to_dict()))
"""


def main() -> int:
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "albers-utilities"
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--time", type=float, default=20.0, metavar="SECONDS", help="per run (default: 20)")
    parser.add_argument("--only", default=",".join(UTILITIES), metavar="NAME,...")
    parser.add_argument("--cache", type=Path, default=cache, help=f"sources and builds ({cache})")
    arguments = parser.parse_args()
    chosen = arguments.only.split(",")
    programs = Builds(arguments.cache).build({"coreutils": chosen})
    runs: Runs = {}
    for name in chosen:
        runs[name] = {}
        for mode, (sizes, merge) in MODES.items():
            task = {
                "program": str(programs[name].path),
                "seconds": arguments.time,
                "techniques": {"sizes": sizes, "merge": merge},
            }
            runs[name][mode] = _explored(task)
            print(f"{name:10} {mode:10} {_cell(runs[name][mode])}", flush=True)
    page = _page(runs, arguments.time)
    print(f"\n{page}")
    if set(chosen) >= set(UTILITIES):
        RESULTS.mkdir(exist_ok=True)
        (RESULTS / "fse21_utilities.md").write_text(page, encoding="utf-8")
    return 0


def _explored(task: dict[str, Any]) -> Run:
    with tempfile.TemporaryDirectory() as scratch:
        text = json.dumps({**task, "out": str(Path(scratch) / "out")})
        ran = subprocess.run([sys.executable, "-c", WORKER], input=text, capture_output=True, text=True, check=False)
    if ran.returncode != 0:
        raise SystemExit(f"{task['program']}: {ran.stderr[-3000:]}")
    result: Run = json.loads(ran.stdout)
    return result


def _cell(run: Run) -> str:
    merging = run["merging"]
    return (
        f"{'>' if is_cut(run) else ''}{seconds_of(run):.1f} s, {paths_of(run)}+{run['paths']['merged_away']}, "
        f"{lines_of(run)} l, {merging['merges']} m, {len(run['errors'])} b"
    )


def _page(runs: Runs, limit: float) -> str:
    rows = [["", *MODES], ["---"] * (1 + len(MODES))]
    rows += [[name, *[_cell(run) for run in each.values()]] for name, each in runs.items()]
    rows.append(["most lines", *[str(sum(mode in widest(each) for each in runs.values())) for mode in MODES]])
    rows.append(["timeouts", *[str(sum(is_cut(each[mode]) for each in runs.values())) for mode in MODES]])
    table = "".join("| " + " | ".join(row) + " |\n" for row in rows)
    return (
        "# Utilities with symbolic sizes (FSE'21)\n\n"
        f"`python bench/fse21_utilities.py --time {limit:g}`: GNU coreutils, depth first. A cell has seconds\n"
        "(`>` if the time was up), paths + those merged away, lines covered, merges, bugs.\n\n"
        f"{table}"
    )


if __name__ == "__main__":
    raise SystemExit(main())
