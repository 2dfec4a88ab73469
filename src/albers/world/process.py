"""The ends of a process, good and bad. The C library's `exit` is C code that ends here."""

from __future__ import annotations

from functools import partial

from albers.verdicts import ErrorKind
from albers.world.arguments import string, takes
from albers.world.call import Call, Model


def abort(call: Call) -> None:
    if takes(call, 0):
        call.fails(ErrorKind.ABORT, "abort failure")


def exit_now(call: Call) -> None:
    if takes(call, 1):
        call.exits(call.arguments[0])


def stack_smashed(call: Call) -> None:
    """The guard word of a function compiled with -fstack-protector was overwritten."""
    if takes(call, 0):
        call.fails(ErrorKind.ABORT, "stack smashing detected")


# Assertions


def _assertion(count: int, index: int, call: Call) -> None:
    """An assertion failed whose text is argument `index` of `count`."""
    if not takes(call, count):
        return
    expression = string(call, index)
    if expression is not None:
        call.fails(ErrorKind.ASSERT, f"ASSERTION FAIL: {expression}")


def _bsd_or_glibc_assertion(call: Call) -> None:
    """`__assert`: (expression, file, line) in glibc, (function, file, line, expression) in FreeBSD."""
    if len(call.arguments) == 4:
        _assertion(4, 3, call)
    else:
        _assertion(3, 0, call)


MODELS: dict[str, Model] = {
    "abort": abort,
    "_exit": exit_now,
    "_Exit": exit_now,
    "__stack_chk_fail": stack_smashed,
    "__assert_fail": partial(_assertion, 4, 0),  # musl, glibc
    "klee_assert_fail": partial(_assertion, 4, 0),
    "__assert_rtn": partial(_assertion, 4, 3),  # macOS
    "__assert_func": partial(_assertion, 4, 3),  # newlib
    "__assert": _bsd_or_glibc_assertion,
    "_assert": partial(_assertion, 3, 0),
}
