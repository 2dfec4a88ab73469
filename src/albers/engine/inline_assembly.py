"""Inline assembly that can be understood without a machine: barriers, byte swaps, counters, traps, system calls, and
the arithmetic of long numbers (`assembly_arithmetic.py`).

The text is compared as a whole; operands are taken from the constraints. Everything else stays unsupported, which ends
only the paths that reach it.
"""

from __future__ import annotations

import re
from typing import Final

from mypy_extensions import i64

from albers.engine.assembly_arithmetic import Template, arithmetic_of
from albers.engine.atomics import Nothing
from albers.engine.calls import CallOp, DirectCall, Linker, Signature
from albers.engine.casts import Copy
from albers.engine.integer_intrinsics import function_of
from albers.engine.lowerer import Lowerer, Pure, PureFunction
from albers.engine.machine import Machine
from albers.engine.memory_intrinsics import Trap
from albers.engine.memory_ops import Store
from albers.engine.resolve import Resolver
from albers.engine.state import Op, State
from albers.engine.values import Shape, extract_bits, zero_of
from albers.ir.instructions import Call, Instruction
from albers.ir.operands import ConstInt, InlineAsm, Operand
from albers.ir.types import IntType, VoidType

#: Models of the world (`albers.world.kernel.dispatch`).
_SYSTEM_CALL: Final = "__albers_native_syscall"
_COUNTER: Final = "__albers_cycle_counter"

#: Statements that do nothing a single thread could notice.
_BARRIER: Final = re.compile(
    r"|nop|pause|rep|lock|yield|wfe|sev|sevl|isb( \w+)?|dmb( \w+)?|dsb( \w+)?|mfence|lfence|sfence|fence( .*)?|endbr64"
    r"|hint #?\d+|rep;? ?nop|(lock )?(add|or)[lq]? \$\$0(x0)?, ?-?\d*\(%[re]?sp\)"
)
_TRAP: Final = re.compile(r"int3|int \$\$(0x)?3|ud2|udf( .*)?|brk( .*)?|ebreak")
_SWAP: Final = re.compile(
    r"bswap[lq]? (\$0|\$\{0:[kq]\})"
    r"|rev (\$0|\$\{0:[wx]\}), ?(\$0|\$1|\$\{[01]:[wx]\})"
)
_SWAP_HALF: Final = re.compile(r"(ror|rol)w? \$\$8, ?(\$0|\$\{0:w\})|xchgb? \$\{0:[bh]\}, ?\$\{0:[bh]\}")
_MOVE: Final = re.compile(r"mov[bwlq]? \$1, ?\$0|mov (\$0|\$\{0:[wx]\}), ?(\$1|\$\{1:[wx]\})")
_COUNTER_READ: Final = re.compile(r"rdtscp?|mrs \$0, ?cntv?ct_el0|rdtime \$0|rdcycle \$0")
_ENTRY: Final = re.compile(r"syscall|svc #?0(x0)?")

#: A question about the processor; position-independent code keeps %rbx around it.
_PROCESSOR: Final = re.compile(
    r"cpuid|xgetbv|(xchg[lq]? %?%[er]bx, ?\$(\d+|\{\d+:\w\})) / cpuid / \1"
    r"|mov[lq]? %?%[er]bx, ?(\$\d+|\$\{\d+:\w\}) / cpuid / xchg[lq]? %?%[er]bx, ?\3"
)

#: Where the kernel finds the number of a system call and its arguments.
_CALL_REGISTERS: Final = {
    "x86_64": ("ax", "di", "si", "dx", "r10", "r8", "r9"),
    "aarch64": ("x8", "x0", "x1", "x2", "x3", "x4", "x5"),
}
#: clang writes either name of a register, whatever the source had.
_SHORT_NAMES: Final = {f"r{name}": name for name in ("ax", "bx", "cx", "dx", "si", "di")}


