"""`albers doctor`: what is installed, in which version, and whether it works.

Every check does the thing it vouches for: compiles a program, solves an equation, explores two paths.
"""

from __future__ import annotations

import os
import platform
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

from albers import __version__
from albers.cli.compiled import is_compiled
from albers.cli.option_table import CommandParser
from albers.errors import UserError

_PROGRAM: Final = """\
#include <klee/klee.h>
int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x > 3)
        return 1;
    return 0;
}
"""


@dataclass(frozen=True)
class Check:
    """Something that must hold; `examine` answers with details or raises."""

    name: str
    examine: Callable[[], str]


def main(arguments: list[str]) -> int:
    parser = CommandParser("doctor", "albers doctor", "Check that everything Albers needs is there and works.")
    debug = parser.parse_args(arguments).debug
    print(f"albers {__version__}, Python {platform.python_version()}, {platform.system()} {platform.machine()}")
    print(f"  {'engine':<12}{_engine()}")
    failures = sum(not _passes(check, debug) for check in CHECKS)
    if failures:
        print(f"{failures} of {len(CHECKS)} checks failed: `pip install --force-reinstall albers` restores its parts")
        return 1
    print("Everything works.")
    print("For native runs of tests (albers replay, --confirm):")
    for check in NATIVE:
        _passes(check, debug)
    return 0


def _engine() -> str:
    """Which of the packages that should be machine code are."""
    compiled = [package for package, module in HOT.items() if is_compiled(f"albers.{package}.{module}")]
    plain = [package for package in HOT if package not in compiled]
    if not plain:
        return f"compiled ({', '.join(compiled)})"
    advice = "for speed, install python3-dev and a C compiler and reinstall: pip install --force-reinstall albers"
    what = "plain Python" if not compiled else f"compiled, but not {', '.join(plain)}"
    return f"{what}: same results, but slower; {advice}"


def _passes(check: Check, debug: bool) -> bool:
    try:
        details = check.examine()
    except Exception as error:  # whatever a broken installation throws is the answer to the question
        if debug:
            raise
        message = error.message if isinstance(error, UserError) else f"{type(error).__name__}: {error}"
        print(f"  {check.name:<12}FAILED: {message}")
        return False
    print(f"  {check.name:<12}{details}")
    return True


def _installed(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        raise UserError(f"not installed: pip install {package}") from None


def _llvmlite() -> str:
    import llvmlite.binding

    llvmlite.binding.parse_assembly("define i32 @f() {\n  ret i32 0\n}\n").verify()
    llvm = ".".join(str(number) for number in llvmlite.binding.llvm_version_info)
    return f"{_installed('llvmlite')} (LLVM {llvm}), reads modules"


def _zig() -> str:
    from albers.frontend.build import BuildOptions, build

    installed = _installed("ziglang")
    with tempfile.TemporaryDirectory() as directory:
        source = Path(directory) / "doctor.c"
        source.write_text(_PROGRAM)
        prepared = build([str(source)], BuildOptions(cache=False))
    return f"{installed}, compiles C for {prepared.triple} ({prepared.seconds:.1f} s)"


def _bitwuzla() -> str:
    import bitwuzla

    terms = bitwuzla.TermManager()
    solver = bitwuzla.Bitwuzla(terms)
    sort = terms.mk_bv_sort(8)
    x = terms.mk_const(sort, "x")
    square = terms.mk_term(bitwuzla.Kind.BV_MUL, [x, x])
    solver.assert_formula(terms.mk_term(bitwuzla.Kind.EQUAL, [square, terms.mk_bv_value(sort, 9)]))
    _expect(str(solver.check_sat()).rpartition(".")[2].lower() == "sat", "x * x = 9 should have a solution")
    return f"{_installed('bitwuzla')}, solves"


def _z3() -> str:
    import z3

    x = z3.BitVec("x", 8)
    solver = z3.Solver()
    solver.add(z3.ForAll([x], x * x == 9))
    _expect(solver.check() == z3.unsat, "not every x has x * x = 9")
    return f"{_installed('z3-solver')}, solves"


def _rich() -> str:
    import rich.console

    _expect(rich.console.Console().width > 0, "the terminal has no width")
    return _installed("rich")


def _cache() -> str:
    from albers.frontend.cache import cache_directory

    directory = cache_directory()
    try:
        directory.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=directory):
            pass
    except OSError as error:
        raise UserError(f"{directory}: {error.strerror}; set ALBERS_CACHE to a writable directory") from error
    megabytes = sum(file.stat().st_size for file in directory.rglob("*") if file.is_file()) / 2**20
    return f"{directory} ({megabytes:.1f} MB)"


def _exploration() -> str:
    from albers.api.explore import explore
    from albers.options import Options, OutputOptions

    with tempfile.TemporaryDirectory() as directory:
        source = os.path.join(directory, "doctor.c")
        Path(source).write_text(_PROGRAM)
        report = explore(source, Options(output=OutputOptions(out=os.path.join(directory, "out"))))
    _expect(report.complete and report.exits == {0: 1, 1: 1}, f"expected two paths, found {report.exits}")
    return f"explores ({report.time.wall - report.time.prepare:.1f} s)"


def _native_compiler() -> str:
    from albers.results.replay.native_build import system_compilers

    found = system_compilers()
    if not found:
        return "none; the bundled compiler is used. Install gcc or clang for sanitizers and coverage"
    return ", ".join(command[0] for command in found)


def _sanitizers() -> str:
    from albers.results.replay.sanitizers import find_sanitizers

    found = find_sanitizers()
    if found.memory and found.behaviour:
        return f"{found.in_words}, catch what they should"
    return f"{found.in_words}; install clang, or gcc with libasan, to have memory errors confirmed"


def _expect(holds: bool, message: str) -> None:
    if not holds:
        raise UserError(f"wrong answer: {message}")


#: The packages that setup.py compiles, with a module of each to look at.
HOT: Final = {
    "ir": "parser",
    "expr": "term",
    "memory": "contents",
    "solver": "chain",
    "engine": "explorer",
    "merging": "loop_merging",
    "world": "call",
}

#: What Albers does without: each says what it is good for if it is missing.
NATIVE: Final = (Check("compilers", _native_compiler), Check("sanitizers", _sanitizers))

CHECKS: Final = (
    Check("llvmlite", _llvmlite),
    Check("zig", _zig),
    Check("bitwuzla", _bitwuzla),
    Check("z3", _z3),
    Check("rich", _rich),
    Check("cache", _cache),
    Check("exploration", _exploration),
)
