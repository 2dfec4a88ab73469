"""The floating-point operations that terms have, each told by a number, and their meaning on bit patterns.

Patterns here are of interchange formats: an x86_fp80 travels without its explicit integer bit (`X87`, 79 bits). A NaN
that results is always the format's default NaN, and of the NaN operands' payloads nothing remains; a solver's theory
knows a single NaN. An integer that a float does not fit into is 0.
"""

from __future__ import annotations

from typing import Final

from albers.expr import float_arith, float_compare, float_convert
from albers.expr.float_format import ALL_FORMATS, RTZ, X86_FP80, FloatFormat, is_nan
from albers.expr.fold import to_signed

F_ADD: Final = 0
F_SUB: Final = 1
F_MUL: Final = 2
F_DIV: Final = 3
F_FMA: Final = 4
F_SQRT: Final = 5
F_ROUND: Final = 6  # to an integral value
F_CONVERT: Final = 7  # from one format to another
F_FROM_SIGNED: Final = 8
F_FROM_UNSIGNED: Final = 9
F_TO_SIGNED: Final = 10  # towards zero
F_TO_UNSIGNED: Final = 11
F_EQUAL: Final = 12
F_LESS: Final = 13
F_LESS_EQUAL: Final = 14

NAMES: Final = (
    "fadd fsub fmul fdiv fma fsqrt fround fconvert from-signed from-unsigned to-signed to-unsigned feq flt fle"
).split()

#: x86_fp80 without the integer bit that its exponent implies.
X87: Final = FloatFormat("x87", 79, 15, 64)

_FORMATS: Final[list[FloatFormat]] = [*(X87 if each is X86_FP80 else each for each in ALL_FORMATS)]


class FloatOperation:
    """What the number of an operation stands for. `format` is the operands', or the result's of integer operands."""

    def __init__(self, kind: int, fmt: FloatFormat, target: FloatFormat, mode: int) -> None:
        self.kind = kind
        self.format = fmt
        self.target = target  # of F_CONVERT; else the same
        self.mode = mode
        self.number: int = kind | _index(fmt) << 4 | _index(target) << 8 | mode << 12

    @property
    def gives_truth(self) -> bool:
        return self.kind >= F_EQUAL

    @property
    def gives_integer(self) -> bool:
        return self.kind == F_TO_SIGNED or self.kind == F_TO_UNSIGNED

    @property
    def takes_integer(self) -> bool:
        return self.kind == F_FROM_SIGNED or self.kind == F_FROM_UNSIGNED

    @property
    def gives_float(self) -> bool:
        return self.kind < F_TO_SIGNED


def _index(fmt: FloatFormat) -> int:
    for i in range(len(_FORMATS)):
        if _FORMATS[i] is fmt:
            return i
    raise ValueError(f"{fmt.name} is no format of terms")


_operations: Final[dict[int, FloatOperation]] = {}


def float_operation(number: int) -> FloatOperation:
    """The operation of a number, as `FloatOperation.number` gives it."""
    found = _operations.get(number)
    if found is None:
        found = FloatOperation(number & 15, _FORMATS[number >> 4 & 15], _FORMATS[number >> 8 & 15], number >> 12)
        _operations[number] = found
    return found


def float_text(number: int) -> str:
    """How people read an operation: its name and format."""
    operation = float_operation(number)
    target = "" if operation.target is operation.format else f"-{operation.target.name}"
    return f"{NAMES[operation.kind]} {operation.format.name}{target}"


def float_value(operation: FloatOperation, operands: list[int], operand_width: int, width: int) -> int:
    """The result on concrete operands; the widths are those of the first operand and of the result."""
    kind = operation.kind
    fmt = operation.format
    if operation.gives_truth:
        relations = {F_EQUAL: float_compare.EQUAL, F_LESS: float_compare.LESS}.get(
            kind, float_compare.LESS | float_compare.EQUAL
        )
        return float_compare.holds(fmt, relations, operands[0], operands[1])
    if operation.gives_integer:
        if kind == F_TO_SIGNED:
            integer = float_convert.to_signed(fmt, operands[0], width, RTZ)
        else:
            integer = float_convert.to_unsigned(fmt, operands[0], width, RTZ)
        return 0 if integer is None else integer
    result = _float_result(operation, operands, operand_width)
    return operation.target.default_nan if is_nan(operation.target, result) else result


def _float_result(operation: FloatOperation, operands: list[int], operand_width: int) -> int:
    kind = operation.kind
    fmt = operation.format
    mode = operation.mode
    a = operands[0]
    if kind == F_ADD:
        return float_arith.add(fmt, a, operands[1], mode)
    if kind == F_SUB:
        return float_arith.sub(fmt, a, operands[1], mode)
    if kind == F_MUL:
        return float_arith.mul(fmt, a, operands[1], mode)
    if kind == F_DIV:
        return float_arith.div(fmt, a, operands[1], mode)
    if kind == F_FMA:
        return float_arith.fma(fmt, a, operands[1], operands[2], mode)
    if kind == F_SQRT:
        return float_arith.sqrt(fmt, a, mode)
    if kind == F_ROUND:
        return float_arith.round_to_integral(fmt, a, mode)
    if kind == F_CONVERT:
        return float_convert.convert(fmt, operation.target, a, mode)
    if kind == F_FROM_SIGNED:
        return float_convert.from_int(fmt, to_signed(operand_width, a), mode)
    assert kind == F_FROM_UNSIGNED
    return float_convert.from_int(fmt, a, mode)
