"""octets.c with and without `--skip append`: paths, time, and when the defect in the length arithmetic is found.

    python bench/chopping_octets.py [--lengths 6-12] [--max-time 60]

Each run explores everything, or as much as the time allows (marked +). The defect is the read behind the input in
line 35.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from albers import Options, explore
from albers.api.report import Report
from albers.options import LimitOptions, OutputOptions, ProgramOptions, SearchOptions, TechniqueOptions

PROGRAM = Path(__file__).parent / "programs" / "octets.c"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lengths", default="6-12")
    parser.add_argument("--max-time", type=float, default=60.0)
    arguments = parser.parse_args()
    first, last = (int(word) for word in arguments.lengths.split("-"))
    print("| LEN | skip | paths | CPU s | defect found after | errors | snapshots | recoveries |")
    print("|---|---|---|---|---|---|---|---|")
    for length in range(first, last + 1):
        for skip in ((), ("append",)):
            row(length, skip, arguments.max_time)
    return 0


def row(length: int, skip: tuple[str, ...], max_time: float) -> None:
    started = time.process_time()
    report = run(length, skip, LimitOptions(max_time=max_time))
    seconds = time.process_time() - started
    started = time.process_time()
    found = run(length, skip, LimitOptions(max_time=max_time, stop_at=("octets.c:35",)))
    sooner = time.process_time() - started
    errors = ", ".join(f"{error.kind} line {error.line}" for error in report.errors)
    cut = "" if report.stopped.value == "done" else "+"
    paths = report.paths.completed + report.paths.partial
    print(
        f"| {length} | {' '.join(skip) or '-'} | {paths}{cut} | {seconds:.1f}{cut} | "
        f"{f'{sooner:.2f} s' if found.stopped.value == 'stop-at' else '-'} | {errors} | "
        f"{report.chopping.snapshots} | {report.chopping.recoveries} |",
        flush=True,
    )


def run(length: int, skip: tuple[str, ...], limits: LimitOptions) -> Report:
    with tempfile.TemporaryDirectory() as scratch:
        return explore(
            PROGRAM,
            Options(
                program=ProgramOptions(defines=(f"LEN={length}",)),
                search=SearchOptions(search=("dfs",)),
                limits=limits,
                techniques=TechniqueOptions(skip=skip),
                output=OutputOptions(out=str(Path(scratch) / "out"), no_tests=True),
            ),
        )


if __name__ == "__main__":
    sys.exit(main())
