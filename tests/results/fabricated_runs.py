"""Fabricated paths, errors and explorations: what an engine would hand over, without one."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from albers.engine.endings import Ending, PathEnd, ProgramError, StackEntry
from albers.engine.statistics import Statistics
from albers.results.outcome import CoverageShares, Covered, FoundError, Outcome, Paths, Queries, Times
from albers.verdicts import EndKind, ErrorKind, StopReason


@dataclass
class FakeCounters:
    asked: int = 310
    solver: int = 45
    unknown: int = 0
    sat: int = 200
    unsat: int = 110
    query_nodes: int = 4500
    solver_seconds: float = 0.7
    exact_hits: int = 100
    unsat_subset_hits: int = 20
    sat_superset_hits: int = 3
    model_hits: int = 1


@dataclass
class FakeSolver:
    statistics: FakeCounters = field(default_factory=FakeCounters)


@dataclass
class FakeFacts:
    lines_covered: set[tuple[str, int]] = field(default_factory=lambda: {("a.c", 1), ("a.c", 2)})
    lines_total: set[tuple[str, int]] = field(default_factory=lambda: {("a.c", 1), ("a.c", 2), ("a.c", 3)})
    branches_covered: int = 3
    branches_total: int = 4
    instructions_covered: int = 29
    instructions_total: int = 38
    full_branches: int = 1
    partial_branches: int = 1
    num_branches: int = 2


@dataclass
class FakeCoverage:
    def facts(self) -> FakeFacts:
        return FakeFacts()


@dataclass
class FakeExploration:
    statistics: Statistics = field(default_factory=Statistics)
    solver: FakeSolver = field(default_factory=FakeSolver)
    coverage: FakeCoverage = field(default_factory=FakeCoverage)
    was_interrupted: bool = False

    def interrupt(self) -> None:
        self.was_interrupted = True


def make_error(
    message: str = "memory error: out of bound pointer",
    line: int = 23,
    assembly_line: int = 172,
    kind: ErrorKind = ErrorKind.PTR,
    suffix: str = "",
    info: str = "",
) -> ProgramError:
    stack = [
        StackEntry("scan", "parse.c", line, assembly_line, [("s", "0x1000"), ("n", "symbolic")]),
        StackEntry("main", "parse.c", 40, 201, []),
    ]
    return ProgramError(kind, message, stack, info, suffix)


def make_end(
    kind: EndKind = EndKind.EXIT,
    problem: ProgramError | None = None,
    reason: str = "",
    covered_new: bool = False,
    inputs: tuple[tuple[str, bytes], ...] = (("x", b"\x07\0\0\0"),),
    output: tuple[tuple[int, bytes], ...] = (),
    state_id: int = 5,
) -> PathEnd:
    if problem is not None:
        kind = EndKind.ERROR
    ending = Ending(kind, 0, problem, reason)
    return PathEnd(state_id, ending, list(inputs), list(output), 100, 3, covered_new)


def make_outcome(
    complete: bool = True,
    stopped: StopReason = StopReason.DONE,
    errors: tuple[FoundError, ...] = (),
    directory: Path = Path("albers-out-3"),
    cut_short: dict[str, int] | None = None,
    unknown: int = 0,
    events: dict[str, int] | None = None,
    exits: dict[int, int] | None = None,
    tests: int = 13,
    user_functions: frozenset[str] = frozenset({"scan", "main"}),
) -> Outcome:
    return Outcome(
        command=("albers", "run", "parse.c"),
        files=("src/parse.c",),
        directory=directory,
        stopped=stopped,
        complete=complete,
        time=Times(1.94321, 0.7, 0.4, 1.5),
        instructions=51234,
        forks=40,
        paths=Paths(12, 1, 0),
        exits=exits if exits is not None else {1: 3, 0: 9},
        queries=Queries(310, 45, unknown),
        coverage=CoverageShares(Covered(40, 52), Covered(30, 44), Covered(300, 380)),
        errors=errors,
        tests=tests,
        peak_memory_mb=180,
        peak_states=9,
        cut_short=cut_short or {},
        events=events or {},
        user_functions=user_functions,
    )