class _Operands:
    """The constraints taken apart: outputs, and inputs with the arguments they take."""

    def __init__(self, call: Call, constraints: str) -> None:
        self.outputs: list[str] = []  # constraints of results, without `=` and `&`
        self.pointers: list[Operand | None] = []  # per output: where it goes, if not into the result
        self.inputs: list[tuple[str, Operand]] = []
        arguments = list(call.arguments)
        for constraint in _split(constraints):
            if constraint.startswith("~"):
                continue
            if constraint.startswith("="):
                text = constraint[1:].replace("&", "")
                is_indirect = text.startswith("*")
                self.outputs.append(text.lstrip("*"))
                self.pointers.append(arguments.pop(0) if is_indirect else None)
            else:
                # A % says that this operand and the next may change places.
                self.inputs.append((constraint.lstrip("%"), arguments.pop(0)))

    def tied(self, output: int) -> Operand | None:
        """The input that starts in an output's place."""
        for constraint, argument in self.inputs:
            if constraint == str(output):
                return argument
        return None

    def in_register(self, name: str) -> Operand | None:
        """The input in a register, also if it is tied to an output there."""
        for constraint, argument in self.inputs:
            text = self.outputs[int(constraint)] if constraint.isdecimal() else constraint
            register = text.strip("{}")
            if text.startswith("{") and _SHORT_NAMES.get(register, register) == name:
                return argument
        return None

    def direct_outputs(self) -> list[int]:
        return [i for i, pointer in enumerate(self.pointers) if pointer is None]


def _split(constraints: str) -> list[str]:
    return [each for each in constraints.split(",") if each]


def _statements(text: str) -> list[str]:
    """The statements of a template in a common spelling, without comments."""
    lines = [line.split("//")[0] for line in re.sub(r"/\*.*?\*/", "", text).split("\n")]
    statements = [" ".join(part.split()).lower() for line in lines for part in line.split(";")]
    return [each for each in statements if each and not each.startswith("#")]


def lower(lowerer: Lowerer, linker: Linker, i: Call, architecture: str) -> Op | None:
    """The operation of a call of inline assembly; None if it is not understood."""
    callee = i.callee
    assert isinstance(callee, InlineAsm)
    operands = _Operands(i, callee.constraints)
    statements = _statements(callee.text)
    if all(_BARRIER.fullmatch(each) for each in statements):
        return _pass_through(lowerer, i, operands)
    if _PROCESSOR.fullmatch(" / ".join(statements)):
        return _processor(lowerer, i, operands)
    arithmetic = _arithmetic(lowerer, i, operands, statements, architecture)
    if arithmetic is not None:
        return arithmetic
    if len(statements) != 1:
        return None
    statement = statements[0]
    if _TRAP.fullmatch(statement):
        return Trap(lowerer.machine, i)
    if _SWAP.fullmatch(statement):
        return _swap(lowerer, i, operands)
    if _SWAP_HALF.fullmatch(statement):
        return _swap(lowerer, i, operands) if isinstance(i.type, IntType) and i.type.width == 16 else None
    if _MOVE.fullmatch(statement):
        return _move(lowerer, i, operands)
    if _COUNTER_READ.fullmatch(statement):
        return _counter(lowerer, linker, i, operands)
    if _ENTRY.fullmatch(statement):
        return _system_call(lowerer, linker, i, operands, architecture)
    return None


# Values pass through


def _pass_through(lowerer: Lowerer, i: Call, operands: _Operands) -> Op | None:
    """Outputs get what the inputs tied to them hold; an output in memory without one stays as it is."""
    stores: list[Op] = []
    for output, pointer in enumerate(operands.pointers):
        tied = operands.tied(output)
        if pointer is not None and tied is not None:
            shape = lowerer.shape(tied.type)
            stores.append(
                Store(lowerer.machine, lowerer.resolver, i, shape, lowerer.register(pointer), lowerer.register(tied))
            )
    direct = operands.direct_outputs()
    if stores:
        return stores[0] if len(stores) == 1 and not direct else None
    if not direct:
        return Nothing(i)
    sources: list[int] = []
    for output in direct:
        tied = operands.tied(output)
        if tied is None:
            return None
        sources.append(lowerer.register(tied))
    if len(sources) == 1:
        return Copy(i, 0, i.result, sources[0])
    return Pure(i, _as_tuple, sources, i.result)


def _as_tuple(values: list[object]) -> object:
    return tuple(values)


def _constantly(value: object) -> PureFunction:
    def answer(values: list[object]) -> object:
        return value

    return answer


def _only_input(operands: _Operands) -> Operand | None:
    """The value a statement with one result works on."""
    if len(operands.outputs) != 1 or operands.pointers[0] is not None:
        return None
    if len(operands.inputs) != 1:
        return operands.tied(0)
    return operands.inputs[0][1]


