"""The law of the file system: random sequences of calls answer as Linux does, error numbers included."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.world.kernel.kernel_world import KernelWorld

NAMES = ("a", "b", "d", "d/a", "d/e", "a/x", "l", "d/", ".", "d/../a", "", "d/./a", "l/a", "d/..", "a/")
FLAGS = (os.O_RDONLY, os.O_WRONLY, os.O_RDWR)
EXTRA = (0, os.O_CREAT, os.O_CREAT | os.O_EXCL, os.O_TRUNC, os.O_APPEND, os.O_CREAT | os.O_TRUNC)

Step = tuple[object, ...]

name = st.sampled_from(NAMES)
descriptor = st.integers(0, 3)
steps = st.one_of(
    st.tuples(st.just("mkdir"), name),
    st.tuples(st.just("rmdir"), name),
    st.tuples(st.just("unlink"), name),
    st.tuples(st.just("rename"), name, name),
    st.tuples(st.just("link"), name, name),
    st.tuples(st.just("symlink"), st.sampled_from(("a", "d", "missing", "d/a", "l")), name),
    st.tuples(st.just("readlink"), name),
    st.tuples(st.just("open"), name, st.sampled_from(FLAGS), st.sampled_from(EXTRA)),
    st.tuples(st.just("close"), descriptor),
    st.tuples(st.just("read"), descriptor, st.integers(0, 6)),
    st.tuples(st.just("write"), descriptor, st.binary(min_size=0, max_size=5)),
    st.tuples(st.just("pread"), descriptor, st.integers(0, 4), st.integers(0, 8)),
    st.tuples(st.just("pwrite"), descriptor, st.binary(min_size=1, max_size=3), st.integers(0, 8)),
    st.tuples(st.just("lseek"), descriptor, st.integers(-4, 9), st.integers(0, 2)),
    st.tuples(st.just("ftruncate"), descriptor, st.integers(0, 9)),
    st.tuples(st.just("truncate"), name, st.integers(0, 9)),
    st.tuples(st.just("dup"), descriptor),
    st.tuples(st.just("stat"), name),
    st.tuples(st.just("lstat"), name),
    st.tuples(st.just("list"), name),
    st.tuples(st.just("chmod"), name, st.sampled_from((0o700, 0o744, 0o755))),
)


@pytest.mark.skipif(sys.platform != "linux", reason="compares with the kernel of the machine")
@settings(max_examples=250, deadline=None)
@given(st.lists(steps, min_size=1, max_size=25))
def test_a_sequence_of_calls_answers_as_linux_does(sequence: list[Step]) -> None:
    ours = _Ours()
    with tempfile.TemporaryDirectory() as directory, _Linux(directory) as linux:
        for number, step in enumerate(sequence):
            action, *arguments = step
            expected = _outcome(getattr(linux, str(action)), arguments)
            assert _outcome(getattr(ours, str(action)), arguments) == expected, (number, step)


def _outcome(action: Callable[..., object], arguments: list[object]) -> object:
    try:
        return action(*arguments)
    except OSError as error:
        return f"errno {error.errno}"


class _Linux:
    """The machine's own kernel, in a directory of its own."""

    def __init__(self, directory: str) -> None:
        self._directory = os.path.join(directory, "root")
        os.mkdir(self._directory)
        self._before = os.getcwd()
        self._mask = os.umask(0o022)
        self._open: list[int] = []

    def __enter__(self) -> _Linux:
        os.chdir(self._directory)
        return self

    def __exit__(self, *_: object) -> None:
        os.chdir(self._before)
        os.umask(self._mask)
        for each in self._open:
            if each >= 0:
                os.close(each)

    def _file(self, index: int) -> int:
        """The how-manieth open file; descriptors have other numbers than ours."""
        return self._open[index] if index < len(self._open) else 9999

    def mkdir(self, path: str) -> None:
        os.mkdir(path)

    def rmdir(self, path: str) -> None:
        os.rmdir(path)

    def unlink(self, path: str) -> None:
        os.unlink(path)

    def rename(self, old: str, new: str) -> None:
        os.rename(old, new)

    def link(self, old: str, new: str) -> None:
        os.link(old, new, follow_symlinks=False)

    def symlink(self, target: str, path: str) -> None:
        os.symlink(target, path)

    def readlink(self, path: str) -> str:
        return os.readlink(path)

    def open(self, path: str, flags: int, extra: int) -> int:
        self._open.append(os.open(path, flags | extra, 0o644))
        return len(self._open) - 1

    def close(self, index: int) -> None:
        os.close(self._file(index))
        self._open[index] = -1

    def read(self, index: int, count: int) -> bytes:
        return os.read(self._file(index), count)

    def write(self, index: int, data: bytes) -> int:
        return os.write(self._file(index), data)

    def pread(self, index: int, count: int, position: int) -> bytes:
        return os.pread(self._file(index), count, position)

    def pwrite(self, index: int, data: bytes, position: int) -> int:
        return os.pwrite(self._file(index), data, position)

    def lseek(self, index: int, offset: int, whence: int) -> int:
        return os.lseek(self._file(index), offset, whence)

    def ftruncate(self, index: int, size: int) -> None:
        os.ftruncate(self._file(index), size)

    def truncate(self, path: str, size: int) -> None:
        os.truncate(path, size)

    def dup(self, index: int) -> int:
        self._open.append(os.dup(self._file(index)))
        return len(self._open) - 1

    def stat(self, path: str) -> tuple[int, int, int]:
        return _shown(os.stat(path))

    def lstat(self, path: str) -> tuple[int, int, int]:
        return _shown(os.lstat(path))

    def list(self, path: str) -> list[str]:
        return sorted(os.listdir(path))

    def chmod(self, path: str, mode: int) -> None:
        os.chmod(path, mode)


