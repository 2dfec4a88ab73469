"""Where an exploration spends its time: per operation, and per kind of question to the solver chain.

Filled by the profiled twin of the core loop (`step`) and by the machine; nothing here runs unless a profile is wanted.
Which instruction and source line an operation belongs to is looked up afterwards (`results/profile_report.py`).
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from albers.engine.state import Op


class QueryKind:
    """Questions that are not about a branch; those go by the kind of the branch (`BranchKind`)."""

    ASSUME: Final = "Assume"
    FEASIBLE: Final = "Feasible"
    RANGE: Final = "Range"


class OpTime:
    """One operation: how often it ran, how long, and what of that was asking the solver chain."""

    def __init__(self) -> None:
        self.count: i64 = 0
        self.seconds = 0.0
        self.queries: i64 = 0
        self.query_seconds = 0.0


class QueryTime:
    """One kind of question: how many were asked, how many of them reached a solver, how long the answers took."""

    def __init__(self) -> None:
        self.count: i64 = 0
        self.solved: i64 = 0
        self.seconds = 0.0


class Profile:
    """`asking` is the operation that runs now."""

    def __init__(self) -> None:
        self.ops: dict[Op, OpTime] = {}
        self.queries: dict[str, QueryTime] = {}
        self.asking = OpTime()

    def time_of(self, op: Op) -> OpTime:
        known = self.ops.get(op)
        if known is None:
            known = OpTime()
            self.ops[op] = known
        return known

    def note_query(self, kind: str, seconds: float, solved: int) -> None:
        known = self.queries.get(kind)
        if known is None:
            known = QueryTime()
            self.queries[kind] = known
        known.count += 1
        known.solved += solved
        known.seconds += seconds
        self.asking.queries += 1
        self.asking.query_seconds += seconds
