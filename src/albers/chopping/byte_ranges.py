"""Ranges of bytes with numbers on them: which skipped calls a byte of an object no longer depends on.

A byte with stamp n was written after (or by a recovery of) the n-th skipped call: calls before number n cannot matter
to it any more. Bytes without a stamp have 0. Everything here is a value: changing gives a new one, forks share.
"""

from __future__ import annotations

from typing import Final

Stamped = tuple[tuple[int, int, int], ...]  # (start, end, stamp), sorted, not overlapping, stamps above 0
Ranges = tuple[tuple[int, int], ...]  # (start, end), sorted, not touching

UNSTAMPED: Final[Stamped] = ()
EMPTY: Final[Ranges] = ()


def stamp(stamped: Stamped, start: int, end: int, number: int) -> Stamped:
    """The same with bytes start .. end-1 set to a number."""
    result: list[tuple[int, int, int]] = []
    for low, high, old in stamped:
        if low < start:
            result.append((low, min(high, start), old))
        if high > end:
            result.append((max(low, end), high, old))
    if number > 0 and start < end:
        result.append((start, end, number))
    result.sort()
    joined: list[tuple[int, int, int]] = []
    for low, high, old in result:
        if joined and joined[-1][1] == low and joined[-1][2] == old:
            joined[-1] = (joined[-1][0], high, old)
        else:
            joined.append((low, high, old))
    return tuple(joined)


def below(stamped: Stamped, start: int, end: int, number: int) -> Ranges:
    """The parts of start .. end-1 with stamps of at most `number`."""
    result: list[tuple[int, int]] = []
    at = start
    for low, high, old in stamped:
        if high <= start or low >= end:
            continue
        if old > number:
            if at < low:
                result.append((at, low))
            at = max(at, high)
    if at < end:
        result.append((at, end))
    return tuple(result)


def add(ranges: Ranges, start: int, end: int) -> Ranges:
    """The union with start .. end-1."""
    if start >= end:
        return ranges
    if ranges and ranges[-1][1] >= start and ranges[-1][0] <= start:  # growing at the end, as loops do
        return (*ranges[:-1], (ranges[-1][0], max(end, ranges[-1][1])))
    result: list[tuple[int, int]] = []
    for low, high in ranges:
        if high < start or low > end:
            result.append((low, high))
        else:
            start = min(start, low)
            end = max(end, high)
    result.append((start, end))
    result.sort()
    return tuple(result)


def cut(ranges: Ranges, start: int, end: int) -> Ranges:
    """The intersection with start .. end-1."""
    return tuple([(max(low, start), min(high, end)) for low, high in ranges if low < end and high > start])
