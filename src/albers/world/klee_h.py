"""klee.h, the part that changes a path: symbolic inputs, assumptions, preferences, ends of paths.

Printing and asking is in `klee_inspect`, floating point in `klee_float`. Names and messages are KLEE's.
"""

from __future__ import annotations

from albers.expr.arith import from_bytes
from albers.expr.arrays import byte_of
from albers.expr.bits import any_of
from albers.expr.compare import sle, slt, ult
from albers.expr.fold import mask
from albers.expr.term import CONST, FALSE, Term, as_term
from albers.verdicts import ErrorKind
from albers.world.allocation import HUGE
from albers.world.arguments import returns_unsigned, signed_of_width, string_or_empty, takes, truth, word
from albers.world.call import Call, Model, Place
from albers.world.pointers import address_info, bases, fails_access, ranges, split, split_fitting

_INT_WIDTH = 32  # C's int on every target we know


# Symbolic inputs


def klee_make_symbolic(call: Call) -> None:
    """Any part of an object becomes symbolic; the rest of the object stays as it is."""
    if not takes(call, 3, "Incorrect number of arguments to klee_make_symbolic(void*, size_t, char*)"):
        return
    name = _input_name(call, 2)
    if name is None:
        return
    pointer = word(call, 0)
    size = word(call, 1)
    if size == 0:
        call.returns()
        return
    for place in call.resolve(pointer):
        _make_place_symbolic(place, pointer, size, name)


def _make_place_symbolic(place: Place, pointer: object, size: object, name: str) -> None:
    object_ = place.object
    if object_ is None:
        message = "memory error: invalid pointer: make_symbolic"
        place.call.fails(ErrorKind.PTR, message, address_info(place.call, pointer))
        return
    if place.call.is_read_only(object_):
        place.call.fails(ErrorKind.USER, "cannot make readonly object symbolic", f"\tobject: {object_.describe()}\n")
        return
    call, too_large = split_fitting(place, object_, size)
    if too_large is not None:
        info = f"\tsize: {too_large.example(size)} bytes\n{address_info(too_large, pointer, object_)}"
        too_large.fails(ErrorKind.USER, "Wrong size given to klee_make_symbolic", info)
    if call is None:
        return
    offset = call.concretize(place.offset, "klee_make_symbolic at a symbolic offset")
    if isinstance(size, Term) and size is not object_.size_term:
        low, high = call.bounds(size)
        if low == high:
            size = low
    if size != 0:
        call.make_symbolic(object_, offset, size, name)
    call.returns()


def _input_name(call: Call, index: int) -> str | None:
    """The name of a new input; None if the call has failed."""
    name = string_or_empty(call, index)
    if name != "":
        return name
    call.warn(f'{call.name}: renamed empty name to "unnamed"')
    return "unnamed"


def _fresh_integer(call: Call, name: str, width: int) -> Term:
    size = width // 8
    array = call.fresh_symbol(name, size)
    return from_bytes([byte_of(array, i) for i in range(size)])


def klee_int(call: Call) -> None:
    if not takes(call, 1):
        return
    name = _input_name(call, 0)
    if name is not None:
        returns_unsigned(call, _fresh_integer(call, name, _INT_WIDTH))


def klee_range(call: Call) -> None:
    """An int in [begin, end); the only number of a range of one is returned as a constant."""
    if not takes(call, 3):
        return
    begin = signed_of_width(call.term(0), _INT_WIDTH)
    end = signed_of_width(call.term(1), _INT_WIDTH)
    in_order, out_of_order = split(call, slt(begin, end))
    if out_of_order is not None:
        out_of_order.fails(ErrorKind.USER, "invalid range")
    if in_order is None:
        return
    if begin.op == CONST and end.op == CONST and (begin.value + 1) & mask(_INT_WIDTH) == end.value:
        in_order.returns(begin.value)
        return
    name = _input_name(in_order, 2)
    if name is None:
        return
    number = _fresh_integer(in_order, name, _INT_WIDTH)
    if begin.op == CONST and begin.value == 0:
        in_range = [ult(number, end)]
    else:
        in_range = [sle(begin, number), slt(number, end)]
    if _assumes(in_order, in_range):
        returns_unsigned(in_order, number)


def klee_choose(call: Call) -> None:
    """A value below n. There is none below 0: such a path ends, as in KLEE, without a test."""
    if not takes(call, 1):
        return
    limit = as_term(call.pointer_width, word(call, 0))
    number = _fresh_integer(call, "klee_choose", call.pointer_width)
    if _assumes(call, [ult(number, limit)]):
        returns_unsigned(call, number)


def _assumes(call: Call, conditions: list[Term]) -> bool:
    """Adds conditions on a new input; where they cannot hold the path ends silently."""
    if all(call.assume(condition) for condition in conditions):
        return True
    call.ends_silently()
    return False


# Assumptions and preferences


def klee_assume(call: Call) -> None:
    if not takes(call, 1):
        return
    if call.assume(truth(call.term(0))):
        call.returns()
        return
    call.fails(ErrorKind.USER, "invalid klee_assume call (provably false)")


