"""klee.h, floating point: the answers on bits agree with `albers.expr.float_format`, symbolic numbers stay symbolic."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from albers.expr import float_format
from albers.expr.bits import extract
from albers.expr.float_arith import round_ties_even, sqrt
from albers.expr.float_format import DOUBLE, FLOAT, FP128, X86_FP80, FloatFormat
from albers.expr.float_operations import F_SQRT
from albers.expr.float_terms import computed
from albers.expr.term import Term
from albers.verdicts import ErrorKind
from tests.world.fake_call import World, failed

TYPES = [
    ("float", FLOAT),
    ("double", DOUBLE),
    ("long_double", X86_FP80),
    ("long_double", FP128),
    ("long_double", DOUBLE),
]
KINDS: dict[str, Callable[[FloatFormat, int], bool]] = {
    "nan": float_format.is_nan,
    "infinite": float_format.is_inf,
    "normal": float_format.is_normal,
    "subnormal": float_format.is_subnormal,
}


def patterns(fmt: FloatFormat) -> st.SearchStrategy[int]:
    """All patterns, with those around the borders of the kinds often."""
    borders = [0, 1, fmt.integer_bit, fmt.min_normal, fmt.max_finite, fmt.infinity, 1 << fmt.exponent_shift]
    near = st.builds(
        lambda border, step, sign: (border + step) % (1 << fmt.width) | sign,
        st.sampled_from(borders),
        st.integers(-2, 2),
        st.sampled_from([0, fmt.sign_bit]),
    )
    return st.one_of(near, st.integers(0, (1 << fmt.width) - 1))


@pytest.mark.parametrize(("type_name", "fmt"), TYPES)
@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=50)
@given(data=st.data())
def test_the_kind_of_a_number_is_what_its_format_says(
    type_name: str, fmt: FloatFormat, kind: str, data: st.DataObject
) -> None:
    pattern = data.draw(patterns(fmt))
    call = World().run_one(f"klee_is_{kind}_{type_name}", pattern, widths=[fmt.width], result=32)
    assert call.outcome.value == int(KINDS[kind](fmt, pattern))


@pytest.mark.parametrize(
    ("kind", "low", "high"), [("nan", 0x7F800001, 0x7FFFFFFF), ("infinite", 0x7F800000, 0x7F800000)]
)
def test_the_kind_of_a_symbolic_number_is_a_symbolic_answer(world: World, kind: str, low: int, high: int) -> None:
    x = world.unknown(4)
    call = world.run_one(f"klee_is_{kind}_float", x, result=32)
    answer = call.outcome.value
    assert isinstance(answer, Term) and call.bounds(answer) == (0, 1) and call.path.events == []
    magnitude = world.run_one("klee_abs_float", x, result=32).outcome.value
    assert isinstance(magnitude, Term)
    yes, no = call.branch(extract(answer, 0, 1))
    assert yes is not None and no is not None
    assert yes.bounds(magnitude) == (low, high)


@pytest.mark.parametrize(("type_name", "fmt"), TYPES)
def test_the_absolute_value_has_no_sign(world: World, type_name: str, fmt: FloatFormat) -> None:
    pattern = fmt.sign_bit | fmt.min_normal
    call = world.run_one(f"klee_abs_{type_name}", pattern, widths=[fmt.width], result=fmt.width)
    assert call.outcome.value == fmt.min_normal


@pytest.mark.parametrize(("type_name", "fmt"), TYPES)
def test_the_square_root_is_the_exact_one(world: World, type_name: str, fmt: FloatFormat) -> None:
    call = world.run_one(f"klee_sqrt_{type_name}", fmt.min_normal, widths=[fmt.width], result=fmt.width)
    assert call.outcome.value == sqrt(fmt, fmt.min_normal)


@pytest.mark.parametrize(("name", "fmt"), [("klee_rintf", FLOAT), ("klee_rint", DOUBLE), ("klee_rintl", X86_FP80)])
def test_rint_rounds_to_nearest_even(world: World, name: str, fmt: FloatFormat) -> None:
    almost_half = (fmt.bias << fmt.exponent_shift | (fmt.integer_bit if fmt.stores_integer_bit else 0)) + 1
    call = world.run_one(name, almost_half, widths=[fmt.width], result=fmt.width)
    assert call.outcome.value == round_ties_even(fmt, almost_half)


def test_the_root_of_a_symbolic_number_is_symbolic(world: World) -> None:
    x = world.unknown(4)
    call = world.run_one("klee_sqrt_float", x, result=32)
    assert call.path.events == []
    assert call.outcome.value is computed(F_SQRT, FLOAT, [x])


def test_the_rounding_mode_is_to_nearest_and_no_other(world: World) -> None:
    assert world.run_one("klee_get_rounding_mode", result=32).outcome.value == 0
    assert world.run_one("klee_set_rounding_mode", 0).outcome.what == "returned"
    call = world.run_one("klee_set_rounding_mode", 2)
    assert call.outcome.kind is ErrorKind.EXEC and "only rounding to nearest" in call.outcome.message


def test_a_width_that_no_float_has_is_the_users_mistake(world: World) -> None:
    call = world.run_one("klee_is_nan_float", 0, widths=[24])
    assert call.outcome.kind is ErrorKind.USER and "24 bits" in call.outcome.message


@pytest.mark.parametrize("name", ["klee_is_nan_float", "klee_abs_double", "klee_sqrt_float", "klee_set_rounding_mode"])
def test_a_call_without_arguments_is_the_users_mistake(world: World, name: str) -> None:
    assert failed(world.run_one(name), ErrorKind.USER, f"invalid number of arguments to {name}")
