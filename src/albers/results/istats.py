"""run.istats: what every instruction cost, in callgrind's format, as KLEE writes it and KCachegrind reads it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import Final

from albers.engine.history import History
from albers.engine.state import Code

FILE_NAME: Final = "run.istats"

#: Short and long names of the events, in KLEE's order of kinds; what nobody measures here is 0.
EVENTS: Final = (
    ("Icov", "CoveredInstructions"),
    ("Forks", "Forks"),
    ("Ireal", "InstructionRealTimes"),
    ("Itime", "InstructionTimes"),
    ("I", "Instructions"),
    ("UCdist", "MinDistToUncovered"),
    ("Q", "Queries"),
    ("Qiv", "QueriesInvalid"),
    ("Qv", "QueriesValid"),
    ("Qtime", "QueryTime"),
    ("Rtime", "ResolveTime"),
    ("States", "States"),
    ("Iuncov", "UncoveredInstructions"),
)


def istats_text(codes: Iterable[Code], history: History, command: Sequence[str]) -> str:
    lines = ["version: 1", "creator: klee", f"pid: {os.getpid()}", f"cmd: {' '.join(command)}", "", ""]
    lines += ["positions: instr line", *(f"event: {short} : {long}" for short, long in EVENTS)]
    lines += [f"events: {' '.join(short for short, _ in EVENTS)}", "ob=assembly.ll"]
    file = ""
    for code in codes:
        if not code.is_lowered:
            continue
        if code.function.file != file:
            file = code.function.file
            lines.append(f"fl={file}")
        lines.append(f"fn={code.name}")
        for block in code.blocks:
            visits = max(int(block.visits), int(block.entered))
            for position, op in enumerate(block.ops):
                if op.instruction is None:
                    continue
                location = op.instruction.location
                is_covered = position < block.reached
                cost = history.costs.get(op.instruction.assembly_line)
                values = dict.fromkeys((short for short, _ in EVENTS), 0)
                values["Icov"], values["Iuncov"] = int(is_covered), int(not is_covered)
                values["I"] = visits if is_covered else 0
                if cost is not None:
                    values["Forks"], values["Q"] = cost.forks, cost.queries
                    values["Qtime"] = round(cost.seconds * 1_000_000)
                line = location.line if location is not None else 0
                numbers = " ".join(str(values[short]) for short, _ in EVENTS)
                lines.append(f"{op.instruction.assembly_line} {line} {numbers}")
    return "\n".join(lines) + "\n"
