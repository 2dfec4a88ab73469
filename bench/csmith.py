"""Random C programs: does the engine compute what gcc's code computes?

    python bench/csmith.py 50 --jobs 2 -O 0 -O 2

Generates programs with csmith, whose features (floats, packed structs, builtins, ...) follow from the seed, and runs
each natively and in Albers with the argument that makes it print a checksum after every global variable. Output and
exit code must be the same. Programs that gcc itself compiles to different results, or that run too long natively, are
discarded. Exits with 1 if a result differed or the engine could not run a program.
"""

from __future__ import annotations

import argparse
import enum
import functools
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import albers
from albers.errors import UserError
from albers.options import LimitOptions, Options, OutputOptions, ProgramOptions
from albers.results.observer import Observer
from albers.verdicts import ErrorKind, StopReason

#: Options of csmith and how many programs of a hundred get each; those that the installed csmith lacks are left out.
FEATURES: Final = (
    ("--float", 30),
    ("--builtins", 30),
    ("--int128", 30),
    ("--uint128", 30),
    ("--no-packed-struct", 30),
    ("--no-bitfields", 15),
    ("--no-volatiles", 15),
    ("--inline-function", 30),
    ("--const-as-condition", 20),
    ("--fixed-struct-fields", 15),
    ("--no-arrays", 5),
    ("--no-pointers", 5),
    ("--no-jumps", 10),
    ("--random-random", 15),
)
#: Bounds of csmith and the range their values are drawn from.
BOUNDS: Final = (
    ("--max-funcs", 3, 12),
    ("--max-block-depth", 3, 5),
    ("--max-block-size", 3, 5),
    ("--max-expr-complexity", 6, 12),
    ("--max-pointer-depth", 1, 4),
    ("--max-array-dim", 1, 4),
    ("--max-struct-fields", 2, 12),
    ("--max-union-fields", 2, 6),
)

NATIVE_SECONDS: Final = 5.0
NATIVE_LEVELS: Final = (0, 2)
PRINT_EVERY_CHECKSUM: Final = "1"
BUILTINS_HEADER: Final = Path(__file__).resolve().parent / "csmith_builtins.h"
SILENCE: Final = ("-w", "-include", str(BUILTINS_HEADER))

#: Endings that say "the engine cannot do this", not "the program is wrong".
UNABLE: Final = (ErrorKind.EXEC, ErrorKind.EXTERNAL, ErrorKind.MODEL, ErrorKind.SOLVER)


class Verdict(enum.Enum):
    """What became of one program on one level of optimisation."""

    EQUAL = "equal"
    DIFFERENT = "different"
    UNSUPPORTED = "unsupported"
    TIMEOUT = "timeout"
    DISCARDED = "discarded"


@dataclass(frozen=True)
class Ended:
    """What a program printed and the code it left."""

    output: str
    exit_code: int


@dataclass(frozen=True)
class Result:
    seed: int
    level: int  # of the engine's build
    verdict: Verdict
    message: str = ""
    instructions: int = 0
    seconds: float = 0.0  # exploring, without compiling


class NativeFailure(Exception):
    """A program that cannot serve as a reference."""


# Generating


def require_csmith() -> Path:
    """The directory of csmith's headers; an error that says what to install if there is no csmith."""
    directories = [Path("/usr/include/csmith"), *sorted(Path("/usr/include").glob("csmith-*"), reverse=True)]
    found = [directory for directory in directories if (directory / "csmith.h").is_file()]
    if shutil.which("csmith") is None or not found:
        raise UserError("csmith or its headers are missing: apt-get install csmith libcsmith-dev")
    if shutil.which("gcc") is None:
        raise UserError("gcc, which the engine is compared with, is missing: apt-get install gcc")
    return found[0]


@functools.cache
def _known_options() -> frozenset[str]:
    """The options that the installed csmith knows; versions differ."""
    pages = [subprocess.run(["csmith", page], capture_output=True, text=True).stdout for page in ("--help", "-hh")]
    return frozenset(re.findall(r"--[\w-]+", " ".join(pages)))


def features_of(seed: int) -> list[str]:
    """The options that a program of this seed is generated with."""
    chance = random.Random(seed)
    features = [option for option, percent in FEATURES if chance.randrange(100) < percent]
    bounds = [(option, chance.randint(low, high)) for option, low, high in BOUNDS]
    known = _known_options()
    options = [option for option in features if option in known]
    for option, value in bounds:
        options += [option, str(value)]
    return options


