"""Does the cost per state, per constraint and per byte of input stay flat? Each at two sizes, a factor of ten apart.

    python bench/scale.py [--quick] [--save]

The programs are in bench/scale. The last column is what one more state (constraint, byte, round) takes in memory and
processor time; a query as large as that of the deep term is solved in a process of its own, which is not counted.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass

from results_page import circumstances, write_section
from runs import REPOSITORY, run_albers

PROGRAMS = REPOSITORY / "bench" / "scale"


@dataclass(frozen=True)
class Scaled:
    """One kind of growth. `arguments` contain {n} where the size goes."""

    what: str
    unit: str
    program: str
    arguments: str
    sizes: tuple[int, int]
    peak_is_size: bool = False


GROWTHS = (
    Scaled(
        "live states (bfs, every state has written to a heap object)",
        "state",
        "wide.c",
        "--search bfs --max-forks {n} --no-tests",
        (10_000, 100_000),
        peak_is_size=True,
    ),
    Scaled("constraints on a path, each on its own byte", "constraint", "constraints.c", "-D N={n}", (1_000, 10_000)),
    Scaled(
        "constraints on a path, all connected", "constraint", "constraints.c", "-D N={n} -D CHAINED", (1_000, 10_000)
    ),
    Scaled(
        "bytes of a symbolic file", "byte", "large_file.c", "-D SIZE={n} --sym-files 1 {n} -- A", (104_858, 1_048_576)
    ),
    Scaled(
        "bytes of symbolic standard input", "byte", "large_file.c", "-D SIZE={n} --sym-stdin {n}", (104_858, 1_048_576)
    ),
    Scaled("depth of a term in a branch", "round", "deep_term.c", "-D N={n} --solver-timeout 300s", (10_000, 100_000)),
)


def measure(growth: Scaled, size: int) -> tuple[str, float, float]:
    """The table's cells about one size, and its seconds and megabytes."""
    before, dashes, after = growth.arguments.format(n=size).partition("-- ")
    tail = ["--", *after.split()] if dashes else []
    summary = run_albers([str(PROGRAMS / growth.program), *before.split()], tail=tail)
    seconds = summary["time"]["cpu"]
    megabytes = summary["peak_memory_mb"]
    paths = summary["paths"]
    reached = f"{summary['peak_states']:,} states" if growth.peak_is_size else f"{size:,}"
    verdict = "" if growth.peak_is_size or summary["complete"] else " NOT COMPLETE"
    cells = (
        f"{reached}{verdict} | {paths['completed']:,} + {paths['partial']:,} | {summary['time']['wall']:.1f} "
        f"| {seconds:.1f} | {megabytes:,}"
    )
    return cells, seconds, megabytes


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--quick", action="store_true", help="the small sizes only")
    parser.add_argument("--only", action="append", default=[], metavar="WORD", help="lines that contain the word")
    parser.add_argument("--save", action="store_true", help="put the table into bench/RESULTS.md too")
    options = parser.parse_args()
    lines = [
        "| what grows | size | paths + cut | wall s | cpu s | MB | cost of one more |",
        "|---|---|---|---|---|---|---|",
    ]
    print("\n".join(lines), flush=True)
    for growth in GROWTHS:
        if options.only and not any(word in growth.what for word in options.only):
            continue
        small, large = growth.sizes
        cells, seconds, megabytes = measure(growth, small)
        lines.append(f"| {growth.what} | {cells} | |")
        print(lines[-1], flush=True)
        if options.quick:
            continue
        cells, more_seconds, more_megabytes = measure(growth, large)
        kilobytes = 1024 * (more_megabytes - megabytes) / (large - small)
        micros = 1e6 * (more_seconds - seconds) / (large - small)
        lines.append(f"| | {cells} | {kilobytes:.2f} KB and {micros:.1f} µs per {growth.unit} |")
        print(lines[-1], flush=True)
    if options.save:
        command = " ".join(["python bench/scale.py", *sys.argv[1:]])
        write_section("Scale", f"{circumstances(command)}\n\n" + "\n".join(lines))
    return 0


if __name__ == "__main__":
    sys.exit(main())
