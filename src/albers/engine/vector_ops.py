"""Operations on structures, arrays and vectors: taking and replacing parts, shuffles, and lane-by-lane instructions.

Such a value is a tuple of its parts, lane 0 first. What a lane computes is defined elsewhere (`values`, `arithmetic`,
`float_ops`); here it is applied to each lane, and a lane that divides by zero or shifts too far ends the path as the
scalar instruction would.
"""

from __future__ import annotations

from mypy_extensions import i64

from albers.engine import float_ops
from albers.engine.arithmetic import OPERATORS, any_true, compare_values, reports_overshift
from albers.engine.casts import Copy, ElementPointer
from albers.engine.lowerer import Lowerer, Pure, PureFunction
from albers.engine.machine import Machine
from albers.engine.state import Op, State
from albers.engine.statistics import BranchKind
from albers.engine.values import (
    Shape,
    binary,
    choose,
    concat_values,
    extract_bits,
    sign_extend_value,
    truncate,
    zero_extend,
    zero_of,
)
from albers.expr.bits import not_
from albers.expr.term import Term
from albers.ir import instructions as ir
from albers.ir.operands import ConstAggregate, Constant, ConstInt, ConstZero, Operand
from albers.ir.types import ArrayType, StructType, Type, VectorType, is_aggregate
from albers.verdicts import ErrorKind

# Values


def choose_value(condition: object, width: i64, x: object, y: object) -> object:
    """`condition ? x : y` on scalars, for a truth value that may be known."""
    if isinstance(condition, int):
        return x if condition else y
    assert isinstance(condition, Term)
    return choose(condition, width, x, y)


def choose_parts(condition: Term, shape: Shape, x: object, y: object) -> object:
    """`condition ? x : y` on values of any shape, scalar by scalar."""
    if x is y:
        return x
    if shape.is_scalar:
        return choose(condition, shape.width, x, y)
    assert isinstance(x, tuple) and isinstance(y, tuple)
    return tuple([choose_parts(condition, e, x[i], y[i]) for i, e in enumerate(shape.elements)])


def replaced(value: object, path: list[int], depth: int, part: object) -> object:
    """The aggregate with the part at path[depth:] replaced."""
    if depth == len(path):
        return part
    assert isinstance(value, tuple)
    at = path[depth]
    return (*value[:at], replaced(value[at], path, depth + 1, part), *value[at + 1 :])


def packed(width: i64, lanes: tuple[object, ...]) -> object:
    """The lanes as one integer, lane 0 lowest."""
    # From the top down, so that each concat only appends to the term before.
    result = lanes[-1]
    filled = width
    for at in range(len(lanes) - 2, -1, -1):
        result = concat_values(filled, result, width, lanes[at])
        filled += width
    return result


def unpacked(width: i64, count: int, value: object) -> tuple[object, ...]:
    """The inverse of `packed`."""
    return tuple([extract_bits(value, at * width, width) for at in range(count)])


def element_of(type_: Type) -> Type:
    """What one lane holds: the element of a vector, a scalar itself."""
    return type_.element if isinstance(type_, VectorType) else type_


# Lane by lane


def by_lane(function: PureFunction, count: int) -> PureFunction:
    """A function of scalars on vectors of `count` lanes; an argument that is no vector is the same for every lane."""

    def on_vectors(arguments: list[object]) -> object:
        return tuple([function(lane_of(arguments, at)) for at in range(count)])

    return on_vectors


def lane_of(arguments: list[object], at: int) -> list[object]:
    return [each[at] if isinstance(each, tuple) else each for each in arguments]


class CheckedLanes(Op):
    """A function of two vectors that is an error where the second has a bad lane."""

    def __init__(
        self,
        machine: Machine,
        instruction: ir.Instruction,
        function: PureFunction,
        is_bad: PureFunction,
        kind: ErrorKind,
        message: str,
        result: i64,
        a: i64,
        b: i64,
    ) -> None:
        super().__init__(instruction)
        self.machine = machine
        self.function = function
        self.is_bad = is_bad
        self.kind = kind
        self.message = message
        self.result: i64 = result
        self.a: i64 = a
        self.b: i64 = b

    def execute(self, state: State) -> bool:
        registers = state.frame.registers
        x = registers[self.a]
        y = registers[self.b]
        assert isinstance(y, tuple)
        bad = any_true([self.is_bad([lane]) for lane in y])
        target = spared(self.machine, state, bad, self.kind, self.message)
        if target is not None:
            target.frame.registers[self.result] = self.function([x, y])
        return not state.pause


