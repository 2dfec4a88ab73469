"""Signals: actions and masks are remembered, nothing is delivered to a handler; a fatal signal ends the path."""

from __future__ import annotations

from typing import Final

from albers.verdicts import ErrorKind
from albers.world.byte_run import ByteRun
from albers.world.kernel.error_numbers import Errno, Refused
from albers.world.kernel.kernel_call import KernelCall
from albers.world.kernel.kernel_state import Kernel
from albers.world.kernel.layouts import sigaction_size

#: The one process, its only thread, its group and its session.
PROCESS: Final = 1000
PARENT: Final = 1

SIGABRT: Final = 6
SIGKILL: Final = 9
SIGPIPE: Final = 13
SIGSTOP: Final = 19
_HIGHEST: Final = 64

_NAMES: Final = {
    1: "SIGHUP",
    2: "SIGINT",
    3: "SIGQUIT",
    4: "SIGILL",
    5: "SIGTRAP",
    6: "SIGABRT",
    7: "SIGBUS",
    8: "SIGFPE",
    9: "SIGKILL",
    10: "SIGUSR1",
    11: "SIGSEGV",
    12: "SIGUSR2",
    13: "SIGPIPE",
    14: "SIGALRM",
    15: "SIGTERM",
    24: "SIGXCPU",
    25: "SIGXFSZ",
    31: "SIGSYS",
}
#: A core dump by default: the program is broken.
_CORE: Final = (3, 4, 5, 6, 7, 8, 11, 24, 25, 31)
#: Nothing by default: SIGCHLD, SIGCONT, the stops, SIGURG, SIGWINCH. (Nobody could continue a stopped program.)
_HARMLESS: Final = (17, 18, 19, 20, 21, 22, 23, 28)

_DEFAULT: Final = 0
_IGNORE: Final = 1

_SIG_BLOCK: Final = 0
_SIG_UNBLOCK: Final = 1
_SIG_SETMASK: Final = 2
_SET_SIZE: Final = 8


def _handler(kernel: Kernel, signal: int, word: int) -> object:
    action = kernel.signal_actions.get(signal)
    return _DEFAULT if action is None else action.value(0, word)


def is_survived(k: KernelCall, signal: int) -> bool:
    """Whether the program asked for the signal to be ignored, or handles it (handlers do not run)."""
    return _handler(k.known, signal, k.word) != _DEFAULT


def raise_signal(k: KernelCall, signal: int) -> None:
    """The program sends itself a signal; settles the call."""
    handler = _handler(k.known, signal, k.word)
    name = _NAMES.get(signal, f"signal {signal}")
    if handler == _IGNORE or signal in _HARMLESS:
        k.answer(0)
    elif handler != _DEFAULT and signal != SIGKILL:
        k.warn_unsupported(f"delivering {name} to its handler; it is ignored")
        k.answer(0)
    elif signal == SIGABRT:
        k.call.fails(ErrorKind.ABORT, "abort failure")
    elif signal in _CORE:
        k.call.fails(ErrorKind.ABORT, f"killed by {name}")
    else:
        k.call.exits(128 + signal)


def kill(k: KernelCall, process: int, signal: int) -> None:
    if not 0 <= signal <= _HIGHEST:
        raise Refused(Errno.EINVAL)
    if process not in (PROCESS, 0, -PROCESS):
        raise Refused(Errno.ESRCH if process != PARENT else Errno.EPERM)
    if signal == 0:
        k.answer(0)
    else:
        raise_signal(k, signal)


def tkill(k: KernelCall, thread: int, signal: int) -> None:
    """musl's only thread has the number 1 in its own books."""
    kill(k, PROCESS if thread == 1 else thread, signal)


def tgkill(k: KernelCall, process: int, thread: int, signal: int) -> None:
    tkill(k, thread, signal)


def rt_sigaction(k: KernelCall, signal: int, action: object, old: object) -> None:
    if not 1 <= signal <= _HIGHEST or (action != 0 and signal in (SIGKILL, SIGSTOP)):
        raise Refused(Errno.EINVAL)
    size = sigaction_size(k.word)

    def loaded(here: KernelCall, run: ByteRun | None) -> None:
        before = here.known.signal_actions.get(signal, ByteRun.concrete(bytes(size)))
        if run is not None:
            here.kernel.signal_actions[signal] = run
        if old == 0:
            here.answer(0)
        else:
            here.answer_with(old, before)

    if action == 0:
        loaded(k, None)
    else:
        k.load(action, size, loaded)


def rt_sigprocmask(k: KernelCall, how: int, new: object, old: object) -> None:
    def loaded(here: KernelCall, run: ByteRun | None) -> None:
        before = here.known.signal_mask
        if run is not None:
            bits = int.from_bytes(here.settled_bytes(run, "signal mask"), "little")
            after = {_SIG_BLOCK: before | bits, _SIG_UNBLOCK: before & ~bits, _SIG_SETMASK: bits}.get(how)
            if after is None:
                raise Refused(Errno.EINVAL)
            here.kernel.signal_mask = after
        if old == 0:
            here.answer(0)
        else:
            here.answer_with(old, ByteRun.of_value(before, _SET_SIZE))

    if new == 0:
        loaded(k, None)
    else:
        k.load(new, _SET_SIZE, loaded)


def rt_sigpending(k: KernelCall, pending: object) -> None:
    k.answer_with(pending, ByteRun.concrete(bytes(_SET_SIZE)))


def wait_for_signal(k: KernelCall) -> None:
    """pause, rt_sigsuspend: nobody will send one."""
    k.call.ends_early("waits for ever: for a signal that nobody sends")
