"""`albers replay`: run the program natively on the inputs of tests."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from albers.cli.coverage import add_coverage_outputs, wants_coverage, write_coverage
from albers.cli.durations import parse_duration
from albers.cli.option_table import CommandParser
from albers.errors import UserError

if TYPE_CHECKING:
    from albers.results.replay.recipe import Recipe

_USAGE: Final = "albers replay TEST|DIR... [options]"
_DESCRIPTION: Final = (
    "Build the explored program with this machine's own compiler and run it on each TEST (a .ktest file), or on all "
    "tests in DIR. Arguments, standard input and files are rebuilt; klee_make_symbolic gives the test's bytes, found "
    "by name and order. The program really runs: in a directory of its own, but with your rights."
)


def main(arguments: list[str]) -> int:
    parser = CommandParser("replay", _USAGE, _DESCRIPTION)
    parser.add_argument("paths", nargs="+", metavar="TEST|DIR", help="a .ktest file, or a directory of them")
    parser.add_argument("--program", action="append", metavar="FILE", help="the C source or bitcode, for foreign tests")
    parser.add_argument("--sanitize", action="store_true", help="build with the sanitizers of this machine")
    parser.add_argument("--coverage", action="store_true", help="measure lines, branches and functions, as gcov does")
    add_coverage_outputs(parser)
    parser.add_argument("--timeout", default="10", metavar="T", help="end a run after this long (default: 10)")
    parser.add_argument("--quiet", action="store_true", help="do not show what the program prints")
    given = parser.parse_intermixed_args(arguments)

    from albers.frontend.toolchain import architecture_of
    from albers.results.ktest import read_ktest
    from albers.results.replay.native_build import build_native, plain_flavour
    from albers.results.replay.native_run import NativeRunner
    from albers.results.replay.sanitizers import environment, find_sanitizers

    tests = [path for name in given.paths for path in tests_in(name)]
    recipe = recipe_for(tests, given.program)
    seconds = parse_duration(given.timeout)
    if given.coverage or wants_coverage(given):
        return _measure(recipe, tests, seconds, given)
    flavour = find_sanitizers().flavour if given.sanitize else plain_flavour()
    with tempfile.TemporaryDirectory(prefix="albers-build-") as scratch:
        executable = build_native(recipe, flavour, Path(scratch))
        architecture = architecture_of(recipe.triple)
        runner = NativeRunner(executable, recipe.world, recipe.directory, architecture, seconds)
        for path in tests:
            outcome = runner.run(read_ktest(path), str(path), environment(False) if given.sanitize else None)
            print(f"{path}: {outcome.in_words}{_expected(path)}")
            if not given.quiet:
                _show(outcome.output, outcome.errors)
    return 0


def _measure(recipe: Recipe, tests: Sequence[Path], seconds: float, given: argparse.Namespace) -> int:
    from albers.results.replay.native_coverage import CoverageBuild

    with tempfile.TemporaryDirectory(prefix="albers-coverage-") as scratch:
        build = CoverageBuild(recipe, Path(scratch), seconds)
        for path in tests:
            outcome = build.run(path)
            if not given.quiet:
                print(f"{path}: {outcome.in_words}{_expected(path)}")
        write_coverage(build.coverage(), given)
    return 0


def tests_in(name: str) -> list[Path]:
    """The tests that a name on the command line stands for."""
    path = Path(name)
    if not path.is_dir():
        return [path]
    found = sorted(path.glob("*.ktest"))
    if not found:
        raise UserError(f"there are no tests (*.ktest) in {name}")
    return found


def recipe_for(tests: Sequence[Path], program: Sequence[str] | None) -> Recipe:
    """How to build the program: from the run that wrote the tests, or the files given by hand."""
    from albers.frontend.toolchain import find_target
    from albers.options import Options
    from albers.results.replay.recipe import read_recipe, recipe_of

    if program:
        return recipe_of(program, find_target("").triple, Options(), ())
    directories = {path.parent for path in tests}
    if len(directories) > 1:
        raise UserError("the tests are of several runs; replay one run at a time")
    return read_recipe(directories.pop())


def _expected(path: Path) -> str:
    """What the exploration said of the path, if it was not an orderly end."""
    errors = sorted(path.parent.glob(f"{path.stem}.*.err"))
    if not errors:
        return ""
    first = errors[0].read_text(encoding="utf-8", errors="replace").split("\n", 1)[0]
    return f"    # explored as: {first.removeprefix('Error: ')}"


def _show(output: bytes, errors: str) -> None:
    for line in output.decode("utf-8", "backslashreplace").splitlines():
        print(f"  {line}")
    for line in errors.splitlines():
        print(f"  {line}", file=sys.stderr)