def spared(machine: Machine, state: State, bad: object, kind: ErrorKind, message: str) -> State | None:
    """The state on which `bad` does not hold, if there is one; where it holds the path ends with an error."""
    if isinstance(bad, int):
        if not bad:
            return state
        machine.error(state, kind, message)
        return None
    assert isinstance(bad, Term)
    fine, broken = machine.branch(state, not_(bad), BranchKind.CONDITIONAL)
    if broken is not None:
        machine.error(broken, kind, message)
    return fine


# Parts


class ExtractPart(Op):
    """extractvalue."""

    def __init__(self, instruction: ir.Instruction, path: list[int], result: i64, aggregate: i64) -> None:
        super().__init__(instruction)
        self.path = path
        self.result: i64 = result
        self.aggregate: i64 = aggregate

    def execute(self, state: State) -> bool:
        registers = state.frame.registers
        value = registers[self.aggregate]
        for at in self.path:
            assert isinstance(value, tuple)
            value = value[at]
        registers[self.result] = value
        return True


class InsertPart(Op):
    """insertvalue."""

    def __init__(self, instruction: ir.Instruction, path: list[int], result: i64, aggregate: i64, part: i64) -> None:
        super().__init__(instruction)
        self.path = path
        self.result: i64 = result
        self.aggregate: i64 = aggregate
        self.part: i64 = part

    def execute(self, state: State) -> bool:
        registers = state.frame.registers
        registers[self.result] = replaced(registers[self.aggregate], self.path, 0, registers[self.part])
        return True


class LaneAccess(Op):
    """What extractelement and insertelement share: an index, unsigned, that must name a lane."""

    def __init__(
        self,
        machine: Machine,
        instruction: ir.Instruction,
        width: i64,
        count: int,
        index_width: i64,
        result: i64,
        vector: i64,
        index: i64,
    ) -> None:
        super().__init__(instruction)
        self.machine = machine
        self.width: i64 = width
        self.count = count
        self.index_width: i64 = index_width
        self.result: i64 = result
        self.vector: i64 = vector
        self.index: i64 = index
        # A narrow index cannot reach every lane of a long vector, nor leave it.
        self.reachable = min(count, 1 << min(int(index_width), 32))

    def within(self, state: State, index: object, message: str) -> State | None:
        """The state on which the index names a lane; the path ends where it does not."""
        bad: object = 0
        if isinstance(index, int):
            bad = 1 if index >= self.count else 0
        elif self.count >> int(self.index_width) == 0:
            bad = compare_values("uge", self.index_width, index, self.count)
        return spared(self.machine, state, bad, ErrorKind.BAD_VECTOR_ACCESS, message)

    def is_lane(self, index: object, at: int) -> object:
        return compare_values("eq", self.index_width, index, at)


class ExtractLane(LaneAccess):
    def execute(self, state: State) -> bool:
        registers = state.frame.registers
        index = registers[self.index]
        target = self.within(state, index, "Out of bounds read when extracting element")
        if target is not None:
            lanes = registers[self.vector]
            assert isinstance(lanes, tuple)
            target.frame.registers[self.result] = self._lane(lanes, index)
        return not state.pause

    def _lane(self, lanes: tuple[object, ...], index: object) -> object:
        if isinstance(index, int):
            return lanes[index]
        chosen = lanes[self.reachable - 1]
        for at in range(self.reachable - 2, -1, -1):
            chosen = choose_value(self.is_lane(index, at), self.width, lanes[at], chosen)
        return chosen


