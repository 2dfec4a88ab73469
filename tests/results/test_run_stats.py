"""run.stats: KLEE's columns in KLEE's order, filled with what was measured."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from albers.engine.statistics import BranchKind
from albers.results.output_directory import OutputDirectory
from albers.results.run_stats import RunStats
from tests.results.fabricated_runs import FakeExploration

KLEES_COLUMNS = """
    Instructions FullBranches PartialBranches NumBranches UserTime NumStates MallocUsage Queries SolverQueries
    NumQueryConstructs WallTime CoveredInstructions UncoveredInstructions QueryTime SolverTime CexCacheTime ForkTime
    ResolveTime QueryCacheMisses QueryCacheHits QueryCexCacheMisses QueryCexCacheHits InhibitedForks ExternalCalls
    Allocations States BranchesConditional BranchesIndirect BranchesSwitch BranchesCall BranchesMemOp
    BranchesResolvePointer BranchesAlloc BranchesRealloc BranchesFree BranchesGetVal TerminationExit TerminationEarly
    TerminationSolverError TerminationProgramError TerminationUserError TerminationExecutionError
    TerminationEarlyAlgorithm TerminationEarlyUser ArrayHashTime
""".split()


@pytest.fixture
def exploration() -> FakeExploration:
    return FakeExploration()


@pytest.fixture
def directory(tmp_path: Path) -> OutputDirectory:
    directory = OutputDirectory(str(tmp_path / "out"))
    directory.create()
    return directory


def table(directory: OutputDirectory) -> tuple[list[str], list[dict[str, int]]]:
    connection = sqlite3.connect(directory.file("run.stats"))
    cursor = connection.execute("SELECT * FROM stats")
    columns = [description[0] for description in cursor.description]
    rows = [dict(zip(columns, row, strict=True)) for row in cursor]
    connection.close()
    return columns, rows


def test_the_columns_are_klees_in_klees_order(directory: OutputDirectory, exploration: FakeExploration) -> None:
    RunStats(directory, exploration).close()
    assert table(directory)[0] == KLEES_COLUMNS


def test_the_last_row_has_the_final_figures(directory: OutputDirectory, exploration: FakeExploration) -> None:
    stats = RunStats(directory, exploration)
    exploration.statistics.instructions = 51234
    exploration.statistics.count_fork(BranchKind.SWITCH)
    exploration.statistics.ends_by_kind = {"exit": 12, "early": 2, "ptr": 3, "div": 1, "exec": 4, "silent": 5}
    stats.close()
    first, last = table(directory)[1]
    assert first["Instructions"] == 0
    assert last["Instructions"] == 51234
    assert last["BranchesSwitch"] == 1
    ends = {name.removeprefix("Termination"): n for name, n in last.items() if name.startswith("Termination") and n}
    assert ends == {"Exit": 12, "Early": 2, "ProgramError": 4, "ExecutionError": 4, "EarlyUser": 5}
    assert (last["CoveredInstructions"], last["UncoveredInstructions"]) == (29, 9)
    assert (last["Queries"], last["SolverQueries"], last["SolverTime"]) == (310, 45, 700_000)
    assert (last["QueryCacheHits"], last["QueryCacheMisses"]) == (100, 24 + 45)
    assert (last["QueryCexCacheHits"], last["QueryCexCacheMisses"]) == (24, 45)
    assert last["MallocUsage"] > 1_000_000
    assert all(value is not None for value in last.values())


def test_a_tick_writes_a_row_only_when_one_is_due(directory: OutputDirectory, exploration: FakeExploration) -> None:
    moments = [100.0]
    stats = RunStats(directory, exploration, lambda: moments[-1])
    for moment in (100.5, 101.1, 101.9, 102.2):
        moments.append(moment)
        stats.tick()
    stats.close()
    assert [row["WallTime"] for row in table(directory)[1]] == [0, 1_100_000, 2_200_000, 2_200_000]


def test_only_one_file_remains(directory: OutputDirectory, exploration: FakeExploration) -> None:
    RunStats(directory, exploration).close()
    assert [path.name for path in directory.path.iterdir()] == ["run.stats"]
