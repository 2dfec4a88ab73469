"""Tests as files that are used elsewhere: raw bytes for fuzzers, C, a libFuzzer target with its corpus, pytest."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from albers.errors import UserError
from albers.frontend.toolchain import RUNTIME_INCLUDE
from albers.results.ktest import KTest, read_ktest
from albers.results.replay.native_build import REPLAY_RUNTIME

_BYTES_PER_LINE: Final = 20


def export(kind: str, tests: Sequence[Path], target: Path) -> list[Path]:
    """Writes the tests in one form into a directory, which is made; the files written."""
    if kind not in EXPORTS:
        raise UserError(f"--export {kind}: there are {', '.join(EXPORTS)}")
    try:
        target.mkdir(parents=True, exist_ok=True)
        return EXPORTS[kind](tests, target)
    except OSError as error:
        raise UserError(f"cannot write to {target}: {error.strerror}") from error


def raw_bytes(test: KTest) -> bytes:
    """The inputs one after the other, as the program asked for them."""
    return b"".join(each.data for each in test.objects)


def _raw(tests: Sequence[Path], target: Path) -> list[Path]:
    written: list[Path] = []
    for path in tests:
        written.append(target / f"{path.stem}.bin")
        written[-1].write_bytes(raw_bytes(read_ktest(path)))
    return written


def _c(tests: Sequence[Path], target: Path) -> list[Path]:
    """One C file per test, which holds the test and the replay runtime: compile it with the program, run, done."""
    runtime = (REPLAY_RUNTIME / "replay.c").read_text(encoding="utf-8")
    _copy_headers(target)
    written: list[Path] = []
    for path in tests:
        content = path.read_bytes()
        rows = [content[i : i + _BYTES_PER_LINE] for i in range(0, len(content), _BYTES_PER_LINE)]
        numbers = "\n".join("  " + " ".join(f"{byte}," for byte in row) for row in rows)
        described = " ".join(read_ktest(path).arguments[1:]).replace("*/", "* /")
        head = (
            f"/* {path.name}, complete with the runtime that gives it to the program:\n"
            f" *   cc -Iinclude program.c {path.stem}.c -lm && ./a.out{' ' + described if described else ''} */\n"
            f"static const unsigned char albers_test[] = {{\n{numbers}\n}};\n#define ALBERS_EMBEDDED_TEST\n\n"
        )
        written.append(target / f"{path.stem}.c")
        written[-1].write_text(head + runtime, encoding="utf-8")
    return written


def _libfuzzer(tests: Sequence[Path], target: Path) -> list[Path]:
    _copy_headers(target)
    shutil.copy(REPLAY_RUNTIME / "fuzz.c", target / "fuzz.c")
    (target / "corpus").mkdir(exist_ok=True)
    return [target / "fuzz.c", *_raw(tests, target / "corpus")]


_PYTEST: Final = '''"""The tests of an exploration, run natively: python -m pytest {name}

A path that ended in an exit must end with the same exit code. A bug's test is expected to fail, strictly: when the
bug is mended the test says so, and its line can move to PATHS with the exit code that is right.
"""

import pathlib

import pytest

import albers

DIRECTORY = pathlib.Path({directory!r})
PATHS = {paths}
BUGS = {bugs}


@pytest.fixture(scope="module")
def replay():
    with albers.Replay(DIRECTORY) as replay:
        yield replay


@pytest.mark.parametrize(("test", "exit_code"), PATHS)
def test_path(replay, test, exit_code):
    assert replay.run(test).exit_code == exit_code


@pytest.mark.parametrize("test", BUGS)
@pytest.mark.xfail(strict=True, reason="a bug that was found and is not mended")
def test_bug(replay, test):
    outcome = replay.run(test, sanitize=True)
    assert outcome.signal is None and not outcome.reports
'''


def _pytest(tests: Sequence[Path], target: Path) -> list[Path]:
    if not tests:
        raise UserError("--export pytest: there are no tests")
    from albers.results.chronicle import read_chronicle  # the ends of paths are known there alone

    directory = tests[0].parent.resolve()
    ends = {test["name"]: (test["end"], test["detail"]) for test in read_chronicle(directory).tests}
    paths, bugs = [], []
    for path in tests:
        end, detail = ends.get(path.stem, ("", ""))
        if end == "exit":
            paths.append(f"({path.name!r}, {int(detail)})")
        elif end not in ("", "early", "merged"):
            bugs.append(repr(path.name))
    file = target / "test_explored.py"
    text = _PYTEST.format(name=file.name, directory=str(directory), paths=_listed(paths), bugs=_listed(bugs))
    file.write_text(text, encoding="utf-8")
    return [file]


def _listed(items: Sequence[str]) -> str:
    return "[\n" + "".join(f"    {item},\n" for item in items) + "]" if items else "[]"


def _copy_headers(target: Path) -> None:
    include = target / "include"
    shutil.copytree(RUNTIME_INCLUDE / "klee", include / "klee", dirs_exist_ok=True)
    shutil.copy(RUNTIME_INCLUDE / "albers.h", include / "albers.h")


EXPORTS: Final[dict[str, Callable[[Sequence[Path], Path], list[Path]]]] = {
    "raw": _raw,
    "c": _c,
    "libfuzzer": _libfuzzer,
    "pytest": _pytest,
}
