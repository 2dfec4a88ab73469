"""How promising a state is: the weights of KLEE's non-uniform searchers, higher is better.

A weight reads the state; it chooses nothing. Which state runs is decided in `searchers`.
"""

from __future__ import annotations

from typing import Final

from albers.engine.distance import Distances
from albers.engine.state import Frame, State

# KLEE's distance for a state that can reach no uncovered code.
_NOTHING_IN_REACH: Final = 10_000
# KLEE's grace: for so many instructions after covering something new a state keeps its full bonus.
_COVERAGE_GRACE: Final = 1_000
# KLEE's threshold in seconds below which solving is considered free.
_FREE_QUERIES: Final = 0.1
# A call path is told apart by its innermost frames: deep recursion must not make a weight expensive.
_CALL_PATH_FRAMES: Final = 64


class Weight:
    """Answers `of(state)`; the other methods tell what happens to states, for weights that keep count.

    `shared` says that a state's weight also changes by what other states do.
    """

    def __init__(self, shared: bool) -> None:
        self.shared = shared

    def of(self, state: State) -> float:
        raise NotImplementedError

    def started(self, state: State) -> None:
        """The state is new to the searcher."""

    def ran(self, state: State) -> None:
        """The state ran for a slice."""

    def ended(self, state: State) -> None:
        """The state leaves the searcher."""


class DepthWeight(Weight):
    """Deep states first."""

    def __init__(self) -> None:
        super().__init__(shared=False)

    def of(self, state: State) -> float:
        return float(state.depth)


class QueryCostWeight(Weight):
    """States whose conditions are solved quickly first.

    The one weight that depends on the clock: a run with it is not repeatable.
    """

    def __init__(self) -> None:
        super().__init__(shared=False)

    def of(self, state: State) -> float:
        seconds = state.query_seconds
        return 1.0 if seconds < _FREE_QUERIES else 1.0 / seconds


class InstructionCountWeight(Weight):
    """States at instructions that ran rarely first. All instructions of a block have the block's count."""

    def __init__(self) -> None:
        super().__init__(shared=True)

    def of(self, state: State) -> float:
        visits = int(state.frame.block.visits)
        inverse = 1.0 / max(1, visits)
        return inverse * inverse


class CallPathWeight(Weight):
    """States at places that ran rarely under the present chain of callers first.

    KLEE counts every instruction for its call path. Here a slice's instructions are counted where it ended, for the
    pair of call path and block; a call path is the functions of the innermost frames, each once however often it
    recurs.
    """

    def __init__(self) -> None:
        super().__init__(shared=True)
        self._counts: dict[tuple[int, ...], int] = {}
        self._counted: dict[int, int] = {}  # instructions of each state that are in the counts already

    def of(self, state: State) -> float:
        return 1.0 / max(1, self._counts.get(_place(state), 0))

    def started(self, state: State) -> None:
        self._counted[state.id] = int(state.instructions)

    def ran(self, state: State) -> None:
        place = _place(state)
        instructions = int(state.instructions)
        self._counts[place] = self._counts.get(place, 0) + instructions - self._counted[state.id]
        self._counted[state.id] = instructions

    def ended(self, state: State) -> None:
        del self._counted[state.id]


class DistanceWeight(Weight):
    """States close to uncovered code first."""

    def __init__(self, distances: Distances) -> None:
        super().__init__(shared=True)
        self._distances = distances

    def of(self, state: State) -> float:
        return _closeness(self._distances, state)


class CoverNewWeight(Weight):
    """States close to uncovered code first, and those that covered something new lately.

    KLEE gives the second part to states that covered something; every path did, when it began.
    """

    def __init__(self, distances: Distances) -> None:
        super().__init__(shared=True)
        self._distances = distances

    def of(self, state: State) -> float:
        recency = 1.0 / max(1, int(state.since_new_cover) - _COVERAGE_GRACE)
        return _closeness(self._distances, state) + recency * recency


def _closeness(distances: Distances, state: State) -> float:
    distance = distances.distance(state)
    inverse = 1.0 / (distance if distance > 0 else _NOTHING_IN_REACH)
    return inverse * inverse


def _place(state: State) -> tuple[int, ...]:
    """The block the state is in, and the functions that led there from the innermost outwards."""
    functions: list[int] = []
    frame: Frame | None = state.frame
    for _ in range(_CALL_PATH_FRAMES):
        if frame is None:
            break
        if frame.code.number not in functions:
            functions.append(frame.code.number)
        frame = frame.caller
    functions.append(state.frame.block.index)
    return tuple(functions)
