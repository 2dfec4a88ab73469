"""Both solvers compute with floats what `evaluate` computes: no input tells them apart."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from albers.expr import float_terms as f
from albers.expr.bits import not_
from albers.expr.compare import eq
from albers.expr.evaluate import Assignment, evaluate
from albers.expr.float_compare import EQUAL, GREATER, LESS, PREDICATES
from albers.expr.float_format import (
    DOUBLE,
    FLOAT,
    HALF,
    RDN,
    RNA,
    RNE,
    RTZ,
    RUP,
    X86_FP80,
    FloatFormat,
)
from albers.expr.float_operations import F_ADD, F_DIV, F_FMA, F_MUL, F_ROUND, F_SQRT, F_SUB
from albers.expr.term import Term, const
from albers.solver.answer import SAT, UNSAT, first_violated
from albers.solver.backend import Backend
from albers.solver.backends import make_backend
from albers.solver.deadline import Deadline
from albers.solver.wire import Receiver, Sender
from tests.expr.test_float_terms import Unknown, patterns

NEVER = Deadline.never()
BITWUZLA = make_backend("bitwuzla")
Z3 = make_backend("z3")
BACKENDS = pytest.mark.parametrize("backend", [BITWUZLA, Z3], ids=["bitwuzla", "z3"])
MODES = (RNE, RTZ, RUP, RDN, RNA)

randoms = st.randoms(use_true_random=False)

Builder = Callable[[FloatFormat, Term, Term, Random], Term]

BUILDERS: dict[str, Builder] = {
    "add": lambda fmt, a, b, rng: f.computed(F_ADD, fmt, [a, b], rng.choice(MODES)),
    "sub": lambda fmt, a, b, rng: f.computed(F_SUB, fmt, [a, b], rng.choice(MODES)),
    "mul": lambda fmt, a, b, rng: f.computed(F_MUL, fmt, [a, b], rng.choice(MODES)),
    "div": lambda fmt, a, b, rng: f.computed(F_DIV, fmt, [a, b], rng.choice(MODES)),
    "fma": lambda fmt, a, b, rng: f.computed(F_FMA, fmt, [a, b, a], rng.choice(MODES)),
    "sqrt": lambda fmt, a, b, rng: f.computed(F_SQRT, fmt, [a], rng.choice(MODES)),
    "round": lambda fmt, a, b, rng: f.computed(F_ROUND, fmt, [a], rng.choice(MODES)),
    "convert": lambda fmt, a, b, rng: f.converted(fmt, rng.choice((HALF, FLOAT, DOUBLE)), a, rng.choice(MODES)),
    "to signed": lambda fmt, a, b, rng: f.to_integer(fmt, a, rng.choice((1, 8, 32)), True),
    "to unsigned": lambda fmt, a, b, rng: f.to_integer(fmt, a, rng.choice((1, 8, 32)), False),
    "from signed": lambda fmt, a, b, rng: f.from_integer(fmt, a, True, rng.choice(MODES)),
    "from unsigned": lambda fmt, a, b, rng: f.from_integer(fmt, a, False, rng.choice(MODES)),
    "compare": lambda fmt, a, b, rng: f.compared(
        fmt, rng.choice(sorted(PREDICATES.values())), f.computed(F_ADD, fmt, [a, b]), b
    ),
    "chain": lambda fmt, a, b, rng: f.computed(F_SUB, fmt, [f.computed(F_ADD, fmt, [a, b]), b]),
}


def assert_has_this_value_only(backend: Backend, name: str, fmt: FloatFormat, rng: Random) -> None:
    a, b = Unknown(fmt.width), Unknown(fmt.width)
    x, y = patterns(fmt, rng), patterns(fmt, rng)
    term = BUILDERS[name](fmt, a.term, b.term, rng)
    value = evaluate(term, Assignment(a.as_(x) | b.as_(y)))
    operands = [eq(a.term, const(fmt.width, x)), eq(b.term, const(fmt.width, y))]
    is_value = eq(term, const(term.width, value))
    assert backend.check([*operands, is_value], NEVER).answer is SAT
    assert backend.check([*operands, not_(is_value)], NEVER).answer is UNSAT


@pytest.mark.parametrize("name", BUILDERS)
@settings(max_examples=6, deadline=None)
@given(randoms)
def test_on_given_operands_bitwuzla_finds_the_value_and_no_other(name: str, rng: Random) -> None:
    assert_has_this_value_only(BITWUZLA, name, rng.choice((HALF, HALF, FLOAT, X86_FP80)), rng)


@pytest.mark.parametrize("name", ["add", "mul", "convert", "to signed", "from unsigned", "compare"])
@settings(max_examples=2, deadline=None)
@given(randoms)
def test_on_given_operands_z3_finds_the_value_and_no_other(name: str, rng: Random) -> None:
    assert_has_this_value_only(Z3, name, HALF, rng)


@BACKENDS
def test_a_solver_finds_operands(backend: Backend) -> None:
    a = Unknown(32)
    square = f.computed(F_MUL, FLOAT, [a.term, a.term])
    wanted = f.compared(FLOAT, EQUAL, square, const(32, 0x40100000))  # 2.25
    constraints = [wanted, f.compared(FLOAT, LESS, a.term, const(32, 0))]
    result = backend.check(constraints, NEVER)
    assert result.answer is SAT and result.model is not None
    assert first_violated(constraints, Assignment(result.model)) is None
    assert bytes(result.model[byte] for byte in a.bytes) == 0xBFC00000.to_bytes(4, "little")  # -1.5
    impossible = f.compared(FLOAT, GREATER, const(32, 0), square)
    assert backend.check([impossible], NEVER).answer is UNSAT


@BACKENDS
def test_the_bits_of_a_result_are_its_own(backend: Backend) -> None:
    """A result stored to memory and read back in parts is tied to the float it is."""
    a = Unknown(16)
    total = f.computed(F_ADD, HALF, [a.term, const(16, 0x3C00)])  # a + 1
    infinite = eq(total, const(16, HALF.infinity))
    finite = f.compared(HALF, LESS, a.term, const(16, HALF.infinity))
    largest = f.compared(HALF, LESS, const(16, 0), a.term)
    # Half precision cannot reach infinity by adding one.
    assert backend.check([infinite, finite, largest], NEVER).answer is UNSAT
    assert backend.check([infinite], NEVER).answer is SAT
    is_nan = f.is_nan(HALF, total)
    other_nan = not_(eq(total, const(16, HALF.default_nan)))
    assert backend.check([is_nan], NEVER).answer is SAT
    assert backend.check([is_nan, other_nan], NEVER).answer is UNSAT


def test_floats_travel_to_another_process() -> None:
    a = Unknown(32)
    term = f.compared(FLOAT, LESS, f.computed(F_ADD, FLOAT, [a.term, a.term], RUP), const(32, 0x3F800000))
    other = f.compared(FLOAT, LESS, f.computed(F_SUB, FLOAT, [a.term, a.term], RUP), const(32, 0x3F800000))
    _, received = Receiver().query(Sender().query([term, other], 1.0))
    assert [str(each) for each in received] == [str(term), str(other)]
