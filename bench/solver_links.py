"""What each link of the solver chain is worth: every program explored with the whole chain and without each link.

    python bench/solver_links.py [--programs NAME...] [--links LINK...] [--max-time S]

Prints a table of queries that reached a solver and of seconds of processor time, and writes it as Markdown and JSON to
bench/results/solver_links.*. Answers never depend on the links: a run that ends in other paths is an error.
"""

from __future__ import annotations

import argparse
import datetime
import json
import sys
from dataclasses import dataclass
from typing import Any

from runs import PROGRAMS, REPOSITORY, run_albers

from albers.options import SOLVER_LINKS

RESULTS = REPOSITORY / "bench" / "results"


@dataclass(frozen=True)
class Case:
    """A program at a size that takes a second or so with every link."""

    program: str
    define: str


CASES = [
    Case("regexp.c", "LEN=5"),
    Case("arith_parser.c", "LEN=5"),
    Case("sort_symbolic.c", "N=5"),
    Case("octets.c", "LEN=4"),
    Case("json_scanner.c", "LEN=4"),
    Case("base64_decode.c", "LEN=4"),
    Case("sbox_round.c", "ROUNDS=1"),
    Case("hash_insert.c", "KEYS=3"),
    Case("matrix_search.c", "N=3"),
    Case("tokenise.c", "LEN=4"),
    Case("utf8_decode.c", "LEN=4"),
    Case("bit_tricks.c", "ALL=1"),
    Case("crc_check.c", "LEN=3"),
    Case("records_tlv.c", "LEN=8"),
]


@dataclass
class Measured:
    queries: int
    seconds: float
    solver_seconds: float
    paths: tuple[int, int]
    finished: bool


def measure(case: Case, left_out: tuple[str, ...], max_time: float) -> Measured:
    arguments = [str(PROGRAMS / case.program), "-D", case.define, "--search", "dfs", "--no-tests"]
    for link in left_out:
        arguments += ["--no-link", link]
    summary = run_albers([*arguments, "--max-time", f"{max_time}s"])
    paths = (summary["paths"]["completed"], summary["paths"]["partial"])
    time = summary["time"]
    finished = summary["stopped"] == "done"
    return Measured(summary["queries"]["solver"], time["cpu"], time["solver"], paths, finished)


def cell(measured: Measured) -> str:
    return f"{measured.queries} / {measured.seconds:.2f}" if measured.finished else "cut"


def table(cases: list[Case], rows: dict[str, list[Measured]]) -> list[str]:
    heads = [f"`{case.program.removesuffix('.c')}` {case.define}" for case in cases]
    lines = [f"| without | {' | '.join(heads)} |", "|---" * (len(cases) + 1) + "|"]
    for name, row in rows.items():
        lines.append(f"| {name} | {' | '.join(cell(each) for each in row)} |")
    return lines


def page(lines: list[str], command: str, max_time: float) -> str:
    today = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
    return "\n".join(
        [
            "# The links of the solver chain, on and off",
            "",
            f"By `{command}` on {today}: queries that reached a solver / seconds of processor time of the exploration.",
            "The first row has every link, each other row lacks one (the last: all). The paths are the same in every",
            f"run. `cut`: not finished after {max_time:g} s. What each link does: `src/albers/solver/links.py`.",
            "",
            *lines,
            "",
        ]
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--programs", nargs="+", default=[case.program for case in CASES])
    parser.add_argument("--links", nargs="+", default=list(SOLVER_LINKS), choices=SOLVER_LINKS)
    parser.add_argument("--max-time", type=float, default=60.0, help="seconds for one exploration")
    options = parser.parse_args()
    cases = [case for case in CASES if case.program in options.programs]
    left_out: dict[str, tuple[str, ...]] = {"(nothing)": ()}
    left_out.update({link: (link,) for link in options.links})
    left_out["all of them"] = SOLVER_LINKS
    rows: dict[str, list[Measured]] = {}
    same = True
    for name, links in left_out.items():
        rows[name] = [measure(case, links, options.max_time) for case in cases]
        print(f"{name}: {', '.join(cell(each) for each in rows[name])}", file=sys.stderr, flush=True)
        for case, measured, reference in zip(cases, rows[name], rows["(nothing)"], strict=True):
            if measured.finished and reference.finished and measured.paths != reference.paths:
                print(f"{case.program} without {name}: {measured.paths} paths, not {reference.paths}", file=sys.stderr)
                same = False
    lines = table(cases, rows)
    print("\n".join(lines))
    RESULTS.mkdir(exist_ok=True)
    command = " ".join(["python", "bench/solver_links.py", *sys.argv[1:]])
    (RESULTS / "solver_links.md").write_text(page(lines, command, options.max_time), encoding="utf-8")
    (RESULTS / "solver_links.json").write_text(json.dumps(as_json(cases, rows), indent=1) + "\n", encoding="utf-8")
    return 0 if same else 1


def as_json(cases: list[Case], rows: dict[str, list[Measured]]) -> list[dict[str, Any]]:
    return [
        {"program": case.program, "define": case.define, "without": name, **vars(measured)}
        for name, row in rows.items()
        for case, measured in zip(cases, row, strict=True)
    ]


if __name__ == "__main__":
    sys.exit(main())
