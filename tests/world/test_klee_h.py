"""klee.h, the part that changes a path: each function's success and each of its messages."""

from __future__ import annotations

import pytest

from albers.expr.arith import add
from albers.expr.bits import zext
from albers.expr.compare import ule, ult
from albers.expr.printing import to_text
from albers.expr.term import Term, const
from albers.memory.objects import CODE, STACK, MemoryObject
from albers.verdicts import ErrorKind
from albers.world.klee_h import OPTION_MODELS
from tests.world.fake_call import FakeCall, World, failed


def bytes_of(call: FakeCall, object_: MemoryObject) -> list[str]:
    contents = call.path.memory.find(object_)
    assert contents is not None
    return [to_text(contents.byte(i)) for i in range(int(object_.size))]


# klee_make_symbolic


def test_a_whole_object_becomes_symbolic(world: World) -> None:
    object_ = world.new_object(b"abcd")
    call = world.run_one("klee_make_symbolic", int(object_.base), 4, world.string("in"))
    assert call.outcome.what == "returned"
    assert bytes_of(call, object_) == ["in[0]", "in[1]", "in[2]", "in[3]"]
    assert [(name, size) for name, _, size in call.path.inputs] == [("in", 4)]


def test_part_of_an_object_becomes_symbolic_and_the_rest_stays(world: World) -> None:
    object_ = world.new_object(b"\1\2\3\4")
    call = world.run_one("klee_make_symbolic", int(object_.base) + 1, 2, world.string("in"))
    assert bytes_of(call, object_) == ["1", "in[0]", "in[1]", "4"]


@pytest.mark.parametrize(("offset", "size"), [(0, 5), (1, 4), (4, 1), (0, 1 << 63)])
def test_bytes_beyond_the_object_cannot_become_symbolic(world: World, offset: int, size: int) -> None:
    object_ = world.new_object(b"abcd")
    call = world.run_one("klee_make_symbolic", int(object_.base) + offset, size, world.string("in"))
    assert failed(call, ErrorKind.USER, "Wrong size given to klee_make_symbolic")
    assert f"size: {size} bytes" in call.outcome.info and not call.path.inputs


@pytest.mark.parametrize("where", ["inside", "end", "null"])
def test_no_bytes_at_all_are_fine(world: World, where: str) -> None:
    object_ = world.new_object(b"abcd")
    pointer = {"inside": int(object_.base), "end": int(object_.base) + 4, "null": 0}[where]
    call = world.run_one("klee_make_symbolic", pointer, 0, world.string("in"))
    assert call.outcome.what == "returned" and not call.path.inputs


@pytest.mark.parametrize("null", [True, False])
def test_an_input_without_a_name_is_called_unnamed_with_a_warning(world: World, null: bool) -> None:
    object_ = world.new_object(b"abcd")
    name = 0 if null else world.string("")
    call = world.run_one("klee_make_symbolic", int(object_.base), 4, name)
    assert [name for name, _, _ in call.path.inputs] == ["unnamed"]
    assert world.warnings == [('klee_make_symbolic: renamed empty name to "unnamed"', False)]


def test_a_read_only_object_stays_as_it_is(world: World) -> None:
    object_ = world.new_object(b"abcd", read_only=True)
    call = world.run_one("klee_make_symbolic", int(object_.base), 4, world.string("in"))
    assert failed(call, ErrorKind.USER, "cannot make readonly object symbolic")


def test_a_pointer_to_nothing_cannot_be_made_symbolic(world: World) -> None:
    call = world.run_one("klee_make_symbolic", 5, 4, world.string("in"))
    assert failed(call, ErrorKind.PTR, "memory error: invalid pointer: make_symbolic")
    assert "address: 0x5" in call.outcome.info


def test_the_report_says_that_the_object_was_freed(world: World) -> None:
    object_ = world.new_object(b"abcd")
    world.free(object_)
    call = world.run_one("klee_make_symbolic", int(object_.base), 4, world.string("in"))
    assert failed(call, ErrorKind.PTR, "memory error: invalid pointer: make_symbolic")
    assert "freed before" in call.outcome.info


def test_a_symbolic_size_stays_symbolic_and_its_errors_are_found(world: World) -> None:
    object_ = world.new_object(b"abcd")
    size = zext(world.unknown(1, "n"), 64)
    fine, too_large = world.run("klee_make_symbolic", int(object_.base), size, world.string("in"))
    assert failed(too_large, ErrorKind.USER, "Wrong size given to klee_make_symbolic")
    assert too_large.example(size) > 4
    assert fine.outcome.what == "returned" and not fine.path.events
    assert fine.bounds(size) == (0, 4)
    assert [(name, made) for name, _, made in fine.path.inputs] == [("in", size)]


