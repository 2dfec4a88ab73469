"""Calls of `llvm.*` functions without effects on memory or control: which function a name means, on which types.

What the functions compute is in `integer_intrinsics` and `float_intrinsics`, written for scalars; on vectors they are
applied lane by lane. Intrinsics that touch memory, the stack or control are in `memory_intrinsics`.
"""

from __future__ import annotations

import re
from typing import Final

from albers.engine import float_intrinsics, integer_intrinsics
from albers.engine.atomics import Nothing
from albers.engine.casts import Copy
from albers.engine.lowerer import Lowerer, Pure, PureFunction
from albers.engine.state import Op
from albers.engine.vector_ops import by_lane, element_of, lane_of
from albers.ir.instructions import Call, Instruction
from albers.ir.operands import (
    BlockAddress,
    ConstAggregate,
    Constant,
    ConstExpr,
    GlobalRef,
    InlineAsm,
    MetadataOperand,
    Operand,
)
from albers.ir.types import FloatType, IntType, StructType, Type, VectorType, VoidType

_PREFIX: Final = "llvm."
_CONSTRAINED: Final = "experimental.constrained."
_REDUCE: Final = "vector.reduce."

# The types an overloaded name ends in: `.i32`, `.v4f32`, `.p0`, ...
_TYPE_SUFFIX: Final = re.compile(r"(?:\.(?:v\d+)?(?:i\d+|f\d+|bf16|p\d+))+$")

# Hints to the optimiser and marks for debuggers. A result, which nothing but another mark uses, is 0.
_WITHOUT_EFFECT: Final = frozenset(
    {
        "assume",
        "donothing",
        "experimental.noalias.scope.decl",
        "fake.use",
        "invariant.end",
        "invariant.start",
        "lifetime.end",
        "lifetime.start",
        "prefetch",
        "pseudoprobe",
        "sideeffect",
        "var.annotation",
    }
)

# The result is the first argument.
_IDENTITIES: Final = frozenset(
    {
        "annotation",
        "arithmetic.fence",
        "expect",
        "expect.with.probability",
        "launder.invariant.group",
        "ptr.annotation",
        "ssa.copy",
        "strip.invariant.group",
        "threadlocal.address",
    }
)

# The rounding mode, in C's FLT_ROUNDS numbering: to nearest.
_ROUNDING_MODE_NAMES: Final = frozenset({"flt.rounds", "get.rounding"})
_TO_NEAREST: Final = 1


def lower(lowerer: Lowerer, instruction: Instruction) -> Op | None:
    """The operation of a call to one of these intrinsics; None for other instructions and other functions."""
    if not isinstance(instruction, Call) or not isinstance(instruction.callee, GlobalRef):
        return None
    if not instruction.callee.name.startswith(_PREFIX):
        return None
    full_name = instruction.callee.name[len(_PREFIX) :]
    name = _TYPE_SUFFIX.sub("", full_name)
    result = instruction.result
    if name in _WITHOUT_EFFECT or name.startswith("dbg."):
        return Nothing(instruction) if result < 0 else Pure(instruction, _always(0), [], result)
    if isinstance(instruction.type, VoidType):
        return None
    if name in _IDENTITIES:
        return Copy(instruction, 0, result, lowerer.register(instruction.arguments[0]))
    if name in _ROUNDING_MODE_NAMES:
        return Pure(instruction, _always(_TO_NEAREST), [], result)
    if name == "is.constant":
        return Pure(instruction, _always(1 if _is_manifest(instruction.arguments[0]) else 0), [], result)
    function = _function_of(lowerer, name, instruction)
    if function is None:
        return None
    values = [each for each in instruction.arguments if not isinstance(each, MetadataOperand)]
    return Pure(instruction, function, [lowerer.register(each) for each in values], result)


def _always(value: int) -> PureFunction:
    def apply(arguments: list[object]) -> object:
        return value

    return apply