class InsertLane(LaneAccess):
    def __init__(
        self,
        machine: Machine,
        instruction: ir.Instruction,
        width: i64,
        count: int,
        index_width: i64,
        result: i64,
        vector: i64,
        index: i64,
        value: i64,
    ) -> None:
        super().__init__(machine, instruction, width, count, index_width, result, vector, index)
        self.value: i64 = value

    def execute(self, state: State) -> bool:
        registers = state.frame.registers
        index = registers[self.index]
        target = self.within(state, index, "Out of bounds write when inserting element")
        if target is not None:
            lanes = registers[self.vector]
            assert isinstance(lanes, tuple)
            target.frame.registers[self.result] = self._with_lane(lanes, index, registers[self.value])
        return not state.pause

    def _with_lane(self, lanes: tuple[object, ...], index: object, value: object) -> object:
        if isinstance(index, int):
            return (*lanes[:index], value, *lanes[index + 1 :])
        changed = list(lanes)
        for at in range(self.reachable):
            changed[at] = choose_value(self.is_lane(index, at), self.width, value, lanes[at])
        return tuple(changed)


class Shuffle(Op):
    """shufflevector: each lane picks from both vectors laid end to end; -1 is poison, which reads as zero."""

    def __init__(
        self, instruction: ir.Instruction, mask: list[int], zero: object, result: i64, first: i64, second: i64
    ) -> None:
        super().__init__(instruction)
        self.mask = mask
        self.zero = zero
        self.result: i64 = result
        self.first: i64 = first
        self.second: i64 = second

    def execute(self, state: State) -> bool:
        registers = state.frame.registers
        first = registers[self.first]
        second = registers[self.second]
        assert isinstance(first, tuple) and isinstance(second, tuple)
        both: tuple[object, ...] = first + second
        registers[self.result] = tuple([both[at] if at >= 0 else self.zero for at in self.mask])
        return True


class SelectParts(Op):
    """select of whole aggregates by one truth value."""

    def __init__(self, instruction: ir.Instruction, shape: Shape, result: i64, condition: i64, a: i64, b: i64) -> None:
        super().__init__(instruction)
        self.shape = shape
        self.result: i64 = result
        self.condition: i64 = condition
        self.a: i64 = a
        self.b: i64 = b

    def execute(self, state: State) -> bool:
        registers = state.frame.registers
        condition = registers[self.condition]
        x = registers[self.a]
        y = registers[self.b]
        if isinstance(condition, int):
            registers[self.result] = x if condition else y
        else:
            assert isinstance(condition, Term)
            registers[self.result] = choose_parts(condition, self.shape, x, y)
        return True


class LanePointers(Op):
    """getelementptr with a vector among its operands: `step` computes one lane from [base, index, index, ...]."""

    def __init__(
        self, instruction: ir.Instruction, step: ElementPointer, count: int, result: i64, operands: list[int]
    ) -> None:
        super().__init__(instruction)
        self.step = step
        self.count = count
        self.result: i64 = result
        self.operands = operands

    def execute(self, state: State) -> bool:
        registers = state.frame.registers
        operands = [registers[each] for each in self.operands]
        registers[self.result] = tuple([self.step.address(lane_of(operands, at)) for at in range(self.count)])
        return True


# Lowering


def lower(lowerer: Lowerer, instruction: ir.Instruction) -> Op | None:
    """The operation of an instruction on structures, arrays or vectors; None for one that only deals with scalars."""
    if isinstance(instruction, ir.ExtractValue):
        return ExtractPart(instruction, instruction.path, instruction.result, lowerer.register(instruction.aggregate))
    if isinstance(instruction, ir.InsertValue):
        aggregate = lowerer.register(instruction.aggregate)
        part = lowerer.register(instruction.value)
        return InsertPart(instruction, instruction.path, instruction.result, aggregate, part)
    if isinstance(instruction, (ir.ExtractElement, ir.InsertElement)):
        return _lower_lane_access(lowerer, instruction)
    if isinstance(instruction, ir.ShuffleVector):
        first = lowerer.register(instruction.first)
        second = lowerer.register(instruction.second)
        zero = zero_of(lowerer.shape(element_of(instruction.type)))
        return Shuffle(instruction, instruction.mask, zero, instruction.result, first, second)
    if isinstance(instruction, ir.Select):
        return _lower_select(lowerer, instruction)
    if isinstance(instruction, ir.Freeze) and is_aggregate(instruction.type):
        return Copy(instruction, 0, instruction.result, lowerer.register(instruction.value))
    if isinstance(instruction, ir.GetElementPtr):
        return _lower_pointers(lowerer, instruction)
    if isinstance(instruction, ir.Cast) and instruction.op == "bitcast":
        return _lower_bitcast(lowerer, instruction)
    if isinstance(instruction, ir.BinaryOp):
        return _lower_binary(lowerer, instruction)
    function = _lane_function(lowerer, instruction)
    if function is None or not isinstance(instruction.type, VectorType):
        return None
    arguments = [lowerer.register(each) for each in instruction.operands()]
    return Pure(instruction, by_lane(function, instruction.type.count), arguments, instruction.result)


