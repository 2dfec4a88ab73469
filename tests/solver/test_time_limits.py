"""No query outlives its deadline, and Ctrl-C reaches the caller."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import pytest

from albers.expr import arith, arrays, bits, compare
from albers.expr.term import Term, const, symbol
from albers.solver.answer import SAT, UNKNOWN
from albers.solver.backends import make_backend
from albers.solver.deadline import Deadline
from albers.solver.heavy_queries import HeavyQueries
from albers.solver.statistics import SolverStatistics
from albers.solver.worker import WorkerBackend

TOLERANCE = 0.8  # for machines under load; 0.05 measured on an idle one
BACKENDS = pytest.mark.parametrize("name", ["bitwuzla", "z3"])


def word(array: Term, start: int, size: int) -> Term:
    return arith.from_bytes([arrays.byte_of(array, start + k) for k in range(size)])


def hard_query() -> list[Term]:
    """A quotient and a remainder that contradict each other: far beyond any solver's patience, but a small circuit."""
    array = symbol("hard", 16)
    a, b, q, r = (word(array, 4 * k, 4) for k in range(4))
    return [
        compare.eq(a, arith.add(arith.mul(q, b), r)),
        compare.ult(r, b),
        compare.ult(q, const(32, 1 << 15)),
        compare.ult(b, const(32, 1 << 15)),
        compare.ne(arith.udiv(a, b), q),
    ]


def big_query() -> list[Term]:
    """So many divisions that turning them into a circuit takes many seconds."""
    array = symbol("big", 8)
    x, y = word(array, 0, 4), word(array, 4, 4)
    for k in range(1500):
        x = bits.xor(arith.udiv(x, bits.xor(x, y)), const(32, 12345 + k))
    return [compare.eq(x, const(32, 77))]


def easy_query() -> list[Term]:
    return [compare.eq(word(symbol("easy", 4), 0, 4), const(32, 1234567))]


@BACKENDS
def test_a_hard_query_is_given_up_at_the_deadline(name: str) -> None:
    backend = make_backend(name)
    started = time.monotonic()
    assert backend.check(hard_query(), Deadline.after(0.8)).answer is UNKNOWN
    assert time.monotonic() - started < 0.8 + TOLERANCE
    assert backend.check(easy_query(), Deadline.after(5)).answer is SAT


def test_a_query_after_the_deadline_is_not_started() -> None:
    assert make_backend("bitwuzla").check(easy_query(), Deadline.after(-1)).answer is UNKNOWN


def test_a_query_too_big_to_interrupt_is_killed_at_the_deadline() -> None:
    statistics = SolverStatistics()
    backend = HeavyQueries(make_backend("bitwuzla"), WorkerBackend("bitwuzla", statistics), statistics)
    try:
        query = big_query()
        started = time.monotonic()
        assert backend.check(query, Deadline.after(1.0)).answer is UNKNOWN
        assert time.monotonic() - started < 1.0 + TOLERANCE
        assert statistics.heavy == 1 and statistics.lost_workers == 1
        assert backend.check(easy_query(), Deadline.after(5)).answer is SAT
    finally:
        backend.close()


def test_cancelling_stops_the_query_being_solved() -> None:
    deadline = Deadline.never()

    def cancel(_signal: int, _frame: FrameType | None) -> None:
        deadline.cancel()

    started = time.monotonic()
    with alarm(0.3, cancel):
        assert make_backend("bitwuzla").check(hard_query(), deadline).answer is UNKNOWN
    assert time.monotonic() - started < 0.3 + TOLERANCE


def test_an_interrupt_during_a_query_of_bitwuzla_reaches_the_caller() -> None:
    backend = make_backend("bitwuzla")
    with alarm(0.3, interrupt), pytest.raises(KeyboardInterrupt):
        backend.check(hard_query(), Deadline.after(10))
    assert backend.check(easy_query(), Deadline.after(5)).answer is SAT


def test_an_interrupt_while_a_worker_solves_reaches_the_caller() -> None:
    statistics = SolverStatistics()
    backend = WorkerBackend("bitwuzla", statistics)
    try:
        with alarm(0.6, interrupt), pytest.raises(KeyboardInterrupt):
            backend.check(big_query(), Deadline.after(10))
        assert backend.check(easy_query(), Deadline.after(5)).answer is SAT
    finally:
        backend.close()


def test_an_interrupt_during_a_query_of_z3_reaches_the_caller() -> None:
    """Z3 catches SIGINT itself while it searches. The signals go to a process of their own: one may come late."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    child = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED_QUERY], env=environment, stdout=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "asking\n"
    try:
        for _ in range(5):
            time.sleep(0.5)
            child.send_signal(signal.SIGINT)
            with contextlib.suppress(subprocess.TimeoutExpired):  # a second signal would hit the handling of the first
                child.wait(timeout=20)
                break
        assert child.stdout.read() == "interrupted\n"
    finally:
        child.kill()
        child.wait()


INTERRUPTED_QUERY = """
import os
import signal
from tests.solver.test_time_limits import hard_query
from albers.solver.backends import make_backend
from albers.solver.deadline import Deadline

# Whoever runs the tests in the background may have them ignore the signal.
signal.signal(signal.SIGINT, signal.default_int_handler)
backend, query = make_backend("z3"), hard_query()
print("asking", flush=True)
try:
    for _ in range(20):  # a signal may come between two searches
        backend.check(query, Deadline.after(30))
except KeyboardInterrupt:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    print("interrupted", flush=True)
os._exit(0)
"""


def interrupt(_signal: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


@contextmanager
def alarm(seconds: float, handler: object) -> Iterator[None]:
    """Calls the handler in the main thread after a while, as Ctrl-C would."""
    before = signal.signal(signal.SIGALRM, handler)  # type: ignore[arg-type]
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
