"""Dominator and post-dominator trees, by the iteration of Cooper, Harvey and Kennedy over reverse postorder.

A block d dominates b if every path from the entry to b passes d; it post-dominates b if every path from b to the end of
the function passes d. Blocks the entry does not reach are in no tree.
"""

from __future__ import annotations

from albers.ir.cfg import (
    Graph,
    reachable,
    reverse_postorder,
    reversed_graph,
    strongly_connected_components,
    successors,
)
from albers.ir.module import Body


class DominatorTree:
    """`parent[i]` is the immediate dominator of node i, -1 for the root and for nodes outside the tree."""

    def __init__(self, root: int, parent: list[int]) -> None:
        self.root = root
        self.parent = parent
        self.children: list[list[int]] = [[] for _ in parent]
        for node, above in enumerate(parent):
            if above >= 0:
                self.children[above].append(node)
        # A node's subtree is the interval of visiting times [entered, left).
        self._entered = [-1] * len(parent)
        self._left = [-1] * len(parent)
        self._number_subtrees()

    def contains(self, node: int) -> bool:
        return self._entered[node] >= 0

    def dominates(self, above: int, below: int) -> bool:
        """Whether `above` dominates `below`; every node of the tree dominates itself."""
        if self._entered[above] < 0 or self._entered[below] < 0:
            return False
        return self._entered[above] <= self._entered[below] < self._left[above]

    def common_dominator(self, first: int, second: int) -> int:
        """The lowest node that dominates both, which must be in the tree."""
        node = first
        while not self.dominates(node, second):
            node = self.parent[node]
        return node

    def _number_subtrees(self) -> None:
        clock = 0
        stack = [self.root]
        while stack:
            node = stack.pop()
            if node < 0:  # the marker pushed below: everything under ~node has been numbered
                self._left[~node] = clock
                continue
            self._entered[node] = clock
            clock += 1
            stack.append(~node)
            stack.extend(self.children[node])


def dominator_tree(body: Body) -> DominatorTree:
    """Which blocks every path from the entry must pass."""
    return dominators_of(successors(body), 0)


def post_dominator_tree(body: Body) -> DominatorTree:
    """Which blocks every path to the end must pass.

    The root is an extra node with the index len(body.blocks): all blocks without successors lead there. Blocks that can
    only loop forever would be outside; of each such loop the block latest in reverse postorder leads there too.
    """
    graph = successors(body)
    return dominators_of(reversed_graph(with_common_exit(graph)), len(graph))


def with_common_exit(graph: Graph) -> Graph:
    """The part of the graph reachable from node 0, plus a node that is reached from every end and endless loop."""
    order = reverse_postorder(graph)
    exit_node = len(graph)
    extended: Graph = [[] for _ in range(exit_node + 1)]
    for node in order:
        extended[node] = list(graph[node]) or [exit_node]
    ending = reachable(reversed_graph(extended), [exit_node])
    endless = [node for node in order if node not in ending]
    position = {node: place for place, node in enumerate(order)}
    for component in strongly_connected_components(graph, endless):
        members = set(component)
        if all(target in members for node in component for target in graph[node]):
            extended[max(component, key=position.__getitem__)].append(exit_node)
    return extended


def dominators_of(graph: Graph, root: int) -> DominatorTree:
    """The dominator tree of any graph with a root."""
    order = reverse_postorder(graph, root)
    position = [-1] * len(graph)
    for place, node in enumerate(order):
        position[node] = place
    backward = reversed_graph(graph)
    parent = [-1] * len(graph)
    parent[root] = root
    changed = True
    while changed:
        changed = False
        for node in order[1:]:
            best = -1
            for before in backward[node]:
                if parent[before] >= 0:
                    best = before if best < 0 else _meet(best, before, parent, position)
            if parent[node] != best:
                parent[node] = best
                changed = True
    parent[root] = -1
    return DominatorTree(root, parent)


def _meet(first: int, second: int, parent: list[int], position: list[int]) -> int:
    """The nearest common ancestor in the tree built so far."""
    while first != second:
        while position[first] > position[second]:
            first = parent[first]
        while position[second] > position[first]:
            second = parent[second]
    return first
