"""chronicle.json: how a run went, for the report and for coverage tools.

Samples over time, the tests in order, the tree of states, coverage by file and the cost of lines. The summary is the
contract with scripts; this file is ours and may change with every version.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from albers.engine.history import History
from albers.engine.state import Code
from albers.errors import UserError
from albers.results.coverage.explored import explored_coverage, line_costs, places
from albers.results.coverage.measured import BranchSide, FileCoverage, MeasuredCoverage
from albers.results.exploration import Exploration
from albers.results.observer import Findings
from albers.results.output_directory import OutputDirectory
from albers.results.process_memory import resident_bytes

FILE_NAME: Final = "chronicle.json"

_MOST_SAMPLES: Final = 600
_FIRST_INTERVAL: Final = 0.1
_MOST_TREE_EVENTS: Final = 12_000  # what a browser draws without effort
_MOST_COSTLY_LINES: Final = 400

SAMPLE_NAMES: Final = (
    "seconds",
    "instructions",
    "states",
    "completed",
    "partial",
    "merged",
    "tests",
    "errors",
    "lines",
    "branches",
    "functions",
    "memory",
    "solver_seconds",
    "queries",
)


@dataclass
class Chronicle:
    """What the file holds."""

    samples: list[list[float]] = field(default_factory=list)
    tests: list[dict[str, Any]] = field(default_factory=list)
    tree: list[list[Any]] = field(default_factory=list)  # [what, state, other, file number, line, detail]
    tree_is_cut: bool = False
    files: list[str] = field(default_factory=list)
    costs: list[list[Any]] = field(default_factory=list)  # [file number, line, instructions, queries, s, forks, own]
    coverage: MeasuredCoverage = field(default_factory=MeasuredCoverage)
    left_out: dict[str, int] = field(default_factory=dict)  # why the exploration is not complete → how often


class Sampler:
    """Takes a sample now and then: densely at first, more sparsely as the run gets longer."""

    def __init__(
        self,
        exploration: Exploration,
        findings: Findings,
        codes: Mapping[str, Code],
        time_now: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.samples: list[list[float]] = []
        self._exploration = exploration
        self._findings = findings
        self._codes = codes
        self._time_now = time_now
        self._started = time_now()
        self._interval = _FIRST_INTERVAL
        self._next = self._started

    def tick(self) -> None:
        if self._time_now() >= self._next:
            self.sample()

    def sample(self) -> None:
        now = self._time_now()
        statistics = self._exploration.statistics
        counters = self._exploration.solver.statistics
        facts = self._exploration.coverage.facts()
        entered = sum(code.is_user and code.is_lowered and code.blocks[0].entered for code in self._codes.values())
        self.samples.append(
            [
                round(now - self._started, 3),
                int(statistics.instructions),
                statistics.live_states,
                statistics.paths_completed,
                statistics.paths_partial,
                statistics.paths_merged_away,
                self._findings.tests,
                len(self._findings.errors),
                len(facts.lines_covered),
                facts.branches_covered,
                entered,
                resident_bytes() // 2**20,
                round(counters.solver_seconds, 3),
                counters.asked,
            ]
        )
        if len(self.samples) > _MOST_SAMPLES:
            self.samples = self.samples[::2]
            self._interval *= 2
        self._next = now + self._interval


def chronicle_of(
    sampler: Sampler, findings: Findings, codes: Mapping[str, Code], history: History, events: Mapping[str, int]
) -> Chronicle:
    """Everything, at the end of a run."""
    sampler.sample()
    result = Chronicle(sampler.samples, [dict(vars(test)) for test in findings.test_records])
    result.coverage = explored_coverage(codes.values())
    numbers: dict[str, int] = {}
    where = places(codes.values())
    for event in history.events[:_MOST_TREE_EVENTS]:
        file, line, _ = where.get(event.assembly_line, ("", 0, ""))
        number = numbers.setdefault(file, len(numbers))
        result.tree.append([event.what, event.state, event.other, number, line, event.detail])
    result.tree_is_cut = history.is_cut or len(history.events) > _MOST_TREE_EVENTS
    costs = line_costs(codes, history)
    dearest = sorted(costs.items(), key=lambda item: (-item[1].solver_seconds, -item[1].instructions))
    for (file, line), cost in dearest[:_MOST_COSTLY_LINES]:
        number = numbers.setdefault(file, len(numbers))
        seconds = round(cost.solver_seconds, 6)
        result.costs.append([number, line, cost.instructions, cost.queries, seconds, cost.forks, cost.is_own])
    result.files = list(numbers)
    result.left_out = {**events, **findings.cut_short}
    return result


def write_chronicle(chronicle: Chronicle, directory: OutputDirectory) -> None:
    with open(directory.file(FILE_NAME), "w", encoding="utf-8") as file:
        # For ten thousand tests `asdict` and `json.dump`, both plain Python, would take longer than exploring them.
        file.write(json.dumps(vars(chronicle), default=vars, separators=(",", ":")) + "\n")


def read_chronicle(directory: str | Path) -> Chronicle:
    path = Path(directory) / FILE_NAME
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}; name the directory of a finished run") from error
    except ValueError as error:
        raise UserError(f"{path} is damaged: {error}; run the exploration again") from error
    document["coverage"] = _coverage(document["coverage"])
    return Chronicle(**document)


def _coverage(document: Mapping[str, Any]) -> MeasuredCoverage:
    files = {
        path: FileCoverage(
            {int(line): hits for line, hits in file["lines"].items()},
            [BranchSide(**side) for side in file["branches"]],
            {name: (line, times) for name, (line, times) in file["functions"].items()},
        )
        for path, file in document["files"].items()
    }
    return MeasuredCoverage(files)
