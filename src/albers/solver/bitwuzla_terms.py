"""Terms as Bitwuzla terms, each translated once.

A truth value is a Bitwuzla Boolean where the operator makes one and a bit-vector of width 1 elsewhere; the two are
converted where they meet. The translation of a term never depends on the query it occurs in:

- an unknown byte at a constant index is a variable of its own;
- a read of a table, or of a symbol of at most 256 bytes, at an unknown index is a tree of choices (`lookup_tree`);
- a read of a larger symbol, or beyond the end of a small one, uses the theory of arrays; queries that contain such
  reads add `ties`, which equate the byte variables with the array's elements;
- writes before a read become comparisons of indices; a longer chain of writes becomes a theory array of nine bits, the
  ninth telling whether anything was written, so that what lies below the writes stays out of the array.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

import bitwuzla
from bitwuzla import Kind

from albers.expr.arrays import byte_of, root_of
from albers.expr.float_operations import float_operation
from albers.expr.term import (
    ADD,
    AND,
    ASHR,
    CONCAT,
    CONST,
    EQ,
    EXTRACT,
    FLOAT,
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
    UDIV,
    ULE,
    ULT,
    UREM,
    XOR,
    ZEXT,
    Term,
    any_floats,
)
from albers.solver.bitwuzla_floats import BitwuzlaFloats
from albers.solver.links import ALL_LINKS, FLATTEN, TABLES
from albers.solver.lookup_tree import choose, table_read
from albers.solver.value_bounds import upper_bound

_TREE_SYMBOL_SIZE: Final = 256
_COMPARED_WRITES: Final = 64

_BIT_VECTOR_KINDS: Final[dict[int, Any]] = {
    ADD: Kind.BV_ADD,
    SUB: Kind.BV_SUB,
    MUL: Kind.BV_MUL,
    UDIV: Kind.BV_UDIV,
    SDIV: Kind.BV_SDIV,
    UREM: Kind.BV_UREM,
    SREM: Kind.BV_SREM,
    SHL: Kind.BV_SHL,
    LSHR: Kind.BV_SHR,
    ASHR: Kind.BV_ASHR,
    AND: Kind.BV_AND,
    OR: Kind.BV_OR,
    XOR: Kind.BV_XOR,
    NOT: Kind.BV_NOT,
    CONCAT: Kind.BV_CONCAT,
}
_COMPARISON_KINDS: Final[dict[int, Any]] = {
    EQ: Kind.EQUAL,
    ULT: Kind.BV_ULT,
    ULE: Kind.BV_ULE,
    SLT: Kind.BV_SLT,
    SLE: Kind.BV_SLE,
}
_TRUTH_KINDS: Final[dict[int, Any]] = {
    EQ: Kind.EQUAL,
    AND: Kind.AND,
    OR: Kind.OR,
    XOR: Kind.XOR,
    NOT: Kind.NOT,
}


class Read:
    """Where a read of a symbol at an unknown index ends up: Bitwuzla's terms for the index and the byte there."""

    def __init__(self, symbol: Term, index: Any, byte: Any) -> None:
        self.symbol = symbol
        self.index = index
        self.byte = byte


# A term freed after its manager brings the process down, and the garbage collector takes cycles apart in any order. So
# managers stay: without terms, one is a few kilobytes.
_managers: Final[list[Any]] = []