def _swap(lowerer: Lowerer, i: Call, operands: _Operands) -> Op | None:
    source = _only_input(operands)
    if source is None or not isinstance(i.type, IntType) or source.type.text != i.type.text or i.type.width % 16:
        return None
    width = int(i.type.width)
    return Pure(i, function_of("bswap", [width], width), [lowerer.register(source)], i.result)


def _move(lowerer: Lowerer, i: Call, operands: _Operands) -> Op | None:
    source = _only_input(operands)
    if source is None or source.type.text != i.type.text:
        return None
    return Copy(i, 0, i.result, lowerer.register(source))


def _arithmetic(lowerer: Lowerer, i: Call, operands: _Operands, statements: list[str], architecture: str) -> Op | None:
    if not operands.outputs or len(operands.direct_outputs()) != len(operands.outputs):
        return None
    shape = lowerer.shape(i.type)
    results = [shape] if shape.is_scalar else shape.elements
    inputs = [lowerer.shape(argument.type) for _, argument in operands.inputs]
    if not all(each.is_scalar for each in [*results, *inputs]):
        return None
    template = Template(
        operands.outputs,
        [int(each.width) for each in results],
        [constraint for constraint, _ in operands.inputs],
        [int(each.width) for each in inputs],
    )
    function = arithmetic_of(statements, template, architecture)
    if function is None:
        return None
    return Pure(i, function, [lowerer.register(argument) for _, argument in operands.inputs], i.result)


def _processor(lowerer: Lowerer, i: Call, operands: _Operands) -> Op | None:
    """A processor without any extension: all answers are zero, also the highest question it knows."""
    if not operands.outputs or len(operands.direct_outputs()) != len(operands.outputs):
        return None
    return Pure(i, _constantly(zero_of(lowerer.shape(i.type))), [], i.result)


# Calls of the world


def _system_call(lowerer: Lowerer, linker: Linker, i: Call, operands: _Operands, architecture: str) -> Op | None:
    names = _CALL_REGISTERS.get(architecture)
    if names is None or len(operands.outputs) != 1 or operands.pointers[0] is not None:
        return None
    number = operands.in_register(names[0])
    if number is None:
        return None
    arguments = [number]
    for name in names[1:]:
        argument = operands.in_register(name)
        arguments.append(ConstInt(number.type, 0) if argument is None else argument)
    shapes = [lowerer.shape(argument.type) for argument in arguments]
    signature = Signature(
        [lowerer.register(argument) for argument in arguments],
        [int(shape.width) for shape in shapes],
        [int(shape.size) for shape in shapes],
        [int(shape.size) for shape in shapes],
        [-1] * len(arguments),
        i.result,
        lowerer.shape(i.type),
    )
    return DirectCall(lowerer.machine, lowerer.resolver, linker, i, signature, _SYSTEM_CALL)


def _counter(lowerer: Lowerer, linker: Linker, i: Call, operands: _Operands) -> Op | None:
    if isinstance(i.type, VoidType) or len(operands.direct_outputs()) != len(operands.outputs):
        return None
    return CycleCounter(
        lowerer.machine, lowerer.resolver, linker, i, lowerer.shape(i.type), i.result, lowerer.scratch_register()
    )


class CycleCounter(CallOp):
    """A 64-bit count in one register, or its halves in two (and zeros in further ones)."""

    def __init__(
        self,
        machine: Machine,
        resolver: Resolver,
        linker: Linker,
        instruction: Instruction,
        shape: Shape,
        result: i64,
        count: i64,
    ) -> None:
        word = Shape(64, 8, [], [])
        super().__init__(machine, resolver, linker, instruction, Signature([], [], [], [], [], count, word))
        self.shape = shape
        self.result: i64 = result

    def execute(self, state: State) -> bool:
        model = self.linker.model_of(_COUNTER)
        assert model is not None
        goes_on = self.run_model(state, _COUNTER, model)
        registers = state.frame.registers
        count = registers[self.signature.result]
        if self.shape.is_scalar:
            registers[self.result] = extract_bits(count, 0, self.shape.width)
        else:
            halves = (extract_bits(count, 0, 32), extract_bits(count, 32, 32))
            registers[self.result] = halves + (0,) * (len(self.shape.elements) - 2)
        return goes_on
