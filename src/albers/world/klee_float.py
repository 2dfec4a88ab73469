"""klee.h, floating point: what kind of number a pattern is, absolute value, square root, rounding to an integer.

Kinds and absolute values are questions about bits, so symbolic numbers stay symbolic. Square root and rounding are
computed on concrete patterns; a symbolic argument is fixed to one value, as an event. The rounding mode is always to
nearest, ties to even.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from albers.expr.bits import all_of, and_, any_of, not_
from albers.expr.compare import eq, ule, ult
from albers.expr.float_arith import round_ties_even, sqrt
from albers.expr.float_format import DOUBLE, FLOAT, FP128, X86_FP80, FloatFormat
from albers.expr.term import FALSE, Term, const
from albers.verdicts import ErrorKind
from albers.world.arguments import returns_unsigned, takes
from albers.world.call import Call, Model

_FORMAT_OF_WIDTH: dict[int, FloatFormat] = {fmt.width: fmt for fmt in (FLOAT, DOUBLE, X86_FP80, FP128)}

_TO_NEAREST = 0  # KLEE_FP_RNE in klee.h


# Kinds of numbers, on terms. `magnitude` is the pattern without its sign.


def is_infinite(fmt: FloatFormat, magnitude: Term) -> Term:
    return eq(magnitude, const(fmt.width, fmt.infinity))


def is_nan(fmt: FloatFormat, magnitude: Term) -> Term:
    return any_of([ult(const(fmt.width, fmt.infinity), magnitude), _is_unsupported(fmt, magnitude)])


def _is_unsupported(fmt: FloatFormat, magnitude: Term) -> Term:
    """An x86_fp80 pattern whose exponent promises an integer bit that is not there counts as NaN."""
    if not fmt.stores_integer_bit:
        return FALSE
    has_exponent = ule(const(fmt.width, 1 << fmt.exponent_shift), magnitude)
    integer_bit = and_(magnitude, const(fmt.width, fmt.integer_bit))
    return all_of([has_exponent, eq(integer_bit, const(fmt.width, 0))])


def is_subnormal(fmt: FloatFormat, magnitude: Term) -> Term:
    return all_of([ult(const(fmt.width, 0), magnitude), ult(magnitude, const(fmt.width, fmt.integer_bit))])


def is_normal(fmt: FloatFormat, magnitude: Term) -> Term:
    large_enough = ule(const(fmt.width, fmt.integer_bit), magnitude)
    return all_of([large_enough, not_(is_infinite(fmt, magnitude)), not_(is_nan(fmt, magnitude))])


def _magnitude(fmt: FloatFormat, pattern: Term) -> Term:
    return and_(pattern, const(fmt.width, fmt.magnitude_mask))


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
        returns_unsigned(call, question(fmt, _magnitude(fmt, call.term(0))))


def _absolute(call: Call) -> None:
    fmt = _format_of_argument(call)
    if fmt is not None:
        returns_unsigned(call, _magnitude(fmt, call.term(0)))


def _compute(operation: Callable[[FloatFormat, int], int], call: Call) -> None:
    fmt = _format_of_argument(call)
    if fmt is not None:
        call.returns(operation(fmt, call.concretize(call.arguments[0], f"{call.name} of a symbolic number")))


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
        models[f"klee_sqrt_{type_name}"] = partial(_compute, sqrt)
    for name in ("klee_rintf", "klee_rint", "klee_rintl"):
        models[name] = partial(_compute, round_ties_even)
    return models


MODELS = _models()
