"""The functions of <string.h> and <strings.h> agree with the host's on all short inputs over a small alphabet."""

from __future__ import annotations

import ctypes
import itertools
from collections.abc import Callable
from typing import Any

import pytest

from tests.runtime.native_runtime import HOST, NativeRuntime

POINTER, SIZE, INT = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int

# Letters of both cases, a byte that is negative as a signed char, and a character that is neither.
ALPHABET = b"aA\xe9."

STRINGS = [bytes(letters) for n in range(4) for letters in itertools.product(ALPHABET, repeat=n)]
SHORT_STRINGS = [text for text in STRINGS if len(text) <= 2]

#: Size of each of the two areas that the functions work on.
AREA = 24


class Arena:
    """Two areas of memory whose content and result can be compared between implementations."""

    def __init__(self) -> None:
        self.left = ctypes.create_string_buffer(AREA)
        self.right = ctypes.create_string_buffer(AREA)

    def fill(self, left: bytes, right: bytes) -> None:
        ctypes.memmove(self.left, left.ljust(AREA, b"\0"), AREA)
        ctypes.memmove(self.right, right.ljust(AREA, b"\0"), AREA)

    def locate(self, pointer: int | None) -> tuple[str, int]:
        """A pointer as an area and an offset, which two runs have in common."""
        if pointer is None:
            return "null", 0
        if ctypes.addressof(self.left) <= pointer <= ctypes.addressof(self.left) + AREA:
            return "left", pointer - ctypes.addressof(self.left)
        return "right", pointer - ctypes.addressof(self.right)


ARENA = Arena()


def sign(value: int) -> int:
    return (value > 0) - (value < 0)


def number(value: int) -> int:
    return value


def outcomes(
    runtime: NativeRuntime, name: str, result: Any, kinds: list[Any], left: bytes, right: bytes, arguments: list[Any]
) -> list[tuple[Any, bytes, bytes]]:
    """Result and memory afterwards, from the runtime and from the host; "L" and "R" stand for the areas."""
    own = runtime.function(name, result, *kinds)
    host = getattr(HOST, name)
    host.restype, host.argtypes = result, kinds
    places = {"L": ctypes.addressof(ARENA.left), "R": ctypes.addressof(ARENA.right)}
    seen = []
    for function in (own, host):
        ARENA.fill(left, right)
        seen.append((function(*(places.get(a, a) for a in arguments)), ARENA.left.raw, ARENA.right.raw))
    return seen


def agree(
    runtime: NativeRuntime,
    name: str,
    result: Any,
    kinds: list[Any],
    cases: list[tuple[bytes, bytes, list[Any]]],
    view: Callable[[Any], Any] = number,
) -> None:
    shown = ARENA.locate if result is POINTER else view
    for left, right, arguments in cases:
        ours, theirs = outcomes(runtime, name, result, kinds, left, right, arguments)
        assert (shown(ours[0]), *ours[1:]) == (shown(theirs[0]), *theirs[1:]), (name, left, right, arguments)


def test_strlen_and_strnlen_find_the_end(runtime: NativeRuntime) -> None:
    agree(runtime, "strlen", SIZE, [POINTER], [(text, b"", ["L"]) for text in STRINGS])
    cases = [(text, b"", ["L", n]) for text in SHORT_STRINGS for n in range(4)]
    agree(runtime, "strnlen", SIZE, [POINTER, SIZE], cases)


@pytest.mark.parametrize("name", ["strcpy", "stpcpy", "strcat"])
def test_strings_are_copied_and_appended(runtime: NativeRuntime, name: str) -> None:
    cases = [(old, text, ["L", "R"]) for old in (b"", b"xyz", b"0123456789") for text in STRINGS]
    agree(runtime, name, POINTER, [POINTER, POINTER], cases)


@pytest.mark.parametrize("name", ["strncpy", "stpncpy", "strncat"])
def test_strings_are_copied_and_appended_up_to_a_limit(runtime: NativeRuntime, name: str) -> None:
    cases = [(old, text, ["L", "R", n]) for old in (b"", b"0123456789") for text in SHORT_STRINGS for n in range(6)]
    agree(runtime, name, POINTER, [POINTER, POINTER, SIZE], cases)


