"""The hook points: where techniques plug into the engine without the engine knowing them by name.

Each hook is a small object with methods that do nothing by default; the API installs what the options ask for.
"""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from albers.engine.state import Code, Frame, Op, State
from albers.expr.term import Term
from albers.memory.contents import Contents
from albers.memory.objects import MemoryObject


@mypyc_attr(allow_interpreted_subclasses=True)
class Hook:
    """Observes one exploration. Override what the technique needs."""

    def forked(self, state: State, child: State, condition: Term) -> None:
        """`child` was split off; `condition` holds on `state`, its negation on `child`."""

    def decided(self, state: State, condition: Term) -> None:
        """A branch on an unknown condition turned out to have one side only, where `condition` holds."""

    def duplicated(self, state: State, twin: State) -> None:
        """`twin` came into being on behalf of `state`, with nothing yet to tell their inputs apart."""

    def set_aside(self, state: State) -> None:
        """The state waits for others and will go on, itself or as copies of it, on paths that they find."""

    def objection(self, state: State, other: State) -> str:
        """Why two states that stand at the same point must not become one; empty if they may."""
        return ""

    def merged(self, state: State, others: list[State]) -> None:
        """`state` goes on for the others too, which end."""

    def constrained(self, state: State, condition: Term) -> None:
        """A condition was added without a fork."""

    def allocated(self, state: State, object_: MemoryObject) -> None:
        """A heap or stack object came into being."""

    def called(self, state: State, frame: Frame) -> None:
        """A function's frame was pushed."""

    def returned(self, state: State, frame: Frame) -> None:
        """The frame is about to be popped."""

    def loaded(self, state: State, object_: MemoryObject, contents: Contents) -> None:
        """An object was read."""

    def stored(self, state: State, object_: MemoryObject, contents: Contents) -> None:
        """An object was written."""

    def entered_block(self, state: State) -> None:
        """Control moved to a new block (loops are seen here: entered, repeated, left)."""

    def ended(self, state: State) -> None:
        """The path ended, whatever the reason."""

    def between_slices(self) -> None:
        """No state is in the middle of an operation: states may be changed, ended, suspended and resumed."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Guard:
    """Is asked before a state calls or touches memory, and may forbid it.

    Whoever answers False has dealt with the state: let it go on behind the operation, or set it back by one operation
    and suspended it, to try again later.
    """

    def entering(self, state: State, call: Op, code: Code) -> bool:
        """The operation `call` is about to push a frame of a C function."""
        return True

    def modelling(self, state: State, name: str, arguments: list[object]) -> bool:
        """A modelled function is about to be performed."""
        return True

    def accessing(
        self, state: State, object_: MemoryObject, offset: object, size: int, reads: bool, writes: bool
    ) -> bool:
        """`size` bytes of an object are about to be read or written or both; the offset is an int or a term."""
        return True
