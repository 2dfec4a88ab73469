"""Counters of one exploration, written by the engine and read by progress, `run.stats` and the summary."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64


class BranchKind:
    """Why a state forked; KLEE's names, counted per kind."""

    CONDITIONAL: Final = "Conditional"
    INDIRECT: Final = "Indirect"
    SWITCH: Final = "Switch"
    CALL: Final = "Call"
    MEM_OP: Final = "MemOp"
    RESOLVE_POINTER: Final = "ResolvePointer"
    ALLOC: Final = "Alloc"
    REALLOC: Final = "Realloc"
    FREE: Final = "Free"
    GET_VALUE: Final = "GetVal"


class Statistics:
    """Plain counters; `events` counts named happenings such as concretisations and their reasons."""

    def __init__(self) -> None:
        self.instructions: i64 = 0
        self.forks = 0
        self.inhibited_forks = 0
        self.states_created = 1
        self.live_states = 1
        self.peak_states = 1
        self.paths_completed = 0
        self.paths_partial = 0
        self.paths_silent = 0
        self.paths_merged_away = 0
        self.exits: dict[int, int] = {}
        self.allocations = 0
        self.forks_by_kind: dict[str, int] = {}
        self.ends_by_kind: dict[str, int] = {}
        self.events: dict[str, int] = {}
        self.fork_seconds = 0.0
        self.resolve_seconds = 0.0

    def count_event(self, name: str) -> None:
        self.events[name] = self.events.get(name, 0) + 1

    def count_fork(self, kind: str) -> None:
        self.forks += 1
        self.forks_by_kind[kind] = self.forks_by_kind.get(kind, 0) + 1
