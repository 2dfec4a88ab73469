"""Orders, reachability and components of control-flow graphs."""

from __future__ import annotations

from hypothesis import given

from albers.ir.cfg import (
    Graph,
    predecessors,
    reachable,
    reverse_postorder,
    strongly_connected_components,
    successors,
)
from albers.ir.instructions import Switch
from albers.ir.operands import ConstInt
from albers.ir.types import I32, VOID
from tests.ir.graphs import body_of, chain, graphs, reaches


@given(graph=graphs())
def test_successors_and_predecessors_are_the_edges(graph: Graph) -> None:
    body = body_of(graph)
    assert successors(body) == graph
    backward = predecessors(body)
    assert {(a, b) for a in range(len(graph)) for b in graph[a]} == {
        (a, b) for b in range(len(graph)) for a in backward[b]
    }


def test_an_edge_counts_once_however_many_cases_take_it() -> None:
    body = body_of([[1], []])
    body.blocks[0].instructions = [Switch(VOID, ConstInt(I32, 0), 1, [(1, 1), (2, 1)])]
    assert successors(body) == [[1], []]
    assert predecessors(body) == [[], [0]]


@given(graph=graphs())
def test_reverse_postorder_lists_what_is_reachable_and_respects_forward_edges(graph: Graph) -> None:
    order = reverse_postorder(graph)
    assert sorted(order) == [node for node in range(len(graph)) if reaches(graph, 0, node)]
    position = {node: place for place, node in enumerate(order)}
    for node in order:
        for target in graph[node]:
            if not reaches(graph, target, node):  # not part of a cycle
                assert position[node] < position[target]


@given(graph=graphs())
def test_reachable_means_there_is_a_path(graph: Graph) -> None:
    for root in range(len(graph)):
        assert reachable(graph, [root]) == {node for node in range(len(graph)) if reaches(graph, root, node)}


@given(graph=graphs())
def test_components_are_the_classes_of_mutual_reachability(graph: Graph) -> None:
    nodes = [node for node in range(len(graph)) if node % 4 != 3]
    others = frozenset(range(len(graph))) - frozenset(nodes)
    expected = {
        frozenset(b for b in nodes if reaches(graph, a, b, others) and reaches(graph, b, a, others)) for a in nodes
    }
    components = strongly_connected_components(graph, nodes)
    assert {frozenset(component) for component in components} == expected
    for place, component in enumerate(components):
        later = {node for other in components[place + 1 :] for node in other}
        assert not any(target in later for node in component for target in graph[node])


def test_deep_graphs_are_no_problem() -> None:
    graph = chain(30_000)
    assert reverse_postorder(graph) == list(range(30_000))
    assert len(strongly_connected_components(graph, list(range(30_000)))) == 2
