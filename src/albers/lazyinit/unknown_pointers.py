"""Lazy initialization (ISP RAS 2023, section 4.3): following an unconstrained symbolic pointer.

The pointer is null, or leads to an existing object of a fitting type, or to a fresh object of symbolic size and unknown
contents whose address it equals. Pointers in the fresh object are unknown again, so lists, trees, cycles and sharing
unfold as the program walks them. An object belongs to the pointer it was made for: all paths that follow that pointer
into something fresh have the same object, symbol and size.
"""

from __future__ import annotations

from typing import Final

from albers.engine.machine import Machine, PointerPolicy
from albers.engine.provenance import Pointee
from albers.engine.state import State, SymbolicInput
from albers.engine.statistics import BranchKind
from albers.expr.arith import from_bytes
from albers.expr.arrays import byte_of
from albers.expr.bits import all_of
from albers.expr.compare import eq, ule
from albers.expr.leaves import leaves_of
from albers.expr.term import CONCAT, CONST, ITE, SELECT, SYMBOL, Term, const, symbol
from albers.lazyinit.candidates import Global, candidates
from albers.memory.objects import HEAP, MemoryObject
from albers.solver.symcrete import SizeSource, Symcrete

#: Names of objects made up begin so; the replay runtime allocates them itself.
PREFIX: Final = "lazy "

DEPTH_LIMIT: Final = "pointer not followed beyond --lazy-depth"
OBJECT_LIMIT: Final = "pointer not followed beyond --lazy-objects"
UNPLACED: Final = "no address found for a lazily initialised object"

_ALIGNMENT: Final = 16
_SMALL_ENOUGH: Final = 1024
# Reserved for an object that may turn out to be an array; contents are sparse, addresses plenty.
_CAPACITY: Final = 1 << 28
_CAPACITY_32: Final = 1 << 18
# Where the path demands an address of its own choice there may be little room.
_PLACED_CAPACITY: Final = 1 << 12


class UnknownPointers(PointerPolicy):
    """`max_depth` counts pointers from a declared input, `max_objects` objects on a path; 0 is no limit."""

    def __init__(self, globals_: list[Global], max_depth: int, max_objects: int) -> None:
        self._globals = globals_
        self._max_depth = max_depth
        self._max_objects = max_objects
        self._made: dict[Term, SymbolicInput] = {}  # by the pointer they were made for
        self._placed: dict[tuple[Term, int], SymbolicInput] = {}
        self._source = SizeSource(_SMALL_ENOUGH)

    def is_unknown(self, pointer: Term) -> bool:
        if pointer.op == ITE:
            return self.is_unknown(pointer.args[1]) or self.is_unknown(pointer.args[2])
        return _read_from(pointer) is not None

    def follow(self, machine: Machine, state: State, pointer: Term, size: int) -> list[tuple[State, int]]:
        if pointer.op == ITE:
            return self._follow_choice(machine, state, pointer, size)
        if _read_from(pointer) is None:
            return _every_value(machine, state, pointer)
        known = state.path.value_of(pointer)
        if known is not None:
            return [(state, known)]
        pointee = machine.provenance.pointee_of(pointer) or Pointee(f"i{8 * size}", size)
        result: list[tuple[State, int]] = []
        targets = [0, *[int(each.base) for each in candidates(state, pointee, self._globals)]]
        rest: State | None = state
        for address in targets:
            if rest is None:
                return result
            equal = eq(pointer, const(pointer.width, address))
            here, rest = machine.branch(rest, equal, BranchKind.RESOLVE_POINTER)
            if here is not None:
                result.append(_fixed(here, pointer, address))
        if rest is not None:
            result += self._fresh(machine, rest, pointer, Pointee(pointee.type, max(pointee.size, size)))
        return result

    def _follow_choice(self, machine: Machine, state: State, pointer: Term, size: int) -> list[tuple[State, int]]:
        condition, first, second = pointer.args
        result: list[tuple[State, int]] = []
        sides = machine.branch(state, condition, BranchKind.RESOLVE_POINTER)
        for side, arm in zip(sides, (first, second), strict=True):
            if side is None:
                continue
            for here, address in self.follow(machine, side, arm, size):
                result.append(_fixed(here, pointer, address))
        return result

    # Fresh objects

    def _fresh(self, machine: Machine, state: State, pointer: Term, pointee: Pointee) -> list[tuple[State, int]]:
        """The state on which the pointer leads to an object of its own; none beyond a limit."""
        depth = 1 + _depth_of(state, pointer)
        made = [each for each in state.inputs if each.depth]
        if self._max_depth and depth > self._max_depth:
            machine.end_early(state, DEPTH_LIMIT)
            return []
        if self._max_objects and len(made) >= self._max_objects:
            machine.end_early(state, OBJECT_LIMIT)
            return []
        input_ = self._made.get(pointer)
        if input_ is None:
            input_ = self._make(machine, state, pointer, pointee, depth)
            if input_ is None:
                machine.end_early(state, "address space exhausted")
                return []
            self._made[pointer] = input_
        assert input_.object is not None
        here = eq(pointer, const(pointer.width, int(input_.object.base)))
        if machine.find(state, here) is None:
            placed = self._placed_where_possible(machine, state, pointer, pointee, depth)
            if placed is None:
                machine.incomplete(UNPLACED)
                machine.end_silently(state)
                return []
            input_ = placed
        return self._bind(machine, state, pointer, pointee, input_)

    def _bind(
        self, machine: Machine, state: State, pointer: Term, pointee: Pointee, input_: SymbolicInput
    ) -> list[tuple[State, int]]:
        object_ = input_.object
        assert object_ is not None and object_.size_term is not None
        size = object_.size_term
        state.memory.bind_sparse(object_, input_.symbol)
        state.inputs = (*state.inputs, input_)
        machine.add_symcrete(state, Symcrete(size, self._source))
        demands = [
            ule(const(size.width, pointee.size), size),
            ule(size, const(size.width, int(object_.size))),
            eq(pointer, const(pointer.width, int(object_.base))),
        ]
        if not machine.assume(state, all_of(demands)) or state.ended:
            assert state.ended, "the address was just found to be possible, and the size is new"
            return []
        state.path.note_at_least(size, pointee.size)
        state.taint = state.taint | leaves_of(size)
        for hook in machine.hooks:
            hook.allocated(state, object_)
        return [_fixed(state, pointer, int(object_.base))]

    def _make(
        self, machine: Machine, state: State, pointer: Term, pointee: Pointee, depth: int
    ) -> SymbolicInput | None:
        name = _name_of(state, pointer)
        size = _new_size(machine, name)
        capacity = _CAPACITY if machine.pointer_width > 32 else _CAPACITY_32
        object_ = machine.allocator.allocate(
            HEAP, name, f"lazy initialization of {name}", int(pointer.serial), capacity, _ALIGNMENT, False, size
        )
        return None if object_ is None else _input(name, object_, size, pointee, depth)

    def _placed_where_possible(
        self, machine: Machine, state: State, pointer: Term, pointee: Pointee, depth: int
    ) -> SymbolicInput | None:
        """An object at an address that the path allows the pointer to have; None if that is taken."""
        address = machine.value_in(state, pointer)
        capacity = max(_PLACED_CAPACITY, pointee.size)
        known = self._placed.get((pointer, address))
        if known is not None:
            return known
        name = _name_of(state, pointer)
        size = _new_size(machine, name)
        object_ = machine.allocator.place(HEAP, name, f"lazy initialization of {name}", address, capacity, size)
        if object_ is None:
            return None
        input_ = _input(name, object_, size, pointee, depth)
        self._placed[(pointer, address)] = input_
        return input_


