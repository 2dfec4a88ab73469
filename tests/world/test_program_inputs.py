"""What a program is started with: KLEE's names, sizes and order of inputs."""

from __future__ import annotations

import pytest

from albers.errors import UserError
from albers.expr.arith import from_bytes
from albers.expr.arrays import byte_of
from albers.expr.term import Term, const
from albers.options import SymbolicArguments, WorldOptions
from albers.world.program_inputs import Start, check_options, recorded_arguments, starts
from tests.world.fake_call import FakeCall
from tests.world.kernel.kernel_world import KernelWorld, kernel_of


def _starts(options: WorldOptions, *arguments: str, architecture: str = "x86_64") -> list[Start]:
    world = KernelWorld(options, architecture)
    call = FakeCall(world, world.path, "main", [], [], 0)
    return starts(call, options, ("prog", *arguments))


def _call(start: Start) -> FakeCall:
    assert isinstance(start.call, FakeCall)
    return start.call


def _inputs(start: Start) -> list[tuple[str, int]]:
    return [(name, size) for name, _, size in _call(start).path.inputs]


def _strings(start: Start, vector: int) -> list[list[Term]]:
    """The strings of argv or envp, up to and without their NULs."""
    result: list[list[Term]] = []
    call = _call(start)
    allocator = call.world.allocator
    table = allocator.find(vector)
    assert table is not None
    for i in range(int(table.size) // 8 - 1):
        pointer = call.read_value(table, 8 * i, 64)
        assert isinstance(pointer, int)
        object_ = allocator.find(pointer)
        assert object_ is not None
        run = call.read_run(object_, 0, int(object_.size))
        assert run.byte(len(run) - 1) is const(8, 0)
        result.append([run.byte(at) for at in range(len(run) - 1)])
    assert call.read_value(table, int(table.size) - 8, 64) == 0
    return result


def _text(terms: list[Term]) -> str:
    return bytes(term.value for term in terms).decode()


def test_concrete_arguments_and_the_environment_arrive() -> None:
    (start,) = _starts(WorldOptions(env=("A=1", "B=x=y")), "-l", "ü")
    assert start.argc == 3
    assert [_text(each) for each in _strings(start, start.argv)] == ["prog", "-l", "ü"]
    assert [_text(each) for each in _strings(start, start.envp)] == ["A=1", "B=x=y"]
    assert _inputs(start) == []


def test_a_symbolic_argument_has_one_byte_more_for_the_nul() -> None:
    (start,) = _starts(WorldOptions(sym_args=(SymbolicArguments(1, 1, 3),)), "x")
    assert start.argc == 3 and _inputs(start) == [("arg00", 4)]
    ((_, array, _),) = _call(start).path.inputs
    assert _strings(start, start.argv)[2] == [byte_of(array, i) for i in range(3)]


def test_a_symbolic_number_of_arguments_is_a_start_each() -> None:
    options = WorldOptions(sym_args=(SymbolicArguments(0, 2, 3), SymbolicArguments(1, 1, 5)))
    found = sorted(_starts(options), key=lambda start: start.argc)
    assert [start.argc for start in found] == [2, 3, 4]
    assert _inputs(found[0]) == [("n_args", 4), ("arg00", 6)]
    assert _inputs(found[2]) == [("n_args", 4), ("arg00", 4), ("arg01", 4), ("arg02", 6)]
    for count, start in enumerate(found):
        _, array, _ = _call(start).path.inputs[0]
        assert _call(start).bounds(from_bytes([byte_of(array, i) for i in range(4)])) == (count, count)


def test_symbolic_arguments_stand_where_they_are_put() -> None:
    options = WorldOptions(
        sym_args=(SymbolicArguments(1, 1, 1, 1), SymbolicArguments(1, 1, 2), SymbolicArguments(1, 1, 3, 0))
    )
    (start,) = _starts(options, "a", "b")
    lengths = [len(each) for each in _strings(start, start.argv)[1:]]
    assert lengths == [3, 1, 1, 1, 2]
    assert _text(_strings(start, start.argv)[2]) == "a" and _text(_strings(start, start.argv)[4]) == "b"
    assert [size for _, size in _inputs(start)] == [4, 2, 3]  # numbered in the order they stand


def test_files_and_streams_have_klees_names_in_klees_order() -> None:
    options = WorldOptions(sym_args=(SymbolicArguments(1, 1, 1),), sym_files=(2, 10), sym_stdin=5, sym_stdout=True)
    (start,) = _starts(options)
    assert _inputs(start) == [
        ("arg00", 2),
        ("A_data", 10),
        ("A_data_stat", 144),
        ("B_data", 10),
        ("B_data_stat", 144),
        ("stdin", 5),
        ("stdin_stat", 144),
        ("stdout", 1024),
        ("stdout_stat", 144),
    ]


def test_sizes_become_inputs_on_request() -> None:
    (start,) = _starts(WorldOptions(sym_files=(1, 10), sym_stdin=5, sym_sizes=True))
    assert [name for name, _ in _inputs(start)] == [
        "A_data",
        "A_data_stat",
        "A_size",
        "stdin",
        "stdin_stat",
        "stdin_size",
    ]
    kernel = kernel_of(_call(start).world_state)
    size = kernel.files.inode(kernel.files.look_up(kernel.directory, b"A").existing()).size
    assert isinstance(size, Term) and _call(start).bounds(size) == (0, 10)


def test_the_status_of_another_machine_has_its_own_size() -> None:
    (start,) = _starts(WorldOptions(sym_stdin=1), architecture="aarch64")
    assert _inputs(start) == [("stdin", 1), ("stdin_stat", 128)]


def test_a_symbolic_status_is_plausible() -> None:
    (start,) = _starts(WorldOptions(sym_files=(1, 1)))
    kernel = kernel_of(_call(start).world_state)
    status = kernel.files.inode(kernel.files.look_up(kernel.directory, b"A").existing()).status
    mode, nanoseconds = status["mode"], status["mtime_nsec"]
    assert isinstance(mode, Term) and isinstance(nanoseconds, Term)
    low, high = _call(start).bounds(mode)
    assert (low >> 12, high >> 12) == (0o01, 0o10) and high <= 0o107777
    assert _call(start).bounds(nanoseconds) == (0, 10**9 - 1)
    assert isinstance(status["ino"], int)


def test_tests_show_the_arguments_with_klees_flags() -> None:
    options = WorldOptions(
        sym_args=(SymbolicArguments(1, 1, 3, 0), SymbolicArguments(0, 2, 5)),
        sym_files=(1, 8),
        sym_stdin=4,
        sym_stdout=True,
    )
    expected = "prog --sym-arg 3 -l --sym-args 0 2 5 --sym-files 1 8 --sym-stdin 4 --sym-stdout"
    assert recorded_arguments(options, ("prog", "-l")) == tuple(expected.split())
    assert recorded_arguments(WorldOptions(), ("prog", "-l")) == ("prog", "-l")


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (WorldOptions(sym_args=(SymbolicArguments(3, 2, 1),)), "MIN <= MAX"),
        (WorldOptions(sym_args=(SymbolicArguments(0, 101, 1),)), "too many"),
        (WorldOptions(sym_files=(27, 1)), "A to Z"),
        (WorldOptions(sym_files=(1, 0)), "both above 0"),
        (WorldOptions(env=("A",)), "NAME=VALUE"),
        (WorldOptions(stdin="f", sym_stdin=3), "exclude each other"),
    ],
)
def test_a_mistake_is_explained(options: WorldOptions, complaint: str) -> None:
    with pytest.raises(UserError) as refusal:
        check_options(options)
    assert complaint in refusal.value.message
