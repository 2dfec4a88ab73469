"""What a file's mode allows, also when the mode is symbolic: then the call forks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from albers.expr.bits import and_
from albers.expr.compare import eq
from albers.expr.term import Term, const
from albers.world.kernel.error_numbers import Errno
from albers.world.kernel.file_system import MAY_READ, MAY_SEARCH, MAY_WRITE
from albers.world.kernel.kernel_call import KernelCall

#: Times one of the permissions: the bits of owner, group and others.
_ANYBODY: Final = 0o111


def with_permission(k: KernelCall, number: int, wanted: int, then: Callable[[KernelCall], None]) -> None:
    """`then(side)` where the file may be used as wanted, else EACCES; a symbolic mode forbids what it allows nobody."""
    mode = k.known.files.inode(number).status["mode"]
    if not isinstance(mode, Term):
        k.known.files.check(number, wanted)
        then(k)
        return
    symbolic_mode = mode
    kinds = [kind for kind in (MAY_READ, MAY_WRITE, MAY_SEARCH) if wanted & kind]

    def check(here: KernelCall, index: int) -> None:
        if index == len(kinds):
            then(here)
            return
        bits = and_(symbolic_mode, const(symbolic_mode.width, kinds[index] * _ANYBODY))
        here.split(
            eq(bits, const(symbolic_mode.width, 0)),
            lambda side: side.refuse(Errno.EACCES),
            lambda side: check(side, index + 1),
        )

    check(k, 0)