def test_strlcpy_and_strlcat_never_write_past_the_buffer(runtime: NativeRuntime) -> None:
    copy = runtime.function("strlcpy", SIZE, POINTER, POINTER, SIZE)
    append = runtime.function("strlcat", SIZE, POINTER, POINTER, SIZE)
    left, right = ctypes.addressof(ARENA.left), ctypes.addressof(ARENA.right)
    for text, size in itertools.product(SHORT_STRINGS, range(6)):
        ARENA.fill(b"########", text)
        assert copy(left, right, size) == len(text)
        kept = text[: size - 1] + b"\0" if size else b""
        assert ARENA.left.raw.startswith((kept + b"########"[len(kept) :])[:8])
        ARENA.fill(b"ab\0#####", text)
        assert append(left, right, size) == min(size, 2) + len(text)
        kept = (b"ab" + text)[: size - 1] + b"\0" if size > 2 else b"ab\0"
        assert ARENA.left.raw.startswith((kept + b"ab\0#####"[len(kept) :])[:8])


@pytest.mark.parametrize("name", ["strcmp", "strcasecmp", "strcoll"])
def test_strings_are_ordered_alike(runtime: NativeRuntime, name: str) -> None:
    agree(
        runtime,
        name,
        INT,
        [POINTER, POINTER],
        [(a, b, ["L", "R"]) for a in STRINGS for b in SHORT_STRINGS],
        sign,
    )


@pytest.mark.parametrize("name", ["strncmp", "strncasecmp", "memcmp", "bcmp"])
def test_beginnings_are_ordered_alike(runtime: NativeRuntime, name: str) -> None:
    view = bool if name == "bcmp" else sign
    cases = [(a, b, ["L", "R", n]) for a in STRINGS[:50] for b in SHORT_STRINGS for n in range(4)]
    agree(runtime, name, INT, [POINTER, POINTER, SIZE], cases, view)


@pytest.mark.parametrize("name", ["strchr", "strrchr", "strchrnul", "index", "rindex", "rawmemchr"])
def test_characters_are_found(runtime: NativeRuntime, name: str) -> None:
    wanted = [0, *ALPHABET, 0xE9 - 256, 0x100 + ALPHABET[0]]
    cases = [(text + b"\0" + ALPHABET, b"", ["L", c]) for text in STRINGS for c in wanted]
    agree(runtime, name, POINTER, [POINTER, INT], cases)


@pytest.mark.parametrize("name", ["memchr", "memrchr"])
def test_bytes_are_found(runtime: NativeRuntime, name: str) -> None:
    cases = [(text, b"", ["L", c, n]) for text in STRINGS for c in (*ALPHABET, -23) for n in range(len(text) + 1)]
    agree(runtime, name, POINTER, [POINTER, INT, SIZE], cases)


@pytest.mark.parametrize("name", ["strstr", "strcasestr"])
def test_strings_are_found_in_strings(runtime: NativeRuntime, name: str) -> None:
    cases = [(a + b, c, ["L", "R"]) for a in SHORT_STRINGS for b in SHORT_STRINGS for c in SHORT_STRINGS]
    agree(runtime, name, POINTER, [POINTER, POINTER], cases)


def test_memory_is_found_in_memory(runtime: NativeRuntime) -> None:
    cases = [(a, b, ["L", len(a), "R", len(b)]) for a in STRINGS for b in SHORT_STRINGS]
    agree(runtime, "memmem", POINTER, [POINTER, SIZE, POINTER, SIZE], cases)


@pytest.mark.parametrize(("name", "result"), [("strspn", SIZE), ("strcspn", SIZE), ("strpbrk", POINTER)])
def test_sets_of_characters_are_searched(runtime: NativeRuntime, name: str, result: Any) -> None:
    cases = [(a, b, ["L", "R"]) for a in STRINGS for b in SHORT_STRINGS]
    agree(runtime, name, result, [POINTER, POINTER], cases)


@pytest.mark.parametrize("name", ["memcpy", "memmove", "mempcpy"])
def test_memory_is_copied(runtime: NativeRuntime, name: str) -> None:
    cases = [(b"0123456789", b"abcdefgh", ["L", "R", n]) for n in range(9)]
    agree(runtime, name, POINTER, [POINTER, POINTER, SIZE], cases)


@pytest.mark.parametrize("name", ["memmove", "bcopy"])
def test_overlapping_memory_is_copied(runtime: NativeRuntime, name: str) -> None:
    start = ctypes.addressof(ARENA.left)
    result = POINTER if name == "memmove" else None
    cases = [(b"0123456789", b"", [start + a, start + b, n]) for a in range(5) for b in range(5) for n in range(6)]
    agree(runtime, name, result, [POINTER, POINTER, SIZE], cases)


