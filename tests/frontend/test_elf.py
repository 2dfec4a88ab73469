"""ELF files of both sizes and byte orders: reading, and adding a section without disturbing anything."""

from __future__ import annotations

import io
import struct
import subprocess
from pathlib import Path

import pytest

from albers.frontend.elf import ElfError, ElfFile
from albers.frontend.toolchain import zig_home

SHAPES = [(wide, order) for wide in (True, False) for order in ("<", ">")]


def small_elf(wide: bool, order: str, sections: dict[str, bytes], rows: int | None = None) -> bytes:
    """A relocatable file with some sections, the names of sections first; `rows` pads the table with empty ones."""
    row = struct.Struct(order + ("IIQQQQIIQQ" if wide else "IIIIIIIIII"))
    header = struct.Struct(order + ("HHIQQQIHHHHHH" if wide else "HHIIIIIHHHHHH"))
    start = 16 + header.size
    names = b"\0" + b"".join(name.encode() + b"\0" for name in (".shstrtab", *sections))
    body, table = names, [row.pack(*[0] * 10), row.pack(1, 3, 0, 0, start, len(names), 0, 0, 1, 0)]
    for name, content in sections.items():
        position = names.index(b"\0" + name.encode() + b"\0") + 1
        table.append(row.pack(position, 1, 0, 0, start + len(body), len(content), 0, 0, 1, 0))
        body += content
    table += [row.pack(*[0] * 10)] * ((rows or 0) - len(table))
    count = len(table)
    if count >= 0xFF00:
        table[0] = row.pack(0, 0, 0, 0, 0, count, 0, 0, 0, 0)
    fields = (1, 62, 1, 0, 0, start + len(body), 0, 0, 0, 0, row.size, count if count < 0xFF00 else 0, 1)
    identification = b"\x7fELF" + bytes([2 if wide else 1, 1 if order == "<" else 2, 1]) + bytes(9)
    return identification + header.pack(*fields) + body + b"".join(table)


@pytest.mark.parametrize(("wide", "order"), SHAPES)
def test_a_section_is_found_by_its_name(wide: bool, order: str) -> None:
    file = ElfFile(io.BytesIO(small_elf(wide, order, {".one": b"first", ".two": b"second"})))
    assert file.contents(".two") == [b"second"]
    assert file.contents(".three") == []


@pytest.mark.parametrize(("wide", "order"), SHAPES)
def test_an_added_section_is_read_back_and_the_others_are_as_before(wide: bool, order: str) -> None:
    stream = io.BytesIO(small_elf(wide, order, {".one": b"first"}))
    ElfFile(stream).add_section(".extra", b"new")
    ElfFile(stream).add_section(".extra", b"newer")
    file = ElfFile(stream)
    assert file.contents(".extra") == [b"new", b"newer"]
    assert file.contents(".one") == [b"first"]


def test_more_sections_than_the_header_can_count() -> None:
    stream = io.BytesIO(small_elf(True, "<", {".one": b"first"}, rows=0xFEFF))
    for number in range(3):
        ElfFile(stream).add_section(".extra", bytes([number]))
    assert ElfFile(stream).contents(".extra") == [b"\0", b"\1", b"\2"]
    assert ElfFile(stream).contents(".one") == [b"first"]


@pytest.mark.parametrize("content", [b"", b"\x7fEL", b"#!/bin/sh\necho\n" * 5, b"\x7fELF" + bytes(60)])
def test_what_is_not_elf_is_refused(content: bytes) -> None:
    with pytest.raises(ElfError):
        ElfFile(io.BytesIO(content))


def test_a_file_cut_short_anywhere_is_refused_and_never_misread() -> None:
    whole = small_elf(True, "<", {".one": b"first"})
    for size in range(16, len(whole)):
        with pytest.raises(ElfError):
            ElfFile(io.BytesIO(whole[:size])).contents(".one")


def test_symbols_of_an_object_for_another_machine(tmp_path: Path) -> None:
    source, target = tmp_path / "a.c", tmp_path / "a.o"
    source.write_text("int shared, waiting(void); static int own; int take(void) { return own + waiting(); }\n")
    for machine, architecture in (("s390x", "s390x"), ("arm", "arm"), ("x86", "x86"), ("aarch64", "aarch64")):
        triple = f"{machine}-linux-musl" + ("eabihf" if machine == "arm" else "")
        command = [str(zig_home() / "zig"), "clang", f"--target={triple.replace('x86-', 'i386-')}", "-fcommon", "-c"]
        subprocess.run([*command, str(source), "-o", str(target)], check=True)
        with target.open("rb") as stream:
            file = ElfFile(stream)
            assert file.architecture == architecture
            assert file.defined_symbols() == {"shared", "take"}
