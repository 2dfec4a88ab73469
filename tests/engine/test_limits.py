"""Every limit stops the run in order: on time, with a test for each path that was cut, and called incomplete."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import albers
from albers.api.report import Report
from albers.errors import UserError
from albers.options import LimitOptions, Options, OutputOptions, ProgramOptions, SearchOptions
from albers.verdicts import StopReason

# How late a run may stop: it looks at the clock ten times a second, and a busy machine needs its time, too.
GRACE = 1.5 * max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))

ENDLESS = """\
int main(void) {
    volatile unsigned n = 0;
    for (;;)
        n++;
}
"""

ENDLESS_FORKS = """\
#include <klee/klee.h>

int main(void) {
    for (unsigned n = 0;; n++) {
        unsigned char c;
        klee_make_symbolic(&c, 1, "c");
        if (c == 'q')
            break;
    }
    return 0;
}
"""

# To find an input that reaches `return 1` is to invert a mixing function with two rounds of multiplication.
HARD_TO_INVERT = """\
#include <klee/klee.h>
#include <stdint.h>

int main(void) {
    uint64_t x, y;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&y, sizeof y, "y");
    uint64_t h = x * 0x9e3779b97f4a7c15u ^ y;
    h = (h ^ h >> 29) * (y | 1);
    h = (h ^ h >> 32) * (x ^ h >> 13);
    if (h == 0x0123456789abcdefu && (x * y ^ h) % 1000003 == 77)
        return 1;
    return 0;
}
"""

MANY_OPEN = """\
#include <klee/klee.h>

int main(void) {
    unsigned char b[32];
    unsigned n = 0;
    klee_make_symbolic(b, sizeof b, "b");
    for (int i = 0; i < 32; i++)
        if (b[i] > 100 + i)
            n++;
    return 0;
}
"""

EIGHT_CHOICES = """\
#include <klee/klee.h>

int main(void) {
    unsigned char bits, n = 0;
    klee_make_symbolic(&bits, 1, "bits");
    for (int i = 0; i < 8; i++)
        if (bits >> i & 1)
            n++;
    return 0;
}
"""


@pytest.fixture(autouse=True)
def in_an_empty_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def explore(text: str, limits: LimitOptions, search: tuple[str, ...] = ("dfs",)) -> Report:
    Path("program.c").write_text(text)
    options = Options(search=SearchOptions(search=search), limits=limits, output=OutputOptions(out="out"))
    return albers.explore("program.c", options)


def assert_cut_paths_have_tests(report: Report) -> None:
    assert not report.complete
    assert report.tests == report.paths.completed + report.paths.partial == len(report.test_files)


@pytest.mark.parametrize("text", [ENDLESS, ENDLESS_FORKS, HARD_TO_INVERT], ids=["loop", "forks", "query"])
def test_time_is_kept(text: str) -> None:
    report = explore(text, LimitOptions(max_time=0.7))
    assert report.stopped is StopReason.MAX_TIME
    assert report.time.wall - report.time.prepare < 0.7 + GRACE
    assert_cut_paths_have_tests(report)


def test_time_to_write_the_tests_of_open_paths_is_part_of_the_limit() -> None:
    report = explore(MANY_OPEN, LimitOptions(max_time=2.5), ("bfs",))
    assert report.stopped is StopReason.MAX_TIME
    assert report.peak_states > 300
    assert report.time.wall < 2.5 + GRACE
    assert_cut_paths_have_tests(report)


def test_preparing_the_program_is_part_of_the_time_limit() -> None:
    Path("program.c").write_text(ENDLESS)
    options = Options(limits=LimitOptions(max_time=0.001), program=ProgramOptions(cache=False))
    with pytest.raises(UserError, match=r"time limit .* while program\.c was being compiled"):
        albers.explore("program.c", options)


def test_a_query_that_takes_too_long_is_given_up_and_the_run_goes_on() -> None:
    report = explore(HARD_TO_INVERT, LimitOptions(solver_timeout=0.3))
    assert report.stopped is StopReason.DONE
    assert report.queries.unknown > 0
    assert not report.complete
    assert report.exits == {0: 1}
    assert report.time.wall - report.time.prepare < 5


def mixed(x: int, y: int) -> int:
    """What HARD_TO_INVERT computes as h."""
    word = (1 << 64) - 1
    h = (x * 0x9E3779B97F4A7C15 ^ y) & word
    h = (h ^ h >> 29) * (y | 1) & word
    return (h ^ h >> 32) * (x ^ h >> 13) & word


def test_a_side_that_was_given_up_is_not_entered_later() -> None:
    """Only x = 12345, y = 678 is known to reach `return 1`; having passed that branch, nothing may return 2."""
    condition = "h == 0x0123456789abcdefu && (x * y ^ h) % 1000003 == 77"
    assert condition in HARD_TO_INVERT
    text = HARD_TO_INVERT.replace(condition, f"h == {mixed(12345, 678)}u")
    text = text.replace("    return 0;", "    if (x == 12345 && y == 678)\n        return 2;\n    return 0;")
    report = explore(text, LimitOptions(solver_timeout=0.3))
    assert report.queries.unknown >= 1
    assert set(report.exits) == {0}


@pytest.mark.parametrize("search", [("dfs",), ("bfs",), ()])
def test_the_number_of_tests_is_kept(search: tuple[str, ...]) -> None:
    report = explore(EIGHT_CHOICES, LimitOptions(max_tests=7), search)
    assert report.stopped is StopReason.MAX_TESTS
    assert report.tests == len(report.test_files) == 7
    assert not report.complete


@pytest.mark.parametrize("count", [1, 5000, 25_000])
def test_the_number_of_instructions_is_kept(count: int) -> None:
    report = explore(ENDLESS, LimitOptions(max_instructions=count))
    assert report.stopped is StopReason.MAX_INSTRUCTIONS
    assert count <= report.instructions < count + 20
    assert_cut_paths_have_tests(report)


def test_the_number_of_forks_is_kept_and_the_states_that_are_there_run_to_their_ends() -> None:
    report = explore(EIGHT_CHOICES, LimitOptions(max_forks=20))
    assert report.stopped is StopReason.DONE
    assert report.forks == 20
    assert report.paths.completed == 21
    assert not report.complete


def test_paths_deeper_than_the_limit_are_cut_with_a_test() -> None:
    """Of 2**3 paths of three forks each, all are cut: none is longer, and none is missing."""
    report = explore(EIGHT_CHOICES, LimitOptions(max_depth=3))
    assert report.stopped is StopReason.DONE
    assert (report.paths.completed, report.paths.partial) == (0, 8)
    assert report.cut_short == {"max-depth": 8}
    assert_cut_paths_have_tests(report)


TWO_ERRORS = """\
#include <klee/klee.h>

