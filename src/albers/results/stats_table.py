"""What klee-stats prints of a run.stats file: columns derived from its rows, as tables."""

from __future__ import annotations

import csv
import io
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from albers.errors import UserError
from albers.results.run_stats import BRANCH_KINDS, FILE_NAME, TERMINATION_KINDS

_MICROSECONDS: Final = 1_000_000
_MEBIBYTE: Final = 2**20

Row = dict[str, float]


@dataclass(frozen=True)
class Statistics:
    """The rows of a run, oldest first."""

    path: str
    rows: tuple[Row, ...]

    @property
    def last(self) -> Row:
        return self.rows[-1]

    def largest(self, column: str) -> float:
        return max(row[column] for row in self.rows)

    def average(self, column: str) -> float:
        return sum(row[column] for row in self.rows) / len(self.rows)


def _share(part: float, whole: float) -> float:
    return 100.0 * part / whole if whole else 0.0


def _coverage(run: Statistics) -> float:
    covered, uncovered = run.last["CoveredInstructions"], run.last["UncoveredInstructions"]
    return _share(covered, covered + uncovered)


def _branch_coverage(run: Statistics) -> float:
    last = run.last
    return _share(2 * last["FullBranches"] + last["PartialBranches"], 2 * last["NumBranches"])


def _seconds(column: str) -> Callable[[Statistics], float]:
    return lambda run: run.last[column] / _MICROSECONDS


def _of_time(column: str) -> Callable[[Statistics], float]:
    return lambda run: _share(run.last[column], run.last["WallTime"])


def _plain(column: str) -> Callable[[Statistics], float]:
    return lambda run: run.last[column]


#: Name → how it comes about, and the number of digits after the point.
COLUMNS: Final[dict[str, tuple[Callable[[Statistics], float], int]]] = {
    "Instrs": (_plain("Instructions"), 0),
    "Time(s)": (_seconds("WallTime"), 2),
    "ICov(%)": (_coverage, 2),
    "BCov(%)": (_branch_coverage, 2),
    "ICount": (lambda run: run.last["CoveredInstructions"] + run.last["UncoveredInstructions"], 0),
    "TSolver(%)": (_of_time("SolverTime"), 2),
    "ICovered": (_plain("CoveredInstructions"), 0),
    "IUncovered": (_plain("UncoveredInstructions"), 0),
    "Branches": (_plain("NumBranches"), 0),
    "FullBranches": (_plain("FullBranches"), 0),
    "PartialBranches": (_plain("PartialBranches"), 0),
    "TUser(s)": (_seconds("UserTime"), 2),
    "TResolve(s)": (_seconds("ResolveTime"), 2),
    "TResolve(%)": (_of_time("ResolveTime"), 2),
    "TCex(s)": (_seconds("CexCacheTime"), 2),
    "TCex(%)": (_of_time("CexCacheTime"), 2),
    "TQuery(s)": (_seconds("QueryTime"), 2),
    "TSolver(s)": (_seconds("SolverTime"), 2),
    "TFork(s)": (_seconds("ForkTime"), 2),
    "TFork(%)": (_of_time("ForkTime"), 2),
    "TUser(%)": (_of_time("UserTime"), 2),
    "States": (_plain("States"), 0),
    "ActiveStates": (_plain("NumStates"), 0),
    "MaxActiveStates": (lambda run: run.largest("NumStates"), 0),
    "AvgActiveStates": (lambda run: run.average("NumStates"), 2),
    "InhibitedForks": (_plain("InhibitedForks"), 0),
    "Queries": (_plain("Queries"), 0),
    "SolverQueries": (_plain("SolverQueries"), 0),
    "SolverQueryConstructs": (_plain("NumQueryConstructs"), 0),
    "AvgSolverQuerySize": (
        lambda run: run.last["NumQueryConstructs"] / run.last["SolverQueries"] if run.last["SolverQueries"] else 0.0,
        2,
    ),
    "QCacheMisses": (_plain("QueryCacheMisses"), 0),
    "QCacheHits": (_plain("QueryCacheHits"), 0),
    "QCexCacheMisses": (_plain("QueryCexCacheMisses"), 0),
    "QCexCacheHits": (_plain("QueryCexCacheHits"), 0),
    "Allocations": (_plain("Allocations"), 0),
    "Mem(MiB)": (lambda run: run.last["MallocUsage"] / _MEBIBYTE, 2),
    "MaxMem(MiB)": (lambda run: run.largest("MallocUsage") / _MEBIBYTE, 2),
    "AvgMem(MiB)": (lambda run: run.average("MallocUsage") / _MEBIBYTE, 2),
    "ExtCalls": (_plain("ExternalCalls"), 0),
    **{f"Br{kind}": (_plain(f"Branches{kind}"), 0) for kind in BRANCH_KINDS},
    **{f"Term{kind}": (_plain(f"Termination{kind}"), 0) for kind in TERMINATION_KINDS},
}

