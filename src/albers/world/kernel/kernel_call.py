"""A system call on one side of a fork: its kernel, the program's memory, and its answer.

Handlers fork only through the methods here that take a continuation: the continuation runs once per side, and a
`Refused` it raises is that side's answer. Changes to the kernel belong behind the last fork, since `kernel` is shared
again after one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from albers.expr.compare import eq
from albers.expr.term import CONST, Term, as_term, const
from albers.memory.objects import MemoryObject
from albers.verdicts import ErrorKind
from albers.world.byte_run import ByteRun
from albers.world.call import Call
from albers.world.kernel.error_numbers import Errno, Refused
from albers.world.kernel.kernel_state import Kernel, KernelState
from albers.world.pointers import Range, fails_access, ranges

#: So many values of a symbolic number are followed each on its own path; one more stands for the rest.
_MOST_VALUES: Final = 16


class KernelCall:
    """One side of one system call."""

    def __init__(self, call: Call, name: str) -> None:
        self.call = call
        self.name = name

    def on(self, call: Call) -> KernelCall:
        return self if call is self.call else KernelCall(call, self.name)

    @property
    def kernel(self) -> Kernel:
        """This side's kernel, for reading and changing; ask again after a fork."""
        return self._state().for_writing()

    @property
    def known(self) -> Kernel:
        """This side's kernel, for reading only."""
        return self._state().for_reading()

    def _state(self) -> KernelState:
        state = self.call.world_state
        assert isinstance(state, KernelState), "a program that makes system calls starts with a kernel"
        return state

    @property
    def word(self) -> int:
        """Bytes of a pointer."""
        return self.call.pointer_width // 8

    # Answers

    def answer(self, value: object = 0) -> None:
        """The call returns a number or a term as wide as a pointer."""
        if isinstance(value, Term) and value.op == CONST:
            value = value.value
        self.call.returns(value)

    def refuse(self, number: Errno) -> None:
        self.answer(-number)

    def guarded(self, action: Callable[[KernelCall], None]) -> None:
        """Performs the action; a refusal becomes the answer."""
        try:
            action(self)
        except Refused as refusal:
            self.refuse(refusal.number)

    def warn_unsupported(self, what: str) -> None:
        self.call.warn(f"unsupported: {what}", once=True)

    # Symbolic numbers

    def choices(self, value: object, then: Callable[[KernelCall, int], None], what: str) -> None:
        """`then(side, number)` for each value a number may have; beyond a limit, one stands for the rest (counted)."""
        for side, number in values_of(self.call, value, f"{what} of system call {self.name}"):
            self._continue(side, then, number)

    def split(
        self, condition: Term, yes: Callable[[KernelCall], None] | None, no: Callable[[KernelCall], None] | None
    ) -> None:
        """Forks; None means that the side cannot be (the condition is known to hold or not to)."""
        holds, fails = (self.call, None) if condition.op == CONST and condition.value else (None, self.call)
        if condition.op != CONST:
            branches = self.call.branch(condition)
            holds, fails = branches
        for side, action in ((holds, yes), (fails, no)):
            if side is not None:
                assert action is not None
                self.on(side).guarded(action)

    def _continue(self, side: Call, then: Callable[[KernelCall, int], None], number: int) -> None:
        def go_on(here: KernelCall) -> None:
            then(here, number)

        self.on(side).guarded(go_on)

    # Memory

    def at(self, pointer: object, count: object, then: Callable[[KernelCall, Range], None]) -> None:
        """`then(side, range)` for each object that may hold `count` bytes at the pointer; elsewhere an error."""

        def fail(side: Call, info: str) -> None:
            fails_access(side, pointer, info)

        for found in ranges(self.call, pointer, count, fail):
            self._enter(found, then)

    def _enter(self, found: Range, then: Callable[[KernelCall, Range], None]) -> None:
        def go_on(here: KernelCall) -> None:
            then(here, found)

        self.on(found.call).guarded(go_on)

    def load(self, pointer: object, size: int, then: Callable[[KernelCall, ByteRun], None]) -> None:
        """`then(side, bytes)` with what the program has at the pointer."""
        if size == 0:
            then(self, ByteRun.concrete(b""))
            return

        def go_on(here: KernelCall, found: Range) -> None:
            then(here, here.call.read_run(found.object, found.offset, size))

        self.at(pointer, size, go_on)

    def answer_with(self, pointer: object, run: ByteRun, value: object = 0) -> None:
        """Writes bytes for the program and returns."""
        self.store(pointer, run, lambda here: here.answer(value))

    def store(self, pointer: object, run: ByteRun, then: Callable[[KernelCall], None]) -> None:
        if len(run) == 0:
            then(self)
            return

        def go_on(here: KernelCall, found: Range) -> None:
            if here.write(found.object, found.offset, run):
                then(here)

        self.at(pointer, len(run), go_on)

    def write(self, object_: MemoryObject, offset: object, run: ByteRun) -> bool:
        """Writes into an object; False if that ended the path because the object is constant."""
        if object_.read_only:
            info = f"\tobject: {object_.describe()}\n"
            self.call.fails(ErrorKind.READ_ONLY, "memory error: object read only", info)
            return False
        self.call.write_run(object_, offset, run)
        return True

    def settled_bytes(self, run: ByteRun, what: str) -> bytes:
        """Bytes the kernel must know; symbolic ones are fixed to an example, which is counted."""
        if not run.symbolic:
            return run.data
        data = bytearray(run.data)
        for at, term in run.symbolic.items():
            data[at] = self.call.concretize(term, f"{what} given to system call {self.name}")
        return bytes(data)


def values_of(call: Call, value: object, what: str) -> list[tuple[Call, int]]:
    """A side of a fork for every value a number may have, up to a limit; the last stands for the rest (counted)."""
    if isinstance(value, int):
        return [(call, value)]
    assert isinstance(value, Term)
    found: list[tuple[Call, int]] = []
    rest: Call | None = call
    while rest is not None:
        if len(found) == _MOST_VALUES:
            found.append((rest, rest.concretize(value, what)))
            break
        number = rest.example(value)
        here, rest = rest.branch(eq(value, const(value.width, number)))
        if here is not None:
            found.append((here, number))
    return found


def word_term(call: Call, value: object) -> Term:
    """A pointer-wide value as a term."""
    return as_term(call.pointer_width, value)
