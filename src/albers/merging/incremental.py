"""Incremental merging (FSE'23, section 4): while a tree grows, states that have come to agree are joined at once.

Where paths of the loop meet, a state is compared with what other states of the context were when they stood there. If
nothing that will still be read tells the two apart, the state goes on for both, and what the other became since then is
given up: it will be found again from here. A tree that would be exponential stays as small as the loop's own memory.
"""

from __future__ import annotations

from typing import Final

from albers.engine.state import State
from albers.ir.cfg import predecessors
from albers.merging.compatibility import difference, same_memory
from albers.merging.execution_tree import Node
from albers.merging.live_registers import LiveRegisters
from albers.merging.loops import Region

# A context that keeps more than this is not going to agree on anything.
_MOST_SNAPSHOTS: Final = 4096


class _Snapshot:
    """What a state was when it stood at `node`; `twin` never runs."""

    def __init__(self, node: Node, twin: State) -> None:
        self.node = node
        self.twin = twin


class Snapshots:
    """Of one context, by what is live; `region` is its loop."""

    def __init__(self, region: Region, live: LiveRegisters) -> None:
        self._live = live
        self._region = region
        self._places = _meeting_places(region)
        self._kept: dict[tuple[object, ...], list[_Snapshot]] = {}
        self._count = 0

    def is_place(self, state: State) -> bool:
        """Whether paths of the loop meet where the state stands."""
        frame = state.frame
        return frame.depth == self._region.depth and int(frame.block.index) in self._places

    def agreeing(self, state: State) -> list[Node]:
        """Nodes at which another state was what this one is now, those nearest to the root first."""
        found: list[Node] = []
        for snapshot in self._kept.get(self._key(state), []):
            node = snapshot.node
            if node.is_gone or node.is_partial:
                continue
            if not difference(snapshot.twin, state) and same_memory(snapshot.twin.memory, state.memory):
                found.append(node)
        found.sort(key=_depth)
        return found

    def keep(self, state: State, node: Node) -> None:
        if self._count >= _MOST_SNAPSHOTS:
            return
        self._count += 1
        self._kept.setdefault(self._key(state), []).append(_Snapshot(node, state.fork(-1)))

    def _key(self, state: State) -> tuple[object, ...]:
        """Equal for states that agree on live registers; callers are compared by identity."""
        frame = state.frame
        key: list[object] = [id(frame.block), 0 if frame.caller is None else id(frame.caller)]
        for register in self._live.of(frame, -1):
            key.append(frame.registers[register])
        return tuple(key)


def _depth(node: Node) -> int:
    return len(node.path())


def _meeting_places(region: Region) -> frozenset[int]:
    """Blocks of the loop with more than one predecessor; elsewhere states agree only if they did before."""
    body = region.code.function.body
    before = predecessors(body)
    return frozenset([index for index in region.blocks if len(before[index]) > 1])