DEFAULT_COLUMNS: Final = ("Instrs", "Time(s)", "ICov(%)", "BCov(%)", "ICount", "TSolver(%)")
GROUPS: Final[dict[str, tuple[str, ...]]] = {
    "more": (*DEFAULT_COLUMNS, "States", "MaxActiveStates", "Mem(MiB)", "MaxMem(MiB)", "Queries", "AvgSolverQuerySize"),
    "rel-times": ("Time(s)", "TUser(%)", "TSolver(%)", "TCex(%)", "TFork(%)", "TResolve(%)"),
    "abs-times": ("Time(s)", "TUser(s)", "TSolver(s)", "TCex(s)", "TFork(s)", "TResolve(s)", "TQuery(s)"),
    "all": tuple(COLUMNS),
}
FORMATS: Final = ("klee", "simple", "plain", "github", "csv", "tsv")


def read_statistics(directory: str) -> Statistics:
    """The run.stats of a directory; one that is still being written can be read too."""
    path = Path(directory) / FILE_NAME
    if not path.is_file():
        raise UserError(f"there is no {FILE_NAME} in {directory}")
    try:
        database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        try:
            cursor = database.execute("SELECT * FROM stats")
            names = [column[0] for column in cursor.description]
            rows = tuple({name: float(value) for name, value in zip(names, row, strict=True)} for row in cursor)
        finally:
            database.close()
    except sqlite3.Error as error:
        raise UserError(f"cannot read {path}: {error}") from error
    if not rows:
        raise UserError(f"{path} has no rows yet")
    return Statistics(directory, rows)


def table(runs: Sequence[Statistics], columns: Sequence[str], format_: str) -> str:
    """One line per run, and the sums below when there are several."""
    cells = [["Path", *columns]]
    for run in runs:
        cells.append([run.path, *(_cell(COLUMNS[name][0](run), COLUMNS[name][1]) for name in columns)])
    if len(runs) > 1:
        total = [sum(COLUMNS[name][0](run) for run in runs) for name in columns]
        averaged = [value / len(runs) if "%" in name else value for name, value in zip(columns, total, strict=True)]
        shown = [_cell(value, COLUMNS[name][1]) for name, value in zip(columns, averaged, strict=True)]
        cells.append([f"Total ({len(runs)})", *shown])
    return _layout(cells, format_)


def as_csv(run: Statistics) -> str:
    """Every row of the file."""
    output = io.StringIO()
    writer = csv.writer(output, lineterminator="\n")
    writer.writerow(run.last)
    writer.writerows([int(value) for value in row.values()] for row in run.rows)
    return output.getvalue()


def _cell(value: float, digits: int) -> str:
    return f"{value:.{digits}f}" if digits else str(int(value))


def _layout(cells: Sequence[Sequence[str]], format_: str) -> str:
    if format_ in ("csv", "tsv"):
        output = io.StringIO()
        csv.writer(output, delimiter="," if format_ == "csv" else "\t", lineterminator="\n").writerows(cells)
        return output.getvalue()
    widths = [max(len(row[i]) for row in cells) for i in range(len(cells[0]))]
    lines = [[_padded(text, widths[i], i > 0) for i, text in enumerate(row)] for row in cells]
    rule = "-" * (sum(widths) + 3 * len(widths) + 1)
    if format_ == "klee":
        drawn = [f"| {' | '.join(line)} |" for line in lines]
        foot = [rule, drawn[-1]] if len(cells) > 2 and cells[-1][0].startswith("Total") else []
        body = drawn[1:-1] if foot else drawn[1:]
        return "\n".join([rule, drawn[0], rule, *body, *foot, rule]) + "\n"
    if format_ == "github":
        bars = ["-" * width for width in widths]
        return "\n".join(f"| {' | '.join(line)} |" for line in [lines[0], bars, *lines[1:]]) + "\n"
    dashes = [["-" * width for width in widths]] if format_ == "simple" else []
    return "\n".join("  ".join(line).rstrip() for line in [lines[0], *dashes, *lines[1:]]) + "\n"


def _padded(text: str, width: int, right: bool) -> str:
    return text.rjust(width) if right else text.ljust(width)
