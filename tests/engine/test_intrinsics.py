"""Intrinsics compute what LLVM's own constant folder computes, on concrete and on unknown operands."""

from __future__ import annotations

import math
import random
import struct

import pytest

from albers.engine.machine import Unsupported
from albers.expr import float_arith, float_convert
from albers.expr.float_format import DOUBLE, FLOAT, HALF, RDN, RNE, RTZ, RUP, FloatFormat, is_nan
from tests.engine.lowered_ir import (
    Case,
    Engine,
    Unknowns,
    assert_agrees_with_llvm,
    assert_concrete_results,
    assert_terms_agree,
    engine_of,
    evaluated,
    folded,
    intrinsic,
    sample,
    samples_of,
)

WIDTHS = (1, 7, 8, 16, 32, 33, 64, 128)
INTEGERS = [f"i{width}" for width in WIDTHS]
VECTORS = ["<3 x i7>", "<4 x i32>", "<2 x i128>", "<2 x i1>"]

BINARY = "sadd.sat uadd.sat ssub.sat usub.sat smin smax umin umax".split()
OVERFLOWING = [f"{sign}{op}.with.overflow" for sign in "su" for op in ("add", "sub", "mul")]
SATURATING_SHIFTS = ["sshl.sat", "ushl.sat"]


def pair_of(type_: str) -> str:
    """{ value, overflowed } for scalars and vectors."""
    flag = "i1" if type_.startswith("i") else "<" + type_[1:].split(" x ")[0] + " x i1>"
    return f"{{ {type_}, {flag} }}"


def integer_cases(type_: str) -> list[Case]:
    """Every integer intrinsic of one type that LLVM folds on constants."""
    cases = [intrinsic(name, type_, type_, type_) for name in BINARY]
    cases += [intrinsic(name, type_, type_, type_, type_) for name in ("fshl", "fshr")]
    cases += [intrinsic(name, type_, type_) for name in ("ctpop", "bitreverse")]
    cases += [intrinsic(name, type_, type_, fixed=", i1 false") for name in ("ctlz", "cttz", "abs")]
    return cases


def overflow_cases(type_: str) -> list[Case]:
    return [intrinsic(name, pair_of(type_), type_, type_) for name in OVERFLOWING]


@pytest.mark.parametrize("type_", INTEGERS + VECTORS)
def test_integer_intrinsics_compute_what_llvm_folds(type_: str) -> None:
    assert_agrees_with_llvm(integer_cases(type_))


@pytest.mark.parametrize("type_", INTEGERS)
def test_arithmetic_with_overflow_computes_what_llvm_folds(type_: str) -> None:
    assert_agrees_with_llvm(overflow_cases(type_))


@pytest.mark.parametrize("type_", VECTORS)
def test_arithmetic_with_overflow_on_vectors_gives_a_vector_of_results_and_one_of_flags(type_: str) -> None:
    element = type_[:-1].split(" x ")[1]
    vectors = engine_of(overflow_cases(type_))
    scalars = engine_of(overflow_cases(element))
    for number, (x, y) in samples_of(overflow_cases(type_), 10):
        assert isinstance(x, tuple) and isinstance(y, tuple)
        lanes = [scalars.value(f"f{number}", each, other) for each, other in zip(x, y, strict=True)]
        assert vectors.value(f"f{number}", x, y) == tuple(zip(*lanes, strict=True))


@pytest.mark.parametrize("type_", INTEGERS + VECTORS)
def test_integer_intrinsics_on_unknowns_are_worth_their_concrete_results(type_: str) -> None:
    shifts = [intrinsic(name, type_, type_, type_) for name in SATURATING_SHIFTS]
    assert_terms_agree(integer_cases(type_) + overflow_cases(type_) + shifts, 4)


BSWAPS = [intrinsic("bswap", type_, type_) for type_ in ("i16", "i32", "i48", "i64", "i128", "<2 x i32>")]
COMPARISONS = [
    intrinsic(name, result, type_, type_, overload=(result, type_))
    for name in ("scmp", "ucmp")
    for result, type_ in (("i2", "i7"), ("i8", "i1"), ("i8", "i33"), ("i32", "i128"), ("<2 x i8>", "<2 x i64>"))
]


def test_bswap_and_three_way_comparisons_compute_what_llvm_folds() -> None:
    assert_agrees_with_llvm(BSWAPS + COMPARISONS)


