"""Pieces in a section: whatever a linker puts between them, they are found again, and damage is noticed."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from albers.errors import UserError
from albers.frontend.embedded_bitcode import Piece, carrier_of, is_native, members_of, unframe

text = st.text(max_size=12)
pieces = st.builds(Piece, text, text, text, st.lists(text, max_size=3).map(tuple), st.binary(max_size=50), text, text)


@given(st.lists(st.tuples(pieces, st.integers(0, 40)), max_size=5))
def test_pieces_are_found_again_whatever_padding_stands_between_them(written: list[tuple[Piece, int]]) -> None:
    section = b"".join(piece.framed() + bytes(padding) for piece, padding in written)
    assert unframe(section) == [piece for piece, _ in written]


@given(pieces, st.data())
def test_a_changed_byte_is_noticed(piece: Piece, data: st.DataObject) -> None:
    section = bytearray(piece.framed())
    position = data.draw(st.integers(0, len(section) - 1))
    section[position] ^= data.draw(st.integers(1, 255))
    with pytest.raises(ValueError, match=r"bitcode|version"):
        unframe(bytes(section))


@given(pieces, st.data())
def test_a_piece_cut_short_is_noticed(piece: Piece, data: st.DataObject) -> None:
    section = piece.framed()
    with pytest.raises(ValueError, match="bitcode"):
        unframe(section[: data.draw(st.integers(1, len(section) - 1))])


def test_another_format_says_so() -> None:
    section = bytearray(Piece("a.c", "/", "", (), b"x").framed())
    section[8] = 9
    with pytest.raises(ValueError, match=r"another version of Albers \(format 9"):
        unframe(bytes(section))


def test_a_mach_o_file_comes_with_advice(tmp_path: Path) -> None:
    program = tmp_path / "program"
    program.write_bytes(b"\xcf\xfa\xed\xfe" + bytes(60))
    assert is_native(str(program))
    with pytest.raises(UserError, match="albers cc --libc musl"):
        carrier_of(str(program))


def test_an_archive_without_bitcode_comes_with_advice(tmp_path: Path) -> None:
    (tmp_path / "libempty.a").write_bytes(b"!<arch>\n")
    with pytest.raises(UserError, match=r"libempty\.a has no bitcode; build it with make CC='albers cc'"):
        members_of(str(tmp_path / "libempty.a"))
