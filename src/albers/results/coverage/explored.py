"""Coverage of an exploration in the terms of source files: hits, branch sides, functions, and what lines cost.

A hit is an execution on some path; what paths have in common before they part is executed once. Line numbers come from
debug information, so a line that the preparation of the program made disappear (`int x = 0;` held in a register) has
no code of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from albers.engine.history import History
from albers.engine.state import BlockCode, Code
from albers.ir.instructions import Instruction, Phi
from albers.results.coverage.measured import BranchSide, MeasuredCoverage


@dataclass
class LineCost:
    """What one line cost over all paths; `is_own` tells the user's code from the library's."""

    instructions: int = 0
    queries: int = 0
    solver_seconds: float = 0.0
    forks: int = 0
    is_own: bool = True


Place = tuple[str, int]


def explored_coverage(codes: Iterable[Code]) -> MeasuredCoverage:
    """The user's functions, executed or not."""
    result = MeasuredCoverage()
    branches: dict[str, int] = {}
    for code in codes:
        if not code.is_user or code.function.is_declaration:
            continue
        if not code.function.file:
            continue
        calls = _visits(code.blocks[0]) if code.is_lowered else 0
        result.file(code.function.file).functions[code.name] = (code.function.line, calls)
        for block in code.function.body.blocks:
            lowered = code.blocks[block.index] if code.is_lowered else None
            hits = _executed(lowered)
            for instruction in block.instructions:
                place = _place(instruction)
                if place is None:
                    continue
                lines = result.file(place[0]).lines
                entered = isinstance(instruction, Phi) and lowered is not None and lowered.entered
                count = _visits(lowered) if entered and lowered else hits.get(id(instruction), 0)
                lines[place[1]] = max(lines.get(place[1], 0), count)
            _add_branch(block.terminator(), lowered, branches, result)
    return result


def _executed(block: BlockCode | None) -> dict[int, int]:
    """How often each instruction of a block was executed; those behind the furthest point reached never were."""
    if block is None:
        return {}
    visits = _visits(block)
    executed = {id(op.instruction): visits for op in block.ops[: block.reached]}
    for op in block.ops[block.reached :]:
        executed.pop(id(op.instruction), None)
    return executed


def _visits(block: BlockCode) -> int:
    """The entry function's first block is entered by nobody."""
    return max(int(block.visits), int(block.entered))


def _add_branch(
    terminator: Instruction, block: BlockCode | None, numbers: dict[str, int], result: MeasuredCoverage
) -> None:
    targets = list(dict.fromkeys(terminator.successors()))
    place = _place(terminator)
    if len(targets) < 2 or place is None:
        return
    file, line = place
    number = numbers.get(file, 0)
    numbers[file] = number + 1
    taken = dict(zip(block.targets, block.taken, strict=True)) if block is not None else {}
    for side, target in enumerate(targets):
        result.file(file).branches.append(BranchSide(line, number, side, int(taken.get(target, False))))


def line_costs(codes: Mapping[str, Code], history: History) -> dict[Place, LineCost]:
    """By place; only what was executed."""
    costs: dict[Place, LineCost] = {}
    for code in codes.values():
        if not code.is_lowered:
            continue
        for block in code.blocks:
            for op in block.ops[: block.reached]:
                place = _place(op.instruction) if op.instruction is not None else None
                if place is None or op.instruction is None:
                    continue
                cost = costs.setdefault(place, LineCost(is_own=code.is_user))
                cost.instructions += _visits(block)
                spent = history.costs.get(op.instruction.assembly_line)
                if spent is not None:
                    cost.queries += spent.queries
                    cost.solver_seconds += spent.seconds
                    cost.forks += spent.forks
    return costs


def places(codes: Iterable[Code]) -> dict[int, tuple[str, int, str]]:
    """Lines of the module's text → file, line and function, of everything that was lowered."""
    found: dict[int, tuple[str, int, str]] = {}
    for code in codes:
        if not code.is_lowered:
            continue
        for block in code.blocks:
            for op in block.ops:
                place = _place(op.instruction) if op.instruction is not None else None
                if place is not None and op.instruction is not None:
                    found[op.instruction.assembly_line] = (*place, code.name)
    return found


def _place(instruction: Instruction) -> Place | None:
    location = instruction.location
    return (location.file, location.line) if location is not None and location.line > 0 else None
