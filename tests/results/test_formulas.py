"""Path conditions as SMT-LIB and KQuery: an independent solver reads the one, a small reader the other."""

from __future__ import annotations

import re

import z3
from hypothesis import given, settings
from hypothesis import strategies as st

from albers.expr.arith import add, from_bytes, mul
from albers.expr.arrays import byte_of, select, store
from albers.expr.bits import ite, not_, zext
from albers.expr.compare import eq, slt, ult
from albers.expr.evaluate import Assignment, evaluate
from albers.expr.quantified import bound_variable, forall
from albers.expr.term import Term, const, symbol
from albers.results.formulas import kquery, smtlib


def condition(array: Term, kind: int, number: int) -> Term:
    """One of several shapes, with shared parts, array writes and quantifiers among them."""
    word = from_bytes([byte_of(array, i) for i in range(4)])
    if kind == 0:
        return ult(mul(word, word), const(32, number))
    if kind == 1:
        return slt(add(word, const(32, number)), word)
    if kind == 2:
        index = zext(byte_of(array, 0), 32)
        return eq(select(store(array, index, const(8, number & 255)), const(32, 2)), const(8, 7))
    if kind == 3:
        i = bound_variable(32)
        return forall(zext(byte_of(array, 3), 32), 4, eq(select(array, i), const(8, number & 255)))
    return not_(eq(ite(ult(word, const(32, number)), byte_of(array, 1), byte_of(array, 2)), const(8, 1)))


@settings(max_examples=60, deadline=None)
@given(kind=st.integers(0, 4), number=st.integers(0, 2**32 - 1), data=st.binary(min_size=6, max_size=6))
def test_smtlib_means_what_the_term_means(kind: int, number: int, data: bytes) -> None:
    array = symbol("input", 6)
    term = condition(array, kind, number)
    expected = evaluate(term, Assignment({byte_of(array, i): byte for i, byte in enumerate(data)})) != 0
    solver = z3.Solver()
    solver.from_string(smtlib([term]))
    named = z3.Array("input", z3.BitVecSort(32), z3.BitVecSort(8))
    for i, byte in enumerate(data):
        solver.add(named[i] == byte)
    # Bytes behind the input's end are never looked at by a program, but are free for the solver.
    assert (solver.check() == z3.sat) == expected


def test_kquery_defines_every_label_before_it_is_used() -> None:
    array = symbol("select", 6)
    text = kquery([condition(array, kind, 77) for kind in range(5)])
    assert text.startswith("array _select[6] : w32 -> w8 = symbolic\n(query [")
    assert text.count("(") == text.count(")") and text.count("[") == text.count("]")
    defined: set[str] = set()
    for label, colon in re.findall(r"\b([NU]\d+)(:?)", text):
        if colon:
            assert label not in defined
            defined.add(label)
        else:
            assert label in defined
