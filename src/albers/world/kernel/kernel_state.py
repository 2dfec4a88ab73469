"""What the kernel knows of one path: files, descriptors, clock, and the small things a process sets about itself."""

from __future__ import annotations

from typing import Final

from albers.expr.term import Term
from albers.world.byte_run import ByteRun
from albers.world.kernel.clock import Clock
from albers.world.kernel.descriptors import Descriptors, OpenFile
from albers.world.kernel.file_system import ROOT, FileSystem
from albers.world.kernel.inodes import Inode, Kind
from albers.world.world_state import WorldState

#: No limit, in a struct rlimit.
UNLIMITED: Final = (1 << 64) - 1
RLIMIT_NOFILE: Final = 7
RLIMIT_STACK: Final = 3
_RESOURCES: Final = 16


class Kernel:
    """One path's kernel. Only the path that owns it changes it; see `KernelState`."""

    def __init__(self, architecture: str, start: int) -> None:
        self.architecture = architecture
        self.files = FileSystem.empty(start)
        self.descriptors = Descriptors()
        self.clock = Clock(start)
        self.directory = ROOT  # the current one
        self.umask = 0o022
        self.limits = [(UNLIMITED, UNLIMITED)] * _RESOURCES
        self.limits[RLIMIT_NOFILE] = (self.descriptors.limit, 4096)
        self.limits[RLIMIT_STACK] = (8 << 20, UNLIMITED)
        self.signal_actions: dict[int, ByteRun] = {}
        self.signal_mask = 0
        self.random = 0  # how many random bytes were handed out
        self.cycles = 0
        self.process_name = b""
        self.terminal_settings: ByteRun | None = None
        # --fail-syscalls
        self.failures_left = 0
        self.failures: dict[str, int] = {}  # how often a call failed on request
        self.calls: dict[str, int] = {}  # how often it was made since
        self.failing: dict[str, Term] = {}  # which call of the name fails next

    def fork(self) -> Kernel:
        """A copy to change; this one must not be changed any more."""
        twin = Kernel.__new__(Kernel)
        twin.__dict__.update(self.__dict__)
        twin.files = self.files.fork()
        twin.descriptors = self.descriptors.fork()
        twin.clock = self.clock.fork()
        twin.limits = self.limits.copy()
        twin.signal_actions = self.signal_actions.copy()
        twin.failures = self.failures.copy()
        twin.calls = self.calls.copy()
        twin.failing = self.failing.copy()
        return twin

    # Files, as several calls need them

    def new_inode(self, kind: Kind, permissions: int) -> Inode:
        seconds, nanoseconds = divmod(self.clock.now, 10**9)
        return self.files.add(kind, permissions & ~self.umask, seconds, nanoseconds)

    def touch(self, number: int, *times: str) -> Inode:
        """Sets times of an inode ("mtime" and the like) to now."""
        inode = self.files.writable(number)
        seconds, nanoseconds = divmod(self.clock.now, 10**9)
        for time in times:
            inode.status[f"{time}_sec"] = seconds
            inode.status[f"{time}_nsec"] = nanoseconds
        return inode

    def open(self, inode: int, flags: int, close_on_exec: bool) -> int:
        """A descriptor of a new open file."""
        file = OpenFile(inode, flags)
        descriptor = self.descriptors.add(file, close_on_exec)
        self._count(file, 1)
        return descriptor

    def close(self, descriptor: int) -> None:
        file = self.descriptors.remove(descriptor)
        if file is not None:
            self._count(file, -1)
            self.files.forget_unused(file.inode)

    def _count(self, file: OpenFile, change: int) -> None:
        inode = self.files.writable(file.inode)
        inode.opened += change
        inode.readers += change if file.is_readable else 0
        inode.writers += change if file.is_writable else 0


class KernelState(WorldState):
    """The kernel of a state. After a fork both states share one kernel; whoever changes it first takes a copy."""

    def __init__(self, kernel: Kernel) -> None:
        super().__init__()
        self._kernel = kernel
        self._is_shared = False

    def fork(self) -> KernelState:
        self._is_shared = True
        twin = KernelState(self._kernel)
        twin._is_shared = True
        return twin

    def same_as(self, other: WorldState) -> bool:
        return isinstance(other, KernelState) and self._kernel is other._kernel

    def for_reading(self) -> Kernel:
        return self._kernel

    def for_writing(self) -> Kernel:
        """This state's own kernel. Do not keep it over a fork: afterwards it is shared again."""
        if self._is_shared:
            self._kernel = self._kernel.fork()
            self._is_shared = False
        return self._kernel
