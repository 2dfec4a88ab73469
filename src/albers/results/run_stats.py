"""run.stats: a SQLite table that grows by a row a second, with KLEE's columns so that klee-stats reads it.

Times are in microseconds, memory in bytes. A column for something this engine does not have is always 0.
"""

from __future__ import annotations

import resource
import sqlite3
import time
from collections.abc import Callable
from typing import Final

from albers.engine.statistics import BranchKind, Statistics
from albers.results.exploration import Exploration
from albers.results.output_directory import OutputDirectory
from albers.results.process_memory import resident_bytes
from albers.verdicts import EndKind, ErrorKind

FILE_NAME: Final = "run.stats"
SECONDS_BETWEEN_ROWS: Final = 1.0

BRANCH_KINDS: Final = (
    BranchKind.CONDITIONAL,
    BranchKind.INDIRECT,
    BranchKind.SWITCH,
    BranchKind.CALL,
    BranchKind.MEM_OP,
    BranchKind.RESOLVE_POINTER,
    BranchKind.ALLOC,
    BranchKind.REALLOC,
    BranchKind.FREE,
    BranchKind.GET_VALUE,
)
TERMINATION_KINDS: Final = (
    "Exit",
    "Early",
    "SolverError",
    "ProgramError",
    "UserError",
    "ExecutionError",
    "EarlyAlgorithm",
    "EarlyUser",
)
#: KLEE's class of each way a path can end; every kind of error not named here is the program's.
_TERMINATION_OF: Final = {
    EndKind.EXIT.value: "Exit",
    EndKind.EARLY.value: "Early",
    EndKind.SILENT.value: "EarlyUser",
    EndKind.MERGED.value: "EarlyAlgorithm",
    ErrorKind.SOLVER.value: "SolverError",
    ErrorKind.USER.value: "UserError",
    ErrorKind.EXEC.value: "ExecutionError",
    ErrorKind.EXTERNAL.value: "ExecutionError",
}
COLUMNS: Final = (
    "Instructions",
    "FullBranches",
    "PartialBranches",
    "NumBranches",
    "UserTime",
    "NumStates",
    "MallocUsage",
    "Queries",
    "SolverQueries",
    "NumQueryConstructs",
    "WallTime",
    "CoveredInstructions",
    "UncoveredInstructions",
    "QueryTime",
    "SolverTime",
    "CexCacheTime",
    "ForkTime",
    "ResolveTime",
    "QueryCacheMisses",
    "QueryCacheHits",
    "QueryCexCacheMisses",
    "QueryCexCacheHits",
    "InhibitedForks",
    "ExternalCalls",
    "Allocations",
    "States",
    *(f"Branches{kind}" for kind in BRANCH_KINDS),
    *(f"Termination{kind}" for kind in TERMINATION_KINDS),
    "ArrayHashTime",
)


class RunStats:
    """The open table of one run."""

    def __init__(
        self,
        directory: OutputDirectory,
        exploration: Exploration,
        time_now: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._exploration = exploration
        self._time_now = time_now
        self._started = time_now()
        self._next_row = self._started + SECONDS_BETWEEN_ROWS
        self._database = sqlite3.connect(directory.file(FILE_NAME), isolation_level=None)
        self._database.execute("PRAGMA journal_mode = WAL")
        # A statistic lost in a power cut is no loss; waiting for the disk every second would be one.
        self._database.execute("PRAGMA synchronous = OFF")
        self._database.execute(f"CREATE TABLE stats ({', '.join(f'{name} INTEGER' for name in COLUMNS)})")
        self._insert = f"INSERT INTO stats VALUES ({', '.join('?' * len(COLUMNS))})"
        self.write_row()

    def tick(self) -> None:
        """Write a row if one is due."""
        if self._time_now() >= self._next_row:
            self.write_row()

    def write_row(self) -> None:
        now = self._time_now()
        row = measured_row(self._exploration, now - self._started)
        self._database.execute(self._insert, [row.get(name, 0) for name in COLUMNS])
        self._next_row = now + SECONDS_BETWEEN_ROWS

    def close(self) -> None:
        """The last row, then a single file: closing folds the write-ahead log into it."""
        self.write_row()
        self._database.close()


def measured_row(exploration: Exploration, wall_seconds: float) -> dict[str, int]:
    """The columns that we measure; the others are 0."""
    statistics = exploration.statistics
    counters = exploration.solver.statistics
    coverage = exploration.coverage.facts()
    model_cache_hits = counters.unsat_subset_hits + counters.sat_superset_hits + counters.model_hits
    return {
        "Instructions": statistics.instructions,
        "FullBranches": coverage.full_branches,
        "PartialBranches": coverage.partial_branches,
        "NumBranches": coverage.num_branches,
        "UserTime": _microseconds(resource.getrusage(resource.RUSAGE_SELF).ru_utime),
        "NumStates": statistics.live_states,
        "MallocUsage": resident_bytes(),
        "Queries": counters.asked,
        "SolverQueries": counters.solver,
        "NumQueryConstructs": counters.query_nodes,
        "WallTime": _microseconds(wall_seconds),
        "CoveredInstructions": coverage.instructions_covered,
        "UncoveredInstructions": coverage.instructions_total - coverage.instructions_covered,
        # KLEE tells the chain's time from the backend's; ours is the backend's.
        "QueryTime": _microseconds(counters.solver_seconds),
        "SolverTime": _microseconds(counters.solver_seconds),
        "ForkTime": _microseconds(statistics.fork_seconds),
        "ResolveTime": _microseconds(statistics.resolve_seconds),
        # A question that the first cache cannot answer goes to the second, and from there to a solver.
        "QueryCacheMisses": model_cache_hits + counters.solver,
        "QueryCacheHits": counters.exact_hits,
        "QueryCexCacheMisses": counters.solver,
        "QueryCexCacheHits": model_cache_hits,
        "InhibitedForks": statistics.inhibited_forks,
        "Allocations": statistics.allocations,
        "States": statistics.states_created,
        **_by_kind(statistics),
    }


def _by_kind(statistics: Statistics) -> dict[str, int]:
    branches = {f"Branches{kind}": statistics.forks_by_kind.get(kind, 0) for kind in BRANCH_KINDS}
    ends = {f"Termination{kind}": 0 for kind in TERMINATION_KINDS}
    for way, times in statistics.ends_by_kind.items():
        ends[f"Termination{_TERMINATION_OF.get(way, 'ProgramError')}"] += times
    return branches | ends


def _microseconds(seconds: float) -> int:
    return round(seconds * 1_000_000)