def _lower_lane_access(lowerer: Lowerer, instruction: ir.Instruction) -> Op:
    assert isinstance(instruction, (ir.ExtractElement, ir.InsertElement))
    type_ = instruction.vector.type
    assert isinstance(type_, VectorType)
    machine = lowerer.machine
    width = lowerer.shape(type_.element).width
    index_width = lowerer.shape(instruction.index.type).width
    vector = lowerer.register(instruction.vector)
    index = lowerer.register(instruction.index)
    result = instruction.result
    if isinstance(instruction, ir.ExtractElement):
        return ExtractLane(machine, instruction, width, type_.count, index_width, result, vector, index)
    value = lowerer.register(instruction.value)
    return InsertLane(machine, instruction, width, type_.count, index_width, result, vector, index, value)


def _lower_select(lowerer: Lowerer, instruction: ir.Select) -> Op | None:
    type_ = instruction.type
    if not is_aggregate(type_):
        return None
    condition, a, b = [lowerer.register(each) for each in instruction.operands()]
    if not isinstance(instruction.condition.type, VectorType):
        return SelectParts(instruction, lowerer.shape(type_), instruction.result, condition, a, b)
    assert isinstance(type_, VectorType)
    chooser = _choose_function(lowerer.shape(type_.element).width)
    return Pure(instruction, by_lane(chooser, type_.count), [condition, a, b], instruction.result)


def _lower_bitcast(lowerer: Lowerer, instruction: ir.Cast) -> Op | None:
    """Vectors are reinterpreted as if stored and loaded again, little-endian."""
    source = instruction.value.type
    target = instruction.type
    if not isinstance(source, VectorType) and not isinstance(target, VectorType):
        return None
    from_width = int(lowerer.shape(element_of(source)).width)
    to_width = int(lowerer.shape(element_of(target)).width)
    value = lowerer.register(instruction.value)
    if from_width == to_width and isinstance(source, VectorType) and isinstance(target, VectorType):
        return Copy(instruction, 0, instruction.result, value)
    to_count = target.count if isinstance(target, VectorType) else 0
    return Pure(instruction, _repack_function(from_width, to_width, to_count), [value], instruction.result)


def _lower_binary(lowerer: Lowerer, instruction: ir.BinaryOp) -> Op | None:
    type_ = instruction.type
    if not isinstance(type_, VectorType):
        return None
    a = lowerer.register(instruction.lhs)
    b = lowerer.register(instruction.rhs)
    op = instruction.op
    if op in float_ops.OPERATORS:
        function = float_ops.binary_function(op, float_ops.format_of(type_.element))
        return Pure(instruction, by_lane(function, type_.count), [a, b], instruction.result)
    width = int(lowerer.shape(type_.element).width)
    function = by_lane(_integer_function(OPERATORS[op], width), type_.count)
    options = lowerer.machine.options
    if op in ("udiv", "sdiv", "urem", "srem") and "div" not in options.checks.ignore:
        is_bad = _against_constant("eq", width, 0)
        kind, message = ErrorKind.DIV, "divide by zero"
    elif op in ("shl", "lshr", "ashr") and reports_overshift(options):
        is_bad = _against_constant("uge", width, width)
        kind, message = ErrorKind.OVERSHIFT, "overshift error"
    else:
        return Pure(instruction, function, [a, b], instruction.result)
    return CheckedLanes(lowerer.machine, instruction, function, is_bad, kind, message, instruction.result, a, b)


