"""Searchers: which of the live states runs next.

The explorer asks `select` before every slice and reports with `update` what the slice did. Every searcher does both in
logarithmic time at worst. Choices depend on the states and the seed only, never on addresses, hashes or the clock
(but for `qc`, whose weight is solving time).
"""

from __future__ import annotations

import random
from collections import OrderedDict
from typing import Final

from mypy_extensions import i64, mypyc_attr

from albers.engine.distance import Distances
from albers.engine.execution_tree import ExecutionTree
from albers.engine.state import State
from albers.engine.state_weights import (
    CallPathWeight,
    CoverNewWeight,
    DepthWeight,
    DistanceWeight,
    InstructionCountWeight,
    QueryCostWeight,
    Weight,
)
from albers.engine.sum_tree import SumTree
from albers.errors import UserError
from albers.options import SearchOptions

_DEFAULT: Final = ("random-path", "covnew")
# Waiting states whose weight is looked at again after every slice, because others changed it meanwhile.
_REWEIGHED_PER_SLICE: Final = 2


@mypyc_attr(allow_interpreted_subclasses=True)
class Searcher:
    """Holds the live states and picks one."""

    def select(self) -> State:
        """The state to run next; there must be one."""
        raise NotImplementedError

    def update(self, current: State | None, added: list[State], removed: list[State]) -> None:
        """`current` ran, `added` were forked meanwhile, `removed` ended (also `current`, or states just added)."""
        raise NotImplementedError

    def is_empty(self) -> bool:
        raise NotImplementedError


class DepthFirst(Searcher):
    """The newest state, until it ends."""

    def __init__(self) -> None:
        self._states: OrderedDict[int, State] = OrderedDict()

    def select(self) -> State:
        return self._states[next(reversed(self._states))]

    def update(self, current: State | None, added: list[State], removed: list[State]) -> None:
        for state in added:
            self._states[state.id] = state
        for state in removed:
            del self._states[state.id]

    def is_empty(self) -> bool:
        return not self._states


class BreadthFirst(Searcher):
    """The state whose last fork is longest ago: it and its children go to the end of the queue when it forks."""

    def __init__(self) -> None:
        self._states: OrderedDict[int, State] = OrderedDict()

    def select(self) -> State:
        return self._states[next(iter(self._states))]

    def update(self, current: State | None, added: list[State], removed: list[State]) -> None:
        if current is not None and added:
            self._states.move_to_end(current.id)
        for state in added:
            self._states[state.id] = state
        for state in removed:
            del self._states[state.id]

    def is_empty(self) -> bool:
        return not self._states


class RandomState(Searcher):
    """Every state with the same probability."""

    def __init__(self, generator: random.Random) -> None:
        self._generator = generator
        self._states: list[State] = []
        self._slots: dict[int, int] = {}

    def select(self) -> State:
        return self._states[self._generator.randrange(len(self._states))]

    def update(self, current: State | None, added: list[State], removed: list[State]) -> None:
        for state in added:
            self._slots[state.id] = len(self._states)
            self._states.append(state)
        for state in removed:
            # The last state moves into the gap.
            slot = self._slots.pop(state.id)
            last = self._states.pop()
            if last is not state:
                self._states[slot] = last
                self._slots[last.id] = slot

    def is_empty(self) -> bool:
        return not self._states


class RandomPath(Searcher):
    """A random walk down the execution tree: favours states high up, which had fewer chances to fork."""

    def __init__(self, generator: random.Random) -> None:
        self._tree = ExecutionTree(generator)

    def select(self) -> State:
        return self._tree.walk()

    def update(self, current: State | None, added: list[State], removed: list[State]) -> None:
        for state in added:
            self._tree.add(state)
        for state in removed:
            self._tree.remove(state)

    def is_empty(self) -> bool:
        return len(self._tree) == 0


