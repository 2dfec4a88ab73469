"""`albers cc` on the command line: its own few options, and extraction."""

from __future__ import annotations

from pathlib import Path

import pytest

from albers.cli.main import main
from albers.frontend.llvm import Module
from tests.frontend.native_builds import ASSEMBLY, NativeBuild, elf_only

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def native(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> NativeBuild:
    monkeypatch.chdir(tmp_path)
    build = NativeBuild(tmp_path)
    build.write(one_c="int one(void) { return 1; }\n", two_s=ASSEMBLY)
    return build


@elf_only
def test_extraction_writes_bitcode_or_assembly_by_the_name_of_the_output(native: NativeBuild) -> None:
    native.compile("-c one.c")
    assert main(["cc", "--extract", "one.o"]) == 0
    assert Module.from_bitcode(Path("one.o.bc").read_bytes()).defined_symbols() == {"one"}
    assert main(["cc", "--extract", "one.o", "-o", "out.ll"]) == 0
    assert "define dso_local i32 @one()" in Path("out.ll").read_text()


@elf_only
def test_pieces_are_listed_with_those_that_are_missing(native: NativeBuild, capsys: Captured) -> None:
    native.compile("-r -nostdlib one.c two.s -o both.o")
    assert main(["cc", "--pieces", "both.o"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("both.o: one.c: ")
    assert first.endswith(" bytes")
    assert second == "both.o: two.s: no bitcode: it is written in assembly"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--extract"], "no file given"),
        (["--extract", "--fast", "a.o"], "unknown option '--fast'"),
        (["--extract", "missing.o"], "missing.o: no such file"),
        (["--libc", "dietlibc", "-c", "a.c"], "unknown C library 'dietlibc'; choose system or musl"),
    ],
)
def test_mistakes_come_with_advice(
    arguments: list[str], message: str, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ALBERS_CC_INSIDE", "")
    assert main(["cc", *arguments]) == 2
    assert message in capsys.readouterr().err
