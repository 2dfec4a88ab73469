"""What the program prints arrives in order, one write for each call."""

from __future__ import annotations

import ctypes

import pytest

from tests.runtime.native_runtime import NativeRuntime


@pytest.fixture
def written(runtime: NativeRuntime) -> list[tuple[int, bytes]]:
    runtime.written.clear()
    return runtime.written


def test_each_printf_is_one_write(runtime: NativeRuntime, written: list[tuple[int, bytes]]) -> None:
    printf = runtime.function("printf", ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p)
    assert printf(b"%d and %s\n", 12, b"text") == 12
    assert written == [(1, b"12 and text\n")]


def test_long_output_arrives_whole(runtime: NativeRuntime, written: list[tuple[int, bytes]]) -> None:
    printf = runtime.function("printf", ctypes.c_int, ctypes.c_char_p, ctypes.c_char_p)
    text = bytes(97 + i % 26 for i in range(2000))
    assert printf(b"<%s>", text) == 2002
    assert b"".join(part for _, part in written) == b"<" + text + b">"


def test_streams_know_their_descriptor(runtime: NativeRuntime, written: list[tuple[int, bytes]]) -> None:
    fprintf = runtime.function("fprintf", ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p)
    fprintf(runtime.global_pointer("stderr"), b"error\n")
    fprintf(runtime.global_pointer("stdout"), b"result\n")
    runtime.function("dprintf", ctypes.c_int, ctypes.c_int, ctypes.c_char_p)(7, b"seven")
    assert written == [(2, b"error\n"), (1, b"result\n"), (7, b"seven")]


def test_characters_and_strings_are_written(runtime: NativeRuntime, written: list[tuple[int, bytes]]) -> None:
    stdout = runtime.global_pointer("stdout")
    assert runtime.function("putchar", ctypes.c_int, ctypes.c_int)(0x1FF) == 0xFF
    assert runtime.function("fputs", ctypes.c_int, ctypes.c_char_p, ctypes.c_void_p)(b"abc", stdout) >= 0
    assert runtime.function("puts", ctypes.c_int, ctypes.c_char_p)(b"line") >= 0
    fwrite = runtime.function(
        "fwrite", ctypes.c_size_t, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_size_t, ctypes.c_void_p
    )
    assert fwrite(b"a\0b\0", 2, 2, stdout) == 2
    assert fwrite(b"", 0, 5, stdout) == 0
    assert written == [(1, b"\xff"), (1, b"abc"), (1, b"line\n"), (1, b"a\0b\0")]


def test_perror_explains_errno(runtime: NativeRuntime, written: list[tuple[int, bytes]]) -> None:
    runtime.errno = 13
    runtime.function("perror", None, ctypes.c_char_p)(b"open")
    runtime.function("perror", None, ctypes.c_char_p)(None)
    assert written == [(2, b"open: Permission denied\n"), (2, b"Permission denied\n")]


def test_asprintf_allocates_what_it_needs(runtime: NativeRuntime) -> None:
    asprintf = runtime.function("asprintf", ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int)
    result = ctypes.c_void_p()
    assert asprintf(ctypes.addressof(result), b"%0600d", 5) == 600
    assert ctypes.string_at(result.value or 0) == b"5".rjust(600, b"0")


def test_a_failing_write_is_an_error_of_the_stream(runtime: NativeRuntime, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtime, "write_result", -1)
    stdout = runtime.global_pointer("stdout")
    assert runtime.function("printf", ctypes.c_int, ctypes.c_char_p)(b"lost") == -1
    assert runtime.function("ferror", ctypes.c_int, ctypes.c_void_p)(stdout) != 0
    runtime.function("clearerr", None, ctypes.c_void_p)(stdout)
    assert runtime.function("ferror", ctypes.c_int, ctypes.c_void_p)(stdout) == 0
