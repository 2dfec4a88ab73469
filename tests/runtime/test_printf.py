"""The printf family prints what the host's prints, for every flag, width, precision and length."""

from __future__ import annotations

import ctypes
import itertools
import math
import random
import struct
from collections.abc import Iterator
from typing import Any

import pytest

from tests.runtime.native_runtime import HOST, NativeRuntime

SIZE = 20_000

# The host's own mistake (glibc before 2.37): "%#g" loses its zeros when rounding makes the number longer.
GROWS_BY_ROUNDING = (999999.5, 9999995.0, 999999999.5, 0.9999999999)

SMALLEST_NORMAL = 2.0**-1022


class Printer:
    """Formats through both implementations and compares."""

    def __init__(self, runtime: NativeRuntime) -> None:
        self.runtime = runtime
        self.buffer = ctypes.create_string_buffer(SIZE)

    def both(self, form: str, *values: Any) -> tuple[tuple[int, bytes], tuple[int, bytes]]:
        kinds = [type(value) for value in values]
        own = self.runtime.function("snprintf", ctypes.c_int, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_char_p, *kinds)
        ours = own(self.buffer, SIZE, form.encode(), *values), self.buffer.value
        theirs = HOST.snprintf(self.buffer, ctypes.c_size_t(SIZE), form.encode(), *values), self.buffer.value
        return ours, theirs

    def check(self, form: str, *values: Any) -> None:
        ours, theirs = self.both(form, *values)
        assert ours == theirs, f"{form!r} of {values}"


@pytest.fixture(scope="module")
def printer(runtime: NativeRuntime) -> Printer:
    return Printer(runtime)


def directives(flags: str, widths: list[str], precisions: list[str]) -> Iterator[str]:
    """Every set of flags with every width and precision."""
    sets = [combination for n in range(len(flags) + 1) for combination in itertools.combinations(flags, n)]
    for chosen, width, precision in itertools.product(sets, widths, precisions):
        yield "%" + "".join(chosen) + width + precision


@pytest.mark.parametrize("conversion", ["d", "i", "u", "x", "X", "o"])
def test_integers_look_the_same_with_all_flags(printer: Printer, conversion: str) -> None:
    for form in directives("-+ #0", ["", "1", "7"], ["", ".0", ".", ".5"]):
        for value in (0, 1, -1, 42, -2147483648, 2147483647):
            printer.check(f"[{form}{conversion}]", ctypes.c_int(value))


@pytest.mark.parametrize("length", ["hh", "h", "l", "ll", "z", "j", "t"])
def test_integers_of_every_length_are_cut_to_their_type(printer: Printer, length: str) -> None:
    kind = ctypes.c_int if length.startswith("h") else ctypes.c_longlong if length in ("ll", "j") else ctypes.c_ssize_t
    for conversion, value in itertools.product(
        "diuxXo", (0, 5, -1, 127, 128, 255, 256, 65535, -32769, 2**31, -(2**63))
    ):
        printer.check(f"%{length}{conversion}", kind(value))


def interesting_doubles() -> list[float]:
    random.seed(20)
    patterns = [struct.unpack("d", random.randbytes(8))[0] for _ in range(40)]
    small = [round(random.uniform(-1000, 1000), 3) for _ in range(10)]
    fixed = [0.0, -0.0, 1.0, 0.5, 1.5, 2.5, 9.5, 99.5, 0.1, 1e-5, 1e-4, 123456789.0, 1e15, 1e16, 1e22, 1e23, 1e308]
    extremes = [5e-324, 2.2e-308, 2.2250738585072014e-308, 1.7976931348623157e308, math.inf, -math.inf, 1e9, 1e-9]
    return [*(value for value in patterns if not math.isnan(value)), *small, *fixed, *extremes, *GROWS_BY_ROUNDING]


@pytest.mark.parametrize("conversion", list("eEfFgGaA"))
def test_doubles_are_printed_exactly(printer: Printer, conversion: str) -> None:
    forms = [
        *directives("#", [""], ["", ".0", ".1", ".3", ".9", ".15", ".40"]),
        *directives("-+ 0", ["25"], ["", ".2"]),
    ]
    for value, form in itertools.product(interesting_doubles(), forms):
        if "#" in form and conversion in "gG" and value in GROWS_BY_ROUNDING:
            continue
        if conversion in "aA" and 0 < abs(value) < SMALLEST_NORMAL:  # libraries differ in the first digit
            continue
        printer.check(form + conversion, ctypes.c_double(value))


def test_hexadecimal_doubles_read_back_as_they_were(printer: Printer) -> None:
    for value in interesting_doubles():
        assert float.fromhex(printer.both("%a", ctypes.c_double(value))[0][1].decode()) == value


def test_a_rounding_that_lengthens_the_number_keeps_the_zeros_of_alternate_g(printer: Printer) -> None:
    assert printer.both("%#g", ctypes.c_double(999999.5))[0] == (11, b"1.00000e+06")


def test_a_nan_has_no_digits_and_no_zeros(printer: Printer) -> None:
    for form in ("%f", "%G", "%010a", "%-8e|", "%+f"):
        printer.check(form, ctypes.c_double(math.nan))


