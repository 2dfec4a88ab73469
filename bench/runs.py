"""Running `albers run` from the benchmark scripts and reading its summary."""

from __future__ import annotations

import atexit
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).resolve().parent.parent
PROGRAMS = REPOSITORY / "bench" / "programs"


def run_albers(arguments: Sequence[str], source_tree: Path | None = None, tail: Sequence[str] = ()) -> dict[str, Any]:
    """The summary of one run in a process of its own, with the `directory` of its results.

    `source_tree` replaces the installed package; `tail` comes last, for what stands after `--`.
    """
    environment = dict(os.environ)
    if source_tree is not None:
        environment["PYTHONPATH"] = str(source_tree)
    out = Path(tempfile.mkdtemp(dir=_scratch())) / "out"
    command = [sys.executable, "-m", "albers", "run", *arguments, "--out", str(out), "--quiet", *tail]
    finished = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if finished.returncode != 0:
        raise SystemExit(f"{' '.join(command)} failed:\n{finished.stderr}")
    summary: dict[str, Any] = json.loads((out / "summary.json").read_text(encoding="utf-8"))
    summary["directory"] = str(out)
    return summary


@cache
def _scratch() -> str:
    """One directory for all runs, removed when the script ends.

    Not sooner: for seconds after files were removed, ext4 creates new ones at a tenth of its speed, since it leaves out
    the freed inodes one by one.
    """
    directory = tempfile.TemporaryDirectory(prefix="albers-bench-")
    atexit.register(directory.cleanup)
    return directory.name


def exploring_seconds(summary: dict[str, Any]) -> float:
    """Wall time without compiling and loading the program."""
    return float(summary["time"]["wall"]) - float(summary["time"]["prepare"])


def uncompiled_tree(directory: Path) -> Path:
    """A copy of the sources without compiled modules, to run the engine as plain Python."""
    target = directory / "src"
    shutil.copytree(REPOSITORY / "src", target, ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__"))
    return target
