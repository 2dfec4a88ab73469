"""A condition is the conjunction of its parts."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from albers.expr import arith, arrays, bits, compare
from albers.expr.evaluate import Assignment, evaluate
from albers.expr.term import TRUE, const, symbol
from albers.solver.splitting import split

INPUT = symbol("in", 4)
BYTES = [arrays.byte_of(INPUT, i) for i in range(4)]
WORD = arith.from_bytes(BYTES)
COMPARISONS = (compare.eq, compare.ne, compare.ult, compare.ule, compare.slt, compare.sle)
# Bytes and bounds at which something changes.
EDGES = st.sampled_from([0, 1, 2, 127, 128, 129, 254, 255])


@settings(max_examples=400, deadline=None)
@given(
    st.sampled_from(COMPARISONS),
    st.booleans(),
    st.lists(EDGES, min_size=4, max_size=4),
    st.lists(EDGES, min_size=4, max_size=4),
)
def test_the_parts_hold_together_exactly_when_the_comparison_does(
    make: object, swapped: bool, limit: list[int], values: list[int]
) -> None:
    bound = const(32, int.from_bytes(bytes(limit), "little"))
    assert callable(make)
    condition = make(bound, WORD) if swapped else make(WORD, bound)
    for nearby in (values, limit, [*limit[:1], *values[1:]], [*values[:1], *limit[1:]]):
        assignment = Assignment(dict(zip(BYTES, nearby, strict=True)))
        assert all(evaluate(part, assignment) for part in split(condition)) == evaluate(condition, assignment)


def test_small_numbers_are_compared_byte_by_byte() -> None:
    a, b, c, d = BYTES
    zero = const(8, 0)
    high_bytes_zero = [compare.eq(each, zero) for each in (d, c, b)]
    assert split(compare.ult(WORD, const(32, 5))) == [*high_bytes_zero, compare.ult(a, const(8, 5))]
    assert split(compare.slt(WORD, const(32, 0))) == [compare.slt(d, zero)]
    assert split(compare.ule(const(32, 1 << 24), WORD)) == [compare.ule(const(8, 1), d)]
    assert len(split(compare.ult(WORD, const(32, 0x01020304)))) == 1


def test_conjunctions_and_refused_disjunctions_are_taken_apart() -> None:
    a, b, c = (compare.ult(byte, const(8, 7)) for byte in BYTES[:3])
    assert split(bits.and_(a, bits.and_(b, c))) == [a, b, c]
    assert split(bits.not_(bits.or_(a, b))) == [bits.not_(a), bits.not_(b)]
    assert split(TRUE) == [] and split(bits.or_(a, b)) == [bits.or_(a, b)]
