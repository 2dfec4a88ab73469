"""klee.h, the part that looks at a path and leaves it as it is: printing, warnings, questions on values and memory."""

from __future__ import annotations

from albers.expr.printing import to_text
from albers.expr.term import Term
from albers.verdicts import ErrorKind
from albers.world.arguments import string, takes, word
from albers.world.call import Call, Model
from albers.world.pointers import bases, ranges

# Printing


def klee_print_expr(call: Call) -> None:
    """Prints `message:expression`, further values behind it."""
    if len(call.arguments) < 2:
        call.fails(ErrorKind.USER, f"invalid number of arguments to {call.name}")
        return
    message = string(call, 0)
    if message is None:
        return
    call.show(f"{message}:{' '.join(_text(value) for value in call.arguments[1:])}")
    call.returns()


def klee_print_range(call: Call) -> None:
    """Prints `name:expression`, then ` == v` if that is its only value, else ` ~= v (in [low, high])`."""
    if not takes(call, 2):
        return
    name = string(call, 0)
    if name is None:
        return
    value = call.arguments[1]
    text = f"{name}:{_text(value)}"
    if isinstance(value, Term):
        low, high = call.bounds(value)
        example = call.example(value)
        text += f" == {example}" if low == high else f" ~= {example} (in [{low}, {high}])"
    call.show(text)
    call.returns()


def klee_dump_constraints(call: Call) -> None:
    """Prints what the path has assumed so far, one condition per line, oldest first."""
    if takes(call, 0):
        call.show("\n".join(to_text(condition) for condition in call.constraints()))
        call.returns()


def _text(value: object) -> str:
    if isinstance(value, tuple):
        return "{" + ", ".join(_text(part) for part in value) + "}"
    return to_text(value) if isinstance(value, Term) else str(value)


def klee_warning(call: Call) -> None:
    _warn(call, once=False)


def klee_warning_once(call: Call) -> None:
    _warn(call, once=True)


def _warn(call: Call, once: bool) -> None:
    if not takes(call, 1):
        return
    message = string(call, 0)
    if message is not None:
        call.warn(message, once)
        call.returns()


def klee_stack_trace(call: Call) -> None:
    if takes(call, 0):
        call.show(call.stack_trace())
        call.returns()


# Values


def klee_is_symbolic(call: Call) -> None:
    if takes(call, 1):
        call.returns(1 if isinstance(call.arguments[0], Term) else 0)


def klee_is_replay(call: Call) -> None:
    """0: this is the engine, not a test run natively."""
    if takes(call, 0):
        call.returns(0)


def klee_get_value(call: Call) -> None:
    """One possible value, whatever the type; the path is not constrained to it."""
    if takes(call, 1):
        call.returns(call.example(call.arguments[0]))


# Memory


def klee_get_obj_size(call: Call) -> None:
    if not takes(call, 1):
        return
    for base in bases(call, word(call, 0), "klee_get_obj_size"):
        base.call.returns(base.object.modelled_size())


def klee_check_memory_access(call: Call) -> None:
    """An error unless all the bytes lie in one object."""
    if not takes(call, 2):
        return

    def fail(side: Call, info: str) -> None:
        side.fails(ErrorKind.PTR, "check_memory_access: memory error", info)

    for found in ranges(call, word(call, 0), word(call, 1), fail):
        found.call.returns()


MODELS: dict[str, Model] = {
    "klee_print_expr": klee_print_expr,
    "klee_print_range": klee_print_range,
    "klee_dump_constraints": klee_dump_constraints,
    "klee_warning": klee_warning,
    "klee_warning_once": klee_warning_once,
    "klee_stack_trace": klee_stack_trace,
    "klee_is_symbolic": klee_is_symbolic,
    "klee_is_replay": klee_is_replay,
    "klee_get_valuef": klee_get_value,
    "klee_get_valued": klee_get_value,
    "klee_get_valuel": klee_get_value,
    "klee_get_valuell": klee_get_value,
    "klee_get_value_i32": klee_get_value,
    "klee_get_value_i64": klee_get_value,
    "klee_get_obj_size": klee_get_obj_size,
    "klee_check_memory_access": klee_check_memory_access,
}
