"""Floating-point terms mean under every assignment what the exact operations on patterns mean."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from albers.expr import float_compare, float_format
from albers.expr import float_terms as f
from albers.expr.arith import from_bytes
from albers.expr.arrays import byte_of
from albers.expr.evaluate import Assignment, evaluate
from albers.expr.float_arith import add, div, fma, mul, round_to_integral, sqrt, sub
from albers.expr.float_convert import convert, from_signed, from_unsigned, to_signed, to_unsigned
from albers.expr.float_format import ALL_FORMATS, RDN, RNA, RNE, RTZ, RUP, X86_FP80, FloatFormat, is_nan
from albers.expr.float_operations import F_ADD, F_DIV, F_FMA, F_MUL, F_ROUND, F_SQRT, F_SUB, float_text
from albers.expr.printing import to_text
from albers.expr.substitute import substitute
from albers.expr.term import FLOAT, Term, const, symbol

randoms = st.randoms(use_true_random=False)
MODES = (RNE, RTZ, RUP, RDN, RNA)

OPERATIONS: dict[int, Callable[..., int]] = {F_ADD: add, F_SUB: sub, F_MUL: mul, F_DIV: div}


class Unknown:
    """A number of which nothing is known, and how to say what it is."""

    def __init__(self, width: int) -> None:
        self.array = symbol("x", -(-width // 8))
        self.bytes = [byte_of(self.array, i) for i in range(-(-width // 8))]
        self.term = from_bytes(self.bytes)
        assert self.term.width == width

    def as_(self, value: int) -> dict[Term, int]:
        return dict(zip(self.bytes, value.to_bytes(len(self.bytes), "little"), strict=True))


def under(term: Term, *values: tuple[Unknown, int]) -> int:
    known: dict[Term, int] = {}
    for unknown, value in values:
        known |= unknown.as_(value)
    return evaluate(term, Assignment(known))


def patterns(fmt: FloatFormat, rng: Random) -> int:
    """Any pattern, with the special ones and their neighbours more often."""
    special = (0, 1, fmt.infinity, fmt.default_nan, fmt.min_normal, fmt.max_finite, fmt.integer_bit, fmt.infinity | 1)
    if rng.random() < 0.3:
        magnitude = (rng.choice(special) + rng.randint(-1, 1)) & fmt.magnitude_mask
        return magnitude | rng.choice((0, fmt.sign_bit))
    if rng.random() < 0.5:  # around 1, where operands meet
        exponent = (fmt.bias + rng.randint(-4, 4)) << fmt.exponent_shift
        integer_bit = fmt.integer_bit if fmt.stores_integer_bit else 0
        return rng.choice((0, fmt.sign_bit)) | exponent | integer_bit | rng.getrandbits(fmt.fraction_bits)
    return rng.getrandbits(fmt.width)


def same_float(fmt: FloatFormat, found: int, expected: int) -> bool:
    """The same bits; of NaNs, terms know one."""
    return found == (fmt.default_nan if is_nan(fmt, expected) else expected)


FORMATS = pytest.mark.parametrize("fmt", ALL_FORMATS, ids=lambda fmt: fmt.name)


@FORMATS
@settings(max_examples=70, deadline=None)
@given(randoms)
def test_arithmetic(fmt: FloatFormat, rng: Random) -> None:
    a, b = Unknown(fmt.width), Unknown(fmt.width)
    kind, operation = rng.choice(sorted(OPERATIONS.items()))
    x, y, mode = patterns(fmt, rng), patterns(fmt, rng), rng.choice(MODES)
    found = under(f.computed(kind, fmt, [a.term, b.term], mode), (a, x), (b, y))
    assert same_float(fmt, found, operation(fmt, x, y, mode))
    assert f.computed(kind, fmt, [const(fmt.width, x), const(fmt.width, y)], mode) is const(fmt.width, found)


@FORMATS
@settings(max_examples=50, deadline=None)
@given(randoms)
def test_roots_roundings_and_fused_operations(fmt: FloatFormat, rng: Random) -> None:
    a, b, c = Unknown(fmt.width), Unknown(fmt.width), Unknown(fmt.width)
    x, y, z, mode = patterns(fmt, rng), patterns(fmt, rng), patterns(fmt, rng), rng.choice(MODES)
    assert same_float(fmt, under(f.computed(F_SQRT, fmt, [a.term], mode), (a, x)), sqrt(fmt, x, mode))
    assert same_float(fmt, under(f.computed(F_ROUND, fmt, [a.term], mode), (a, x)), round_to_integral(fmt, x, mode))
    fused = f.computed(F_FMA, fmt, [a.term, b.term, c.term], mode)
    assert same_float(fmt, under(fused, (a, x), (b, y), (c, z)), fma(fmt, x, y, z, mode))


@FORMATS
@settings(max_examples=70, deadline=None)
@given(randoms)
def test_comparisons_of_inputs_and_of_results(fmt: FloatFormat, rng: Random) -> None:
    a, b = Unknown(fmt.width), Unknown(fmt.width)
    x, y = patterns(fmt, rng), patterns(fmt, rng)
    if rng.random() < 0.3:
        y = x ^ rng.choice((0, 0, fmt.sign_bit, 1))
    computed = f.computed(F_ADD, fmt, [a.term, const(fmt.width, 0)])
    total = add(fmt, x, 0)
    for predicate, relations in float_compare.PREDICATES.items():
        of_inputs = f.compared(fmt, relations, a.term, b.term)
        assert under(of_inputs, (a, x), (b, y)) == float_compare.fcmp(fmt, predicate, x, y), predicate
        of_results = f.compared(fmt, relations, computed, b.term)
        assert under(of_results, (a, x), (b, y)) == float_compare.fcmp(fmt, predicate, total, y), predicate


@FORMATS
@settings(max_examples=50, deadline=None)
@given(randoms)
def test_conversions(fmt: FloatFormat, rng: Random) -> None:
    a = Unknown(fmt.width)
    x, mode = patterns(fmt, rng), rng.choice(MODES)
    target = rng.choice(ALL_FORMATS)
    found = under(f.converted(fmt, target, a.term, mode), (a, x))
    assert same_float(target, found, convert(fmt, target, x, mode))
    width = rng.choice((8, 16, 32, 64))
    assert under(f.to_integer(fmt, a.term, width, True), (a, x)) == (to_signed(fmt, x, width) or 0)
    assert under(f.to_integer(fmt, a.term, width, False), (a, x)) == (to_unsigned(fmt, x, width) or 0)
    n = Unknown(width)
    integer = rng.getrandbits(width)
    assert under(f.from_integer(fmt, n.term, True, mode), (n, integer)) == from_signed(fmt, integer, width, mode)
    assert under(f.from_integer(fmt, n.term, False, mode), (n, integer)) == from_unsigned(fmt, integer, width, mode)


@FORMATS
@settings(max_examples=60, deadline=None)
@given(randoms)
def test_classes(fmt: FloatFormat, rng: Random) -> None:
    a = Unknown(fmt.width)
    x = patterns(fmt, rng)
    assert under(f.is_nan(fmt, a.term), (a, x)) == is_nan(fmt, x)
    assert under(f.is_infinite(fmt, a.term), (a, x)) == float_format.is_inf(fmt, x)
    assert under(f.is_zero(fmt, a.term), (a, x)) == float_format.is_zero(fmt, x)
    assert under(f.is_subnormal(fmt, a.term), (a, x)) == float_format.is_subnormal(fmt, x)
    assert under(f.is_normal(fmt, a.term), (a, x)) == float_format.is_normal(fmt, x)


def test_a_chain_of_long_doubles_stays_in_the_interchange_format() -> None:
    a = Unknown(80)
    once = f.computed(F_ADD, X86_FP80, [a.term, a.term])
    twice = f.computed(F_MUL, X86_FP80, [once, once])
    (inner,) = set(f.packed(X86_FP80, twice).args)
    assert inner.op == FLOAT and float_text(inner.value) == "fadd x87"


def test_operands_can_be_replaced() -> None:
    a, b = Unknown(32), Unknown(32)
    total = f.computed(F_ADD, float_format.FLOAT, [a.term, const(32, 0x3F800000)])
    assert substitute(total, {a.term: b.term}) is f.computed(F_ADD, float_format.FLOAT, [b.term, const(32, 0x3F800000)])
    assert substitute(total, {a.term: const(32, 0x3F800000)}) is const(32, 0x40000000)
    assert to_text(total).startswith("(fadd float ")
