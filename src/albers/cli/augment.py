"""`albers augment`: explore the program of an earlier run again, skipping what was covered, for more coverage."""

from __future__ import annotations

import sys
from typing import Final

from albers.cli.option_table import CommandParser, add_options, options_from

_USAGE: Final = "albers augment RUN [options]"
_DESCRIPTION: Final = (
    "Take the program, its arguments and the coverage from the output directory RUN of an earlier exploration, skip "
    "functions that it covered and that cost much on the way to the rest (or those named with --skip), explore, and "
    "tell how much both runs cover together. The tests of the new run complement those of the first."
)


def main(arguments: list[str]) -> int:
    parser = CommandParser("augment", _USAGE, _DESCRIPTION)
    parser.add_argument("run", metavar="RUN", help="output directory of an earlier run")
    add_options(parser)
    namespace = parser.parse_intermixed_args(arguments)
    options = options_from(namespace, ())

    from albers.api.skip_suggestions import augment
    from albers.results.account import print_account

    gain = augment(namespace.run, options)
    if gain.report is None:
        print("nothing to skip: no covered function costs much on the way to uncovered code; name some with --skip")
        return 0
    print_account(gain.report, sys.stdout)
    print(f"skipped: {', '.join(gain.skipped)}")
    for what, (before, after, total) in (("lines", gain.lines), ("branch sides", gain.sides)):
        print(f"{what}: {before} of {total} covered before, {after} now ({after - before:+d})")
    return options.output.error_exitcode if gain.report.errors else 0
