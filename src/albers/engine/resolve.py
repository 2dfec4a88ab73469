"""Pointers to objects: which object an access touches, forking when there are several and reporting when there is none.

A concrete address has at most one object. A symbolic address is tried against the object the program computed it from
(`provenance`); leaving that object is an error even if the bytes beyond happen to belong to another one. Where that
is not known the objects are enumerated by asking the solver for addresses.
"""

from __future__ import annotations

import time
from typing import Final

from mypy_extensions import i64

from albers.engine.machine import Machine, PointerPolicy
from albers.engine.state import State
from albers.engine.statistics import BranchKind
from albers.expr.arith import add, sub
from albers.expr.bits import and_, any_of
from albers.expr.compare import ule
from albers.expr.evaluate import evaluate
from albers.expr.printing import to_text
from albers.expr.term import CONST, FALSE, Term, const
from albers.memory.allocator import NULL_PAGE
from albers.memory.contents import Contents
from albers.memory.objects import CODE, MemoryObject
from albers.verdicts import ErrorKind

# A pointer computed from an object may start a little outside of it (`table - '0'`) and still mean it.
_SLACK: Final = 4096


class Access:
    """One object an access touches on one state; `offset` is an int or a pointer-wide term."""

    def __init__(self, state: State, object_: MemoryObject, contents: Contents, offset: object) -> None:
        self.state = state
        self.object = object_
        self.contents = contents
        self.offset = offset


