"""A small program explored by hand: what the engine does to the solver, without an engine."""

from __future__ import annotations

from random import Random

from albers.expr import arith, arrays, bits, compare
from albers.expr.evaluate import Assignment, evaluate
from albers.expr.term import Term, const, symbol
from albers.solver.answer import Answer
from albers.solver.chain import Solver
from albers.solver.deadline import Deadline
from albers.solver.path_condition import EMPTY, PathCondition

NEVER = Deadline.never()


def branch_conditions(rng: Random, size: int, count: int) -> list[Term]:
    """The conditions a program over `size` unknown bytes branches on, one after the other."""
    array = symbol("in", size)
    raw = [arrays.byte_of(array, i) for i in range(size)]
    wide = [bits.zext(byte, 32) for byte in raw]
    conditions: list[Term] = []
    total = const(32, 0)
    for step in range(count):
        a, b = rng.choice(wide), rng.choice(wide)
        kind = rng.randrange(7)
        if kind == 0:
            condition = compare.eq(a, const(32, rng.randrange(32, 127)))
        elif kind == 1:
            condition = compare.slt(arith.add(a, b), const(32, rng.randrange(10, 400)))
        elif kind == 2:
            total = arith.add(total, a)
            condition = compare.ult(total, const(32, rng.randrange(1, 150 * (step + 1))))
        elif kind == 3:
            condition = compare.ult(arith.mul(a, b), const(32, rng.randrange(1, 60000)))
        elif kind == 4:
            condition = compare.ult(arrays.select(array, bits.and_(a, const(32, 7))), rng.choice(raw))
        elif kind == 5:
            condition = bits.or_(compare.ult(a, b), compare.eq(b, const(32, 5)))
        else:
            condition = compare.eq(arith.urem(a, const(32, rng.randrange(3, 20))), const(32, 1))
        conditions.append(condition)
    return conditions


def explore(
    solver: Solver, conditions: list[Term], budget: int, rng: Random
) -> list[tuple[Answer, dict[Term, int] | None]]:
    """Takes both sides of every branch where possible; the answers and the witnesses found, in order."""
    states: list[tuple[int, PathCondition, Assignment]] = [(0, EMPTY, Assignment({}))]
    log: list[tuple[Answer, dict[Term, int] | None]] = []
    while states and len(log) < budget:
        depth, path, witness = states.pop(len(states) - 1 if rng.random() < 0.8 else rng.randrange(len(states)))
        if depth == len(conditions):
            continue
        taken = conditions[depth]
        if not evaluate(taken, witness):
            taken = bits.not_(taken)
        outcome = solver.find(path, witness, bits.not_(taken), NEVER)
        log.append((outcome.answer, None if outcome.witness is None else outcome.witness.values))
        states.append((depth + 1, path.extended(taken), witness))
        if outcome.witness is not None:
            forked = path.extended(bits.not_(taken))
            assert all(evaluate(each, outcome.witness) for each in forked.constraints())
            states.append((depth + 1, forked, outcome.witness))
    return log
