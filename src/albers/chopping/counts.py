"""What chopping did in one exploration, in numbers."""

from __future__ import annotations


class ChoppingCounts:
    def __init__(self) -> None:
        self.snapshots = 0
        self.recoveries = 0
        self.cache_hits = 0
        self.executed = 0  # calls that should have been skipped but may do more than change memory
