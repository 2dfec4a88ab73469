"""Structures, arrays and vectors: parts, lanes, shuffles and lane-by-lane instructions, as LLVM computes them."""

from __future__ import annotations

import random

import pytest

from albers.expr.evaluate import Assignment, evaluate
from albers.expr.float_convert import from_python_float
from albers.expr.float_format import FLOAT
from albers.expr.term import Term
from albers.options import CheckOptions, Options
from tests.engine.lowered_ir import (
    HEADER,
    Case,
    Engine,
    Unknowns,
    assert_agrees_with_llvm,
    assert_concrete_results,
    assert_terms_agree,
    engine_of,
    evaluated,
    sample,
)

WIDTHS = (1, 7, 8, 16, 32, 33, 64, 128)
VECTORS = [f"<{count} x i{width}>" for count, width in zip((8, 3, 4, 2, 4, 3, 2, 2), WIDTHS, strict=True)]
each_vector = pytest.mark.parametrize("type_", VECTORS)
PREDICATES = "eq ne ult ule ugt uge slt sle sgt sge".split()


def lane_type(type_: str) -> str:
    return type_[:-1].split(" x ")[1]


def lane_count(type_: str) -> int:
    return int(type_[1:].split(" x ")[0])


def vector(type_: str, element: str) -> str:
    """A vector of as many lanes."""
    return f"<{lane_count(type_)} x {element}>"


# Lane by lane


def safe_cases(type_: str) -> list[Case]:
    """Instructions that no operand can make undefined."""
    flags = vector(type_, "i1")
    cases = [Case(type_, f"{op} {type_} {{0}}, {{1}}", type_, type_) for op in "add sub mul and or xor".split()]
    cases += [Case(flags, f"icmp {predicate} {type_} {{0}}, {{1}}", type_, type_) for predicate in PREDICATES]
    cases += [Case(type_, f"select {flags} {{0}}, {type_} {{1}}, {type_} {{2}}", flags, type_, type_)]
    cases += [Case(type_, f"select i1 {{0}}, {type_} {{1}}, {type_} {{2}}", "i1", type_, type_)]
    cases += [Case(type_, f"freeze {type_} {{0}}", type_)]
    wide = vector(type_, "i200")
    cases += [Case(wide, f"{op} {type_} {{0}} to {wide}", type_) for op in ("zext", "sext")]
    cases += [Case(type_, f"trunc {wide} {{0}} to {type_}", wide)]
    pointers = vector(type_, "ptr")
    addresses = vector(type_, "i64")
    cases += [Case(addresses, f"ptrtoint {pointers} {{0}} to {addresses}", pointers)]
    return cases


@each_vector
def test_instructions_on_vectors_compute_what_llvm_folds(type_: str) -> None:
    assert_agrees_with_llvm(safe_cases(type_), 6)


@each_vector
def test_instructions_on_unknown_vectors_are_worth_their_concrete_results(type_: str) -> None:
    assert_terms_agree(safe_cases(type_), 3)


def test_pointers_compare_lane_by_lane() -> None:
    cases = [Case("<2 x i1>", f"icmp {p} <2 x ptr> {{0}}, {{1}}", "<2 x ptr>", "<2 x ptr>") for p in ("ult", "eq")]
    engine = engine_of(cases)
    assert engine.value("f0", (1, 1 << 63), (1 << 63, 1)) == (1, 0)
    assert engine.value("f1", (1, 7), (1, 8)) == (1, 0)
    assert_terms_agree(cases)


def division_samples(cases: list[Case], seed: int) -> list[tuple[int, list[object]]]:
    """Operands for which nothing is undefined: divisors that are not 0 or -1, shift amounts below the width."""
    source = random.Random(seed)
    samples: list[tuple[int, list[object]]] = []
    for number, case in enumerate(cases):
        width = int(lane_type(case.result)[1:])
        for _ in range(8):
            x, y = sample(case.result, source), sample(case.result, source)
            assert isinstance(y, tuple)
            if "sh" in case.body:
                y = tuple(lane % width for lane in y)
            else:
                y = tuple(1 if lane in (0, (1 << width) - 1) else lane for lane in y)
            samples.append((number, [x, y]))
    return samples


CHECKED = "udiv sdiv urem srem shl lshr ashr".split()


