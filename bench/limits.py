"""Are --max-time and --max-memory kept, and is there a test for every path that was cut?

    python bench/limits.py [--save]

The time is that of the whole command as a user waits for it, from its start to its end, with all tests written. Each
program was compiled before, since a limit that passes during compilation is an error.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from results_page import circumstances, write_section
from runs import REPOSITORY, run_albers

PROGRAMS = REPOSITORY / "bench"


@dataclass(frozen=True)
class Limited:
    """A run that would go on for long, cut by a limit."""

    what: str
    program: str
    arguments: str
    seconds: float = 0.0
    megabytes: int = 0


CASES = (
    Limited("an endless loop", "limits/endless.c", "--max-time 3s", 3),
    Limited("a query that takes hours", "limits/hard_query.c", "--max-time 3s", 3),
    Limited("many hard queries", "limits/hard_queries.c", "--max-time 5s --search bfs", 5),
    Limited("tens of thousands of open paths", "scale/wide.c", "-D LEVELS=40 --search bfs --max-time 10s", 10),
    Limited("paths multiply", "scale/wide.c", "-D LEVELS=40 --search bfs --max-memory 400 --max-time 60s", 60, 400),
    Limited("paths multiply, randomly", "scale/wide.c", "-D LEVELS=40 --max-memory 400 --max-time 60s", 60, 400),
    Limited(
        "large objects are copied", "limits/large_copies.c", "--search bfs --max-memory 600 --max-time 60s", 60, 600
    ),
)


def measure(case: Limited) -> tuple[str, bool]:
    """The line of the table, and whether the limits were kept."""
    command = [str(PROGRAMS / case.program), *case.arguments.split()]
    run_albers(
        [str(PROGRAMS / case.program), *_without_limits(case), "--max-instructions", "1"]
    )  # compiled is compiled
    started = time.monotonic()
    summary = run_albers(command)
    whole = time.monotonic() - started
    paths = summary["paths"]["completed"] + summary["paths"]["partial"]
    expected = paths if not summary["errors"] else summary["tests"]
    written = len(list(Path(summary["directory"]).glob("*.ktest")))
    is_late = bool(case.seconds) and whole > case.seconds + 1
    is_large = bool(case.megabytes) and summary["peak_memory_mb"] > 1.1 * case.megabytes
    is_lossy = not written == expected == summary["tests"]
    problems = [word for word, holds in (("LATE", is_late), ("TOO LARGE", is_large), ("TESTS LOST", is_lossy)) if holds]
    line = (
        f"| {case.what} | `{case.arguments}` | {summary['stopped']} | {whole:.1f} | {summary['peak_memory_mb']} "
        f"| {summary['peak_states']:,} | {paths:,} | {written:,} | {', '.join(problems) or 'kept'} |"
    )
    return line, not problems


def _without_limits(case: Limited) -> list[str]:
    """What the compilation depends on."""
    words = case.arguments.split()
    return [word for i, word in enumerate(words) if word == "-D" or (i and words[i - 1] == "-D")]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--save", action="store_true", help="put the table into bench/RESULTS.md too")
    options = parser.parse_args()
    lines = [
        "| run | limits | stopped | whole command s | peak MB | peak states | paths | tests | limits |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    print("\n".join(lines), flush=True)
    all_kept = True
    for case in CASES:
        line, kept = measure(case)
        all_kept = all_kept and kept
        lines.append(line)
        print(line, flush=True)
    if options.save:
        command = " ".join(["python bench/limits.py", *sys.argv[1:]])
        write_section("Limits", f"{circumstances(command)}\n\n" + "\n".join(lines))
    return 0 if all_kept else 1


if __name__ == "__main__":
    sys.exit(main())
