"""Five ways to treat symbolic sizes on four small programs of growing size (FSE'21, figures 3 and 4, section 5).

    python bench/merging_sizes.py [--limit SECONDS] [--largest N]

Prints paths, queries and time per program, size and mode, and how the formulas of figure 3 grow with the capacity;
writes both, with plots, to bench/results/merging_sizes.md and .svg. Complains if modes that finish differ in the lines
they cover or the bugs they find. Merging is on wherever it can be (--merge-always), but for the mode `SMOpt, priced`.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bar_chart import Chart, write_charts
from runs import PROGRAMS, run_albers

RESULTS = Path(__file__).resolve().parent / "results"

MODES: dict[str, list[str]] = {
    "Base": ["--sizes", "max"],
    "ForkEager": ["--sizes", "eager"],
    "ForkLazy": ["--sizes", "lazy"],
    "SM": ["--sizes", "lazy", "--merge", "plain", "--merge-always"],
    "SMOpt": ["--sizes", "lazy", "--merge", "tree", "--merge-always"],
    "SMOpt, priced": ["--sizes", "lazy", "--merge", "tree"],
}


@dataclass(frozen=True)
class Case:
    """A program whose macro `define` is its size; `capacity` is what the largest object needs."""

    program: str
    define: str
    sizes: tuple[int, ...]
    capacity: int = 0  # the size itself


CASES = (
    Case("fig3.c", "CAP", (3, 10, 30)),
    Case("memspn.c", "MAX", (3, 6, 12, 20, 40)),
    Case("via_header.c", "MAX", (3, 5, 7, 9, 12, 16)),
    Case("records.c", "FIELDS", (2, 3, 4, 5), capacity=5),
)
CAPACITIES = (3, 6, 12, 25, 50, 100)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--limit", type=float, default=60.0, metavar="SECONDS", help="per run")
    parser.add_argument("--largest", type=int, default=1000, metavar="N", help="leave out larger sizes")
    arguments = parser.parse_args()
    rows: list[list[str]] = []
    complaints: list[str] = []
    charts: list[Chart] = []
    for case in CASES:
        sizes = [size for size in case.sizes if size <= arguments.largest]
        runs = {size: {mode: _run(case, size, mode, arguments.limit) for mode in MODES} for size in sizes}
        for size in sizes:
            rows.append([f"`{case.program}` {case.define} {size}", *[_cell(runs[size][mode]) for mode in MODES]])
            print("  ".join(rows[-1]), flush=True)
            complaints += _disagreements(case, size, runs[size])
        charts += _charts(case, sizes, runs)
    growth = {mode: [_run(CASES[0], capacity, mode, arguments.limit) for capacity in CAPACITIES] for mode in _MERGING}
    charts += [_growth_chart(growth, what) for what in ("constraint_nodes", "value_nodes")]
    page = _page(rows, growth, complaints, arguments.limit)
    print(f"\n{page}")
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "merging_sizes.md").write_text(page, encoding="utf-8")
    write_charts(RESULTS / "merging_sizes.svg", charts)
    return 1 if complaints else 0


_MERGING = ("SM", "SMOpt")


def _run(case: Case, size: int, mode: str, limit: float) -> dict[str, Any]:
    options = [*MODES[mode], "--capacity", str(case.capacity or size), "--max-time", f"{limit:g}s", "--search", "dfs"]
    return run_albers([str(PROGRAMS / case.program), "-D", f"{case.define}={size}", "--no-tests", *options])


def _seconds(run: dict[str, Any]) -> float:
    """Of the processor, without compiling and loading: comparable on a machine that is shared."""
    return float(run["time"]["cpu"])


def _is_cut(run: dict[str, Any]) -> bool:
    return bool(run["stopped"] != "done")


def _paths(run: dict[str, Any]) -> int:
    return int(run["paths"]["completed"] + run["paths"]["partial"])


def _cell(run: dict[str, Any]) -> str:
    if _is_cut(run):
        return "cut"
    away = run["paths"]["merged_away"]
    states = f" ({_paths(run) + away})" if away else ""
    return f"{_paths(run)}{states}, {run['queries']['solver']} q, {_seconds(run):.2f} s"


def _disagreements(case: Case, size: int, runs: dict[str, dict[str, Any]]) -> list[str]:
    """Modes that explore all sizes must agree on lines and bugs; SM and SMOpt on paths."""
    found = []
    done = {mode: run for mode, run in runs.items() if mode != "Base" and not _is_cut(run)}
    facts = {
        (run["coverage"]["lines"][0], tuple(sorted((error["kind"], error["line"]) for error in run["errors"])))
        for run in done.values()
    }
    if len(facts) > 1:
        found.append(f"{case.program} {size}: different lines or bugs")
    if len({_paths(run) for mode, run in done.items() if mode in _MERGING}) > 1:
        found.append(f"{case.program} {size}: different paths with SM and SMOpt")
    return found


def _charts(case: Case, sizes: list[int], runs: dict[int, dict[str, dict[str, Any]]]) -> list[Chart]:
    groups = [str(size) for size in sizes]
    seconds = [[_seconds(runs[size][mode]) for size in sizes] for mode in MODES]
    paths = [[float(_paths(runs[size][mode])) for size in sizes] for mode in MODES]
    return [
        Chart(f"{case.program}: seconds", groups, list(MODES), seconds, log=True, lines=True),
        Chart(f"{case.program}: paths", groups, list(MODES), paths, log=True, lines=True),
    ]


def _growth_chart(growth: dict[str, list[dict[str, Any]]], what: str) -> Chart:
    values = [[max(1.0, float(run["merging"][what])) for run in growth[mode]] for mode in _MERGING]
    title = f"fig3.c: {what.replace('_', ' ')} by capacity"
    return Chart(title, [str(each) for each in CAPACITIES], list(_MERGING), values, log=True, lines=True)


def _page(rows: list[list[str]], growth: dict[str, list[dict[str, Any]]], complaints: list[str], limit: float) -> str:
    nodes = [
        [
            str(capacity),
            *[str(growth[mode][i]["merging"]["constraint_nodes"]) for mode in _MERGING],
            *[str(growth[mode][i]["merging"]["value_nodes"]) for mode in _MERGING],
        ]
        for i, capacity in enumerate(CAPACITIES)
    ]
    return "\n".join(
        [
            "# Symbolic sizes and merging on small programs (FSE'21)\n",
            f"`python bench/merging_sizes.py --limit {limit:g}`, depth first; plots: "
            "[merging_sizes.svg](merging_sizes.svg).\nA cell has the paths left (in brackets the states before "
            "merging), queries to the solver,\nand seconds of the processor without start-up.\n",
            _table(["", *MODES], rows),
            "## Nodes of the merged formulas of `fig3.c`, as trees\n",
            _table(["capacity", "constraints SM", "SMOpt", "values SM", "SMOpt"], nodes),
            "Disagreements: " + ("; ".join(complaints) or "none") + ".\n",
        ]
    )


def _table(heading: list[str], rows: list[list[str]]) -> str:
    return "".join("| " + " | ".join(line) + " |\n" for line in [heading, ["---"] * len(heading), *rows])


if __name__ == "__main__":
    raise SystemExit(main())