class WeightedRandom(Searcher):
    """Every state with a probability in proportion to its weight.

    A weight is computed when a state is added and when it ran. Where the progress of others matters too, waiting
    states are looked at again in turn, a few after every slice.
    """

    def __init__(self, weight: Weight, generator: random.Random) -> None:
        self._weight = weight
        self._generator = generator
        self._tree = SumTree()
        self._states: list[State] = []
        self._slots: dict[int, int] = {}
        self._next_reweighed = 0

    def select(self) -> State:
        total = self._tree.total()
        if total <= 0.0:
            return self._states[self._generator.randrange(len(self._states))]
        return self._states[self._tree.find(self._generator.random() * total)]

    def update(self, current: State | None, added: list[State], removed: list[State]) -> None:
        for state in added:
            self._weight.started(state)
            self._slots[state.id] = len(self._states)
            self._states.append(state)
            self._tree.append(self._weight.of(state))
        if current is not None:
            self._weight.ran(current)
        for state in removed:
            self._remove(state)
        if current is not None:
            slot = self._slots.get(current.id, -1)
            if slot >= 0:
                self._tree.set(slot, self._weight.of(current))
        if self._weight.shared:
            self._reweigh_some()

    def is_empty(self) -> bool:
        return not self._states

    def _remove(self, state: State) -> None:
        """The last state moves into the gap."""
        self._weight.ended(state)
        slot: i64 = self._slots.pop(state.id)
        last = self._states.pop()
        if last is not state:
            self._states[slot] = last
            self._slots[last.id] = int(slot)
            self._tree.set(slot, self._tree.weight(len(self._states)))
        self._tree.pop()

    def _reweigh_some(self) -> None:
        for _ in range(min(_REWEIGHED_PER_SLICE, len(self._states))):
            if self._next_reweighed >= len(self._states):
                self._next_reweighed = 0
            slot = self._next_reweighed
            self._tree.set(slot, self._weight.of(self._states[slot]))
            self._next_reweighed = slot + 1


class Interleaved(Searcher):
    """Several searchers over the same states, each asked in turn."""

    def __init__(self, searchers: list[Searcher]) -> None:
        self._searchers = searchers
        self._turn = 0

    def select(self) -> State:
        searcher = self._searchers[self._turn]
        self._turn = (self._turn + 1) % len(self._searchers)
        return searcher.select()

    def update(self, current: State | None, added: list[State], removed: list[State]) -> None:
        for searcher in self._searchers:
            searcher.update(current, added, removed)

    def is_empty(self) -> bool:
        return self._searchers[0].is_empty()


def make_searcher(options: SearchOptions, distances: Distances) -> Searcher:
    """The searcher the options ask for; each of several gets a stream of random numbers of its own."""
    searchers: list[Searcher] = []
    for position, name in enumerate(options.search or _DEFAULT):
        generator = random.Random(f"{options.seed} {position} {name}")
        searchers.append(_make(name, generator, distances))
    return searchers[0] if len(searchers) == 1 else Interleaved(searchers)


def _make(name: str, generator: random.Random, distances: Distances) -> Searcher:
    if name == "dfs":
        return DepthFirst()
    if name == "bfs":
        return BreadthFirst()
    if name == "random-state":
        return RandomState(generator)
    if name == "random-path":
        return RandomPath(generator)
    return WeightedRandom(_make_weight(name, distances), generator)


def _make_weight(name: str, distances: Distances) -> Weight:
    if name == "covnew":
        return CoverNewWeight(distances)
    if name == "md2u":
        return DistanceWeight(distances)
    if name == "depth":
        return DepthWeight()
    if name == "icnt":
        return InstructionCountWeight()
    if name == "cpicnt":
        return CallPathWeight()
    if name == "qc":
        return QueryCostWeight()
    raise UserError(
        f"there is no searcher '{name}'; choose among dfs, bfs, random-state, random-path, covnew, md2u, depth, icnt, "
        "cpicnt and qc"
    )
