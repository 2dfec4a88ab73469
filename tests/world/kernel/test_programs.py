"""Whole programs, through musl: in the engine they print and return what they print and return on this machine."""

from __future__ import annotations

import platform
import subprocess
import sys
from pathlib import Path

import pytest

from albers.api.explore import explore
from albers.options import Options
from albers.results.observer import Observer

PROGRAMS = Path(__file__).with_name("programs")


class _Output(Observer):
    """Keeps what the only path printed."""

    def __init__(self) -> None:
        self.streams = {1: b"", 2: b""}

    def path_printed(self, name: str, output: list[tuple[int, bytes]]) -> None:
        for stream, data in output:
            self.streams[stream] += data


@pytest.mark.skipif(sys.platform != "linux", reason="compares with the kernel of the machine")
@pytest.mark.parametrize("program", sorted(path.name for path in PROGRAMS.glob("*.c")))
def test_a_program_behaves_as_on_this_machine(program: str, tmp_path: Path) -> None:
    native = _native(PROGRAMS / program, tmp_path)
    options = Options()
    options.output.out = str(tmp_path / "out")
    options.output.echo = True
    observer = _Output()
    report = explore(str(PROGRAMS / program), options, observer=observer)
    assert [error.message for error in report.errors] == [] and report.complete
    assert observer.streams[1].decode() == native.stdout.decode()
    assert observer.streams[2].decode() == native.stderr.decode()
    assert report.exits == {native.returncode: 1}


def _native(source: Path, directory: Path) -> subprocess.CompletedProcess[bytes]:
    """The program compiled with the same musl and run in an empty directory."""
    machine = {"arm64": "aarch64", "amd64": "x86_64"}.get(platform.machine(), platform.machine())
    executable = directory / "program"
    compiler = [sys.executable, "-m", "ziglang", "cc", "-target", f"{machine}-linux-musl", "-w"]
    subprocess.run([*compiler, str(source), "-o", str(executable)], check=True, capture_output=True)
    (directory / "empty").mkdir()
    return subprocess.run(
        [executable], cwd=directory / "empty", capture_output=True, stdin=subprocess.DEVNULL, check=False
    )
