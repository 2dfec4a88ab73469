"""Floating-point terms in Z3's theory, which gives the bits of a float back directly."""

from __future__ import annotations

from typing import Any

import z3

from albers.expr.float_convert import from_int
from albers.expr.float_format import RDN, RNA, RNE, RTZ, RUP, FloatFormat
from albers.expr.float_operations import (
    F_ADD,
    F_CONVERT,
    F_DIV,
    F_EQUAL,
    F_FMA,
    F_FROM_SIGNED,
    F_LESS,
    F_MUL,
    F_ROUND,
    F_SQRT,
    F_SUB,
    F_TO_SIGNED,
    FloatOperation,
    float_operation,
)
from albers.expr.term import Term


def float_node(term: Term, bits: list[Any], context: Any) -> Any:
    """A Boolean for a comparison, else bits; `bits` are those of the operands."""
    operation = float_operation(term.value)
    if operation.gives_truth:
        a, b = (_of_bits(each, operation.format, context) for each in bits)
        if operation.kind == F_EQUAL:
            return z3.fpEQ(a, b, context)
        return z3.fpLT(a, b, context) if operation.kind == F_LESS else z3.fpLEQ(a, b, context)
    if operation.gives_integer:
        return _integer(operation, bits[0], int(term.width), context)
    result = _float(operation, bits, context)
    default = z3.BitVecVal(operation.target.default_nan, operation.target.width, context)
    return z3.If(z3.fpIsNaN(result, context), default, z3.fpToIEEEBV(result, context))


def _float(operation: FloatOperation, bits: list[Any], context: Any) -> Any:
    mode = _mode(operation.mode, context)
    target = _sort(operation.target, context)
    kind = operation.kind
    if operation.takes_integer:
        if kind == F_FROM_SIGNED:
            return z3.fpSignedToFP(mode, bits[0], target, context)
        return z3.fpUnsignedToFP(mode, bits[0], target, context)
    operands = [_of_bits(each, operation.format, context) for each in bits]
    if kind == F_CONVERT:
        return z3.fpFPToFP(mode, operands[0], target, context)
    if kind == F_ADD:
        return z3.fpAdd(mode, *operands, context)
    if kind == F_SUB:
        return z3.fpSub(mode, *operands, context)
    if kind == F_MUL:
        return z3.fpMul(mode, *operands, context)
    if kind == F_DIV:
        return z3.fpDiv(mode, *operands, context)
    if kind == F_FMA:
        return z3.fpFMA(mode, *operands, context)
    if kind == F_SQRT:
        return z3.fpSqrt(mode, *operands, context)
    assert kind == F_ROUND
    return z3.fpRoundToIntegral(mode, *operands, context)


def _integer(operation: FloatOperation, bits: Any, width: int, context: Any) -> Any:
    """The theory leaves open what a float becomes that does not fit."""
    fmt = operation.format
    value = _of_bits(bits, fmt, context)
    is_signed = operation.kind == F_TO_SIGNED
    least = -(1 << (width - 1)) if is_signed else 0
    most = (1 << (width - 1 if is_signed else width)) - 1
    low = z3.BitVecVal(from_int(fmt, least - 1, RDN), fmt.width, context)
    high = z3.BitVecVal(from_int(fmt, most + 1, RUP), fmt.width, context)
    fits = z3.And(
        z3.fpLT(_of_bits(low, fmt, context), value, context), z3.fpLT(value, _of_bits(high, fmt, context), context)
    )
    mode = _mode(operation.mode, context)
    sort = z3.BitVecSort(width, context)
    integer = z3.fpToSBV(mode, value, sort, context) if is_signed else z3.fpToUBV(mode, value, sort, context)
    return z3.If(fits, integer, z3.BitVecVal(0, width, context))


def _of_bits(bits: Any, fmt: FloatFormat, context: Any) -> Any:
    return z3.fpBVToFP(bits, _sort(fmt, context), context)


def _sort(fmt: FloatFormat, context: Any) -> Any:
    return z3.FPSort(fmt.exponent_bits, fmt.precision, context)


def _mode(mode: int, context: Any) -> Any:
    if mode == RNE:
        return z3.RNE(context)
    if mode == RTZ:
        return z3.RTZ(context)
    if mode == RUP:
        return z3.RTP(context)
    if mode == RDN:
        return z3.RTN(context)
    assert mode == RNA
    return z3.RNA(context)
