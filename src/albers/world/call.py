"""A call of a C function that is modelled in Python: the one interface between models and the engine.

A model reads `arguments`, asks and changes the state through the methods, and settles the call with exactly one of
`returns`, `fails`, `exits`, `ends_early`, `ends_silently` or a `returns_to` that succeeds. A model that forks gets one
Call per side and settles each. Python users write models against this class too.
"""

from __future__ import annotations

from collections.abc import Callable

from mypy_extensions import mypyc_attr

from albers.expr.term import Term
from albers.memory.objects import MemoryObject
from albers.verdicts import ErrorKind
from albers.world.byte_run import ByteRun
from albers.world.world_state import WorldState


class Place:
    """A pointer resolved on one side of a fork: `object` is None if it points to no living object.

    `offset` is the distance from the object's base, an int or a 64-bit (pointer-wide) term.
    """

    def __init__(self, call: Call, object_: MemoryObject | None, offset: object) -> None:
        self.call = call
        self.object = object_
        self.offset = offset


@mypyc_attr(allow_interpreted_subclasses=True)
class Call:
    """The call, on one state. Values are ints or terms (`albers.expr`), tuples for aggregates."""

    def __init__(self, name: str, arguments: list[object], widths: list[int], result_width: int) -> None:
        self.name = name
        self.arguments = arguments
        self.widths = widths  # bits of each argument, 0 for aggregates
        self.result_width = result_width  # 0 for void
        self.is_settled = False

    # Settling the call

    def returns(self, value: object = 0) -> None:
        """The function returns; ints are reduced to the result's width."""
        raise NotImplementedError

    def fails(self, kind: ErrorKind, message: str, info: str = "", suffix: str = "") -> None:
        """The path ends with an error at the call."""
        raise NotImplementedError

    def exits(self, code: object) -> None:
        """The process ends with this exit code."""
        raise NotImplementedError

    def ends_early(self, reason: str) -> None:
        """The path cannot go on, through no fault of the program; it gets a test, the run is not complete."""
        raise NotImplementedError

    def ends_silently(self) -> None:
        """The path ends and gets no test."""
        raise NotImplementedError

    def save_point(self) -> list[int]:
        """Numbers that stand for the return of this call in the current activation of the calling function."""
        raise NotImplementedError

    def returns_to(self, point: list[int], value: object) -> bool:
        """The program goes on at a saved point, where the call returns `value`; False if there is no such point.

        There is none if the function has returned since, or if the numbers do not come from `save_point`.
        """
        raise NotImplementedError

    # Conditions

    def term(self, index: int) -> Term:
        """Argument `index` as a term."""
        raise NotImplementedError

    def branch(self, condition: Term) -> tuple[Call | None, Call | None]:
        """Forks: the call where the condition (width 1) holds and where it does not; None where infeasible."""
        raise NotImplementedError

    def assume(self, condition: Term) -> bool:
        """Adds a condition to the path; False (and nothing added) if no input satisfies it."""
        raise NotImplementedError

    def may_be(self, condition: Term) -> bool:
        """Whether some input of this path satisfies the condition (unknown counts as no, and is counted)."""
        raise NotImplementedError

    def example(self, value: object) -> int:
        """The value under the path's witness; adds no constraint."""
        raise NotImplementedError

    def bounds(self, term: Term) -> tuple[int, int]:
        """Smallest and largest unsigned value of a term on this path."""
        raise NotImplementedError

    def concretize(self, value: object, why: str) -> int:
        """Fixes a value to one example and adds the equality; counted as an event unless it was the only value."""
        raise NotImplementedError

    def constraints(self) -> list[Term]:
        """What the path demands, oldest first."""
        raise NotImplementedError

    def prefer(self, condition: Term) -> None:
        """A soft wish for test generation."""
        raise NotImplementedError

    # Memory

    def resolve(self, pointer: object) -> list[Place]:
        """Every object the pointer may point into (base <= p <= base+size), one side per object."""
        raise NotImplementedError

    def is_read_only(self, object_: MemoryObject) -> bool:
        return object_.read_only

    def read_string(self, pointer: object) -> str | None:
        """The NUL-terminated string at a pointer (symbolic bytes by example); None if it is not readable."""
        raise NotImplementedError

    def read_bytes(self, pointer: object, count: int) -> bytes | None:
        """`count` bytes by example; None if they are not readable."""
        raise NotImplementedError

    def read_value(self, object_: MemoryObject, offset: int, width: int) -> object:
        """An integer of `width` bits inside a living object."""
        raise NotImplementedError

    def write_value(self, object_: MemoryObject, offset: int, width: int, value: object) -> None:
        raise NotImplementedError

    def read_run(self, object_: MemoryObject, offset: object, count: int) -> ByteRun:
        """`count` bytes inside a living object, symbolic ones as they are; the offset may be a term."""
        raise NotImplementedError

    def write_run(self, object_: MemoryObject, offset: object, run: ByteRun) -> None:
        """Writes inside a living object; the offset may be a term."""
        raise NotImplementedError

    def was_freed(self, pointer: int) -> bool:
        """Whether the address lies in an object that was freed on this path."""
        raise NotImplementedError

    def allocate(self, size: int, align: int, zero: bool) -> int:
        """The address of a fresh heap object allocated here, or 0 if there is no room."""
        raise NotImplementedError

    def place_global(self, name: str, data: bytes, size: Term | None = None) -> MemoryObject:
        """The object of this name, alive from now on and filled with the data, as a global variable is.

        With a symbolic `size`, which the path keeps within the data, it has that many of the bytes.
        """
        raise NotImplementedError

    def map_memory(self, size: int, align: int) -> MemoryObject | None:
        """Fresh zeroed memory that did not come from malloc (mmap), or None if there is no room."""
        raise NotImplementedError

    def allocate_sized(self, size: Term, align: int, zero: bool, then: Callable[[Call, int, object], None]) -> None:
        """An allocation of symbolic size, as the size policy treats it; `then(call, address, size)` per outcome.

        The size is an int where the policy settled it.
        """
        raise NotImplementedError

    def sizes_within(self, size: Term, capacity: int) -> list[tuple[Call, object]]:
        """A size that the path keeps within a capacity, as the size policy treats it: per side an int or a term."""
        raise NotImplementedError

    def place_fixed(self, address: int, size: int) -> bool:
        """An object at a chosen address; False if it overlaps another."""
        raise NotImplementedError

    def free(self, object_: MemoryObject) -> None:
        raise NotImplementedError

    def copy(self, source: MemoryObject, target: MemoryObject, count: int) -> None:
        """Copies the first `count` bytes, symbolic ones included."""
        raise NotImplementedError

    def copy_common(self, source: MemoryObject, target: MemoryObject) -> None:
        """Copies the bytes that both objects have; sizes may be symbolic."""
        raise NotImplementedError

    def keep_after_return(self, object_: MemoryObject) -> None:
        """A stack object that shall survive the function's return."""
        raise NotImplementedError

    # Inputs and output

    def fresh_symbol(self, name: str, size: int, example: bytes = b"") -> Term:
        """A new symbolic input of `size` bytes, recorded in the tests; returns the array.

        `example` is what a test shows for it as long as the path asks for nothing else (zeros if not given).
        """
        raise NotImplementedError

    def fresh_sized_symbol(self, name: str, capacity: int, size: Term, is_string: bool = False) -> Term:
        """A new symbolic input of `size` bytes, at most the capacity; returns the array, which has the capacity.

        In the tests the last byte of a string is NUL.
        """
        raise NotImplementedError

    def make_symbolic(self, object_: MemoryObject, offset: int, size: object, name: str) -> None:
        """Part of a living object becomes a new symbolic input; the size is an int or a term."""
        raise NotImplementedError

    def write_output(self, descriptor: int, data: bytes) -> None:
        """The program wrote to a file descriptor."""
        raise NotImplementedError

    def write_symbolic_output(self, descriptor: int, run: ByteRun, length: object) -> None:
        """The program wrote the first `length` bytes (an int or a term) of a run.

        What that was is settled when the path ends, by the inputs of its test.
        """
        raise NotImplementedError

    def warn(self, message: str, once: bool = False) -> None:
        """A message for the user, in KLEE's form `function: message`."""
        raise NotImplementedError

    def show(self, text: str) -> None:
        """Text for standard error (klee_print_expr and the like)."""
        raise NotImplementedError

    def stack_trace(self) -> str:
        raise NotImplementedError

    def set_forking(self, enabled: bool) -> None:
        raise NotImplementedError

    @property
    def pointer_width(self) -> int:
        raise NotImplementedError

    @property
    def allocations_may_fail(self) -> bool:
        """Whether every allocation is to have a path on which it returns null."""
        return False

    @property
    def world_state(self) -> WorldState:
        """What the world remembers of this path."""
        raise NotImplementedError

    @property
    def location(self) -> tuple[str, int, str]:
        """File, line and function of the call."""
        raise NotImplementedError


Model = Callable[[Call], None]