def test_bswap_and_three_way_comparisons_on_unknowns_are_worth_their_concrete_results() -> None:
    assert_terms_agree(BSWAPS + COMPARISONS)


@pytest.mark.parametrize("type_", INTEGERS)
def test_saturating_shifts_are_the_true_product_cut_to_the_range(type_: str) -> None:
    width = int(type_[1:])
    engine = engine_of([intrinsic(name, type_, type_, type_) for name in SATURATING_SHIFTS])
    source = random.Random(width)
    for _ in range(60):
        x = sample(type_, source)
        amount = source.randrange(width)
        assert isinstance(x, int)
        signed = x - (1 << width) if x >> (width - 1) else x
        limit = 1 << (width - 1)
        exact = min(max(signed << amount, -limit), limit - 1) % (1 << width)
        assert engine.value("f0", x, amount) == exact
        assert engine.value("f1", x, amount) == min(x << amount, (1 << width) - 1)


def test_results_that_are_poison_are_the_natural_ones() -> None:
    cases = [intrinsic(name, "i32", "i32", fixed=", i1 true") for name in ("ctlz", "cttz", "abs")]
    engine = engine_of(cases)
    assert [engine.value("f0", 0), engine.value("f1", 0), engine.value("f2", 1 << 31)] == [32, 32, 1 << 31]


def test_ptrmask_clears_address_bits() -> None:
    engine = engine_of([intrinsic("ptrmask", "ptr", "ptr", "i64", overload=("ptr", "i64"))])
    assert engine.value("f0", 0x12345, (1 << 64) - 16) == 0x12340
    unknowns = Unknowns()
    masked = engine.value("f0", unknowns.like("ptr", 0x12345), (1 << 64) - 16)
    assert evaluated(masked, unknowns.assignment) == 0x12340


# Vectors as a whole


REDUCTIONS = [
    intrinsic(f"vector.reduce.{name}", f"i{width}", f"<{count} x i{width}>")
    for name in "add mul and or xor smin smax umin umax".split()
    for count, width in ((1, 8), (3, 7), (4, 32), (2, 128), (8, 1))
]
PIECES = [
    intrinsic("vector.extract", "<2 x i9>", "<4 x i9>", fixed=", i64 2", overload=("<2 x i9>", "<4 x i9>")),
    intrinsic("vector.insert", "<4 x i9>", "<4 x i9>", "<2 x i9>", fixed=", i64 2", overload=("<4 x i9>", "<2 x i9>")),
    intrinsic("vector.insert", "<4 x i9>", "<4 x i9>", "<2 x i9>", fixed=", i64 0", overload=("<4 x i9>", "<2 x i9>")),
]


def test_reductions_and_subvectors_compute_what_llvm_folds() -> None:
    assert_agrees_with_llvm(REDUCTIONS + PIECES)


def test_reductions_and_subvectors_of_unknowns_are_worth_their_concrete_results() -> None:
    assert_terms_agree(REDUCTIONS + PIECES, 3)


def test_reverse_turns_the_lanes_around() -> None:
    engine = engine_of([intrinsic("vector.reverse", "<3 x i9>", "<3 x i9>")])
    assert engine.value("f0", (1, 2, 3)) == (3, 2, 1)


# Floats

# LLVM's folder computes intrinsics in these formats only; the others share their code.
FOLDED = (HALF, FLOAT, DOUBLE)
each_folded = pytest.mark.parametrize("fmt", FOLDED, ids=lambda fmt: fmt.name)


def patterns(fmt: FloatFormat, source: random.Random, count: int) -> list[int]:
    """Zeros, infinities, limits, halves and other numbers of both signs; no NaN."""
    corners = [0, fmt.infinity, fmt.min_subnormal, fmt.min_normal, fmt.max_finite, float_convert.from_int(fmt, 1)]
    corners += [float_arith.ldexp(fmt, float_convert.from_int(fmt, n), -1) for n in (1, 3, 5, 7)]
    found: list[int] = []
    while len(found) < count:
        if source.random() < 0.3:
            magnitude = source.choice(corners)
        elif source.random() < 0.5:
            magnitude = float_arith.ldexp(fmt, float_convert.from_int(fmt, source.getrandbits(9)), -4)
        else:
            magnitude = float_convert.convert(DOUBLE, fmt, source.getrandbits(63))
        if not is_nan(fmt, magnitude):
            found.append(magnitude | source.choice((0, fmt.sign_bit)))
    return found


