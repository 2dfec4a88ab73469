"""Both encodings on random trees, against what they mean: exactly the group's inputs, and on each its own value."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from albers.expr.bits import all_of
from albers.expr.evaluate import evaluate
from albers.expr.term import TRUE, Term, const
from albers.merging.encodings import make_encoding
from albers.merging.statistics import tree_sizes
from tests.merging.trees import GrownTree

ENCODINGS = ("plain", "tree")


@pytest.mark.parametrize("name", ENCODINGS)
@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**6), size=st.integers(1, 8))
def test_the_merged_condition_admits_the_inputs_of_the_group(name: str, seed: int, size: int) -> None:
    grown = GrownTree(seed, size)
    group = grown.group()
    merged = make_encoding(name, grown.tree, group).condition()
    paths = [all_of(leaf.path_conditions()) for leaf in group]
    for assignment in grown.assignments():
        wanted = any(evaluate(path, assignment) for path in paths)
        assert bool(evaluate(merged, assignment)) == wanted


@pytest.mark.parametrize("name", ENCODINGS)
@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**6), size=st.integers(1, 8), dropped=st.floats(0, 0.6))
def test_the_merged_value_is_that_of_the_path_taken(name: str, seed: int, size: int, dropped: float) -> None:
    grown = GrownTree(seed, size)
    group = grown.group()
    values: list[Term | None] = [const(8, 10 + i) for i in range(len(group))]
    for i in range(1, len(group)):
        if grown.random.random() < dropped:
            values[i] = None
    merged = make_encoding(name, grown.tree, group).value(values)
    for assignment in grown.assignments():
        for leaf, value in zip(group, values, strict=True):
            if value is not None and evaluate(all_of(leaf.path_conditions()), assignment):
                assert evaluate(merged, assignment) == value.value


@pytest.mark.parametrize("name", ENCODINGS)
def test_a_group_of_all_leaves_adds_nothing_unless_something_was_assumed(name: str) -> None:
    grown = GrownTree(seed=5, size=6)
    for node in grown.tree.postorder():
        node.constraints.clear()
    assert make_encoding(name, grown.tree, grown.leaves).condition() is TRUE
    grown.leaves[2].constraints.append(grown.condition())
    assert make_encoding(name, grown.tree, grown.leaves).condition() is not TRUE


def test_the_tree_encoding_of_a_loop_grows_linearly_and_the_plain_one_quadratically() -> None:
    sizes = {name: [_loop_condition_size(name, length) for length in (10, 20, 40)] for name in ENCODINGS}
    assert sizes["plain"][2] > 3 * sizes["plain"][1] > 9 * sizes["plain"][0]
    assert sizes["tree"][2] < 2.2 * sizes["tree"][1] < 2.2**2 * sizes["tree"][0]


def _loop_condition_size(name: str, length: int) -> int:
    """The leaves on the right of a tree that is a chain, but for the last two: as of a loop with two exits."""
    from albers.expr.arrays import byte_of, symbol
    from albers.expr.bits import not_
    from albers.expr.compare import eq
    from albers.merging.execution_tree import ExecutionTree
    from tests.merging.trees import state

    array = symbol("s", length + 1)
    tree = ExecutionTree(state(0))
    leaf = tree.root
    exits = []
    for i in range(length):
        condition = eq(byte_of(array, i), const(8, 7))
        leaf, out = tree.fork(leaf, state(i + 1), condition, not_(condition), 1)
        exits.append(out)
    return tree_sizes([make_encoding(name, tree, exits).condition()])[0]
