"""`albers coverage`: the coverage of an exploration, for a person or for other tools."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from albers.cli.option_table import CommandParser
from albers.errors import UserError

if TYPE_CHECKING:
    from albers.results.coverage.measured import MeasuredCoverage

_DESCRIPTION: Final = (
    "Print what of your code a finished exploration covered: lines, branch sides and functions. Hits count executions "
    "over all paths; what paths have in common is executed once. (albers replay --coverage measures native runs.)"
)


def main(arguments: list[str]) -> int:
    parser = CommandParser("coverage", "albers coverage DIR [options]", _DESCRIPTION)
    parser.add_argument("directory", metavar="DIR", help="what a run left behind (albers-out-N, albers-last)")
    add_coverage_outputs(parser)
    given = parser.parse_args(arguments)

    from albers.results.chronicle import read_chronicle

    write_coverage(read_chronicle(given.directory).coverage, given)
    return 0


def add_coverage_outputs(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--lcov", metavar="FILE", help="write an lcov tracefile (genhtml and editors read it)")
    parser.add_argument("--cobertura", metavar="FILE", help="write Cobertura XML (GitLab, Jenkins and Azure read it)")
    parser.add_argument("--annotate", action="store_true", help="print the sources with a count before every line")


def wants_coverage(given: argparse.Namespace) -> bool:
    return bool(given.lcov or given.cobertura or given.annotate)


def write_coverage(coverage: MeasuredCoverage, given: argparse.Namespace) -> None:
    """In every form that was asked for; the shares are always printed."""
    from albers.results.coverage.annotated import annotated_text, coverage_lines
    from albers.results.coverage.cobertura import cobertura_text
    from albers.results.coverage.lcov import lcov_text

    if given.annotate:
        sys.stdout.write(annotated_text(coverage) + "\n")
    for line in coverage_lines(coverage):
        print(line)
    if given.lcov:
        _write(given.lcov, lcov_text(coverage))
    if given.cobertura:
        _write(given.cobertura, cobertura_text(coverage))


def _write(path: str, text: str) -> None:
    try:
        Path(path).write_text(text, encoding="utf-8")
    except OSError as error:
        raise UserError(f"cannot write {path}: {error.strerror}") from error
