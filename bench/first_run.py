"""How long a first `hello, printf` waits: from an empty cache, and again with everything compiled.

    python bench/first_run.py

The limits are 20 s for the first run on two cores, and 2 s to the first instruction for every later one.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PROGRAM = """
#include <stdio.h>
int main(void) { printf("hello, %s %d\\n", "world", 42); return 0; }
"""

COUNT_FILES = """
from albers.frontend.build import BuildOptions, build
print(len(build(["hello.c"], BuildOptions()).library_files))
"""

FIRST_LIMIT, LATER_LIMIT = 20.0, 2.0


def main() -> int:
    with tempfile.TemporaryDirectory() as directory:
        (Path(directory) / "hello.c").write_text(PROGRAM)
        environment = {**os.environ, "ALBERS_CACHE": str(Path(directory) / "cache")}
        runs = [_run(directory, environment, f"out{i}") for i in range(3)]
        counted = subprocess.run(
            [sys.executable, "-c", COUNT_FILES], cwd=directory, env=environment, capture_output=True, check=True
        )
    print(f"files of the C library linked: {int(counted.stdout)}")
    print(f"instructions executed: {runs[0][1]['instructions']:,}")
    print("| run | whole command | of it until the first instruction |")
    print("|---|---|---|")
    failed = False
    for name, (seconds, summary), limit in zip(
        ("empty cache", "second", "third"), runs, (FIRST_LIMIT, LATER_LIMIT, LATER_LIMIT), strict=True
    ):
        prepare = summary["time"]["prepare"]
        note = "" if prepare < limit else f" LONGER THAN {limit:.0f} s"
        failed = failed or bool(note)
        print(f"| {name} | {seconds:.2f} s | {prepare:.2f} s{note} |")
    return 1 if failed else 0


def _run(directory: str, environment: dict[str, str], out: str) -> tuple[float, dict]:
    command = [sys.executable, "-m", "albers", "run", "hello.c", "--out", out, "--quiet"]
    started = time.perf_counter()
    subprocess.run(command, cwd=directory, env=environment, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - started, json.loads((Path(directory) / out / "summary.json").read_text())


if __name__ == "__main__":
    sys.exit(main())
