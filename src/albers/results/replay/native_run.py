"""One test, run natively: the process's arguments, standard input and files rebuilt from the test's objects.

The program runs in a directory of its own that is removed afterwards, with a time limit; nothing else protects the
machine from it.
"""

from __future__ import annotations

import os
import resource
import shutil
import signal
import stat
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from albers.errors import UserError
from albers.options import WorldOptions
from albers.results.ktest import KTest

SECONDS: Final = 10.0

#: KLEE's flags among the recorded arguments, with the number of words that follow them.
_FLAGS: Final = {"--sym-arg": 1, "--sym-args": 3, "--sym-files": 2, "--sym-stdin": 1, "--sym-stdout": 0}
_STAT_MODE_OFFSET: Final = {"x86_64": 24, "x86": 16, "aarch64": 16, "arm": 16, "riscv64": 16}


@dataclass(frozen=True)
class NativeOutcome:
    """How the process ended: an exit code, a signal, or neither because its time was up."""

    exit_code: int | None
    signal: int | None
    output: bytes
    errors: str

    @property
    def timed_out(self) -> bool:
        return self.exit_code is None and self.signal is None

    @property
    def in_words(self) -> str:
        if self.signal is not None:
            return f"killed by {signal.Signals(self.signal).name}"
        return "out of time" if self.timed_out else f"exit code {self.exit_code}"


@dataclass(frozen=True)
class ProcessStart:
    """What a test says about the start of the process."""

    arguments: tuple[bytes, ...]
    stdin: bytes | None
    files: dict[str, bytes]
    modes: dict[str, int]  # of files, where the test has them


def process_start(test: KTest, architecture: str) -> ProcessStart:
    """The arguments, standard input and files of a test; they are not objects that the program asks for by klee.h."""
    waiting: dict[str, list[bytes]] = {}
    for each in test.objects:
        waiting.setdefault(each.name, []).append(each.data)
    arguments = _arguments(test.arguments, waiting)
    files: dict[str, bytes] = {}
    modes: dict[str, int] = {}
    for name, (data, *_) in waiting.items():
        if len(name) == 6 and name.endswith("_data"):
            files[name[0]] = _counted(data, waiting.get(f"{name[0]}_size"))
            mode = _mode(waiting.get(f"{name}_stat"), architecture)
            if mode is not None:
                modes[name[0]] = mode
    stdin = waiting.get("stdin")
    given = None if stdin is None else _counted(stdin[0], waiting.get("stdin_size"))
    return ProcessStart(tuple(arguments), given, files, modes)


def _arguments(words: Sequence[str], waiting: Mapping[str, list[bytes]]) -> list[bytes]:
    counts = iter(waiting.get("n_args", []))
    result: list[bytes] = []
    symbolic = 0
    position = 0
    while position < len(words):
        word = words[position]
        position += 1
        if word not in _FLAGS or not result:
            result.append(os.fsencode(word))
            continue
        values = [int(value) for value in words[position : position + _FLAGS[word]]]
        position += _FLAGS[word]
        number = 0
        if word == "--sym-arg":
            number = 1
        elif word == "--sym-args":
            number = values[0] if values[0] == values[1] else int.from_bytes(next(counts, b""), "little")
        for _ in range(number):
            data = waiting.get(f"arg{symbolic:02}", [b""])[0]
            result.append(data.split(b"\0")[0])
            symbolic += 1
    return result


def _counted(data: bytes, sizes: list[bytes] | None) -> bytes:
    return data if not sizes else data[: int.from_bytes(sizes[0], "little")]


def _mode(status: list[bytes] | None, architecture: str) -> int | None:
    offset = _STAT_MODE_OFFSET.get(architecture)
    if not status or offset is None:
        return None
    return int.from_bytes(status[0][offset : offset + 4], "little")


class NativeRunner:
    """Runs one executable on tests."""

    def __init__(
        self, executable: Path, world: WorldOptions, directory: str, architecture: str, seconds: float = SECONDS
    ) -> None:
        self._executable = executable
        self._world = world
        self._directory = directory
        self._architecture = architecture
        self._seconds = seconds

    def run(self, test: KTest, path: str, environment: Mapping[str, str] | None = None) -> NativeOutcome:
        """One run; `environment` is added to what the exploration gave the program."""
        start = process_start(test, self._architecture)
        with tempfile.TemporaryDirectory(prefix="albers-replay-") as scratch:
            self._place_files(Path(scratch), start)
            variables = dict(assignment.split("=", 1) for assignment in self._world.env)
            variables |= {"KTEST_FILE": os.path.abspath(path), **(environment or {})}
            return self._start(start, scratch, variables)

    def _start(self, start: ProcessStart, directory: str, environment: Mapping[str, str]) -> NativeOutcome:
        arguments = [start.arguments[0] if start.arguments else b"program", *start.arguments[1:]]
        process = subprocess.Popen(
            arguments,
            executable=self._executable,
            cwd=directory,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            preexec_fn=_no_core_files,
            start_new_session=True,
        )
        try:
            output, errors = process.communicate(self._stdin(start), self._seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            output, errors = process.communicate()
            return NativeOutcome(None, None, output, errors.decode(errors="replace"))
        code = process.returncode
        ended, killed = (code, None) if code >= 0 else (None, -code)
        return NativeOutcome(ended, killed, output, errors.decode(errors="replace"))

    def _stdin(self, start: ProcessStart) -> bytes:
        if start.stdin is not None:
            return start.stdin
        if not self._world.stdin:
            return b""
        try:
            return Path(self._directory, self._world.stdin).read_bytes()
        except OSError as error:
            raise UserError(f"cannot read {self._world.stdin}: {error.strerror}") from error

    def _place_files(self, scratch: Path, start: ProcessStart) -> None:
        for given in self._world.files:
            host, _, guest = given.partition(":")
            target = scratch / (guest or os.path.basename(host)).lstrip("/")
            target.parent.mkdir(parents=True, exist_ok=True)
            source = Path(self._directory, host)
            if source.is_dir():
                shutil.copytree(source, target, dirs_exist_ok=True)
            else:
                shutil.copy(source, target)
        for name, data in start.files.items():
            (scratch / name).write_bytes(data)
            mode = start.modes.get(name)
            if mode is not None and stat.S_ISREG(mode):
                (scratch / name).chmod(stat.S_IMODE(mode))


def _no_core_files() -> None:
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
