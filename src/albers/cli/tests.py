"""`albers tests`: print what is in .ktest files, in the form of KLEE's ktest-tool."""

from __future__ import annotations

import sys
from pathlib import Path

from albers.cli.option_table import CommandParser
from albers.errors import UserError
from albers.results.ktest import read_ktest
from albers.results.ktest_text import ktest_text


def main(arguments: list[str]) -> int:
    usage = "albers tests FILE|DIR... [--export KIND -o DIR]"
    parser = CommandParser("tests", usage, "Print the arguments and inputs of tests, or write them in another form.")
    parser.add_argument("paths", nargs="+", metavar="FILE|DIR", help="a .ktest file, or a directory of them")
    parser.add_argument("--export", metavar="KIND", help="raw (bytes for fuzzers), c, libfuzzer or pytest")
    parser.add_argument("-o", "--output", metavar="DIR", help="where --export writes (default: exported-tests)")
    given = parser.parse_intermixed_args(arguments)
    paths = [path for name in given.paths for path in _ktest_files(name)]
    if given.export:
        from albers.results.export import export

        for file in export(given.export, [Path(path) for path in paths], Path(given.output or "exported-tests")):
            print(file)
        return 0
    for path in paths:
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