def test_many_digits_are_exact_up_to_the_last(printer: Printer) -> None:
    for value in (0.1, 1 / 3, 5e-324, 1.7976931348623157e308, 123456789.123456789):
        for form in ("%.1100f", "%.800e", "%.780g", "%1200.3f"):
            printer.check(form, ctypes.c_double(value))


def test_long_doubles_are_printed_exactly(printer: Printer) -> None:
    runtime = printer.runtime
    scan = runtime.function("scan_long_double", None, *[ctypes.c_void_p] * 4)
    show = runtime.function(
        "print_long_double", ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t, *[ctypes.c_void_p] * 2
    )
    value, end = (ctypes.c_ubyte * 16)(), ctypes.c_void_p()
    host_print = ctypes.cast(HOST.snprintf, ctypes.c_void_p).value
    host_scan = ctypes.cast(HOST.strtold, ctypes.c_void_p).value
    for text in (
        b"0",
        b"-1",
        b"0.1",
        b"3.14159265358979323846264338327950288",
        b"1e4000",
        b"1e-4930",
        b"4e-4951",
        b"inf",
    ):
        number = ctypes.create_string_buffer(text)
        scan(host_scan, ctypes.addressof(number), ctypes.addressof(end), ctypes.addressof(value))
        for form in (b"%Lf", b"%.40Le", b"%Lg", b"%.19LG", b"%020.4Lf|"):
            held = ctypes.create_string_buffer(form)
            results = []
            for print_function in (runtime.address("snprintf"), host_print):
                length = show(print_function, printer.buffer, SIZE, ctypes.addressof(held), ctypes.addressof(value))
                results.append((length, printer.buffer.value))
            assert results[0] == results[1], (text, form)


def test_strings_and_characters_look_the_same(printer: Printer) -> None:
    for form in directives("-", ["", "3", "10"], ["", ".0", ".2", ".6", ".20"]):
        for text in (b"", b"a", b"hello"):
            printer.check(f"[{form}s]", ctypes.c_char_p(text))
    printer.check("[%s]", ctypes.c_char_p(None))
    for form in ("%c", "%5c", "%-5c|"):
        printer.check(form, ctypes.c_int(ord("x")))


def test_wide_strings_of_ascii_are_printed(printer: Printer) -> None:
    for form in ("%ls", "%.2ls", "%8ls", "%-8ls|"):
        printer.check(form, ctypes.c_wchar_p("wide"))
    printer.check("%lc", ctypes.c_int(ord("w")))


def test_pointers_are_printed_in_hexadecimal(printer: Printer) -> None:
    for value, form in itertools.product((1, 0xDEADBEEF), ("%p", "%20p", "%-20p|")):
        printer.check(form, ctypes.c_void_p(value))


def test_width_and_precision_can_be_arguments(printer: Printer) -> None:
    for width, precision in itertools.product((-8, 0, 8), (-1, 0, 3)):
        printer.check("[%*.*d]", ctypes.c_int(width), ctypes.c_int(precision), ctypes.c_int(7))
        printer.check("[%*.*s]", ctypes.c_int(width), ctypes.c_int(precision), ctypes.c_char_p(b"string"))


def test_arguments_can_be_named_by_number(printer: Printer) -> None:
    printer.check("%2$s-%1$d-%2$s", ctypes.c_int(3), ctypes.c_char_p(b"b"))
    printer.check("%3$*1$.*2$f|", ctypes.c_int(12), ctypes.c_int(3), ctypes.c_double(2.5))


def test_a_percent_sign_and_plain_text_pass_through(printer: Printer) -> None:
    printer.check("100%% of nothing")
    printer.check("")


def test_n_stores_the_count_so_far(runtime: NativeRuntime) -> None:
    count, buffer = ctypes.c_int(-1), ctypes.create_string_buffer(32)
    own = runtime.function(
        "snprintf", ctypes.c_int, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_char_p, ctypes.c_int, ctypes.c_void_p
    )
    assert own(buffer, 4, b"12345%d%n6", 7, ctypes.addressof(count)) == 7
    assert (count.value, buffer.value) == (6, b"123")


def test_snprintf_cuts_but_counts_everything(runtime: NativeRuntime) -> None:
    own = runtime.function("snprintf", ctypes.c_int, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_char_p, ctypes.c_char_p)
    for size in range(8):
        ours, theirs = ctypes.create_string_buffer(b"......"), ctypes.create_string_buffer(b"......")
        length = own(ours, size, b"%s", b"hello")
        assert length == HOST.snprintf(theirs, ctypes.c_size_t(size), b"%s", b"hello") == 5
        assert ours.raw == theirs.raw


def test_a_directive_that_does_not_exist_is_an_error(printer: Printer) -> None:
    assert printer.both("%y", ctypes.c_int(1))[0][0] == -1


def test_m_prints_the_message_of_errno(runtime: NativeRuntime, printer: Printer) -> None:
    runtime.errno = 2
    assert printer.both("%m")[0] == (25, b"No such file or directory")
