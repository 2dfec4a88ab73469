"""The state of one path: its frames, memory, path condition and witness, and the code it runs.

Code is a function lowered to operations (`Op`) whose operands are indices into the frame's registers: first the
arguments and results, then the function's constants, so that an operand is one list access whatever it is.
A value is an int, a term, or a tuple of values for aggregates and vectors.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from albers.engine.seeds import Seed
from albers.expr.arrays import byte_of
from albers.expr.evaluate import Assignment, evaluate
from albers.expr.term import Term
from albers.ir.instructions import Instruction
from albers.ir.module import Function
from albers.memory.address_space import AddressSpace
from albers.memory.objects import MemoryObject
from albers.solver.path_condition import PathCondition
from albers.solver.symcrete import Symcrete
from albers.world.byte_run import ByteRun
from albers.world.world_state import WorldState


class Op:
    """One executable operation. `execute` answers True to go on with the next operation of the block, `following`."""

    def __init__(self, instruction: Instruction | None) -> None:
        self.instruction = instruction
        self.following: Op = self  # set when the block is complete

    def execute(self, state: State) -> bool:
        raise NotImplementedError


class BlockCode:
    """A basic block's operations without its phis, which are performed by the edges leading here."""

    def __init__(self, code: Code, index: int) -> None:
        self.code = code
        self.index = index
        self.ops: list[Op] = []
        # Coverage: the block was entered; operations before `reached` ran on some path.
        self.entered = False
        self.reached = 0
        # For a terminator with several distinct successors: their block indices, and which were taken.
        self.targets: list[int] = []
        self.taken: list[bool] = []
        # How often the block was entered (instruction-count searchers).
        self.visits: i64 = 0


class Code:
    """A lowered function. `template` is a fresh frame's registers with the constants in place."""

    def __init__(self, function: Function, number: int, is_user: bool) -> None:
        self.function = function
        self.name = function.name
        self.number = number
        self.is_user = is_user
        self.is_lowered = False
        self.blocks: list[BlockCode] = []
        self.template: list[object] = []
        self.parameter_count: i64 = len(function.parameters)


class Frame:
    """An activation of a function."""

    def __init__(self, code: Code, registers: list[object], caller: Frame | None, owner: i64) -> None:
        self.code = code
        self.registers = registers
        self.caller = caller
        self.owner: i64 = owner
        self.block = code.blocks[0]
        self.ops = self.block.ops
        self.index: i64 = 0
        self.result: i64 = -1  # register of the caller that receives the returned value
        self.depth: i64 = 0 if caller is None else caller.depth + 1
        self.mark: i64 = 0  # names the activation once a point in it was saved (setjmp)
        self.allocas: list[MemoryObject] = []
        self.varargs: list[tuple[object, i64, i64]] = _NO_VARARGS  # (value, size, alignment)

    def copy(self, owner: i64) -> Frame:
        twin = Frame(self.code, self.registers.copy(), self.caller, owner)
        twin.block = self.block
        twin.ops = self.ops
        twin.index = self.index
        twin.result = self.result
        twin.depth = self.depth
        twin.mark = self.mark
        twin.allocas = self.allocas.copy()
        twin.varargs = self.varargs
        return twin

    def current(self) -> Instruction | None:
        """The instruction being executed (the one before `index`)."""
        at = self.index - 1 if self.index > 0 else 0
        return self.ops[at].instruction


_NO_VARARGS: Final[list[tuple[object, i64, i64]]] = []


# The bytes of longer inputs are not looked up one by one: most of them are 0.
_LONG_INPUT: Final = 4096


class SymbolicInput:
    """An object the program declared symbolic, in order of declaration.

    `size` may be a term: of the symbol's bytes, a test then has as many as the witness says. A string ends in a NUL,
    whatever the symbol's byte is there.
    """

    def __init__(
        self, name: str, symbol: Term, size: object, is_string: bool = False, object_: MemoryObject | None = None
    ) -> None:
        self.name = name
        self.symbol = symbol
        self.size = size
        self.is_string = is_string
        self.object = object_  # which starts with the symbol's bytes, if one does
        # For an object made up behind a pointer: how many pointers lead there from a declared input, and its type.
        self.depth = 0
        self.type = ""
        self._bytes: list[Term] = []

    def bytes_under(self, witness: Assignment) -> bytes:
        """The object's value in a test. Its bytes, as terms, are looked up once for all paths."""
        size = evaluate(self.size, witness) if isinstance(self.size, Term) else self.size
        assert isinstance(size, int)
        if size > _LONG_INPUT:
            sparse = bytearray(size)
            for leaf, value in witness.values.items():
                if leaf.args[0] is self.symbol and leaf.args[1].value < size:
                    sparse[leaf.args[1].value] = value
            return bytes(sparse)
        known = self._bytes
        while len(known) < size:
            known.append(byte_of(self.symbol, len(known)))
        values = witness.values
        data = bytes([values.get(byte, 0) for byte in known[:size]])
        return data[:-1] + b"\0" if self.is_string else data


class Output:
    """What the program wrote, newest first: a list that forks share. Of `run`, the first `length` bytes count."""

    def __init__(self, earlier: Output | None, descriptor: int, run: ByteRun, length: object) -> None:
        self.earlier = earlier
        self.descriptor = descriptor
        self.run = run
        self.length = length

    def bytes_under(self, witness: Assignment) -> bytes:
        data = self.run.data
        if self.run.symbolic:
            changed = bytearray(data)
            for at, term in self.run.symbolic.items():
                changed[at] = evaluate(term, witness)
            data = bytes(changed)
        if isinstance(self.length, Term):
            return data[: evaluate(self.length, witness)]
        assert isinstance(self.length, int)
        return data[: self.length]


