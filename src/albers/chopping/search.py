"""The chopping-aware search: states that recover and states that explore are chosen from separate worklists.

Where both kinds are there, a recovery is chosen with a given probability (Section 3.5 of the paper: 0.2). Each
worklist has a searcher of its own, of any kind.
"""

from __future__ import annotations

import random

from albers.chopping.recovery import Recoverer
from albers.engine.searchers import Searcher
from albers.engine.state import State


class ChoppingSearcher(Searcher):
    """Two searchers and a coin."""

    def __init__(
        self, exploring: Searcher, recovering: Searcher, ratio: float, recoverer: Recoverer, generator: random.Random
    ) -> None:
        self._exploring = exploring
        self._recovering = recovering
        self._ratio = ratio
        self._recoverer = recoverer
        self._generator = generator
        self._in_recovery: set[int] = set()

    def select(self) -> State:
        if self._recovering.is_empty():
            return self._exploring.select()
        if self._exploring.is_empty() or self._generator.random() < self._ratio:
            return self._recovering.select()
        return self._exploring.select()

    def update(self, current: State | None, added: list[State], removed: list[State]) -> None:
        recovering = [state for state in added if self._recoverer.is_recovery(state)]
        exploring = [state for state in added if not self._recoverer.is_recovery(state)]
        known = self._in_recovery
        known.update([state.id for state in recovering])
        was_recovering = current is not None and current.id in known
        gone_recovering = [state for state in removed if state.id in known]
        gone_exploring = [state for state in removed if state.id not in known]
        self._recovering.update(current if was_recovering else None, recovering, gone_recovering)
        self._exploring.update(None if was_recovering else current, exploring, gone_exploring)
        known.difference_update([state.id for state in removed])

    def is_empty(self) -> bool:
        return self._recovering.is_empty() and self._exploring.is_empty()
