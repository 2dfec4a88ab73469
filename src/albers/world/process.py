"""The process: its ends, good and bad, and what it writes.

The C library's `exit`, stdio and the like are C code that ends here.
"""

from __future__ import annotations

from functools import partial

from albers.verdicts import ErrorKind
from albers.world.arguments import string, takes, word
from albers.world.call import Call, Model
from albers.world.pointers import fails_access, ranges


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


# Output


def albers_write(call: Call) -> None:
    """`__albers_write(descriptor, bytes, count)`: the end of every output function; answers the count.

    Symbolic bytes are written as the path's example has them and stay symbolic.
    """
    if not takes(call, 3):
        return
    descriptor = call.concretize(call.arguments[0], "output to a symbolic file descriptor")
    pointer = word(call, 1)
    count = word(call, 2)
    if count == 0:
        call.returns(0)
        return

    def fail(side: Call, info: str) -> None:
        fails_access(side, pointer, info)

    for found in ranges(call, pointer, count, fail):
        length = found.call.concretize(count, "output of symbolic length")
        data = found.call.read_bytes(pointer, length)
        assert data is not None  # `ranges` has shown the bytes to be readable
        found.call.write_output(descriptor, data)
        found.call.returns(length)


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
    "__albers_write": albers_write,
}
