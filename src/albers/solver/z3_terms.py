"""Terms as Z3 expressions, each translated once.

Written apart from the translation for Bitwuzla and with other means for arrays (Z3's own theory for every symbol and
every write), so that comparing the two solvers compares the translations too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import z3

from albers.expr.float_operations import float_operation
from albers.expr.term import (
    ADD,
    AND,
    ASHR,
    BOUND,
    CONCAT,
    CONST,
    EQ,
    EXTRACT,
    FLOAT,
    FORALL,
    INDEX_WIDTH,
    ITE,
    LSHR,
    MUL,
    NOT,
    OP_NAMES,
    OR,
    SDIV,
    SELECT,
    SEXT,
    SHL,
    SLE,
    SLT,
    SREM,
    STORE,
    SUB,
    SYMBOL,
    TABLE,
    UDIV,
    ULE,
    ULT,
    UREM,
    XOR,
    ZEXT,
    Term,
)
from albers.solver.lookup_tree import table_read
from albers.solver.z3_floats import float_node

_TRUTH_OPERATORS: Final = frozenset((AND, OR, XOR, NOT, EQ))


class Z3Terms:
    """Translates terms; owns Z3's context and everything translated."""

    def __init__(self) -> None:
        self.context: Any = z3.Context()
        self._translated: dict[Term, Any] = {}
        self._lowered: dict[Term, Term] = {}
        self._one: Any = z3.BitVecVal(1, 1, self.context)
        self._bound: Any = z3.BitVec("i", INDEX_WIDTH, self.context)
        self._zero: Any = z3.BitVecVal(0, 1, self.context)

    def __len__(self) -> int:
        return len(self._translated)

    def formula(self, constraint: Term) -> Any:
        """A term of width 1 as a Z3 Boolean."""
        if constraint not in self._translated:
            self._translate(constraint)
        return self._truth(constraint)

    def bits(self, term: Term) -> Any:
        """A term as a Z3 bit-vector (or array)."""
        if term not in self._translated:
            self._translate(term)
        return self._bits(term)

    def ties(self, leaves: Sequence[Term]) -> list[Any]:
        """What a query with these leaves must add: elements of arrays equal the variables of the same bytes."""
        ties: list[Any] = []
        read_anywhere = {leaf for leaf in leaves if leaf.op == SYMBOL}
        for leaf in leaves:
            if leaf.op == SELECT and leaf.args[0] in read_anywhere:
                element = z3.Select(self.bits(leaf.args[0]), self.bits(leaf.args[1]))
                ties.append(self.bits(leaf) == element)
        return ties

    def _translate(self, root: Term) -> None:
        translated = self._translated
        stack: list[Term] = [root]
        while stack:
            term = stack[-1]
            if term in translated:
                stack.pop()
                continue
            pending = False
            for needed in self._needs(term):
                if needed not in translated:
                    stack.append(needed)
                    pending = True
            if pending:
                continue
            translated[term] = self._node(term)
            stack.pop()

    def _needs(self, term: Term) -> tuple[Term, ...]:
        if term.op == SELECT:
            array, index = term.args
            if array.op == SYMBOL and index.op == CONST:
                return ()
            if array.op == TABLE:
                if term not in self._lowered:
                    self._lowered[term] = table_read(array, index)
                return (self._lowered[term],)
        return term.args

    def _node(self, term: Term) -> Any:
        op = term.op
        args = term.args
        if op == SELECT or op == STORE or op == SYMBOL or op == TABLE:
            return self._array_node(term)
        if op == CONST:
            if term.width == 1:
                return z3.BoolVal(term.value != 0, self.context)
            return z3.BitVecVal(term.value, int(term.width), self.context)
        if op == BOUND:
            return self._bound
        if op == FORALL:
            number = self._bound
            in_range = [z3.ULE(1, number), z3.ULE(number, self._bits(args[0])), z3.ULE(number, term.value)]
            return z3.ForAll([number], z3.Implies(z3.And(*in_range), self._truth(args[1])))
        if op == ITE:
            if term.width == 1:
                return z3.If(self._truth(args[0]), self._truth(args[1]), self._truth(args[2]))
            return z3.If(self._truth(args[0]), self._bits(args[1]), self._bits(args[2]))
        if args[0].width == 1 and op in _TRUTH_OPERATORS:
            return _truth_node(op, [self._truth(arg) for arg in args])
        if op == EXTRACT:
            return z3.Extract(term.value + int(term.width) - 1, term.value, self._bits(args[0]))
        if op == ZEXT:
            return z3.ZeroExt(int(term.width - args[0].width), self._bits(args[0]))
        if op == SEXT:
            return z3.SignExt(int(term.width - args[0].width), self._bits(args[0]))
        if op == FLOAT:
            return float_node(term, [self._bits(arg) for arg in args], self.context)
        if op == NOT:
            return ~self._bits(args[0])
        if EQ <= op <= SLE:
            return _comparison(op, self._bits(args[0]), self._bits(args[1]))
        return _binary_node(op, self._bits(args[0]), self._bits(args[1]))

    def _array_node(self, term: Term) -> Any:
        op = term.op
        args = term.args
        context = self.context
        if op == SYMBOL:
            index_sort = z3.BitVecSort(INDEX_WIDTH, context)
            return z3.Array(f"array{term.serial}", index_sort, z3.BitVecSort(8, context))
        if op == TABLE:
            return self._table(term)
        if op == STORE:
            return z3.Store(self._translated[args[0]], self._bits(args[1]), self._bits(args[2]))
        if args[0].op == SYMBOL and args[1].op == CONST:
            return z3.BitVec(f"byte{term.serial}", 8, context)
        if args[0].op == TABLE:
            return self._bits(self._lowered[term])
        return z3.Select(self._translated[args[0]], self._bits(args[1]))

    def _table(self, table: Term) -> Any:
        assert table.info is not None and table.info.data is not None
        context = self.context
        fill = table.info.fill
        array = z3.K(z3.BitVecSort(INDEX_WIDTH, context), z3.BitVecVal(fill, 8, context))
        for offset, byte in enumerate(table.info.data):
            if byte != fill:
                index = z3.BitVecVal(offset, INDEX_WIDTH, context)
                array = z3.Store(array, index, z3.BitVecVal(byte, 8, context))
        return array

    def _truth(self, term: Term) -> Any:
        found = self._translated[term]
        return found if _is_truth(term) else found == self._one

    def _bits(self, term: Term) -> Any:
        found = self._translated[term]
        return z3.If(found, self._one, self._zero) if _is_truth(term) else found


