"""An analysed program cannot reach the machine: Python itself is made to report every file, process and socket used.

The program runs in a process of its own, in which an audit hook notes what happens between the first and the last
instruction explored.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

SCRIPT = """
import json, sys

noted = []
watching = False

def note(event, arguments):
    if watching and event.split(".")[0] in ("open", "os", "subprocess", "socket", "shutil", "pty", "ctypes", "signal"):
        noted.append([event, [repr(argument) for argument in arguments]])

sys.addaudithook(note)

import albers
from albers.options import Options

program, victim, out = sys.argv[1:]
options = Options()
options.program.defines = (f'VICTIM="{victim}"',)
options.output.out = out

def start(exploration):
    global watching
    watching = True

report = albers.explore(program, options, on_start=start)
watching = False
errors = [f"{error.kind} {error.message}" for error in report.errors]
print(json.dumps({"exits": report.exits, "errors": errors, "noted": noted}))
"""


def test_a_program_that_tries_everything_changes_nothing(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("still here")
    out = tmp_path / "out"
    program = Path(__file__).with_name("escape.c")
    run = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(program), str(victim), str(out)],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    result = json.loads(run.stdout)
    assert result["errors"] == [] and result["exits"] == {"0": 1}
    assert victim.read_text() == "still here"
    assert not Path("/tmp/albers-escape-test").exists()
    assert [event for event in result["noted"] if not _is_expected(event, out)] == []


def _is_expected(event: list[object], out: Path) -> bool:
    """Writing results, reading our own memory use, and loading our own modules."""
    name, arguments = event
    assert isinstance(name, str) and isinstance(arguments, list)
    if name == "open":
        path = str(arguments[0]).strip("'b")
        return path.startswith(str(out)) or path == "/proc/self/statm" or path.endswith((".py", ".pyc", ".so"))
    if name in ("os.mkdir", "os.rename", "os.symlink"):
        return all(str(out) in str(path) for path in arguments[: 1 if name == "os.mkdir" else 2])
    return name in ("os.listdir", "os.scandir")
