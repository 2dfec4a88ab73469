"""Taking the arguments of a modelled call apart: how many there are, strings, integers of a wished width.

A C function that was never declared is called with whatever the call site passes, so models check what they get. A
function here that answers None or False has already failed the call as the user's mistake.
"""

from __future__ import annotations

from albers.expr.arith import truncate
from albers.expr.bits import sext, zext
from albers.expr.compare import ne
from albers.expr.term import Term, as_value, const
from albers.verdicts import ErrorKind
from albers.world.call import Call


def takes(call: Call, count: int, complaint: str = "") -> bool:
    """Whether the call has exactly `count` arguments, all of them scalars."""
    if len(call.arguments) != count:
        call.fails(ErrorKind.USER, complaint or f"invalid number of arguments to {call.name}")
        return False
    if any(isinstance(argument, tuple) for argument in call.arguments):
        call.fails(ErrorKind.USER, f"{call.name} was called with a structure where it takes a number or a pointer")
        return False
    return True


def word(call: Call, index: int) -> object:
    """An argument as a value as wide as a pointer (size_t, uintptr_t, any pointer)."""
    return as_value(unsigned_of_width(call.term(index), call.pointer_width))


def truth(term: Term) -> Term:
    """`term != 0`, of width 1."""
    return ne(term, const(term.width, 0))


def unsigned_of_width(term: Term, width: int) -> Term:
    """The term zero-extended or cut to `width` bits."""
    return zext(term, width) if term.width <= width else truncate(term, width)


def signed_of_width(term: Term, width: int) -> Term:
    """The term sign-extended or cut to `width` bits."""
    return sext(term, width) if term.width <= width else truncate(term, width)


def returns_unsigned(call: Call, term: Term) -> None:
    """The function returns the term, fitted to the width the program declared."""
    if call.result_width == 0:
        call.returns()
        return
    call.returns(as_value(unsigned_of_width(term, call.result_width)))


def string(call: Call, index: int) -> str | None:
    """The string an argument points to."""
    pointer = call.arguments[index]
    if isinstance(pointer, Term):
        call.fails(ErrorKind.USER, "Symbolic string pointer passed to one of the klee_ functions")
        return None
    text = call.read_string(pointer)
    if text is None:
        call.fails(ErrorKind.USER, "Invalid string pointer passed to one of the klee_ functions")
    return text


def string_or_empty(call: Call, index: int) -> str | None:
    """The string an argument points to; a null pointer is the empty string."""
    return "" if call.arguments[index] == 0 else string(call, index)
