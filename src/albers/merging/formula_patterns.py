"""Formula patterns: one quantified formula for the states of a regular pattern (FSE'23, sections 3.2 and 3.3).

For words w1 w2^k w3 the conditions along w1 are common to all states; those of the i-th w2 are a formula over i, those
of w3 one over k. The merged condition then is: some k, w1, for all i from 1 to k the middle, and the end for k.
"""

from __future__ import annotations

from albers.expr.arith import from_bytes
from albers.expr.arrays import byte_of, symbol
from albers.expr.bits import all_of, and_, any_of, zext
from albers.expr.compare import ule
from albers.expr.quantified import forall
from albers.expr.substitute import substitute
from albers.expr.term import BOUND_VARIABLE, INDEX_WIDTH, Term, const
from albers.merging.linear_terms import generalised
from albers.merging.regular_patterns import RegularPattern
from albers.merging.shapes import Shapes


class FormulaPattern:
    """`middle` and `after` are formulas over `BOUND_VARIABLE`; `counts` are the k of the states, ascending."""

    def __init__(self, before: Term, middle: Term, after: Term, counts: list[int]) -> None:
        self.before = before
        self.middle = middle
        self.after = after
        self.counts = counts


def formula_pattern(pattern: RegularPattern, paths: list[list[Term]], shapes: Shapes) -> FormulaPattern | None:
    """The pattern of the conditions, or None if they do not depend on k in a linear way.

    `paths` are the conditions of each word given to `partition`, one for each symbol.
    """
    matches = pattern.matches
    counts = [match.count for match in matches]
    start = len(pattern.before)
    period = len(pattern.middle)
    most = counts[-1]
    longest = paths[matches[-1].index]
    for match in matches:
        # Words that agree lead along the same nodes of the tree; a hash that confused nodes would show here.
        common = start + period * match.count
        if paths[match.index][:common] != longest[:common]:
            return None
    middle: list[Term] = []
    for position in range(period if most else 0):
        examples = [(i, longest[start + (i - 1) * period + position]) for i in range(1, most + 1)]
        found = generalised(examples, shapes)
        if found is None:
            return None
        middle.append(found)
    after: list[Term] = []
    for position in range(len(pattern.after)):
        examples = []
        for match in matches:
            path = paths[match.index]
            examples.append((match.count, path[len(path) - len(pattern.after) + position]))
        found = generalised(examples, shapes)
        if found is None:
            return None
        after.append(found)
    return FormulaPattern(all_of(longest[:start]), all_of(middle), all_of(after), counts)


class AuxiliaryVariable:
    """The k of a merge: a fresh unknown just wide enough for the largest count, and its value as 32 bits."""

    def __init__(self, name: str, largest: int) -> None:
        size = 1 if largest < 1 << 8 else 2 if largest < 1 << 16 else 4
        self.symbol = symbol(name, size)
        self._bytes = [byte_of(self.symbol, i) for i in range(size)]
        value = from_bytes(self._bytes)
        self.value = value if size == 4 else zext(value, INDEX_WIDTH)

    def set_to(self, count: int) -> dict[Term, int]:
        """Its bytes in an assignment."""
        return {byte: count >> 8 * i & 0xFF for i, byte in enumerate(self._bytes)}

    def put_into(self, template: Term) -> Term:
        """The template at k."""
        return substitute(template, {BOUND_VARIABLE: self.value})


def merged_condition(pattern: FormulaPattern, variable: AuxiliaryVariable) -> Term:
    k = variable.value
    return all_of(
        [
            pattern.before,
            _one_of(k, pattern.counts),
            forall(k, pattern.counts[-1], pattern.middle),
            variable.put_into(pattern.after),
        ]
    )


def _one_of(k: Term, counts: list[int]) -> Term:
    """k is among the counts (ascending): ranges without gaps."""
    ranges: list[list[int]] = []
    for count in counts:
        if ranges and ranges[-1][1] == count - 1:
            ranges[-1][1] = count
        else:
            ranges.append([count, count])
    parts: list[Term] = []
    for low, high in ranges:
        parts.append(and_(ule(const(INDEX_WIDTH, low), k), ule(k, const(INDEX_WIDTH, high))))
    return any_of(parts)
