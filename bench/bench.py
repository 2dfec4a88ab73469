"""All programs of bench/cases.py, several times, beside KLEE: one table that shows what a change did.

    python bench/bench.py [--quick] [--repeat N] [--only NAME]... [--search S] [--save]

Figures are medians. Times leave out compiling and loading the program (all that happens before its first instruction)
and include writing the tests. The table goes to bench/results as Markdown and JSON, with --save to RESULTS.md too.
Exit code 1 if a path or bug differs from what the case expects.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from dataclasses import dataclass
from statistics import median
from typing import Any

from cases import CASES, Case
from results_page import circumstances, write_section
from runs import PROGRAMS, REPOSITORY, exploring_seconds, run_albers

RESULTS = REPOSITORY / "bench" / "results"

Summary = dict[str, Any]


@dataclass(frozen=True)
class Measured:
    """The runs of one case; counts are those of the last run, times medians."""

    case: Case
    summaries: list[Summary]

    @property
    def last(self) -> Summary:
        return self.summaries[-1]

    @property
    def seconds(self) -> float:
        return median(exploring_seconds(each) for each in self.summaries)

    @property
    def solver_seconds(self) -> float:
        return median(each["time"]["solver"] for each in self.summaries)

    @property
    def cpu_seconds(self) -> float:
        return median(each["time"]["cpu"] for each in self.summaries)

    @property
    def memory_mb(self) -> float:
        return median(each["peak_memory_mb"] for each in self.summaries)

    @property
    def paths(self) -> tuple[int, int]:
        return self.last["paths"]["completed"], self.last["paths"]["partial"]

    @property
    def ratio(self) -> float | None:
        """Our time as a share of the tuned peer's."""
        peer = self.case.peer
        return self.seconds / peer.tuned if peer else None

    @property
    def ratio_to_default(self) -> float | None:
        """Our time as a share of what users of the peer get without tuning it."""
        peer = self.case.peer
        return self.seconds / peer.default if peer and peer.default else None

    @property
    def problem(self) -> str:
        """What differs from the expectation; empty if nothing."""
        case = self.case
        bugs = tuple(sorted((error["kind"], error["line"]) for error in self.last["errors"]))
        if case.paths is not None and self.paths != case.paths:
            return f"paths {self.paths}, expected {case.paths}"
        if case.bugs is not None and bugs != tuple(sorted(case.bugs)):
            return f"bugs {bugs}, expected {case.bugs}"
        if case.peer and case.peer.instructions and not self.last["complete"]:
            return "not complete"
        return ""


def measure(case: Case, search: str, repeat: int) -> Measured:
    arguments = [str(PROGRAMS / case.program), *case.arguments, "--search", search]
    return Measured(case, [run_albers(arguments) for _ in range(repeat)])


def table_row(measured: Measured) -> str:
    case = measured.case
    peer = case.peer
    queries = measured.last["queries"]
    completed, partial = measured.paths
    cells = [
        case.name,
        f"{completed:,} + {partial:,}",
        f"{measured.last['instructions']:,}" + (f" ({peer.instructions:,})" if peer and peer.instructions else ""),
        f"{queries['asked']:,}",
        f"{queries['solver']:,}" + (f" ({peer.queries})" if peer and peer.queries else ""),
        f"{measured.solver_seconds:.2f}",
        f"{measured.memory_mb:.0f}",
        f"{measured.cpu_seconds:.2f}",
        f"{measured.seconds:.2f}",
        _number(peer and peer.tuned),
        _number(measured.ratio),
        _number(peer and peer.default),
        _number(measured.ratio_to_default),
        measured.problem or "as expected",
    ]
    return f"| {' | '.join(cells)} |"


HEADER = (
    "| program | paths + errors | instructions (KLEE) | queries asked | queries solved (KLEE) | solver s | MB "
    "| cpu s | seconds | KLEE tuned s | ratio | KLEE default s | ratio | result |\n"
    "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|"
)


