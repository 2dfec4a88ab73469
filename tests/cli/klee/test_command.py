"""KLEE's command runs as written and leaves what its tools read; the readers here know nothing of our writers."""

from __future__ import annotations

import re
import shlex
import sqlite3
import struct
import subprocess
from pathlib import Path

import pytest
import z3

from albers.cli.klee.command import main
from albers.frontend.toolchain import find_target, find_toolchain

#: The command with which KLEE's site runs the utilities of coreutils, to the letter.
COREUTILS = (
    "--simplify-sym-indices --write-cvcs --write-cov --output-module --max-memory=1000 --disable-inlining --optimize "
    "--use-forked-solver --use-cex-cache --libc=uclibc --posix-runtime --external-calls=all "
    "--only-output-states-covering-new --env-file=test.env --run-in-dir=SANDBOX --max-sym-array-size=4096 "
    "--max-solver-time=30s --max-time=60min --watchdog --max-memory-inhibit=false --max-static-fork-pct=1 "
    "--max-static-solve-pct=1 --max-static-cpfork-pct=1 --switch-type=internal --search=random-path "
    "--search=nurs:covnew --use-batching-search --batch-instructions=10000 ./paste.bc --sym-args 0 1 10 "
    "--sym-args 0 2 2 --sym-files 1 8 --sym-stdin 8 --sym-stdout"
)

#: A utility small enough to be explored completely in seconds: it looks at few of the bytes it is given.
PASTE = """
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
int main(int argc, char **argv) {
  char byte = 0;
  int input = 0;
  if (argc > 1 && argv[1][0] == '-' && argv[1][1] == 's') return 3;
  if (argc > 3) input = open("A", O_RDONLY);
  if (input < 0 || read(input, &byte, 1) != 1) return 1;
  if (byte == '\\n') write(1, "-", 1);
  return 0;
}
"""

ERRORS = """
#include <klee/klee.h>
#include <stdlib.h>
int undefined(int);
int main(void) {
  int x = klee_int("x");
  char *p = malloc(3);
  if (x == 1) return p[x + 2];
  if (x == 2) klee_assert(x == 3);
  if (x == 3) return 7 / (x - 3);
  if (x == 4) return undefined(x);
  if (x == 5) { static int g; free(&g); }
  return x > 100;
}
"""


def bitcode(text: str, name: str) -> None:
    Path(f"{name}.c").write_text(text)
    toolchain = find_toolchain("zig", find_target(""))
    flags = [*toolchain.fixed_flags(0), *toolchain.header_flags()]
    subprocess.run([*toolchain.compiler, *flags, "-o", f"{name}.bc", f"{name}.c"], check=True)


@pytest.fixture(autouse=True)
def in_own_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def read_test(path: Path) -> tuple[list[bytes], dict[str, bytes]]:
    """A .ktest by its description alone."""
    data = path.read_bytes()
    assert data[:5] == b"KTEST"
    version, count = struct.unpack_from(">II", data, 5)
    assert version == 3
    at, arguments, objects = 13, [], {}
    for _ in range(count):
        (length,) = struct.unpack_from(">I", data, at)
        arguments.append(data[at + 4 : at + 4 + length])
        at += 4 + length
    symbolic, length, number = struct.unpack_from(">III", data, at)
    assert (symbolic, length) == (0, 0)
    at += 12
    for _ in range(number):
        (length,) = struct.unpack_from(">I", data, at)
        name = data[at + 4 : at + 4 + length].decode()
        at += 4 + length
        (size,) = struct.unpack_from(">I", data, at)
        objects[name] = data[at + 4 : at + 4 + size]
        at += 4 + size
    assert at == len(data)
    return arguments, objects


def klee_stats(directory: Path) -> dict[str, float]:
    """What KLEE's klee-stats computes from the last row of run.stats."""
    database = sqlite3.connect(directory / "run.stats")
    database.row_factory = sqlite3.Row
    row = dict(database.execute("SELECT * FROM stats ORDER BY rowid DESC LIMIT 1").fetchone())
    database.close()
    icount = row["CoveredInstructions"] + row["UncoveredInstructions"]
    return {
        "Instrs": row["Instructions"],
        "Time(s)": row["WallTime"] / 1e6,
        "ICov(%)": 100 * row["CoveredInstructions"] / icount,
        "BCov(%)": 100 * (2 * row["FullBranches"] + row["PartialBranches"]) / (2 * row["NumBranches"]),
        "ICount": icount,
        "TSolver(%)": 100 * row["SolverTime"] / row["WallTime"],
        "States": row["States"],
        "TermExit": row["TerminationExit"],
    }