def generate(seed: int, directory: Path, options: Sequence[str]) -> Path:
    """Writes the program of a seed and says where."""
    source = directory / "program.c"
    command = ["csmith", "--seed", str(seed), *options, "-o", str(source)]
    made = subprocess.run(command, capture_output=True, text=True, timeout=120)
    if made.returncode != 0 or not source.is_file():
        raise NativeFailure(f"{' '.join(command)} failed: {(made.stdout + made.stderr).strip()[:200]}")
    return source


# Running


def run_natively(source: Path, headers: Path, arguments: Sequence[str] = (PRINT_EVERY_CHECKSUM,)) -> Ended:
    """What gcc's code does, the same on every level of optimisation."""
    ends = [_run_compiled(source, headers, level, arguments) for level in NATIVE_LEVELS]
    if any(end != ends[0] for end in ends):
        raise NativeFailure("gcc's levels of optimisation give different results")
    return ends[0]


def _run_compiled(source: Path, headers: Path, level: int, arguments: Sequence[str]) -> Ended:
    binary = source.with_suffix(f".O{level}")
    command = ["gcc", f"-O{level}", *SILENCE, f"-I{headers}", str(source), "-o", str(binary), "-lm"]
    compiled = subprocess.run(command, capture_output=True, text=True)
    if compiled.returncode != 0:
        raise NativeFailure(f"gcc refuses it: {compiled.stderr.strip()[:200]}")
    try:
        done = subprocess.run([str(binary), *arguments], capture_output=True, text=True, timeout=NATIVE_SECONDS)
    except subprocess.TimeoutExpired:
        raise NativeFailure(f"runs longer than {NATIVE_SECONDS:g} s natively") from None
    return Ended(done.stdout, done.returncode)


class _Listener(Observer):
    """Collects what the program writes to standard output."""

    def __init__(self) -> None:
        self.written: list[bytes] = []

    def path_printed(self, path: str, output: list[tuple[int, bytes]]) -> None:
        self.written += [data for descriptor, data in output if descriptor == 1]


def compare(
    source: Path,
    native: Ended,
    headers: Path,
    seed: int = 0,
    level: int = 0,
    timeout: float = 0.0,
    arguments: Sequence[str] = (PRINT_EVERY_CHECKSUM,),
) -> Result:
    """Runs a program in the engine and holds it against its native run; a timeout of 0 means none."""
    listener = _Listener()
    with tempfile.TemporaryDirectory() as scratch:
        options = Options(
            program=ProgramOptions(
                include_dirs=(str(headers),), optimize=level, cflags=SILENCE, arguments=tuple(arguments)
            ),
            limits=LimitOptions(max_time=timeout),
            output=OutputOptions(out=str(Path(scratch) / "out"), echo=True, no_tests=True, quiet=True),
        )
        try:
            report = albers.explore(source, options, observer=listener)
        except UserError as error:
            return Result(seed, level, Verdict.UNSUPPORTED, str(error))
        except Exception:  # a defect of the engine is a finding, and the next program must have its turn
            return Result(seed, level, Verdict.UNSUPPORTED, traceback.format_exc(limit=-3))
    output = b"".join(listener.written).decode("utf-8", "replace")
    verdict, message = _judge(report, output, native)
    exploring = report.time.wall - report.time.prepare
    return Result(seed, level, verdict, message, report.instructions, exploring)


def _judge(report: albers.Report, output: str, native: Ended) -> tuple[Verdict, str]:
    if report.errors:
        error = report.errors[0].error
        verdict = Verdict.UNSUPPORTED if error.kind in UNABLE else Verdict.DIFFERENT
        return verdict, f"{error.file}:{error.line}: {error.message} {error.info}".strip()
    if report.stopped is StopReason.MAX_TIME:
        return Verdict.TIMEOUT, f"stopped after {report.instructions:,} instructions"
    if report.paths.completed != 1 or report.paths.partial:
        return Verdict.DIFFERENT, f"not one path but {report.paths}, stopped: {report.stopped.value}"
    if report.exits != {native.exit_code: 1}:
        return Verdict.DIFFERENT, f"exit codes {report.exits} instead of {native.exit_code}"
    if output != native.output:
        return Verdict.DIFFERENT, first_difference(output, native.output)
    return Verdict.EQUAL, ""


