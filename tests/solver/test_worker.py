"""A solver in another process answers as the one in this process does."""

from __future__ import annotations

from random import Random

import pytest

from albers.expr import arith, arrays, bits, compare
from albers.expr.evaluate import Assignment
from albers.expr.term import CONST, Term, const, symbol
from albers.solver.answer import SAT, UNKNOWN, UNSAT, Result, first_violated
from albers.solver.backends import make_backend
from albers.solver.deadline import Deadline
from albers.solver.gates import joint_size
from albers.solver.heavy_queries import HeavyQueries
from albers.solver.statistics import SolverStatistics
from albers.solver.wire import Receiver, Sender
from albers.solver.worker import WorkerBackend
from tests.solver.random_terms import RandomTerms

LONG = Deadline.after(100_000)


def random_query(rng: Random) -> list[Term]:
    terms = RandomTerms(rng, rng.choice([2, 300]), free_index=True)
    constraints = [terms.truth(3)[rng.randint(0, 1)] for _ in range(3)]
    return [each for each in constraints if each.op != CONST]


@pytest.mark.parametrize("name", ["bitwuzla", "z3"])
def test_the_worker_answers_as_the_backend_in_this_process(name: str) -> None:
    worker = WorkerBackend(name, SolverStatistics())
    here = make_backend("bitwuzla")
    try:
        for seed in range(60):
            query = random_query(Random(seed))
            if not query:
                continue
            there = worker.check(query, LONG)
            assert there.answer is here.check(query, LONG).answer
            if there.model is not None:
                assert first_violated(query, Assignment(there.model)) is None
            if there.core is not None:
                assert here.check(there.core, LONG).answer is UNSAT
    finally:
        worker.close()


def test_a_message_carries_only_what_the_other_side_has_not_seen() -> None:
    sender, receiver = Sender(), Receiver()
    byte = arrays.byte_of(symbol("a", 4), 0)
    total = byte
    for _ in range(500):
        total = arith.mul(total, byte)
    first = compare.ult(total, const(8, 9))
    second = compare.ult(const(8, 3), total)
    assert len(sender.query([first], 1.0)) > 5000
    message = sender.query([first, second], 1.0)
    assert len(message) < 500
    del sender, receiver


def test_a_query_arrives_as_the_same_nodes() -> None:
    query = random_query(Random(3))
    sender, receiver = Sender(), Receiver()
    seconds, arrived = receiver.query(sender.query(query, float("inf")))
    assert seconds == float("inf")
    assert [repr(each) for each in arrived] == [repr(each) for each in query]
    core = receiver.result(Result(UNSAT, None, (arrived[-1],)), arrived)
    assert sender.result(core, query).core == (query[-1],)


def test_a_worker_that_dies_is_no_answer_and_is_replaced() -> None:
    statistics = SolverStatistics()
    worker = WorkerBackend("bitwuzla", statistics)
    query = [compare.eq(arrays.byte_of(symbol("a", 1), 0), const(8, 7))]
    try:
        assert worker.check(query, LONG).answer is SAT
        assert worker._process is not None
        worker._process.kill()
        worker._process.wait()
        assert worker.check(query, LONG).answer is UNKNOWN
        assert statistics.lost_workers == 1
        assert worker.check(query, LONG).answer is SAT
    finally:
        worker.close()


def test_only_big_queries_leave_the_process() -> None:
    statistics = SolverStatistics()
    nobody = WorkerBackend("bitwuzla", statistics)
    backend = HeavyQueries(make_backend("bitwuzla"), nobody, statistics)
    array = symbol("a", 8)
    word = arith.from_bytes([arrays.byte_of(array, i) for i in range(4)])
    small = [compare.eq(arith.mul(word, word), const(32, 49))]
    assert backend.check(small, LONG).answer is SAT
    assert statistics.heavy == 0 and nobody._process is None


def test_shared_parts_of_a_query_are_weighed_once() -> None:
    array = symbol("a", 8)
    word = arith.from_bytes([arrays.byte_of(array, i) for i in range(4)])
    product = arith.mul(word, bits.xor(word, const(32, 5)))
    one = joint_size([compare.ult(product, const(32, 9))])
    many = joint_size([compare.ult(product, const(32, 9 + i)) for i in range(10)])
    assert one.gates > 7000 and many.gates < 2 * one.gates
    assert many.nodes == one.nodes + 2 * 9
