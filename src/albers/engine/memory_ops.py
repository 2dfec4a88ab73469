"""Operations on memory: load, store, alloca, and the single-threaded meaning of atomics.

Each access remembers the object it touched last; most accesses of one instruction go to one object.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, u8

from albers.engine.machine import Machine
from albers.engine.resolve import Access, Resolver
from albers.engine.state import Op, State
from albers.engine.values import Shape, concat_values, extract_bits
from albers.expr.arith import add, narrowed_sum
from albers.expr.bits import zext
from albers.expr.term import INDEX_WIDTH, Term, as_term, const, table
from albers.ir.instructions import Instruction
from albers.memory.address_space import AddressSpace
from albers.memory.contents import Contents, zeroed
from albers.memory.objects import LARGEST_OBJECT, STACK, MemoryObject

_WORD: Final = 1 << 61

# Larger objects have sparse contents: slower byte by byte, but they cost what is touched.
_LARGE_FIXED: Final = 64 << 20
_LARGE_SIZED: Final = 4096

# What malloc and alloca leave in fresh memory, as KLEE does: concrete, recognisable, not zero.
UNINITIALISED: Final = 0xAB

NO_OBJECT: Final = MemoryObject(-1, 0, 0, STACK, "", "", 0, True)


class MemoryOp(Op):
    """`size` bytes at the pointer in register `pointer`; `shape` says how they form a value."""

    def __init__(
        self, machine: Machine, resolver: Resolver, instruction: Instruction, shape: Shape, pointer: i64
    ) -> None:
        super().__init__(instruction)
        self.machine = machine
        self.resolver = resolver
        self.shape = shape
        self.size: i64 = shape.size
        self.pointer: i64 = pointer
        self.cached: MemoryObject = NO_OBJECT

    def locate(self, memory: AddressSpace, address: i64) -> Contents | None:
        """The living contents around a concrete address with room for the access, leaving the object in `cached`."""
        object_ = self.cached
        offset = address - object_.base
        if offset < 0 or offset + self.size > object_.certain:
            found = self.machine.allocator.find(int(address))
            if found is None or address - found.base + self.size > found.certain:
                return None
            self.cached = found
            object_ = found
        contents = memory.find(object_)
        if contents is None or not contents.alive:
            return None
        return contents

    def _permitted(self, state: State, address: i64, reads: bool) -> bool:
        """What the guards say to an access of the object in `cached`."""
        object_ = self.cached
        return self.resolver.permits(state, object_, int(address - object_.base), self.size, reads, not reads)


class Load(MemoryOp):
    """A load of a scalar."""

    def __init__(
        self, machine: Machine, resolver: Resolver, instruction: Instruction, shape: Shape, pointer: i64, result: i64
    ) -> None:
        super().__init__(machine, resolver, instruction, shape, pointer)
        self.result: i64 = result
        self.excess_bits = shape.width != 8 * shape.size

    def execute(self, state: State) -> bool:
        registers = state.frame.registers
        pointer = registers[self.pointer]
        if isinstance(pointer, int) and pointer < _WORD:
            address: i64 = pointer
            contents = self.locate(state.memory, address)
            if contents is not None:
                if self.machine.guards and not self._permitted(state, address, True):
                    return False
                value = contents.load(address - self.cached.base, self.size)
                if self.excess_bits:
                    value = extract_bits(value, 0, self.shape.width)
                registers[self.result] = value
                if self.machine.hooks:
                    self._tell(state, self.cached, contents)
                return True
        for access in self.resolver.access(state, pointer, self.size, False):
            access.state.frame.registers[self.result] = read_scalar(access, 0, self.shape)
            self._tell(access.state, access.object, access.contents)
        return not state.pause

    def _tell(self, state: State, object_: MemoryObject, contents: Contents) -> None:
        for hook in self.machine.hooks:
            hook.loaded(state, object_, contents)


class LoadAggregate(Load):
    """A load of a structure, array or vector."""

    def execute(self, state: State) -> bool:
        pointer = state.frame.registers[self.pointer]
        for access in self.resolver.access(state, pointer, self.size, False):
            access.state.frame.registers[self.result] = read_value(access, 0, self.shape)
            self._tell(access.state, access.object, access.contents)
        return not state.pause


class Store(MemoryOp):
    """A store of a scalar."""

    def __init__(
        self, machine: Machine, resolver: Resolver, instruction: Instruction, shape: Shape, pointer: i64, value: i64
    ) -> None:
        super().__init__(machine, resolver, instruction, shape, pointer)
        self.value: i64 = value

    def execute(self, state: State) -> bool:
        registers = state.frame.registers
        pointer = registers[self.pointer]
        value = registers[self.value]
        if isinstance(pointer, int) and pointer < _WORD:
            address: i64 = pointer
            memory = state.memory
            contents = self.locate(memory, address)
            object_ = self.cached
            if contents is not None and not object_.read_only:
                if self.machine.guards and not self._permitted(state, address, False):
                    return False
                if contents.owner != memory.key:
                    contents = memory.writable(object_, contents)
                if isinstance(value, int):
                    contents.store(address - object_.base, self.size, value)
                else:
                    assert isinstance(value, Term)
                    contents.store_term(address - object_.base, self.size, zext(value, 8 * self.size))
                if self.machine.hooks:
                    self._tell(state, object_, contents)
                return True
        for access in self.resolver.access(state, pointer, self.size, True):
            write_value(access, 0, self.shape, value)
            self._tell(access.state, access.object, access.contents)
        return not state.pause

    def _tell(self, state: State, object_: MemoryObject, contents: Contents) -> None:
        for hook in self.machine.hooks:
            hook.stored(state, object_, contents)


class StoreAggregate(Store):
    def execute(self, state: State) -> bool:
        registers = state.frame.registers
        value = registers[self.value]
        for access in self.resolver.access(state, registers[self.pointer], self.size, True):
            write_value(access, 0, self.shape, value)
            self._tell(access.state, access.object, access.contents)
        return not state.pause


# Values at a resolved place


def read_scalar(access: Access, delta: i64, shape: Shape) -> object:
    """The scalar `delta` bytes after the accessed place."""
    value = read_bytes(access, delta, shape.size)
    if shape.width != 8 * shape.size:
        return extract_bits(value, 0, shape.width)
    return value


def read_value(access: Access, delta: i64, shape: Shape) -> object:
    if shape.is_scalar:
        return read_scalar(access, delta, shape)
    if shape.bit_packed:
        packed = read_bytes(access, delta, shape.size)
        width = shape.elements[0].width
        return tuple([extract_bits(packed, i * width, width) for i in range(len(shape.elements))])
    parts: list[object] = []
    for i, element in enumerate(shape.elements):
        parts.append(read_value(access, delta + shape.offsets[i], element))
    return tuple(parts)


def write_value(access: Access, delta: i64, shape: Shape, value: object) -> None:
    if shape.is_scalar:
        write_bytes(access, delta, shape.size, value)
        return
    assert isinstance(value, tuple)
    if shape.bit_packed:
        packed: object = 0
        width = shape.elements[0].width
        filled: i64 = 0
        for part in value:
            packed = concat_values(width, part, filled, packed) if filled else part
            filled += width
        write_bytes(access, delta, shape.size, packed)
        return
    for i, element in enumerate(shape.elements):
        write_value(access, delta + shape.offsets[i], element, value[i])


def read_bytes(access: Access, delta: i64, count: i64) -> object:
    offset = access.offset
    if isinstance(offset, int):
        return access.contents.load(offset + delta, count)
    return access.contents.load_at(index_of(offset, delta), count)


def write_bytes(access: Access, delta: i64, count: i64, value: object) -> None:
    contents = access.state.memory.writable(access.object, access.contents)
    access.contents = contents
    offset = access.offset
    if isinstance(offset, int):
        if isinstance(value, int):
            contents.store(offset + delta, count, value)
        else:
            assert isinstance(value, Term)
            contents.store_term(offset + delta, count, zext(value, 8 * count))
        return
    contents.store_at(index_of(offset, delta), count, zext(as_term(8 * count, value), 8 * count))


def index_of(offset: object, delta: i64) -> Term:
    """An in-bounds symbolic offset as an array index."""
    assert isinstance(offset, Term)
    index = narrowed_sum(offset, INDEX_WIDTH) if offset.width > INDEX_WIDTH else zext(offset, INDEX_WIDTH)
    return index if delta == 0 else add(index, const(INDEX_WIDTH, int(delta)))


def fill_new(memory: AddressSpace, object_: MemoryObject, fill: u8) -> None:
    """A new object comes into being; what is large and perhaps never touched takes no room."""
    if object_.size > (_LARGE_FIXED if object_.size_term is None else _LARGE_SIZED):
        memory.bind_sparse(object_, table(b"", int(fill)))
    else:
        memory.bind(object_, zeroed(object_.size, fill))


class Alloca(Op):
    """A stack object. In the entry block with a known size it is the same object at each call depth."""

    def __init__(
        self,
        machine: Machine,
        instruction: Instruction,
        name: str,
        site: str,
        result: i64,
        count: i64,
        count_width: i64,
        unit: i64,
        align: i64,
        is_static: bool,
    ) -> None:
        super().__init__(instruction)
        self.machine = machine
        self.name = name
        self.site = site
        self.result: i64 = result
        self.count: i64 = count
        self.count_width: i64 = count_width
        self.unit: i64 = unit
        self.align: i64 = align
        self.is_static = is_static
        self._by_depth: dict[int, MemoryObject] = {}
        self._fresh = zeroed(unit, UNINITIALISED)

    def execute(self, state: State) -> bool:
        frame = state.frame
        if not self.is_static:
            return self._execute_dynamic(state)
        depth = int(frame.depth)
        object_ = self._by_depth.get(depth)
        if object_ is None:
            object_ = self.machine.allocator.allocate(STACK, self.name, self.site, depth, self.unit, self.align)
            if object_ is None:
                return self.machine.end_early(state, "address space exhausted")
            self._by_depth[depth] = object_
        state.memory.bind(object_, self._fresh[:])
        frame.allocas.append(object_)
        frame.registers[self.result] = int(object_.base)
        if self.machine.hooks:
            self._tell(state, object_)
        return True

    def _execute_dynamic(self, state: State) -> bool:
        count = state.frame.registers[self.count]
        if isinstance(count, int):
            total = count * int(self.unit)
            return self.finish(state, total, total)
        assert isinstance(count, Term)
        policy = self.machine.size_policy
        wide = zext(count, self.machine.pointer_width) if count.width < self.machine.pointer_width else count
        for each, capacity, size in policy.sizes(self.machine, state, wide, int(self.unit)):
            self.finish(each, capacity, size)
        return not state.pause

    def finish(self, state: State, capacity: int, size: object) -> bool:
        """Binds the object once its size is known, or a term within the capacity."""
        frame = state.frame
        if capacity > LARGEST_OBJECT:
            return self.machine.end_early(state, "stack object too large")
        sequence = state.next_sequence(self.site)
        term = size if isinstance(size, Term) else None
        object_ = self.machine.allocator.allocate(
            STACK, self.name, self.site, sequence, capacity, self.align, False, term
        )
        if object_ is None:
            return self.machine.end_early(state, "address space exhausted")
        fill_new(state.memory, object_, UNINITIALISED)
        frame.allocas.append(object_)
        frame.registers[self.result] = int(object_.base)
        self._tell(state, object_)
        return True

    def _tell(self, state: State, object_: MemoryObject) -> None:
        for hook in self.machine.hooks:
            hook.allocated(state, object_)
