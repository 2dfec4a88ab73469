"""What the world remembers of one path besides the program's memory: open files, the clock, and the like."""

from __future__ import annotations

from mypy_extensions import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class WorldState:
    """Nothing, by itself; models that need to remember something derive from it."""

    def fork(self) -> WorldState:
        """The world of a state split off from this one; neither may see the other's later changes."""
        return self

    def same_as(self, other: WorldState) -> bool:
        """Whether both are known to be in the same state, so that one can stand for the other."""
        return self is other