def means(all_measured: list[Measured]) -> str:
    """Geometric means over the symbolic explorations that KLEE itself was measured on, and over the concrete runs."""
    lines: list[str] = []
    beside_klee = [each for each in all_measured if each.case.peer and each.case.peer.instructions]
    symbolic = [each for each in beside_klee if not each.case.is_concrete]
    concrete = [each for each in beside_klee if each.case.is_concrete]
    for what, group in (("symbolic explorations", symbolic), ("concrete runs", concrete)):
        tuned = [each.ratio for each in group if each.ratio is not None]
        if tuned:
            lines.append(
                f"Geometric mean over the {len(tuned)} {what} that KLEE itself was measured on: "
                f"{_geometric(tuned):.2f} of tuned KLEE's time; the largest ratio is {max(tuned):.2f}."
            )
        default = [each.ratio_to_default for each in group if each.ratio_to_default is not None]
        if default and group is symbolic:
            lines.append(f"Against KLEE as users get it: {_geometric(default):.2f} over {len(default)} of them.")
    return "\n".join(lines)


def _geometric(ratios: list[float]) -> float:
    return math.exp(sum(math.log(ratio) for ratio in ratios) / len(ratios))


def _number(value: float | None) -> str:
    return "–" if not value else f"{value:.2f}"


def as_document(all_measured: list[Measured], command: str) -> dict[str, Any]:
    return {
        "command": command,
        "circumstances": circumstances(command),
        "cases": [
            {
                "name": each.case.name,
                "program": each.case.program,
                "arguments": list(each.case.arguments),
                "completed": each.paths[0],
                "partial": each.paths[1],
                "instructions": each.last["instructions"],
                "queries": each.last["queries"],
                "seconds": each.seconds,
                "all_seconds": [exploring_seconds(run) for run in each.summaries],
                "cpu_seconds": each.cpu_seconds,
                "solver_seconds": each.solver_seconds,
                "peak_memory_mb": each.memory_mb,
                "klee_tuned_seconds": each.case.peer.tuned if each.case.peer else None,
                "klee_default_seconds": (each.case.peer.default or None) if each.case.peer else None,
                "ratio": each.ratio,
                "problem": each.problem,
            }
            for each in all_measured
        ],
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--quick", action="store_true", help="leave out the explorations of many seconds")
    parser.add_argument("--repeat", type=int, default=3, metavar="N", help="runs per program (default: 3)")
    parser.add_argument("--only", action="append", default=[], metavar="NAME", help="programs whose name begins so")
    parser.add_argument("--search", default="dfs")
    parser.add_argument("--save", action="store_true", help="put the table into bench/RESULTS.md too")
    options = parser.parse_args()
    command = " ".join(["python bench/bench.py", *sys.argv[1:]])
    chosen = [
        case
        for case in CASES
        if (case.is_quick or not options.quick) and (not options.only or case.name.startswith(tuple(options.only)))
    ]
    print(HEADER, flush=True)
    all_measured: list[Measured] = []
    for case in chosen:
        all_measured.append(measure(case, options.search, options.repeat))
        print(table_row(all_measured[-1]), flush=True)
    summary = means(all_measured)
    print(f"\n{summary}")
    body = "\n".join(
        [
            circumstances(command),
            f"Medians of {options.repeat} runs, search {options.search}; seconds without start-up, with a test",
            "written for every path. KLEE's figures are those of [peers.md](peers.md): seconds of an aarch64 Neoverse",
            "N1, wall time where the page has it and user time elsewhere. For via_header and records they are the",
            "FSE'21 prototype's (Base). `cpu s` is processor time of the exploring process: on a busy machine it says",
            "more than `seconds`, which is wall time.",
            "",
            HEADER,
            *(table_row(each) for each in all_measured),
            "",
            summary,
        ]
    )
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "bench.md").write_text(body + "\n", encoding="utf-8")
    document = json.dumps(as_document(all_measured, command), indent=2)
    (RESULTS / "bench.json").write_text(document + "\n", encoding="utf-8")
    if options.save:
        write_section("Beside KLEE", body)
    return 1 if any(each.problem for each in all_measured) else 0


if __name__ == "__main__":
    sys.exit(main())
