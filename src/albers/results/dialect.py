"""Under which name a run speaks and where it writes: ours, or KLEE's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Dialect:
    """`speaker` begins every message; the next free directory is `prefix` with a number, `last` the link to it."""

    speaker: str
    prefix: str
    last: str


ALBERS: Final = Dialect("albers", "albers-out-", "albers-last")
KLEE: Final = Dialect("KLEE", "klee-out-", "klee-last")


def dialect_named(name: str) -> Dialect:
    return KLEE if name == "klee" else ALBERS