def _lane_function(lowerer: Lowerer, instruction: ir.Instruction) -> PureFunction | None:
    """What an instruction without effects does with one lane."""
    if isinstance(instruction, ir.Compare):
        element = element_of(instruction.lhs.type)
        if instruction.op == "fcmp":
            return float_ops.compare_function(instruction.predicate, float_ops.format_of(element))
        return _compare_function(instruction.predicate, int(lowerer.shape(element).width))
    if isinstance(instruction, ir.FNeg):
        return float_ops.negate_function(float_ops.format_of(element_of(instruction.type)))
    if isinstance(instruction, ir.Cast):
        source = element_of(instruction.value.type)
        target = element_of(instruction.type)
        if instruction.op in float_ops.CASTS:
            return float_ops.cast_function(instruction.op, source, target)
        from_width = int(lowerer.shape(source).width)
        return _resize_function(instruction.op == "sext", from_width, int(lowerer.shape(target).width))
    return None


def _lower_pointers(lowerer: Lowerer, instruction: ir.GetElementPtr) -> Op | None:
    type_ = instruction.type
    if not isinstance(type_, VectorType):
        return None
    layout = lowerer.layout
    offset = 0
    stepped: Type = instruction.source_type
    operands = [lowerer.register(instruction.base)]
    widths: list[int] = []
    strides: list[int] = []
    for position, index in enumerate(instruction.indices):
        if position > 0 and isinstance(stepped, StructType):
            field = _field_number(index)
            offset += layout.field_offset(stepped, field)
            stepped = stepped.fields[field]
            continue
        if position > 0:
            assert isinstance(stepped, (ArrayType, VectorType))
            strides.append(layout.element_stride(stepped))
            stepped = stepped.element
        else:
            strides.append(layout.size_of(stepped))
        operands.append(lowerer.register(index))
        widths.append(int(lowerer.shape(element_of(index.type)).width))
    width = lowerer.shape(type_.element).width
    provenance = lowerer.machine.provenance if instruction.inbounds else None
    indices = list(range(1, len(operands)))
    step = ElementPointer(instruction, provenance, width, -1, 0, offset, indices, widths, strides)
    return LanePointers(instruction, step, type_.count, instruction.result, operands)


def _field_number(index: Operand) -> int:
    """A structure's field is named by a constant, or by a vector of the same constant in each lane."""
    if isinstance(index, ConstAggregate):
        first: Constant = index.elements[0]
        return _field_number(first)
    if isinstance(index, ConstZero):
        return 0
    assert isinstance(index, ConstInt)
    return index.value


# Functions of one lane


def _integer_function(operator: int, width: int) -> PureFunction:
    def apply(arguments: list[object]) -> object:
        return binary(operator, width, arguments[0], arguments[1])

    return apply


def _compare_function(predicate: str, width: int) -> PureFunction:
    def apply(arguments: list[object]) -> object:
        return compare_values(predicate, width, arguments[0], arguments[1])

    return apply


def _against_constant(predicate: str, width: int, constant: int) -> PureFunction:
    def apply(arguments: list[object]) -> object:
        return compare_values(predicate, width, arguments[0], constant)

    return apply


def _choose_function(width: i64) -> PureFunction:
    def apply(arguments: list[object]) -> object:
        return choose_value(arguments[0], width, arguments[1], arguments[2])

    return apply


def _resize_function(signed: bool, from_width: int, to_width: int) -> PureFunction:
    """Casts between integers and pointers."""

    def apply(arguments: list[object]) -> object:
        value = arguments[0]
        if to_width < from_width:
            return truncate(to_width, value)
        return sign_extend_value(from_width, to_width, value) if signed else zero_extend(to_width, value)

    return apply


def _repack_function(from_width: int, to_width: int, to_count: int) -> PureFunction:
    """The same bits as `to_count` lanes of another width, or as a scalar if that is 0."""

    def apply(arguments: list[object]) -> object:
        value = arguments[0]
        bits = packed(from_width, value) if isinstance(value, tuple) else value
        return unpacked(to_width, to_count, bits) if to_count else bits

    return apply
