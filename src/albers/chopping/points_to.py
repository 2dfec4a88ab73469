"""Whole-program points-to analysis after Andersen: which places every register and every place in memory may point to.

Flow- and context-insensitive, field-sensitive by byte offset, functions called through pointers found on the way; only
functions that the roots can reach are looked at. Values of every type are followed, since addresses travel as
integers and byte by byte too. The constraints come from `constraints.py`; here they are solved, by propagating
differences along a graph whose cycles are collapsed from time to time. Sets of places are ints, used as bit sets.
"""

from __future__ import annotations

from typing import Final

from albers.chopping.abstract_objects import ANYWHERE, Universe, places_in
from albers.ir.cfg import strongly_connected_components

_EDGES_PER_COLLAPSE: Final = 5_000


class Solver:
    """The constraint graph. A node is a register, a function's result, or what a place in memory holds."""

    def __init__(self, universe: Universe) -> None:
        self.universe = universe
        self._parent: list[int] = []  # union-find: nodes of one cycle are one
        self._points: list[int] = []
        self._known: list[int] = []  # the part of `_points` that was propagated
        self._covered: list[int] = []  # places of objects that the node points into at an unknown offset
        self._copies: list[set[int]] = []
        self._moves: list[dict[int, set[int]]] = []  # distance → targets
        self._spreads: list[set[int]] = []  # targets that get the objects at unknown offsets
        # Nodes that get all that is loaded through a pointer, and that hold all that is stored: one each, or several
        # after the collapse of a cycle.
        self._loads: list[list[int]] = []
        self._stores: list[list[int]] = []
        self._calls: list[list[int]] = []
        self._cells: dict[int, int] = {}  # place → node of what it holds
        self._whole: dict[int, int] = {}  # object → node of all that its places hold
        self._queue: list[int] = []
        self._queued: list[bool] = []
        self._order: list[int] = []  # smaller numbers come before along the edges, as of the last collapse
        self._moved: dict[int, dict[int, int]] = {}  # distance → place → place
        self._new_edges = 0
        # (tag of a call, function) pairs whose targets became known and that the generator has not seen yet.
        self.found_targets: list[tuple[int, int]] = []

    def node(self) -> int:
        number = len(self._parent)
        self._parent.append(number)
        self._points.append(0)
        self._known.append(0)
        self._covered.append(0)
        self._copies.append(set())
        self._moves.append({})
        self._spreads.append(set())
        self._loads.append([])
        self._stores.append([])
        self._calls.append([])
        self._queued.append(False)
        self._order.append(0)
        return number

    def find(self, node: int) -> int:
        parent = self._parent
        while parent[node] != node:
            parent[node] = parent[parent[node]]
            node = parent[node]
        return node

    def points(self, node: int) -> int:
        """The set of places a node may point to."""
        return self._points[self.find(node)]

    # Constraints

    def add_place(self, node: int, place: int) -> None:
        self._add(node, 1 << place)

    def add_copy(self, source: int, target: int) -> None:
        source = self.find(source)
        target = self.find(target)
        if source == target or target in self._copies[source]:
            return
        self._copies[source].add(target)
        self._new_edges += 1
        if self._known[source]:
            self._add(target, self._known[source] & ~self._covered[source])

    def add_move(self, source: int, target: int, distance: int) -> None:
        if distance == 0:
            self.add_copy(source, target)
            return
        source = self.find(source)
        self._moves[source].setdefault(distance, set()).add(target)
        if self._known[source]:
            self._add(target, self._all_moved(places_in(self._known[source] & ~self._covered[source]), distance))

    def add_spread(self, source: int, target: int) -> None:
        source = self.find(source)
        self._spreads[source].add(target)
        if self._known[source]:
            self._add(target, self._all_anywhere(places_in(self._known[source] & ~self._covered[source])))

    def add_load(self, pointer: int, target: int) -> None:
        pointer = self.find(pointer)
        loads = self._loads[pointer]
        if not loads:
            loads.append(self.node())
            for place in places_in(self._known[pointer] & ~self._covered[pointer]):
                self._load_from(place, loads[0])
        self.add_copy(loads[0], target)

    def add_store(self, pointer: int, source: int) -> None:
        pointer = self.find(pointer)
        stores = self._stores[pointer]
        if not stores:
            stores.append(self.node())
            for place in places_in(self._known[pointer] & ~self._covered[pointer]):
                self.add_copy(stores[0], self.cell(place))
        self.add_copy(source, stores[0])

    def _all_moved(self, places: list[int], distance: int) -> int:
        memo = self._moved.setdefault(distance, {})
        result = 0
        for place in places:
            to = memo.get(place, -1)
            if to < 0:
                to = self.universe.moved(place, distance)
                memo[place] = to
            result |= 1 << to
        return result

    def _all_anywhere(self, places: list[int]) -> int:
        result = 0
        for place in places:
            result |= 1 << self.universe.anywhere(place)
        return result

    def add_call(self, pointer: int, tag: int) -> None:
        """Call number `tag` goes to whatever functions `pointer` points to."""
        pointer = self.find(pointer)
        self._calls[pointer].append(tag)
        for place in places_in(self._known[pointer] & ~self._covered[pointer]):
            self.found_targets.append((tag, self.universe.place_objects[place]))

    def cell(self, place: int) -> int:
        """The node of what a place holds."""
        found = self._cells.get(place, -1)
        if found < 0:
            found = self.node()
            self._cells[place] = found
            self.add_copy(found, self._whole_of(self.universe.place_objects[place]))
        return found

    def _whole_of(self, object_: int) -> int:
        found = self._whole.get(object_, -1)
        if found < 0:
            found = self.node()
            self._whole[object_] = found
        return found

    def _load_from(self, place: int, target: int) -> None:
        universe = self.universe
        object_ = universe.objects[universe.place_objects[place]]
        if universe.place_offsets[place] == ANYWHERE:
            self.add_copy(self._whole_of(object_.number), target)
            return
        self.add_copy(self.cell(place), target)
        self.add_copy(self.cell(universe.place(object_, ANYWHERE)), target)

    # Solving

    def _add(self, node: int, bits: int) -> None:
        node = self.find(node)
        if bits & ~self._points[node]:
            self._points[node] |= bits
            if not self._queued[node]:
                self._queued[node] = True
                self._queue.append(node)

    def solve(self) -> None:
        """Propagates until nothing changes; `found_targets` may then hold calls for the generator to connect."""
        while self._queue:
            if self._new_edges > _EDGES_PER_COLLAPSE:
                self._collapse_cycles()
            # Along the edges, so that a node has heard from all before it, as far as their order is known.
            batch = sorted(self._queue, key=self._order.__getitem__)
            self._queue = []
            for node in batch:
                self._queued[node] = False
                if self.find(node) == node:
                    self._propagate(node)

    def _propagate(self, node: int) -> None:
        new = self._points[node] & ~self._known[node]
        if not new:
            return
        self._known[node] |= new
        # Of an object at an unknown offset all places are meant: to pass on the known ones too says nothing new.
        for place in places_in(new & self.universe.anywhere_places):
            self._covered[node] |= self.universe.exact_places[self.universe.place_objects[place]]
        new &= ~self._covered[node]
        if not new:
            return
        moves = self._moves[node]
        spreads = self._spreads[node]
        loads = self._loads[node]
        stores = self._stores[node]
        calls = self._calls[node]
        if moves or spreads or loads or stores or calls:
            places = places_in(new)
            for distance, targets in list(moves.items()):
                moved = self._all_moved(places, distance)
                for target in list(targets):
                    self._add(target, moved)
            if spreads:
                spread = self._all_anywhere(places)
                for target in list(spreads):
                    self._add(target, spread)
            if loads or stores:
                for place in places:
                    for target in loads:
                        self._load_from(place, target)
                    for source in stores:
                        self.add_copy(source, self.cell(place))
            for tag in calls:
                for place in places:
                    self.found_targets.append((tag, self.universe.place_objects[place]))
        for target in list(self._copies[node]):
            self._add(target, new)

    def _collapse_cycles(self) -> None:
        """Nodes that copy to each other in a cycle hold the same: make them one."""
        self._new_edges = 0
        count = len(self._parent)
        graph: list[list[int]] = [[] for _ in range(count)]
        for node in range(count):
            if self._parent[node] == node and self._copies[node]:
                targets = {self.find(target) for target in self._copies[node]}
                targets.discard(node)
                self._copies[node] = targets
                graph[node] = list(targets)
        linked = {target for targets in graph for target in targets}
        linked.update(node for node in range(count) if graph[node])
        for position, component in enumerate(strongly_connected_components(graph, sorted(linked))):
            first = component[0]
            self._order[first] = -position
            for other in component[1:]:
                self._merge(first, other)

    def _merge(self, into: int, node: int) -> None:
        self._parent[node] = into
        self._points[into] |= self._points[node]
        self._copies[into] |= self._copies[node]
        for distance, targets in self._moves[node].items():
            self._moves[into].setdefault(distance, set()).update(targets)
        self._spreads[into] |= self._spreads[node]
        self._loads[into] += self._loads[node]
        self._stores[into] += self._stores[node]
        self._calls[into] += self._calls[node]
        # What only one had propagated, the other's targets have not seen.
        self._known[into] &= self._known[node]
        self._covered[into] &= self._covered[node]
        self._copies[into].discard(into)
        self._copies[into].discard(node)
        self._copies[node] = set()
        self._moves[node] = {}
        self._spreads[node] = set()
        self._loads[node] = []
        self._stores[node] = []
        self._calls[node] = []
        if not self._queued[into]:
            self._queued[into] = True
            self._queue.append(into)
