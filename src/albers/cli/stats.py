"""`albers stats`: the figures of runs in a table, as KLEE's klee-stats prints them."""

from __future__ import annotations

import sys
from typing import Final

from albers.cli.option_table import CommandParser
from albers.errors import UserError

_DESCRIPTION: Final = (
    "Print statistics of runs (the run.stats in their directories), with klee-stats' columns and groups."
)


def main(arguments: list[str]) -> int:
    parser = CommandParser("stats", "albers stats DIR... [options]", _DESCRIPTION)
    parser.add_argument("directories", nargs="+", metavar="DIR", help="what a run left behind, finished or not")
    for group, what in (
        ("more", "states, memory and queries too"),
        ("rel-times", "where the time went, in per cent"),
        ("abs-times", "where the time went, in seconds"),
        ("all", "every column"),
    ):
        parser.add_argument(f"--print-{group}", dest="group", action="store_const", const=group, help=what)
    parser.add_argument("--print-columns", metavar="LIST", help="these columns, separated by commas")
    parser.add_argument(
        "--table-format", default="klee", metavar="FORMAT", help="klee, simple, plain, github, csv, tsv"
    )
    parser.add_argument("--to-csv", action="store_true", help="every row of the file as CSV")
    given = parser.parse_intermixed_args(arguments)

    from albers.results.stats_table import COLUMNS, DEFAULT_COLUMNS, FORMATS, GROUPS, as_csv, read_statistics, table

    if given.table_format not in FORMATS:
        raise UserError(f"--table-format {given.table_format}: there are {', '.join(FORMATS)}")
    columns = GROUPS[given.group] if given.group else DEFAULT_COLUMNS
    if given.print_columns:
        columns = tuple(name.strip() for name in given.print_columns.split(","))
        unknown = [name for name in columns if name not in COLUMNS]
        if unknown:
            raise UserError(f"unknown column {unknown[0]}; there are {', '.join(COLUMNS)}")
    runs = [read_statistics(directory) for directory in given.directories]
    if given.to_csv:
        for run in runs:
            sys.stdout.write(as_csv(run))
        return 0
    sys.stdout.write(table(runs, columns, given.table_format))
    return 0