def _is_truth(term: Term) -> bool:
    """Whether the node is translated to a Boolean."""
    op = term.op
    if EQ <= op <= SLE or op == FORALL:
        return True
    if op == FLOAT:
        return float_operation(term.value).gives_truth
    return term.width == 1 and (AND <= op <= NOT or op == ITE or op == CONST)


def _truth_node(op: int, args: list[Any]) -> Any:
    if op == NOT:
        return z3.Not(args[0])
    if op == AND:
        return z3.And(args[0], args[1])
    if op == OR:
        return z3.Or(args[0], args[1])
    if op == XOR:
        return z3.Xor(args[0], args[1])
    return args[0] == args[1]


def _comparison(op: int, a: Any, b: Any) -> Any:
    if op == EQ:
        return a == b
    if op == ULT:
        return z3.ULT(a, b)
    if op == ULE:
        return z3.ULE(a, b)
    return a < b if op == SLT else a <= b


def _binary_node(op: int, a: Any, b: Any) -> Any:
    if op == ADD:
        return a + b
    if op == SUB:
        return a - b
    if op == MUL:
        return a * b
    if op == UDIV:
        return z3.UDiv(a, b)
    if op == SDIV:
        return a / b
    if op == UREM:
        return z3.URem(a, b)
    if op == SREM:
        return z3.SRem(a, b)
    if op == SHL:
        return a << b
    if op == LSHR:
        return z3.LShR(a, b)
    if op == ASHR:
        return a >> b
    if op == AND:
        return a & b
    if op == OR:
        return a | b
    if op == XOR:
        return a ^ b
    assert op == CONCAT, f"no translation of {OP_NAMES[op]}"
    return z3.Concat(a, b)
