"""Ranges of bytes behave like a list with one number per byte."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from albers.chopping.byte_ranges import EMPTY, UNSTAMPED, Ranges, add, below, cut, stamp

SIZE = 12
bounds = st.tuples(st.integers(0, SIZE), st.integers(0, SIZE)).map(lambda pair: (min(pair), max(pair)))


def flat(ranges: Ranges) -> set[int]:
    return {byte for start, end in ranges for byte in range(start, end)}


@given(st.lists(st.tuples(bounds, st.integers(0, 4))), bounds, st.integers(0, 4))
def test_the_newest_stamp_of_a_byte_counts(
    writes: list[tuple[tuple[int, int], int]], asked: tuple[int, int], number: int
) -> None:
    stamped = UNSTAMPED
    expected = [0] * SIZE
    for (start, end), value in writes:
        stamped = stamp(stamped, start, end, value)
        expected[start:end] = [value] * (end - start)
    start, end = asked
    assert flat(below(stamped, start, end, number)) == {i for i in range(start, end) if expected[i] <= number}
    assert all(first[1] <= second[0] for first, second in itertools.pairwise(stamped))


@given(st.lists(bounds), bounds)
def test_unions_and_cuts_are_those_of_sets_of_bytes(parts: list[tuple[int, int]], window: tuple[int, int]) -> None:
    ranges = EMPTY
    expected: set[int] = set()
    for start, end in parts:
        ranges = add(ranges, start, end)
        expected |= set(range(start, end))
    assert flat(ranges) == expected
    assert flat(cut(ranges, *window)) == expected & set(range(*window))
