"""One program per area of the C library: in the engine, through musl, it does what it does with the host's libc."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from albers.api.explore import explore
from albers.api.report import Report
from albers.options import Options
from albers.results.observer import Observer

PROGRAMS = Path(__file__).with_name("programs")


class Printed(Observer):
    """What each path printed, by stream."""

    def __init__(self) -> None:
        self.paths: dict[str, dict[int, bytes]] = {}

    def path_printed(self, path: str, output: list[tuple[int, bytes]]) -> None:
        streams = self.paths.setdefault(path, {1: b"", 2: b""})
        for stream, data in output:
            streams[stream] += data


def run(program: Path, directory: Path, target: str = "") -> tuple[Report, Printed]:
    options = Options()
    options.program.target = target
    options.output.out = str(directory / "out")
    options.output.echo = True
    printed = Printed()
    report = explore(str(program), options, observer=printed)
    assert [(error.message, error.file, error.line) for error in report.errors] == []
    assert report.complete
    return report, printed


@pytest.mark.skipif(
    sys.platform != "linux" or shutil.which("cc") is None,
    reason="compares with the C compiler and libc of a Linux host",
)
@pytest.mark.parametrize("name", sorted(path.stem for path in PROGRAMS.glob("*.c")))
def test_a_program_behaves_as_with_the_hosts_libc(name: str, tmp_path: Path) -> None:
    program = PROGRAMS / f"{name}.c"
    executable = tmp_path / name
    subprocess.run(["cc", "-w", "-o", executable, program, "-lm", "-lpthread"], check=True)
    (tmp_path / "empty").mkdir()
    native = subprocess.run([executable], cwd=tmp_path / "empty", env={}, capture_output=True, check=False, timeout=20)
    report, printed = run(program, tmp_path)
    (streams,) = printed.paths.values()
    assert streams[1].decode(errors="replace") == native.stdout.decode(errors="replace")
    assert streams[2].decode() == native.stderr.decode()
    assert report.exits == {native.returncode: 1}
