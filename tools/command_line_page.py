"""Writes docs/command-line.md anew: what `albers` and each of its commands print with --help. The notes at its end stay."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from albers.cli.main import COMMANDS

INTRODUCTION = """\
# The command line

What `albers` and each of its commands print with `--help`; `tests/test_project.py` compares this page with them, and
`python tools/command_line_page.py` writes it.
"""


def help_of(*words: str) -> str:
    environment = {**os.environ, "COLUMNS": "100"}
    command = [sys.executable, "-m", "albers", *words, "--help"]
    return subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout


def main() -> None:
    parts = [INTRODUCTION, f"```text\n{help_of()}```\n"]
    parts += [f"## albers {name}\n\n```text\n{help_of(name)}```\n" for name in COMMANDS]
    page = Path(__file__).resolve().parent.parent / "docs" / "command-line.md"
    notes = page.read_text(encoding="utf-8").partition("## Notes")[1:]
    page.write_text("\n".join(parts) + "\n" + "".join(notes), encoding="utf-8")


if __name__ == "__main__":
    main()