def first_difference(ours: str, native: str) -> str:
    """The first line that is not the same: with every checksum printed, it names the variable."""
    own_lines, native_lines = ours.splitlines(), native.splitlines()
    for number, (own, other) in enumerate(zip(own_lines, native_lines, strict=False), 1):
        if own != other:
            return f"line {number}: {own!r} instead of {other!r}"
    if len(own_lines) != len(native_lines):
        return f"{len(own_lines)} lines of output instead of {len(native_lines)}"
    return "only the line ends differ"


def check(seed: int, levels: Sequence[int], timeout: float, directory: Path) -> list[Result]:
    """One program, from its seed to the verdicts, one per level."""
    headers = require_csmith()
    directory.mkdir(parents=True, exist_ok=True)
    try:
        source = generate(seed, directory, features_of(seed))
        native = run_natively(source, headers)
    except NativeFailure as failure:
        return [Result(seed, level, Verdict.DISCARDED, str(failure)) for level in levels]
    return [compare(source, native, headers, seed, level, timeout) for level in levels]


# The command


def _all_results(arguments: argparse.Namespace, directory: Path) -> Iterator[Result]:
    seeds = range(arguments.seed, arguments.seed + arguments.programs)
    levels = sorted(set(arguments.level or [0]))
    with ProcessPoolExecutor(max_workers=arguments.jobs) as pool:
        jobs = [pool.submit(check, seed, levels, arguments.timeout, directory / str(seed)) for seed in seeds]
        for seed, job in zip(seeds, jobs, strict=True):
            yield from job.result()
            if not arguments.keep:
                shutil.rmtree(directory / str(seed), ignore_errors=True)


def _tell(result: Result) -> None:
    speed = f", {result.instructions / result.seconds / 1000:,.0f} k/s" if result.seconds else ""
    figures = f" ({result.instructions:,} instructions{speed})" if result.instructions else ""
    message = f": {result.message}" if result.message else ""
    print(f"seed {result.seed} -O{result.level} {result.verdict.value}{figures}{message}", flush=True)


def _table(results: Sequence[Result]) -> str:
    header = "level " + "".join(f"{verdict.value:>12}" for verdict in Verdict) + f"{'M instr.':>10}{'k/s':>8}"
    lines = [header]
    for level in sorted({result.level for result in results}):
        of_level = [result for result in results if result.level == level]
        counts = Counter(result.verdict for result in of_level)
        instructions = sum(result.instructions for result in of_level)
        seconds = sum(result.seconds for result in of_level)
        speed = instructions / seconds / 1000 if seconds else 0.0
        cells = "".join(f"{counts[verdict]:>12}" for verdict in Verdict)
        lines.append(f"-O{level:<4}" + cells + f"{instructions / 1e6:>10.1f}{speed:>8.0f}")
    return "\n".join(lines)


def _reproduction(results: Iterable[Result]) -> str:
    lines = []
    for result in results:
        options = " ".join(features_of(result.seed))
        lines.append(f"{result.verdict.value} at -O{result.level}: csmith --seed {result.seed} {options}")
    return "\n".join(lines)


def _parse(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Compare Albers with gcc on random programs made by csmith.")
    parser.add_argument("programs", type=int, metavar="N", help="how many programs")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="the first program's seed (default 1)")
    parser.add_argument("--jobs", type=int, default=1, metavar="J", help="programs at the same time (default 1)")
    parser.add_argument(
        "-O", dest="level", type=int, action="append", choices=(0, 1, 2, 3), help="level; may be repeated (default 0)"
    )
    parser.add_argument("--keep", metavar="DIR", help="keep the programs in DIR/SEED/")
    parser.add_argument("--timeout", type=float, default=60.0, metavar="T", help="seconds per program in the engine")
    return parser.parse_args(argv)


def main(argv: Sequence[str]) -> int:
    arguments = _parse(argv)
    try:
        require_csmith()
    except UserError as error:
        print(f"csmith.py: {error}", file=sys.stderr)
        return 2
    started = time.perf_counter()
    results: list[Result] = []
    with tempfile.TemporaryDirectory() as scratch:
        for result in _all_results(arguments, Path(arguments.keep or scratch)):
            _tell(result)
            results.append(result)
    bad = [result for result in results if result.verdict in (Verdict.DIFFERENT, Verdict.UNSUPPORTED)]
    if bad:
        print("\n" + _reproduction(bad))
    print(f"\n{_table(results)}\n{arguments.programs} programs in {time.perf_counter() - started:.0f} s")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