int main(void) {
    unsigned char which, a[2] = {0};
    klee_make_symbolic(&which, 1, "which");
    for (int i = 0; i < 200; i++)
        if (which == i) {
            if (i == 3)
                return a[which];
            if (i == 90)
                return 1 / a[0];
        }
    return 0;
}
"""


def test_the_run_stops_when_there_was_an_error_at_every_line_given() -> None:
    report = explore(TWO_ERRORS, LimitOptions(stop_at=("program.c:9", "program.c:11")))
    assert report.stopped is StopReason.STOP_AT
    assert {error.line for error in report.errors} == {9, 11}
    assert_cut_paths_have_tests(report)


def test_lines_without_an_error_stop_nothing() -> None:
    report = explore(EIGHT_CHOICES, LimitOptions(stop_at=("program.c:8",)))
    assert (report.stopped, report.paths.completed) == (StopReason.DONE, 256)


def test_an_error_at_some_of_the_lines_stops_nothing() -> None:
    report = explore(TWO_ERRORS, LimitOptions(stop_at=("program.c:9", "other.c:11")))
    assert (report.stopped, report.paths.completed) == (StopReason.DONE, 199)


def test_memory_is_kept() -> None:
    """The limit is below what the process already has, so the first look at it must stop the run."""
    report = explore(ENDLESS_FORKS, LimitOptions(max_memory=1))
    assert report.stopped is StopReason.MAX_MEMORY
    assert_cut_paths_have_tests(report)


def test_memory_is_kept_while_paths_multiply() -> None:
    """A process of its own, since the limit is about all of its memory."""
    Path("program.c").write_text(MANY_OPEN)
    limit = 1.03 * resident_megabytes_of_an_engine() + 15
    summary = run_in_a_process("--search", "bfs", "--max-memory", str(round(limit)), "--max-time", "12s")
    assert summary["stopped"] in ("max-memory", "max-time")
    assert summary["peak_memory_mb"] <= 1.1 * limit
    assert summary["tests"] == summary["paths"]["completed"] + summary["paths"]["partial"]
    assert len(list(Path("out").glob("*.ktest"))) == summary["tests"]


def resident_megabytes_of_an_engine() -> int:
    """What a run needs that has hardly begun."""
    summary = run_in_a_process("--max-instructions", "100")
    shutil.rmtree("out")
    return int(summary["peak_memory_mb"])


def run_in_a_process(*arguments: str) -> dict[str, Any]:
    source = Path(albers.__file__).parents[1]
    command = [sys.executable, "-m", "albers", "run", "program.c", "--quiet", "--out", "out", *arguments]
    environment = os.environ | {"PYTHONPATH": str(source)}
    subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)
    summary: dict[str, Any] = json.loads(Path("out/summary.json").read_text())
    return summary


# Ctrl-C


@pytest.mark.parametrize("text", [ENDLESS, ENDLESS_FORKS, HARD_TO_INVERT], ids=["loop", "forks", "query"])
def test_ctrl_c_ends_in_order_with_everything_written(text: str) -> None:
    Path("program.c").write_text(text)
    source = Path(albers.__file__).parents[1]
    command = [sys.executable, "-m", "albers", "run", "program.c", "--quiet", "--out", "out"]
    with subprocess.Popen(
        command, env=os.environ | {"PYTHONPATH": str(source)}, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    ) as process:
        deadline = time.monotonic() + 30
        while not Path("out/run.stats").exists():
            assert time.monotonic() < deadline and process.poll() is None
            time.sleep(0.02)
        time.sleep(0.4)
        process.send_signal(signal.SIGINT)
        interrupted = time.monotonic()
        _, messages = process.communicate(timeout=30)
        assert time.monotonic() - interrupted < 3
    assert process.returncode == 0, messages
    assert b"Traceback" not in messages
    summary = json.loads(Path("out/summary.json").read_text())
    assert (summary["stopped"], summary["complete"]) == ("interrupted", False)
    assert summary["tests"] == summary["paths"]["completed"] + summary["paths"]["partial"] > 0
    assert len(list(Path("out").glob("*.ktest"))) == summary["tests"]
