"""`albers stats` prints what klee-stats prints."""

from __future__ import annotations

import csv
import io
import sqlite3
from pathlib import Path

import pytest

from albers.cli.main import main
from albers.results.run_stats import COLUMNS

Captured = pytest.CaptureFixture[str]


def make_run(directory: Path, **values: int) -> str:
    directory.mkdir()
    database = sqlite3.connect(directory / "run.stats")
    database.execute(f"CREATE TABLE stats ({', '.join(COLUMNS)})")
    for share in (1, 2):
        row = [values.get(name, 0) * share // 2 for name in COLUMNS]
        database.execute(f"INSERT INTO stats VALUES ({', '.join('?' * len(row))})", row)
    database.commit()
    database.close()
    return str(directory)


def test_the_default_columns(tmp_path: Path, capsys: Captured) -> None:
    run = make_run(
        tmp_path / "a", Instructions=1000, WallTime=2_000_000, CoveredInstructions=30, UncoveredInstructions=10,
        FullBranches=2, PartialBranches=2, NumBranches=6, SolverTime=500_000,
    )  # fmt: skip
    assert main(["stats", run, "--table-format", "csv"]) == 0
    rows = list(csv.reader(io.StringIO(capsys.readouterr().out)))
    assert rows[0] == ["Path", "Instrs", "Time(s)", "ICov(%)", "BCov(%)", "ICount", "TSolver(%)"]
    assert rows[1] == [run, "1000", "2.00", "75.00", "50.00", "40", "25.00"]


def test_several_runs_have_a_total(tmp_path: Path, capsys: Captured) -> None:
    runs = [make_run(tmp_path / name, Instructions=number) for name, number in (("a", 10), ("b", 32))]
    assert main(["stats", *runs, "--print-columns", "Instrs,MaxActiveStates"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-2].split()[1:5] == ["Total", "(2)", "|", "42"]


@pytest.mark.parametrize("group", ["more", "rel-times", "abs-times", "all"])
def test_groups_can_be_printed(group: str, tmp_path: Path, capsys: Captured) -> None:
    assert main(["stats", make_run(tmp_path / "a", WallTime=1), f"--print-{group}"]) == 0
    assert "Time(s)" in capsys.readouterr().out


def test_every_row_as_csv(tmp_path: Path, capsys: Captured) -> None:
    assert main(["stats", "--to-csv", make_run(tmp_path / "a", Instructions=10)]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["Instructions"] for row in rows] == ["5", "10"]


def test_a_directory_without_statistics_is_a_mistake(tmp_path: Path, capsys: Captured) -> None:
    assert main(["stats", str(tmp_path)]) == 2
    assert "there is no run.stats" in capsys.readouterr().err
