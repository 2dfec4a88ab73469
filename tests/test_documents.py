"""What the documents promise of Python runs; the notebook is the page on Python, cell by cell."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import albers

DOCS = Path(__file__).parent.parent / "docs"


def snippets() -> list[str]:
    return re.findall(r"^```python\n(.*?)^```", (DOCS / "python.md").read_text(), re.MULTILINE | re.DOTALL)


def test_the_snippets_on_python_print_what_their_comments_say(tmp_path: Path) -> None:
    if not any(shutil.which(name) for name in ("gcc", "clang")):
        pytest.skip("the page runs programs natively, and there is no compiler")
    environment = {**os.environ, "PYTHONPATH": str(Path(albers.__file__).parent.parent)}
    found = snippets()
    assert len(found) >= 4
    for snippet in found:
        expected = "".join(line[2:] + "\n" for line in snippet.splitlines() if line.startswith("# "))
        run = subprocess.run(
            [sys.executable, "-c", snippet], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        assert (run.stdout, run.returncode) == (expected, 0), run.stderr


def test_the_notebook_has_the_same_snippets() -> None:
    notebook = json.loads((DOCS / "python.ipynb").read_text())
    cells = ["".join(cell["source"]) + "\n" for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert cells == snippets()


def test_the_example_workflow_uses_options_that_exist() -> None:
    text = (DOCS / "github-action.yml").read_text() + (DOCS / "ci.md").read_text()
    page = (DOCS / "command-line.md").read_text()
    for line in re.findall(r"albers (?:run|tests|coverage|report) [^\n]*(?:\n +--[^\n]*)*", text):
        for option in re.findall(r"(?<!\S)--[a-z-]+", line):
            assert option in page, option
