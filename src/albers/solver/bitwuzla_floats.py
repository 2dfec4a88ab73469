"""Floating-point terms in Bitwuzla's theory.

The theory computes on floats and has no way back to their bits. So a node whose bits are used is a variable, tied to
the float by a definition that queries with the node have to add (`BitwuzlaTerms.formula`). Operations on operations
pass floats on directly.
"""

from __future__ import annotations

from typing import Any, Final

from bitwuzla import Kind, RoundingMode

from albers.expr.float_convert import from_int
from albers.expr.float_format import RDN, RNA, RNE, RTZ, RUP, FloatFormat
from albers.expr.float_operations import (
    F_ADD,
    F_CONVERT,
    F_DIV,
    F_EQUAL,
    F_FMA,
    F_FROM_SIGNED,
    F_FROM_UNSIGNED,
    F_LESS,
    F_LESS_EQUAL,
    F_MUL,
    F_ROUND,
    F_SQRT,
    F_SUB,
    F_TO_SIGNED,
    FloatOperation,
    float_operation,
)
from albers.expr.term import FLOAT, Term

_KINDS: Final[dict[int, Any]] = {
    F_ADD: Kind.FP_ADD,
    F_SUB: Kind.FP_SUB,
    F_MUL: Kind.FP_MUL,
    F_DIV: Kind.FP_DIV,
    F_FMA: Kind.FP_FMA,
    F_SQRT: Kind.FP_SQRT,
    F_ROUND: Kind.FP_RTI,
    F_EQUAL: Kind.FP_EQUAL,
    F_LESS: Kind.FP_LT,
    F_LESS_EQUAL: Kind.FP_LEQ,
}
_INDEXED_KINDS: Final[dict[int, Any]] = {
    F_CONVERT: Kind.FP_TO_FP_FROM_FP,
    F_FROM_SIGNED: Kind.FP_TO_FP_FROM_SBV,
    F_FROM_UNSIGNED: Kind.FP_TO_FP_FROM_UBV,
}
_MODES: Final[dict[int, Any]] = {
    RNE: RoundingMode.RNE,
    RTZ: RoundingMode.RTZ,
    RUP: RoundingMode.RTP,
    RDN: RoundingMode.RTN,
    RNA: RoundingMode.RNA,
}


class BitwuzlaFloats:
    """Translates FLOAT nodes, given the bits of their operands."""

    def __init__(self, manager: Any) -> None:
        self._manager = manager
        self._floats: dict[Term, Any] = {}  # nodes that give floats, as the theory has them
        self._definitions: dict[Term, Any] = {}

    def node(self, term: Term, bits: list[Any]) -> Any:
        """A Boolean for a comparison, else bits."""
        operation = float_operation(term.value)
        if operation.gives_truth:
            return self._term(_KINDS[operation.kind], self._operands(term, operation.format, bits))
        mode = self._manager.mk_rm_value(_MODES[operation.mode])
        if operation.gives_integer:
            return self._integer(operation, int(term.width), mode, self._operands(term, operation.format, bits)[0])
        target = operation.target
        if operation.kind in _INDEXED_KINDS:
            operand = bits[0] if operation.takes_integer else self._operands(term, operation.format, bits)[0]
            kind = _INDEXED_KINDS[operation.kind]
            result = self._manager.mk_term(kind, [mode, operand], [target.exponent_bits, target.precision])
        else:
            result = self._term(_KINDS[operation.kind], [mode, *self._operands(term, operation.format, bits)])
        self._floats[term] = result
        return self._bits_of(term, result, target)

    def definitions(self, root: Term) -> list[Any]:
        """What ties the bits of nodes in a term to their floats, for those whose bits are used."""
        found: list[Any] = []
        used: set[Term] = set()
        seen: set[Term] = set()
        stack: list[Term] = [root]
        while stack:
            term = stack.pop()
            if term in seen:
                continue
            seen.add(term)
            takes_floats = term.op == FLOAT and not float_operation(term.value).takes_integer
            for arg in term.args:
                if arg.op == FLOAT and not takes_floats and arg not in used and arg in self._definitions:
                    used.add(arg)
                    found.append(self._definitions[arg])
                stack.append(arg)
        return found

    def _operands(self, term: Term, fmt: FloatFormat, bits: list[Any]) -> list[Any]:
        operands: list[Any] = []
        for arg, own_bits in zip(term.args, bits, strict=True):
            known = self._floats.get(arg)
            operands.append(self._of_bits(own_bits, fmt) if known is None else known)
        return operands

    def _of_bits(self, bits: Any, fmt: FloatFormat) -> Any:
        return self._manager.mk_term(Kind.FP_TO_FP_FROM_BV, [bits], [fmt.exponent_bits, fmt.precision])

    def _bits_of(self, term: Term, result: Any, fmt: FloatFormat) -> Any:
        sort = self._manager.mk_bv_sort(fmt.width)
        bits = self._manager.mk_const(sort)
        same = self._term(Kind.EQUAL, [self._of_bits(bits, fmt), result])
        # Equal holds between any two NaNs, of which we mean one.
        is_nan = self._term(Kind.FP_IS_NAN, [result])
        default = self._term(Kind.EQUAL, [bits, self._manager.mk_bv_value(sort, fmt.default_nan)])
        self._definitions[term] = self._term(Kind.AND, [same, self._term(Kind.IMPLIES, [is_nan, default])])
        return bits

    def _integer(self, operation: FloatOperation, width: int, mode: Any, value: Any) -> Any:
        """The theory leaves open what a float becomes that does not fit."""
        is_signed = operation.kind == F_TO_SIGNED
        low, high = integer_bounds(operation.format, width, is_signed)
        above = self._term(Kind.FP_LT, [self._constant(low, operation.format), value])
        below = self._term(Kind.FP_LT, [value, self._constant(high, operation.format)])
        kind = Kind.FP_TO_SBV if is_signed else Kind.FP_TO_UBV
        integer = self._manager.mk_term(kind, [mode, value], [width])
        zero = self._manager.mk_bv_value(self._manager.mk_bv_sort(width), 0)
        return self._term(Kind.ITE, [self._term(Kind.AND, [above, below]), integer, zero])

    def _constant(self, pattern: int, fmt: FloatFormat) -> Any:
        return self._of_bits(self._manager.mk_bv_value(self._manager.mk_bv_sort(fmt.width), pattern), fmt)

    def _term(self, kind: Any, args: list[Any]) -> Any:
        return self._manager.mk_term(kind, args)


def integer_bounds(fmt: FloatFormat, width: int, is_signed: bool) -> tuple[int, int]:
    """Patterns strictly between which lies exactly what fits the integer type once its fraction is cut off."""
    low = -(1 << (width - 1)) if is_signed else 0
    high = (1 << (width - 1 if is_signed else width)) - 1
    # Rounded outwards: no float lies between the number that does not fit and its neighbour.
    return from_int(fmt, low - 1, RDN), from_int(fmt, high + 1, RUP)
