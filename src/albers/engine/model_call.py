"""A modelled call on a state of the engine: implements what models (`albers.world`) may ask and do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mypy_extensions import i64, u8

from albers.engine.endings import StackEntry
from albers.engine.machine import Machine
from albers.engine.memory_ops import UNINITIALISED, fill_new
from albers.engine.regions import copy_run, read_run, write_run
from albers.engine.resolve import Access, Resolver
from albers.engine.saved_points import return_to, save_point
from albers.engine.state import Frame, Output, State, SymbolicInput
from albers.engine.statistics import BranchKind
from albers.expr.arith import sub
from albers.expr.arrays import byte_of, root_of
from albers.expr.bits import ite, not_
from albers.expr.compare import eq, ult
from albers.expr.evaluate import evaluate
from albers.expr.fold import mask
from albers.expr.term import SYMBOL, Term, as_term, const, symbol
from albers.memory.contents import Contents, zeroed
from albers.memory.objects import FIXED, GLOBAL, HEAP, LARGEST_OBJECT, MAPPED, MemoryObject
from albers.solver.answer import Answer
from albers.verdicts import ErrorKind
from albers.world.byte_run import ByteRun
from albers.world.call import Call, Place
from albers.world.world_state import WorldState

# Longer objects of symbolic size are copied as a whole.
_COPIED_BYTE_BY_BYTE: Final = 1 << 14

# Longer strings passed to a model are cut here: names and messages are short.
_LONGEST_STRING: Final = 1 << 16


class ModelCall(Call):
    """One call on one state; forking makes further ones that share the arguments."""

    def __init__(
        self,
        machine: Machine,
        resolver: Resolver,
        state: State,
        name: str,
        arguments: list[object],
        widths: list[int],
        result: int,
        result_width: int,
    ) -> None:
        super().__init__(name, arguments, widths, result_width)
        self.machine = machine
        self.resolver = resolver
        self.state = state
        self.result = result
        self.was_forked = False
        self.has_jumped = False  # the state goes on elsewhere than behind the call

    def _on(self, state: State | None) -> ModelCall | None:
        if state is None:
            return None
        if state is self.state:
            return self
        self.was_forked = True
        return ModelCall(
            self.machine,
            self.resolver,
            state,
            self.name,
            self.arguments,
            self.widths,
            self.result,
            self.result_width,
        )

    # Settling the call

    def returns(self, value: object = 0) -> None:
        self.is_settled = True
        if self.result < 0:
            return
        if isinstance(value, int):
            value &= mask(self.result_width)
        elif isinstance(value, Term) and value.width != self.result_width:
            found = f"the model of {self.name} returns {value.width} bits"
            raise ValueError(f"{found} where the program expects {self.result_width}")
        self.state.frame.registers[self.result] = value

    def fails(self, kind: ErrorKind, message: str, info: str = "", suffix: str = "") -> None:
        self.is_settled = True
        self.machine.error(self.state, kind, message, info, suffix)

    def exits(self, code: object) -> None:
        self.is_settled = True
        self.machine.exit(self.state, code)

    def ends_early(self, reason: str) -> None:
        self.is_settled = True
        self.machine.end_early(self.state, reason)

    def ends_silently(self) -> None:
        self.is_settled = True
        self.machine.end_silently(self.state)

    def save_point(self) -> list[int]:
        return save_point(self.state, self.result)

    def returns_to(self, point: list[int], value: object) -> bool:
        if not return_to(self.machine, self.state, point, value):
            return False
        self.is_settled = True
        self.has_jumped = True
        return True

    # Conditions

    def term(self, index: int) -> Term:
        return as_term(self.widths[index], self.arguments[index])

    def branch(self, condition: Term) -> tuple[Call | None, Call | None]:
        yes, no = self.machine.branch(self.state, condition, BranchKind.CALL)
        return self._on(yes), self._on(no)

    def assume(self, condition: Term) -> bool:
        return self.machine.assume(self.state, condition)

    def may_be(self, condition: Term) -> bool:
        return self.machine.find(self.state, condition) is not None

    def example(self, value: object) -> int:
        return self.machine.value_in(self.state, value)

    def bounds(self, term: Term) -> tuple[int, int]:
        low, _ = self.machine.smallest(self.state, term)
        high, _ = self.machine.largest(self.state, term)
        return low, high

    def concretize(self, value: object, why: str) -> int:
        if isinstance(value, int):
            return value
        assert isinstance(value, Term)
        chosen = evaluate(value, self.state.witness)
        same = eq(value, const(value.width, chosen))
        if self.may_be(not_(same)):
            self.machine.incomplete(f"silently concretizing {why}")
        self.machine.constrain(self.state, same)
        return chosen

    def constraints(self) -> list[Term]:
        return self.state.path.constraints()

    def prefer(self, condition: Term) -> None:
        self.state.preferences = (*self.state.preferences, condition)

    # Memory

    def resolve(self, pointer: object) -> list[Place]:
        found: list[Place] = []
        for state, object_, offset in self.resolver.places(self.state, pointer):
            call = self._on(state)
            assert call is not None
            found.append(Place(call, object_, offset))
        return found

    def read_string(self, pointer: object) -> str | None:
        data = bytearray()
        address = self.example(pointer)
        while len(data) < _LONGEST_STRING:
            byte = self.read_bytes(address + len(data), 1)
            if byte is None:
                return None
            if byte == b"\0":
                break
            data += byte
        return data.decode("utf-8", "replace")

    def read_bytes(self, pointer: object, count: int) -> bytes | None:
        address = self.example(pointer)
        object_ = self.machine.allocator.find(address)
        if object_ is None:
            return b"" if count == 0 else None
        contents = self.state.memory.find(object_)
        start: i64 = address - object_.base
        extent = self.machine.extent(self.state, object_)
        if contents is None or not contents.alive or count > extent - int(start):
            return b"" if count == 0 else None
        return bytes([evaluate(contents.byte(start + i), self.state.witness) for i in range(count)])

    def read_value(self, object_: MemoryObject, offset: int, width: int) -> object:
        contents = self.state.memory.find(object_)
        assert contents is not None and contents.alive
        return contents.load(offset, width // 8)

    def write_value(self, object_: MemoryObject, offset: int, width: int, value: object) -> None:
        found = self.state.memory.find(object_)
        assert found is not None and found.alive
        contents = self.state.memory.writable(object_, found)
        if isinstance(value, Term):
            contents.store_term(offset, width // 8, value)
        else:
            assert isinstance(value, int)
            contents.store(offset, width // 8, value)

    def read_run(self, object_: MemoryObject, offset: object, count: int) -> ByteRun:
        contents = self.state.memory.find(object_)
        assert contents is not None and contents.alive
        if isinstance(offset, int) and contents.plain:
            at: i64 = offset
            return ByteRun(bytes([int(contents.data[at + i]) for i in range(count)]), {})
        return ByteRun.of_terms(read_run(Access(self.state, object_, contents, offset), count))

    def write_run(self, object_: MemoryObject, offset: object, run: ByteRun) -> None:
        found = self.state.memory.find(object_)
        assert found is not None and found.alive
        if isinstance(offset, int) and not run.symbolic and found.plain and found.array is None:
            contents = self.state.memory.writable(object_, found)
            at: i64 = offset
            data = run.data
            for i in range(len(data)):
                contents.data[at + i] = u8(data[i])
            return
        terms = [run.byte(i) for i in range(len(run))]
        write_run(Access(self.state, object_, found, offset), terms)

    def was_freed(self, pointer: int) -> bool:
        object_ = self.machine.allocator.find(pointer)
        if object_ is None:
            return False
        contents = self.state.memory.find(object_)
        return contents is not None and not contents.alive

    def allocate(self, size: int, align: int, zero: bool) -> int:
        object_ = self._allocate(HEAP, size, align, 0 if zero else UNINITIALISED, None)
        return 0 if object_ is None else int(object_.base)

    def map_memory(self, size: int, align: int) -> MemoryObject | None:
        return self._allocate(MAPPED, size, align, 0, None)

    def _allocate(self, kind: int, capacity: int, align: int, fill: int, size_term: Term | None) -> MemoryObject | None:
        state = self.state
        if capacity > LARGEST_OBJECT:
            return None
        file, line, function = self.location
        site = f"{file}:{line} in {function}"
        key = f"{site} #{self._instruction_number()}"
        sequence = state.next_sequence(key)
        object_ = self.machine.allocator.allocate(kind, "", key, sequence, capacity, align, False, size_term)
        if object_ is None:
            return None
        fill_new(state.memory, object_, u8(fill))
        self.machine.statistics.allocations += 1
        for hook in self.machine.hooks:
            hook.allocated(state, object_)
        return object_

    def place_global(self, name: str, data: bytes, size: Term | None = None) -> MemoryObject:
        object_ = self.machine.allocator.allocate(GLOBAL, name, f"program {name}", 0, len(data), 16, False, size)
        assert object_ is not None, "the first objects always find room"
        contents = self.state.memory.bind(object_, zeroed(len(data), 0))
        for i in range(len(data)):
            contents.data[i] = u8(data[i])
        return object_

    def sizes_within(self, size: Term, capacity: int) -> list[tuple[Call, object]]:
        found: list[tuple[Call, object]] = []
        for state, _, modelled in self.machine.size_policy.within(self.machine, self.state, size, capacity):
            call = self._on(state)
            assert call is not None
            found.append((call, modelled))
        return found

    def _instruction_number(self) -> int:
        """Tells apart two allocations on one source line."""
        instruction = self.state.frame.current()
        return 0 if instruction is None else instruction.assembly_line

    def allocate_sized(self, size: Term, align: int, zero: bool, then: Callable[[Call, int, object], None]) -> None:
        policy = self.machine.size_policy
        for state, capacity, modelled in policy.sizes(self.machine, self.state, size, 1):
            call = self._on(state)
            assert call is not None
            term = modelled if isinstance(modelled, Term) else None
            object_ = call._allocate(HEAP, capacity, align, 0 if zero else UNINITIALISED, term)
            if object_ is None and capacity <= LARGEST_OBJECT:
                self.machine.incomplete("address space exhausted")
            then(call, 0 if object_ is None else int(object_.base), modelled)

    def place_fixed(self, address: int, size: int) -> bool:
        object_ = self.machine.allocator.place(FIXED, "", self.name, address, size)
        if object_ is None:
            return False
        self.state.memory.bind(object_, zeroed(size, 0))
        return True

    def free(self, object_: MemoryObject) -> None:
        self.state.memory.free(object_)

    def copy(self, source: MemoryObject, target: MemoryObject, count: int) -> None:
        memory = self.state.memory
        here = memory.find(source)
        there = memory.find(target)
        assert here is not None and there is not None
        copy_run(Access(self.state, source, here, 0), Access(self.state, target, there, 0), count)

    def copy_common(self, source: MemoryObject, target: MemoryObject) -> None:
        count = min(int(source.size), int(target.size))
        if source.size_term is None:
            self.copy(source, target, count)
            return
        memory = self.state.memory
        here = memory.find(source)
        there = memory.find(target)
        assert here is not None and there is not None
        total = source.size_term
        if count > _COPIED_BYTE_BY_BYTE:
            most, _ = self.machine.largest(self.state, total)
            count = min(count, most)
        if count > _COPIED_BYTE_BY_BYTE:
            # Beyond the old size the new object is uninitialised: what the old contents have there is as good as any.
            if root_of(here.as_array()).op == SYMBOL:
                self.machine.incomplete("unknown bytes beyond the end of a moved object")
            memory.writable(target, there).become_array(here.as_array())
            return
        certain, _ = self.machine.smallest(self.state, total)
        certain = min(certain, count)
        bytes_ = read_run(Access(self.state, source, here, 0), count)
        fresh = read_run(Access(self.state, target, there, 0), count)
        for i in range(certain, count):
            bytes_[i] = ite(ult(const(total.width, i), total), bytes_[i], fresh[i])
        write_run(Access(self.state, target, there, 0), bytes_)

    def keep_after_return(self, object_: MemoryObject) -> None:
        for frame in self.state.frames():
            if object_ in frame.allocas:
                # Frames below the top may be shared with other states: only a frame of our own is changed.
                self._own(frame).allocas.remove(object_)
                return

    def _own(self, frame: Frame) -> Frame:
        """The given frame of this state's stack, copied (with the frames above it) if other states share it."""
        key = self.state.memory.key
        chain = self.state.frames()
        above: Frame | None = None
        result = frame
        for each in chain:
            mine = each if each.owner == key else each.copy(key)
            if above is None:
                self.state.frame = mine
            else:
                above.caller = mine
            above = mine
            if each is frame:
                result = mine
                break
        return result

    # Inputs and output

    def fresh_symbol(self, name: str, size: int, example: bytes = b"") -> Term:
        array = symbol(name, size)
        # Nothing constrains a new symbol, so the witness may say what it likes about it.
        wished = {byte_of(array, i): example[i] for i in range(len(example)) if example[i] != 0}
        self.state.witness = self.state.witness.updated(wished)
        self.state.add_input(name, array, size, example)
        return array

    def fresh_sized_symbol(self, name: str, capacity: int, size: Term, is_string: bool = False) -> Term:
        array = symbol(name, capacity)
        self.state.inputs = (*self.state.inputs, SymbolicInput(name, array, size, is_string))
        return array

    def make_symbolic(self, object_: MemoryObject, offset: int, size: object, name: str) -> None:
        found = self.state.memory.find(object_)
        assert found is not None and found.alive
        contents = self.state.memory.writable(object_, found)
        if isinstance(size, int):
            contents.make_symbolic(offset, size, self.fresh_symbol(name, size))
        else:
            assert isinstance(size, Term)
            self._make_sized_symbolic(object_, contents, offset, size, name)
        if offset == 0:
            self.state.inputs[len(self.state.inputs) - 1].object = object_

    def _make_sized_symbolic(
        self, object_: MemoryObject, contents: Contents, offset: int, size: Term, name: str
    ) -> None:
        """Bytes below a symbolic size become unknown; those beyond keep their value where they exist."""
        capacity = int(object_.size) - offset
        total = object_.size_term
        if total is not None and self._always(eq(size, sub(total, const(total.width, offset)))):
            if contents.is_array and offset == 0:
                contents.become_array(self.fresh_sized_symbol(name, capacity, size))
                return
            if capacity <= _COPIED_BYTE_BY_BYTE:
                contents.make_symbolic(offset, capacity, self.fresh_sized_symbol(name, capacity, size))
                return
        certain, _ = self.machine.smallest(self.state, size)
        capacity, _ = self.machine.largest(self.state, size)
        if capacity > _COPIED_BYTE_BY_BYTE:
            count = self.concretize(size, "klee_make_symbolic of part of an object of any size")
            contents.make_symbolic(offset, count, self.fresh_symbol(name, count))
            return
        array = self.fresh_sized_symbol(name, capacity, size)
        for i in range(capacity):
            byte = byte_of(array, i)
            if i >= certain:
                byte = ite(ult(const(size.width, i), size), byte, contents.byte(offset + i))
            contents.set_byte(offset + i, byte)

    def _always(self, condition: Term) -> bool:
        """Whether the condition holds for every input of the path; a missing answer is no."""
        outcome = self.machine.solver.find(self.state.path, self.state.witness, not_(condition), self.machine.deadline)
        return outcome.answer is Answer.UNSAT

    def write_output(self, descriptor: int, data: bytes) -> None:
        self.state.output = Output(self.state.output, descriptor, ByteRun(data, {}), len(data))

    def write_symbolic_output(self, descriptor: int, run: ByteRun, length: object) -> None:
        self.state.output = Output(self.state.output, descriptor, run, length)

    def warn(self, message: str, once: bool = False) -> None:
        self.machine.warn(f"{self.state.frame.code.name}: {message}", once)

    def show(self, text: str) -> None:
        self.machine.show(text)

    def stack_trace(self) -> str:
        return "".join(_trace_line(i, entry) for i, entry in enumerate(self.machine.stack_of(self.state)))

    def set_forking(self, enabled: bool) -> None:
        self.state.forking = enabled

    @property
    def pointer_width(self) -> int:
        return int(self.machine.pointer_width)

    @property
    def allocations_may_fail(self) -> bool:
        return self.machine.options.techniques.null_malloc

    @property
    def world_state(self) -> WorldState:
        return self.state.world

    @property
    def location(self) -> tuple[str, int, str]:
        entry = self.machine.stack_entry(self.state.frame)
        return entry.file, entry.line, entry.function


def _trace_line(number: int, entry: StackEntry) -> str:
    return f"\t#{number} in {entry.function} at {entry.file}:{entry.line}\n"
