"""Choices between numbers with a common part mean the same as plain ones, in fewer bits."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from albers.expr.arith import add
from albers.expr.arrays import byte_of, symbol
from albers.expr.bits import all_of, zext
from albers.expr.evaluate import evaluate
from albers.expr.term import ADD, ITE, ZEXT, Term, const
from albers.merging.encodings import make_encoding
from albers.merging.narrow_choice import narrow_choice
from tests.merging.trees import GrownTree

BASE = 1 << 40


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**6), span=st.sampled_from([1, 2, 5, 300, 1 << 40]), shared=st.booleans())
def test_the_value_is_that_of_the_path_taken(seed: int, span: int, shared: bool) -> None:
    grown = GrownTree(seed, 6)
    group = grown.group()
    common = zext(byte_of(symbol("other", 1), 0), 64)
    values: list[Term] = []
    for _ in group:
        number = const(64, BASE + grown.random.randrange(span))
        values.append(add(common, number) if shared and grown.random.random() < 0.9 else number)
    merged = narrow_choice(make_encoding("tree", grown.tree, group), values)
    for assignment in grown.assignments():
        for leaf, value in zip(group, values, strict=True):
            if evaluate(all_of(leaf.path_conditions()), assignment):
                assert evaluate(merged, assignment) == evaluate(value, assignment)


def test_a_choice_between_pointers_is_a_narrow_one_plus_a_constant() -> None:
    grown = GrownTree(seed=3, size=5)
    values = [const(64, BASE + 7 + i) for i in range(5)]
    merged = narrow_choice(make_encoding("tree", grown.tree, grown.leaves), values)
    assert merged.op == ADD and merged.args[1] is const(64, BASE + 7)
    assert merged.args[0].op == ZEXT
    assert merged.args[0].args[0].op == ITE and merged.args[0].args[0].width == 3


def test_what_the_pointers_of_a_second_scan_have_in_common_is_not_chosen() -> None:
    grown = GrownTree(seed=3, size=4)
    start = zext(byte_of(symbol("first", 1), 0), 64)
    values = [add(start, const(64, BASE + i)) for i in range(4)]
    merged = narrow_choice(make_encoding("tree", grown.tree, grown.leaves), values)
    assert merged.op == ADD and merged.args[1] is const(64, BASE)
    assert start in merged.args[0].args
