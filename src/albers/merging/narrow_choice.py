"""Choices between numbers that differ little: only the difference is chosen, in as few bits as it needs.

Pointers into one object and counters of one loop are a common part plus constants. `p + choice of 0, 1, 2, ...` keeps
the next loop's index a short sum instead of a choice between ever longer sums, and its circuit narrow.
"""

from __future__ import annotations

from albers.expr.arith import add
from albers.expr.bits import zext
from albers.expr.term import ADD, CONST, Term, const
from albers.merging.encodings import Encoding


def narrow_choice(encoding: Encoding, values: list[Term]) -> Term:
    """What `encoding.value` gives, equal in value under the condition of each state."""
    common, constants = _taken_apart(values)
    if not constants:
        return encoding.value(list(values))
    width = values[0].width
    least = min(constants)
    bits = (max(constants) - least).bit_length()
    if bits == 0 or 2 * bits > int(width):
        return encoding.value(list(values))
    choice = encoding.value([const(bits, each - least) for each in constants])
    wide = zext(choice, width)
    return add(wide if common is None else add(common, wide), const(width, least))


def _taken_apart(values: list[Term]) -> tuple[Term | None, list[int]]:
    """What all values have in common and the constant that each adds to it; no constants if they share nothing."""
    common: Term | None = None
    constants: list[int] = []
    for i, value in enumerate(values):
        part: Term | None = value
        constant = 0
        if value.op == CONST:
            part = None
            constant = value.value
        elif value.op == ADD and value.args[1].op == CONST:
            part = value.args[0]
            constant = value.args[1].value
        if i == 0:
            common = part
        elif part is not common:
            return None, []
        constants.append(constant)
    return common, constants
