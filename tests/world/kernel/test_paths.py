"""Symbolic paths: every spelling leads where it leads on Linux, and all that lead nowhere stay together."""

from __future__ import annotations

import itertools

from albers.expr.bits import all_of
from albers.expr.compare import eq, ne
from albers.expr.term import Term, const
from albers.memory.objects import MemoryObject
from albers.verdicts import ErrorKind
from albers.world.kernel.error_numbers import Errno
from tests.world.fake_call import FakeCall, failed
from tests.world.kernel.kernel_world import KernelWorld, answer

O_CREAT, O_WRONLY = 0o100, 1


def _symbolic_string(world: KernelWorld, size: int) -> tuple[MemoryObject, list[Term]]:
    """A string of up to `size` unknown bytes."""
    object_ = world.new_object(bytes(size + 1))
    contents = world.path.memory.find(object_)
    assert contents is not None
    unknown = [world.unknown(1, f"c{i}") for i in range(size)]
    for i, byte in enumerate(unknown):
        contents.set_byte(i, byte)
    return object_, unknown


def _spells(unknown: list[Term], text: bytes) -> Term:
    """The condition that the string is this text."""
    return all_of([eq(byte, const(8, text[i] if i < len(text) else 0)) for i, byte in enumerate(unknown)])


def _furnish(world: KernelWorld) -> None:
    world.file("A", b"data")
    world.do("mkdir", "d", 0o755)
    world.file("d/x")


def _kind(world: KernelWorld, path: str) -> int:
    """The type of a file, or the error, for a known path."""
    buffer = world.buffer(144)
    result = world.do("stat", path, buffer)
    return result if result else world.number_at(buffer, 24, 4)


def test_two_bytes_are_explored_exactly(world: KernelWorld) -> None:
    """For each string of two interesting bytes there is exactly one side, and it answers as for the string itself."""
    _furnish(world)
    path, unknown = _symbolic_string(world, 2)
    buffer = world.buffer(144)
    sides = world.sides("stat", path, buffer)
    assert len(sides) < 20
    for first, second in itertools.product(b"\0/.AdxZ", repeat=2):
        text = bytes([first, second]).split(b"\0")[0]
        (side,) = [each for each in sides if each.may_be(_spells(unknown, bytes([first, second])))]
        expected = _kind(KernelWorldLike(world), text.decode()) if text else -Errno.ENOENT
        assert _seen(side, buffer) == expected, text


class KernelWorldLike(KernelWorld):
    """A second world furnished alike: the first one has forked."""

    def __init__(self, _: KernelWorld) -> None:
        super().__init__()
        _furnish(self)


def _seen(side: FakeCall, buffer: MemoryObject) -> int:
    result = answer(side)
    if result:
        return result
    mode = side.read_run(buffer, 24, 4).value(0, 4)
    assert isinstance(mode, int)
    return mode


def test_what_names_nothing_stays_one_path_without_an_event(world: KernelWorld) -> None:
    _furnish(world)
    path, unknown = _symbolic_string(world, 3)
    sides = world.sides("open", path, 0, 0)
    missing = [side for side in sides if answer(side) == -Errno.ENOENT]
    in_directory = [side for side in missing if side.may_be(_spells(unknown, b"d/q"))]
    elsewhere = [side for side in missing if side.may_be(_spells(unknown, b"qqq"))]
    assert len(in_directory) == 1 and len(elsewhere) == 1
    assert all(side.path.events == [] for side in [*in_directory, *elsewhere])
    (inside,) = [side for side in sides if side.may_be(_spells(unknown, b"d/x"))]
    assert answer(inside) >= 0 and not inside.may_be(ne(unknown[2], const(8, ord("x"))))


def test_a_file_in_the_middle_of_a_path_is_no_directory(world: KernelWorld) -> None:
    _furnish(world)
    path, unknown = _symbolic_string(world, 3)
    (side,) = [s for s in world.sides("open", path, 0, 0) if s.may_be(_spells(unknown, b"A/q"))]
    assert answer(side) == -Errno.ENOTDIR


def test_creating_a_file_of_unknown_name_settles_on_one_and_counts_it(world: KernelWorld) -> None:
    _furnish(world)
    path, _ = _symbolic_string(world, 1)
    sides = world.sides("open", path, O_CREAT | O_WRONLY, 0o644)
    created = [side for side in sides if side.path.events]
    assert len(created) == 1 and answer(created[0]) == 3
    assert created[0].path.events == ["path given to system call open"]
    existing = [side for side in sides if not side.path.events and answer(side) == 3]
    assert len(existing) == 1  # A, which was there before


def test_many_detours_end_in_one_spelling(world: KernelWorld) -> None:
    path, _ = _symbolic_string(world, 9)
    sides = world.sides("chdir", path)
    assert len(sides) < 70
    assert any(side.path.events for side in sides)


def test_a_string_that_may_not_end_is_an_error_where_it_does_not(world: KernelWorld) -> None:
    object_ = world.new_object(b"AB")
    contents = world.path.memory.find(object_)
    assert contents is not None
    last = world.unknown(1)
    contents.set_byte(1, last)
    _furnish(world)
    sides = world.sides("open", object_, 0, 0)
    bad = [side for side in sides if failed(side, ErrorKind.PTR, "memory error: out of bound pointer")]
    assert len(bad) == 1 and bad[0].bounds(last) == (1, 255)
    assert [answer(side) for side in sides if side not in bad] == [3]


def test_a_null_path_is_an_error_of_the_program(world: KernelWorld) -> None:
    (side,) = world.sides("open", 0, 0, 0)
    assert failed(side, ErrorKind.PTR, "memory error: null page access")
