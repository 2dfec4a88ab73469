"""What the program prints arrives in order when a buffer is full, at a newline for a terminal, or when asked."""

from __future__ import annotations

import ctypes
import errno

import pytest

from tests.runtime.native_runtime import NativeRuntime


@pytest.fixture
def written(runtime: NativeRuntime) -> list[tuple[int, bytes]]:
    flush(runtime)
    runtime.written.clear()
    return runtime.written


def flush(runtime: NativeRuntime) -> int:
    result = runtime.function("fflush", ctypes.c_int, ctypes.c_void_p)(runtime.global_pointer("stdout"))
    assert isinstance(result, int)
    return result


def text(written: list[tuple[int, bytes]], descriptor: int) -> bytes:
    return b"".join(data for where, data in written if where == descriptor)


def test_output_is_kept_until_it_is_flushed(runtime: NativeRuntime, written: list[tuple[int, bytes]]) -> None:
    printf = runtime.function("printf", ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p)
    # The first write asks what standard output is; afterwards a pipe is buffered.
    printf(b"%d and %s\n", 0, b"")
    flush(runtime)
    written.clear()
    assert printf(b"%d and %s\n", 12, b"text") == 12
    assert written == []
    assert flush(runtime) == 0
    assert text(written, 1) == b"12 and text\n"


def test_long_output_arrives_whole(runtime: NativeRuntime, written: list[tuple[int, bytes]]) -> None:
    printf = runtime.function("printf", ctypes.c_int, ctypes.c_char_p, ctypes.c_char_p)
    long_text = bytes(97 + i % 26 for i in range(2000))
    assert printf(b"<%s>", long_text) == 2002
    flush(runtime)
    assert text(written, 1) == b"<" + long_text + b">"


def test_streams_know_their_descriptor(runtime: NativeRuntime, written: list[tuple[int, bytes]]) -> None:
    fprintf = runtime.function("fprintf", ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p)
    fprintf(runtime.global_pointer("stderr"), b"error\n")
    fprintf(runtime.global_pointer("stdout"), b"result\n")
    runtime.function("dprintf", ctypes.c_int, ctypes.c_int, ctypes.c_char_p)(7, b"seven")
    flush(runtime)
    assert [text(written, descriptor) for descriptor in (1, 2, 7)] == [b"result\n", b"error\n", b"seven"]


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
    flush(runtime)
    assert text(written, 1) == b"\xffabcline\na\0b\0"


def test_perror_explains_errno(runtime: NativeRuntime, written: list[tuple[int, bytes]]) -> None:
    for prefix in (b"open", None):
        runtime.errno = 13
        runtime.function("perror", None, ctypes.c_char_p)(prefix)
    assert text(written, 2) == b"open: Permission denied\nPermission denied\n"


def test_asprintf_allocates_what_it_needs(runtime: NativeRuntime) -> None:
    asprintf = runtime.function("asprintf", ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int)
    result = ctypes.c_void_p()
    assert asprintf(ctypes.addressof(result), b"%0600d", 5) == 600
    assert ctypes.string_at(result.value or 0) == b"5".rjust(600, b"0")


def test_a_failing_write_is_an_error_of_the_stream(
    runtime: NativeRuntime, written: list[tuple[int, bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    stdout = runtime.global_pointer("stdout")
    monkeypatch.setattr(runtime, "write_error", errno.ENOSPC)
    runtime.function("printf", ctypes.c_int, ctypes.c_char_p)(b"lost")
    assert flush(runtime) == -1
    assert runtime.errno == errno.ENOSPC
    assert runtime.function("ferror", ctypes.c_int, ctypes.c_void_p)(stdout) != 0
    runtime.function("clearerr", None, ctypes.c_void_p)(stdout)
    assert runtime.function("ferror", ctypes.c_int, ctypes.c_void_p)(stdout) == 0
    assert written == []
