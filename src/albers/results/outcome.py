"""The facts of a finished run, each once: the summary, the account and the API's report are views of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from albers.engine.endings import ProgramError
from albers.results.error_report import KIND_IN_WORDS, kind_suffix
from albers.results.profile_report import ProfileReport
from albers.verdicts import StopReason


@dataclass(frozen=True)
class Times:
    """Seconds. `wall` is everything, `prepare` is compiling and linking, `solver` is inside the solvers.

    `cpu` is processor time of the exploration, in this process: what is left of the wall's on a busy machine.
    """

    wall: float
    solver: float
    prepare: float
    cpu: float


@dataclass(frozen=True)
class Paths:
    """Completed: reached an exit; partial: ended before, by a bug or a limit; merged_away: joined another."""

    completed: int
    partial: int
    merged_away: int


@dataclass(frozen=True)
class Queries:
    """Questions put to the chain, those that reached a solver, and those without an answer."""

    asked: int
    solver: int
    unknown: int


@dataclass(frozen=True)
class Sizes:
    """Allocations of symbolic size where feasible sizes were left out.

    `cut_off`: those above the capacity; `concretized`: all but one.
    """

    cut_off: int = 0
    concretized: int = 0


@dataclass(frozen=True)
class Merging:
    """What merging did; all zero in a run without."""

    contexts: int = 0
    merges: int = 0
    states_merged: int = 0
    pattern_merges: int = 0
    incremental: int = 0
    constraint_nodes: int = 0
    value_nodes: int = 0


@dataclass(frozen=True)
class Chopping:
    """What skipping functions did; all zero in a run without."""

    snapshots: int = 0
    recoveries: int = 0
    slices: int = 0
    cache_hits: int = 0


@dataclass(frozen=True)
class Covered:
    """How many of how many."""

    covered: int
    total: int


@dataclass(frozen=True)
class CoverageShares:
    """Coverage of the user's own code. A conditional branch has two sides, a switch one per target."""

    lines: Covered
    branches: Covered
    instructions: Covered


@dataclass(frozen=True)
class FoundError:
    """A bug: where it is, the input that triggers it, and the first test that shows it (none with --no-tests)."""

    error: ProgramError
    inputs: tuple[tuple[str, bytes], ...]
    test: str | None
    confirmed: bool | None = None  # whether it happens natively too; None: nobody looked, or nobody can know
    confirmation: str = ""  # why, in one line
    native_report: str = ""  # what the sanitizers said

    @property
    def kind(self) -> str:
        return kind_suffix(self.error)

    @property
    def kind_in_words(self) -> str:
        return KIND_IN_WORDS[self.error.kind]

    @property
    def message(self) -> str:
        return self.error.message

    @property
    def file(self) -> str:
        return self.error.file

    @property
    def line(self) -> int:
        return self.error.line

    @property
    def function(self) -> str:
        return self.error.function


@dataclass(frozen=True)
class Outcome:
    """Everything known at the end of a run."""

    command: tuple[str, ...]
    files: tuple[str, ...]
    directory: Path
    stopped: StopReason
    complete: bool
    time: Times
    instructions: int
    forks: int
    paths: Paths
    exits: dict[int, int]
    queries: Queries
    coverage: CoverageShares
    errors: tuple[FoundError, ...]
    tests: int
    peak_memory_mb: int
    peak_states: int
    sizes: Sizes = field(default_factory=Sizes)
    merging: Merging = field(default_factory=Merging)
    chopping: Chopping = field(default_factory=Chopping)
    cut_short: dict[str, int] = field(default_factory=dict)  # why partial paths ended → how many
    events: dict[str, int] = field(default_factory=dict)  # concretisations and other named happenings
    user_functions: frozenset[str] = frozenset()
    profile: ProfileReport | None = None  # with --profile