class Resolver:
    """Resolves the pointers of one exploration."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine

    def access(self, state: State, pointer: object, size: i64, is_write: bool, reads_too: bool = False) -> list[Access]:
        """Every way the access can succeed; the states on which it fails have ended."""
        started = time.perf_counter()
        if isinstance(pointer, int):
            found = self._concrete(state, pointer, size, is_write)
            result = [] if found is None else [found]
        else:
            assert isinstance(pointer, Term)
            result = self._symbolic(state, pointer, size, is_write)
        self.machine.statistics.resolve_seconds += time.perf_counter() - started
        if self.machine.guards:
            reads = reads_too or not is_write
            return [
                each for each in result if self.permits(each.state, each.object, each.offset, size, reads, is_write)
            ]
        return result

    def permits(
        self, state: State, object_: MemoryObject, offset: object, size: i64, reads: bool, writes: bool
    ) -> bool:
        """Whether all guards let the access happen now."""
        allowed = True
        for guard in self.machine.guards:
            allowed = allowed and guard.accessing(state, object_, offset, int(size), reads, writes)
        return allowed

    def _concrete(self, state: State, address: int, size: i64, is_write: bool) -> Access | None:
        object_ = self.machine.allocator.find(address)
        if object_ is None or object_.kind == CODE:
            self._report(state, address, address, size)
            return None
        contents = state.memory.find(object_)
        offset = address - object_.base
        if contents is None or not contents.alive or offset + size > object_.size:
            self._report(state, address, address, size)
            return None
        if object_.size_term is not None:
            within = self._within_size(state, address, object_, object_.size_term, size)
            if within is None:
                return None
            if within is not state:
                state = within
                contents = state.memory.find(object_)
                assert contents is not None
        if is_write and object_.read_only:
            self._report_read_only(state, address, object_)
            return None
        return Access(state, object_, contents, int(offset))

    def _within_size(self, state: State, address: int, object_: MemoryObject, total: Term, size: i64) -> State | None:
        """The state on which the bytes at a concrete address exist; where they do not, the path ends."""
        needed = address - int(object_.base) + int(size)
        if state.path.at_least(total) >= needed:
            return state
        fits = ule(const(total.width, needed), total)
        within, beyond = self.machine.branch(state, fits, BranchKind.MEM_OP)
        if beyond is not None:
            self._report(beyond, address, address, size)
        if within is not None:
            within.path.note_at_least(total, needed)
        return within

    def _symbolic(self, state: State, pointer: Term, size: i64, is_write: bool) -> list[Access]:
        if self.machine.pointer_policy is not None:
            root = self._unknown_root(pointer, self.machine.pointer_policy)
            if root is not None:
                return self._follow(state, pointer, root, size, is_write)
        origin = self._origin(state, pointer)
        if origin is None:
            return self._enumerate(state, pointer, size, is_write)
        if not state.memory.is_alive(origin):
            self._report(state, pointer, evaluate(pointer, state.witness), size)
            return []
        inside = self._inside(state, pointer, origin, size)
        within, beyond = self.machine.branch(state, inside, BranchKind.MEM_OP)
        result: list[Access] = []
        if within is not None:
            if origin.size_term is not None:
                within.path.note_at_least(origin.size_term, int(size))
            access = self._at(within, pointer, origin, is_write)
            if access is not None:
                result.append(access)
        if beyond is not None:
            self._report(beyond, pointer, evaluate(pointer, beyond.witness), size)
        return result

    def _unknown_root(self, pointer: Term, policy: PointerPolicy) -> Term | None:
        """The unknown pointer that this one was computed from."""
        root = self.machine.provenance.root_of(pointer)
        return root if root is not None and policy.is_unknown(root) else None

    def _fixed(self, state: State, pointer: Term, root: Term, size: i64) -> list[tuple[State, object]]:
        """The pointer with its root replaced by the address that this has on each of the states to go on with."""
        policy = self.machine.pointer_policy
        assert policy is not None
        distance = sub(pointer, root)
        address = state.path.value_of(root)
        if address is None:
            sides = policy.follow(self.machine, state, root, int(size))
        else:
            sides = [(state, address)]
        result: list[tuple[State, object]] = []
        for side, start in sides:
            moved = add(distance, const(distance.width, start))
            if moved.op == CONST:
                result.append((side, moved.value))
                continue
            self.machine.provenance.derive(moved, start)
            result.append((side, moved))
        return result

    def _follow(self, state: State, pointer: Term, root: Term, size: i64, is_write: bool) -> list[Access]:
        result: list[Access] = []
        for side, moved in self._fixed(state, pointer, root, size):
            if isinstance(moved, int):
                found = self._concrete(side, moved, size, is_write)
                if found is not None:
                    result.append(found)
            else:
                assert isinstance(moved, Term)
                result += self._symbolic(side, moved, size, is_write)
        return result

    def _enumerate(self, state: State, pointer: Term, size: i64, is_write: bool) -> list[Access]:
        """Objects found through models of the pointer, until no address of a living object is left."""
        result: list[Access] = []
        tried: set[int] = set()
        rest: State | None = state
        while rest is not None:
            object_ = self._object_by_model(rest, pointer, size, tried)
            if object_ is None:
                self._report(rest, pointer, evaluate(pointer, rest.witness), size)
                return result
            tried.add(int(object_.id))
            inside = self._inside(rest, pointer, object_, size)
            within, rest = self.machine.branch(rest, inside, BranchKind.RESOLVE_POINTER)
            if within is not None:
                access = self._at(within, pointer, object_, is_write)
                if access is not None:
                    result.append(access)
        return result

    def _object_by_model(self, state: State, pointer: Term, size: i64, tried: set[int]) -> MemoryObject | None:
        """A living object, not yet tried, that the pointer may point into; the witness is asked first."""
        here = self._living_at(state, evaluate(pointer, state.witness))
        if here is not None and int(here.id) not in tried and here.size >= size:
            return here
        candidates = [self.machine.allocator.objects[i] for i in state.memory.live_ids() if i not in tried]
        anywhere = any_of([self._inside(state, pointer, each, size) for each in candidates])
        witness = self.machine.find(state, anywhere)
        if witness is None:
            return None
        return self._living_at(state, evaluate(pointer, witness))

    def _living_at(self, state: State, address: int) -> MemoryObject | None:
        object_ = self.machine.allocator.find(address)
        if object_ is None or not state.memory.is_alive(object_):
            return None
        return object_

    def _origin(self, state: State, pointer: Term) -> MemoryObject | None:
        """The object that the pointer was computed from, alive or freed."""
        start = self.machine.provenance.start_of(pointer)
        if start is None or start < NULL_PAGE:
            return None
        object_ = self.machine.allocator.find(start)
        if object_ is not None and state.memory.find(object_) is not None:
            return object_
        below, above = self.machine.allocator.neighbours(start)
        # Just past the end (or in the gap behind) belongs to the object below, just before the start to the one above.
        if below is not None and start - int(below.base + below.size) < 64 and state.memory.is_alive(below):
            return below
        if above is not None and int(above.base) - start < _SLACK and state.memory.is_alive(above):
            return above
        return None

    def _inside(self, state: State, pointer: Term, object_: MemoryObject, size: i64) -> Term:
        """base <= pointer and pointer + size <= base + object size."""
        if object_.size < size:
            return FALSE
        offset = sub(pointer, const(pointer.width, int(object_.base)))
        total = object_.size_term
        if total is not None:
            needed = const(total.width, int(size))
            fits = ule(offset, sub(total, needed))
            return fits if state.path.at_least(total) >= int(size) else and_(ule(needed, total), fits)
        return ule(offset, const(pointer.width, int(object_.size - size)))

    def _at(self, state: State, pointer: Term, object_: MemoryObject, is_write: bool) -> Access | None:
        contents = state.memory.find(object_)
        assert contents is not None and contents.alive
        if is_write and object_.read_only:
            self._report_read_only(state, evaluate(pointer, state.witness), object_)
            return None
        return Access(state, object_, contents, sub(pointer, const(pointer.width, int(object_.base))))

    # Pointers for models: any position in an object, its end included

    def places(self, state: State, pointer: object) -> list[tuple[State, MemoryObject | None, object]]:
        """(state, object or None, offset) for every object the pointer may point into or just past."""
        machine = self.machine
        if isinstance(pointer, int):
            return self._concrete_places(state, pointer)
        assert isinstance(pointer, Term)
        result: list[tuple[State, MemoryObject | None, object]] = []
        if machine.pointer_policy is not None:
            root = self._unknown_root(pointer, machine.pointer_policy)
            if root is not None:
                for side, moved in self._fixed(state, pointer, root, 0):
                    result += self.places(side, moved)
                return result
        tried: set[int] = set()
        rest: State | None = state
        while rest is not None:
            object_ = self._object_by_model(rest, pointer, 0, tried)
            if object_ is None:
                result.append((rest, None, 0))
                return result
            tried.add(int(object_.id))
            inside = self._inside(rest, pointer, object_, 0)
            within, rest = machine.branch(rest, inside, BranchKind.RESOLVE_POINTER)
            if within is not None:
                offset: object = sub(pointer, const(pointer.width, int(object_.base)))
                if isinstance(offset, Term) and offset.op == CONST:
                    offset = offset.value
                result.append((within, object_, offset))
        return result

    def _concrete_places(self, state: State, address: int) -> list[tuple[State, MemoryObject | None, object]]:
        object_ = self._living_at(state, address)
        if object_ is None:
            below, _ = self.machine.allocator.neighbours(address)
            if below is not None and address == int(below.base + below.size) and state.memory.is_alive(below):
                object_ = below
        if object_ is None:
            return [(state, None, 0)]
        offset = address - int(object_.base)
        total = object_.size_term
        if total is None or state.path.at_least(total) >= offset:
            return [(state, object_, offset)]
        fits = ule(const(total.width, offset), total)
        within, beyond = self.machine.branch(state, fits, BranchKind.RESOLVE_POINTER)
        result: list[tuple[State, MemoryObject | None, object]] = []
        if within is not None:
            result.append((within, object_, offset))
        if beyond is not None:
            result.append((beyond, None, 0))
        return result

    # Reports

    def _report(self, state: State, pointer: object, example: int, size: i64) -> None:
        object_ = self.machine.allocator.find(example)
        message = "memory error: out of bound pointer"
        if example < NULL_PAGE:
            message = "memory error: null page access"
        elif object_ is not None and state.memory.find(object_) is not None and not state.memory.is_alive(object_):
            message = "memory error: use after free"
        self.machine.error(state, ErrorKind.PTR, message, self.address_info(state, pointer, example, size))

    def _report_read_only(self, state: State, example: int, object_: MemoryObject) -> None:
        self.machine.error(
            state,
            ErrorKind.READ_ONLY,
            "memory error: object read only",
            f"\taddress: {example:#x}\n\tobject: {object_.describe()}\n",
        )

    def address_info(self, state: State, pointer: object, example: int, size: i64) -> str:
        """The block of an error report that says where the pointer pointed and what lies around."""
        if isinstance(pointer, Term):
            lines = [f"\taddress: {to_text(pointer, 400)}", f"\texample: {example:#x}"]
        else:
            lines = [f"\taddress: {example:#x}"]
        lines.append(f"\taccess: {size} bytes")
        below, above = self.machine.allocator.neighbours(example)
        if above is not None:
            lines.append(f"\tnext: {above.describe()}")
        if below is not None:
            freed = "" if state.memory.is_alive(below) else " (not alive)"
            lines.append(f"\tprev: {below.describe()}{freed}")
            lines.append(f"\toffset: {example - int(below.base)} from the start of prev")
        return "\n".join(lines) + "\n"