class State:
    """One path under exploration.

    `witness` satisfies `path` at every moment. `pause` asks the step loop to hand control back: the state forked,
    ended, or waits. Frames and memory are copied when a state that does not own them changes them.
    """

    def __init__(self, id_: int, frame: Frame, memory: AddressSpace, path: PathCondition, witness: Assignment) -> None:
        self.id = id_
        self.parent_id = -1  # the state this one was forked from
        self.frame = frame
        self.memory = memory
        self.path = path
        self.witness = witness
        self.pause = False
        self.ended = False
        self.waiting = False  # out of the search until resumed
        self.urgent = False  # runs before all that are not
        self.seeds: tuple[Seed, ...] = ()  # existing inputs that follow this path
        self.forking = True
        self.depth = 0  # forks on the path
        self.instructions: i64 = 0
        self.since_new_cover: i64 = 0
        self.covered_new = False
        self.query_seconds = 0.0
        self.inputs: tuple[SymbolicInput, ...] = ()
        self.preferences: tuple[Term, ...] = ()
        # What the symbolic sizes on this path were built from, if size-dependent loops are to be found by it: for each
        # unknown byte the term `select(symbol, offset)`, or the symbol itself where the offset is not a constant.
        self.taint: frozenset[Term] = frozenset()
        # Values that stay concrete in the witness as long as the path allows (sizes, addresses, unknown functions).
        self.symcretes: tuple[Symcrete, ...] = ()
        self.output: Output | None = None
        self.world = WorldState()
        self.sequences: dict[str, int] = {}  # allocations so far, by site
        self.first_sequence = 0  # the number of the first allocation at a site
        self._owns_sequences = True

    def fork(self, id_: int) -> State:
        """A second state at the same point; the caller gives the two different path conditions."""
        memory = self.memory.fork()
        frame = self.frame
        frame.owner = self.memory.key
        twin = State(id_, frame.copy(memory.key), memory, self.path, self.witness)
        twin.parent_id = self.id
        twin.forking = self.forking
        twin.depth = self.depth
        twin.instructions = self.instructions
        twin.since_new_cover = self.since_new_cover
        twin.query_seconds = self.query_seconds
        twin.inputs = self.inputs
        twin.preferences = self.preferences
        twin.taint = self.taint
        twin.seeds = self.seeds
        twin.symcretes = self.symcretes
        twin.output = self.output
        twin.world = self.world.fork()
        twin.sequences = self.sequences
        twin.first_sequence = self.first_sequence
        twin._owns_sequences = False
        self._owns_sequences = False
        return twin

    def next_sequence(self, site: str) -> int:
        """The how-manieth allocation at `site` this is on the path."""
        if not self._owns_sequences:
            self.sequences = self.sequences.copy()
            self._owns_sequences = True
        number = self.sequences.get(site, self.first_sequence)
        self.sequences[site] = number + 1
        return number

    def number_allocations_from(self, first: int) -> None:
        """Allocations from now on are told apart from all that are numbered otherwise."""
        self.sequences = {}
        self._owns_sequences = True
        self.first_sequence = first

    def replace_sequences(self, sequences: dict[str, int]) -> None:
        """The counts of a state that continues for several."""
        self.sequences = sequences
        self._owns_sequences = True

    def add_input(self, name: str, symbol: Term, size: int, example: bytes = b"") -> None:
        """A new input of known size; a seed's value for it becomes the witness's, since nothing constrains it yet."""
        if self.seeds:
            ordinal = 0
            offset = 0
            for each in self.inputs:
                offset += each.size if isinstance(each.size, int) else 0
                ordinal += each.name == name
            self.seeds = tuple([seed.with_input(name, symbol, ordinal, offset, size, example) for seed in self.seeds])
            self.follow_seed()
        self.inputs = (*self.inputs, SymbolicInput(name, symbol, size))

    def follow_seed(self) -> None:
        """The first seed is the witness, unless memory was laid out by another one."""
        if self.seeds and not self.symcretes:
            self.witness = self.seeds[0].assignment

    def forget_seeds(self) -> None:
        """The path goes on under conditions that its seeds were never asked about."""
        self.seeds = ()

    def push(self, frame: Frame) -> None:
        self.frame = frame

    def pop(self) -> Frame | None:
        """Leaves the current frame; returns the caller's frame, owned by this state, or None at the bottom."""
        caller = self.frame.caller
        if caller is None:
            return None
        if caller.owner != self.memory.key:
            caller = caller.copy(self.memory.key)
        self.frame = caller
        return caller

    def written(self, witness: Assignment) -> list[tuple[int, bytes]]:
        """The program's output so far as (file descriptor, bytes), in order, for the inputs of an assignment."""
        result: list[tuple[int, bytes]] = []
        node = self.output
        while node is not None:
            result.append((node.descriptor, node.bytes_under(witness)))
            node = node.earlier
        result.reverse()
        return result

    def frames(self) -> list[Frame]:
        """Innermost first."""
        result: list[Frame] = []
        frame: Frame | None = self.frame
        while frame is not None:
            result.append(frame)
            frame = frame.caller
        return result
