"""Writes docs/command-line.md: what `albers` and each of its commands print with `--help`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from albers.cli.main import COMMANDS

ROOT = Path(__file__).parents[1]


def main() -> None:
    parts = [
        "# The command line\n",
        "What `albers` and each of its commands print with `--help`; `tests/test_project.py` compares this page with",
        "them, `python tools/command_line_page.py` writes it.\n",
        _block(),
    ]
    for command in COMMANDS:
        parts += [f"\n## albers {command}\n", _block(command)]
    (ROOT / "docs" / "command-line.md").write_text("\n".join(parts) + "\n", encoding="utf-8")


def _block(*command: str) -> str:
    environment = os.environ | {"COLUMNS": "100", "NO_COLOR": "1"}
    result = subprocess.run(
        [sys.executable, "-m", "albers", *command, "--help"],
        capture_output=True,
        text=True,
        check=True,
        env=environment,
    )
    return f"```text\n{result.stdout}```"


if __name__ == "__main__":
    main()
