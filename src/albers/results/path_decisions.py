"""Which way a path went at every conditional branch, for .path and .sym.path files; only in runs that ask for it."""

from __future__ import annotations

from albers.engine.hooks import Hook
from albers.engine.state import BlockCode, Frame, State
from albers.ir.instructions import Branch


class _Trail:
    """Of one state: the block each frame is in, by depth, and the decisions so far."""

    def __init__(self) -> None:
        self.blocks: dict[int, BlockCode] = {}
        self.decisions: list[int] = []
        self.symbolic: list[int] = []
        self.forked = False

    def copy(self) -> _Trail:
        twin = _Trail()
        twin.blocks = self.blocks.copy()
        twin.decisions = self.decisions.copy()
        twin.symbolic = self.symbolic.copy()
        twin.forked = self.forked
        return twin


class PathDecisions(Hook):
    """1 where the condition held, 0 where it did not. Symbolic are the decisions at which the path was split."""

    def __init__(self) -> None:
        self._trails: dict[int, _Trail] = {}

    def forked(self, state: State, child: State, condition: object) -> None:
        trail = self._trail(state)
        trail.forked = True
        self._trails[child.id] = trail.copy()

    def called(self, state: State, frame: Frame) -> None:
        self._trail(state).blocks[int(frame.depth)] = frame.block

    def entered_block(self, state: State) -> None:
        trail = self._trail(state)
        frame = state.frame
        before = trail.blocks.get(int(frame.depth))
        trail.blocks[int(frame.depth)] = frame.block
        if before is None or before.code is not frame.code:
            before = frame.code.blocks[0]
        last = before.ops[-1].instruction
        if isinstance(last, Branch) and len(last.successors()) == 2:
            decision = int(last.successors()[0] == frame.block.index)
            trail.decisions.append(decision)
            if trail.forked:
                trail.symbolic.append(decision)
        trail.forked = False

    def decisions_of(self, state_id: int) -> tuple[list[int], list[int]]:
        """All and the symbolic decisions of a path that has ended; asked once."""
        trail = self._trails.pop(state_id, _Trail())
        return trail.decisions, trail.symbolic

    def _trail(self, state: State) -> _Trail:
        trail = self._trails.get(state.id)
        if trail is None:
            trail = _Trail()
            self._trails[state.id] = trail
        return trail
