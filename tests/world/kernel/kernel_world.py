"""System calls on a made-up path, without an engine: strings and numbers in, signed answers out."""

from __future__ import annotations

from albers.expr.term import Term
from albers.memory.objects import MemoryObject
from albers.options import WorldOptions
from albers.world.kernel.kernel_state import Kernel, KernelState
from albers.world.kernel.numbers import NUMBERS
from albers.world.kernel.start import initial_kernel
from tests.world.fake_call import FakeCall, World


class KernelWorld(World):
    """A path with a kernel on it."""

    def __init__(
        self, options: WorldOptions | None = None, architecture: str = "x86_64", pointer_width: int = 64
    ) -> None:
        super().__init__(pointer_width)
        self.path.world_state = KernelState(initial_kernel(options or WorldOptions(), architecture))

    @property
    def kernel(self) -> Kernel:
        return kernel_of(self.path.world_state)

    def sides(self, name: str, *arguments: object) -> list[FakeCall]:
        """All sides of a system call; text becomes a string in memory, an object its address."""
        words = [self._word(argument) for argument in arguments]
        return self.run("__albers_syscall", NUMBERS[name], *words, result=self.pointer_width)

    def do(self, name: str, *arguments: object) -> int:
        """The answer of a system call that must not split."""
        (call,) = self.sides(name, *arguments)
        return answer(call)

    def _word(self, argument: object) -> object:
        if isinstance(argument, str):
            return self.string(argument)
        if isinstance(argument, MemoryObject):
            return int(argument.base)
        if isinstance(argument, int):
            return argument & ((1 << self.pointer_width) - 1)
        assert isinstance(argument, Term)
        return argument

    def buffer(self, size: int, fill: bytes = b"\xaa") -> MemoryObject:
        return self.new_object(fill * size)

    def bytes_at(self, object_: MemoryObject, start: int = 0, end: int | None = None) -> bytes:
        """What lies in an object of which no byte is symbolic."""
        contents = self.path.memory.find(object_)
        assert contents is not None
        assert not contents.symbolic, "some bytes are symbolic"
        return contents.concrete_bytes()[start:end]

    def number_at(self, object_: MemoryObject, offset: int, size: int) -> int:
        return int.from_bytes(self.bytes_at(object_, offset, offset + size), "little")

    def read(self, descriptor: int, count: int = 4096) -> bytes:
        """What a read delivers."""
        buffer = self.buffer(count)
        return self.bytes_at(buffer, 0, self.do("read", descriptor, buffer, count))

    def write(self, descriptor: int, data: bytes) -> int:
        return self.do("write", descriptor, self.new_object(data), len(data))

    def file(self, name: str, data: bytes = b"") -> None:
        """A file in the current directory."""
        descriptor = self.do("open", name, O_CREAT | O_WRONLY, 0o644)
        assert self.write(descriptor, data) == len(data)
        assert self.do("close", descriptor) == 0


def kernel_of(state: object) -> Kernel:
    assert isinstance(state, KernelState)
    return state.for_reading()


def answer(call: FakeCall) -> int:
    """A side's answer as a signed number."""
    assert call.outcome.what == "returned", call.outcome
    value = call.outcome.value
    assert isinstance(value, int), "the answer is symbolic"
    return value - (1 << call.result_width) if value >> (call.result_width - 1) else value


O_RDONLY, O_WRONLY, O_RDWR = 0, 1, 2
O_CREAT, O_EXCL, O_TRUNC, O_APPEND, O_NONBLOCK = 0o100, 0o200, 0o1000, 0o2000, 0o4000
O_DIRECTORY, O_NOFOLLOW, O_CLOEXEC = 0o200000, 0o400000, 0o2000000
AT_FDCWD = -100