def _is_manifest(operand: Operand) -> bool:
    """Whether LLVM takes an operand for a constant: a number, and nothing that depends on an address."""
    if isinstance(operand, ConstAggregate):
        return all(_is_manifest(each) for each in operand.elements)
    if isinstance(operand, ConstExpr):
        return all(_is_manifest(each) for each in operand.operands)
    return isinstance(operand, Constant) and not isinstance(operand, (GlobalRef, BlockAddress, InlineAsm))


def _function_of(lowerer: Lowerer, name: str, call: Call) -> PureFunction | None:
    """What the intrinsic does with the values of its arguments, metadata left out."""
    if name.startswith("vector."):
        return _vector_function(lowerer, name, call)
    operands: list[Type] = []
    words: list[str] = []
    for argument in call.arguments:
        if isinstance(argument, MetadataOperand):
            words.append(argument.text.strip('!"'))
        else:
            operands.append(element_of(argument.type))
    result = _lane_result(call.type)
    function: PureFunction | None
    if name in integer_intrinsics.NAMES:
        function = integer_intrinsics.function_of(name, _widths(lowerer, operands), _integer_width(result))
    elif name.startswith(_CONSTRAINED):
        plain = name[len(_CONSTRAINED) :]
        function = float_intrinsics.constrained_function_of(plain, operands, result, words)
    else:
        function = float_intrinsics.function_of(name, operands, result)
    if function is None:
        return None
    first = call.arguments[0].type
    if not isinstance(first, VectorType):
        return function
    if isinstance(call.type, StructType):
        return _transposed(function, first.count, len(call.type.fields))
    return by_lane(function, first.count)


def _lane_result(type_: Type) -> Type:
    """The result of one lane; of several vectors, a structure of their elements."""
    if isinstance(type_, StructType):
        return StructType([element_of(each) for each in type_.fields])
    return element_of(type_)


def _widths(lowerer: Lowerer, types: list[Type]) -> list[int]:
    return [int(lowerer.shape(each).width) for each in types]


def _integer_width(type_: Type) -> int:
    return type_.width if isinstance(type_, IntType) else 0


def _transposed(function: PureFunction, count: int, parts: int) -> PureFunction:
    """By lanes, for a function with several results: a vector of each result."""

    def on_vectors(arguments: list[object]) -> object:
        vectors: list[list[object]] = [[] for _ in range(parts)]
        for at in range(count):
            results = function(lane_of(arguments, at))
            assert isinstance(results, tuple)
            for part in range(parts):
                vectors[part].append(results[part])
        return tuple([tuple(each) for each in vectors])

    return on_vectors


# Functions of whole vectors


def _vector_function(lowerer: Lowerer, name: str, call: Call) -> PureFunction | None:
    if name == "vector.insert":
        return _insert
    if name == "vector.extract":
        assert isinstance(call.type, VectorType)
        return _extracting(call.type.count)
    if name == "vector.reverse":
        return _reverse
    if not name.startswith(_REDUCE):
        return None
    word = name[len(_REDUCE) :]
    element = element_of(call.arguments[-1].type)
    if isinstance(element, FloatType):
        return float_intrinsics.reduction_of(word, element)
    return integer_intrinsics.reduction_of(word, int(lowerer.shape(element).width))


def _insert(arguments: list[object]) -> object:
    """The second vector laid over the first from a lane on."""
    whole = arguments[0]
    part = arguments[1]
    at = arguments[2]
    assert isinstance(whole, tuple) and isinstance(part, tuple) and isinstance(at, int)
    return (*whole[:at], *part, *whole[at + len(part) :])


def _extracting(count: int) -> PureFunction:
    def apply(arguments: list[object]) -> object:
        whole = arguments[0]
        at = arguments[1]
        assert isinstance(whole, tuple) and isinstance(at, int)
        return whole[at : at + count]

    return apply


def _reverse(arguments: list[object]) -> object:
    whole = arguments[0]
    assert isinstance(whole, tuple)
    return whole[::-1]