def float_samples(cases: list[Case], fmt: FloatFormat, count: int) -> list[tuple[int, list[object]]]:
    """Numbers for operands of the format, anything for the others."""
    source = random.Random(fmt.width)
    return [
        (number, [patterns(fmt, source, 1)[0] if t == fmt.name else sample(t, source) for t in case.operands])
        for number, case in enumerate(cases)
        for _ in range(count)
    ]


def same(fmt: FloatFormat, ours: object, theirs: object) -> bool:
    """Equal bits; one NaN is as good as another, LLVM leaves its payload open."""
    if isinstance(ours, tuple) and isinstance(theirs, tuple):
        return all(same(fmt, x, y) for x, y in zip(ours, theirs, strict=True))
    assert isinstance(ours, int) and isinstance(theirs, int)
    return ours == theirs or (is_nan(fmt, ours) and is_nan(fmt, theirs))


def assert_floats_agree(fmt: FloatFormat, cases: list[Case], count: int = 25) -> None:
    engine = engine_of(cases)
    samples = float_samples(cases, fmt, count)
    expected = folded([(cases[number], arguments) for number, arguments in samples])
    answered = 0
    for (number, arguments), answer in zip(samples, expected, strict=True):
        if answer is None:  # LLVM leaves to the machine what would raise an exception flag
            continue
        answered += 1
        ours = engine.value(f"f{number}", *arguments)
        assert same(fmt, ours, answer), f"{cases[number]} {arguments}: {ours} instead of {answer}"
    assert answered > len(samples) * 0.6


FLOAT_UNARY = "fabs floor ceil trunc rint nearbyint round roundeven canonicalize".split()
FLOAT_BINARY = "copysign minnum maxnum minimum maximum minimumnum maximumnum".split()


@each_folded
def test_exact_float_intrinsics_compute_what_llvm_folds(fmt: FloatFormat) -> None:
    t = fmt.name
    cases = [intrinsic(name, t, t) for name in FLOAT_UNARY]
    cases += [intrinsic(name, t, t, t) for name in FLOAT_BINARY]
    cases += [intrinsic("fma", t, t, t, t), intrinsic("ldexp", t, t, "i32", overload=(t, "i32"))]
    cases += [intrinsic("is.fpclass", "i1", t, fixed=f", i32 {mask}") for mask in (3, 0x0CC, 0x1F8, 0x264, 0x3FF)]
    cases += [intrinsic("frexp", f"{{ {t}, i32 }}", t, overload=(t, "i32"))]
    for integer in ("i1", "i7", "i33", "i128"):
        cases += [intrinsic(name, integer, t, overload=(integer, t)) for name in ("fptosi.sat", "fptoui.sat")]
    assert_floats_agree(fmt, cases)


def test_float_intrinsics_work_lane_by_lane() -> None:
    t = "<2 x float>"
    cases = [intrinsic("floor", t, t), intrinsic("maxnum", t, t, t)]
    cases += [intrinsic("fptosi.sat", "<2 x i8>", t, overload=("<2 x i8>", t))]
    cases += [intrinsic("ldexp", t, t, "<2 x i32>", overload=(t, "<2 x i32>"))]
    source = random.Random(5)
    samples: list[tuple[int, list[object]]] = []
    for number, case in enumerate(cases):
        lanes = [tuple(patterns(FLOAT, source, 2)) if each == t else (3, 1) for each in case.operands]
        samples.append((number, list(lanes)))
    assert_concrete_results(cases, samples)
    frexp = engine_of([intrinsic("frexp", f"{{ {t}, <2 x i32> }}", t, overload=(t, "<2 x i32>"))])
    assert frexp.value("f0", (bits_of(8.0, FLOAT), bits_of(-0.375, FLOAT))) == (
        (bits_of(0.5, FLOAT), bits_of(-0.75, FLOAT)),
        (4, (1 << 32) - 1),
    )


def bits_of(value: float, fmt: FloatFormat = DOUBLE) -> int:
    return float_convert.from_python_float(value, fmt)


def value_of(bits: object) -> float:
    assert isinstance(bits, int)
    return float_convert.to_python_float(bits)


def test_fmuladd_rounds_the_product_and_the_sum() -> None:
    engine = engine_of([intrinsic("fmuladd", "double", "double", "double", "double")])
    x = bits_of(1.0 + 2.0**-30)
    assert value_of(engine.value("f0", x, x, bits_of(-1.0))) == (1.0 + 2.0**-30) * (1.0 + 2.0**-30) - 1.0


