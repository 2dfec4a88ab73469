"""`albers run` on real programs, from the command line to the exit code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from albers.cli.main import main
from albers.results.ktest import read_ktest

Captured = pytest.CaptureFixture[str]

TWO_PATHS_AND_A_BUG = """\
#include <klee/klee.h>

int table[4];

int main(void) {
    unsigned i;
    klee_make_symbolic(&i, sizeof i, "i");
    if (i == 7)
        return 3;
    if (i < 6)
        table[i] = 1;
    return 0;
}
"""


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    Path("table.c").write_text(TWO_PATHS_AND_A_BUG)
    return "table.c"


def test_a_run_tells_the_bug_with_its_source_and_input(program: str, capsys: Captured) -> None:
    assert main(["run", program]) == 0
    out = capsys.readouterr().out
    assert "Albers explored table.c completely" in out
    assert "1. memory error: out of bound pointer  [ptr]" in out
    assert ">    11 |         table[i] = 1;" in out
    assert "i  4 bytes" in out


def test_json_is_the_summary_and_nothing_else(program: str, capsys: Captured) -> None:
    assert main(["run", program, "--json", "--out", "o"]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    assert captured.out == Path("o/summary.json").read_text()
    summary = json.loads(captured.out)
    assert (summary["stopped"], summary["complete"], summary["exits"]) == ("done", True, {"0": 2, "3": 1})
    assert [(error["kind"], error["line"], error["function"]) for error in summary["errors"]] == [("ptr", 11, "main")]
    assert summary["tests"] == 4
    assert summary["command"] == ["albers", "run", program, "--json", "--out", "o"]


def test_the_test_of_the_bug_has_an_input_that_triggers_it(program: str, capsys: Captured) -> None:
    main(["run", program, "--json", "--out", "o"])
    (error,) = json.loads(capsys.readouterr().out)["errors"]
    main(["tests", f"o/{error['test']}"])
    assert next(line for line in capsys.readouterr().out.splitlines() if "uint" in line)[-1] in "45"


def test_errors_can_have_an_exit_code_of_their_own(program: str, capsys: Captured) -> None:
    assert main(["run", program, "--quiet", "--error-exitcode", "9"]) == 9
    assert capsys.readouterr().err == ""


def test_without_errors_the_exit_code_is_0(program: str, capsys: Captured) -> None:
    Path("fine.c").write_text("int main(void) { return 3; }\n")
    assert main(["run", "fine.c", "--quiet", "--error-exitcode", "9"]) == 0
    assert "No bugs on any path." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["missing.c"], "missing.c: no such file"),
        (["./wc", "-l", "words.txt"], "-l words.txt; the program's own arguments stand after --"),
        (["table.c", "--entry", "mian"], "no function 'mian'"),
        (["table.c", "--out", "."], "exists already"),
        (["broken.c"], "broken.c"),
        (["broken.bc"], "broken.bc: not valid LLVM bitcode"),
        (["broken.ll"], "broken.ll: not valid LLVM assembly"),
        (["table.txt"], "table.txt: not a program"),
        (["table.c", "table.c"], "given twice"),
        (["table.c", "--search", "fastest"], "'fastest' is not one of dfs, bfs"),
        (["table.c", "--max-tests", "-3"], "'-3' is not a whole number"),
        (["table.c", "--stop-at", "table.c"], "write FILE:LINE"),
        (["table.c", "--compiler", "no-such-compiler"], "'no-such-compiler' not found"),
        (["table.c", "--target", "z80"], "cannot compile for target 'z80'"),
        (["table.c", "--target", "s390x"], "for a big-endian machine"),
    ],
)
def test_a_program_that_cannot_run_is_exit_code_2_and_leaves_nothing(
    program: str, arguments: list[str], complaint: str, capsys: Captured
) -> None:
    Path("broken.c").write_text("int main(void) { return }\n")
    Path("broken.bc").write_bytes(b"BC\xc0\xde and nothing sensible")
    Path("broken.ll").write_text("define i32 @main() { ret i33 0 }\n")
    Path("table.txt").write_text("no program\n")
    before = sorted(Path().iterdir())
    assert main(["run", "--quiet", *arguments]) == 2
    error = capsys.readouterr().err
    assert error.startswith("albers: error: ")
    assert complaint in error
    assert "Traceback" not in error
    assert sorted(Path().iterdir()) == before


def test_arguments_after_the_dashes_reach_the_program(program: str, capsys: Captured) -> None:
    Path("args.c").write_text("int main(int argc, char **argv) { return argc == 3 && argv[2][0] == '-'; }\n")
    assert main(["run", "args.c", "--json", "--", "x", "--max-time"]) == 0
    assert json.loads(capsys.readouterr().out)["exits"] == {"1": 1}


KLEE_WORDS = ["--sym-args", "0", "1", "3", "--sym-arg", "2", "--sym-files", "1", "4", "--sym-stdin", "8"]


@pytest.mark.parametrize(
    "words",
    [["args.c", *KLEE_WORDS], [*KLEE_WORDS, "args.c"], ["args.c", *(word.replace("--", "-") for word in KLEE_WORDS)]],
    ids=["after the program", "before the program", "with one dash"],
)
def test_symbolic_inputs_are_asked_for_as_with_klee(program: str, words: list[str], capsys: Captured) -> None:
    Path("args.c").write_text("int main(int argc, char **argv) { return argv[argc - 1][0] == '-' ? 10 : argc; }\n")
    assert main(["run", "--json", "--out", "o", *words, "--", "first"]) == 0
    assert json.loads(capsys.readouterr().out)["exits"] == {"3": 1, "4": 1, "10": 2}
    tests = [read_ktest(path) for path in sorted(Path("o").glob("*.ktest"))]
    sizes = sorted(
        [(entry.name, len(entry.data)) for entry in test.objects if "_stat" not in entry.name] for test in tests
    )
    files = [("A_data", 4), ("stdin", 8)]
    assert sizes == [
        *2 * [[("n_args", 4), ("arg00", 3), *files]],  # without the optional argument
        *2 * [[("n_args", 4), ("arg00", 4), ("arg01", 3), *files]],
    ]
    assert {entry.name for test in tests for entry in test.objects if "_stat" in entry.name} == {
        "A_data_stat",
        "stdin_stat",
    }
    assert tests[0].arguments == ("args.c", "first", *KLEE_WORDS)
