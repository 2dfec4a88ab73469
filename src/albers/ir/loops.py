"""Loops of a body and how they nest.

A loop is a strongly connected region: with a single entry it is the natural loop of its header (all back edges to one
header make one loop); with several entries it is irreducible, and its first block in reverse postorder stands in as
header. Taking the header away from a region splits it into its inner regions, which are the inner loops.
"""

from __future__ import annotations

from albers.ir.cfg import Graph, reverse_postorder, strongly_connected_components, successors
from albers.ir.module import Body


class Loop:
    """`exit_edges` are (block inside, block outside); `entries` are the blocks entered from outside."""

    def __init__(self, header: int, blocks: frozenset[int], entries: list[int], parent: Loop | None) -> None:
        self.header = header
        self.blocks = blocks
        self.entries = entries
        self.parent = parent
        self.children: list[Loop] = []
        self.exit_edges: list[tuple[int, int]] = []
        self.latches: list[int] = []
        self.depth: int = 1 if parent is None else parent.depth + 1
        if parent is not None:
            parent.children.append(self)

    @property
    def is_irreducible(self) -> bool:
        return len(self.entries) > 1

    def __repr__(self) -> str:
        return f"Loop(header={self.header}, blocks={sorted(self.blocks)})"


class LoopForest:
    """All loops of a function; `innermost[i]` is the innermost loop around block i, None outside of loops."""

    def __init__(self, block_count: int) -> None:
        self.roots: list[Loop] = []
        self.loops: list[Loop] = []
        self.innermost: list[Loop | None] = [None] * block_count

    def loop_with_header(self, header: int) -> Loop | None:
        found = self.innermost[header]
        while found is not None and found.header != header:
            found = found.parent
        return found


def find_loops(body: Body) -> LoopForest:
    """The loops among the blocks reachable from the entry, outer ones before inner ones."""
    return loops_of(successors(body))


def loops_of(graph: Graph) -> LoopForest:
    """The loops of a graph whose entry is node 0."""
    forest = LoopForest(len(graph))
    order = reverse_postorder(graph)
    position = {node: place for place, node in enumerate(order)}
    regions: list[tuple[list[int], Loop | None]] = [(order, None)]
    while regions:
        nodes, parent = regions.pop()
        for component in strongly_connected_components(graph, nodes):
            if len(component) == 1 and component[0] not in graph[component[0]]:
                continue
            header = min(component, key=position.__getitem__)
            loop = Loop(header, frozenset(component), [], parent)
            forest.loops.append(loop)
            for node in component:
                forest.innermost[node] = loop  # inner loops come later and replace this
            regions.append(([node for node in component if node != header], loop))
    _find_edges(forest, graph, order)
    forest.loops.sort(key=lambda loop: (loop.depth, position[loop.header]))
    for loop in forest.loops:
        loop.children.sort(key=lambda inner: position[inner.header])
        if loop.parent is None:
            forest.roots.append(loop)
    return forest


def _find_edges(forest: LoopForest, graph: Graph, order: list[int]) -> None:
    """Fill in entries, exits and latches by looking at every edge once per loop it touches."""
    for source in order:
        for target in graph[source]:
            left = forest.innermost[source]
            while left is not None and target not in left.blocks:
                left.exit_edges.append((source, target))
                left = left.parent
            entered = forest.innermost[target]
            while entered is not None:
                if source not in entered.blocks:
                    if target not in entered.entries:
                        entered.entries.append(target)
                elif target == entered.header:
                    entered.latches.append(source)
                entered = entered.parent
    entry_loop = forest.innermost[0] if graph else None
    while entry_loop is not None:  # the function's start is an entry that no edge shows
        if 0 not in entry_loop.entries:
            entry_loop.entries.insert(0, 0)
        entry_loop = entry_loop.parent
