"""Files of tests: written in order, whole, whoever writes them and whatever interrupts."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from albers.results import file_writer
from albers.results.file_writer import framed
from albers.results.output_directory import OutputDirectory
from albers.results.test_files import TestFiles


def files_in(tmp_path: Path, few: int) -> TestFiles:
    directory = OutputDirectory(str(tmp_path / "out"))
    directory.create()
    return TestFiles(directory, few)


def contents(tmp_path: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (tmp_path / "out").iterdir()}


def written_by_a_process(tmp_path: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-I", "-S", file_writer.__file__, str(tmp_path)],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


@pytest.mark.parametrize("few", [0, 3, 1000])
def test_every_file_is_there_after_closing(tmp_path: Path, few: int) -> None:
    files = files_in(tmp_path, few)
    given = {f"test{number:06}.ktest": bytes([number % 256]) * number for number in range(700)}
    for name, content in given.items():
        files.write(name, content)
    files.close()
    assert contents(tmp_path) == given


def test_a_file_larger_than_any_pipe_arrives_whole(tmp_path: Path) -> None:
    files = files_in(tmp_path, 0)
    files.write("empty", b"")
    files.write("large", bytes(range(256)) * 20_000)
    files.write("small", b"x")
    files.close()
    assert contents(tmp_path) == {"empty": b"", "large": bytes(range(256)) * 20_000, "small": b"x"}


def test_flushed_files_appear_while_the_run_goes_on(tmp_path: Path) -> None:
    files = files_in(tmp_path, 0)
    files.write("first", b"1")
    files.flush()
    patience = time.monotonic() + 20
    while not contents(tmp_path) and time.monotonic() < patience:
        time.sleep(0.01)
    assert contents(tmp_path) == {"first": b"1"}
    files.close()


def test_a_failure_of_the_process_is_told(tmp_path: Path) -> None:
    files = files_in(tmp_path, 0)
    (tmp_path / "out" / "taken").write_bytes(b"someone else's")
    files.write("taken", b"ours")
    with pytest.raises(OSError, match="taken"):
        files.close()
    assert contents(tmp_path) == {"taken": b"someone else's"}


def test_a_failure_is_told_while_files_are_still_coming(tmp_path: Path) -> None:
    files = files_in(tmp_path, 0)
    (tmp_path / "out" / "taken").write_bytes(b"")
    with pytest.raises(OSError, match="taken"):
        files.write("taken", b"")
        for number in range(100_000):
            files.write(f"test{number}", b"x" * 100)
        files.close()


def test_what_arrived_is_written_though_the_sender_dies(tmp_path: Path) -> None:
    process = written_by_a_process(tmp_path)
    assert process.stdin is not None and process.stderr is not None
    half = framed(b"half", b"never finished")[:-3]
    process.stdin.write(framed(b"whole", b"content") + half)
    process.stdin.close()
    assert process.wait(20) == 0
    process.stderr.close()
    assert [path.name for path in tmp_path.iterdir()] == ["whole"]


def test_an_interrupt_while_the_pipe_is_full_loses_nothing(tmp_path: Path) -> None:
    def interrupted(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    files = files_in(tmp_path, 0)
    files.write("first", b"")
    before = signal.signal(signal.SIGINT, interrupted)
    given = {f"test{number:06}": bytes([number % 256]) * 900 for number in range(400)}
    interrupts = 0
    try:
        for number, (name, content) in enumerate(given.items()):
            try:
                if number % 50 == 7:
                    os.kill(os.getpid(), signal.SIGINT)
            except KeyboardInterrupt:
                interrupts += 1
            files.write(name, content)
    finally:
        signal.signal(signal.SIGINT, before)
    files.close()
    assert interrupts == 8
    assert contents(tmp_path) == {"first": b"", **given}


def test_a_trial_tells_how_long_a_file_takes_and_leaves_nothing_behind(tmp_path: Path) -> None:
    files = files_in(tmp_path, 0)
    assert files.seconds_per_file == 0.0
    files.try_out()
    learned = files.seconds_per_file
    assert 0.0 < learned < 5.0
    assert contents(tmp_path) == {}
    files.try_out()  # what was just learned is good for a while
    assert files.seconds_per_file == learned
    files.close()
