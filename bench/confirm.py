"""Runs every bug of the example, bench and test programs natively: `python bench/confirm.py [PROGRAM.c ...]`.

Prints a line per bug: confirmed by which report of a sanitizer, or why it is not. Exit code 1 if a bug is neither
confirmed nor has a reason.
"""

from __future__ import annotations

import argparse
import re
import shlex
import sys
import tempfile
from pathlib import Path

from albers.api.explore import explore
from albers.cli.option_table import CommandParser, add_options, options_from
from albers.errors import UserError
from albers.results.error_report import OBSTACLES
from albers.results.outcome import FoundError

ROOT = Path(__file__).resolve().parent.parent
PLACES = ("examples", "bench/programs", "tests/programs")
SECONDS = 20.0


def programs() -> list[Path]:
    """Programs with a bug to be expected: of the tests, those whose comments announce one."""
    found = [path for place in PLACES[:2] for path in sorted((ROOT / place).glob("*.c"))]
    return found + [path for path in sorted((ROOT / PLACES[2]).glob("*.c")) if "// error:" in path.read_text()]


def bugs_of(program: Path, out: Path) -> list[FoundError]:
    words = [
        word for line in re.findall(r"^// options: (.*)$", program.read_text(), re.M) for word in shlex.split(line)
    ]
    own, _, arguments = " ".join(words).partition(" -- ")
    parser = CommandParser("run", "", "")
    add_options(parser)
    options = options_from(parser.parse_args(shlex.split(own)), shlex.split(arguments))
    options.output.out, options.output.confirm, options.output.only_new_coverage = str(out), True, True
    options.limits.max_time = SECONDS
    options.program.cflags = (*options.program.cflags, "-w")
    return [found for found in explore(program, options).errors if found.error.kind not in OBSTACLES]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("programs", nargs="*", type=Path)
    given = parser.parse_args()
    counts = {True: 0, False: 0, None: 0}
    silent = 0
    with tempfile.TemporaryDirectory() as directory:
        for number, program in enumerate(given.programs or programs()):
            try:
                bugs = bugs_of(program, Path(directory) / str(number))
            except UserError as problem:
                print(f"{program.name}: skipped: {problem.message.splitlines()[0]}")
                continue
            for found in bugs:
                counts[found.confirmed] += 1
                silent += not found.confirmation
                word = {True: "confirmed", False: "NOT CONFIRMED", None: "not confirmable"}[found.confirmed]
                reason = found.confirmation.splitlines()[0] if found.confirmation else "without a reason"
                print(f"{program.name}:{found.line}: {found.message}: {word}: {reason}", flush=True)
    print(
        f"{sum(counts.values())} bugs: {counts[True]} confirmed, {counts[False]} not confirmed, "
        f"{counts[None]} not confirmable"
    )
    return 1 if silent else 0


if __name__ == "__main__":
    sys.exit(main())
