"""The effects of a function in parts that can be recovered one by one.

A part is a range of bytes of one abstract object: writes that may overlap belong to the same part, and all of an object
that the function may free is one. The value returned is a part too. Without slicing all effects are one part.
"""

from __future__ import annotations

from typing import Final

from albers.chopping.abstract_objects import ANYWHERE
from albers.chopping.mod_ref import SideEffects

RESULT: Final = -1
EVERYTHING: Final = -2
_END: Final = 1 << 62


class Part:
    """Bytes start .. end-1 of the objects of one site; `is_freed` if the function may free them."""

    def __init__(self, number: int, object_: int, start: int, end: int, is_freed: bool) -> None:
        self.number = number
        self.object = object_
        self.start = start
        self.end = end
        self.is_freed = is_freed


class Parts:
    """All parts of one function's effects."""

    def __init__(self, function: str, effects: SideEffects, together: bool) -> None:
        self.function = function
        self.together = together
        self.parts: list[Part] = []
        self._by_object: dict[int, list[Part]] = {}
        for object_ in sorted({*effects.by_object, *effects.frees}):
            is_freed = object_ in effects.frees
            for start, end in _separate(effects.by_object.get(object_, []), is_freed):
                part = Part(len(self.parts), object_, start, end, is_freed)
                self.parts.append(part)
                self._by_object.setdefault(object_, []).append(part)

    @property
    def objects(self) -> list[int]:
        return list(self._by_object)

    def overlapping(self, object_: int, start: int, end: int) -> list[Part]:
        """The parts that may change bytes start .. end-1."""
        found = self._by_object.get(object_)
        if found is None:
            return []
        return [part for part in found if part.start < end and start < part.end]

    def freeing(self, object_: int) -> list[Part]:
        found = self._by_object.get(object_)
        return [] if found is None else [part for part in found if part.is_freed]

    def key(self, part: int) -> int:
        """What is recovered when a part is wanted."""
        return EVERYTHING if self.together else part


def _separate(writes: list[tuple[int, int]], is_freed: bool) -> list[tuple[int, int]]:
    """The connected ranges of possibly overlapping writes."""
    if is_freed or any(offset == ANYWHERE for offset, _ in writes):
        return [(0, _END)]
    result: list[tuple[int, int]] = []
    for start, size in sorted(writes):
        end = start + size
        if result and start < result[-1][1]:
            result[-1] = (result[-1][0], max(end, result[-1][1]))
        else:
            result.append((start, end))
    return result
