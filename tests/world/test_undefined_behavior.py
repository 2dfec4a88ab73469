"""The sanitizer's handlers: each error has its kind, suffix and check name, with or without a readable record."""

from __future__ import annotations

import struct

import pytest

from albers.expr.bits import zext
from albers.expr.term import const
from albers.verdicts import ErrorKind
from albers.world.registry import standard_models
from tests.world.fake_call import World, failed

SIGNED_INT = (0, 5 << 1 | 1, "'int'")
UNSIGNED_INT = (0, 5 << 1, "'unsigned int'")
WIDE = (0, 7 << 1 | 1, "'__int128'")
DOUBLE = (1, 64, "'double'")

Type = tuple[int, int, str]


def record(world: World, *types: Type, tail: bytes = b"") -> int:
    """A handler's static data as clang lays it out."""
    word = "<Q" if world.pointer_width == 64 else "<I"
    data = struct.pack(word, world.string("sum.c")) + struct.pack("<II", 7, 3)
    for kind, info, name in types:
        descriptor = world.new_object(struct.pack("<HH", kind, info) + name.encode() + b"\0", read_only=True)
        data += struct.pack(word, int(descriptor.base))
    return int(world.new_object(data + tail, read_only=True).base)


@pytest.mark.parametrize("form", ["", "_abort"])
@pytest.mark.parametrize(
    ("handler", "operation", "values"),
    [("add", "addition", 2), ("sub", "subtraction", 2), ("mul", "multiplication", 2), ("negate", "negation", 1)],
)
@pytest.mark.parametrize(("type_", "check"), [(SIGNED_INT, "signed"), (UNSIGNED_INT, "unsigned")])
def test_an_overflow_names_operation_and_sign(
    world: World, form: str, handler: str, operation: str, values: int, type_: Type, check: str
) -> None:
    arguments = [record(world, type_), *[0x7FFFFFFF, 1][:values]]
    call = world.run_one(f"__ubsan_handle_{handler}_overflow{form}", *arguments)
    assert failed(call, ErrorKind.OVERFLOW, f"integer overflow on {operation} ({check}-integer-overflow)")
    assert "sum.c:7:3" in call.outcome.info and type_[2] in call.outcome.info and "0x7fffffff" in call.outcome.info


def test_records_have_the_layout_of_the_programs_pointers() -> None:
    world = World(32)
    call = world.run_one("__ubsan_handle_add_overflow", record(world, UNSIGNED_INT), 1, 2)
    assert failed(call, ErrorKind.OVERFLOW, "integer overflow on addition (unsigned-integer-overflow)")
    assert "sum.c:7:3" in call.outcome.info


def test_the_minimal_runtime_has_no_record(world: World) -> None:
    call = world.run_one("__ubsan_handle_add_overflow_minimal_abort")
    assert failed(call, ErrorKind.OVERFLOW, "integer overflow on addition (integer-overflow)")


def test_division_by_zero_and_overflow_are_told_apart(world: World) -> None:
    data = record(world, SIGNED_INT)
    by_zero = world.run_one("__ubsan_handle_divrem_overflow", data, 5, 0)
    assert failed(by_zero, ErrorKind.DIV, "divide by zero (integer-divide-by-zero)")
    overflow = world.run_one("__ubsan_handle_divrem_overflow", data, 0x80000000, 0xFFFFFFFF)
    assert failed(overflow, ErrorKind.OVERFLOW, "integer overflow on division (signed-integer-overflow)")
    both = world.run("__ubsan_handle_divrem_overflow", data, 5, zext(world.unknown(4), 64))
    assert [call.outcome.kind for call in both] == [ErrorKind.DIV, ErrorKind.OVERFLOW]


def test_a_float_is_divided_by_zero_and_nothing_else(world: World) -> None:
    call = world.run_one("__ubsan_handle_divrem_overflow", record(world, DOUBLE), 1, 0)
    assert failed(call, ErrorKind.DIV, "divide by zero (float-divide-by-zero)")


def test_a_divisor_wider_than_a_pointer_is_not_looked_at(world: World) -> None:
    call = world.run_one("__ubsan_handle_divrem_overflow", record(world, WIDE), 0x5000, 0x6000)
    assert failed(call, ErrorKind.OVERFLOW, "division by zero or integer overflow on division")


@pytest.mark.parametrize(
    ("amount", "kind", "message"),
    [
        (32, ErrorKind.OVERSHIFT, "overshift error (shift-exponent)"),
        (0xFFFFFFFF, ErrorKind.OVERSHIFT, "overshift error (shift-exponent)"),
        (31, ErrorKind.OVERFLOW, "integer overflow on shift (shift-base)"),
    ],
)
def test_a_shift_is_too_far_or_of_too_large_a_value(world: World, amount: int, kind: ErrorKind, message: str) -> None:
    call = world.run_one("__ubsan_handle_shift_out_of_bounds", record(world, SIGNED_INT, SIGNED_INT), 2, amount)
    assert failed(call, kind, message)


