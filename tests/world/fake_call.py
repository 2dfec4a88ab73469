"""A world for models without an engine: real memory, real terms, Z3 for questions, and a record of what was settled.

`World.run` performs a model and hands back every side it split into, after checking that each was settled once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import z3
from librt.vecs import vec
from mypy_extensions import u8

from albers.expr import term as t
from albers.expr.arith import add, sub
from albers.expr.arrays import byte_of, select
from albers.expr.bits import concat, extract, not_
from albers.expr.compare import eq, ule
from albers.expr.evaluate import Assignment, evaluate
from albers.expr.leaves import leaves_of
from albers.expr.term import Term, as_term, const, symbol
from albers.memory.address_space import AddressSpace
from albers.memory.allocator import Allocator
from albers.memory.objects import FIXED, GLOBAL, HEAP, MAPPED, MemoryObject
from albers.verdicts import ErrorKind
from albers.world.byte_run import ByteRun
from albers.world.call import Call, Place
from albers.world.registry import standard_models
from albers.world.world_state import WorldState

_MODELS = standard_models()
_MOST_SIZES = 8


@dataclass
class Outcome:
    """How a side of a call was settled: `what` is returned, failed, exited, early or silent."""

    what: str
    value: object = None
    kind: ErrorKind | None = None
    message: str = ""
    info: str = ""
    suffix: str = ""


@dataclass
class Path:
    """What belongs to one side of a fork."""

    memory: AddressSpace
    conditions: list[Term] = field(default_factory=list)
    inputs: list[tuple[str, Term, object]] = field(default_factory=list)
    output: list[tuple[int, bytes]] = field(default_factory=list)
    preferences: list[Term] = field(default_factory=list)
    kept: list[MemoryObject] = field(default_factory=list)
    events: list[str] = field(default_factory=list)
    forking: bool = True
    world_state: WorldState = field(default_factory=WorldState)

    def fork(self) -> Path:
        return Path(
            self.memory.fork(),
            self.conditions.copy(),
            self.inputs.copy(),
            self.output.copy(),
            self.preferences.copy(),
            self.kept.copy(),
            self.events.copy(),
            self.forking,
            self.world_state.fork(),
        )


class World:
    """A path to start calls on, with means to furnish its memory."""

    def __init__(self, pointer_width: int = 64) -> None:
        self.pointer_width = pointer_width
        self.allocator = Allocator(pointer_width)
        self.path = Path(AddressSpace.empty())
        self.calls: list[FakeCall] = []
        self.warnings: list[tuple[str, bool]] = []
        self.shown: list[str] = []
        self.alignments: list[int] = []  # of the allocations so far
        self.room = True  # whether `allocate` finds addresses
        self._objects = 0

    def new_object(self, data: bytes, kind: int = HEAP, read_only: bool = False) -> MemoryObject:
        self._objects += 1
        made = self.allocator.allocate(kind, "", f"test:{self._objects}", 0, len(data), 16, read_only)
        assert made is not None
        self.path.memory.bind(made, vec[u8](list(data)))
        return made

    def string(self, text: str) -> int:
        return int(self.new_object(text.encode() + b"\0", GLOBAL, True).base)

    def free(self, object_: MemoryObject) -> None:
        self.path.memory.free(object_)

    def unknown(self, size: int, name: str = "x") -> Term:
        """An unconstrained unknown integer of `size` bytes."""
        array = symbol(name, size)
        result = byte_of(array, 0)
        for i in range(1, size):
            result = concat(byte_of(array, i), result)
        return result

    def assume(self, condition: Term) -> None:
        self.path.conditions.append(condition)

    def run(self, name: str, *arguments: object, widths: list[int] | None = None, result: int = 64) -> list[FakeCall]:
        """All sides of the call; plain ints are taken to be as wide as a pointer."""
        if widths is None:
            widths = [int(a.width) if isinstance(a, Term) else self.pointer_width for a in arguments]
        self.calls = []
        call = FakeCall(self, self.path, name, list(arguments), widths, result)
        _MODELS[name](call)
        for each in self.calls:
            assert each.is_settled, f"{name} left a side unsettled"
        return self.calls

    def run_one(self, name: str, *arguments: object, widths: list[int] | None = None, result: int = 64) -> FakeCall:
        """The only side of a call that must not split."""
        (call,) = self.run(name, *arguments, widths=widths, result=result)
        return call


class FakeCall(Call):
    def __init__(
        self, world: World, path: Path, name: str, arguments: list[object], widths: list[int], result: int
    ) -> None:
        super().__init__(name, arguments, widths, result)
        self.world = world
        self.path = path
        self.outcome = Outcome("running")
        world.calls.append(self)

    def _settle(self, outcome: Outcome) -> None:
        assert not self.is_settled, f"{self.name} was settled twice"
        self.is_settled = True
        self.outcome = outcome

    def returns(self, value: object = 0) -> None:
        if isinstance(value, int):
            value &= (1 << self.result_width) - 1
        else:
            assert isinstance(value, Term) and value.width == self.result_width
            assert value.op != t.CONST, "a constant is returned as an int"
        self._settle(Outcome("returned", value))

    def fails(self, kind: ErrorKind, message: str, info: str = "", suffix: str = "") -> None:
        self._settle(Outcome("failed", None, kind, message, info, suffix))

    def exits(self, code: object) -> None:
        self._settle(Outcome("exited", code))

    def ends_early(self, reason: str) -> None:
        self._settle(Outcome("early", message=reason))

    def ends_silently(self) -> None:
        self._settle(Outcome("silent"))

    # Conditions

    def term(self, index: int) -> Term:
        return as_term(self.widths[index], self.arguments[index])

    def _on(self, path: Path | None) -> FakeCall | None:
        if path is None or path is self.path:
            return None if path is None else self
        return FakeCall(self.world, path, self.name, self.arguments, self.widths, self.result_width)

    def branch(self, condition: Term) -> tuple[Call | None, Call | None]:
        holds = self.may_be(condition)
        if not self.may_be(not_(condition)):
            return self, None
        if not holds:
            return None, self
        other = self.path.fork()
        self.path.conditions.append(condition)
        other.conditions.append(not_(condition))
        return self, self._on(other)

    def assume(self, condition: Term) -> bool:
        if not self.may_be(condition):
            return False
        self.path.conditions.append(condition)
        return True

    def may_be(self, condition: Term) -> bool:
        if condition.op == t.CONST:
            return condition.value != 0
        return solve([*self.path.conditions, condition]) is not None

    def example(self, value: object) -> int:
        if isinstance(value, int):
            return value
        assert isinstance(value, Term)
        witness = solve(self.path.conditions)
        assert witness is not None
        return evaluate(value, witness)

    def bounds(self, term: Term) -> tuple[int, int]:
        return bounds(self.path.conditions, term)

    def concretize(self, value: object, why: str) -> int:
        if isinstance(value, int):
            return value
        assert isinstance(value, Term)
        chosen = self.example(value)
        same = eq(value, const(value.width, chosen))
        if self.may_be(not_(same)):
            self.path.events.append(why)
        self.path.conditions.append(same)
        return chosen

    def constraints(self) -> list[Term]:
        return self.path.conditions.copy()

    def prefer(self, condition: Term) -> None:
        self.path.preferences.append(condition)

    # Memory

    def resolve(self, pointer: object) -> list[Place]:
        places: list[Place] = []
        rest: Call | None = self
        address = as_term(self.world.pointer_width, pointer)
        for object_ in self.world.allocator.objects:
            if rest is None or not self.path.memory.is_alive(object_):
                continue
            offset = sub(address, const(address.width, int(object_.base)))
            inside = ule(offset, const(address.width, int(object_.size)))
            found, rest = rest.branch(inside)
            if found is not None:
                places.append(Place(found, object_, t.as_value(offset)))
        if rest is not None:
            places.append(Place(rest, None, 0))
        return places

    def read_string(self, pointer: object) -> str | None:
        data = b""
        while not data.endswith(b"\0"):
            byte = self.read_bytes(self.example(pointer) + len(data), 1)
            if byte is None:
                return None
            data += byte
        return data[:-1].decode()

    def read_bytes(self, pointer: object, count: int) -> bytes | None:
        address = self.example(pointer)
        object_ = self.world.allocator.find(address)
        if object_ is None or not self.path.memory.is_alive(object_):
            return None
        offset = address - int(object_.base)
        if offset + count > object_.size:
            return None
        contents = self.path.memory.find(object_)
        assert contents is not None
        return bytes([self.example(t.as_value(contents.byte(offset + i))) for i in range(count)])

    def read_value(self, object_: MemoryObject, offset: int, width: int) -> object:
        contents = self.path.memory.find(object_)
        assert contents is not None and contents.alive and offset + width // 8 <= object_.size
        return contents.load(offset, width // 8)

    def read_run(self, object_: MemoryObject, offset: object, count: int) -> ByteRun:
        contents = self.path.memory.find(object_)
        assert contents is not None and contents.alive
        if isinstance(offset, Term):
            array = contents.as_array()
            index = extract(offset, 0, t.INDEX_WIDTH)
            return ByteRun.of_terms([select(array, add(index, const(t.INDEX_WIDTH, i))) for i in range(count)])
        assert isinstance(offset, int) and offset + count <= object_.size
        return ByteRun.of_terms([contents.byte(offset + i) for i in range(count)])

    def write_run(self, object_: MemoryObject, offset: object, run: ByteRun) -> None:
        contents = self.path.memory.find(object_)
        assert contents is not None and contents.alive
        assert isinstance(offset, int) and offset + len(run) <= object_.size
        own = self.path.memory.writable(object_, contents)
        for i in range(len(run)):
            own.set_byte(offset + i, run.byte(i))

    def was_freed(self, pointer: int) -> bool:
        object_ = self.world.allocator.find(pointer)
        if object_ is None:
            return False
        contents = self.path.memory.find(object_)
        return contents is not None and not contents.alive

    def allocate(self, size: int, align: int, zero: bool) -> int:
        if not self.world.room:
            return 0
        self.world.alignments.append(align)
        made = self.world.allocator.allocate(HEAP, "", "here", len(self.world.allocator.objects), size, align)
        assert made is not None
        self.path.memory.bind(made, vec[u8]([0 if zero else 0xAB] * size))
        return int(made.base)

    def place_global(self, name: str, data: bytes, size: Term | None = None) -> MemoryObject:
        made = self.world.allocator.allocate(GLOBAL, name, f"program {name}", 0, len(data), 16, False, size)
        assert made is not None
        self.path.memory.bind(made, vec[u8](list(data)))
        return made

    def map_memory(self, size: int, align: int) -> MemoryObject | None:
        if not self.world.room:
            return None
        made = self.world.allocator.allocate(MAPPED, "", "here", len(self.world.allocator.objects), size, align)
        assert made is not None
        self.path.memory.bind(made, vec[u8]([0] * size))
        return made

    def allocate_sized(self, size: Term, align: int, zero: bool, then: Callable[[Call, int, object], None]) -> None:
        """One side per size."""
        rest: Call | None = self
        for _ in range(_MOST_SIZES):
            if rest is None:
                return
            value = rest.example(size)
            found, rest = rest.branch(eq(size, const(size.width, value)))
            assert found is not None
            then(found, found.allocate(value, align, zero), value)
        assert rest is None, "constrain the size more tightly in a test"

    def sizes_within(self, size: Term, capacity: int) -> list[tuple[Call, object]]:
        return [(self, size)]

    def place_fixed(self, address: int, size: int) -> bool:
        made = self.world.allocator.place(FIXED, "", "fixed", address, size)
        if made is None:
            return False
        self.path.memory.bind(made, vec[u8]([0] * size))
        return True

    def free(self, object_: MemoryObject) -> None:
        assert self.path.memory.is_alive(object_)
        self.path.memory.free(object_)

    def copy_common(self, source: MemoryObject, target: MemoryObject) -> None:
        self.copy(source, target, min(int(source.size), int(target.size)))

    def copy(self, source: MemoryObject, target: MemoryObject, count: int) -> None:
        here = self.path.memory.find(source)
        there = self.path.memory.find(target)
        assert here is not None and there is not None and count <= min(source.size, target.size)
        own = self.path.memory.writable(target, there)
        for i in range(count):
            own.set_byte(i, here.byte(i))

    def keep_after_return(self, object_: MemoryObject) -> None:
        self.path.kept.append(object_)

    # Inputs and output

    def fresh_symbol(self, name: str, size: int, example: bytes = b"") -> Term:
        array = symbol(name, size)
        self.path.inputs.append((name, array, size))
        return array

    def fresh_sized_symbol(self, name: str, capacity: int, size: Term, is_string: bool = False) -> Term:
        array = symbol(name, capacity)
        self.path.inputs.append((name, array, size))
        return array

    def make_symbolic(self, object_: MemoryObject, offset: int, size: object, name: str) -> None:
        found = self.path.memory.find(object_)
        assert found is not None and found.alive and offset >= 0
        if isinstance(size, Term):
            self.fresh_sized_symbol(name, int(object_.size) - offset, size)
            return
        assert isinstance(size, int) and offset + size <= object_.size
        self.path.memory.writable(object_, found).make_symbolic(offset, size, self.fresh_symbol(name, size))

    def write_output(self, descriptor: int, data: bytes) -> None:
        self.path.output.append((descriptor, data))

    def write_symbolic_output(self, descriptor: int, run: ByteRun, length: object) -> None:
        data = bytes(self.example(t.as_value(run.byte(i))) for i in range(len(run)))
        self.path.output.append((descriptor, data[: self.example(length)]))

    def warn(self, message: str, once: bool = False) -> None:
        self.world.warnings.append((message, once))

    def show(self, text: str) -> None:
        self.world.shown.append(text)

    def stack_trace(self) -> str:
        return "\t#0 in main at a.c:1\n"

    def set_forking(self, enabled: bool) -> None:
        self.path.forking = enabled

    @property
    def pointer_width(self) -> int:
        return self.world.pointer_width

    @property
    def world_state(self) -> WorldState:
        return self.path.world_state

    @property
    def location(self) -> tuple[str, int, str]:
        return "a.c", 1, "main"


def failed(call: FakeCall, kind: ErrorKind, message: str) -> bool:
    """Whether the side ended with exactly this error."""
    return (call.outcome.what, call.outcome.kind, call.outcome.message) == ("failed", kind, message)


# Questions, answered by Z3


def solve(conditions: list[Term]) -> Assignment | None:
    """An assignment that satisfies all conditions."""
    solver = z3.Solver()
    memo: dict[Term, z3.ExprRef] = {}
    for condition in conditions:
        solver.add(_to_z3(condition, memo) == 1)
    if solver.check() != z3.sat:
        return None
    model = solver.model()
    values: dict[Term, int] = {}
    for condition in conditions:
        for leaf in leaves_of(condition):
            assert leaf.op == t.SELECT, "tests read inputs at constant offsets only"
            values[leaf] = model.eval(_to_z3(leaf, memo), model_completion=True).as_long()
    return Assignment(values)


def bounds(conditions: list[Term], term: Term) -> tuple[int, int]:
    """Smallest and largest value of a term, by halving."""
    solver = z3.Solver()
    memo: dict[Term, z3.ExprRef] = {}
    for condition in conditions:
        solver.add(_to_z3(condition, memo) == 1)
    value = _to_z3(term, memo)
    low, high = 0, (1 << int(term.width)) - 1
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if solver.check(z3.ULE(value, middle)) == z3.sat else (middle + 1, high)
    smallest, high = low, (1 << int(term.width)) - 1
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if solver.check(z3.UGE(value, middle)) == z3.sat else (low, middle - 1)
    return smallest, low


_BINARY: dict[int, Callable[..., z3.ExprRef]] = {
    t.ADD: lambda a, b: a + b,
    t.SUB: lambda a, b: a - b,
    t.MUL: lambda a, b: a * b,
    t.AND: lambda a, b: a & b,
    t.OR: lambda a, b: a | b,
    t.XOR: lambda a, b: a ^ b,
    t.LSHR: z3.LShR,
    t.SHL: lambda a, b: a << b,
    t.CONCAT: z3.Concat,
}
_COMPARISON: dict[int, Callable[..., z3.ExprRef]] = {
    t.EQ: lambda a, b: a == b,
    t.ULT: z3.ULT,
    t.ULE: z3.ULE,
    t.SLT: lambda a, b: a < b,
    t.SLE: lambda a, b: a <= b,
}


def _to_z3(term: Term, memo: dict[Term, z3.ExprRef]) -> z3.ExprRef:
    """The terms of these tests are shallow: recursion is fine."""
    if term not in memo:
        memo[term] = _node(term, [_to_z3(arg, memo) for arg in term.args])
    return memo[term]


def _node(term: Term, args: list[z3.ExprRef]) -> z3.ExprRef:
    op = int(term.op)
    if op == t.CONST:
        return z3.BitVecVal(term.value, int(term.width))
    if op == t.SYMBOL:
        return z3.Array(repr(term.info), z3.BitVecSort(t.INDEX_WIDTH), z3.BitVecSort(8))
    if op == t.SELECT:
        return z3.Select(*args)
    if op in _BINARY:
        return _BINARY[op](*args)
    if op in _COMPARISON:
        return z3.If(_COMPARISON[op](*args), z3.BitVecVal(1, 1), z3.BitVecVal(0, 1))
    if op == t.NOT:
        return ~args[0]
    if op == t.ITE:
        return z3.If(args[0] == 1, args[1], args[2])
    if op == t.EXTRACT:
        return z3.Extract(term.value + int(term.width) - 1, term.value, args[0])
    extra = int(term.width) - args[0].size()
    if op == t.ZEXT:
        return z3.ZeroExt(extra, args[0])
    assert op == t.SEXT, f"the tests' solver does not know {t.OP_NAMES[op]}"
    return z3.SignExt(extra, args[0])
