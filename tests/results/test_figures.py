"""Numbers as people read them."""

from __future__ import annotations

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from albers.results.figures import as_integers, c_string, clock, count, counted, duration, printable, rate, share


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.0, "0 ms"),
        (0.0124, "12 ms"),
        (0.0996, "0.1 s"),
        (1.94, "1.9 s"),
        (59.94, "59.9 s"),
        (59.96, "1 min 0 s"),
        (192.4, "3 min 12 s"),
        (3599.7, "1 h 0 min"),
        (7500.0, "2 h 5 min"),
    ],
)
def test_durations(seconds: float, text: str) -> None:
    assert duration(seconds) == text


def test_counts_have_separators_and_nouns_a_plural() -> None:
    assert count(51234) == "51,234"
    assert [counted(n, "path") for n in (0, 1, 1200)] == ["0 paths", "1 path", "1,200 paths"]
    assert counted(2, "query", "queries") == "2 queries"


@pytest.mark.parametrize(
    ("number", "text"), [(0, "0/s"), (950, "950/s"), (999.9, "1.0 k/s"), (27_300, "27.3 k/s"), (4.1e6, "4.1 M/s")]
)
def test_rates(number: float, text: str) -> None:
    assert rate(number) == text


@pytest.mark.parametrize(
    ("part", "whole", "text"),
    [(40, 52, "77%"), (0, 5, "0%"), (5, 5, "100%"), (999, 1000, "99%"), (1, 1000, "<1%"), (0, 0, "n/a")],
)
def test_a_share_says_all_and_none_only_when_it_is_so(part: float, whole: float, text: str) -> None:
    assert share(part, whole) == text


def test_the_clock() -> None:
    assert clock(3 * 3600 + 4 * 60 + 5.9) == "3:04:05"


@given(st.binary())
def test_a_c_string_denotes_exactly_the_bytes(data: bytes) -> None:
    # For the escapes we use, a Python bytes literal reads like a C string literal.
    assert ast.literal_eval("b" + c_string(data)) == data


def test_a_digit_after_an_escape_is_not_swallowed() -> None:
    assert c_string(b"\0" + b"7") == '"\\0007"'


def test_only_sizes_of_c_integers_are_numbers() -> None:
    assert as_integers(b"\xff") == (-1, 255)
    assert as_integers(b"\x01\x02") == (0x0201, 0x0201)
    assert as_integers(b"\x01\x02\x03") is None
    assert as_integers(b"") is None


@given(st.text())
def test_printable_text_cannot_steer_a_terminal(text: str) -> None:
    assert all(c.isprintable() or c == "\t" for c in printable(text))
