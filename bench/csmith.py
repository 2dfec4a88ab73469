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
from concurrent.futures.process import BrokenProcessPool
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

GENERATING_SECONDS: Final = 20.0
NATIVE_SECONDS: Final = 5.0
NATIVE_LEVELS: Final = (0, 2)
PRINT_EVERY_CHECKSUM: Final = "1"
BUILTINS_HEADER: Final = Path(__file__).resolve().parent / "csmith_builtins.h"

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

    output: bytes
    exit_code: int


@dataclass(frozen=True)
class Build:
    """How the engine's program is compiled; no target means this machine's."""

    level: int = 0
    flags: tuple[str, ...] = ()
    target: str = ""


@dataclass(frozen=True)
class Comparison:
    """The engine's run of a program, held against the native one."""

    verdict: Verdict
    message: str = ""
    instructions: int = 0
    seconds: float = 0.0  # exploring, without compiling


@dataclass(frozen=True)
class Result:
    """What became of a seed in one build."""

    seed: int
    build: Build
    comparison: Comparison


class NativeFailure(Exception):
    """A program that cannot serve as a reference."""


# Generating


def csmith_flags() -> tuple[str, ...]:
    """What a generated program is compiled with; an error that says what to install if there is no csmith."""
    directories = [Path("/usr/include/csmith"), *sorted(Path("/usr/include").glob("csmith-*"), reverse=True)]
    found = [directory for directory in directories if (directory / "csmith.h").is_file()]
    if shutil.which("csmith") is None or not found:
        raise UserError("csmith or its headers are missing: apt-get install csmith libcsmith-dev")
    if shutil.which("gcc") is None:
        raise UserError("gcc, which the engine is compared with, is missing: apt-get install gcc")
    return ("-w", f"-I{found[0]}", "-include", str(BUILTINS_HEADER))


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
    try:
        made = subprocess.run(command, capture_output=True, text=True, timeout=GENERATING_SECONDS)
    except subprocess.TimeoutExpired:
        raise NativeFailure(f"csmith needs longer than {GENERATING_SECONDS:g} s") from None
    if made.returncode != 0 or not source.is_file():
        raise NativeFailure(f"{' '.join(command)} failed: {(made.stdout + made.stderr).strip()[:200]}")
    return source


# Running


def run_natively(source: Path, flags: Sequence[str] = (), arguments: Sequence[str] = ()) -> Ended:
    """What gcc's code does, the same on every level of optimisation."""
    ends = [_run_compiled(source, level, flags, arguments) for level in NATIVE_LEVELS]
    if any(end != ends[0] for end in ends):
        raise NativeFailure("gcc's levels of optimisation give different results")
    return ends[0]


def _run_compiled(source: Path, level: int, flags: Sequence[str], arguments: Sequence[str]) -> Ended:
    with tempfile.TemporaryDirectory() as scratch:
        binary = str(Path(scratch) / "program")
        command = ["gcc", f"-O{level}", *flags, str(source), "-o", binary, "-lm"]
        compiled = subprocess.run(command, capture_output=True, text=True)
        if compiled.returncode != 0:
            raise NativeFailure(f"gcc refuses it: {compiled.stderr.strip()[:200]}")
        try:
            done = subprocess.run([binary, *arguments], capture_output=True, timeout=NATIVE_SECONDS)
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
    source: Path, native: Ended, build: Build, arguments: Sequence[str] = (), timeout: float = 0.0
) -> Comparison:
    """Runs a program in the engine and holds it against its native run; a timeout of 0 means none."""
    listener = _Listener()
    program = ProgramOptions(optimize=build.level, cflags=build.flags, target=build.target, arguments=tuple(arguments))
    with tempfile.TemporaryDirectory() as scratch:
        output = OutputOptions(out=str(Path(scratch) / "out"), echo=True, no_tests=True, quiet=True)
        options = Options(program=program, limits=LimitOptions(max_time=timeout), output=output)
        try:
            report = albers.explore(source, options, observer=listener)
        except UserError as error:
            return Comparison(Verdict.UNSUPPORTED, str(error))
        except Exception:  # a defect of the engine is a finding, and the next program must have its turn
            return Comparison(Verdict.UNSUPPORTED, traceback.format_exc(limit=-3))
    verdict, message = _judge(report, b"".join(listener.written), native)
    return Comparison(verdict, message, report.instructions, report.time.wall - report.time.prepare)


def _judge(report: albers.Report, output: bytes, native: Ended) -> tuple[Verdict, str]:
    if report.errors:
        error = report.errors[0].error
        verdict = Verdict.UNSUPPORTED if error.kind in UNABLE else Verdict.DIFFERENT
        return verdict, f"{error.file}:{error.line}: {error.message} {error.info}".strip()
    if report.stopped is StopReason.MAX_TIME:
        return Verdict.TIMEOUT, f"stopped after {report.instructions:,} instructions"
    if report.paths.completed != 1 or report.paths.partial:
        return Verdict.DIFFERENT, f"not one path but {report.paths}, stopped: {report.stopped.value}"
    if output != native.output:
        return Verdict.DIFFERENT, first_difference(output, native.output)
    if report.exits != {native.exit_code: 1}:
        return Verdict.DIFFERENT, f"exit code {min(report.exits)} instead of {native.exit_code}"
    return Verdict.EQUAL, ""


