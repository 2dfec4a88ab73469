"""Which lines each single path executed: a hook that watches every block, for runs that ask for it."""

from __future__ import annotations

from albers.engine.hooks import Hook
from albers.engine.state import BlockCode, Code, Frame, State

Lines = dict[str, list[int]]


class PathCoverage(Hook):
    """Keeps the blocks of the user's code that a living path has entered; every path begins at `entry`."""

    def __init__(self, entry: Code) -> None:
        self._entry = entry
        self._blocks: dict[int, dict[BlockCode, None]] = {}

    def forked(self, state: State, child: State, condition: object) -> None:
        self._blocks[child.id] = self._blocks.get(state.id, {}).copy()

    def entered_block(self, state: State) -> None:
        block = state.frame.block
        if block.code.is_user:
            self._blocks.setdefault(state.id, {})[block] = None

    def called(self, state: State, frame: Frame) -> None:
        self.entered_block(state)

    def lines_of(self, state_id: int) -> Lines:
        """The lines of a path that has ended, by file; asked once. The last block counts as a whole."""
        lines: dict[str, set[int]] = {}
        for block in {**dict.fromkeys(self._entry.blocks[:1]), **self._blocks.pop(state_id, {})}:
            for op in block.ops:
                location = op.instruction.location if op.instruction is not None else None
                if location is not None and location.line > 0:
                    lines.setdefault(location.file, set()).add(location.line)
        return {file: sorted(numbers) for file, numbers in lines.items()}
