"""Concrete instructions per second, compiled and as plain Python, beside KLEE's figure of bench/peers.md.

    python bench/concrete_speed.py [--rounds 20]

The program's exit code must be the native one.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from runs import PROGRAMS, exploring_seconds, run_albers, uncompiled_tree

from albers.cli.compiled import is_compiled

# bench/peers.md, ROUNDS 20: instructions per second by optimisation level.
KLEE = {0: "12.5 s = 2.3 M/s", 1: "3.7 s = 4.6 M/s"}


def native_exit_code(rounds: int, scratch: Path) -> int:
    binary = scratch / "native"
    subprocess.run(["cc", "-O1", f"-DROUNDS={rounds}", str(PROGRAMS / "concrete_mix.c"), "-o", str(binary)], check=True)
    return subprocess.run([str(binary)], check=False).returncode


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=20)
    rounds = parser.parse_args().rounds
    failed = False
    print(f"concrete_mix.c, ROUNDS {rounds}")
    print("| engine | level | instructions | seconds | instructions/s | KLEE (ROUNDS 20) |")
    print("|---|---|---|---|---|---|")
    installed = "compiled" if is_compiled() else "installed (not compiled)"
    with tempfile.TemporaryDirectory() as directory:
        scratch = Path(directory)
        native = native_exit_code(rounds, scratch)
        for name, tree in ((installed, None), ("plain Python", uncompiled_tree(scratch))):
            for level in (0, 1):
                arguments = [str(PROGRAMS / "concrete_mix.c"), f"-O{level}", "-D", f"ROUNDS={rounds}"]
                summary = run_albers(arguments, tree)
                seconds = exploring_seconds(summary)
                speed = summary["instructions"] / seconds / 1e6
                ours = [int(code) for code in summary["exits"]]
                note = "" if ours == [native] else f" WRONG EXIT CODE {ours}, native {native}"
                failed = failed or bool(note)
                print(
                    f"| {name} | -O{level} | {summary['instructions']:,} | {seconds:.2f} | {speed:.1f} M/s{note} "
                    f"| {KLEE[level]} |",
                    flush=True,
                )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