def test_the_coreutils_command_runs_as_written(capsys: pytest.CaptureFixture[str]) -> None:
    bitcode(PASTE, "paste")
    Path("SANDBOX").mkdir()
    Path("test.env").write_text("LANG=C\n")
    assert main(shlex.split(COREUTILS)) == 0
    said = capsys.readouterr().err
    figures = dict(re.findall(r"^KLEE: done: ([\w ]+) = (\d+)$", said, re.MULTILINE))
    assert list(figures) == ["total instructions", "completed paths", "partially completed paths", "generated tests"]
    assert 'KLEE: output directory is "' in said
    directory = Path("klee-out-0")
    assert Path("klee-last").resolve() == directory.resolve()
    for name in ("info", "messages.txt", "warnings.txt", "assembly.ll", "run.stats", "run.istats", "final.bc"):
        assert (directory / name).is_file(), name
    tests = sorted(directory.glob("test*.ktest"))
    assert len(tests) == int(figures["generated tests"]) > 2
    arguments, objects = read_test(tests[0])
    assert arguments[1:] == b"--sym-args 0 1 10 --sym-args 0 2 2 --sym-files 1 8 --sym-stdin 8 --sym-stdout".split()
    assert {"n_args", "A_data", "A_data_stat", "stdin", "stdin_stat", "stdout", "stdout_stat"} <= set(objects)
    assert [len(objects[name]) for name in ("A_data", "stdin", "stdout", "n_args")] == [8, 8, 1024, 4]
    covered = {line for test in tests for line in test.with_suffix(".cov").read_text().splitlines()}
    assert {line.rpartition(":")[2] for line in covered} >= {"8", "10", "11"}
    stats = klee_stats(directory)
    assert stats["Instrs"] == int(figures["total instructions"])
    assert stats["ICov(%)"] == 100.0
    assert stats["TermExit"] == int(figures["completed paths"])
    assert (directory / "run.istats").read_text().startswith("version: 1\ncreator: klee\npid: ")


def test_errors_are_told_word_for_word(capsys: pytest.CaptureFixture[str]) -> None:
    bitcode(ERRORS, "errors")
    assert main(["--write-smt2s", "--write-kqueries", "--write-sym-paths", "--write-paths", "errors.bc"]) == 0
    said = capsys.readouterr().err
    for line, message in (
        (8, "memory error: out of bound pointer"),
        (9, "ASSERTION FAIL: x == 3"),
        (10, "divide by zero"),
        (11, "failed external call: undefined"),
        (12, "free of global"),
    ):
        assert re.search(rf"^KLEE: ERROR: \S*errors\.c:{line}: {re.escape(message)}$", said, re.MULTILINE), message
    assert said.count("KLEE: NOTE: now ignoring this error at this location") == 5
    directory = Path("klee-last")
    kinds = sorted(path.suffixes[0] for path in directory.glob("*.err"))
    assert kinds == [".assert", ".div", ".external", ".free", ".ptr"]
    (report,) = directory.glob("*.ptr.err")
    text = report.read_text()
    assert re.match(
        r"Error: memory error: out of bound pointer\nFile: .*errors\.c\nLine: 8\nassembly\.ll line: \d+\n", text
    )
    assert re.search(r"^Stack: \n\t#0\d{8} in main \(\) at .*errors\.c:8$", text, re.MULTILINE)
    assert all(path.with_suffix("").with_suffix(".kquery").is_file() for path in directory.glob("*.err"))


def test_the_constraints_of_a_test_hold_for_its_input() -> None:
    bitcode(ERRORS, "errors")
    main(["--write-smt2s", "errors.bc"])
    for path in Path("klee-last").glob("test*.smt2"):
        _, objects = read_test(path.with_suffix(".ktest"))
        solver = z3.Solver()
        solver.from_string(path.read_text())
        assert solver.check() == z3.sat
        for name in re.findall(r"declare-fun (\w+)", path.read_text()):
            array = z3.Array(name, z3.BitVecSort(32), z3.BitVecSort(8))
            for i, byte in enumerate(objects[name]):
                solver.add(array[i] == byte)
        assert solver.check() == z3.sat


def test_decisions_are_written_per_branch() -> None:
    bitcode(ERRORS, "errors")
    main(["--write-sym-paths", "--write-paths", "errors.bc"])
    all_taken = set()
    for path in Path("klee-last").glob("test*.path"):
        if path.name.endswith(".sym.path"):
            all_taken.add(path.read_text())
            assert path.with_name(path.name.replace(".sym", "")).read_text().startswith(path.read_text())
    assert len(all_taken) == 6
    assert "1\n" in all_taken and "0\n0\n0\n0\n0\n" in all_taken


def test_exit_on_error_ends_with_code_1(capsys: pytest.CaptureFixture[str]) -> None:
    bitcode(ERRORS, "errors")
    assert main(["--exit-on-error-type=Assert", "--search=dfs", "errors.bc"]) == 1
    assert "EXITING ON ERROR:\nASSERTION FAIL: x == 3" in capsys.readouterr().err


def test_a_mistake_is_told_and_ends_with_code_1(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--no-such-option", "p.bc"]) == 1
    assert capsys.readouterr().err.startswith("klee: Unknown command line argument '--no-such-option'.")
    assert main(["missing.bc"]) == 1
    assert capsys.readouterr().err.startswith("KLEE: ERROR: ")
    assert main([]) == 1
