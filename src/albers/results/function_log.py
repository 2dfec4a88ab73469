"""functions.json: for each of the user's functions what a run executed of it, for commands that plan the next run.

A function's cost is the number of instructions executed in its own blocks. Covered lines and sides of branches are
there to be joined with those of other runs.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from albers.engine.state import Code
from albers.errors import UserError
from albers.results.output_directory import OutputDirectory

FILE_NAME: Final = "functions.json"

Line = tuple[str, int]
Side = tuple[str, int, int]  # function, block, side of its branch


@dataclass(frozen=True)
class FunctionCost:
    """`blocks` and `covered` count basic blocks."""

    name: str
    file: str
    line: int
    cost: int
    blocks: int
    covered: int


@dataclass(frozen=True)
class FunctionLog:
    functions: tuple[FunctionCost, ...]
    lines: frozenset[Line]
    lines_total: int
    sides: frozenset[Side]
    sides_total: int


def log_of(codes: Iterable[Code], lines_covered: set[Line], lines_total: int, sides_total: int) -> FunctionLog:
    """What the lowered code of a run knows of its past."""
    functions: list[FunctionCost] = []
    sides: set[Side] = set()
    for code in codes:
        if not code.is_user:
            continue
        cost = covered = 0
        for block in code.blocks:
            cost += int(block.visits) * len(block.ops)
            covered += 1 if block.entered else 0
            sides.update((code.name, block.index, side) for side, taken in enumerate(block.taken) if taken)
        function = code.function
        total = len(code.blocks) if code.is_lowered else len(function.body.blocks)
        functions.append(FunctionCost(code.name, function.file, function.line, cost, total, covered))
    return FunctionLog(tuple(functions), frozenset(lines_covered), lines_total, frozenset(sides), sides_total)


def write_function_log(log: FunctionLog, directory: OutputDirectory) -> None:
    document = {
        "functions": [vars(each) for each in log.functions],
        "lines": sorted(log.lines),
        "lines_total": log.lines_total,
        "sides": sorted(log.sides),
        "sides_total": log.sides_total,
    }
    with open(directory.file(FILE_NAME), "w", encoding="utf-8") as file:
        json.dump(document, file)
        file.write("\n")


def read_function_log(directory: str | os.PathLike[str]) -> FunctionLog:
    path = Path(directory) / FILE_NAME
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}; give the output directory of a finished run") from error
    except ValueError as error:
        raise UserError(f"{path} is damaged: {error}; run the exploration again") from error
    return FunctionLog(
        tuple(FunctionCost(**each) for each in document["functions"]),
        frozenset((file, line) for file, line in document["lines"]),
        document["lines_total"],
        frozenset((name, block, side) for name, block, side in document["sides"]),
        document["sides_total"],
    )
