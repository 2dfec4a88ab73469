"""What the results read of a running exploration; the engine's explorer has this shape, and so has a cluster's."""

from __future__ import annotations

from typing import Protocol

from albers.engine.statistics import Statistics


class SolverCounters(Protocol):
    """Counters of the solver chain."""

    @property
    def asked(self) -> int: ...

    @property
    def solver(self) -> int: ...

    @property
    def unknown(self) -> int: ...

    @property
    def sat(self) -> int: ...

    @property
    def unsat(self) -> int: ...

    @property
    def query_nodes(self) -> int: ...

    @property
    def solver_seconds(self) -> float: ...

    @property
    def exact_hits(self) -> int: ...

    @property
    def unsat_subset_hits(self) -> int: ...

    @property
    def sat_superset_hits(self) -> int: ...

    @property
    def model_hits(self) -> int: ...


class CountingSolver(Protocol):
    @property
    def statistics(self) -> SolverCounters: ...


class CoverageCounts(Protocol):
    """What of the user's code was reached."""

    @property
    def lines_covered(self) -> set[tuple[str, int]]: ...

    @property
    def lines_total(self) -> set[tuple[str, int]]: ...

    @property
    def branches_covered(self) -> int: ...

    @property
    def branches_total(self) -> int: ...

    @property
    def instructions_covered(self) -> int: ...

    @property
    def instructions_total(self) -> int: ...

    @property
    def full_branches(self) -> int: ...

    @property
    def partial_branches(self) -> int: ...

    @property
    def num_branches(self) -> int: ...


class CoverageSource(Protocol):
    def facts(self) -> CoverageCounts: ...


class Exploration(Protocol):
    """A run in progress."""

    @property
    def statistics(self) -> Statistics: ...

    @property
    def solver(self) -> CountingSolver: ...

    @property
    def coverage(self) -> CoverageSource: ...

    def interrupt(self) -> None: ...
