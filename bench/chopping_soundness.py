"""Skips functions of random programs in many ways and compares every behaviour with that of the whole program.

    python bench/chopping_soundness.py [--programs 300] [--first 0] [--sets 3]

Each program is explored once whole and then for several sets of skipped functions, with slicing and without. For each
of its sixteen inputs the values observed and the way the path ends must be the same, and each input must have one path.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.chopping.random_programs import behaviours, prepared_program, run, skip_sets


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", type=int, default=300)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--sets", type=int, default=3)
    arguments = parser.parse_args()
    started = time.process_time()
    runs = wrong = 0
    for seed in range(arguments.first, arguments.first + arguments.programs):
        with tempfile.TemporaryDirectory() as directory:
            prepared = prepared_program(seed, Path(directory))
            expected = behaviours(run(prepared))
            for skip in skip_sets(seed, arguments.sets):
                for slicing in (False, True):
                    runs += 1
                    if behaviours(run(prepared, skip, slicing)) != expected:
                        wrong += 1
                        print(f"seed {seed}, skipping {','.join(skip)}, slicing {slicing}: different behaviours")
    print(
        f"{arguments.programs} programs, {runs} chopped runs, {wrong} with different behaviours, "
        f"{time.process_time() - started:.0f} s of CPU time"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
