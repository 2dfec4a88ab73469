"""What of the user's code was executed: lines, branch sides and instructions.

Reads what the engine notes in blocks while it runs. Totals are found once; a block is looked at until it is covered
completely, so that asking again costs little. Source text and reports are not here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from albers.engine.state import BlockCode, Code
from albers.ir.instructions import Instruction, Phi
from albers.ir.module import Block


@dataclass(frozen=True)
class CoverageFacts:
    """A line is (file, number); it is covered if any instruction on it was executed.

    A terminator with several distinct successors is a branch, each successor one of its sides. `branches_*` count
    sides; a branch is full if all its sides were taken, partial if some but not all were.
    """

    lines_covered: set[tuple[str, int]]
    lines_total: set[tuple[str, int]]
    branches_covered: int
    branches_total: int
    instructions_covered: int
    instructions_total: int
    full_branches: int
    partial_branches: int
    num_branches: int


class _BlockCoverage:
    """What was already counted of a block."""

    def __init__(self, block: Block) -> None:
        self.index = block.index
        self.phis: list[Instruction] = [each for each in block.instructions if isinstance(each, Phi)]
        distinct = len(set(block.terminator().successors()))
        self.sides = distinct if distinct > 1 else 0
        self.entered = False
        self.reached = 0
        self.taken = 0

    def is_complete(self, block: BlockCode) -> bool:
        return self.entered and self.reached == len(block.ops) and self.taken == self.sides


class Coverage:
    """Coverage of the functions that are the user's and have a body."""

    def __init__(self, codes: Mapping[str, Code]) -> None:
        self._codes = codes
        self._is_prepared = False
        self._open: list[tuple[Code, list[_BlockCoverage]]] = []  # functions with blocks not completely covered
        self._lines_total: set[tuple[str, int]] = set()
        self._lines_covered: set[tuple[str, int]] = set()
        self._branches_total = 0
        self._branches_covered = 0
        self._instructions_total = 0
        self._instructions_covered = 0
        self._num_branches = 0
        self._full_branches = 0
        self._partial_branches = 0

    def facts(self) -> CoverageFacts:
        """The coverage at this moment."""
        if not self._is_prepared:
            self._prepare()
        self._refresh()
        return CoverageFacts(
            lines_covered=self._lines_covered.copy(),
            lines_total=self._lines_total.copy(),
            branches_covered=self._branches_covered,
            branches_total=self._branches_total,
            instructions_covered=self._instructions_covered,
            instructions_total=self._instructions_total,
            full_branches=self._full_branches,
            partial_branches=self._partial_branches,
            num_branches=self._num_branches,
        )

    def _prepare(self) -> None:
        self._is_prepared = True
        for code in self._codes.values():
            if not code.is_user or code.function.is_declaration:
                continue
            blocks: list[_BlockCoverage] = []
            for block in code.function.body.blocks:
                coverage = _BlockCoverage(block)
                blocks.append(coverage)
                self._instructions_total += len(block.instructions)
                self._branches_total += coverage.sides
                if coverage.sides:
                    self._num_branches += 1
                for instruction in block.instructions:
                    _add_line(self._lines_total, instruction)
            self._open.append((code, blocks))

    def _refresh(self) -> None:
        still_open: list[tuple[Code, list[_BlockCoverage]]] = []
        for code, blocks in self._open:
            if code.is_lowered:
                for seen in blocks:
                    self._refresh_block(seen, code.blocks[seen.index])
                blocks = [seen for seen in blocks if not seen.is_complete(code.blocks[seen.index])]
            if blocks:
                still_open.append((code, blocks))
        self._open = still_open

    def _refresh_block(self, seen: _BlockCoverage, block: BlockCode) -> None:
        if block.entered and not seen.entered:
            seen.entered = True
            self._instructions_covered += len(seen.phis)
            for phi in seen.phis:
                _add_line(self._lines_covered, phi)
        if block.reached > seen.reached:
            self._count_executed(block, seen.reached)
            seen.reached = block.reached
        if seen.taken < seen.sides:
            self._refresh_sides(seen, block.taken.count(True))

    def _count_executed(self, block: BlockCode, start: int) -> None:
        for position in range(start, block.reached):
            instruction = block.ops[position].instruction
            following = position + 1
            if following < len(block.ops) and block.ops[following].instruction is instruction:
                continue  # one of several operations for one instruction: the last of them counts
            if instruction is not None:
                self._instructions_covered += 1
                _add_line(self._lines_covered, instruction)

    def _refresh_sides(self, seen: _BlockCoverage, taken: int) -> None:
        if taken == seen.taken:
            return
        self._branches_covered += taken - seen.taken
        was_partial = seen.taken > 0
        is_full = taken == seen.sides
        if is_full:
            self._full_branches += 1
        if was_partial and is_full:
            self._partial_branches -= 1
        elif not was_partial and not is_full:
            self._partial_branches += 1
        seen.taken = taken


def _add_line(lines: set[tuple[str, int]], instruction: Instruction) -> None:
    location = instruction.location
    if location is not None and location.line > 0:
        lines.add((location.file, location.line))
