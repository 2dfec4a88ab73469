"""Terms that depend on a number: from t(1), t(3), t(4) back to t(x) (FSE'23, section 3.2).

`generalised` finds a term over the variable `BOUND_VARIABLE` which gives each example when its number is put in. Places
where the examples have different constants become a·x + b, each place with its own a and b in arithmetic modulo
2^width; the result is believed only after every example was obtained from it again, as the very same term.
"""

from __future__ import annotations

from albers.expr.arith import add, mul
from albers.expr.quantified import bound_variable
from albers.expr.substitute import rebuilt, substitute
from albers.expr.term import (
    ADD,
    BOUND_VARIABLE,
    CONST,
    EQ,
    INDEX_WIDTH,
    NOT,
    SYMBOL,
    TABLE,
    ULE,
    ULT,
    Term,
    const,
    intern2,
)
from albers.merging.shapes import Shapes, is_commutative, is_zero


def generalised(examples: list[tuple[int, Term]], shapes: Shapes) -> Term | None:
    """A term t with t(number) = term for every example, or None. The numbers are different from one another."""
    first = examples[0][1]
    if all(term is first for _, term in examples):
        return first
    template = _Generalisation([number for number, _ in examples], shapes).of([term for _, term in examples])
    if template is None:
        return None
    for number, term in examples:
        if substitute(template, {BOUND_VARIABLE: const(INDEX_WIDTH, number)}) is not term:
            return None
    return template


def linear_coefficients(numbers: list[int], values: list[int], width: int) -> tuple[int, int] | None:
    """(a, b) with value = a·number + b modulo 2^width for each pair, or None."""
    modulus = 1 << width
    distance = numbers[1] - numbers[0]
    difference = (values[1] - values[0]) % modulus
    for candidate in _quotients(difference, distance, width):
        b = (values[0] - candidate * numbers[0]) % modulus
        if all((candidate * number + b - value) % modulus == 0 for number, value in zip(numbers, values, strict=True)):
            return candidate, b
    return None


def _quotients(difference: int, distance: int, width: int) -> list[int]:
    """The a with a·distance = difference modulo 2^width: the small one of a plain division first, then the others."""
    modulus = 1 << width
    twos = (distance & -distance).bit_length() - 1
    if twos >= width or difference % (1 << twos):
        return [0] if difference == 0 else []
    smaller = 1 << (width - twos)
    base = (difference >> twos) * pow(distance >> twos, -1, smaller) % smaller
    # There are 2^twos solutions; with few they are all tried, with many those that step with either sign.
    found = [base + i * smaller for i in range(min(1 << twos, 16))]
    signed = difference - modulus if difference >= modulus // 2 else difference
    if signed % distance == 0:
        found.insert(0, signed // distance % modulus)
    return found


class _Generalisation:
    """Walks all examples in parallel; what was generalised is remembered by the tuple of terms."""

    def __init__(self, numbers: list[int], shapes: Shapes) -> None:
        self._numbers = numbers
        self._shapes = shapes
        self._known: dict[tuple[Term, ...], Term] = {}

    def of(self, terms: list[Term]) -> Term | None:
        known = self._known
        root = tuple(terms)
        stack: list[tuple[Term, ...]] = [root]
        while stack:
            row = stack[-1]
            if row in known:
                stack.pop()
                continue
            simple = self._without_arguments(row)
            if simple is not None:
                known[row] = simple
                stack.pop()
                continue
            views = self._views(row)
            if views is None:
                return None
            rows = [tuple(column) for column in zip(*[view[1] for view in views], strict=True)]
            pending = [each for each in rows if each not in known]
            if pending:
                stack.extend(pending)
                continue
            head, op = views[0][0], views[0][2]
            known[row] = _built(head, op, [known[each] for each in rows])
            stack.pop()
        return known[root]

    def _without_arguments(self, row: tuple[Term, ...]) -> Term | None:
        first = row[0]
        if all(term is first for term in row):
            return first
        if any(term.op != CONST or term.width != first.width for term in row):
            return None
        width = int(first.width)
        found = linear_coefficients(self._numbers, [term.value for term in row], width)
        if found is None:
            return None
        variable = bound_variable(width)
        return add(mul(variable, const(width, found[0])), const(width, found[1]))

    def _views(self, row: tuple[Term, ...]) -> list[tuple[Term, list[Term], int]] | None:
        """Each term as (a term of its kind, arguments, operator) with the same operator in all; None if that fails."""
        first = row[0]
        if any(term.width != first.width for term in row):
            return None
        if all(_same_operation(term, first) for term in row):
            if not first.args:
                return None
            return self._aligned([(term, list(term.args), int(term.op)) for term in row])
        if first.width == 1:
            views = [_as_order(term) for term in row]
        elif any(term.op == ADD for term in row):
            views = [_as_sum(term) for term in row]
        else:
            return None
        kinds = {view[2] for view in views}
        return self._aligned(views) if len(kinds) == 1 and kinds != {-1} else None

    def _aligned(self, views: list[tuple[Term, list[Term], int]]) -> list[tuple[Term, list[Term], int]]:
        """Arguments of a commutative operation in the order of their shapes."""
        if not is_commutative(views[0][2]):
            return views
        return [(term, sorted(args, key=self._shapes.of), op) for term, args, op in views]


def _same_operation(term: Term, other: Term) -> bool:
    if term.op != other.op or term.width != other.width or len(term.args) != len(other.args):
        return False
    return term.op not in (SYMBOL, TABLE, CONST) and term.value == other.value


def _as_order(term: Term) -> tuple[Term, list[Term], int]:
    """A truth value as an unsigned comparison, undoing that x <= 0 is written x = 0."""
    if term.op == ULT or term.op == ULE:
        return term, list(term.args), int(term.op)
    if term.op == EQ and is_zero(term.args[1]):
        return term, [term.args[0], term.args[1]], int(ULE)
    if term.op == EQ and is_zero(term.args[0]):
        return term, [term.args[1], term.args[0]], int(ULE)
    if term.op == NOT and term.args[0].op == EQ:
        a, b = term.args[0].args
        if is_zero(b):
            return term, [b, a], int(ULT)
        if is_zero(a):
            return term, [a, b], int(ULT)
    return term, [], -1


def _as_sum(term: Term) -> tuple[Term, list[Term], int]:
    """A number as a sum with a constant, undoing that x + 0 is written x."""
    if term.op == ADD and (term.args[0].op == CONST or term.args[1].op == CONST):
        return term, list(term.args), int(ADD)
    if term.op == ADD:
        return term, [], -1
    return term, [term, const(term.width, 0)], int(ADD)


def _built(head: Term, op: int, args: list[Term]) -> Term:
    if op == head.op:
        return rebuilt(head, args)
    if op == ADD:
        return add(args[0], args[1])
    # A comparison whose arguments contain the variable is not simplified by anything that depends on its value.
    return intern2(op, 1, args[0], args[1])