class BitwuzlaTerms:
    """Translates terms; owns Bitwuzla's term manager and everything translated.

    Without the link `flatten` a symbol is always an array of the theory; without `tables`, so is a table.
    """

    def __init__(self, links: frozenset[str] = ALL_LINKS) -> None:
        self._flattens = FLATTEN in links
        self._grows_trees = TABLES in links
        self.manager: Any = bitwuzla.TermManager()
        _managers.append(self.manager)
        self.reads: dict[Term, Read] = {}  # the translated reads of symbols at unknown indices
        self._translated: dict[Term, Any] = {}
        self._floats = BitwuzlaFloats(self.manager)
        self._with_definitions: dict[Term, Any] = {}
        self._base_reads: dict[tuple[Term, Term], Any] = {}
        self._arrays: dict[Term, Any] = {}
        self._lowered: dict[tuple[Term, Term], Term] = {}
        self._sorts: dict[int, Any] = {}
        self._byte_sort: Any = self._sort(8)
        self._array_sort: Any = self.manager.mk_array_sort(self._sort(INDEX_WIDTH), self._byte_sort)
        self._one: Any = self.manager.mk_bv_value(self._sort(1), 1)
        self._zero: Any = self.manager.mk_bv_value(self._sort(1), 0)
        flagged = self._sort(9)
        flagged_array = self.manager.mk_array_sort(self._sort(INDEX_WIDTH), flagged)
        self._nothing_written: Any = self.manager.mk_const_array(flagged_array, self.manager.mk_bv_value(flagged, 0))

    def __len__(self) -> int:
        return len(self._translated)

    def formula(self, constraint: Term) -> Any:
        """A term of width 1 as a Bitwuzla Boolean, with the definitions of the floats in it."""
        if constraint not in self._translated:
            self._translate(constraint)
        if not any_floats():
            return self._truth(constraint)
        found = self._with_definitions.get(constraint)
        if found is None:
            found = self._truth(constraint)
            definitions = self._floats.definitions(constraint)
            if definitions:
                found = self._term(Kind.AND, [found, *definitions])
            self._with_definitions[constraint] = found
        return found

    def variable(self, leaf: Term) -> Any | None:
        """The variable of an unknown byte, if anything translated depends on it."""
        return self._translated.get(leaf)

    def ties(self, leaves: Sequence[Term]) -> list[Any]:
        """What a query with these leaves must add: elements of theory arrays equal the variables of the same bytes."""
        ties: list[Any] = []
        if not self._flattens:
            return ties  # there are no variables of bytes
        read_anywhere = {leaf for leaf in leaves if leaf.op == SYMBOL and leaf in self._arrays}
        if not read_anywhere:
            return ties
        for leaf in leaves:
            if leaf.op != SELECT or leaf.args[0] not in read_anywhere:
                continue
            symbol = leaf.args[0]
            offset = leaf.args[1].value
            if not is_small(symbol) or offset >= _size(symbol):
                ties.append(self._tie(leaf))
        return ties

    def _tie(self, leaf: Term) -> Any:
        symbol, index = leaf.args
        element = self._term(Kind.ARRAY_SELECT, [self._arrays[symbol], self._constant(INDEX_WIDTH, index.value)])
        return self._term(Kind.EQUAL, [self._byte(leaf), element])

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

    def _needs(self, term: Term) -> Iterable[Term]:
        """What must be translated before a node."""
        if term.op == STORE:
            array, index, value = term.args
            return (index, value, array) if array.op == STORE else (index, value)
        if term.op != SELECT:
            return term.args
        array, index = term.args
        if array.op == SYMBOL and index.op == CONST:
            return ()
        needs = [index]
        writes = _writes(array)
        if len(writes) > _COMPARED_WRITES:
            needs.append(array)
        else:
            for write in writes:
                needs.append(write.args[1])
                needs.append(write.args[2])
        lowered = self._tree_of(root_of(array), index)
        if lowered is not None:
            needs.append(lowered)
        return needs

    def _node(self, term: Term) -> Any:
        op = term.op
        args = term.args
        if op == CONST:
            if term.width == 1:
                return self.manager.mk_true() if term.value else self.manager.mk_false()
            return self._constant(int(term.width), term.value)
        if op == SELECT:
            return self._read(term)
        if op == STORE:
            below = self._translated[args[0]] if args[0].op == STORE else self._nothing_written
            written = self._term(Kind.BV_CONCAT, [self._one, self._bits(args[2])])
            return self._term(Kind.ARRAY_STORE, [below, self._bits(args[1]), written])
        if op == ITE:
            choice = self._truth(args[0])
            if term.width == 1:
                return self._term(Kind.ITE, [choice, self._truth(args[1]), self._truth(args[2])])
            return self._term(Kind.ITE, [choice, self._bits(args[1]), self._bits(args[2])])
        if op == EXTRACT:
            low = term.value
            return self._indexed(Kind.BV_EXTRACT, args[0], [low + int(term.width) - 1, low])
        if op == ZEXT:
            return self._indexed(Kind.BV_ZERO_EXTEND, args[0], [int(term.width - args[0].width)])
        if op == SEXT:
            return self._indexed(Kind.BV_SIGN_EXTEND, args[0], [int(term.width - args[0].width)])
        if op == FLOAT:
            return self._floats.node(term, [self._bits(arg) for arg in args])
        if args[0].width == 1 and op in _TRUTH_KINDS:
            return self._term(_TRUTH_KINDS[op], [self._truth(arg) for arg in args])
        kind = _COMPARISON_KINDS.get(op)
        if kind is None:
            kind = _BIT_VECTOR_KINDS.get(op)
        assert kind is not None, f"no translation of {OP_NAMES[op]}"
        return self._term(kind, [self._bits(arg) for arg in args])

    # Reads of arrays

    def _read(self, term: Term) -> Any:
        array, index = term.args
        if array.op == SYMBOL and index.op == CONST:
            if not self._flattens:
                return self._element(array, self._constant(INDEX_WIDTH, index.value))
            return self.manager.mk_const(self._byte_sort)
        root = root_of(array)
        below = self._base_read(root, index)
        if root.op == SYMBOL:
            self.reads[term] = Read(root, self._bits(index), below)
        writes = _writes(array)
        if len(writes) > _COMPARED_WRITES:
            found = self._term(Kind.ARRAY_SELECT, [self._translated[array], self._bits(index)])
            is_written = self._term(Kind.EQUAL, [self.manager.mk_term(Kind.BV_EXTRACT, [found], [8, 8]), self._one])
            byte = self.manager.mk_term(Kind.BV_EXTRACT, [found], [7, 0])
            return self._term(Kind.ITE, [is_written, byte, below])
        value = below
        for write in reversed(writes):
            hit = self._term(Kind.EQUAL, [self._bits(write.args[1]), self._bits(index)])
            value = self._term(Kind.ITE, [hit, self._bits(write.args[2]), value])
        return value

    def _base_read(self, root: Term, index: Term) -> Any:
        """The byte of a symbol or table at an index, before any write."""
        key = (root, index)
        found = self._base_reads.get(key)
        if found is not None:
            return found
        lowered = self._tree_of(root, index)
        if lowered is None:
            found = self._theory_read(root, index)
        else:
            found = self._bits(lowered)
            if root.op == SYMBOL and upper_bound(index) >= _size(root):
                inside = self._term(Kind.BV_ULT, [self._bits(index), self._constant(INDEX_WIDTH, _size(root))])
                found = self._term(Kind.ITE, [inside, found, self._theory_read(root, index)])
        self._base_reads[key] = found
        return found

    def _tree_of(self, root: Term, index: Term) -> Term | None:
        """The read as a term without arrays (for a symbol: right within its size), or None for the theory of arrays."""
        key = (root, index)
        lowered = self._lowered.get(key)
        if lowered is not None:
            return lowered
        if root.op != SYMBOL:
            if not self._grows_trees:
                return None
            lowered = table_read(root, index)
        elif self._flattens and is_small(root):
            symbol_bytes = [byte_of(root, i) for i in range(_size(root))]
            lowered = choose(symbol_bytes, index, symbol_bytes[0])
        else:
            return None
        self._lowered[key] = lowered
        return lowered

    def _theory_read(self, root: Term, index: Term) -> Any:
        return self._element(root, self._bits(index))

    def _element(self, root: Term, index: Any) -> Any:
        array = self._arrays.get(root)
        if array is None:
            array = self.manager.mk_const(self._array_sort) if root.op == SYMBOL else self._written_table(root)
            self._arrays[root] = array
        return self._term(Kind.ARRAY_SELECT, [array, index])

    def _written_table(self, table: Term) -> Any:
        assert table.info is not None and table.info.data is not None
        array = self.manager.mk_const_array(self._array_sort, self._constant(8, 0))
        for offset, byte in enumerate(table.info.data):
            if byte:
                written = [array, self._constant(INDEX_WIDTH, offset), self._constant(8, byte)]
                array = self._term(Kind.ARRAY_STORE, written)
        return array

    # Small steps

    def _byte(self, leaf: Term) -> Any:
        if leaf not in self._translated:
            self._translate(leaf)
        return self._translated[leaf]

    def _truth(self, term: Term) -> Any:
        found = self._translated[term]
        return found if _is_truth(term) else self._term(Kind.EQUAL, [found, self._one])

    def _bits(self, term: Term) -> Any:
        found = self._translated[term]
        return self._term(Kind.ITE, [found, self._one, self._zero]) if _is_truth(term) else found

    def _term(self, kind: Any, args: list[Any]) -> Any:
        return self.manager.mk_term(kind, args)

    def _indexed(self, kind: Any, arg: Term, indices: list[int]) -> Any:
        return self.manager.mk_term(kind, [self._bits(arg)], indices)

    def _constant(self, width: int, value: int) -> Any:
        return self.manager.mk_bv_value(self._sort(width), value)

    def _sort(self, width: int) -> Any:
        found = self._sorts.get(width)
        if found is None:
            found = self.manager.mk_bv_sort(width)
            self._sorts[width] = found
        return found


def _is_truth(term: Term) -> bool:
    """Whether the node is translated to a Boolean."""
    op = term.op
    if EQ <= op <= SLE:
        return True
    if op == FLOAT:
        return float_operation(term.value).gives_truth
    return term.width == 1 and (AND <= op <= NOT or op == ITE or op == CONST)


def _writes(array: Term) -> list[Term]:
    """The STORE nodes, newest first."""
    writes: list[Term] = []
    while array.op == STORE:
        writes.append(array)
        array = array.args[0]
    return writes


def _size(symbol: Term) -> int:
    assert symbol.info is not None
    return symbol.info.size


def is_small(symbol: Term) -> bool:
    return 0 < _size(symbol) <= _TREE_SYMBOL_SIZE
