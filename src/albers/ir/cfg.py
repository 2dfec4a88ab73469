"""The control-flow graph of a body as adjacency lists, and the orders to walk it in.

A graph is a list: the nodes are 0..n-1 and graph[i] are the successors of i, each once. Block 0 is the entry.
"""

from __future__ import annotations

from albers.ir.module import Body

Graph = list[list[int]]


def successors(body: Body) -> Graph:
    """For every block the blocks its terminator may go to, in the terminator's order, without repetition."""
    return [list(dict.fromkeys(block.terminator().successors())) for block in body.blocks]


def predecessors(body: Body) -> Graph:
    """For every block the blocks that may come before it, in increasing order."""
    return reversed_graph(successors(body))


def reversed_graph(graph: Graph) -> Graph:
    backward: Graph = [[] for _ in graph]
    for node, targets in enumerate(graph):
        for target in targets:
            backward[target].append(node)
    return backward


def reverse_postorder(graph: Graph, root: int = 0) -> list[int]:
    """The nodes reachable from `root` such that, back edges aside, a node comes before its successors."""
    if not graph:
        return []
    order: list[int] = []
    seen = [False] * len(graph)
    seen[root] = True
    stack = [root]
    next_edge = [0] * len(graph)
    while stack:
        node = stack[-1]
        edge = next_edge[node]
        if edge == len(graph[node]):
            order.append(node)
            stack.pop()
            continue
        next_edge[node] = edge + 1
        target = graph[node][edge]
        if not seen[target]:
            seen[target] = True
            stack.append(target)
    order.reverse()
    return order


def reachable(graph: Graph, roots: list[int]) -> set[int]:
    """Every node on a path that starts in one of `roots`, including those."""
    found = set(roots)
    stack = list(roots)
    while stack:
        for target in graph[stack.pop()]:
            if target not in found:
                found.add(target)
                stack.append(target)
    return found


def strongly_connected_components(graph: Graph, nodes: list[int]) -> list[list[int]]:
    """The maximal sets of `nodes` that reach each other using only `nodes` (Tarjan's algorithm).

    A component comes after all components it has edges to.
    """
    inside = [False] * len(graph)
    for node in nodes:
        inside[node] = True
    components: list[list[int]] = []
    order = [-1] * len(graph)
    low = [0] * len(graph)
    on_stack = [False] * len(graph)
    next_edge = [0] * len(graph)
    stack: list[int] = []
    counter = 0
    for root in nodes:
        if order[root] >= 0:
            continue
        path = [root]
        while path:
            node = path[-1]
            if order[node] < 0:
                order[node] = low[node] = counter
                counter += 1
                stack.append(node)
                on_stack[node] = True
            if next_edge[node] < len(graph[node]):
                target = graph[node][next_edge[node]]
                next_edge[node] += 1
                if not inside[target]:
                    continue
                if order[target] < 0:
                    path.append(target)
                elif on_stack[target]:
                    low[node] = min(low[node], order[target])
                continue
            path.pop()
            if path:
                low[path[-1]] = min(low[path[-1]], low[node])
            if low[node] == order[node]:
                component: list[int] = []
                while True:
                    member = stack.pop()
                    on_stack[member] = False
                    component.append(member)
                    if member == node:
                        break
                component.sort()
                components.append(component)
    return components