def test_a_symbolic_size_with_one_value_is_that_value(world: World) -> None:
    object_ = world.new_object(b"abcd")
    size = zext(world.unknown(1, "n"), 64)
    world.assume(ule(size, const(64, 3)))
    world.assume(ule(const(64, 3), size))
    call = world.run_one("klee_make_symbolic", int(object_.base), size, world.string("in"))
    assert call.path.events == [] and bytes_of(call, object_)[:3] == ["in[0]", "in[1]", "in[2]"]


def test_a_symbolic_size_of_zero_makes_no_input(world: World) -> None:
    object_ = world.new_object(b"abcd")
    size = zext(world.unknown(1, "n"), 64)
    world.assume(ult(size, const(64, 1)))
    call = world.run_one("klee_make_symbolic", int(object_.base), size, world.string("in"))
    assert call.outcome.what == "returned" and call.path.inputs == []


def test_a_symbolic_pointer_is_followed_into_every_object(world: World) -> None:
    one = world.new_object(b"ab")
    name = world.string("in")
    pointer = add(zext(world.unknown(1, "i"), 64), const(64, int(one.base)))
    world.assume(ult(pointer, const(64, int(one.base) + 3)))
    inside, beyond = world.run("klee_make_symbolic", pointer, 1, name)
    assert inside.outcome.what == "returned" and len(inside.path.inputs) == 1
    assert failed(beyond, ErrorKind.USER, "Wrong size given to klee_make_symbolic")
    assert beyond.example(pointer) == one.base + 2


def test_make_symbolic_wants_three_arguments(world: World) -> None:
    call = world.run_one("klee_make_symbolic", 1, 2)
    message = "Incorrect number of arguments to klee_make_symbolic(void*, size_t, char*)"
    assert failed(call, ErrorKind.USER, message)


@pytest.mark.parametrize("function", ["klee_int", "klee_warning"])
def test_strings_must_be_readable(world: World, function: str) -> None:
    call = world.run_one(function, 77)
    assert failed(call, ErrorKind.USER, "Invalid string pointer passed to one of the klee_ functions")


def test_strings_must_be_where_a_constant_points(world: World) -> None:
    call = world.run_one("klee_int", world.unknown(8))
    assert failed(call, ErrorKind.USER, "Symbolic string pointer passed to one of the klee_ functions")


def test_a_structure_is_no_argument_for_a_function_of_scalars(world: World) -> None:
    call = world.run_one("klee_int", (1, 2), widths=[0])
    assert call.outcome.kind is ErrorKind.USER and "structure" in call.outcome.message


# klee_int, klee_range, klee_choose


def test_klee_int_is_any_int(world: World) -> None:
    call = world.run_one("klee_int", world.string("i"), result=32)
    assert isinstance(call.outcome.value, Term)
    assert call.bounds(call.outcome.value) == (0, 0xFFFFFFFF)
    assert [(name, size) for name, _, size in call.path.inputs] == [("i", 4)]


@pytest.mark.parametrize(("begin", "end", "low", "high"), [(0, 10, 0, 9), (3, 5, 3, 4), (-2, 0, -2, -1)])
def test_klee_range_is_exactly_the_half_open_range(world: World, begin: int, end: int, low: int, high: int) -> None:
    arguments = [begin & 0xFFFFFFFF, end & 0xFFFFFFFF, world.string("r")]
    call = world.run_one("klee_range", *arguments, widths=[32, 32, 64], result=32)
    assert isinstance(call.outcome.value, Term)
    assert call.bounds(call.outcome.value) == (low & 0xFFFFFFFF, high & 0xFFFFFFFF)


def test_a_range_around_zero_has_negative_and_positive_numbers_only_inside(world: World) -> None:
    call = world.run_one("klee_range", 0xFFFFFFFE, 2, world.string("r"), widths=[32, 32, 64], result=32)
    value = call.outcome.value
    assert isinstance(value, Term)
    assert call.bounds(add(value, const(32, 2))) == (0, 3)


def test_a_range_of_one_is_a_constant_and_no_input(world: World) -> None:
    call = world.run_one("klee_range", 0xFFFFFFFF, 0, world.string("r"), widths=[32, 32, 64], result=32)
    assert call.outcome.value == 0xFFFFFFFF and not call.path.inputs


@pytest.mark.parametrize(("begin", "end"), [(3, 3), (4, 3), (0, 0xFFFFFFFF)])
def test_a_range_in_the_wrong_order_is_an_error(world: World, begin: int, end: int) -> None:
    call = world.run_one("klee_range", begin, end, world.string("r"), widths=[32, 32, 64])
    assert failed(call, ErrorKind.USER, "invalid range")


