"""Floating-point instructions compute what LLVM's own constant folder computes, in every format."""

from __future__ import annotations

import math
import random

import pytest

from albers.engine.machine import Unsupported
from albers.expr import float_arith, float_convert
from albers.expr.float_compare import PREDICATES
from albers.expr.float_format import ALL_FORMATS, DOUBLE, FLOAT, FloatFormat, is_nan
from tests.engine.lowered_ir import Case, Unknowns, assert_terms_agree, engine_of, evaluated, folded

each_format = pytest.mark.parametrize("fmt", ALL_FORMATS, ids=lambda fmt: fmt.name)


def patterns(fmt: FloatFormat, source: random.Random, count: int) -> list[int]:
    """Numbers, infinities and NaNs of both signs."""
    corners = [0, fmt.infinity, fmt.default_nan, fmt.min_subnormal, fmt.min_normal, fmt.max_finite]
    found = []
    for _ in range(count):
        kind = source.random()
        if kind < 0.3:
            magnitude = source.choice(corners)
        elif kind < 0.6:
            magnitude = float_arith.ldexp(fmt, float_convert.from_int(fmt, source.getrandbits(9)), -4)
        else:
            magnitude = float_convert.convert(DOUBLE, fmt, source.getrandbits(63))
        found.append(magnitude | source.choice((0, fmt.sign_bit)))
    return found


def assert_agree(cases: list[Case], samples: list[tuple[int, list[object]]], result: FloatFormat | None) -> None:
    """As LLVM folds it; `result` is the format of the results, in which one NaN is as good as another."""
    engine = engine_of(cases)
    expected = folded([(cases[number], arguments) for number, arguments in samples])
    for (number, arguments), answer in zip(samples, expected, strict=True):
        assert answer is not None, f"LLVM does not fold {cases[number]} {arguments}"
        ours = engine.value(f"f{number}", *arguments)
        assert isinstance(ours, int) and isinstance(answer, int)
        if result is None or not is_nan(result, ours) or not is_nan(result, answer):
            assert ours == answer, f"{cases[number]} {arguments}: {ours} instead of {answer}"


@each_format
def test_arithmetic_computes_what_llvm_folds(fmt: FloatFormat) -> None:
    t = fmt.name
    cases = [Case(t, f"{op} {t} {{0}}, {{1}}", t, t) for op in ("fadd", "fsub", "fmul", "fdiv", "frem")]
    source = random.Random(fmt.width)
    samples = [(number, list[object](patterns(fmt, source, 2))) for number in range(len(cases)) for _ in range(30)]
    assert_agree(cases, samples, fmt)


@each_format
def test_negation_flips_the_sign_of_everything(fmt: FloatFormat) -> None:
    engine = engine_of([Case(fmt.name, f"fneg {fmt.name} {{0}}", fmt.name)])
    for bits in patterns(fmt, random.Random(1), 20):
        assert engine.value("f0", bits) == bits ^ fmt.sign_bit


@each_format
def test_comparisons_answer_what_llvm_folds(fmt: FloatFormat) -> None:
    t = fmt.name
    cases = [Case("i1", f"fcmp {predicate} {t} {{0}}, {{1}}", t, t) for predicate in PREDICATES]
    source = random.Random(fmt.width)
    samples: list[tuple[int, list[object]]] = []
    for number in range(len(cases)):
        x, y, z = patterns(fmt, source, 3)
        samples += [(number, list[object](pair)) for pair in ((x, x), (x, y), (y, z), (z, fmt.default_nan))]
        samples += [(number, [0, fmt.sign_bit])]
    assert_agree(cases, samples, None)


@each_format
def test_conversions_between_formats_are_those_llvm_folds(fmt: FloatFormat) -> None:
    source = random.Random(fmt.width)
    for other in ALL_FORMATS:
        if other.width == fmt.width:
            continue
        op = "fpext" if other.width > fmt.width else "fptrunc"
        cases = [Case(other.name, f"{op} {fmt.name} {{0}} to {other.name}", fmt.name)]
        assert_agree(cases, [(0, [bits]) for bits in patterns(fmt, source, 25)], other)


