"""Running `albers cc` as a build does: as a process, in a directory, with files."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import albers
from albers.frontend.embedded_bitcode import Piece, carrier_of, is_archive, members_of

#: Where a native object can carry bitcode.
elf_only = pytest.mark.skipif(sys.platform != "linux", reason="native objects are not ELF here")

SOURCES = str(Path(albers.__file__).resolve().parent.parent)
ENTRY = "import sys; from albers.cli.main import main; sys.exit(main(sys.argv[1:]))"
ALBERS_CC = (sys.executable, "-c", ENTRY, "cc")

#: Code without a C source, in every machine's assembly.
ASSEMBLY = '.globl nothing\nnothing:\n.section .note.GNU-stack,"",%progbits\n'


class NativeBuild:
    """A directory in which sources are written and compiled."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory

    def write(self, **files: str) -> None:
        """`write(main_c="...")` writes main.c."""
        for name, content in files.items():
            (self.directory / ".".join(name.rsplit("_", 1))).write_text(content)

    def cc(self, line: str, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
        """`albers cc LINE`, whatever comes of it."""
        return self._run([*ALBERS_CC, *line.split()], stdin, environment)

    def compile(self, line: str, stdin: str = "", **environment: str) -> None:
        """`albers cc LINE`, which is expected to succeed without a word."""
        run = self.cc(line, stdin, **environment)
        assert (run.returncode, run.stdout, run.stderr) == (0, "", "")

    def run(self, line: str) -> subprocess.CompletedProcess[str]:
        return self._run(line.split(), "", {})

    def pieces(self, name: str) -> list[Piece]:
        path = str(self.directory / name)
        carriers = members_of(path) if is_archive(path) else [carrier_of(path)]
        return [piece for carrier in carriers for piece in carrier.pieces]

    def sources(self, name: str) -> list[str]:
        return [piece.source for piece in self.pieces(name)]

    def _run(self, command: list[str], stdin: str, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
        own = {name: value for name, value in os.environ.items() if not name.startswith("ALBERS_CC")}
        own |= {"PYTHONPATH": SOURCES, "LC_ALL": "C", **environment}
        return subprocess.run(
            command, cwd=self.directory, input=stdin, capture_output=True, text=True, env=own, check=False
        )