@each_vector
def test_divisions_and_shifts_of_vectors_compute_what_llvm_folds(type_: str) -> None:
    cases = [Case(type_, f"{op} {type_} {{0}}, {{1}}", type_, type_) for op in CHECKED]
    samples = division_samples(cases, 4)
    if type_ == "<8 x i1>":  # 1 is -1 there, and dividing -1 by -1 overflows
        samples = [(number, pair) for number, pair in samples if "sdiv" not in cases[number].body]
    assert_concrete_results(cases, samples)


def test_float_instructions_on_vectors_work_lane_by_lane() -> None:
    t, flags = "<2 x float>", "<2 x i1>"
    cases = [Case(t, f"{op} {t} {{0}}, {{1}}", t, t) for op in ("fadd", "fsub", "fmul", "fdiv", "frem")]
    cases += [Case(flags, f"fcmp {p} {t} {{0}}, {{1}}", t, t) for p in ("olt", "uno", "une", "oeq")]
    pair: list[object] = [
        tuple(from_python_float(lane, FLOAT) for lane in lanes) for lanes in ((1.5, -0.1), (1.5, 3.0))
    ]
    samples = [(number, pair) for number in range(len(cases))]
    one = [Case(t, f"fneg {t} {{0}}", t), Case("<2 x double>", f"fpext {t} {{0}} to <2 x double>", t)]
    one += [Case("<2 x i9>", f"fptosi {t} {{0}} to <2 x i9>", t), Case(t, f"sitofp <2 x i9> {{0}} to {t}", "<2 x i9>")]
    samples += [(len(cases) + number, pair[:1]) for number in range(3)] + [(len(cases) + 3, [(500, 7)])]
    assert_concrete_results(cases + one, samples)


def test_negation_of_unknown_float_vectors_flips_the_signs() -> None:
    assert_terms_agree([Case("<2 x float>", "fneg <2 x float> {0}", "<2 x float>")])


# Bitcasts


BITCASTS = [
    ("<2 x i32>", "<4 x i16>"),
    ("<4 x i16>", "<2 x i32>"),
    ("<2 x i32>", "i64"),
    ("i64", "<2 x i32>"),
    ("<8 x i1>", "i8"),
    ("i8", "<8 x i1>"),
    ("i33", "<33 x i1>"),
    ("<3 x i7>", "i21"),
    ("<2 x i64>", "i128"),
    ("<2 x float>", "<2 x i32>"),
    ("double", "<2 x i32>"),
    ("<2 x half>", "float"),
    ("<1 x i32>", "i32"),
]


def test_bitcasts_of_vectors_put_lane_0_lowest_as_llvm_folds_them() -> None:
    cases = [Case(target, f"bitcast {source} {{0}} to {target}", source) for source, target in BITCASTS]
    assert_terms_agree(cases)
    assert_agrees_with_llvm([case for case in cases if "half" not in case.body])
    assert engine_of(cases).value("f11", (0x3C00, 0x4000)) == 0x40003C00


# Parts


def test_shuffles_pick_from_both_vectors() -> None:
    mask = "<5 x i32> <i32 3, i32 0, i32 poison, i32 5, i32 2>"
    cases = [Case("<5 x i9>", f"shufflevector <3 x i9> {{0}}, <3 x i9> {{1}}, {mask}", "<3 x i9>", "<3 x i9>")]
    assert engine_of(cases).value("f0", (1, 2, 3), (4, 5, 6)) == (4, 1, 0, 6, 3)
    assert_terms_agree(cases)


@pytest.mark.parametrize("index", ["i1", "i8", "i32", "i64", "i128"])
@each_vector
def test_elements_are_read_and_written_where_the_index_says(type_: str, index: str) -> None:
    element, count = lane_type(type_), lane_count(type_)
    cases = [Case(element, f"extractelement {type_} {{0}}, {index} {{1}}", type_, index)]
    cases += [Case(type_, f"insertelement {type_} {{0}}, {element} {{1}}, {index} {{2}}", type_, element, index)]
    engine = engine_of(cases)
    source = random.Random(count)
    lanes, value = sample(type_, source), sample(element, source)
    assert isinstance(lanes, tuple)
    for at in range(min(count, 1 << int(index[1:]))):
        changed = (*lanes[:at], value, *lanes[at + 1 :])
        assert engine.value("f0", lanes, at) == lanes[at]
        assert engine.value("f1", lanes, value, at) == changed
        unknowns = Unknowns()
        hidden = unknowns.like(type_, lanes)
        assert evaluated(engine.value("f0", hidden, at), unknowns.assignment) == lanes[at]
        assert evaluated(engine.value("f1", hidden, value, at), unknowns.assignment) == changed


