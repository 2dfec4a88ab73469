"""`albers tests`: print what is in .ktest files, in the form of KLEE's ktest-tool."""

from __future__ import annotations

import sys
from pathlib import Path

from albers.cli.option_table import CommandParser
from albers.errors import UserError
from albers.results.ktest import read_ktest
from albers.results.ktest_text import ktest_text


def main(arguments: list[str]) -> int:
    parser = CommandParser("tests", "albers tests FILE|DIR...", "Print the arguments and inputs of tests.")
    parser.add_argument("paths", nargs="+", metavar="FILE|DIR", help="a .ktest file, or a directory of them")
    for name in parser.parse_args(arguments).paths:
        for path in _ktest_files(name):
            sys.stdout.write(ktest_text(read_ktest(path), path))
    sys.stdout.flush()
    return 0


def _ktest_files(name: str) -> list[str]:
    if not Path(name).is_dir():
        return [name]
    found = sorted(str(path) for path in Path(name).glob("*.ktest"))
    if not found:
        raise UserError(f"there are no tests (*.ktest) in {name}")
    return found
