"""Both backends answer correctly, prove what they answer, and mean what `evaluate` means."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from albers.expr import arith, arrays, bits, compare
from albers.expr.evaluate import Assignment
from albers.expr.term import CONST, Term, const, symbol
from albers.solver.answer import SAT, UNSAT, Result, first_violated
from albers.solver.backend import Backend
from albers.solver.backends import make_backend
from albers.solver.bitwuzla_terms import BitwuzlaTerms
from albers.solver.deadline import Deadline
from tests.solver.random_terms import RandomTerms, differ, solutions

NEVER = Deadline.never()
# Long-lived on purpose: translations and solver states must not leak from one query into another.
BITWUZLA = make_backend("bitwuzla")
Z3 = make_backend("z3")
BACKENDS = pytest.mark.parametrize("backend", [BITWUZLA, Z3], ids=["bitwuzla", "z3"])

randoms = st.randoms(use_true_random=False)


def assert_proven(result: Result, constraints: list[Term]) -> None:
    if result.answer is SAT:
        assert result.model is not None
        assert first_violated(constraints, Assignment(result.model)) is None
    else:
        assert result.answer is UNSAT and result.model is None


@BACKENDS
@settings(max_examples=80, deadline=None)
@given(randoms)
def test_the_answer_agrees_with_trying_all_values(backend: Backend, rng: Random) -> None:
    terms = RandomTerms(rng)
    first, second = terms.bytes
    # Raw terms: nothing is simplified before the backend sees it.
    constraints = [terms.truth(3)[1] for _ in range(rng.randint(1, 3))]
    constraints.append(compare.ult(second, const(8, 3)))
    result = backend.check(constraints, NEVER)
    satisfiable = next(solutions(constraints, {second: range(3), first: range(256)}), None) is not None
    assert result.answer is (SAT if satisfiable else UNSAT)
    assert_proven(result, constraints)
    if result.core is not None:
        assert set(result.core) <= set(constraints)
        assert Z3.check(result.core, NEVER).answer is UNSAT


@BACKENDS
@settings(max_examples=100, deadline=None)
@given(randoms)
def test_no_value_tells_a_simplified_term_from_the_plain_operation(backend: Backend, rng: Random) -> None:
    pair = RandomTerms(rng).bits(rng.randint(1, 16), 3)
    assert backend.check([differ(pair)], NEVER).answer is UNSAT


@settings(max_examples=100, deadline=None)
@given(randoms, st.sampled_from([1, 3, 40, 256, 300]))
def test_the_backends_agree_on_reads_and_writes_far_beyond_the_ends_of_arrays(rng: Random, size: int) -> None:
    terms = RandomTerms(rng, size, free_index=True)
    constraints = [terms.truth(2)[rng.randint(0, 1)] for _ in range(rng.randint(1, 3))]
    constraints.append(compare.eq(terms.read(1)[0], const(8, rng.randrange(256))))
    constraints = [each for each in constraints if each.op != CONST]
    ours = BITWUZLA.check(constraints, NEVER)
    theirs = Z3.check(constraints, NEVER)
    assert ours.answer is theirs.answer
    assert_proven(ours, constraints)
    assert_proven(theirs, constraints)


@BACKENDS
@pytest.mark.parametrize("size", [4, 256, 257, 5000])
def test_a_byte_read_at_an_unknown_index_is_the_byte_at_that_index(backend: Backend, size: int) -> None:
    array = symbol("a", size)
    index = bits.zext(arith.from_bytes([arrays.byte_of(symbol("i", 2), k) for k in range(2)]), 32)
    read = arrays.select(array, index)
    for offset in (0, size - 1, size, size + 7):
        byte = arrays.byte_of(array, offset)
        here = compare.eq(index, const(32, offset))
        assert backend.check([here, compare.ne(read, byte)], NEVER).answer is UNSAT
        constraints = [here, compare.eq(read, const(8, 77))]
        result = backend.check(constraints, NEVER)
        assert_proven(result, constraints)
        assert result.model is not None and result.model[byte] == 77


@BACKENDS
@pytest.mark.parametrize("size", [6, 300])
@pytest.mark.parametrize("writes", [5, 70])
def test_a_chain_of_writes_reads_back_the_last_one(backend: Backend, size: int, writes: int) -> None:
    inputs = symbol("i", writes + 1)
    index = bits.zext(arrays.byte_of(inputs, writes), 32)
    array = original = symbol("a", size)
    for k in range(writes):
        array = arrays.store(array, bits.zext(arrays.byte_of(inputs, k), 32), const(8, k))
    read = arrays.select(array, index)
    missed = [compare.ne(arrays.byte_of(inputs, k), arrays.byte_of(inputs, writes)) for k in range(writes)]
    untouched = compare.eq(read, arrays.select(original, index))
    assert backend.check([*missed, bits.not_(untouched)], NEVER).answer is UNSAT
    hit = compare.eq(arrays.byte_of(inputs, 2), arrays.byte_of(inputs, writes))
    constraints = [*missed[:2], hit, *missed[3:]]
    assert backend.check([*constraints, compare.ne(read, const(8, 2))], NEVER).answer is UNSAT
    assert_proven(backend.check(constraints, NEVER), constraints)


@BACKENDS
def test_the_same_backend_answers_the_same_after_many_other_queries(backend: Backend) -> None:
    source = symbol("s", 8)
    word = arith.from_bytes([arrays.byte_of(source, k) for k in range(4)])
    product = arith.mul(word, word)
    sat = [compare.eq(product, const(32, 49)), compare.ult(word, const(32, 100))]
    unsat = [compare.eq(product, const(32, 2))]
    for round_ in range(60):
        noise = [compare.ult(arith.mul(word, const(32, 2 * round_ + 3)), const(32, 1000 + round_))]
        assert backend.check(noise, NEVER).answer is SAT
        assert_proven(backend.check(sat, NEVER), sat)
        assert backend.check(unsat, NEVER).answer is UNSAT


def test_a_term_of_a_hundred_thousand_levels_is_translated() -> None:
    byte = arrays.byte_of(symbol("d", 1), 0)
    term = byte
    for k in range(100_000):
        term = arith.udiv(term, const(8, 3)) if k % 2 else arith.mul(term, byte)
    terms = BitwuzlaTerms()
    terms.formula(compare.eq(term, const(8, 1)))
    assert len(terms) > 100_000
