"""A backend in a process of its own, which is killed at the deadline.

Bitwuzla looks at the clock while it searches but not while it turns a big query into a circuit, which can take minutes.
Killing a process always works. The process ends by itself when its parent is gone or its time is up.
"""

from __future__ import annotations

import contextlib
import math
import os
import select
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Sequence
from typing import Final

from albers.expr.term import Term
from albers.solver.answer import UNKNOWN, Result
from albers.solver.backend import Backend
from albers.solver.backends import make_backend
from albers.solver.deadline import Deadline
from albers.solver.links import ALL_LINKS
from albers.solver.statistics import SolverStatistics
from albers.solver.wire import Receiver, Sender

_LENGTH: Final = struct.Struct("<Q")
_START: Final = (
    "import sys; sys.path[:] = {path!r}; from albers.solver.worker import serve; serve({backend!r}, {links!r})"
)
# How often a wait looks whether the deadline was cancelled.
_LOOK_UP: Final = 0.05
# A worker is replaced when it has been told this many nodes.
_NODES: Final = 2_000_000
# The worker ends itself this long after the deadline, in case nobody is left to kill it.
_GRACE: Final = 2.0


class WorkerLost(Exception):
    """The process ended without a reply."""


class WorkerBackend(Backend):
    """Starts the process at the first query and again after it was killed."""

    def __init__(self, backend: str, statistics: SolverStatistics, links: frozenset[str] = ALL_LINKS) -> None:
        self._backend = backend
        self._links = links
        self._statistics = statistics
        self._process: subprocess.Popen[bytes] | None = None
        self._sender = Sender()

    def check(self, constraints: Sequence[Term], deadline: Deadline) -> Result:
        if deadline.expired():
            return Result(UNKNOWN)
        if len(self._sender) > _NODES:
            self.close()
        process = self._process
        if process is None:
            process = self._start()
        answered = False
        try:
            _write(process, self._sender.query(constraints, deadline.remaining()))
            message = _read(process, deadline)
            answered = True
        except (WorkerLost, BrokenPipeError):
            self._statistics.lost_workers += 1
            return Result(UNKNOWN)
        finally:
            # Also on Ctrl-C: a reply that comes later must not be taken for the reply to another query.
            if not answered:
                self.close()
        return self._sender.result(message, constraints)

    def close(self) -> None:
        process = self._process
        if process is None:
            return
        self._process = None
        self._sender = Sender()
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            assert pipe is not None
            with contextlib.suppress(BrokenPipeError):
                pipe.close()

    def _start(self) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-c", _START.format(path=sys.path, backend=self._backend, links=sorted(self._links))]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._process = process
        return process


def _write(process: subprocess.Popen[bytes], message: bytes) -> None:
    assert process.stdin is not None
    process.stdin.write(_LENGTH.pack(len(message)) + message)
    process.stdin.flush()


def _read(process: subprocess.Popen[bytes], deadline: Deadline) -> bytes:
    assert process.stdout is not None
    pipe = process.stdout.fileno()
    received = bytearray()
    wanted = _LENGTH.size
    while len(received) < wanted:
        ready, _, _ = select.select([pipe], [], [], min(_LOOK_UP, deadline.remaining()))
        if not ready:
            if deadline.expired():
                raise WorkerLost
            continue
        chunk = os.read(pipe, 1 << 20)
        if not chunk:
            raise WorkerLost
        received += chunk
        if len(received) >= _LENGTH.size:
            (length,) = _LENGTH.unpack_from(received)
            wanted = _LENGTH.size + length
    return bytes(received[_LENGTH.size :])


def serve(backend: str, links: list[str]) -> None:
    """The worker's life: answer queries from standard input on standard output until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides
    signal.signal(signal.SIGALRM, signal.SIG_DFL)  # kills even while the solver does not look at the clock
    solver = make_backend(backend, frozenset(links))
    receiver = Receiver()
    source = sys.stdin.buffer
    sink = sys.stdout.buffer
    while True:
        header = source.read(_LENGTH.size)
        if len(header) < _LENGTH.size:
            return
        (length,) = _LENGTH.unpack(header)
        seconds, constraints = receiver.query(source.read(length))
        deadline = Deadline.never()
        if not math.isinf(seconds):
            deadline = Deadline(time.monotonic() + seconds)
            signal.setitimer(signal.ITIMER_REAL, seconds + _GRACE)
        message = receiver.result(solver.check(constraints, deadline), constraints)
        signal.setitimer(signal.ITIMER_REAL, 0)
        sink.write(_LENGTH.pack(len(message)) + message)
        sink.flush()