def test_rounding_to_integers_is_to_nearest_with_ties_as_the_name_says() -> None:
    names = ("lrint", "llrint", "lround", "llround")
    engine = engine_of([intrinsic(name, "i32", "double", overload=("i32", "double")) for name in names])
    for value, even, away in [
        (2.5, 2, 3),
        (-2.5, -2, -3),
        (0.5, 0, 1),
        (-7.4, -7, -7),
        (1.5, 2, 2),
        (2e9, 2 * 10**9, 0),
    ]:
        away = away or even
        for name, expected in zip(names, (even, even, away, away), strict=True):
            assert engine.value(f"f{names.index(name)}", bits_of(value)) == expected % (1 << 32)


def test_a_number_too_large_for_the_integer_reads_as_zero() -> None:
    engine = engine_of([intrinsic(name, "i32", "double", overload=("i32", "double")) for name in ("lrint", "lround")])
    assert [engine.value(f"f{i}", bits_of(value)) for i in (0, 1) for value in (3e9, math.inf, math.nan)] == [0] * 6


def test_modf_gives_fraction_and_integer() -> None:
    engine = engine_of([intrinsic("modf", "{ double, double }", "double")])
    for value in (3.75, -3.75, 0.5, -8.0, 1e300):
        assert engine.value("f0", bits_of(value)) == tuple(bits_of(part) for part in math.modf(value))


def test_powi_multiplies() -> None:
    engine = engine_of([intrinsic("powi", "double", "double", "i32", overload=("double", "i32"))])
    assert value_of(engine.value("f0", bits_of(1.5), 5)) == 1.5**5
    assert value_of(engine.value("f0", bits_of(-2.0), (1 << 32) - 3)) == -0.125


def test_functions_of_libm_are_those_of_the_host() -> None:
    names = "sin cos tan asin acos atan sinh cosh tanh exp exp2 log log2 log10 sqrt".split()
    engine = engine_of([intrinsic(name, "double", "double") for name in names])
    for value in (0.75, 0.125, 1.0):
        for number, name in enumerate(names):
            assert value_of(engine.value(f"f{number}", bits_of(value))) == getattr(math, name)(value)
    both = engine_of([intrinsic(name, "double", "double", "double") for name in ("pow", "atan2")])
    assert value_of(both.value("f0", bits_of(1.5), bits_of(-2.5))) == math.pow(1.5, -2.5)
    assert value_of(both.value("f1", bits_of(1.5), bits_of(-2.5))) == math.atan2(1.5, -2.5)
    sincos = engine_of([intrinsic("sincos", "{ double, double }", "double"), intrinsic("exp10", "double", "double")])
    assert sincos.value("f0", bits_of(0.5)) == (bits_of(math.sin(0.5)), bits_of(math.cos(0.5)))
    assert value_of(sincos.value("f1", bits_of(3.0))) == 1000.0


def test_functions_of_libm_beyond_double_end_the_path() -> None:
    engine = engine_of([intrinsic("sin", "fp128", "fp128")])
    assert engine.run("f0", 0) == []
    assert engine.listener.errors()[0][0] == "exec"
    assert "sin of fp128" in engine.listener.errors()[0][1]


def test_half_precision_in_integers_converts_both_ways() -> None:
    to = [intrinsic("convert.to.fp16", "i16", t, overload=(t,)) for t in ("float", "double")]
    back = [intrinsic("convert.from.fp16", t, "i16", overload=(t,)) for t in ("float", "double")]
    engine = engine_of(to + back)
    for value in (1.0, -0.333, 65519.9, 1e-7, 70000.0):
        expected = int.from_bytes(struct.pack("<e", value), "little") if value < 65520 else HALF.infinity
        assert engine.value("f1", bits_of(value)) == expected
        assert engine.value("f0", bits_of(value, FLOAT)) == float_convert.convert(FLOAT, HALF, bits_of(value, FLOAT))
        assert engine.value("f3", expected) == float_convert.convert(HALF, DOUBLE, expected)
        assert engine.value("f2", expected) == float_convert.convert(HALF, FLOAT, expected)


