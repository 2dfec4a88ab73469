"""Complete explorations beside KLEE's: the same paths and bugs are required, times are shown.

    python bench/peers.py [--search dfs random-path] [--small]

KLEE's figures are those of bench/peers.md (tuned: in-process solver, user seconds). Exit code 1 if a count differs.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass

from runs import PROGRAMS, exploring_seconds, run_albers


@dataclass(frozen=True)
class Expected:
    """One line of peers.md."""

    program: str
    define: str
    completed: int
    errors: int
    bug: tuple[str, int] | None
    klee_queries: str
    klee_seconds: str
    is_small: bool


EXPECTED = [
    Expected("regexp.c", "LEN=7", 6566, 0, None, "112", "2.4", True),
    Expected("arith_parser.c", "LEN=6", 6441, 2198, ("div", 32), "161", "0.9", True),
    Expected("arith_parser.c", "LEN=7", 34381, 12948, ("div", 32), "237", "5.2", False),
    Expected("sort_symbolic.c", "N=5", 120, 0, None, "600", "1.05", True),
    Expected("octets.c", "LEN=4", 517, 75, ("ptr", 35), "5300-5500", "2.25", True),
    Expected("octets.c", "LEN=5", 3262, 479, ("ptr", 35), "35831", "25.5", False),
]


def compare(expected: Expected, search: str) -> bool:
    """Runs one exploration and prints its line; True if paths and bugs are KLEE's."""
    summary = run_albers([str(PROGRAMS / expected.program), "-D", expected.define, "--search", search])
    bugs = [(error["kind"], error["line"]) for error in summary["errors"]]
    paths = (summary["paths"]["completed"], summary["paths"]["partial"])
    wanted = [expected.bug] if expected.bug else []
    same = paths == (expected.completed, expected.errors) and bugs == wanted and summary["complete"]
    print(
        f"| `{expected.program}` {expected.define} | {search} | {paths[0]} + {paths[1]} | {summary['instructions']:,} "
        f"| {summary['queries']['solver']} ({expected.klee_queries}) | {exploring_seconds(summary):.2f} s "
        f"({expected.klee_seconds} s) | {'same' if same else f'DIFFERENT: {paths} {bugs}'} |",
        flush=True,
    )
    return same


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--search", nargs="+", default=["dfs", "random-path"])
    parser.add_argument("--small", action="store_true", help="leave out the explorations of many seconds")
    options = parser.parse_args()
    print("| program | search | paths + errors | instructions | solver queries (KLEE) | time (KLEE, tuned) | verdict |")
    print("|---|---|---|---|---|---|---|")
    results = [
        compare(expected, search)
        for expected in EXPECTED
        for search in options.search
        if expected.is_small or not options.small
    ]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
