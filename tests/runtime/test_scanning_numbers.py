"""The strtol and strtod families read what the host's read: value, end and errno."""

from __future__ import annotations

import ctypes
import math
import random
import struct
from errno import EINVAL
from fractions import Fraction
from typing import Any

import pytest

from tests.runtime.native_runtime import HOST, NativeRuntime

INTEGERS = [
    b"", b" ", b"0", b"-0", b"+7", b"-7", b"+-7", b"  \t\n\v\f\r12x", b"0x", b"0xg", b"0x1f", b"0X1F", b"-0x10", b"08",
    b"017", b"zz", b"Zz9", b"9223372036854775807", b"9223372036854775808", b"-9223372036854775808",
    b"-9223372036854775809", b"18446744073709551615", b"18446744073709551616", b"-18446744073709551615",
    b"99999999999999999999999", b"-99999999999999999999999", b"2147483648", b"1_000", b"00000000000000000000001",
    b"\xff1", b"1" * 64, b"7fffffffffffffff", b"1y2p0ij32e8e7", b"1y2p0ij32e8e8", b"3w5e11264sgsf", b"3w5e11264sgsg",
]  # fmt: skip


def scan_both(runtime: NativeRuntime, name: str, result: Any, text: bytes, *more: int) -> tuple[Any, Any]:
    """(value as bytes, end, errno) from the runtime and from the host.

    Without a number, errno is musl's EINVAL, whatever the host's library says.
    """
    buffer, end = ctypes.create_string_buffer(text), ctypes.c_void_p(0)
    parameters = [ctypes.c_void_p, ctypes.c_void_p, *([ctypes.c_int] * len(more))]
    own = runtime.function(name, result, *parameters)
    host = getattr(HOST, name)
    host.restype, host.argtypes = result, parameters
    outcomes = []
    for function in (own, host):
        runtime.errno = 0
        ctypes.set_errno(0)
        end.value = ctypes.addressof(buffer) - 1  # neither writes it when the base is wrong
        value = function(ctypes.addressof(buffer), ctypes.addressof(end), *more)
        errno = runtime.errno if function is own else ctypes.get_errno()
        if function is host and end.value == ctypes.addressof(buffer):
            errno = EINVAL
        shown = "nan" if value != value else bytes(result(value))
        outcomes.append((shown, (end.value or 0) - ctypes.addressof(buffer), errno))
    return outcomes[0], outcomes[1]


@pytest.mark.parametrize(
    ("name", "result"),
    [
        ("strtol", ctypes.c_long),
        ("strtoul", ctypes.c_ulong),
        ("strtoll", ctypes.c_longlong),
        ("strtoull", ctypes.c_ulonglong),
        ("strtoimax", ctypes.c_longlong),
        ("strtoumax", ctypes.c_ulonglong),
    ],
)
def test_integers_are_read_the_same_in_every_base(runtime: NativeRuntime, name: str, result: Any) -> None:
    for text in INTEGERS:
        for base in (0, 1, 2, 8, 10, 16, 35, 36, 37, -1):
            ours, theirs = scan_both(runtime, name, result, text, base)
            assert ours == theirs, (text, base)


def test_every_short_string_is_read_the_same(runtime: NativeRuntime) -> None:
    alphabet = b"\0 -+019aFxz"
    texts = {bytes((a, b, c)).split(b"\0")[0] for a in alphabet for b in alphabet for c in alphabet}
    for text in texts:
        for base in (0, 10, 16):
            ours, theirs = scan_both(runtime, "strtol", ctypes.c_long, text, base)
            assert ours == theirs, (text, base)


def test_atoi_reads_a_number_and_ignores_the_rest(runtime: NativeRuntime) -> None:
    atoi = runtime.function("atoi", ctypes.c_int, ctypes.c_char_p)
    assert [atoi(text) for text in (b"12ab", b" -3", b"", b"x", b"+0042")] == [12, -3, 0, 0, 42]


