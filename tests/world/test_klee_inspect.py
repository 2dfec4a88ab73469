"""klee.h, the part that looks: printing, warnings, questions; none of them changes the path."""

from __future__ import annotations

import pytest

from albers.expr.arith import add
from albers.expr.bits import zext
from albers.expr.compare import eq, ult
from albers.expr.term import Term, const
from albers.verdicts import ErrorKind
from tests.world.fake_call import World, failed


def test_klee_print_expr_prints_the_expression(world: World) -> None:
    x = world.unknown(1)
    world.run_one("klee_print_expr", world.string("sum"), add(x, const(8, 1)))
    assert world.shown == ["sum:(add x[0] 1)"]


def test_klee_print_expr_prints_constants_and_structures(world: World) -> None:
    x = world.unknown(1)
    world.run_one("klee_print_expr", world.string("a"), 7)
    world.run_one("klee_print_expr", world.string("b"), (1, x), 5, widths=[64, 0, 64])
    assert world.shown == ["a:7", "b:{1, x[0]} 5"]


def test_klee_print_expr_wants_a_value(world: World) -> None:
    call = world.run_one("klee_print_expr", world.string("a"))
    assert failed(call, ErrorKind.USER, "invalid number of arguments to klee_print_expr")


def test_klee_print_range_prints_the_bounds(world: World) -> None:
    x = world.unknown(1)
    world.assume(ult(x, const(8, 9)))
    world.assume(ult(const(8, 3), x))
    call = world.run_one("klee_print_range", world.string("x"), x)
    assert world.shown == [f"x:x[0] ~= {call.example(x)} (in [4, 8])"]
    assert call.bounds(x) == (4, 8)


def test_klee_print_range_knows_an_only_value(world: World) -> None:
    x = world.unknown(1)
    world.assume(eq(x, const(8, 9)))
    world.run_one("klee_print_range", world.string("x"), x)
    assert world.shown == ["x:x[0] == 9"]


def test_klee_print_range_of_a_constant_is_the_constant(world: World) -> None:
    world.run_one("klee_print_range", world.string("x"), 9)
    assert world.shown == ["x:9"]


@pytest.mark.parametrize(("function", "once"), [("klee_warning", False), ("klee_warning_once", True)])
def test_warnings_are_passed_on(world: World, function: str, once: bool) -> None:
    assert world.run_one(function, world.string("careful")).outcome.what == "returned"
    assert world.warnings == [("careful", once)]


def test_klee_stack_trace_shows_the_stack(world: World) -> None:
    world.run_one("klee_stack_trace")
    assert world.shown == ["\t#0 in main at a.c:1\n"]


def test_klee_is_symbolic_tells_unknowns_from_constants(world: World) -> None:
    assert world.run_one("klee_is_symbolic", world.unknown(8), result=32).outcome.value == 1
    assert world.run_one("klee_is_symbolic", 5, result=32).outcome.value == 0


def test_klee_is_replay_is_no_in_the_engine(world: World) -> None:
    assert world.run_one("klee_is_replay", result=32).outcome.value == 0


@pytest.mark.parametrize(
    ("function", "size"),
    [
        ("klee_get_valuef", 4),
        ("klee_get_valued", 8),
        ("klee_get_valuel", 8),
        ("klee_get_valuell", 8),
        ("klee_get_value_i32", 4),
        ("klee_get_value_i64", 8),
    ],
)
def test_klee_get_value_gives_one_value_and_constrains_nothing(world: World, function: str, size: int) -> None:
    x = world.unknown(size)
    world.assume(ult(const(x.width, 4), x))
    call = world.run_one(function, x, result=8 * size)
    assert isinstance(call.outcome.value, int) and call.outcome.value > 4
    assert len(call.path.conditions) == 1
    assert world.run_one(function, 3, result=8 * size).outcome.value == 3


def test_klee_get_obj_size_is_the_size(world: World) -> None:
    object_ = world.new_object(b"abcde")
    assert world.run_one("klee_get_obj_size", int(object_.base)).outcome.value == 5


def test_klee_get_obj_size_wants_the_start_of_an_object(world: World) -> None:
    object_ = world.new_object(b"abcde")
    call = world.run_one("klee_get_obj_size", int(object_.base) + 1)
    assert failed(call, ErrorKind.PTR, "memory error: invalid pointer: klee_get_obj_size")
    assert "offset: 1 from the start of heap object" in call.outcome.info


def test_klee_get_obj_size_of_a_symbolic_pointer_splits(world: World) -> None:
    one, two = world.new_object(b"abc"), world.new_object(b"abcde")
    pointer = add(zext(world.unknown(2, "i"), 64), const(64, int(one.base)))
    calls = world.run("klee_get_obj_size", pointer)
    sizes = {call.outcome.value: call.bounds(pointer) for call in calls if call.outcome.what == "returned"}
    assert sizes == {3: (one.base, one.base), 5: (two.base, two.base)}
    errors = [call for call in calls if call.outcome.what == "failed"]
    assert len(errors) == 3  # inside the one, inside the other, outside of both
    assert {call.outcome.message for call in errors} == {"memory error: invalid pointer: klee_get_obj_size"}
    assert all("example: 0x" in call.outcome.info for call in errors)


@pytest.mark.parametrize(("offset", "size"), [(0, 4), (1, 3), (4, 0)])
def test_klee_check_memory_access_accepts_bytes_of_one_object(world: World, offset: int, size: int) -> None:
    object_ = world.new_object(b"abcd")
    assert world.run_one("klee_check_memory_access", int(object_.base) + offset, size).outcome.what == "returned"


@pytest.mark.parametrize(("offset", "size"), [(0, 5), (4, 1), (-1, 1), (1, (1 << 64) - 1)])
def test_klee_check_memory_access_refuses_all_others(world: World, offset: int, size: int) -> None:
    object_ = world.new_object(b"abcd")
    call = world.run_one("klee_check_memory_access", int(object_.base) + offset, size)
    assert failed(call, ErrorKind.PTR, "check_memory_access: memory error")


def test_klee_check_memory_access_splits_on_a_symbolic_size(world: World) -> None:
    object_ = world.new_object(b"abcd")
    size = zext(world.unknown(1), 64)
    good, bad = world.run("klee_check_memory_access", int(object_.base), size)
    assert good.outcome.what == "returned" and good.bounds(size) == (0, 4)
    assert failed(bad, ErrorKind.PTR, "check_memory_access: memory error") and bad.bounds(size) == (5, 255)


def test_an_undeclared_function_called_with_an_int_understands_it(world: World) -> None:
    object_ = world.new_object(b"abcd")
    size = world.unknown(4)
    assert isinstance(size, Term) and size.width == 32
    good, bad = world.run("klee_check_memory_access", int(object_.base), size)
    assert good.bounds(size) == (0, 4) and bad.bounds(size) == (5, 0xFFFFFFFF)


@pytest.mark.parametrize(
    "function",
    "klee_print_range klee_warning klee_warning_once klee_is_symbolic klee_get_value_i32 klee_get_obj_size "
    "klee_check_memory_access".split(),
)
def test_a_call_without_arguments_is_the_users_mistake(world: World, function: str) -> None:
    assert failed(world.run_one(function), ErrorKind.USER, f"invalid number of arguments to {function}")


def test_klee_dump_constraints_prints_a_line_per_condition(world: World) -> None:
    x = world.unknown(1)
    world.assume(ult(x, const(8, 10)))
    world.assume(ult(const(8, 3), x))
    world.run_one("klee_dump_constraints", result=0)
    assert world.shown == ["(ult x[0] 10)\n(ult 3 x[0])"]