def test_a_shift_without_a_record_is_an_overshift(world: World) -> None:
    assert failed(
        world.run_one("__ubsan_handle_shift_out_of_bounds_minimal"), ErrorKind.OVERSHIFT, "overshift error (shift)"
    )


@pytest.mark.parametrize(
    ("pointer", "message"),
    [
        (0, "use of a null pointer (null-pointer-use)"),
        (0x1002, "use of a misaligned pointer (misaligned-pointer-use)"),
        (0x1004, "object too small for its type (insufficient-object-size)"),
    ],
)
def test_a_bad_pointer_is_null_misaligned_or_too_short(world: World, pointer: int, message: str) -> None:
    data = record(world, SIGNED_INT, tail=bytes([2, 0]))
    assert failed(world.run_one("__ubsan_handle_type_mismatch_v1", data, pointer), ErrorKind.PTR, message)


def test_a_byte_is_never_misaligned(world: World) -> None:
    data = record(world, SIGNED_INT, tail=bytes([0, 0]))
    calls = world.run("__ubsan_handle_type_mismatch_v1", data, zext(world.unknown(1), 64))
    assert [call.outcome.message.split("(")[1] for call in calls] == ["null-pointer-use)", "insufficient-object-size)"]


@pytest.mark.parametrize(
    ("kind", "suffix", "check"),
    [
        (0, "implicit_truncation", "implicit-integer-truncation"),
        (1, "implicit_truncation", "implicit-unsigned-integer-truncation"),
        (2, "implicit_truncation", "implicit-signed-integer-truncation"),
        (3, "implicit_conversion", "implicit-integer-sign-change"),
        (4, "implicit_truncation", "implicit-signed-integer-truncation-or-sign-change"),
    ],
)
def test_an_implicit_conversion_has_the_suffix_of_its_kind(world: World, kind: int, suffix: str, check: str) -> None:
    data = record(world, SIGNED_INT, UNSIGNED_INT, tail=bytes([kind]))
    call = world.run_one("__ubsan_handle_implicit_conversion", data, 300, 44)
    assert call.outcome.suffix == suffix and f"({check})" in call.outcome.message


@pytest.mark.parametrize(
    ("handler", "kind", "suffix"),
    [
        ("float_cast_overflow", ErrorKind.OVERFLOW, ""),
        ("alignment_assumption", ErrorKind.PTR, ""),
        ("out_of_bounds", ErrorKind.PTR, ""),
        ("local_out_of_bounds", ErrorKind.PTR, ""),
        ("pointer_overflow", ErrorKind.PTR, ""),
        ("vla_bound_not_positive", ErrorKind.PTR, ""),
        ("builtin_unreachable", ErrorKind.UNREACHABLE, ""),
        ("missing_return", ErrorKind.REPORT_ERROR, "missing_return"),
        ("load_invalid_value", ErrorKind.REPORT_ERROR, "invalid_load"),
        ("invalid_builtin", ErrorKind.REPORT_ERROR, "invalid_builtin_use"),
        ("nonnull_return_v1", ErrorKind.REPORT_ERROR, "nullable_attribute"),
        ("nonnull_arg", ErrorKind.REPORT_ERROR, "nullable_attribute"),
        ("nullability_arg", ErrorKind.REPORT_ERROR, "nullable_attribute"),
        ("function_type_mismatch", ErrorKind.REPORT_ERROR, "function_type_mismatch"),
    ],
)
@pytest.mark.parametrize("form", ["", "_abort", "_minimal"])
def test_every_other_handler_has_its_kind(world: World, handler: str, kind: ErrorKind, suffix: str, form: str) -> None:
    arguments = [] if form == "_minimal" else [record(world, SIGNED_INT, SIGNED_INT), 9]
    call = world.run_one(f"__ubsan_handle_{handler}{form}", *arguments)
    assert (call.outcome.kind, call.outcome.suffix) == (kind, suffix)
    assert form == "_minimal" or "sum.c:7:3" in call.outcome.info


def test_an_unreadable_record_still_is_an_error(world: World) -> None:
    for name in [name for name in standard_models() if name.startswith("__ubsan_handle_")]:
        call = world.run_one(name, 0xDEAD0000, 1, 2)
        assert call.outcome.what == "failed" and call.outcome.message


def test_values_of_symbolic_operands_are_shown_by_example(world: World) -> None:
    x = world.unknown(8)
    call = world.run_one("__ubsan_handle_add_overflow", record(world, SIGNED_INT), x, const(64, 1).value)
    assert f"value: {call.example(x):#x}" in call.outcome.info and call.path.conditions == []
