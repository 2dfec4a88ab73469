"""Quantified terms: `forall(upper, limit, body)` says that the body holds for every i from 1 to `upper`.

The variable is `BOUND_VARIABLE`, 32 bits wide, the same in all of them, so that formulas equal up to the name of their
variable are the same term; they do not nest. `limit` is part of the meaning: i never exceeds it, whatever `upper` is.
That makes every quantified term a finite conjunction, which `expanded` writes out and `evaluate` goes through.
"""

from __future__ import annotations

from typing import Final

from albers.expr.arith import truncate
from albers.expr.bits import all_of, or_, zext
from albers.expr.compare import eq, ult
from albers.expr.substitute import substitute
from albers.expr.term import (
    BOUND,
    BOUND_VARIABLE,
    CONST,
    FORALL,
    INDEX_WIDTH,
    TRUE,
    Term,
    any_quantified,
    const,
    intern_forall,
)

# Instances made, by number: shared by all questions about a term. Dropped with the terms (`forget_instances`).
_instances: Final[dict[Term, dict[int, Term]]] = {}


def bound_variable(width: int) -> Term:
    """The variable at another width, for indices and sums of that width."""
    if width > INDEX_WIDTH:
        return zext(BOUND_VARIABLE, width)
    return truncate(BOUND_VARIABLE, width) if width < INDEX_WIDTH else BOUND_VARIABLE


def forall(upper: Term, limit: int, body: Term) -> Term:
    """For all i with 1 <= i <= upper and i <= limit: body. `upper` is 32 bits wide and does not contain i."""
    assert upper.width == INDEX_WIDTH and body.width == 1
    if upper.op == CONST:
        limit = min(limit, upper.value)
    if limit == 0 or body is TRUE:
        return TRUE
    if not mentions_bound(body):
        return or_(eq(upper, const(INDEX_WIDTH, 0)), body)
    if limit == 1:
        return or_(eq(upper, const(INDEX_WIDTH, 0)), _body_at(body, const(INDEX_WIDTH, 1)))
    return intern_forall(upper, limit, body)


def instance(quantified: Term, number: int) -> Term:
    """The body for i = number."""
    of_term = _instances.get(quantified)
    if of_term is None:
        of_term = {}
        _instances[quantified] = of_term
    found = of_term.get(number)
    if found is None:
        found = _body_at(quantified.args[1], const(INDEX_WIDTH, number))
        of_term[number] = found
    return found


def instance_at(quantified: Term, index: Term) -> Term:
    """What the quantified term implies about i = index: the body, if the index is in range."""
    upper = quantified.args[0]
    outside = or_(eq(index, const(INDEX_WIDTH, 0)), ult(upper, index))
    if index.op != CONST:
        outside = or_(outside, ult(const(INDEX_WIDTH, quantified.value), index))
        return or_(outside, _body_at(quantified.args[1], index))
    if index.value == 0 or index.value > quantified.value:
        return TRUE
    return or_(outside, instance(quantified, index.value))


def expanded(quantified: Term) -> Term:
    """The conjunction that the term stands for."""
    numbers = range(1, quantified.value + 1)
    return all_of([instance_at(quantified, const(INDEX_WIDTH, number)) for number in numbers])


def _body_at(body: Term, index: Term) -> Term:
    return substitute(body, {BOUND_VARIABLE: index})


def mentions_bound(root: Term) -> bool:
    """Whether the variable occurs outside of a quantified term."""
    seen: set[Term] = set()
    stack: list[Term] = [root]
    while stack:
        term = stack.pop()
        if term.op == BOUND:
            return True
        if term.op != FORALL and term not in seen:
            seen.add(term)
            stack.extend(term.args)
    return False


def quantified_parts(root: Term) -> list[Term]:
    """The quantified terms in a term, each once, in order of appearance."""
    if not any_quantified():
        return []
    found: list[Term] = []
    seen: set[Term] = set()
    stack: list[Term] = [root]
    while stack:
        term = stack.pop()
        if term in seen:
            continue
        seen.add(term)
        if term.op == FORALL:
            found.append(term)
        else:
            stack.extend(reversed(term.args))
    return found


def forget_instances() -> None:
    _instances.clear()
