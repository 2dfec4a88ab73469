"""The entry: commands, exit codes, and that no traceback reaches a user."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from albers import __version__
from albers.cli import main as main_module
from albers.cli import tests as tests_command
from albers.cli.main import COMMANDS, main
from albers.results.ktest import encode

Captured = pytest.CaptureFixture[str]


def test_the_version(capsys: Captured) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"albers {__version__}\n"


def test_help_names_every_command(capsys: Captured) -> None:
    assert main(["--help"]) == 0
    text = capsys.readouterr().out
    assert all(f"  {name} " in text for name in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str, capsys: Captured) -> None:
    assert main([command, "--help"]) == 0
    assert capsys.readouterr().out.startswith(f"usage: albers {command}")


def test_no_command_is_an_error_with_the_overview(capsys: Captured) -> None:
    assert main([]) == 2
    assert capsys.readouterr().err.startswith("usage: albers")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["expolre", "x"], "unknown command 'expolre'; there are run, "),
        (["parse.c"], "to explore a program: albers run parse.c"),
        (["run"], "the following arguments are required: FILE"),
        (["run", "a.c", "--max-tme", "1"], "did you mean --max-time?"),
        (["run", "a.c", "--max-time", "soon"], "'soon' is not a duration"),
        (["tests", "no-such.ktest"], "cannot read no-such.ktest: No such file"),
    ],
)
def test_a_mistake_is_one_line_and_exit_code_2(arguments: list[str], complaint: str, capsys: Captured) -> None:
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("albers: error: ")
    assert complaint in captured.err
    assert captured.err.count("\n") == 1


def broken(arguments: list[str]) -> int:
    raise RuntimeError("the floor is gone")


def test_a_defect_is_told_shortly_with_exit_code_70(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    monkeypatch.setattr(tests_command, "main", broken)
    assert main(["tests", "x"]) == 70
    error = capsys.readouterr().err
    assert error.startswith("albers: internal error: RuntimeError: the floor is gone\n")
    assert "report" in error
    assert "Traceback" not in error


def test_a_defect_is_told_in_full_with_debug(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    monkeypatch.setattr(tests_command, "main", broken)
    assert main(["tests", "x", "--debug"]) == 70
    assert "Traceback" in capsys.readouterr().err


def test_debug_after_the_dashes_is_the_programs(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    monkeypatch.setattr(tests_command, "main", broken)
    assert main(["tests", "x", "--", "--debug"]) == 70
    assert "Traceback" not in capsys.readouterr().err


def test_an_interrupt_before_the_exploration_is_exit_code_130(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    def interrupted(arguments: list[str]) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(tests_command, "main", interrupted)
    assert main(["tests", "x"]) == main_module.INTERRUPTED
    assert capsys.readouterr().err == "albers: interrupted\n"


def test_tests_prints_a_file_or_all_of_a_directory(tmp_path: Path, capsys: Captured) -> None:
    for number in (2, 1):
        (tmp_path / f"test00000{number}.ktest").write_bytes(encode(["a.c"], [("x", bytes([number]))]))
    assert main(["tests", str(tmp_path / "test000002.ktest")]) == 0
    assert "object 0: int : 2\n" in capsys.readouterr().out
    assert main(["tests", str(tmp_path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if " int :" in line] == ["object 0: int : 1", "object 0: int : 2"]
    assert lines[0] == f"ktest file : {str(tmp_path / 'test000001.ktest')!r}"


def test_a_directory_without_tests_is_a_user_error(tmp_path: Path, capsys: Captured) -> None:
    assert main(["tests", str(tmp_path)]) == 2
    assert "there are no tests" in capsys.readouterr().err


def test_a_reader_that_has_enough_is_no_defect(tmp_path: Path) -> None:
    for number in range(1, 400):
        (tmp_path / f"test{number:06}.ktest").write_bytes(encode(["a.c"], [("x", bytes(64))]))
    command = [sys.executable, "-m", "albers", "tests", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == main_module.BROKEN_PIPE


def test_help_does_not_load_the_house() -> None:
    """The promise is 0.3 s; the modules that would break it are named, the clock is only a wide fence."""
    heavy = "rich llvmlite z3 bitwuzla sqlite3 albers.engine albers.frontend".split()
    program = (
        "import sys; from albers.cli.main import main; main(['run', '--help']); "
        f"sys.exit(any(name in sys.modules for name in {heavy}))"
    )
    started = time.perf_counter()
    subprocess.run([sys.executable, "-c", program], stdout=subprocess.DEVNULL, check=True)
    assert time.perf_counter() - started < 3.0