REALS = [
    b"", b" ", b"abc", b"0", b"-0", b"+1", b"--1", b"1e", b"1e+", b"1e-", b"1.", b".5", b".", b"..5", b"1..5", b"1.5.5",
    b"0x", b"0x.", b"0x1", b"0x1.8p3", b"0x.8p-1", b"0xp1", b"0x1p", b"0X1P+4x", b"inf", b"INFinity", b"infinit",
    b"-inf", b"nan", b"nan(", b"nan()", b"nan(12_a)", b"nan(1-)", b"1e400", b"-1e400", b"1e-400", b"1e99999999999999",
    b"1e-99999999999999", b"0e99999999999", b"4.9e-324", b"2.4703282292062327e-324", b"2.4703282292062328e-324",
    b"2.2250738585072014e-308", b"2.2250738585072011e-308", b"1.7976931348623157e308", b"1.7976931348623159e308",
    b"9007199254740993", b"9007199254740993." + b"0" * 60 + b"1", b"123456789012345678901234567890", b"1" + b"0" * 400,
    b"0." + b"0" * 400 + b"1e400", b"1" * 2000 + b"e-1990", b"0x1.fffffffffffff8p0", b"0x1.00000000000008p0",
    b"0x1.000000000000080001p0", b"0x1p-1074", b"0x1p-1075", b"0x1.8p-1075", b"0x1p1023", b"0x1p1024",
    b"0x" + b"f" * 50, b"0x1p99999999999", b"0x1p-9999999999", b"\t\n\x0b\x0c\r 7", b"3.4028235e38", b"3.4028236e38",
    b"1.4e-45", b"7e-46", b"7.1e-46", b"1e5000", b"1e-4950", b"3.6e-4951", b"1.2e4932", b"1,5", b"1e1e1", b"5e-1x",
]  # fmt: skip


def random_reals() -> list[bytes]:
    """Shortest, longest and halfway decimals of random doubles: what a careless rounding gets wrong."""
    random.seed(7)
    texts: list[str] = []
    while len(texts) < 900:
        value = struct.unpack("d", random.randbytes(8))[0]
        following = math.nextafter(value, math.inf)
        if not math.isfinite(value) or not math.isfinite(following):
            continue
        halfway = (Fraction(value) + Fraction(following)) / 2
        twos = halfway.denominator.bit_length() - 1
        digits = str(halfway.numerator * 5**twos)
        texts += [repr(value), f"{value:.30e}", f"{digits}e-{twos}", f"{digits}1e-{twos + 1}"]
    return [text.encode() for text in texts]


@pytest.mark.parametrize(("name", "result"), [("strtod", ctypes.c_double), ("strtof", ctypes.c_float)])
def test_reals_are_rounded_correctly(runtime: NativeRuntime, name: str, result: Any) -> None:
    for text in [*REALS, *random_reals()]:
        ours, theirs = scan_both(runtime, name, result, text)
        assert ours == theirs, text


def test_long_doubles_are_rounded_correctly(runtime: NativeRuntime) -> None:
    scan = runtime.function("scan_long_double", None, *[ctypes.c_void_p] * 4)
    functions = (runtime.address("strtold"), ctypes.cast(HOST.strtold, ctypes.c_void_p).value)
    end, value = ctypes.c_void_p(), (ctypes.c_ubyte * 16)()
    for text in [*REALS, *random_reals()[:200], b"1.18973149535723176502e4932", b"1.18973149535723176509e4932"]:
        buffer, outcomes = ctypes.create_string_buffer(text), []
        for function in functions:
            ctypes.memset(value, 0, 16)
            scan(function, ctypes.addressof(buffer), ctypes.addressof(end), ctypes.addressof(value))
            outcomes.append(((end.value or 0) - ctypes.addressof(buffer), "" if b"nan" in text else bytes(value)))
        assert outcomes[0] == outcomes[1], text
