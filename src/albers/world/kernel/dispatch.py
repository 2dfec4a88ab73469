"""Where system calls arrive: finds the entry, resolves the arguments, lets calls fail on request."""

from __future__ import annotations

from albers.expr.arith import from_bytes
from albers.expr.arrays import byte_of
from albers.expr.compare import eq
from albers.expr.term import Term, as_value, const
from albers.verdicts import ErrorKind
from albers.world.arguments import signed_of_width
from albers.world.call import Call, Model
from albers.world.kernel.call_arguments import resolve
from albers.world.kernel.error_numbers import Errno
from albers.world.kernel.kernel_call import KernelCall, values_of
from albers.world.kernel.native_numbers import native_name
from albers.world.kernel.system_calls import ENTRIES, TABLE, Entry

_PARAMETERS = 6
_DECISION_SIZE = 4


def system_call(call: Call) -> None:
    """`long __albers_syscall(long number, long a, long b, long c, long d, long e, long f)`; words may be left out."""
    if not _takes_words(call):
        return
    number, *words = _words(call)
    for side, value in values_of(call, number, "number of a system call"):
        name, entry = TABLE[value] if value < len(TABLE) else (f"number {value}", None)
        perform(KernelCall(side, name), entry, words)


def native_system_call(call: Call) -> None:
    """The same with the number that the program's machine gives the call: a system call in assembly."""
    if not _takes_words(call):
        return
    number, *words = _words(call)
    for side, value in values_of(call, number, "number of a system call"):
        k = KernelCall(side, "")
        name = native_name(k.known.architecture, value)
        k.name = name or f"number {value}"
        perform(k, ENTRIES.get(name), words)


def cycle_counter(call: Call) -> None:
    """`rdtsc` and its like: grows from call to call."""
    kernel = KernelCall(call, "cycle counter").kernel
    kernel.cycles += 1000
    call.returns(kernel.cycles)


def _takes_words(call: Call) -> bool:
    if call.arguments and all(width > 0 for width in call.widths):
        return True
    call.fails(ErrorKind.USER, f"{call.name} takes the number of a system call and up to six words")
    return False


def _words(call: Call) -> list[object]:
    """Number and arguments as wide as a pointer; what is missing is 0."""
    words: list[object] = []
    for i in range(min(len(call.arguments), _PARAMETERS + 1)):
        word = signed_of_width(call.term(i), call.pointer_width)
        words.append(as_value(word))
    return words + [0] * (_PARAMETERS + 1 - len(words))


def perform(k: KernelCall, entry: Entry | None, words: list[object]) -> None:
    """One system call from its words to its answer."""
    if entry is None:
        k.warn_unsupported(f"system call {k.name}")
        k.refuse(Errno.ENOSYS)
        return
    k.kernel.clock.tick()
    if entry.failure is not None and k.known.failures_left > 0:
        _maybe_fail(k, entry, entry.failure, words)
    else:
        _make(k, entry, words)


def _make(k: KernelCall, entry: Entry, words: list[object]) -> None:
    def call_handler(here: KernelCall, arguments: list[object]) -> None:
        entry.handler(here, *arguments)

    k.guarded(lambda here: resolve(here, words, entry.parameters, call_handler))


# Failures on request


def _maybe_fail(k: KernelCall, entry: Entry, failure: Errno, words: list[object]) -> None:
    """Forks on the input `<name>_fail`, which says the how-manieth call of the name fails."""
    kernel = k.kernel
    name = k.name
    chosen = kernel.failing.get(name)
    if chosen is None:
        chosen = _new_decision(k, name)
    count = kernel.calls.get(name, 0) + 1
    kernel.calls[name] = count
    k.split(
        eq(chosen, const(chosen.width, count)),
        lambda here: _fail(here, name, failure),
        lambda here: _make(here, entry, words),
    )


def _new_decision(k: KernelCall, name: str) -> Term:
    kernel = k.kernel
    earlier = kernel.failures.get(name, 0)
    array = k.call.fresh_symbol(f"{name}_fail{f'_{earlier}' if earlier else ''}", _DECISION_SIZE)
    chosen = from_bytes([byte_of(array, i) for i in range(_DECISION_SIZE)])
    kernel.failing[name] = chosen
    kernel.calls[name] = 0
    return chosen


def _fail(k: KernelCall, name: str, failure: Errno) -> None:
    kernel = k.kernel
    kernel.failures_left -= 1
    kernel.failures[name] = kernel.failures.get(name, 0) + 1
    del kernel.failing[name]
    k.refuse(failure)


MODELS: dict[str, Model] = {
    "__albers_syscall": system_call,
    "__albers_native_syscall": native_system_call,
    "__albers_cycle_counter": cycle_counter,
}