def test_float_reductions_go_from_left_to_right() -> None:
    vector = "<3 x double>"
    sums = [
        intrinsic(f"vector.reduce.{name}", "double", "double", vector, overload=(vector,)) for name in ("fadd", "fmul")
    ]
    extremes = [
        intrinsic(f"vector.reduce.{name}", "double", vector) for name in ("fmin", "fmax", "fminimum", "fmaximum")
    ]
    engine = engine_of(sums + extremes)
    lanes = (1e16, 1.0, -1e16)
    patterns_ = tuple(bits_of(lane) for lane in lanes)
    assert value_of(engine.value("f0", bits_of(1.0), patterns_)) == ((1.0 + 1e16) + 1.0) + -1e16
    assert value_of(engine.value("f1", bits_of(3.0), patterns_)) == ((3.0 * 1e16) * 1.0) * -1e16
    with_nan = (bits_of(2.0), DOUBLE.default_nan, bits_of(-1.0))
    assert [value_of(engine.value(f"f{n}", with_nan)) for n in (2, 3)] == [-1.0, 2.0]
    assert [is_nan(DOUBLE, engine.value(f"f{n}", with_nan)) for n in (4, 5)] == [True, True]  # type: ignore[arg-type]


# The constrained variants

MODES = {"tonearest": RNE, "towardzero": RTZ, "upward": RUP, "downward": RDN}


def constrained(name: str, mode: str, result: str, *operands: str, overload: tuple[str, ...] = ()) -> Case:
    fixed = f', metadata !"round.{mode}", metadata !"fpexcept.ignore"'
    return intrinsic(f"experimental.constrained.{name}", result, *operands, fixed=fixed, overload=overload)


@each_folded
def test_constrained_arithmetic_rounds_as_llvm_folds_it(fmt: FloatFormat) -> None:
    t = fmt.name
    cases = [constrained(name, mode, t, t, t) for name in ("fadd", "fsub", "fmul", "fdiv", "frem") for mode in MODES]
    cases += [constrained("fma", mode, t, t, t, t) for mode in MODES]
    cases += [constrained("rint", mode, t, t) for mode in MODES]
    for predicate in ("oeq", "ult", "ord", "one"):
        fixed = f', metadata !"{predicate}", metadata !"fpexcept.ignore"'
        cases += [intrinsic(f"experimental.constrained.{n}", "i1", t, t, fixed=fixed) for n in ("fcmp", "fcmps")]
    assert_floats_agree(fmt, cases, 12)


def test_constrained_roots_and_conversions_round_to_the_asked_neighbour() -> None:
    def engine_for(mode: str) -> Engine:
        cases = [constrained("sqrt", mode, "double", "double")]
        cases += [constrained("fptrunc", mode, "float", "double", overload=("float", "double"))]
        cases += [constrained("sitofp", mode, "float", "i64", overload=("float", "i64"))]
        cases += [constrained("uitofp", mode, "float", "i64", overload=("float", "i64"))]
        return engine_of(cases)

    engines = {mode: engine_for(mode) for mode in MODES}
    for number, operand in [
        (0, bits_of(2.0)),
        (1, bits_of(0.1)),
        (1, bits_of(-0.1)),
        (2, -(2**40) - 1),
        (3, 2**40 + 1),
    ]:
        results = {mode: engine.value(f"f{number}", operand % (1 << 64)) for mode, engine in engines.items()}
        up, down = results["upward"], results["downward"]
        assert isinstance(up, int) and isinstance(down, int)
        assert abs(up - down) == 1
        negative = bool(up >> 63 or (number and up >> 31))
        assert results["towardzero"] == (up if negative else down)
        assert results["tonearest"] in (up, down)


def test_constrained_conversion_to_integers_truncates() -> None:
    cases = [
        intrinsic(
            f"experimental.constrained.{name}",
            "i32",
            "double",
            fixed=', metadata !"fpexcept.strict"',
            overload=("i32", "double"),
        )
        for name in ("fptosi", "fptoui", "lround")
    ]
    engine = engine_of(cases)
    assert [engine.value("f0", bits_of(-2.75)), engine.value("f1", bits_of(2.75))] == [(1 << 32) - 2, 2]
    assert engine.value("f2", bits_of(-2.5)) == (1 << 32) - 3


# Unknown floats


def test_fabs_and_copysign_work_on_unknown_floats() -> None:
    cases = [intrinsic("fabs", t, t) for t in ("float", "x86_fp80", "<2 x double>")]
    cases += [intrinsic("copysign", t, t, t) for t in ("half", "fp128")]
    assert_terms_agree(cases, 8)


