"""The files of tests: the first ones are created here, the many of a long run by a process beside the engine.

Files come into being in the order in which they are given, and all of them before `close` returns.
"""

from __future__ import annotations

import math
import os
import signal
import subprocess
import sys
import time
from typing import Final

from albers.results import file_writer
from albers.results.file_writer import framed, write_file
from albers.results.output_directory import OutputDirectory

#: Starting a process takes about as long as creating this many files.
_FEW: Final = 200
#: Handed over at once. Little enough that what is under way is written within a fraction of a second.
_BATCH_BYTES: Final = 1 << 15
#: A wait that says that the process cannot keep up.
_WAITING: Final = 0.002
#: What we know of the disk's speed is good for so long; then so many files are created for a trial.
_FRESH_SECONDS: Final = 1.0
_TRIALS: Final = 10
_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)


class TestFiles:
    """Creates files in the output directory. Every method may raise OSError."""

    __test__ = False  # not a test of ours

    def __init__(self, directory: OutputDirectory, few: int = _FEW) -> None:
        self._directory = directory
        self._left_to_us = few if sys.executable and _processors() > 1 else sys.maxsize
        self._process: subprocess.Popen[bytes] | None = None
        self._batch: list[bytes] = []
        self._batch_bytes = 0
        self._last_batch_at = 0.0
        self._learned_at = -math.inf
        self.seconds_per_file = 0.0

    def write(self, name: str, content: bytes) -> None:
        if self._process is None:
            if self._left_to_us > 0:
                self._left_to_us -= 1
                started = time.perf_counter()
                write_file(self._directory.file(name), content)
                self._learn(time.perf_counter() - started, 1)
                return
            self._process = self._started()
        frame = framed(os.fsencode(name), content)
        self._batch.append(frame)
        self._batch_bytes += len(frame)
        if self._batch_bytes >= _BATCH_BYTES:
            self.flush()

    def flush(self) -> None:
        """What was given so far is on its way."""
        process = self._process
        if process is None or not self._batch:
            return
        files = len(self._batch)
        data = memoryview(b"".join(self._batch))
        self._batch.clear()
        self._batch_bytes = 0
        assert process.stdin is not None
        started = time.perf_counter()
        # An exception of a signal handler must not leave half a file under way: signals wait.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
        try:
            while data:
                data = data[os.write(process.stdin.fileno(), data) :]
        except BrokenPipeError:
            self._end()  # says why it ended
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        self._learn_from_waiting(started, files)

    def _learn_from_waiting(self, started: float, files: int) -> None:
        """If handing over had to wait, the process is busy all the time: the time since the last batch is its work."""
        now = time.perf_counter()
        if now - started > _WAITING and self._last_batch_at:
            self._learn((now - self._last_batch_at) / files, files)
        self._last_batch_at = now

    def _learn(self, seconds: float, files: int) -> None:
        """A moving average over the last fifty files or so."""
        weight = 1.0 if self._learned_at == -math.inf else min(files / 50, 1.0)
        self.seconds_per_file += weight * (seconds - self.seconds_per_file)
        self._learned_at = time.perf_counter()

    def try_out(self) -> None:
        """Keeps `seconds_per_file` up to date when no test was written for a while, by files that do not stay."""
        started = time.perf_counter()
        if started - self._learned_at < _FRESH_SECONDS:
            return
        trials = [self._directory.file(f".trial{number}") for number in range(_TRIALS)]
        for path in trials:
            write_file(path, b"")
        self._learn((time.perf_counter() - started) / _TRIALS, _TRIALS)
        for path in trials:
            os.unlink(path)

    def close(self) -> None:
        """Everything given is written."""
        try:
            self.flush()
        finally:
            self._end()

    def _started(self) -> subprocess.Popen[bytes]:
        # In a session of its own, where Ctrl-C does not reach it.
        return subprocess.Popen(
            [sys.executable, "-I", "-S", file_writer.__file__, os.path.abspath(self._directory.path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )

    def _end(self) -> None:
        process = self._process
        if process is None:
            return
        self._process = None
        self._left_to_us = sys.maxsize
        assert process.stdin is not None and process.stderr is not None
        process.stdin.close()
        complaint = process.stderr.read().decode("utf-8", "replace").strip()
        process.stderr.close()
        if process.wait() != 0:
            raise OSError(complaint or f"the process that writes the tests ended with status {process.returncode}")


def _processors() -> int:
    """How many this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on macOS
        return os.cpu_count() or 1