def first_difference(ours: bytes, native: bytes) -> str:
    """The first line that is not the same: with every checksum printed, it names the variable."""
    own_lines, native_lines = ours.split(b"\n"), native.split(b"\n")
    for number, (own, other) in enumerate(zip(own_lines, native_lines, strict=False), 1):
        if own != other:
            return f"line {number}: {own!r} instead of {other!r}"
    return f"{len(own_lines)} lines of output instead of {len(native_lines)}"


def check(seed: int, builds: Sequence[Build], timeout: float, directory: Path) -> list[Result]:
    """One program, from its seed to the verdicts, one per build."""
    flags = csmith_flags()
    arguments = (PRINT_EVERY_CHECKSUM,)
    directory.mkdir(parents=True, exist_ok=True)
    try:
        source = generate(seed, directory, features_of(seed))
        native = run_natively(source, flags, arguments)
    except NativeFailure as failure:
        return [Result(seed, build, Comparison(Verdict.DISCARDED, str(failure))) for build in builds]
    results = []
    for build in builds:
        complete = Build(build.level, (*flags, *build.flags), build.target)
        results.append(Result(seed, build, compare(source, native, complete, arguments, timeout)))
    return results


# The command


def _all_results(arguments: argparse.Namespace, directory: Path) -> Iterator[Result]:
    seeds = range(arguments.seed, arguments.seed + arguments.programs)
    levels = sorted(set(arguments.level or [0]))
    builds = [Build(level, tuple(arguments.cflags), arguments.target) for level in levels]
    with ProcessPoolExecutor(max_workers=arguments.jobs) as pool:
        jobs = [pool.submit(check, seed, builds, arguments.timeout, directory / str(seed)) for seed in seeds]
        for seed, job in zip(seeds, jobs, strict=True):
            try:
                yield from job.result()
            except BrokenProcessPool:
                died = Comparison(Verdict.UNSUPPORTED, "the process died, here or at a seed nearby")
                yield Result(seed, builds[0], died)
            if not arguments.keep:
                shutil.rmtree(directory / str(seed), ignore_errors=True)


def _tell(result: Result) -> None:
    of = result.comparison
    speed = f", {of.instructions / of.seconds / 1000:,.0f} k/s" if of.seconds else ""
    figures = f" ({of.instructions:,} instructions{speed})" if of.instructions else ""
    message = f": {of.message}" if of.message else ""
    print(f"seed {result.seed} -O{result.build.level} {of.verdict.value}{figures}{message}", flush=True)


def _table(results: Sequence[Result]) -> str:
    lines = ["level " + "".join(f"{verdict.value:>12}" for verdict in Verdict) + f"{'M instr.':>10}{'k/s':>8}"]
    for level in sorted({result.build.level for result in results}):
        row = [result.comparison for result in results if result.build.level == level]
        counts = Counter(each.verdict for each in row)
        instructions = sum(each.instructions for each in row)
        seconds = sum(each.seconds for each in row)
        speed = instructions / seconds / 1000 if seconds else 0.0
        cells = "".join(f"{counts[verdict]:>12}" for verdict in Verdict)
        lines.append(f"-O{level:<4}" + cells + f"{instructions / 1e6:>10.1f}{speed:>8.0f}")
    return "\n".join(lines)


def _reproduction(results: Iterable[Result]) -> str:
    lines = []
    for result in results:
        options = " ".join(features_of(result.seed))
        verdict = result.comparison.verdict.value
        lines.append(f"{verdict} at -O{result.build.level}: csmith --seed {result.seed} {options}")
    return "\n".join(lines)


def _parse(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Compare Albers with gcc on random programs made by csmith.")
    parser.add_argument("programs", type=int, metavar="N", help="how many programs")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="the first program's seed (default 1)")
    parser.add_argument("--jobs", type=int, default=1, metavar="J", help="programs at the same time (default 1)")
    parser.add_argument(
        "-O",
        dest="level",
        type=int,
        action="append",
        choices=(0, 1, 2, 3),
        help="level of the engine's build; may be repeated (default 0)",
    )
    parser.add_argument("--keep", metavar="DIR", help="keep the programs in DIR/SEED/")
    parser.add_argument(
        "--timeout", type=float, default=60.0, metavar="T", help="seconds per program in the engine (default 60)"
    )
    parser.add_argument(
        "--cflags", type=str.split, default=(), metavar="FLAGS", help="for the engine's build (--cflags=-fvectorize)"
    )
    parser.add_argument(
        "--target", default="", metavar="ARCH", help="of the engine's build; with data laid out as on this machine"
    )
    return parser.parse_args(argv)


def main(argv: Sequence[str]) -> int:
    arguments = _parse(argv)
    try:
        csmith_flags()
    except UserError as error:
        print(f"csmith.py: {error}", file=sys.stderr)
        return 2
    started = time.perf_counter()
    results: list[Result] = []
    with tempfile.TemporaryDirectory() as scratch:
        for result in _all_results(arguments, Path(arguments.keep or scratch)):
            _tell(result)
            results.append(result)
    bad = [each for each in results if each.comparison.verdict in (Verdict.DIFFERENT, Verdict.UNSUPPORTED)]
    if bad:
        print("\n" + _reproduction(bad))
    print(f"\n{_table(results)}\n{arguments.programs} programs in {time.perf_counter() - started:.0f} s")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
