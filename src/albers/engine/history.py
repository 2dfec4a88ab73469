"""What a run remembers of itself for the report: how states came from states, and what lines of code cost.

It notes forks, ends, merges and recoveries, never an ordinary instruction, so that it costs next to nothing. A run
with more of them than anybody could look at is remembered by its beginning.
"""

from __future__ import annotations

from typing import Final

from albers.engine.state import BlockCode, State

MOST_EVENTS: Final = 100_000

FORK: Final = "fork"  # other: the new state
END: Final = "end"  # detail: how it ended
MERGE: Final = "merge"  # other: the state that goes on for both
RECOVER: Final = "recover"  # other: the state that executes what was skipped
RESUME: Final = "resume"  # of a recovery state; other: the state that goes on with what it found


class Event:
    """Something that happened to a state at an instruction (a line of the module's text)."""

    def __init__(self, what: str, state: int, other: int, assembly_line: int, detail: str) -> None:
        self.what = what
        self.state = state
        self.other = other
        self.assembly_line = assembly_line
        self.detail = detail


class Cost:
    """What an instruction cost, over all paths."""

    def __init__(self) -> None:
        self.queries = 0
        self.seconds = 0.0
        self.forks = 0


class History:
    """Of one exploration."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.is_cut = False
        self.costs: dict[int, Cost] = {}  # by assembly line
        self._new_blocks: dict[int, list[BlockCode]] = {}  # by state

    def note(self, what: str, state: State, other: int, detail: str = "") -> None:
        if len(self.events) >= MOST_EVENTS:
            self.is_cut = True
            return
        self.events.append(Event(what, state.id, other, _line_of(state), detail))

    def forked(self, state: State, child: State) -> None:
        self._cost_of(state).forks += 1
        self.note(FORK, state, child.id)

    def asked(self, state: State, seconds: float) -> None:
        cost = self._cost_of(state)
        cost.queries += 1
        cost.seconds += seconds

    def covered(self, state: State, block: BlockCode) -> None:
        """The state is the first to enter a block of the user's code."""
        known = self._new_blocks.get(state.id)
        if known is None:
            self._new_blocks[state.id] = [block]
        else:
            known.append(block)

    def new_lines(self, state: State) -> list[tuple[str, int]]:
        """The lines that this state was the first to reach, in order; asked once, at its end."""
        lines: dict[tuple[str, int], None] = {}
        for block in self._new_blocks.pop(state.id, []):
            for op in block.ops:
                instruction = op.instruction
                if instruction is not None and instruction.location is not None and instruction.location.line > 0:
                    lines[instruction.location.file, instruction.location.line] = None
        return list(lines)

    def _cost_of(self, state: State) -> Cost:
        line = _line_of(state)
        cost = self.costs.get(line)
        if cost is None:
            cost = Cost()
            self.costs[line] = cost
        return cost


def _line_of(state: State) -> int:
    instruction = state.frame.current()
    return instruction.assembly_line if instruction is not None else 0