def _shown(status: os.stat_result) -> tuple[int, int, int]:
    """Mode, links and size; the size of a directory is the file system's own affair."""
    is_directory = status.st_mode & 0o170000 == 0o040000
    return status.st_mode, 0 if is_directory else status.st_nlink, 0 if is_directory else status.st_size


class _Ours:
    """The modelled kernel with the same interface."""

    def __init__(self) -> None:
        self._world = KernelWorld()
        self._open: list[int] = []

    def _do(self, name: str, *arguments: object) -> int:
        result = self._world.do(name, *arguments)
        if result < 0:
            raise OSError(-result, "")
        return result

    def _file(self, index: int) -> int:
        return self._open[index] if index < len(self._open) else 9999

    def mkdir(self, path: str) -> None:
        self._do("mkdir", path, 0o777)

    def rmdir(self, path: str) -> None:
        self._do("rmdir", path)

    def unlink(self, path: str) -> None:
        self._do("unlink", path)

    def rename(self, old: str, new: str) -> None:
        self._do("rename", old, new)

    def link(self, old: str, new: str) -> None:
        self._do("link", old, new)

    def symlink(self, target: str, path: str) -> None:
        self._do("symlink", target, path)

    def readlink(self, path: str) -> str:
        buffer = self._world.buffer(64)
        return self._world.bytes_at(buffer, 0, self._do("readlink", path, buffer, 64)).decode()

    def open(self, path: str, flags: int, extra: int) -> int:
        self._open.append(self._do("open", path, flags | extra, 0o644))
        return len(self._open) - 1

    def close(self, index: int) -> None:
        self._do("close", self._file(index))
        self._open[index] = -1

    def read(self, index: int, count: int) -> bytes:
        buffer = self._world.buffer(8)
        return self._world.bytes_at(buffer, 0, self._do("read", self._file(index), buffer, count))

    def write(self, index: int, data: bytes) -> int:
        return self._do("write", self._file(index), self._world.new_object(data or b"x"), len(data))

    def pread(self, index: int, count: int, position: int) -> bytes:
        buffer = self._world.buffer(8)
        return self._world.bytes_at(buffer, 0, self._do("pread64", self._file(index), buffer, count, position))

    def pwrite(self, index: int, data: bytes, position: int) -> int:
        return self._do("pwrite64", self._file(index), self._world.new_object(data), len(data), position)

    def lseek(self, index: int, offset: int, whence: int) -> int:
        return self._do("lseek", self._file(index), offset, whence)

    def ftruncate(self, index: int, size: int) -> None:
        self._do("ftruncate", self._file(index), size)

    def truncate(self, path: str, size: int) -> None:
        self._do("truncate", path, size)

    def dup(self, index: int) -> int:
        self._open.append(self._do("dup", self._file(index)))
        return len(self._open) - 1

    def stat(self, path: str) -> tuple[int, int, int]:
        return self._status("stat", path)

    def lstat(self, path: str) -> tuple[int, int, int]:
        return self._status("lstat", path)

    def _status(self, name: str, path: str) -> tuple[int, int, int]:
        buffer = self._world.buffer(144)
        self._do(name, path, buffer)
        mode = self._world.number_at(buffer, 24, 4)
        if mode & 0o170000 == 0o040000:
            return mode, 0, 0
        return mode, self._world.number_at(buffer, 16, 8), self._world.number_at(buffer, 48, 8)

    def list(self, path: str) -> list[str]:
        opened = self._do("open", path, 0o200000, 0)
        buffer = self._world.buffer(1024)
        names: list[str] = []
        while count := self._do("getdents64", opened, buffer, 1024):
            data = self._world.bytes_at(buffer, 0, count)
            while data:
                length = int.from_bytes(data[16:18], "little")
                names.append(data[19:length].split(b"\0")[0].decode())
                data = data[length:]
        self._do("close", opened)
        return sorted(names[2:])

    def chmod(self, path: str, mode: int) -> None:
        self._do("chmod", path, mode)
