"""The tutorial's commands run, one after the other in one directory, and print what the page says they print."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import albers

PAGE = Path(__file__).parent.parent / "docs" / "tutorial.md"


def commands_of_the_page() -> list[tuple[str, list[str]]]:
    """Each command with the lines that its output must contain, in this order."""
    found: list[tuple[str, list[str]]] = []
    for block in re.findall(r"^```console\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL):
        for line in block.splitlines():
            if line.startswith("$ "):
                found.append((line[2:], []))
            else:
                found[-1][1].append(line)
    return found


def write_files(directory: Path) -> None:
    text = PAGE.read_text()
    for match in re.finditer(r"^```c\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        name = re.findall(r"`(\w+\.[ch])`", text[: match.start()])[-1]
        (directory / name).write_text(match[1])


def test_every_command_prints_what_the_page_says(tmp_path: Path) -> None:
    if not any(shutil.which(name) for name in ("gcc", "clang")):
        pytest.skip("the tutorial runs programs natively, and there is no compiler")
    write_files(tmp_path)
    commands = commands_of_the_page()
    assert len(commands) >= 10
    environment = {**os.environ, "PYTHONPATH": str(Path(albers.__file__).parent.parent), "COLUMNS": "120"}
    for command, expected in commands:
        words = shlex.split(command)
        assert words[0] == "albers"
        run = subprocess.run(
            [sys.executable, "-m", *words], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        assert run.returncode == 0, f"{command}\n{run.stderr}"
        position = 0
        for line in expected:
            found = run.stdout.find(line, position)
            assert found >= 0, f"{command} does not print {line!r}:\n{run.stdout}"
            position = found
