"""The FSE'21 paper's experiment on library functions: five ways to treat symbolic sizes, on real drivers.

    python bench/fse21.py [--time SECONDS] [--only LIBRARY[/DRIVER]]... [--libraries NAME,...] [--cache DIR] [--size N]

Builds libtasn1, libpng and oSIP (and what --libraries names) with `albers cc`, and explores every driver of
bench/drivers with an input of symbolic size, depth first, in the modes Base, ForkEager, ForkLazy, SM and SMOpt. Prints
the figures and writes them, with plots that mirror the paper's figures 5 to 13, to bench/results/fse21.md and .svg.
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

from bar_chart import Chart, write_charts
from libraries import DRIVERS, SIZES
from library_builds import LIBRARIES, LibraryBuilds

HERE = Path(__file__).resolve().parent
RESULTS = HERE / "results"

#: The paper's names of the modes, and ours.
MODES: dict[str, tuple[str, str]] = {
    "Base": ("max", "none"),
    "ForkEager": ("eager", "none"),
    "ForkLazy": ("lazy", "none"),
    "SM": ("lazy", "plain"),
    "SMOpt": ("lazy", "tree"),
}
DEFAULT_SIZE = 8
#: Of whatever else a library allocates in a symbolic size.
CAPACITY = 256

WORKER = """
import json, sys
import albers
from albers.options import LimitOptions, Options, OutputOptions, ProgramOptions, SearchOptions, TechniqueOptions

