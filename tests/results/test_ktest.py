"""The .ktest format against bytes written out by hand, against itself, and against damage."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from albers.errors import UserError
from albers.results.ktest import KTestObject, Pointer, decode, encode, read_ktest
from albers.results.ktest_text import ktest_text

BY_HAND = (
    b"KTEST"
    b"\x00\x00\x00\x03"  # version
    b"\x00\x00\x00\x02"  # two arguments
    b"\x00\x00\x00\x06get.bc"
    b"\x00\x00\x00\x02-v"
    b"\x00\x00\x00\x00\x00\x00\x00\x00"  # symArgvs, symArgvLen
    b"\x00\x00\x00\x02"  # two objects
    b"\x00\x00\x00\x01a\x00\x00\x00\x04\x01\x02\x03\x04"
    b"\x00\x00\x00\x03buf\x00\x00\x00\x02\xff\x00"
)

# Text that survives the trip: any UTF-8, and any bytes at all in the form Python gives undecodable file names.
texts = st.text(st.characters(codec="utf-8"), min_size=1) | st.binary(min_size=1).map(
    lambda raw: raw.decode("utf-8", "surrogateescape")
)


def test_a_test_is_written_byte_for_byte_as_klee_writes_it() -> None:
    assert encode(["get.bc", "-v"], [("a", b"\1\2\3\4"), ("buf", b"\xff\0")]) == BY_HAND


def test_a_test_written_by_klee_is_read() -> None:
    test = decode(BY_HAND, "t.ktest")
    assert test.arguments == ("get.bc", "-v")
    assert test.objects == (KTestObject("a", b"\1\2\3\4"), KTestObject("buf", b"\xff\0"))


@given(st.lists(texts.filter(lambda text: text != "\0")), st.lists(st.tuples(texts, st.binary(min_size=1))))
def test_what_is_written_is_read_back(arguments: list[str], inputs: list[tuple[str, bytes]]) -> None:
    test = decode(encode(arguments, inputs), "t.ktest")
    assert list(test.arguments) == arguments
    assert [(o.name, o.data) for o in test.objects] == inputs


@given(st.lists(st.text("ab", max_size=2)), st.lists(st.tuples(st.text("ab", max_size=2), st.binary(max_size=2))))
def test_nothing_of_length_zero_is_ever_written(arguments: list[str], inputs: list[tuple[str, bytes]]) -> None:
    content = encode(arguments, inputs)
    position = 9
    lengths = []

    def take() -> int:
        nonlocal position
        position += 4
        return int(struct.unpack(">I", content[position - 4 : position])[0])

    def skip() -> None:
        nonlocal position
        lengths.append(take())
        position += lengths[-1]

    for _ in range(take()):
        skip()
    position += 8
    for _ in range(take()):
        skip()
        skip()
    assert position == len(content)
    assert 0 not in lengths


def test_an_empty_argument_comes_back_empty() -> None:
    assert decode(encode(["a.c", "", "x"], []), "t").arguments == ("a.c", "", "x")


def test_an_object_without_a_name_is_called_unnamed_and_one_without_bytes_is_left_out() -> None:
    assert decode(encode(["a.c"], [("", b"x"), ("empty", b"")]), "t").objects == (KTestObject("unnamed", b"x"),)


def test_the_old_header_is_read() -> None:
    assert decode(b"BOUT\n" + BY_HAND[5:], "t") == decode(BY_HAND, "t")


def test_version_1_has_no_symbolic_arguments() -> None:
    content = b"KTEST" + struct.pack(">II", 1, 0) + struct.pack(">I", 1) + b"\0\0\0\1a\0\0\0\1\7"
    assert decode(content, "t").objects == (KTestObject("a", b"\7"),)


def test_version_2_is_read_with_its_symbolic_arguments() -> None:
    test = decode(b"KTEST" + struct.pack(">IIIII", 2, 0, 3, 10, 0), "t")
    assert (test.symbolic_arguments, test.symbolic_argument_length, test.objects) == (3, 10, ())


def test_version_4_brings_addresses_and_pointers() -> None:
    content = (
        b"KTEST"
        + struct.pack(">IIIII", 4, 0, 0, 0, 1)
        + b"\0\0\0\1p"
        + struct.pack(">QI", 0xABC000, 8)
        + bytes(8)
        + struct.pack(">IQQQ", 1, 0, 1, 4)
    )
    expected = KTestObject("p", bytes(8), 0xABC000, (Pointer(0, 1, 4),))
    assert decode(content, "t").objects == (expected,)
    assert "object 0: ptr : at 0 to object 1 + 4" in ktest_text(decode(content, "t"), "t")


@given(st.integers(0, len(BY_HAND) - 1))
def test_a_file_cut_anywhere_is_called_damaged(length: int) -> None:
    with pytest.raises(UserError, match=r"t\.ktest is damaged: it ends at byte"):
        decode(BY_HAND[:length], "t.ktest")


def test_bytes_after_the_end_are_damage() -> None:
    with pytest.raises(UserError, match="1 bytes follow"):
        decode(BY_HAND + b"!", "t.ktest")


def test_a_file_of_another_kind_is_named() -> None:
    with pytest.raises(UserError, match=r"t\.c is not a \.ktest file"):
        decode(b"int main(void) { }", "t.c")


def test_a_future_version_is_refused() -> None:
    with pytest.raises(UserError, match="version 5"):
        decode(b"KTEST\0\0\0\5" + bytes(20), "t")


def test_a_missing_file_is_a_user_error(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="No such file"):
        read_ktest(tmp_path / "none.ktest")


def test_the_text_is_that_of_ktest_tool() -> None:
    content = encode(["get_sign.bc"], [("a", b"\xff\xff\xff\xff"), ("s", b"hi\0")])
    assert ktest_text(decode(content, "t"), "klee-last/test000001.ktest") == (
        "ktest file : 'klee-last/test000001.ktest'\n"
        "args       : ['get_sign.bc']\n"
        "num objects: 2\n"
        "object 0: name: 'a'\n"
        "object 0: size: 4\n"
        "object 0: data: b'\\xff\\xff\\xff\\xff'\n"
        "object 0: hex : 0xffffffff\n"
        "object 0: int : -1\n"
        "object 0: uint: 4294967295\n"
        "object 0: text: ....\n"
        "object 1: name: 's'\n"
        "object 1: size: 3\n"
        "object 1: data: b'hi\\x00'\n"
        "object 1: hex : 0x686900\n"
        "object 1: text: hi.\n"
    )
