"""Intrinsics on unknown floats mean what they mean on known ones."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from albers.engine.float_intrinsics import function_of, reduction_of
from albers.engine.float_ops import compare_function
from albers.engine.machine import Unsupported
from albers.expr.evaluate import Assignment, evaluate
from albers.expr.float_compare import PREDICATES
from albers.expr.float_format import ALL_FORMATS, FloatFormat, is_nan
from albers.expr.term import Term
from albers.ir.types import FloatType, IntType, Type
from tests.expr.test_float_terms import Unknown, patterns

randoms = st.randoms(use_true_random=False)
FORMATS = {fmt.name: fmt for fmt in ALL_FORMATS}

UNARY = "sqrt floor ceil trunc round roundeven rint nearbyint canonicalize".split()
BINARY = "minimum maximum minimumnum maximumnum minnum maxnum copysign".split()
TO_INTEGER = "lrint lround llround fptosi.sat fptoui.sat".split()


def float_type(fmt: FloatFormat) -> FloatType:
    return FloatType(fmt.name)


def assert_same(name: str, operands: list[Type], result: Type, values: list[int], fmt: FloatFormat | None) -> None:
    """The result on unknowns that turn out to be `values` is the result on `values`; terms know one NaN."""
    function = function_of(name, operands, result)
    assert function is not None
    unknowns = [Unknown(value_type.width) for value_type in operands if isinstance(value_type, FloatType | IntType)]
    symbolic = function([unknown.term for unknown in unknowns])
    assert isinstance(symbolic, Term)
    known: dict[Term, int] = {}
    for unknown, value in zip(unknowns, values, strict=True):
        known |= unknown.as_(value)
    found, expected = evaluate(symbolic, Assignment(known)), function([*values])
    assert isinstance(expected, int)
    if fmt is not None and is_nan(fmt, expected):
        assert is_nan(fmt, found)
    else:
        assert found == expected, (name, [hex(value) for value in values])


@pytest.mark.parametrize("fmt", ALL_FORMATS, ids=lambda fmt: fmt.name)
@settings(max_examples=25, deadline=None)
@given(randoms)
def test_intrinsics(fmt: FloatFormat, rng: Random) -> None:
    type_ = float_type(fmt)
    for name in UNARY:
        assert_same(name, [type_], type_, [patterns(fmt, rng)], fmt)
    for name in BINARY:
        a = patterns(fmt, rng)
        b = rng.choice((patterns(fmt, rng), a, a ^ fmt.sign_bit))
        assert_same(name, [type_, type_], type_, [a, b], fmt)
    for name in TO_INTEGER:
        assert_same(name, [type_], IntType(rng.choice((8, 32, 64))), [patterns(fmt, rng)], None)
    for name in ("fma", "fmuladd"):
        assert_same(name, [type_] * 3, type_, [patterns(fmt, rng) for _ in range(3)], fmt)


@settings(max_examples=40, deadline=None)
@given(randoms)
def test_classes(rng: Random) -> None:
    fmt = rng.choice(ALL_FORMATS)
    function = function_of("is.fpclass", [float_type(fmt), IntType(32)], IntType(1))
    assert function is not None
    unknown, value, mask = Unknown(fmt.width), patterns(fmt, rng), rng.getrandbits(10)
    symbolic, expected = function([unknown.term, mask]), function([value, mask])
    found = evaluate(symbolic, Assignment(unknown.as_(value))) if isinstance(symbolic, Term) else symbolic
    assert found == expected


def test_a_comparison_of_an_unknown_with_a_constant_is_a_condition() -> None:
    fmt = FORMATS["double"]
    unknown = Unknown(64)
    for predicate in PREDICATES:
        result = compare_function(predicate, fmt)([unknown.term, 0x3FF0000000000000])
        assert isinstance(result, int) == (predicate in ("true", "false"))


def test_the_least_lane_of_a_vector() -> None:
    fmt = FORMATS["float"]
    reduce = reduction_of("fmin", float_type(fmt))
    assert reduce is not None
    unknown = Unknown(32)
    least = reduce([(unknown.term, 0x40000000)])
    assert isinstance(least, Term)
    assert evaluate(least, Assignment(unknown.as_(0x3F800000))) == 0x3F800000
    assert evaluate(least, Assignment(unknown.as_(0x40400000))) == 0x40000000


@pytest.mark.parametrize("name", ["sin", "pow", "powi", "ldexp", "frexp", "modf"])
def test_what_has_no_counterpart_says_so(name: str) -> None:
    type_ = float_type(FORMATS["double"])
    second: list[Type] = [] if name in ("sin", "frexp", "modf") else [IntType(32) if name != "pow" else type_]
    function = function_of(name, [type_, *second], type_)
    assert function is not None
    unknown = Unknown(64)
    with pytest.raises(Unsupported, match=name):
        function([unknown.term, 2][: 1 + len(second)])
