"""klee.h, floating point: what kind of number a pattern is, absolute value, square root, rounding to an integer.

Symbolic numbers stay symbolic. The rounding mode is always to nearest, ties to even.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from albers.expr.float_format import DOUBLE, FLOAT, FP128, X86_FP80, FloatFormat
from albers.expr.float_operations import F_ROUND, F_SQRT
from albers.expr.float_terms import computed, is_infinite, is_nan, is_normal, is_subnormal, magnitude
from albers.expr.term import Term
from albers.verdicts import ErrorKind
from albers.world.arguments import returns_unsigned, takes
from albers.world.call import Call, Model

_FORMAT_OF_WIDTH: dict[int, FloatFormat] = {fmt.width: fmt for fmt in (FLOAT, DOUBLE, X86_FP80, FP128)}

_TO_NEAREST = 0  # KLEE_FP_RNE in klee.h


# Models


def _format_of_argument(call: Call) -> FloatFormat | None:
    """The format of the only argument; None if the call has failed."""
    if not takes(call, 1):
        return None
    fmt = _FORMAT_OF_WIDTH.get(call.widths[0])
    if fmt is None:
        call.fails(
            ErrorKind.USER, f"{call.name} was called with {call.widths[0]} bits, which is no floating-point type"
        )
    return fmt


def _answer_kind(question: Callable[[FloatFormat, Term], Term], call: Call) -> None:
    fmt = _format_of_argument(call)
    if fmt is not None:
        returns_unsigned(call, question(fmt, call.term(0)))


def _absolute(call: Call) -> None:
    fmt = _format_of_argument(call)
    if fmt is not None:
        returns_unsigned(call, magnitude(fmt, call.term(0)))


def _compute(operation: int, call: Call) -> None:
    fmt = _format_of_argument(call)
    if fmt is not None:
        returns_unsigned(call, computed(operation, fmt, [call.term(0)]))


def klee_get_rounding_mode(call: Call) -> None:
    if takes(call, 0):
        call.returns(_TO_NEAREST)


def klee_set_rounding_mode(call: Call) -> None:
    if not takes(call, 1):
        return
    if call.arguments[0] == _TO_NEAREST:
        call.returns()
        return
    call.fails(ErrorKind.EXEC, "klee_set_rounding_mode: only rounding to nearest, ties to even, is supported")


def _models() -> dict[str, Model]:
    models: dict[str, Model] = {
        "klee_get_rounding_mode": klee_get_rounding_mode,
        "klee_set_rounding_mode": klee_set_rounding_mode,
    }
    questions = {"nan": is_nan, "infinite": is_infinite, "normal": is_normal, "subnormal": is_subnormal}
    for type_name in ("float", "double", "long_double"):
        for kind, question in questions.items():
            models[f"klee_is_{kind}_{type_name}"] = partial(_answer_kind, question)
        models[f"klee_abs_{type_name}"] = _absolute
        models[f"klee_sqrt_{type_name}"] = partial(_compute, F_SQRT)
    for name in ("klee_rintf", "klee_rint", "klee_rintl"):
        models[name] = partial(_compute, F_ROUND)
    return models


MODELS = _models()