def test_other_float_operations_on_unknowns_are_refused_by_name() -> None:
    engine = engine_of([intrinsic("sin", "double", "double"), intrinsic("exp", "<2 x float>", "<2 x float>")])
    unknowns = Unknowns()
    with pytest.raises(Unsupported, match="floating point on symbolic data: sin"):
        engine.value("f0", unknowns.like("double", 0))
    with pytest.raises(Unsupported, match="floating point on symbolic data: exp"):
        engine.value("f1", unknowns.like("<2 x float>", (0, 0)))


# Hints, marks, identities

MARKS = """
declare void @llvm.assume(i1)
declare void @llvm.donothing()
declare void @llvm.sideeffect()
declare void @llvm.fake.use(...)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare ptr @llvm.invariant.start.p0(i64, ptr)
declare void @llvm.invariant.end.p0(ptr, i64, ptr)
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)
declare void @llvm.var.annotation.p0.p0(ptr, ptr, ptr, i32, ptr)
declare void @llvm.pseudoprobe(i64, i64, i32, i64)
declare void @llvm.experimental.noalias.scope.decl(metadata)
declare i32 @llvm.expect.i32(i32, i32)
declare i32 @llvm.expect.with.probability.i32(i32, i32, double)
declare i32 @llvm.ssa.copy.i32(i32)
declare i32 @llvm.annotation.i32.p0(i32, ptr, ptr, i32)
declare i32 @llvm.get.rounding()
declare i1 @llvm.is.constant.i32(i32)
declare i1 @llvm.is.constant.p0(ptr)
declare i32 @llvm.set.loop.iterations.i32(i32)
@g = global i32 0
define i32 @f(i32 %x) {
  %p = alloca i32
  call void @llvm.lifetime.start.p0(ptr %p)
  call void @llvm.assume(i1 false) [ "align"(ptr %p, i64 64) ]
  call void @llvm.donothing()
  call void @llvm.sideeffect()
  call void (...) @llvm.fake.use(i32 %x)
  %i = call ptr @llvm.invariant.start.p0(i64 4, ptr %p)
  call void @llvm.invariant.end.p0(ptr %i, i64 4, ptr %p)
  call void @llvm.prefetch.p0(ptr %p, i32 0, i32 3, i32 1)
  call void @llvm.var.annotation.p0.p0(ptr %p, ptr null, ptr null, i32 1, ptr null)
  call void @llvm.pseudoprobe(i64 1, i64 2, i32 0, i64 -1)
  call void @llvm.experimental.noalias.scope.decl(metadata !0)
  %a = call i32 @llvm.expect.i32(i32 %x, i32 1)
  %b = call i32 @llvm.expect.with.probability.i32(i32 %a, i32 1, double 0.5)
  %c = call i32 @llvm.ssa.copy.i32(i32 %b)
  %d = call i32 @llvm.annotation.i32.p0(i32 %c, ptr null, ptr null, i32 1)
  call void @llvm.lifetime.end.p0(ptr %p)
  %r = add i32 %d, 0
  ret i32 %r
}
define i32 @rounding() {
  %r = call i32 @llvm.get.rounding()
  ret i32 %r
}
define i1 @number() {
  %r = call i1 @llvm.is.constant.i32(i32 7)
  ret i1 %r
}
define i1 @variable(i32 %x) {
  %r = call i1 @llvm.is.constant.i32(i32 %x)
  ret i1 %r
}
define i1 @address() {
  %r = call i1 @llvm.is.constant.p0(ptr @g)
  ret i1 %r
}
define i32 @foreign(i32 %x) {
  %r = call i32 @llvm.set.loop.iterations.i32(i32 %x)
  ret i32 %r
}
!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
"""


def test_hints_and_marks_change_nothing() -> None:
    assert Engine(MARKS).value("f", 41) == 41


def test_the_rounding_mode_is_to_nearest() -> None:
    assert Engine(MARKS).value("rounding") == 1


def test_only_numbers_are_constants() -> None:
    engine = Engine(MARKS)
    assert [engine.value("number"), engine.value("variable", 7), engine.value("address")] == [1, 0, 0]


def test_an_intrinsic_nobody_knows_ends_only_the_path_that_calls_it() -> None:
    engine = Engine(MARKS)
    assert engine.run("foreign", 1) == []
    assert "llvm.set.loop.iterations.i32" in engine.listener.errors()[0][1]
    assert engine.run("f", 1) != []