def test_a_symbolic_bound_splits_into_good_and_bad_ranges(world: World) -> None:
    end = zext(world.unknown(1, "end"), 32)
    good, bad = world.run("klee_range", 0, end, world.string("r"), widths=[32, 32, 64], result=32)
    assert failed(bad, ErrorKind.USER, "invalid range") and bad.bounds(end) == (0, 0)
    assert isinstance(good.outcome.value, Term) and good.bounds(good.outcome.value) == (0, 254)


def test_klee_choose_is_below_its_argument_and_does_not_fork(world: World) -> None:
    call = world.run_one("klee_choose", 7)
    assert isinstance(call.outcome.value, Term) and call.bounds(call.outcome.value) == (0, 6)
    assert [(name, size) for name, _, size in call.path.inputs] == [("klee_choose", 8)]


def test_klee_choose_has_the_width_of_a_pointer() -> None:
    world = World(32)
    call = world.run_one("klee_choose", 7, result=32)
    assert [size for _, _, size in call.path.inputs] == [4]


def test_choosing_below_zero_ends_the_path_silently(world: World) -> None:
    assert world.run_one("klee_choose", 0).outcome.what == "silent"


# klee_assume and preferences


def test_an_assumption_constrains_the_path(world: World) -> None:
    x = world.unknown(1)
    call = world.run_one("klee_assume", zext(ult(x, const(8, 3)), 64))
    assert call.outcome.what == "returned" and call.bounds(x) == (0, 2)


def test_any_number_but_zero_is_a_true_assumption(world: World) -> None:
    x = world.unknown(1)
    call = world.run_one("klee_assume", zext(x, 64))
    assert call.bounds(x) == (1, 255)


@pytest.mark.parametrize("symbolic", [True, False])
def test_an_impossible_assumption_is_an_error(world: World, symbolic: bool) -> None:
    x = world.unknown(1)
    world.assume(ult(x, const(8, 3)))
    condition: object = zext(ult(const(8, 2), x), 64) if symbolic else 0
    call = world.run_one("klee_assume", condition)
    assert failed(call, ErrorKind.USER, "invalid klee_assume call (provably false)")


def test_an_impossible_assumption_ends_silently_where_that_is_asked_for(world: World) -> None:
    call = FakeCall(world, world.path, "klee_assume", [0], [64], 0)
    OPTION_MODELS["silent-klee-assume"]["klee_assume"](call)
    assert call.outcome.what == "silent"


def test_a_preference_is_noted_and_constrains_nothing(world: World) -> None:
    x = world.unknown(1)
    call = world.run_one("klee_prefer_cex", 0, zext(ult(x, const(8, 3)), 64))
    assert call.path.preferences == [ult(x, const(8, 3))] and call.bounds(x) == (0, 255)


def test_a_constant_preference_is_no_wish(world: World) -> None:
    assert world.run_one("klee_prefer_cex", 0, 1).path.preferences == []


def test_posix_preferences_count_only_where_that_is_asked_for(world: World) -> None:
    wish = zext(ult(world.unknown(1), const(8, 3)), 64)
    assert world.run_one("klee_posix_prefer_cex", 0, wish).path.preferences == []
    call = FakeCall(world, world.path, "klee_posix_prefer_cex", [0, wish], [64, 64], 0)
    OPTION_MODELS["readable-posix-inputs"]["klee_posix_prefer_cex"](call)
    assert len(call.path.preferences) == 1


def test_klee_or_is_one_term_without_a_fork(world: World) -> None:
    flags = world.new_object(b"\0\0\0")
    contents = world.path.memory.find(flags)
    assert contents is not None
    x = world.unknown(1)
    contents.set_byte(1, zext(ult(x, const(8, 3)), 8))
    call = world.run_one("klee_or", 3, int(flags.base), result=1)
    value = call.outcome.value
    assert isinstance(value, Term)
    assert call.assume(value) and call.bounds(x) == (0, 2)


@pytest.mark.parametrize(("flags", "expected"), [(b"\0\1", 1), (b"\0\0", 0), (b"", 0)])
def test_klee_or_of_known_flags(world: World, flags: bytes, expected: int) -> None:
    object_ = world.new_object(flags)
    assert world.run_one("klee_or", len(flags), int(object_.base), result=8).outcome.value == expected


def test_klee_or_reads_only_memory_that_is_there(world: World) -> None:
    object_ = world.new_object(b"\0\0")
    call = world.run_one("klee_or", 3, int(object_.base), result=1)
    assert failed(call, ErrorKind.PTR, "memory error: out of bound pointer")
    assert failed(world.run_one("klee_or", 3, 8), ErrorKind.PTR, "memory error: null page access")


# Ends of paths