READ = ("bad_vector_access", "Out of bounds read when extracting element")
WRITE = ("bad_vector_access", "Out of bounds write when inserting element")
ACCESSES = [
    Case("i32", "extractelement <3 x i32> {0}, i8 {1}", "<3 x i32>", "i8"),
    Case("<3 x i32>", "insertelement <3 x i32> {0}, i32 9, i8 {1}", "<3 x i32>", "i8"),
]


@pytest.mark.parametrize("number", [0, 1])
def test_an_index_beyond_the_vector_is_an_error(number: int) -> None:
    for index in (3, 255):
        engine = engine_of(ACCESSES)
        assert engine.run(f"f{number}", (1, 2, 3), index) == []
        assert engine.listener.errors() == [(READ, WRITE)[number]]


def test_an_unknown_index_reads_every_lane_and_errs_once() -> None:
    engine = engine_of(ACCESSES)
    unknowns = Unknowns()
    index = unknowns.like("i8", 0)
    results = engine.run("f0", (10, 20, 30), index)
    assert len(results) == 1 and engine.listener.errors() == [READ]
    state, value = results[0]
    assert evaluate(as_term(index), state.witness) < 3
    for at in range(3):
        assert evaluated(value, assigning(unknowns, at)) == (10, 20, 30)[at]


def test_an_unknown_index_writes_any_lane_and_errs_once() -> None:
    engine = engine_of(ACCESSES)
    unknowns = Unknowns()
    results = engine.run("f1", (10, 20, 30), unknowns.like("i8", 0))
    assert len(results) == 1 and engine.listener.errors() == [WRITE]
    for at in range(3):
        expected = [10, 20, 30]
        expected[at] = 9
        assert evaluated(results[0][1], assigning(unknowns, at)) == tuple(expected)


def test_an_index_too_narrow_to_leave_the_vector_cannot_err() -> None:
    engine = engine_of([Case("i32", "extractelement <4 x i32> {0}, i2 {1}", "<4 x i32>", "i2")])
    unknowns = Unknowns()
    value = engine.value("f0", (10, 20, 30, 40), unknowns.like("i2", 0))
    assert [evaluated(value, assigning(unknowns, at)) for at in range(4)] == [10, 20, 30, 40]


def as_term(value: object) -> Term:
    assert isinstance(value, Term)
    return value


def assigning(unknowns: Unknowns, byte: int) -> Assignment:
    """The assignment that makes the only unknown byte worth `byte`."""
    (leaf,) = unknowns.values
    unknowns.values[leaf] = byte
    return unknowns.assignment


NESTED = "{ i8, [2 x { i16, <2 x i32> }], float }"
PARTS = f"""
define i16 @take({NESTED} %a) {{
  %r = extractvalue {NESTED} %a, 1, 1, 0
  ret i16 %r
}}
define <2 x i32> @vector({NESTED} %a) {{
  %r = extractvalue {NESTED} %a, 1, 0, 1
  ret <2 x i32> %r
}}
define {NESTED} @put({NESTED} %a, i16 %x) {{
  %r = insertvalue {NESTED} %a, i16 %x, 1, 1, 0
  ret {NESTED} %r
}}
define {NESTED} @choose(i1 %c, {NESTED} %a, {NESTED} %b) {{
  %r = select i1 %c, {NESTED} %a, {NESTED} %b
  ret {NESTED} %r
}}
define {NESTED} @build(i16 %x) {{
  %1 = insertvalue {NESTED} poison, i16 %x, 1, 0, 0
  %r = insertvalue {NESTED} %1, i8 3, 0
  ret {NESTED} %r
}}
"""
VALUE = (1, ((2, (3, 4)), (5, (6, 7))), 8)


def test_parts_of_aggregates_are_taken_and_replaced() -> None:
    engine = Engine(HEADER + PARTS)
    assert engine.value("take", VALUE) == 5
    assert engine.value("vector", VALUE) == (3, 4)
    assert engine.value("put", VALUE, 99) == (1, ((2, (3, 4)), (99, (6, 7))), 8)
    assert engine.value("build", 7) == (3, ((7, (0, 0)), (0, (0, 0))), 0)