def test_memory_is_filled(runtime: NativeRuntime) -> None:
    cases = [(b"0123456789", b"", ["L", value, n]) for value in (0, 65, 255, -1, 300) for n in range(6)]
    agree(runtime, "memset", POINTER, [POINTER, INT, SIZE], cases)
    for name in ("bzero", "explicit_bzero"):
        agree(runtime, name, None, [POINTER, SIZE], [(b"0123456789", b"", ["L", n]) for n in range(6)])


def test_copying_stops_behind_a_byte(runtime: NativeRuntime) -> None:
    cases = [(b"0123456789", text, ["L", "R", c, n]) for text in STRINGS for c in (97, 0xE9 - 256) for n in range(4)]
    agree(runtime, "memccpy", POINTER, [POINTER, POINTER, INT, SIZE], cases)


def test_pairs_of_bytes_are_swapped(runtime: NativeRuntime) -> None:
    cases = [(b"012345", b"......", ["L", "R", n]) for n in range(-1, 6)]
    agree(runtime, "swab", None, [POINTER, POINTER, ctypes.c_ssize_t], cases)


def test_tokens_are_cut_alike(runtime: NativeRuntime) -> None:
    texts = [bytes(letters) for n in range(7) for letters in itertools.product(b"x,", repeat=n)]
    rest = ctypes.c_void_p()
    own = runtime.function("strtok_r", POINTER, POINTER, ctypes.c_char_p, POINTER)
    host = HOST.strtok_r
    host.restype, host.argtypes = POINTER, [POINTER, ctypes.c_char_p, POINTER]
    for text in texts:
        seen = []
        for function in (own, host):
            ARENA.fill(text, b"")
            token = function(ctypes.addressof(ARENA.left), b",", ctypes.addressof(rest))
            found = []
            while token is not None:
                found.append(ARENA.locate(token))
                token = function(None, b",", ctypes.addressof(rest))
            seen.append((found, ARENA.left.raw))
        assert seen[0] == seen[1], text


def test_strtok_remembers_and_strsep_keeps_empty_fields(runtime: NativeRuntime) -> None:
    strtok = runtime.function("strtok", ctypes.c_char_p, POINTER, ctypes.c_char_p)
    ARENA.fill(b",a,,bc", b"")
    left = ctypes.addressof(ARENA.left)
    assert [strtok(left, b","), strtok(None, b","), strtok(None, b","), strtok(None, b",")] == [b"a", b"bc", None, None]

    strsep = runtime.function("strsep", ctypes.c_char_p, POINTER, ctypes.c_char_p)
    ARENA.fill(b",a,,bc", b"")
    place = ctypes.c_void_p(left)
    fields = [strsep(ctypes.addressof(place), b",") for _ in range(5)]
    assert fields == [b"", b"a", b"", b"bc", None]


def test_copies_on_the_heap_are_equal_strings(runtime: NativeRuntime) -> None:
    strdup = runtime.function("strdup", POINTER, ctypes.c_char_p)
    strndup = runtime.function("strndup", POINTER, ctypes.c_char_p, SIZE)
    for text in STRINGS[:30]:
        assert ctypes.string_at(strdup(text)) == text
        for n in range(4):
            assert ctypes.string_at(strndup(text, n)) == text[:n]


def test_the_lowest_bit_is_found(runtime: NativeRuntime) -> None:
    for name, kind in (("ffs", INT), ("ffsl", ctypes.c_long), ("ffsll", ctypes.c_longlong)):
        function = runtime.function(name, INT, kind)
        for value in (0, 1, 2, 12, -1, -2, 1 << 20, -(1 << 31)):
            assert function(value) == (value & -value).bit_length()


def test_error_messages_are_the_usual_ones(runtime: NativeRuntime) -> None:
    own = runtime.function("strerror", ctypes.c_char_p, INT)
    HOST.strerror.restype = ctypes.c_char_p
    for known in (1, 2, 4, 9, 11, 13, 17, 20, 21, 22, 28, 32, 38, 39):
        assert own(known) == HOST.strerror(known)
    assert own(4321) == own(-1) != own(1)


def test_strxfrm_changes_nothing(runtime: NativeRuntime) -> None:
    cases = [(b"########", text, ["L", "R", n]) for text in SHORT_STRINGS for n in (3, 8)]
    agree(runtime, "strxfrm", SIZE, [POINTER, POINTER, SIZE], cases)
