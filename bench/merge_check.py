"""Generated loop programs: is every merge exact?

    python bench/merge_check.py 200

Each program (see tests/merging/loop_programs.py) is explored without merging and with each way of merging, with
--check-merges, and the outcomes of all its inputs are compared. Exits with 1 if one differed or a merge was not proven.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from albers.merging.merge_proof import MergeFault
from tests.merging.brute_force import check_seed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", type=int, help="how many")
    parser.add_argument("--first", type=int, default=0, help="the number of the first one")
    parser.add_argument("--merge", action="append", help="plain, tree, ... (default: plain and tree)")
    parser.add_argument("--sizes", default="lazy", help="lazy or symcrete")
    arguments = parser.parse_args()
    encodings = tuple(arguments.merge or ("plain", "tree"))
    started = time.monotonic()
    saved = 0
    failed: list[int] = []
    with tempfile.TemporaryDirectory() as directory:
        for seed in range(arguments.first, arguments.first + arguments.programs):
            try:
                saved += check_seed(seed, Path(directory), encodings, arguments.sizes)
            except (AssertionError, MergeFault) as fault:
                failed.append(seed)
                print(f"program {seed}: {fault}")
    ways = " and ".join(encodings)
    seconds = time.monotonic() - started
    print(f"{arguments.programs} programs, {ways}: {saved} paths merged away, {len(failed)} failed, {seconds:.0f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
