"""Regular patterns: words of the form w1 w2^k w3 among the paths of a tree (FSE'23, section 3.1).

`partition` sorts words into patterns. Of all periods found in the longest word left over, it takes the pattern that
explains most words; what no pattern explains together with another word stays alone.
"""

from __future__ import annotations

from collections.abc import Sequence

Word = tuple[int, ...]


class Match:
    """One word of a pattern: which of the words given, and how often the middle is repeated in it."""

    def __init__(self, index: int, count: int) -> None:
        self.index = index
        self.count = count


class RegularPattern:
    """`matches` are sorted by count, which differs from one to the next."""

    def __init__(self, before: Word, middle: Word, after: Word, matches: list[Match]) -> None:
        self.before = before
        self.middle = middle
        self.after = after
        self.matches = matches

    def word(self, count: int) -> Word:
        return self.before + self.middle * count + self.after


def partition(words: Sequence[Word], most: int) -> list[RegularPattern] | None:
    """Patterns that explain every word exactly once; None if it takes more than `most` (or words are equal)."""
    left: dict[Word, int] = {word: i for i, word in enumerate(words)}
    if len(left) != len(words):
        return None
    result: list[RegularPattern] = []
    while left:
        if len(result) == most:
            return None
        best = _best_pattern(left)
        result.append(best)
        for match in best.matches:
            del left[words[match.index]]
    return result


def _best_pattern(left: dict[Word, int]) -> RegularPattern:
    """The pattern of the longest word that explains most words; of several, the one with the shortest description."""
    longest = max(left, key=len)
    best = RegularPattern(longest, (), (), [Match(left[longest], 0)])
    best_size = len(longest)
    for before, middle, after in _candidates(longest, left):
        size = len(before) + len(middle) + len(after)
        matches = _matches(before, middle, after, left, len(longest))
        if len(matches) > len(best.matches) or (len(matches) == len(best.matches) > 1 and size < best_size):
            best = RegularPattern(before, middle, after, matches)
            best_size = size
    return best


def _matches(before: Word, middle: Word, after: Word, left: dict[Word, int], longest: int) -> list[Match]:
    found: list[Match] = []
    count = 0
    head = before
    while len(head) + len(after) <= longest:
        index = left.get(head + after)
        if index is not None:
            found.append(Match(index, count))
        head = head + middle
        count += 1
    return found


def _candidates(word: Word, left: dict[Word, int]) -> list[tuple[Word, Word, Word]]:
    """Ways to see the word as w1 w2^k w3: by its repetitions, and by what it has more than another word."""
    found: list[tuple[Word, Word, Word]] = []
    length = len(word)
    covered: list[tuple[int, int, int]] = []
    for period in range(1, length // 2 + 1):
        for start, end in _runs(word, period):
            if any(period % p == 0 and s <= start and end <= e for s, e, p in covered):
                continue  # the same repetition, taken twice at a time
            covered.append((start, end, period))
            for first in range(start, min(start + period, end - period + 1)):
                count = (end - first) // period
                found.append((word[:first], word[first : first + period], word[first + count * period :]))
    if not found:
        for other in left:
            if len(other) < length:
                excess = _excess(other, word)
                if excess is not None:
                    found.append(excess)
    return found


def _runs(word: Word, period: int) -> list[tuple[int, int]]:
    """The longest stretches [start, end) of two periods or more that repeat with the period."""
    result: list[tuple[int, int]] = []
    start = -1
    for i in range(len(word) - period):
        if word[i] == word[i + period]:
            if start < 0:
                start = i
        elif start >= 0:
            if i - start >= period:
                result.append((start, i + period))
            start = -1
    if start >= 0 and len(word) - period - start >= period:
        result.append((start, len(word)))
    return result


def _excess(short: Word, long: Word) -> tuple[Word, Word, Word] | None:
    """(prefix, excess, suffix) if the short word is exactly the prefix and the suffix of the long one."""
    prefix = 0
    while prefix < len(short) and short[prefix] == long[prefix]:
        prefix += 1
    suffix = len(short) - prefix
    if long[len(long) - suffix :] != short[prefix:]:
        return None
    return long[:prefix], long[prefix : len(long) - suffix], long[len(long) - suffix :]
