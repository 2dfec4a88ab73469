"""Loops against what reachability and dominance say."""

from __future__ import annotations

from hypothesis import given

from albers.ir.cfg import Graph
from albers.ir.dominators import DominatorTree, dominators_of
from albers.ir.loops import Loop, find_loops, loops_of
from tests.ir.assembly import function_of
from tests.ir.graphs import body_of, chain, graphs, reaches


def live_nodes(graph: Graph) -> list[int]:
    return [node for node in range(len(graph)) if reaches(graph, 0, node)]


def natural_loops(graph: Graph, tree: DominatorTree) -> dict[int, set[int]]:
    """By the definition: for every back edge to a dominator, all nodes that reach its source without the header."""
    loops: dict[int, set[int]] = {}
    for source in live_nodes(graph):
        for header in graph[source]:
            if tree.dominates(header, source):
                body = {node for node in live_nodes(graph) if reaches(graph, node, source, frozenset([header]))}
                loops.setdefault(header, {header}).update(body)
    return loops


def is_reducible(graph: Graph, tree: DominatorTree) -> bool:
    """Whether every cycle goes through an edge to a dominator."""
    forward = [[t for t in targets if not tree.dominates(t, node)] for node, targets in enumerate(graph)]
    return not any(reaches(forward, t, node) for node in live_nodes(graph) for t in forward[node])


@given(graph=graphs())
def test_reducible_graphs_have_exactly_their_natural_loops(graph: Graph) -> None:
    tree = dominators_of(graph, 0)
    if is_reducible(graph, tree):
        found = {loop.header: set(loop.blocks) for loop in loops_of(graph).loops}
        assert found == natural_loops(graph, tree)
        assert not any(loop.is_irreducible for loop in loops_of(graph).loops)
    else:
        assert any(loop.is_irreducible for loop in loops_of(graph).loops)


@given(graph=graphs())
def test_outermost_loops_are_the_cyclic_components(graph: Graph) -> None:
    nodes = live_nodes(graph)
    components = {
        frozenset(b for b in nodes if reaches(graph, a, b) and reaches(graph, b, a))
        for a in nodes
        if any(reaches(graph, target, a) for target in graph[a])
    }
    assert {loop.blocks for loop in loops_of(graph).roots} == components


@given(graph=graphs())
def test_entries_exits_and_latches_are_the_edges_that_say_so(graph: Graph) -> None:
    edges = {(source, target) for source in live_nodes(graph) for target in graph[source]}
    for loop in loops_of(graph).loops:
        entered = {target for source, target in edges if source not in loop.blocks and target in loop.blocks}
        assert set(loop.entries) == entered | ({0} & loop.blocks)
        assert len(loop.entries) == len(set(loop.entries))
        leaving = [edge for edge in edges if edge[0] in loop.blocks and edge[1] not in loop.blocks]
        assert sorted(loop.exit_edges) == sorted(leaving)
        assert set(loop.latches) == {source for source in loop.blocks if loop.header in graph[source]}


@given(graph=graphs())
def test_loops_nest(graph: Graph) -> None:
    forest = loops_of(graph)
    for loop in forest.loops:
        assert forest.loop_with_header(loop.header) is loop
        outside = frozenset(range(len(graph))) - loop.blocks
        assert all(reaches(graph, a, b, outside) for a in loop.blocks for b in loop.blocks)
        if loop.parent is not None:
            assert loop.blocks <= loop.parent.blocks - {loop.parent.header}
            assert loop in loop.parent.children
            assert loop.depth == loop.parent.depth + 1
    for node in range(len(graph)):
        around = [loop for loop in forest.loops if node in loop.blocks]
        innermost = forest.innermost[node]
        assert innermost is (min(around, key=lambda loop: len(loop.blocks)) if around else None)


def test_an_irreducible_region_is_a_loop_with_two_entries() -> None:
    forest = loops_of([[1, 2], [2, 3], [1], []])
    (loop,) = forest.loops
    assert loop.blocks == {1, 2}
    assert sorted(loop.entries) == [1, 2]
    assert loop.is_irreducible
    assert loop.exit_edges == [(1, 3)]


def test_two_loops_of_a_real_function() -> None:
    function = function_of(
        """
        define void @f(i1 %c) {
        entry:
          br label %outer
        outer:
          br label %inner
        inner:
          br i1 %c, label %inner, label %latch
        latch:
          br i1 %c, label %outer, label %end
        end:
          ret void
        }
        """
    )
    forest = find_loops(function.body)
    outer, inner = forest.loops
    assert forest.roots == [outer]
    assert isinstance(outer, Loop)
    assert (outer.header, sorted(outer.blocks), outer.exit_edges) == (1, [1, 2, 3], [(3, 4)])
    assert (inner.header, sorted(inner.blocks), inner.parent) == (2, [2], outer)


def test_deep_graphs_are_no_problem() -> None:
    (loop,) = find_loops(body_of(chain(30_000))).loops
    assert len(loop.blocks) == 29_999
    nested = [[1]] + [[i + 1, i - 1] if i > 1 else [2] for i in range(1, 300)] + [[]]
    assert max(loop.depth for loop in loops_of(nested).loops) > 100
