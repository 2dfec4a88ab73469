"""Every integer instruction, at many widths, computes what Python's integers say, on known and on unknown operands."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable

import pytest

from albers.options import CheckOptions, Options
from tests.engine.lowered_ir import Case, Engine, Unknowns, engine_of, evaluated, holds

WIDTHS = (1, 7, 8, 16, 31, 32, 33, 63, 64, 65, 128)

DIVISIONS = ("udiv", "sdiv", "urem", "srem")
SHIFTS = ("shl", "lshr", "ashr")
BINARY = ("add", "sub", "mul", "and", "or", "xor", *DIVISIONS, *SHIFTS)
PREDICATES = ("eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge")


# The reference: mathematics on Python's integers, written without a look at the engine


def signed(width: int, value: int) -> int:
    return value - (1 << width) if value >> (width - 1) else value


def wrapped(width: int, value: int) -> int:
    return value % (1 << width)


def toward_zero(x: int, y: int) -> int:
    return abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)


UNSIGNED: dict[str, Callable[[int, int], int]] = {
    "add": lambda x, y: x + y,
    "sub": lambda x, y: x - y,
    "mul": lambda x, y: x * y,
    "and": lambda x, y: x & y,
    "or": lambda x, y: x | y,
    "xor": lambda x, y: x ^ y,
    "udiv": lambda x, y: x // y,
    "urem": lambda x, y: x % y,
    "shl": lambda x, y: x * 2**y,
    "lshr": lambda x, y: x // 2**y,
}
SIGNED: dict[str, Callable[[int, int], int]] = {
    "sdiv": toward_zero,
    "srem": lambda x, y: x - y * toward_zero(x, y),
    "ashr": lambda x, y: x // 2**y,
}
COMPARED: dict[str, Callable[[int, int], bool]] = {
    "eq": lambda x, y: x == y,
    "ne": lambda x, y: x != y,
    "lt": lambda x, y: x < y,
    "le": lambda x, y: x <= y,
    "gt": lambda x, y: x > y,
    "ge": lambda x, y: x >= y,
}


def expected_binary(op: str, width: int, x: int, y: int) -> int | str:
    """The result, or the kind of the error."""
    if op in DIVISIONS and y == 0:
        return "div"
    if op in SHIFTS and y >= width:
        return "overshift"
    if op in UNSIGNED:
        return wrapped(width, UNSIGNED[op](x, y))
    return wrapped(width, SIGNED[op](signed(width, x), y if op == "ashr" else signed(width, y)))


def expected_comparison(predicate: str, width: int, x: int, y: int) -> int:
    if predicate.startswith("s"):
        x, y = signed(width, x), signed(width, y)
    return int(COMPARED[predicate if predicate in COMPARED else predicate[1:]](x, y))


# Operands


def corners(width: int) -> list[int]:
    """0, 1, the ends of the signed and unsigned ranges, their neighbours, and the amounts at which shifts change."""
    half = 2 ** (width - 1)
    return sorted({wrapped(width, value) for value in (0, 1, 2, -1, -2, half, half - 1, half + 1, width, width - 1)})


def operand_pairs(width: int, source: random.Random) -> list[tuple[int, int]]:
    pairs = [(x, y) for x in corners(width) for y in corners(width)]
    pairs += [(source.getrandbits(width), source.getrandbits(width)) for _ in range(12)]
    # Sensible amounts and small divisors, which random numbers of many bits never are.
    pairs += [(source.getrandbits(width), source.randrange(min(width + 2, 2**width))) for _ in range(12)]
    return pairs


def outcome(engine: Engine, name: str, arguments: list[object], unknowns: Unknowns) -> object:
    """What the one path that the assigned unknowns take computes: a number, or the kind of its error."""
    first_end = len(engine.graveyard.states)
    results = engine.run(name, *arguments)
    assignment = unknowns.assignment
    found: list[object] = [evaluated(value, assignment) for state, value in results if holds(state, assignment)]
    for i in range(first_end, len(engine.graveyard.states)):
        if holds(engine.graveyard.states[i], assignment):
            error = engine.listener.ends[i].ending.error
            assert error is not None
            found.append(error.kind.value)
    assert len(found) == 1, f"{len(found)} paths for one input"
    return found[0]


@pytest.mark.parametrize("width", WIDTHS)
def test_binary_operators_on_known_operands(width: int) -> None:
    type_ = f"i{width}"
    engine = engine_of([Case(type_, f"{op} {type_} {{0}}, {{1}}", type_, type_) for op in BINARY])
    for x, y in operand_pairs(width, random.Random(width)):
        for number, op in enumerate(BINARY):
            found = outcome(engine, f"f{number}", [x, y], Unknowns())
            assert found == expected_binary(op, width, x, y), f"{op} i{width} {x}, {y}"


@pytest.mark.parametrize("width", WIDTHS)
def test_binary_operators_on_unknown_operands(width: int) -> None:
    type_ = f"i{width}"
    source = random.Random(width)
    engine = engine_of([Case(type_, f"{op} {type_} {{0}}, {{1}}", type_, type_) for op in BINARY])
    pairs = operand_pairs(width, source)
    for number, op in enumerate(BINARY):
        for x, y in source.sample(pairs, min(24, len(pairs))):
            for hide_x, hide_y in ((True, True), (True, False), (False, True)):
                unknowns = Unknowns()
                arguments = [unknowns.like(type_, x) if hide_x else x, unknowns.like(type_, y) if hide_y else y]
                found = outcome(engine, f"f{number}", arguments, unknowns)
                assert found == expected_binary(op, width, x, y), f"{op} i{width} {x}, {y} ({hide_x}, {hide_y})"


@pytest.mark.parametrize("width", WIDTHS)
def test_comparisons(width: int) -> None:
    type_ = f"i{width}"
    source = random.Random(width)
    engine = engine_of([Case("i1", f"icmp {each} {type_} {{0}}, {{1}}", type_, type_) for each in PREDICATES])
    for x, y in operand_pairs(width, source):
        for number, predicate in enumerate(PREDICATES):
            expected = expected_comparison(predicate, width, x, y)
            assert engine.value(f"f{number}", x, y) == expected, f"{predicate} i{width} {x}, {y}"
    for x, y in source.sample(operand_pairs(width, source), 25):
        for number, predicate in enumerate(PREDICATES):
            unknowns = Unknowns()
            arguments = [unknowns.like(type_, x), source.choice([y, unknowns.like(type_, y)])]
            found = outcome(engine, f"f{number}", arguments, unknowns)
            assert found == expected_comparison(predicate, width, x, y), f"{predicate} i{width} {x}, {y}"


@pytest.mark.parametrize("width", WIDTHS)
def test_casts(width: int) -> None:
    """From `width` to every other width, and between pointers and integers."""
    source = random.Random(width)
    type_ = f"i{width}"
    cases: list[Case] = []
    meanings: list[Callable[[int], int]] = []
    for other in WIDTHS:
        target = f"i{other}"
        if other < width:
            cases.append(Case(target, f"trunc {type_} {{0}} to {target}", type_))
            meanings.append(lambda x, other=other: wrapped(other, x))  # type: ignore[misc]
        if other > width:
            cases.append(Case(target, f"zext {type_} {{0}} to {target}", type_))
            meanings.append(lambda x: x)
            cases.append(Case(target, f"sext {type_} {{0}} to {target}", type_))
            meanings.append(lambda x, other=other: wrapped(other, signed(width, x)))  # type: ignore[misc]
    cases.append(Case("ptr", f"inttoptr {type_} {{0}} to ptr", type_))
    meanings.append(lambda x: wrapped(64, x))
    engine = engine_of(cases)
    for x in corners(width) + [source.getrandbits(width) for _ in range(6)]:
        unknowns = Unknowns()
        unknown = unknowns.like(type_, x)
        for number, meaning in enumerate(meanings):
            assert engine.value(f"f{number}", x) == meaning(x), f"{cases[number]} {x}"
            assert outcome(engine, f"f{number}", [unknown], unknowns) == meaning(x), f"{cases[number]} {x}"


@pytest.mark.parametrize("width", WIDTHS)
def test_pointers_as_numbers(width: int) -> None:
    engine = engine_of([Case(f"i{width}", f"ptrtoint ptr {{0}} to i{width}", "ptr")])
    for address in (0, 1, 2**40 + 12345, 2**63, 2**64 - 1):
        unknowns = Unknowns()
        assert engine.value("f0", address) == wrapped(width, address)
        assert outcome(engine, "f0", [unknowns.like("ptr", address)], unknowns) == wrapped(width, address)


@pytest.mark.parametrize("width", WIDTHS)
def test_selects_and_freezes(width: int) -> None:
    type_ = f"i{width}"
    source = random.Random(width)
    engine = engine_of(
        [
            Case(type_, f"select i1 {{0}}, {type_} {{1}}, {type_} {{2}}", "i1", type_, type_),
            Case(type_, f"freeze {type_} {{0}}", type_),
        ]
    )
    for condition, x, y in itertools.product((0, 1), corners(width), corners(width)):
        expected = x if condition else y
        assert engine.value("f0", condition, x, y) == expected
        assert engine.value("f1", x) == x
        unknowns = Unknowns()
        hidden = [
            unknowns.like("i1", condition),
            unknowns.like(type_, x) if source.random() < 0.5 else x,
            unknowns.like(type_, y) if source.random() < 0.5 else y,
        ]
        assert outcome(engine, "f0", hidden, unknowns) == expected


# Addresses

STEPS = (
    # (source type, types of the indices, bytes per index; a structure's field is fixed)
    ("i8", ("i64",), (1,)),
    ("i32", ("i64",), (4,)),
    ("i64", ("i32",), (8,)),
    ("i16", ("i8",), (2,)),
    ("i32", ("i1",), (4,)),
    ("i128", ("i128",), (16,)),
    ("i7", ("i16",), (1,)),
    ("i33", ("i64",), (8,)),
    ("[5 x i32]", ("i64", "i64"), (20, 4)),
    ("[3 x { i8, i64 }]", ("i16", "i32"), (48, 16)),
)


@pytest.mark.parametrize(("element", "types", "strides"), STEPS)
@pytest.mark.parametrize("flag", ["", "inbounds "])
def test_element_addresses(element: str, types: tuple[str, ...], strides: tuple[int, ...], flag: str) -> None:
    """Indices are signed, whatever their width; the sum wraps around the address space."""
    holes = ", ".join(f"{type_} {{{i + 1}}}" for i, type_ in enumerate(types))
    engine = engine_of([Case("ptr", f"getelementptr {flag}{element}, ptr {{0}}, {holes}", "ptr", *types)])
    source = random.Random(3)
    widths = [int(type_[1:]) for type_ in types]
    for _ in range(40):
        base = source.choice([0, 2**40 + 64, 2**64 - 4, source.getrandbits(64)])
        indices = [source.choice([*corners(width), source.getrandbits(width)]) for width in widths]
        moved = sum(signed(width, index) * step for width, index, step in zip(widths, indices, strides, strict=True))
        expected = wrapped(64, base + moved)
        assert engine.value("f0", base, *indices) == expected, (base, indices)
        unknowns = Unknowns()
        hidden = [unknowns.like(type_, index) for type_, index in zip(types, indices, strict=True)]
        some = [source.choice(pair) for pair in zip(hidden, indices, strict=True)]
        given = source.choice([base, unknowns.like("ptr", base)])
        assert outcome(engine, "f0", [given, *some], unknowns) == expected, (base, indices)


def test_fields_of_structures_have_their_offsets() -> None:
    engine = engine_of(
        [
            Case("ptr", "getelementptr { i8, i32, [2 x i16], ptr }, ptr {0}, i64 1, i32 2, i64 1", "ptr"),
            Case("ptr", "getelementptr <{ i8, i32, i64 }>, ptr {0}, i64 -1, i32 2", "ptr"),
        ]
    )
    assert engine.value("f0", 1000) == 1000 + 24 + 8 + 2
    assert engine.value("f1", 1000) == 1000 - 13 + 5


# Checks that can be switched off or on


def test_unchecked_division_and_shift_follow_the_solvers_logic() -> None:
    """Division by zero gives all ones (1 for a negative dividend), the rest the dividend; shifting too far, nothing."""
    options = Options(checks=CheckOptions(ignore=("div", "overshift")))
    engine = engine_of([Case("i8", f"{op} i8 {{0}}, {{1}}", "i8", "i8") for op in (*DIVISIONS, *SHIFTS)], options)
    for x in (0, 5, 0x80, 0xFB):
        negative = x >= 0x80
        by_zero = {"udiv": 0xFF, "sdiv": 1 if negative else 0xFF, "urem": x, "srem": x}
        too_far = {"shl": 0, "lshr": 0, "ashr": 0xFF if negative else 0}
        for number, op in enumerate((*DIVISIONS, *SHIFTS)):
            y, expected = (0, by_zero[op]) if op in by_zero else (9, too_far[op])
            unknowns = Unknowns()
            assert engine.value(f"f{number}", x, y) == expected, (op, x)
            hidden: list[object] = [unknowns.like("i8", x), unknowns.like("i8", y)]
            assert outcome(engine, f"f{number}", hidden, unknowns) == expected, (op, x)