task = json.load(sys.stdin)
options = Options(
    program=ProgramOptions(include_dirs=tuple(task["includes"]), defines=tuple(task["defines"])),
    limits=LimitOptions(max_time=task["seconds"], max_memory=2000),
    search=SearchOptions(search=("dfs",)),
    techniques=TechniqueOptions(**{**task["techniques"], "capacity_at": tuple(task["techniques"]["capacity_at"])}),
    output=OutputOptions(out=task["out"], quiet=True, no_tests=True),
)
report = albers.explore(task["files"], options)
print(json.dumps(report.to_dict()))
"""

Run = dict[str, Any]
Runs = dict[str, dict[str, Run]]  # by driver, then by mode


def main() -> int:
    arguments = _arguments()
    builds = LibraryBuilds(Path(arguments.cache), Path(arguments.sources) if arguments.sources else None)
    runs: Runs = {}
    wanted = arguments.libraries.split(",")
    for library in LIBRARIES:
        drivers = [
            driver
            for driver in sorted((DRIVERS / library.name).glob("*.c"))
            if library.name in wanted and _is_wanted(f"{library.name}/{driver.stem}", arguments.only)
        ]
        if not drivers:
            continue
        archives, includes = builds.build(library)
        for driver in drivers:
            name = f"{library.name}/{driver.stem}"
            size = arguments.size or SIZES.get(name, DEFAULT_SIZE)
            runs[name] = {}
            for mode, (sizes, merge) in MODES.items():
                task = {
                    "files": [str(driver), *map(str, archives)],
                    "includes": [*map(str, includes)],
                    "defines": [f"SIZE={size}", "SYMBOLIC_SIZE", *library.defines],
                    "seconds": arguments.time,
                    "techniques": {
                        "sizes": sizes,
                        "merge": merge,
                        "merge_always": arguments.merge_always,
                        "capacity": CAPACITY,
                        "capacity_at": [f"{_place_of_input()}={size}"],
                    },
                }
                runs[name][mode] = explored(task)
                print(_line(name, mode, runs[name][mode]), flush=True)
    page = report(runs, arguments.time)
    print(f"\n{page}")
    if not arguments.only:
        RESULTS.mkdir(exist_ok=True)
        (RESULTS / "fse21.md").write_text(page)
        write_charts(RESULTS / "fse21.svg", charts(runs))
    return 0


def explored(task: dict[str, Any]) -> Run:
    """The summary of one run, in a process of its own."""
    with tempfile.TemporaryDirectory() as scratch:
        text = json.dumps({**task, "out": str(Path(scratch) / "out")})
        ran = subprocess.run([sys.executable, "-c", WORKER], input=text, capture_output=True, text=True, check=False)
    if ran.returncode != 0:
        raise SystemExit(f"{task['files'][0]}: {ran.stderr[-3000:]}")
    result: Run = json.loads(ran.stdout)
    return result


def _place_of_input() -> str:
    """Where the drivers allocate their input."""
    lines = (DRIVERS / "input.h").read_text(encoding="utf-8").splitlines()
    (number,) = [i for i, line in enumerate(lines, start=1) if "malloc(" in line and not line.startswith(" *")]
    return f"input.h:{number}"


def seconds_of(run: Run) -> float:
    """Of the processor, without compiling and loading: comparable on a machine that is shared with others."""
    return max(float(run["time"]["cpu"]), 0.001)


def is_cut(run: Run) -> bool:
    return run["stopped"] != "done"


def paths_of(run: Run) -> int:
    return int(run["paths"]["completed"] + run["paths"]["partial"])


def _line(name: str, mode: str, run: Run) -> str:
    end = "cut" if is_cut(run) else "all"
    merging = run["merging"]
    return (
        f"{name:24} {mode:10} {end} {seconds_of(run):7.2f} s {paths_of(run):6} paths "
        f"{run['paths']['merged_away']:6} merged away {run['queries']['solver']:6} queries "
        f"{run['coverage']['lines'][0]:5} lines {merging['contexts']:4} contexts {merging['merges']:4} merges "
        f"{len(run['errors'])} bugs"
    )


# The page


def report(runs: Runs, limit: float) -> str:
    """The tables; a mode wins a driver if no other is faster, or covers more lines, by a tenth."""
    parts = [
        "# Library functions with inputs of symbolic size (FSE'21)\n",
        f"`python bench/fse21.py --time {limit:g}`: {len(runs)} drivers, depth first, at most {limit:g} s each.\n"
        "Seconds are those of the processor, without compiling and loading.\n",
        "Plots: [fse21.svg](fse21.svg). Every run of every driver is in the last table.\n",
        "## Time, timeouts and scoreboards (figures 5 to 7, 9 and 10)\n",
        _table(["", *MODES], _totals(runs)),
        "## SM against SMOpt (figures 8 and 11 to 13)\n",
        _table(
            [
                "driver",
                "SM s",
                "SMOpt s",
                "paths SM",
                "paths SMOpt",
                "constraint nodes SM/SMOpt",
                "value nodes SM/SMOpt",
            ],
            _encodings(runs),
        ),
        "## All runs\n",
        _table(["driver", *MODES], _cells(runs)),
        "A cell has seconds (`>` if the time was up), paths + those merged away, queries to the solver, lines, bugs.\n",
        _agreement(runs),
    ]
    return "\n".join(parts)


def _totals(runs: Runs) -> list[list[str]]:
    rows = {
        "total seconds": [f"{sum(seconds_of(each[mode]) for each in runs.values()):.1f}" for mode in MODES],
        "timeouts": [str(sum(is_cut(each[mode]) for each in runs.values())) for mode in MODES],
        "fastest": [str(sum(mode in fastest(each) for each in runs.values())) for mode in MODES],
        "lines covered": [str(sum(lines_of(each[mode]) for each in runs.values())) for mode in MODES],
        "most lines": [str(sum(mode in widest(each) for each in runs.values())) for mode in MODES],
        "queries where all finish": [
            str(sum(each[mode]["queries"]["solver"] for each in finished(runs).values())) for mode in MODES
        ],
        "bugs": [str(sum(len(each[mode]["errors"]) for each in runs.values())) for mode in MODES],
    }
    return [[name, *cells] for name, cells in rows.items()]


def finished(runs: Runs) -> Runs:
    return {name: each for name, each in runs.items() if not any(is_cut(run) for run in each.values())}


def lines_of(run: Run) -> int:
    return int(run["coverage"]["lines"][0])


def fastest(each: dict[str, Run]) -> list[str]:
    """The modes that are within a tenth of the fastest one, if that one finished."""
    times = {mode: seconds_of(run) for mode, run in each.items() if not is_cut(run)}
    return [mode for mode, time in times.items() if time <= 1.1 * min(times.values())]


def widest(each: dict[str, Run]) -> list[str]:
    best = max(lines_of(run) for run in each.values())
    return [mode for mode, run in each.items() if lines_of(run) == best]


def _encodings(runs: Runs) -> list[list[str]]:
    rows = []
    for name, each in runs.items():
        plain, tree = each["SM"], each["SMOpt"]
        if not plain["merging"]["merges"] or not tree["merging"]["merges"]:
            continue
        rows.append(
            [
                name,
                _seconds(plain),
                _seconds(tree),
                str(paths_of(plain)),
                str(paths_of(tree)),
                _ratio(plain, tree, "constraint_nodes"),
                _ratio(plain, tree, "value_nodes"),
            ]
        )
    return rows


def _ratio(plain: Run, tree: Run, what: str) -> str:
    """How much smaller the tree encoding is, per merge, since the two need not have come equally far."""
    before = plain["merging"][what] / plain["merging"]["merges"]
    after = tree["merging"][what] / tree["merging"]["merges"]
    return f"{before:.3g} / {after:.3g}" + (f" = {before / after:.1f}" if after else "")


def _seconds(run: Run) -> str:
    return (">" if is_cut(run) else "") + f"{seconds_of(run):.2f}"


def _cells(runs: Runs) -> list[list[str]]:
    rows = []
    for name, each in runs.items():
        cells = [
            f"{_seconds(run)} s, {paths_of(run)}+{run['paths']['merged_away']}, {run['queries']['solver']} q, "
            f"{lines_of(run)} l, {len(run['errors'])} b"
            for run in each.values()
        ]
        rows.append([name, *cells])
    return rows


def _agreement(runs: Runs) -> str:
    """Modes that explore ranges of sizes must agree on lines and bugs wherever they all finish."""
    disagreements = []
    compared = 0
    for name, each in runs.items():
        ranges = [each[mode] for mode in MODES if mode != "Base"]
        if any(is_cut(run) for run in ranges):
            continue
        compared += 1
        if len({(lines_of(run), _bugs(run)) for run in ranges}) > 1:
            disagreements.append(name)
    found = ", ".join(disagreements) or "none"
    return f"Of the {compared} drivers that all modes but Base finished, those with different lines or bugs: {found}.\n"


def _bugs(run: Run) -> tuple[tuple[str, str, int], ...]:
    return tuple(sorted((error["kind"], Path(error["file"]).name, error["line"]) for error in run["errors"]))


def _table(heading: list[str], rows: list[list[str]]) -> str:
    lines = [heading, ["---"] * len(heading), *rows]
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)


def charts(runs: Runs) -> list[Chart]:
    modes = list(MODES)
    libraries = sorted({name.split("/")[0] for name in runs})
    both = {name: each for name, each in runs.items() if each["SM"]["merging"]["merges"]}
    both = {name: each for name, each in both.items() if each["SMOpt"]["merging"]["merges"]}

    def per_library(value: Any) -> list[list[float]]:
        return [
            [sum(value(each, mode) for name, each in runs.items() if name.startswith(f"{one}/")) for one in libraries]
            for mode in modes
        ]

    def decrease(what: str) -> list[float]:
        found = []
        for each in both.values():
            before = each["SM"]["merging"][what] / each["SM"]["merging"]["merges"]
            after = each["SMOpt"]["merging"][what] / each["SMOpt"]["merging"]["merges"]
            found.append(before / after if after else 1.0)
        return found

    return [
        Chart("Figure 5: total time (s)", libraries, modes, per_library(lambda each, mode: seconds_of(each[mode]))),
        Chart("Figure 6: timeouts", libraries, modes, per_library(lambda each, mode: is_cut(each[mode]))),
        Chart("Figure 7: fastest", libraries, modes, per_library(lambda each, mode: mode in fastest(each))),
        Chart(
            "Figure 8: time (s)",
            list(both),
            ["SM", "SMOpt"],
            [[seconds_of(each[mode]) for each in both.values()] for mode in ("SM", "SMOpt")],
        ),
        Chart("Figure 9: lines covered", libraries, modes, per_library(lambda each, mode: lines_of(each[mode]))),
        Chart("Figure 10: most lines", libraries, modes, per_library(lambda each, mode: mode in widest(each))),
        Chart(
            "Figure 11: paths",
            list(both),
            ["SM", "SMOpt"],
            [[paths_of(each[mode]) for each in both.values()] for mode in ("SM", "SMOpt")],
        ),
        Chart("Figure 12: constraints, SM/SMOpt", list(both), ["decrease"], [decrease("constraint_nodes")], log=True),
        Chart("Figure 13: values, SM/SMOpt", list(both), ["decrease"], [decrease("value_nodes")], log=True),
    ]


def _is_wanted(name: str, only: list[str]) -> bool:
    return not only or name in only or name.split("/")[0] in only


def _arguments() -> argparse.Namespace:
    cache = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "albers-libraries"
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--time", type=float, default=20.0, metavar="SECONDS", help="per driver and mode (default: 20)")
    parser.add_argument("--only", action="append", default=[], metavar="LIBRARY[/DRIVER]")
    parser.add_argument("--libraries", default="libtasn1,libpng,osip", metavar="NAME,...")
    parser.add_argument("--merge-always", action="store_true", help="without the cost estimate, as in the paper")
    parser.add_argument("--size", type=int, default=0, metavar="N", help="largest size of the input")
    parser.add_argument("--cache", default=str(cache), metavar="DIR", help=f"where to build (default: {cache})")
    parser.add_argument("--sources", default="", metavar="DIR", help="sources of your own: DIR/libtasn1, ...")
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
