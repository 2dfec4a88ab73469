"""The experiment of the symcrete paper (ISP RAS 2023, section 5) on programs of the same five kinds.

Every program under `programs/ispras23` is explored with `--sizes max` (a symbolic size becomes one size, as in KLEE-LI)
and with `--sizes symcrete`, both with `--lazy-init`; `--without-lazy-init` switches it off for the first. Prints the
paper's tables 1 and 2 with our numbers and a table of what `symcrete` costs on the FSE'21 programs; with all sets they
become a section of RESULTS.md.

    python bench/ispras23.py [--time SECONDS] [--set MS-A] [--without-lazy-init]
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from results_page import write_section
from runs import PROGRAMS, run_albers

TITLE: Final = "Symcretes and lazy initialisation"
SETS: Final = {
    "MS-A": "ms_arrays_",
    "RS-A": "rs_arrays_",
    "T-MH": "t_heap_",
    "MS-H": "ms_heap_",
    "MS-LL": "ms_lists_",
}
FSE21: Final = (
    ("fig3.c CAP 30", "fig3.c", ("-D", "CAP=30")),
    ("via_header.c MAX 9", "via_header.c", ("-D", "MAX=9")),
    ("records.c FIELDS 3", "records.c", ("-D", "FIELDS=3")),
    ("memspn.c MAX 12", "memspn.c", ("-D", "MAX=12")),
)


@dataclass
class Tally:
    """What one mode did on one set of programs."""

    instructions: list[float] = field(default_factory=list)
    branches: list[float] = field(default_factory=list)
    errors: int = 0
    tests: int = 0
    halted: int = 0
    solver_errors: int = 0

    def add(self, summary: dict[str, Any]) -> None:
        self.instructions.append(_share(summary["coverage"]["instructions"]))
        self.branches.append(_share(summary["coverage"]["branches"]))
        self.errors += len(summary["errors"])
        self.tests += summary["tests"]
        # A size that became one example, or was cut off, halts all paths with other sizes.
        self.halted += summary["sizes"]["concretized"] + summary["sizes"]["cut_off"]
        self.solver_errors += summary["queries"]["unknown"] if summary["stopped"] == "done" else 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--time", type=int, default=30, help="seconds per program and mode (default: 30)")
    parser.add_argument("--set", choices=SETS, help="only this set")
    parser.add_argument("--without-lazy-init", action="store_true", help="no lazy initialization with --sizes max")
    given = parser.parse_args()
    chosen = [given.set] if given.set else list(SETS)
    tallies = {(name, mode): Tally() for name in chosen for mode in ("max", "symcrete")}
    for name in chosen:
        for program in sorted((PROGRAMS / "ispras23").glob(f"{SETS[name]}*.c")):
            for mode in ("max", "symcrete"):
                lazy = [] if mode == "max" and given.without_lazy_init else ["--lazy-init"]
                summary = run_albers([str(program), "--sizes", mode, *lazy, "--max-time", str(given.time)])
                tallies[name, mode].add(summary)
                print(f"{program.stem:32} {mode:9} {_line(summary)}", flush=True)
    text = "\n".join([_head(given.time), *_tables(chosen, tallies), *_against_lazy(given.time)])
    print(text)
    if not given.set:
        write_section(TITLE, text)


def _head(seconds: int) -> str:
    count = len(list((PROGRAMS / "ispras23").glob("*.c")))
    command = f"`python bench/ispras23.py --time {seconds}`"
    return f"{command}: {count} programs of the kinds in the ISP RAS paper, at most {seconds} s each.\n"


def _tables(chosen: Sequence[str], tallies: dict[tuple[str, str], Tally]) -> list[str]:
    one = ["| set | icov (max) | bcov | errors | icov (symcrete) | bcov | errors |", "|---|---|---|---|---|---|---|"]
    two = [
        "| set | tests (max) | halted | serrs | tests (symcrete) | halted | serrs |",
        "|---|---|---|---|---|---|---|",
    ]
    for name in chosen:
        first, second = [], []
        for mode in ("max", "symcrete"):
            tally = tallies[name, mode]
            first.append(f"{_mean(tally.instructions)} | {_mean(tally.branches)} | {tally.errors}")
            second.append(f"{tally.tests} | {tally.halted} | {tally.solver_errors}")
        one.append(f"| {name} | {' | '.join(first)} |")
        two.append(f"| {name} | {' | '.join(second)} |")
    return ["Coverage and errors (the paper's table 1):\n", *one, "", "Tests (table 2):\n", *two, ""]


def _against_lazy(seconds: int) -> list[str]:
    """What sizes without a capacity cost where a capacity would do."""
    lines = ["`--sizes lazy --capacity 100` and `--sizes symcrete` on the FSE'21 programs:\n"]
    lines += ["| program | paths | errors | time | memory | paths (symcrete) | errors | time | memory |"]
    lines.append("|---|---|---|---|---|---|---|---|---|")
    for title, file, definitions in FSE21:
        cells = []
        for mode in ("lazy", "symcrete"):
            arguments = [str(PROGRAMS / file), *definitions, "--sizes", mode, "--search", "dfs"]
            summary = run_albers([*arguments, "--max-time", str(seconds)])
            paths = summary["paths"]["completed"] + summary["paths"]["partial"]
            wall = summary["time"]["wall"] - summary["time"]["prepare"]
            if summary["stopped"] != "done":
                paths = f"{paths} (cut)"
            cells.append(f"{paths} | {len(summary['errors'])} | {wall:.1f} s | {summary['peak_memory_mb']} MB")
        lines.append(f"| `{title}` | {' | '.join(cells)} |")
    return lines


def _line(summary: dict[str, Any]) -> str:
    coverage = summary["coverage"]
    return (
        f"{_share(coverage['instructions']):5.1f} % instructions {_share(coverage['branches']):5.1f} % branches "
        f"{len(summary['errors'])} errors {summary['time']['wall']:5.1f} s {summary['stopped']}"
    )


def _share(pair: Sequence[int]) -> float:
    covered, total = pair
    return 100.0 * covered / total if total else 100.0


def _mean(values: Sequence[float]) -> str:
    return f"{sum(values) / len(values):.1f} %" if values else "-"


if __name__ == "__main__":
    main()