def test_an_unknown_condition_chooses_between_aggregates_scalar_by_scalar() -> None:
    engine = Engine(HEADER + PARTS)
    other = (1, ((20, (30, 4)), (50, (60, 70))), 80)
    assert [engine.value("choose", bit, VALUE, other) for bit in (1, 0)] == [VALUE, other]
    for bit, expected in ((1, VALUE), (0, other)):
        unknowns = Unknowns()
        chosen = engine.value("choose", unknowns.like("i1", bit), VALUE, other)
        assert evaluated(chosen, unknowns.assignment) == expected


# Errors in a lane

UNSAFE = {
    "udiv": ("div", "divide by zero", 0),
    "srem": ("div", "divide by zero", 0),
    "shl": ("overshift", "overshift error", 8),
    "ashr": ("overshift", "overshift error", 255),
}


def unsafe_engine(op: str, options: Options | None = None) -> Engine:
    return engine_of([Case("<2 x i8>", f"{op} <2 x i8> {{0}}, {{1}}", "<2 x i8>", "<2 x i8>")], options)


@pytest.mark.parametrize("op", UNSAFE)
def test_one_bad_lane_ends_the_path(op: str) -> None:
    kind, message, bad = UNSAFE[op]
    engine = unsafe_engine(op)
    assert engine.run("f0", (5, 6), (1, bad)) == []
    assert engine.listener.errors() == [(kind, message)]


@pytest.mark.parametrize("op", UNSAFE)
def test_a_lane_that_may_be_bad_splits_the_path(op: str) -> None:
    kind, message, _ = UNSAFE[op]
    engine = unsafe_engine(op)
    unknown = as_term(Unknowns().like("i8", 0))
    results = engine.run("f0", (200, 6), (unknown, 1))
    assert engine.listener.errors() == [(kind, message)]
    (state, value), *others = results
    assert not others
    amount = evaluate(unknown, state.witness)
    assert amount != 0 if kind == "div" else amount < 8
    assert evaluated(value, state.witness) == unsafe_engine(op).value("f0", (200, 6), (amount, 1))


@pytest.mark.parametrize("op", UNSAFE)
def test_checks_that_are_switched_off_let_the_path_go_on(op: str) -> None:
    kind, _, bad = UNSAFE[op]
    engine = unsafe_engine(op, Options(checks=CheckOptions(ignore=(kind,))))
    assert len(engine.run("f0", (5, 6), (1, bad))) == 1
    assert engine.listener.errors() == []


# Vectors of pointers

RECORD = "{ i32, [4 x { i8, i64 }] }"
POINTERS = f"""
define <2 x ptr> @both(<2 x ptr> %p, <2 x i64> %i) {{
  %r = getelementptr {RECORD}, <2 x ptr> %p, <2 x i64> %i, <2 x i32> <i32 1, i32 1>, i8 -2, i32 1
  ret <2 x ptr> %r
}}
define <2 x ptr> @spread(ptr %p, <2 x i8> %i) {{
  %r = getelementptr i16, ptr %p, <2 x i8> %i
  ret <2 x ptr> %r
}}
define <2 x ptr> @fields(<2 x ptr> %p) {{
  %r = getelementptr {RECORD}, <2 x ptr> %p, i64 0, <2 x i32> zeroinitializer
  ret <2 x ptr> %r
}}
"""


def test_element_pointers_are_computed_lane_by_lane() -> None:
    engine = Engine(HEADER + POINTERS)
    size, array, entry = 72, 8, 16
    top = 1 << 64
    expected = tuple((base + size * step + array - 2 * entry + 8) % top for base, step in ((4096, 3), (8192, -1)))
    assert engine.value("both", (4096, 8192), (3, top - 1)) == expected
    assert engine.value("spread", 1000, (5, 255)) == (1010, 998)
    assert engine.value("fields", (1, 2)) == (1, 2)
    unknowns = Unknowns()
    steps = unknowns.like("<2 x i64>", (3, top - 1))
    assert evaluated(engine.value("both", (4096, 8192), steps), unknowns.assignment) == expected
    base = unknowns.like("ptr", 1000)
    assert evaluated(engine.value("spread", base, (5, 255)), unknowns.assignment) == (1010, 998)