@each_format
@pytest.mark.parametrize("width", [1, 7, 8, 32, 33, 64, 128])
def test_conversions_from_integers_are_those_llvm_folds(fmt: FloatFormat, width: int) -> None:
    cases = [Case(fmt.name, f"{op} i{width} {{0}} to {fmt.name}", f"i{width}") for op in ("uitofp", "sitofp")]
    source = random.Random(width)
    samples: list[tuple[int, list[object]]] = [(n, [source.getrandbits(width)]) for n in (0, 1) for _ in range(10)]
    samples += [(n, [(1 << width) - 1]) for n in (0, 1)]
    assert_agree(cases, samples, fmt)


@each_format
@pytest.mark.parametrize("width", [1, 7, 8, 32, 33, 64, 128])
def test_conversions_to_integers_are_those_llvm_folds_and_poison_reads_as_zero(fmt: FloatFormat, width: int) -> None:
    cases = [Case(f"i{width}", f"{op} {fmt.name} {{0}} to i{width}", fmt.name) for op in ("fptoui", "fptosi")]
    source = random.Random(width)
    samples: list[tuple[int, list[object]]] = [
        (number, [bits]) for number in (0, 1) for bits in patterns(fmt, source, 15)
    ]
    assert_agree(cases, samples, None)  # LLVM's poison is a constant whose value is 0 here


def test_numbers_that_do_not_fit_read_as_zero() -> None:
    engine = engine_of([Case("i8", f"{op} double {{0}} to i8", "double") for op in ("fptoui", "fptosi")])
    for value in (256.0, -129.0, math.inf, math.nan):
        bits = float_convert.from_python_float(value)
        assert [engine.value("f0", bits), engine.value("f1", bits)] == [0, 0]
    assert engine.value("f1", float_convert.from_python_float(-128.9)) == 128


def test_bitcasts_keep_the_pattern() -> None:
    cases = [Case("i32", "bitcast float {0} to i32", "float"), Case("half", "bitcast bfloat {0} to half", "bfloat")]
    engine = engine_of(cases)
    signaling = FLOAT.infinity | 1
    assert [engine.value("f0", signaling), engine.value("f1", 0x1234)] == [signaling, 0x1234]
    assert_terms_agree(cases)


@each_format
def test_negation_works_on_unknowns(fmt: FloatFormat) -> None:
    assert_terms_agree([Case(fmt.name, f"fneg {fmt.name} {{0}}", fmt.name)])


DECIDABLE = {
    "fadd": (Case("double", "fadd double {0}, 1.0", "double"), 0x3FF0000000000000, 0x4000000000000000),
    "fdiv": (Case("float", "fdiv float 1.0, {0}", "float"), 0x40000000, 0x3F000000),
    "fcmp": (Case("i1", "fcmp olt double {0}, 1.0", "double"), 0xBFF0000000000000, 1),
    "fptrunc": (Case("float", "fptrunc double {0} to float", "double"), 0x3FB999999999999A, 0x3DCCCCCD),
    "fptosi": (Case("i32", "fptosi double {0} to i32", "double"), 0xC045800000000000, 0xFFFFFFD5),
    "uitofp": (Case("double", "uitofp i32 {0} to double", "i32"), 0xFFFFFFFF, 0x41EFFFFFFFE00000),
    "vector": (Case("<2 x float>", "fadd <2 x float> {0}, {0}", "<2 x float>"), (0x3F800000, 0), (0x40000000, 0)),
}


@pytest.mark.parametrize("name", DECIDABLE)
def test_operations_on_unknowns_are_terms(name: str) -> None:
    case, operand, expected = DECIDABLE[name]
    unknowns = Unknowns()
    result = engine_of([case]).value("f0", unknowns.like(case.operands[0], operand))
    assert not isinstance(result, int)
    assert evaluated(result, unknowns.assignment) == expected


def test_the_remainder_of_an_unknown_is_refused_by_name() -> None:
    engine = engine_of([Case("double", "frem double 1.0, {0}", "double")])
    with pytest.raises(Unsupported, match="floating point on symbolic data: frem"):
        engine.value("f0", Unknowns().like("double", 0))
