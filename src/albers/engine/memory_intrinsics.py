"""Intrinsics that touch memory, the stack or the path: memcpy and kin, varargs, stack saving, traps, object sizes."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from albers.engine.control import UnsupportedOp
from albers.engine.lowerer import Lowerer, Pure
from albers.engine.machine import Machine
from albers.engine.memory_ops import write_bytes, write_value
from albers.engine.regions import copy_run, fill_run
from albers.engine.resolve import Access, Resolver
from albers.engine.state import Op, State
from albers.engine.statistics import BranchKind
from albers.engine.values import Shape
from albers.expr.compare import ult
from albers.expr.term import Term, const
from albers.ir.instructions import Call, Instruction
from albers.ir.operands import ConstInt, GlobalRef
from albers.memory.contents import zeroed
from albers.memory.objects import STACK
from albers.verdicts import ErrorKind

# More bytes than any object has; larger counts are the same error and would not fit a machine word.
_TOO_MANY: Final = 1 << 62


class RegionOp(Op):
    """memcpy, memmove and memset with arguments (target, source or value, count)."""

    def __init__(
        self,
        machine: Machine,
        resolver: Resolver,
        instruction: Instruction,
        is_fill: bool,
        target: i64,
        source: i64,
        count: i64,
    ) -> None:
        super().__init__(instruction)
        self.machine = machine
        self.resolver = resolver
        self.is_fill = is_fill
        self.target: i64 = target
        self.source: i64 = source
        self.count: i64 = count

    def execute(self, state: State) -> bool:
        count = state.frame.registers[self.count]
        if isinstance(count, int):
            self._perform(state, count)
        else:
            assert isinstance(count, Term)
            self._perform_each(state, count)
        return not state.pause

    def _perform_each(self, state: State, count: Term) -> None:
        """A state per feasible count, smallest first; once a count does not fit, no larger one does.

        Unless the size of an object is symbolic too: where a count did not fit, a larger one may meet a larger object.
        """
        rest: State | None = state
        fits = True
        while rest is not None:
            low, _ = self.machine.smallest(rest, count)
            here: State | None = rest
            if fits:
                rest, here = self.machine.branch(rest, ult(const(count.width, low), count), BranchKind.MEM_OP)
            else:
                rest = None
            if here is not None:
                self._perform(here, low)
                fits = not here.ended or self._may_meet_larger(here, low)

    def _may_meet_larger(self, state: State, count: int) -> bool:
        registers = state.frame.registers
        for pointer in [registers[self.target]] if self.is_fill else [registers[self.target], registers[self.source]]:
            object_ = self.machine.allocator.find(self.machine.value_in(state, pointer))
            if object_ is not None and object_.size_term is not None and count < int(object_.size):
                return True
        return False

    def _perform(self, state: State, count: int) -> None:
        if count == 0:
            return
        count = min(count, _TOO_MANY)
        registers = state.frame.registers
        source = registers[self.source]
        target_pointer = registers[self.target]
        if self.is_fill:
            for target in self.resolver.access(state, target_pointer, count, True):
                fill_run(target, source, count)
                self._tell_stored(target)
            return
        for origin in self.resolver.access(state, source, count, False):
            for target in self.resolver.access(origin.state, target_pointer, count, True):
                own = origin if target.state is origin.state else _same_place(target.state, origin)
                copy_run(own, target, count)
                for hook in self.machine.hooks:
                    hook.loaded(own.state, own.object, own.contents)
                self._tell_stored(target)

    def _tell_stored(self, target: Access) -> None:
        for hook in self.machine.hooks:
            hook.stored(target.state, target.object, target.contents)


def _same_place(state: State, access: Access) -> Access:
    """The same place on a state that was split off after it was resolved."""
    contents = state.memory.find(access.object)
    assert contents is not None
    return Access(state, access.object, contents, access.offset)


# Varargs


#: Functions of the C library that take their arguments before they know whether the caller passed them. On a real
#: machine that is harmless; here the missing ones are zeros.
_TAKES_MISSING_ARGUMENTS: Final = frozenset("clone fcntl ioctl mremap prctl ptrace semctl syscall ulimit".split())
_MISSING_WORDS: Final = 6


class VaStart(Op):
    """Lays the variable arguments out in memory and points the va_list at them.

    On x86-64 and AArch64 the list says that all registers are used up, so that every argument comes from memory.
    """

    def __init__(
        self, machine: Machine, resolver: Resolver, instruction: Instruction, architecture: str, list_: i64
    ) -> None:
        super().__init__(instruction)
        self.machine = machine
        self.resolver = resolver
        self.architecture = architecture
        self.list: i64 = list_

    def execute(self, state: State) -> bool:
        area = self._lay_out(state)
        if area is None:
            return False
        size = va_list_size(self.architecture, self.machine.pointer_width)
        for access in self.resolver.access(state, state.frame.registers[self.list], size, True):
            self._fill_list(access, area)
        return not state.pause

    def _fill_list(self, access: Access, area: int) -> None:
        word: i64 = self.machine.pointer_width // 8
        if self.architecture == "x86_64":
            write_bytes(access, 0, 4, 48)  # gp_offset: past the six integer registers
            write_bytes(access, 4, 4, 304)  # fp_offset: past the vector registers
            write_bytes(access, 8, 8, area)
            write_bytes(access, 16, 8, area)
        elif self.architecture == "aarch64":
            write_bytes(access, 0, 8, area)
            write_bytes(access, 8, 8, area)
            write_bytes(access, 16, 8, area)
            write_bytes(access, 24, 4, 0)  # gr_offs >= 0: no general registers left
            write_bytes(access, 28, 4, 0)
        else:
            write_bytes(access, 0, word, area)

    def _lay_out(self, state: State) -> int | None:
        """An object with the arguments in slots of a machine word; its address."""
        machine = self.machine
        frame = state.frame
        word: i64 = machine.pointer_width // 8
        places: list[i64] = []
        total: i64 = 0
        for _, size, align in frame.varargs:
            by_copy = size < 0
            extent = -size if by_copy else size
            step = align if align > word else word
            total = (total + step - 1) // step * step
            places.append(total)
            total += (extent + word - 1) // word * word
        if frame.code.name in _TAKES_MISSING_ARGUMENTS and not frame.code.is_user:
            total += _MISSING_WORDS * word
        site = f"{frame.code.name} varargs"
        object_ = machine.allocator.allocate(STACK, "varargs", site, frame.depth, total, 16)
        if object_ is None:
            machine.end_early(state, "address space exhausted")
            return None
        contents = state.memory.bind(object_, zeroed(total, 0))
        frame.allocas.append(object_)
        for hook in machine.hooks:
            hook.allocated(state, object_)
        area = Access(state, object_, contents, 0)
        for i, (value, size, _) in enumerate(frame.varargs):
            if size >= 0:
                write_value(area, places[i], _shape_for(value, size), value)
                continue
            for origin in self.resolver.access(state, value, -size, False):
                copy_run(origin, Access(state, object_, area.contents, int(places[i])), -size)
        return int(object_.base)


def _shape_for(value: object, size: i64) -> Shape:
    """A vararg's shape from its value: aggregates arrive as tuples of equal words (clang's coerced structures)."""
    if isinstance(value, tuple):
        count: i64 = len(value)
        each: i64 = size // count if count else 0
        return Shape(0, size, [_shape_for(v, each) for v in value], [int(i * each) for i in range(count)])
    return Shape(8 * size, size, [], [])


def va_list_size(architecture: str, pointer_width: i64) -> i64:
    if architecture == "x86_64":
        return 24
    if architecture == "aarch64":
        return 32
    return pointer_width // 8


class StackSave(Op):
    """The value is how many stack objects the frame has; restoring ends the ones made since."""

    def __init__(self, instruction: Instruction, result: i64) -> None:
        super().__init__(instruction)
        self.result: i64 = result

    def execute(self, state: State) -> bool:
        state.frame.registers[self.result] = len(state.frame.allocas)
        return True


class StackRestore(Op):
    def __init__(self, instruction: Instruction, saved: i64) -> None:
        super().__init__(instruction)
        self.saved: i64 = saved

    def execute(self, state: State) -> bool:
        frame = state.frame
        saved = frame.registers[self.saved]
        assert isinstance(saved, int)
        while len(frame.allocas) > saved:
            state.memory.free(frame.allocas.pop())
        return True


class Trap(Op):
    def __init__(self, machine: Machine, instruction: Instruction) -> None:
        super().__init__(instruction)
        self.machine = machine

    def execute(self, state: State) -> bool:
        return self.machine.error(state, ErrorKind.ABORT, "abort failure")


class ObjectSize(Op):
    """llvm.objectsize: the bytes left from the pointer to the end of its object, if that is one known object."""

    def __init__(
        self, machine: Machine, instruction: Instruction, width: i64, result: i64, pointer: i64, least: bool
    ) -> None:
        super().__init__(instruction)
        self.machine = machine
        self.result: i64 = result
        self.pointer: i64 = pointer
        self.unknown = 0 if least else (1 << int(width)) - 1

    def execute(self, state: State) -> bool:
        registers = state.frame.registers
        pointer = registers[self.pointer]
        size = self.unknown
        if isinstance(pointer, int):
            object_ = self.machine.allocator.find(pointer)
            if object_ is not None and object_.size_term is None and state.memory.is_alive(object_):
                size = int(object_.base + object_.size) - pointer
        registers[self.result] = size
        return True


def lower(lowerer: Lowerer, instruction: Instruction, architecture: str) -> Op | None:
    """The operation of a call to one of these intrinsics; None for other instructions."""
    if not isinstance(instruction, Call) or not isinstance(instruction.callee, GlobalRef):
        return None
    name = instruction.callee.name
    if not name.startswith("llvm."):
        return None
    machine = lowerer.machine
    registers = [lowerer.register(a) for a in instruction.arguments]
    result: i64 = instruction.result
    word = name[5:]
    if word.startswith(("memcpy", "memmove", "memset")):
        if "element.unordered" in word:
            return UnsupportedOp(machine, instruction, name)
        is_fill = word.startswith("memset")
        return RegionOp(machine, lowerer.resolver, instruction, is_fill, registers[0], registers[1], registers[2])
    if word.startswith("va_start"):
        return VaStart(machine, lowerer.resolver, instruction, architecture, registers[0])
    if word.startswith("va_end"):
        return Pure(instruction, _nothing, [], lowerer.scratch_register())
    if word.startswith("va_copy"):
        size = lowerer.register(
            ConstInt(instruction.arguments[0].type, int(va_list_size(architecture, machine.pointer_width)))
        )
        return RegionOp(machine, lowerer.resolver, instruction, False, registers[0], registers[1], size)
    if word.startswith("stacksave"):
        return StackSave(instruction, result)
    if word.startswith("stackrestore"):
        return StackRestore(instruction, registers[0])
    if word in ("trap", "debugtrap") or word.startswith("ubsantrap"):
        return Trap(machine, instruction)
    if word.startswith("objectsize"):
        width: i64 = lowerer.shape(instruction.type).width
        least_argument = instruction.arguments[1]
        least = isinstance(least_argument, ConstInt) and least_argument.value != 0
        return ObjectSize(machine, instruction, width, result, registers[0], least)
    if word.startswith(
        ("returnaddress", "frameaddress", "addressofreturnaddress", "get.dynamic.area.offset", "readcyclecounter")
    ):
        return Pure(instruction, _nothing, [], result)
    return None


def _nothing(arguments: list[object]) -> object:
    return 0
