"""klee.h, the part about the program's inputs as a whole: arguments and standard input."""

from __future__ import annotations

from albers.expr.compare import ule
from albers.expr.term import CONST
from albers.world.arguments import takes
from albers.world.call import Call, Model
from albers.world.kernel.error_numbers import Refused
from albers.world.kernel.kernel_call import KernelCall, word_term


def klee_init_env(call: Call) -> None:
    """Nothing is left to do: symbolic arguments and files are in place before `main` begins."""
    if takes(call, 2):
        call.returns()


def check_stdin_read(call: Call) -> None:
    """Paths that leave some of standard input unread end here, without a test."""
    if not takes(call, 0):
        return
    kernel = KernelCall(call, "check_stdin_read").known
    try:
        file = kernel.descriptors.file(0)
    except Refused:  # closed: nothing will be read any more
        call.ends_silently()
        return
    size = kernel.files.inode(file.inode).contents.size
    everything = ule(word_term(call, size), word_term(call, file.position))
    if everything.op == CONST:
        _go_on_if(call, everything.value != 0)
        return
    read, unread = call.branch(everything)
    if read is not None:
        _go_on_if(read, True)
    if unread is not None:
        _go_on_if(unread, False)


def _go_on_if(call: Call, goes_on: bool) -> None:
    if goes_on:
        call.returns()
    else:
        call.ends_silently()


MODELS: dict[str, Model] = {"klee_init_env": klee_init_env, "check_stdin_read": check_stdin_read}
