"""Paths as arguments of system calls, symbolic ones included.

A symbolic path is walked through the directories: one side of a fork for every spelling that leads to something that
exists, and one for all the others together, which name nothing. Only a call that would create what is missing has to
settle on one name.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from albers.expr.bits import all_of, and_, any_of
from albers.expr.compare import eq, ult
from albers.expr.term import CONST, Term, const
from albers.world.byte_run import ByteRun
from albers.world.call import Call
from albers.world.kernel.error_numbers import Errno, Refused
from albers.world.kernel.file_system import LONGEST_PATH, ROOT, FileSystem, Lookup
from albers.world.kernel.inodes import Kind
from albers.world.kernel.kernel_call import KernelCall, values_of
from albers.world.pointers import Range, address_info, fails_access, split

AT_FDCWD: Final = -100

_SLASH: Final = const(8, ord("/"))
_END: Final = const(8, 0)
#: Steps that lead nowhere (`//`, `.`, `..`) which a symbolic path may take before one spelling is chosen for the rest,
#: and the number of paths after which no further one is looked into.
_MOST_DETOURS: Final = 2
_MOST_PATHS: Final = 32


class Path:
    """A path on one side of a fork.

    Either `text` is the path, or `problem` is what comes of looking for any of the paths this side stands for.
    """

    def __init__(self, start: int, text: bytes, problem: Errno | None = None, spelling: ByteRun | None = None) -> None:
        self.start = start  # the directory from which a relative path counts
        self.text = text
        self.problem = problem
        self._spelling = spelling  # what `text` stands for, if there is a problem

    def settle(self, k: KernelCall) -> None:
        """Chooses one of the paths that this side stands for, in order to create it; counted."""
        if self.problem is not Errno.ENOENT or self._spelling is None:
            return
        text = bytearray()
        for i in range(len(self._spelling)):
            byte = k.call.concretize(_value(self._spelling, i), f"path given to system call {k.name}")
            if byte == 0:
                break
            text.append(byte)
        self.text = bytes(text)
        self.problem = None

    def look_up(self, files: FileSystem, follow: bool = True) -> Lookup:
        if self.problem is not None:
            raise Refused(self.problem)
        return files.look_up(self.start, self.text, follow)

    def entry(self, files: FileSystem) -> Lookup:
        """The name the path ends with, for giving and taking it."""
        if self.problem is not None:
            raise Refused(self.problem)
        return files.look_up_entry(self.start, self.text)


def _value(run: ByteRun, index: int) -> object:
    return run.symbolic.get(index, run.data[index])


def read_path(k: KernelCall, start: int, pointer: object, then: Callable[[KernelCall, Path], None]) -> None:
    """`then(side, path)` for every path the pointer may stand for."""

    def at_object(here: KernelCall, found: Range) -> None:
        for side, offset in values_of(here.call, found.offset, f"address of a path for system call {k.name}"):
            _read_string(here.on(side), start, found, offset, pointer, then)

    k.at(pointer, 1, at_object)


def _read_string(
    k: KernelCall, start: int, found: Range, offset: int, pointer: object, then: Callable[[KernelCall, Path], None]
) -> None:
    """The string inside one object; a path on which it does not end there is an error."""
    count = min(int(found.object.size) - offset, LONGEST_PATH + 1)
    run = k.call.read_run(found.object, offset, count)
    end = next((i for i in range(count) if run.data[i] == 0 and i not in run.symbolic), count)
    total = found.object.size_term
    if total is not None or (end == count and offset + count == found.object.size):
        ends = any_of([eq(term, _END) for term in run.symbolic.values()])
        if total is not None:
            ends = any_of(
                [
                    and_(eq(run.byte(i), _END), ult(const(total.width, offset + i), total))
                    for i in range(min(end + 1, count))
                ]
            )
        fine, endless = split(k.call, ends)
        if endless is not None:
            fails_access(endless, pointer, address_info(endless, pointer, found.object))
        if fine is None:
            return
        k = k.on(fine)
    run = run.part(0, end)

    def go_on(here: KernelCall) -> None:
        if run.symbolic:
            _Walk(start, run, then).run(here)
        else:
            then(here, Path(start, run.data))

    k.guarded(go_on)


class _Walk:
    """The walk of one symbolic path. What was walked is fixed on each side: text[0:position] is known there."""

    def __init__(self, start: int, run: ByteRun, then: Callable[[KernelCall, Path], None]) -> None:
        self._start = start
        self._run = run
        self._then = then
        self._paths = 0  # found so far

    def run(self, k: KernelCall) -> None:
        self._step(k, self._start, b"", 0)

    def _byte(self, position: int) -> Term:
        return self._run.byte(position) if position < len(self._run) else _END

    def _finish(self, call: Call, k: KernelCall, path: Path) -> None:
        self._paths += 1
        k.on(call).guarded(lambda here: self._then(here, path))

    def _step(self, k: KernelCall, directory: int, prefix: bytes, detours: int) -> None:
        """Goes on at len(prefix), a place where a name begins; real names come before detours."""
        position = len(prefix)
        here, rest = split(k.call, eq(self._byte(position), _END))
        if here is not None:
            self._finish(here, k, Path(self._start, prefix))
        if rest is None:
            return
        if detours > _MOST_DETOURS or self._paths >= _MOST_PATHS:
            self._settle(k.on(rest))
            return
        for name, number in self._names(k, directory):
            rest = self._try_name(k.on(rest), prefix, name, number, detours)
            if rest is None:
                return
        here, rest = split(rest, eq(self._byte(position), _SLASH))
        if here is not None:
            start = ROOT if position == 0 else directory
            self._step(k.on(here), start, prefix + b"/", detours + (position > 0))
        if rest is not None:
            self._finish(rest, k, Path(self._start, b"", Errno.ENOENT, self._run))

    def _settle(self, k: KernelCall) -> None:
        """One spelling for all that are left."""
        path = Path(self._start, b"", Errno.ENOENT, self._run)
        path.settle(k)
        self._finish(k.call, k, path)

    def _names(self, k: KernelCall, directory: int) -> list[tuple[bytes, int]]:
        inode = k.known.files.inode(directory)
        return [*inode.entries.items(), (b".", directory), (b"..", inode.parent)]

    def _try_name(self, k: KernelCall, prefix: bytes, name: bytes, number: int, detours: int) -> Call | None:
        """Follows one name of the directory; the side on which the path has another one."""
        position = len(prefix)
        after = position + len(name)
        if after > len(self._run):
            return k.call
        same = all_of([eq(self._byte(position + i), const(8, name[i])) for i in range(len(name))])
        if same.op == CONST and not same.value:
            return k.call
        ends, rest = split(k.call, all_of([same, eq(self._byte(after), _END)]))
        if ends is not None:
            self._finish(ends, k, Path(self._start, prefix + name))
        if rest is None:
            return None
        goes_on, rest = split(rest, all_of([same, eq(self._byte(after), _SLASH)]))
        if goes_on is not None:
            self._enter(k.on(goes_on), number, prefix + name + b"/", detours + (name in (b".", b"..")))
        return rest

    def _enter(self, k: KernelCall, number: int, prefix: bytes, detours: int) -> None:
        kind = k.known.files.inode(number).kind
        if kind is Kind.DIRECTORY:
            self._step(k, number, prefix, detours)
        elif kind is Kind.SYMLINK:
            # Where a link leads is found by the ordinary lookup, which needs the whole path.
            self._settle(k)
        else:
            self._finish(k.call, k, Path(self._start, b"", Errno.ENOTDIR))