def klee_assume_silently(call: Call) -> None:
    """`klee_assume` under KLEE's option --silent-klee-assume: an impossible assumption ends the path, no error."""
    if takes(call, 1) and _assumes(call, [truth(call.term(0))]):
        call.returns()


def klee_prefer_cex(call: Call) -> None:
    if not takes(call, 2):
        return
    condition = truth(call.term(1))
    if condition.op != CONST:
        call.prefer(condition)
    call.returns()


def klee_posix_prefer_cex(call: Call) -> None:
    """Without KLEE's option --readable-posix-inputs these wishes are not wanted; with it, see OPTION_MODELS."""
    if takes(call, 2):
        call.returns()


def klee_or(call: Call) -> None:
    """Whether one of n truth values in memory holds, as one term instead of a fork per value."""
    if not takes(call, 2):
        return
    count = call.concretize(word(call, 0), "klee_or of symbolically many conditions")
    if count == 0:
        returns_unsigned(call, FALSE)
        return
    pointer = word(call, 1)

    def fail(side: Call, info: str) -> None:
        fails_access(side, pointer, info)

    for found in ranges(call, pointer, count, fail):
        start = found.call.concretize(found.offset, "klee_or at a symbolic offset")
        values = [found.call.read_value(found.object, start + i, 8) for i in range(count)]
        returns_unsigned(found.call, any_of([truth(as_term(8, value)) for value in values]))


# Ends of paths


def klee_abort(call: Call) -> None:
    if takes(call, 0):
        call.fails(ErrorKind.ABORT, "abort failure")


def klee_silent_exit(call: Call) -> None:
    if takes(call, 1):
        call.ends_silently()


def klee_report_error(call: Call) -> None:
    """An error the program found itself; it names the place, the message and the suffix of the error file."""
    if not takes(call, 4):
        return
    texts: list[str] = []
    for index in (0, 2, 3):
        text = string_or_empty(call, index)
        if text is None:
            return
        texts.append(text)
    file, message, suffix = texts
    line = call.example(call.arguments[1])
    call.fails(ErrorKind.REPORT_ERROR, message, f"\treported at: {file}:{line}\n", suffix)


# The state of the path


def klee_mark_global(call: Call) -> None:
    """A local object shall outlive its function."""
    if not takes(call, 1):
        return
    for base in bases(call, word(call, 0), "mark_global"):
        base.call.keep_after_return(base.object)
        base.call.returns()


def klee_set_forking(call: Call) -> None:
    if not takes(call, 1):
        return
    enabled = call.arguments[0]
    if isinstance(enabled, Term):
        call.fails(ErrorKind.USER, "klee_set_forking requires a constant arg")
        return
    call.set_forking(enabled != 0)
    call.returns()


def klee_define_fixed_object(call: Call) -> None:
    """Memory at an address of the program's choice."""
    if not takes(call, 2):
        return
    address = word(call, 0)
    size = word(call, 1)
    if not isinstance(address, int):
        call.fails(ErrorKind.USER, "expect constant address argument to klee_define_fixed_object")
        return
    if not isinstance(size, int):
        call.fails(ErrorKind.USER, "expect constant size argument to klee_define_fixed_object")
        return
    if size >= HUGE:
        call.fails(ErrorKind.USER, f"klee_define_fixed_object of {size} bytes: at most {HUGE - 1} can be simulated")
        return
    if not call.place_fixed(address, size):
        call.fails(ErrorKind.USER, "klee_define_fixed_object overlaps another object", address_info(call, address))
        return
    call.returns()


def ignored_merge_mark(call: Call) -> None:
    """Merge regions marked by hand, as KLEE and its relatives have them."""
    if takes(call, 0):
        call.warn(f"{call.name} ignored: regions marked by hand are not merged", once=True)
        call.returns()


MODELS: dict[str, Model] = {
    "klee_make_symbolic": klee_make_symbolic,
    "klee_int": klee_int,
    "klee_range": klee_range,
    "klee_choose": klee_choose,
    "klee_assume": klee_assume,
    "klee_prefer_cex": klee_prefer_cex,
    "klee_posix_prefer_cex": klee_posix_prefer_cex,
    "klee_or": klee_or,
    "klee_abort": klee_abort,
    "klee_silent_exit": klee_silent_exit,
    "klee_report_error": klee_report_error,
    "klee_mark_global": klee_mark_global,
    "klee_set_forking": klee_set_forking,
    "klee_define_fixed_object": klee_define_fixed_object,
    "klee_open_merge": ignored_merge_mark,
    "klee_close_merge": ignored_merge_mark,
    "klee_open_object_merge": ignored_merge_mark,
    "klee_close_object_merge": ignored_merge_mark,
    "klee_open_loop_merge": ignored_merge_mark,
    "klee_close_loop_merge": ignored_merge_mark,
    "klee_open_qmerge": ignored_merge_mark,
    "klee_close_qmerge": ignored_merge_mark,
}

#: Models that replace the standard ones under an option of KLEE's command line.
OPTION_MODELS: dict[str, dict[str, Model]] = {
    "silent-klee-assume": {"klee_assume": klee_assume_silently},
    "readable-posix-inputs": {"klee_posix_prefer_cex": klee_prefer_cex},
}
