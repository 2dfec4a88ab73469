"""Which functions to skip on the way to a target, from what an earlier run cost and what the functions may change.

A function is a good one to skip if much of the effort went into it and little of what it may write is read by the code
that stays. Functions that lead to the target, and those that do more than change memory, cannot be skipped.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from albers.chopping.abstract_objects import ANYWHERE
from albers.chopping.mod_ref import Entry, ModRef
from albers.ir import instructions as ir

#: Functions below this share of all executed instructions are not worth a thought.
LEAST_SHARE: Final = 0.02
_MOST: Final = 8


@dataclass(frozen=True)
class Suggestion:
    """`share` is the part of the run's instructions spent in the function and what it calls."""

    function: str
    share: float
    writes: int
    read_later: int

    @property
    def score(self) -> float:
        return self.share / (1.0 + self.read_later)

    def why(self, towards: str) -> str:
        changed = f"may change {self.writes} places, {self.read_later or 'none'} of them read"
        return f"{self.share:.0%} of the instructions; {changed} by the code towards {towards}"


def suggest(
    mod_ref: ModRef, entry: str, candidates: frozenset[str], costs: Mapping[str, int], targets: frozenset[str]
) -> list[Suggestion]:
    """The best candidates, best first; `targets` are the functions that are to be reached."""
    module = mod_ref.points_to.module
    reachable = [name for name in mod_ref.points_to.reachable if not module.functions[name].is_declaration]
    leading = {name for name in reachable if mod_ref.closure(name) & targets}
    total = sum(costs.values()) or 1
    result: list[Suggestion] = []
    for name in reachable:
        if name not in candidates or name in leading or name == entry or mod_ref.side_effects(name).effects:
            continue
        inside = mod_ref.closure(name)
        share = sum(costs.get(each, 0) for each in inside) / total
        if share < LEAST_SHARE:
            continue
        writes = mod_ref.side_effects(name).writes
        kept = [each for each in reachable if each not in inside and (each in leading or each in candidates)]
        result.append(Suggestion(name, share, len(writes), _read(mod_ref, writes, kept)))
    result.sort(key=lambda each: (-each.score, each.function))
    return _outermost(mod_ref, result)[:_MOST]


def _read(mod_ref: ModRef, writes: frozenset[Entry], functions: list[str]) -> int:
    """How many of the writes the functions may read themselves."""
    reads: dict[int, set[tuple[int, int]]] = {}
    for name in functions:
        for block in mod_ref.points_to.module.functions[name].body.blocks:
            for i in block.instructions:
                if isinstance(i, (ir.Load, ir.Call, ir.AtomicRMW, ir.CompareExchange)):
                    for object_, offset, size in mod_ref.footprint(name, i).reads:
                        reads.setdefault(object_, set()).add((offset, size))
    count = 0
    for object_, offset, size in writes:
        for start, length in reads.get(object_, ()):
            if ANYWHERE in (offset, start) or (start < offset + size and offset < start + length):
                count += 1
                break
    return count


def _outermost(mod_ref: ModRef, suggestions: list[Suggestion]) -> list[Suggestion]:
    """A function that is only called from better suggestions need not be named."""
    result: list[Suggestion] = []
    for each in suggestions:
        if not any(each.function in mod_ref.closure(better.function) for better in result):
            result.append(each)
    return result
