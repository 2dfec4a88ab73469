"""The arguments of a system call, from machine words to what handlers work on.

Each parameter has a kind. A symbolic word becomes several sides of a fork where the kernel has to know it (numbers,
descriptors, paths) and stays a term where it need not (sizes, addresses).
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Sequence

from albers.expr.arith import truncate
from albers.expr.bits import concat
from albers.expr.compare import eq
from albers.expr.fold import mask
from albers.expr.term import Term, as_term, as_value, const
from albers.world.call import Call
from albers.world.kernel.error_numbers import Errno, Refused
from albers.world.kernel.inodes import Kind
from albers.world.kernel.kernel_call import KernelCall
from albers.world.kernel.paths import AT_FDCWD, Path, read_path
from albers.world.pointers import split_null


class Parameter(enum.Enum):
    """What a word means."""

    INT = "a C int, known"
    LONG = "a C long, known"
    OFFSET = "a 64-bit offset, known; two words in a 32-bit program"
    DESCRIPTOR = "an open descriptor or AT_FDCWD, known; everything else is -1"
    POINTER = "an address, 0 if null, else a number or a term that is not 0"
    SIZE = "a word, a number or a term"
    PATH = "a path counted from the current directory"
    PATH_AT = "a path counted from the descriptor before it"
    PATH_AT_OR_NULL = "the same; None for a null pointer"


Then = Callable[[KernelCall, list[object]], None]


def resolve(k: KernelCall, words: list[object], kinds: Sequence[Parameter], then: Then) -> None:
    """`then(side, arguments)` on every side of the forks that symbolic words call for."""
    _next(k, words, list(kinds), [], then)


def _next(k: KernelCall, words: list[object], kinds: list[Parameter], done: list[object], then: Then) -> None:
    if not kinds:
        then(k, done)
        return
    kind = kinds[0]

    def go_on(here: KernelCall, argument: object, taken: int = 1) -> None:
        _next(here, words[taken:], kinds[1:], [*done, argument], then)

    word = words[0]
    if kind is Parameter.INT:
        low = as_value(truncate(word, 32)) if isinstance(word, Term) else word
        k.choices(low, lambda here, number: go_on(here, _signed(number, 32)), "argument")
    elif kind is Parameter.LONG:
        k.choices(word, lambda here, number: go_on(here, _signed(number, k.call.pointer_width)), "argument")
    elif kind is Parameter.OFFSET:
        taken = 64 // k.call.pointer_width
        whole = word if taken == 1 else _joined(words[0], words[1])
        k.choices(whole, lambda here, number: go_on(here, _signed(number, 64), taken), "offset")
    elif kind is Parameter.DESCRIPTOR:
        _descriptor(k, word, go_on)
    elif kind is Parameter.POINTER:
        _pointer(k, word, go_on)
    elif kind is Parameter.SIZE:
        go_on(k, word)
    else:
        _path(k, word, kind is Parameter.PATH_AT_OR_NULL, AT_FDCWD if kind is Parameter.PATH else done[-1], go_on)


def _signed(number: int, width: int) -> int:
    number &= mask(width)
    return number - (1 << width) if number >> (width - 1) else number


def _joined(low: object, high: object) -> object:
    return as_value(concat(as_term(32, high), as_term(32, low)))


def _descriptor(k: KernelCall, word: object, then: Callable[[KernelCall, object], None]) -> None:
    if isinstance(word, int):
        then(k, _signed(word, 32))
        return
    assert isinstance(word, Term)
    number = truncate(word, 32)
    rest: Call | None = k.call
    for candidate in [*k.known.descriptors.numbers(), AT_FDCWD]:
        if rest is None:
            return
        here, rest = rest.branch(eq(number, const(32, candidate & mask(32))))
        if here is not None:
            _guarded(k.on(here), then, candidate)
    if rest is not None:
        _guarded(k.on(rest), then, -1)


def _pointer(k: KernelCall, word: object, then: Callable[[KernelCall, object], None]) -> None:
    if isinstance(word, int):
        then(k, word)
        return
    null, other = split_null(k.call, word)
    if null is not None:
        _guarded(k.on(null), then, 0)
    if other is not None:
        _guarded(k.on(other), then, word)


def _guarded(k: KernelCall, then: Callable[[KernelCall, object], None], argument: object) -> None:
    k.guarded(lambda here: then(here, argument))


def _path(
    k: KernelCall, word: object, may_be_null: bool, directory: object, then: Callable[[KernelCall, object], None]
) -> None:
    assert isinstance(directory, int)
    start = start_of(k, directory)

    def found(here: KernelCall, path: Path) -> None:
        if start is None and path.problem is None and not path.text.startswith(b"/") and path.text:
            raise Refused(Errno.ENOTDIR if here.known.descriptors.is_open(directory) else Errno.EBADF)
        then(here, path)

    def known(here: KernelCall, address: object) -> None:
        if address == 0 and may_be_null:
            then(here, None)
        else:
            read_path(here, here.known.directory if start is None else start, address, found)

    _pointer(k, word, known)


def start_of(k: KernelCall, directory: int) -> int | None:
    """The inode from which a relative path counts; None if the descriptor is no directory."""
    if directory == AT_FDCWD:
        return k.known.directory
    if not k.known.descriptors.is_open(directory):
        return None
    inode = k.known.descriptors.file(directory).inode
    return inode if k.known.files.inode(inode).kind is Kind.DIRECTORY else None