def _every_value(machine: Machine, state: State, pointer: Term) -> list[tuple[State, int]]:
    """The other arm of a choice: an address the program computed."""
    if pointer.op == CONST:
        return [(state, pointer.value)]
    result: list[tuple[State, int]] = []
    rest: State | None = state
    while rest is not None:
        value = machine.value_in(rest, pointer)
        here, rest = machine.branch(rest, eq(pointer, const(pointer.width, value)), BranchKind.RESOLVE_POINTER)
        if here is not None:
            result.append(_fixed(here, pointer, value))
    return result


def _fixed(state: State, pointer: Term, address: int) -> tuple[State, int]:
    state.path.note_value(pointer, address)
    return state, address


def _input(name: str, object_: MemoryObject, size: Term, pointee: Pointee, depth: int) -> SymbolicInput:
    result = SymbolicInput(name, symbol(name, int(object_.size)), size, False, object_)
    result.depth = depth
    result.type = pointee.type
    return result


def _new_size(machine: Machine, name: str) -> Term:
    """A size is unknown, but no input of its own: in a test it is the size of the object's bytes."""
    bytes_ = int(machine.pointer_width) // 8
    array = symbol(f"size of {name}", bytes_)
    return from_bytes([byte_of(array, i) for i in range(bytes_)])


def _read_from(pointer: Term) -> tuple[Term, Term] | None:
    """The symbol and index that a pointer is read from whole; None for any other term."""
    term = pointer
    lowest = pointer
    while term.op == CONCAT:
        lowest = term.args[1]
        if lowest.op != SELECT or lowest.args[0].op != SYMBOL:
            return None
        term = term.args[0]
    if term is pointer or term.op != SELECT or term.args[0].op != SYMBOL:
        return None
    return _first_byte(pointer)


def _first_byte(pointer: Term) -> tuple[Term, Term]:
    byte = pointer
    while byte.op == CONCAT:
        byte = byte.args[1]
    return byte.args[0], byte.args[1]


def _depth_of(state: State, pointer: Term) -> int:
    """That of the object which holds the pointer."""
    held_by, _ = _first_byte(pointer)
    for each in state.inputs:
        if each.symbol is held_by:
            return each.depth
    return 0


def _name_of(state: State, pointer: Term) -> str:
    """The object behind `list` is called `lazy list`, behind the word at 8 in that one `lazy list+8`."""
    held_by, index = _first_byte(pointer)
    info = held_by.info
    assert info is not None
    holder = info.name.removeprefix(PREFIX)
    if not info.name.startswith(PREFIX) and index.op == CONST and info.size * 8 == int(pointer.width):
        return PREFIX + holder
    return f"{PREFIX}{holder}+{index.value if index.op == CONST else 'i'}"
