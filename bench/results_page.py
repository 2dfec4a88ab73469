"""bench/RESULTS.md: a page of sections, each written by the script whose command it names.

A script replaces its own section and leaves the others as they are.
"""

from __future__ import annotations

import os
import platform
import time
from pathlib import Path

from runs import REPOSITORY

from albers.cli.compiled import is_compiled

PAGE = REPOSITORY / "bench" / "RESULTS.md"


def write_section(title: str, body: str, page: Path = PAGE) -> None:
    """Puts `body` under the heading `title`, at the end if there is no such heading yet."""
    before: list[str] = []
    after: list[str] = []
    here = before
    for line in page.read_text(encoding="utf-8").splitlines() if page.exists() else ["# Results"]:
        if line.startswith("## "):
            if line[3:].strip() == title:
                here = []
                continue
            if here is not before or after:
                here = after
        here.append(line)
    parts = ["\n".join(before).strip(), f"## {title}\n\n{body.strip()}", "\n".join(after).strip()]
    page.write_text("\n\n".join(part for part in parts if part) + "\n", encoding="utf-8")


def circumstances(command: str) -> str:
    """The sentence every section begins with: what printed the figures, when and where."""
    load = os.getloadavg()[0]
    engine = "compiled" if is_compiled() else "not compiled"
    return (
        f"`{command}` on {time.strftime('%Y-%m-%d')}, {os.cpu_count()} cores of {processor()},\n"
        f"load average {load:.1f} at the end, Python {platform.python_version()}, engine {engine}."
    )


def processor() -> str:
    """The processor's name, where the system tells it."""
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return f"{line.split(':', 1)[1].strip()} ({platform.machine()})"
    except OSError:
        pass
    return platform.processor() or platform.machine()
