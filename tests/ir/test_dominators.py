"""Dominance means that removing the dominator cuts every path."""

from __future__ import annotations

from hypothesis import given

from albers.ir.cfg import Graph
from albers.ir.dominators import dominator_tree, post_dominator_tree
from tests.ir.graphs import body_of, chain, graphs, reaches


@given(graph=graphs())
def test_a_dominator_is_on_every_path_from_the_entry(graph: Graph) -> None:
    tree = dominator_tree(body_of(graph))
    for below in range(len(graph)):
        for above in range(len(graph)):
            cuts = reaches(graph, 0, below) and reaches(graph, 0, above)
            cuts = cuts and (above == below or not reaches(graph, 0, below, frozenset([above])))
            assert tree.dominates(above, below) == cuts


@given(graph=graphs())
def test_the_parent_is_the_closest_other_dominator(graph: Graph) -> None:
    tree = dominator_tree(body_of(graph))
    for node in range(len(graph)):
        assert tree.contains(node) == reaches(graph, 0, node)
        strict = [other for other in range(len(graph)) if other != node and tree.dominates(other, node)]
        if not strict:
            assert tree.parent[node] == -1
            continue
        assert tree.parent[node] in strict
        assert all(tree.dominates(other, tree.parent[node]) for other in strict)
        assert node in tree.children[tree.parent[node]]


@given(graph=graphs())
def test_a_post_dominator_is_on_every_path_to_the_end(graph: Graph) -> None:
    end = len(graph)
    extended: Graph = [list(targets) or [end] for targets in graph] + [[]]
    nodes = [node for node in range(end) if reaches(graph, 0, node)]
    tree = post_dominator_tree(body_of(graph))
    assert tree.root == end
    assert all(tree.contains(node) for node in nodes)
    if not all(reaches(extended, node, end) for node in nodes):
        return  # endless loops: the tree invents ways out, see below
    for below in nodes:
        for above in [*nodes, end]:
            cuts = above == below or not reaches(extended, below, end, frozenset([above]))
            assert tree.dominates(above, below) == cuts


def test_an_endless_loop_leaves_from_its_last_block() -> None:
    tree = post_dominator_tree(body_of([[1, 4], [2], [3], [2], []]))
    assert tree.parent == [5, 2, 3, 5, 5, -1]


@given(graph=graphs())
def test_the_common_dominator_is_the_lowest_above_both(graph: Graph) -> None:
    tree = dominator_tree(body_of(graph))
    nodes = [node for node in range(len(graph)) if tree.contains(node)]
    for first in nodes:
        for second in nodes:
            common = tree.common_dominator(first, second)
            both = [node for node in nodes if tree.dominates(node, first) and tree.dominates(node, second)]
            assert common in both
            assert all(tree.dominates(node, common) for node in both)


def test_deep_graphs_are_no_problem() -> None:
    body = body_of(chain(30_000))
    assert dominator_tree(body).dominates(0, 29_999)
    assert post_dominator_tree(body).dominates(29_999, 0)