def test_klee_abort_is_an_abort_failure(world: World) -> None:
    assert failed(world.run_one("klee_abort"), ErrorKind.ABORT, "abort failure")


def test_klee_silent_exit_leaves_no_test(world: World) -> None:
    assert world.run_one("klee_silent_exit", 0).outcome.what == "silent"


def test_klee_report_error_has_the_programs_message_suffix_and_place(world: World) -> None:
    texts = [world.string(text) for text in ("driver.c", "queue is full", "queue")]
    call = world.run_one("klee_report_error", texts[0], 12, texts[1], texts[2])
    assert failed(call, ErrorKind.REPORT_ERROR, "queue is full")
    assert call.outcome.suffix == "queue" and "driver.c:12" in call.outcome.info


def test_a_report_without_a_suffix_has_its_kinds_own(world: World) -> None:
    call = world.run_one("klee_report_error", 0, 12, world.string("queue is full"), 0)
    assert call.outcome.kind is ErrorKind.REPORT_ERROR and call.outcome.suffix == ""


# The state of the path


def test_klee_mark_global_keeps_a_local_object(world: World) -> None:
    local = world.new_object(b"abcd", STACK)
    assert world.run_one("klee_mark_global", int(local.base)).path.kept == [local]


def test_klee_mark_global_wants_the_start_of_an_object(world: World) -> None:
    local = world.new_object(b"abcd", STACK)
    call = world.run_one("klee_mark_global", int(local.base) + 1)
    assert failed(call, ErrorKind.PTR, "memory error: invalid pointer: mark_global")


def test_klee_set_forking_switches_forking(world: World) -> None:
    assert world.run_one("klee_set_forking", 0).path.forking is False
    assert world.run_one("klee_set_forking", 1).path.forking is True


def test_klee_set_forking_wants_a_constant(world: World) -> None:
    call = world.run_one("klee_set_forking", world.unknown(4))
    assert failed(call, ErrorKind.USER, "klee_set_forking requires a constant arg")


def test_a_fixed_object_lies_where_it_was_wished(world: World) -> None:
    call = world.run_one("klee_define_fixed_object", 0x40000000, 16)
    found = world.allocator.find(0x4000000F)
    assert found is not None and call.path.memory.is_alive(found) and found.base == 0x40000000


def test_a_fixed_object_overlaps_nothing(world: World) -> None:
    object_ = world.new_object(b"abcd")
    call = world.run_one("klee_define_fixed_object", int(object_.base) - 2, 4)
    assert failed(call, ErrorKind.USER, "klee_define_fixed_object overlaps another object")


def test_a_fixed_object_is_not_larger_than_memory(world: World) -> None:
    call = world.run_one("klee_define_fixed_object", 0x40000000, 1 << 31)
    assert call.outcome.kind is ErrorKind.USER and "at most" in call.outcome.message


def test_a_fixed_object_has_a_known_place_and_size(world: World) -> None:
    for arguments, what in (((world.unknown(8), 4), "address"), ((0x40000000, world.unknown(8)), "size")):
        call = world.run_one("klee_define_fixed_object", *arguments)
        assert failed(call, ErrorKind.USER, f"expect constant {what} argument to klee_define_fixed_object")


@pytest.mark.parametrize("region", ["merge", "object_merge", "loop_merge", "qmerge"])
def test_merge_marks_are_ignored_with_one_warning(world: World, region: str) -> None:
    for name in (f"klee_open_{region}", f"klee_close_{region}"):
        world.warnings.clear()
        assert world.run_one(name).outcome.what == "returned"
        ((message, once),) = world.warnings
        assert message.startswith(f"{name} ignored") and once


@pytest.mark.parametrize(
    "function",
    "klee_int klee_range klee_choose klee_assume klee_prefer_cex klee_posix_prefer_cex klee_or klee_silent_exit "
    "klee_report_error klee_mark_global klee_set_forking klee_define_fixed_object".split(),
)
def test_a_call_without_arguments_is_the_users_mistake(world: World, function: str) -> None:
    assert failed(world.run_one(function), ErrorKind.USER, f"invalid number of arguments to {function}")


@pytest.mark.parametrize("function", ["klee_abort", "klee_open_merge"])
def test_a_call_with_too_many_arguments_is_the_users_mistake(world: World, function: str) -> None:
    assert failed(world.run_one(function, 1), ErrorKind.USER, f"invalid number of arguments to {function}")


def test_a_function_object_cannot_become_symbolic(world: World) -> None:
    code = world.new_object(b"\0", CODE, read_only=True)
    call = world.run_one("klee_make_symbolic", int(code.base), 1, world.string("in"))
    assert failed(call, ErrorKind.USER, "cannot make readonly object symbolic")
