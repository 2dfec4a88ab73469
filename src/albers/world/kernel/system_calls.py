"""The table of system calls: name, parameters, handler, and the error `--fail-syscalls` may make it fail with.

The C library makes all of them through one function, `__albers_syscall(number, ...)`, whose numbers are `numbers`.
A call without an entry answers ENOSYS, with a warning.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from albers.world.kernel import (
    directories,
    memory_mapping,
    opening,
    process_calls,
    reading,
    signals,
    status,
    terminal,
    time_calls,
    waiting,
    writing,
)
from albers.world.kernel.call_arguments import Parameter
from albers.world.kernel.error_numbers import Errno, Refused
from albers.world.kernel.kernel_call import KernelCall
from albers.world.kernel.numbers import NAMES

INT: Final = Parameter.INT
LONG: Final = Parameter.LONG
OFFSET: Final = Parameter.OFFSET
FD: Final = Parameter.DESCRIPTOR
POINTER: Final = Parameter.POINTER
SIZE: Final = Parameter.SIZE
PATH: Final = Parameter.PATH
PATH_AT: Final = Parameter.PATH_AT
PATH_AT_OR_NULL: Final = Parameter.PATH_AT_OR_NULL


class Entry:
    """How a system call is made."""

    def __init__(self, handler: Callable[..., None], parameters: tuple[Parameter, ...], failure: Errno | None) -> None:
        self.handler = handler
        self.parameters = parameters
        self.failure = failure


def _entry(handler: Callable[..., None], *parameters: Parameter, failure: Errno | None = None) -> Entry:
    return Entry(handler, parameters, failure)


def _nothing(k: KernelCall, *arguments: Any) -> None:
    """Accepted, without effect."""
    k.answer(0)


def _refusal(number: Errno) -> Entry:
    """What a kernel without the feature says; programs expect it."""

    def refuse(k: KernelCall) -> None:
        raise Refused(number)

    return Entry(refuse, (), None)


_FILES: Final = {
    "open": _entry(opening.open_, PATH, INT, INT, failure=Errno.EACCES),
    "openat": _entry(opening.openat, FD, PATH_AT, INT, INT, failure=Errno.EACCES),
    "creat": _entry(opening.creat, PATH, INT, failure=Errno.EACCES),
    "close": _entry(opening.close, FD, failure=Errno.EIO),
    "close_range": _entry(opening.close_range, INT, INT, INT),
    "dup": _entry(opening.dup, FD, failure=Errno.EMFILE),
    "dup2": _entry(opening.dup2, FD, INT, failure=Errno.EMFILE),
    "dup3": _entry(opening.dup3, FD, INT, INT, failure=Errno.EMFILE),
    "fcntl": _entry(opening.fcntl, FD, INT, SIZE),
    "fcntl64": _entry(opening.fcntl, FD, INT, SIZE),
    "pipe": _entry(opening.pipe, POINTER, failure=Errno.EMFILE),
    "pipe2": _entry(opening.pipe2, POINTER, INT, failure=Errno.EMFILE),
    "read": _entry(reading.read, FD, POINTER, SIZE, failure=Errno.EIO),
    "readv": _entry(reading.readv, FD, POINTER, INT, failure=Errno.EIO),
    "pread64": _entry(reading.pread, FD, POINTER, SIZE, OFFSET, failure=Errno.EIO),
    "preadv": _entry(reading.preadv, FD, POINTER, INT, OFFSET, failure=Errno.EIO),
    "write": _entry(writing.write, FD, POINTER, SIZE, failure=Errno.EIO),
    "writev": _entry(writing.writev, FD, POINTER, INT, failure=Errno.EIO),
    "pwrite64": _entry(writing.pwrite, FD, POINTER, SIZE, OFFSET, failure=Errno.EIO),
    "pwritev": _entry(writing.pwritev, FD, POINTER, INT, OFFSET, failure=Errno.EIO),
    "lseek": _entry(writing.lseek, FD, LONG, INT),
    "_llseek": _entry(writing.llseek, FD, INT, INT, POINTER, INT),
    "truncate": _entry(writing.truncate, PATH, OFFSET, failure=Errno.EIO),
    "truncate64": _entry(writing.truncate, PATH, OFFSET, failure=Errno.EIO),
    "ftruncate": _entry(writing.ftruncate, FD, OFFSET, failure=Errno.EIO),
    "ftruncate64": _entry(writing.ftruncate, FD, OFFSET, failure=Errno.EIO),
    "fsync": _entry(_nothing, FD, failure=Errno.EIO),
    "fdatasync": _entry(_nothing, FD, failure=Errno.EIO),
    "sync": _entry(_nothing),
    "syncfs": _entry(_nothing, FD),
    "flock": _entry(_nothing, FD, INT),
    "fadvise64": _entry(_nothing, FD),
    "readahead": _entry(_nothing, FD),
    "ioctl": _entry(terminal.ioctl, FD, INT, POINTER),
    "sendfile": _refusal(Errno.EINVAL),
    "sendfile64": _refusal(Errno.EINVAL),
    "copy_file_range": _refusal(Errno.EXDEV),
    "splice": _refusal(Errno.EINVAL),
    "fallocate": _refusal(Errno.EOPNOTSUPP),
}

_NAMED_FILES: Final = {
    "stat": _entry(status.stat, PATH, POINTER, failure=Errno.EACCES),
    "stat64": _entry(status.stat, PATH, POINTER, failure=Errno.EACCES),
    "lstat": _entry(status.lstat, PATH, POINTER, failure=Errno.EACCES),
    "lstat64": _entry(status.lstat, PATH, POINTER, failure=Errno.EACCES),
    "fstat": _entry(status.fstat, FD, POINTER, failure=Errno.EIO),
    "fstat64": _entry(status.fstat, FD, POINTER, failure=Errno.EIO),
    "newfstatat": _entry(status.newfstatat, FD, PATH_AT_OR_NULL, POINTER, INT, failure=Errno.EACCES),
    "fstatat64": _entry(status.newfstatat, FD, PATH_AT_OR_NULL, POINTER, INT, failure=Errno.EACCES),
    "statx": _entry(status.statx, FD, PATH_AT_OR_NULL, INT, INT, POINTER, failure=Errno.EACCES),
    "statfs": _entry(status.statfs, PATH, POINTER),
    "statfs64": _entry(status.statfs64, PATH, SIZE, POINTER),
    "fstatfs": _entry(status.fstatfs, FD, POINTER),
    "fstatfs64": _entry(status.fstatfs64, FD, SIZE, POINTER),
    "access": _entry(status.access, PATH, INT),
    "faccessat": _entry(status.faccessat, FD, PATH_AT, INT),
    "faccessat2": _entry(status.faccessat2, FD, PATH_AT, INT, INT),
    "chmod": _entry(status.chmod, PATH, INT, failure=Errno.EPERM),
    "fchmod": _entry(status.fchmod, FD, INT, failure=Errno.EPERM),
    "fchmodat": _entry(status.fchmodat, FD, PATH_AT, INT, failure=Errno.EPERM),
    "fchmodat2": _entry(status.fchmodat2, FD, PATH_AT, INT, INT, failure=Errno.EPERM),
    "chown": _entry(status.chown, PATH, INT, INT, failure=Errno.EPERM),
    "lchown": _entry(status.lchown, PATH, INT, INT, failure=Errno.EPERM),
    "fchown": _entry(status.fchown, FD, INT, INT, failure=Errno.EPERM),
    "fchownat": _entry(status.fchownat, FD, PATH_AT, INT, INT, INT, failure=Errno.EPERM),
    "umask": _entry(status.umask, INT),
    "utimensat": _entry(status.utimensat, FD, PATH_AT_OR_NULL, POINTER, INT, failure=Errno.EPERM),
    "utimensat_time64": _entry(status.utimensat, FD, PATH_AT_OR_NULL, POINTER, INT, failure=Errno.EPERM),
    "utimes": _entry(status.utimes, PATH, POINTER, failure=Errno.EPERM),
    "mkdir": _entry(directories.mkdir, PATH, INT, failure=Errno.ENOSPC),
    "mkdirat": _entry(directories.mkdirat, FD, PATH_AT, INT, failure=Errno.ENOSPC),
    "mknod": _entry(directories.mknod, PATH, INT, SIZE, failure=Errno.ENOSPC),
    "mknodat": _entry(directories.mknodat, FD, PATH_AT, INT, SIZE, failure=Errno.ENOSPC),
    "symlink": _entry(directories.symlink, PATH, PATH, failure=Errno.ENOSPC),
    "symlinkat": _entry(directories.symlinkat, PATH, FD, PATH_AT, failure=Errno.ENOSPC),
    "link": _entry(directories.link, PATH, PATH, failure=Errno.ENOSPC),
    "linkat": _entry(directories.linkat, FD, PATH_AT, FD, PATH_AT, INT, failure=Errno.ENOSPC),
    "unlink": _entry(directories.unlink, PATH, failure=Errno.EACCES),
    "unlinkat": _entry(directories.unlinkat, FD, PATH_AT, INT, failure=Errno.EACCES),
    "rmdir": _entry(directories.rmdir, PATH, failure=Errno.EACCES),
    "rename": _entry(directories.rename, PATH, PATH, failure=Errno.EACCES),
    "renameat": _entry(directories.renameat, FD, PATH_AT, FD, PATH_AT, failure=Errno.EACCES),
    "renameat2": _entry(directories.renameat2, FD, PATH_AT, FD, PATH_AT, INT, failure=Errno.EACCES),
    "readlink": _entry(directories.readlink, PATH, POINTER, LONG, failure=Errno.EACCES),
    "readlinkat": _entry(directories.readlinkat, FD, PATH_AT, POINTER, LONG, failure=Errno.EACCES),
    "chdir": _entry(directories.chdir, PATH, failure=Errno.EACCES),
    "fchdir": _entry(directories.fchdir, FD, failure=Errno.EACCES),
    "getcwd": _entry(directories.getcwd, POINTER, SIZE, failure=Errno.ENOENT),
    "getdents": _entry(directories.getdents64, FD, POINTER, SIZE, failure=Errno.EIO),
    "getdents64": _entry(directories.getdents64, FD, POINTER, SIZE, failure=Errno.EIO),
    **{
        name: _refusal(Errno.EOPNOTSUPP)
        for stem in ("getxattr", "setxattr", "listxattr", "removexattr")
        for name in (stem, f"l{stem}", f"f{stem}")
    },
}

_MEMORY: Final = {
    "mmap": _entry(memory_mapping.mmap, SIZE, SIZE, INT, INT, FD, LONG, failure=Errno.ENOMEM),
    "mmap2": _entry(memory_mapping.mmap2, SIZE, SIZE, INT, INT, FD, LONG, failure=Errno.ENOMEM),
    "munmap": _entry(memory_mapping.munmap, LONG, SIZE),
    "mremap": _entry(memory_mapping.mremap, LONG, SIZE, SIZE, INT, failure=Errno.ENOMEM),
    "brk": _entry(memory_mapping.brk, SIZE),
    **{name: _entry(_nothing) for name in "mprotect madvise msync mlock mlock2 munlock mlockall munlockall".split()},
}

_TIME: Final = {
    "clock_gettime": _entry(time_calls.clock_gettime, INT, POINTER),
    "clock_gettime64": _entry(time_calls.clock_gettime, INT, POINTER),
    "clock_getres": _entry(time_calls.clock_getres, INT, POINTER),
    "clock_getres_time64": _entry(time_calls.clock_getres, INT, POINTER),
    "gettimeofday": _entry(time_calls.gettimeofday, POINTER, POINTER),
    "time": _entry(time_calls.time, POINTER),
    "times": _entry(time_calls.times, POINTER),
    "nanosleep": _entry(time_calls.nanosleep, POINTER, POINTER),
    "clock_nanosleep": _entry(time_calls.clock_nanosleep, INT, INT, POINTER, POINTER),
    "clock_nanosleep_time64": _entry(time_calls.clock_nanosleep, INT, INT, POINTER, POINTER),
    "clock_settime": _refusal(Errno.EPERM),
    "clock_settime64": _refusal(Errno.EPERM),
    "settimeofday": _refusal(Errno.EPERM),
    "alarm": _entry(time_calls.alarm, SIZE),
    "getitimer": _entry(time_calls.getitimer, INT, POINTER),
    "setitimer": _entry(time_calls.setitimer, INT, POINTER, POINTER),
}

_PROCESS: Final = {
    "exit": _entry(process_calls.exit_, SIZE),
    "exit_group": _entry(process_calls.exit_, SIZE),
    "getpid": _entry(process_calls.getpid),
    "gettid": _entry(process_calls.getpid),
    "getppid": _entry(process_calls.getppid),
    **{name: _entry(process_calls.getuid) for name in ("getuid", "geteuid", "getgid", "getegid")},
    "getpgid": _entry(process_calls.getpgid, INT),
    "getsid": _entry(process_calls.getpgid, INT),
    "getpgrp": _entry(process_calls.getpgrp),
    "setsid": _entry(process_calls.setsid),
    "setpgid": _entry(process_calls.setpgid, INT, INT),
    "getgroups": _entry(process_calls.getgroups, INT, POINTER),
    "setgroups": _refusal(Errno.EPERM),
    **{name: _entry(process_calls.getresuid, POINTER, POINTER, POINTER) for name in ("getresuid", "getresgid")},
    **{name: _entry(process_calls.set_one, INT) for name in ("setuid", "setgid")},
    **{name: _entry(process_calls.set_two, INT, INT) for name in ("setreuid", "setregid")},
    **{name: _entry(process_calls.set_three, INT, INT, INT) for name in ("setresuid", "setresgid")},
    **{name: _entry(process_calls.set_file_identity, INT) for name in ("setfsuid", "setfsgid")},
    "set_tid_address": _entry(process_calls.set_tid_address, SIZE),
    "set_robust_list": _entry(_nothing),
    "prctl": _entry(process_calls.prctl, INT, POINTER),
    "getrlimit": _entry(process_calls.getrlimit, INT, POINTER),
    "setrlimit": _entry(process_calls.setrlimit, INT, POINTER),
    "prlimit64": _entry(process_calls.prlimit64, INT, INT, POINTER, POINTER),
    "getrusage": _entry(process_calls.getrusage, INT, POINTER),
    "sysinfo": _entry(process_calls.sysinfo, POINTER),
    "getpriority": _entry(process_calls.getpriority, INT, INT),
    "setpriority": _entry(_nothing),
    "sched_yield": _entry(_nothing),
    "sched_getaffinity": _entry(process_calls.sched_getaffinity, INT, SIZE, POINTER),
    "getcpu": _entry(process_calls.getcpu, POINTER, POINTER),
    "uname": _entry(process_calls.uname, POINTER),
    "getrandom": _entry(process_calls.getrandom, POINTER, SIZE, INT),
    "membarrier": _entry(_nothing),
}

_SIGNALS: Final = {
    "rt_sigaction": _entry(signals.rt_sigaction, INT, POINTER, POINTER),
    "rt_sigprocmask": _entry(signals.rt_sigprocmask, INT, POINTER, POINTER),
    "rt_sigpending": _entry(signals.rt_sigpending, POINTER),
    "sigaltstack": _entry(_nothing),
    "kill": _entry(signals.kill, INT, INT),
    "tkill": _entry(signals.tkill, INT, INT),
    "tgkill": _entry(signals.tgkill, INT, INT, INT),
    "pause": _entry(signals.wait_for_signal),
    "rt_sigsuspend": _entry(signals.wait_for_signal),
    "poll": _entry(waiting.poll, POINTER, INT, INT),
    "ppoll": _entry(waiting.ppoll, POINTER, INT, POINTER),
    "ppoll_time64": _entry(waiting.ppoll, POINTER, INT, POINTER),
    "select": _entry(waiting.select, INT, POINTER, POINTER, POINTER, POINTER),
    "pselect6": _entry(waiting.pselect6, INT, POINTER, POINTER, POINTER, POINTER),
    "pselect6_time64": _entry(waiting.pselect6, INT, POINTER, POINTER, POINTER, POINTER),
    "futex": _entry(waiting.futex, POINTER, INT, INT, POINTER),
    "futex_time64": _entry(waiting.futex, POINTER, INT, INT, POINTER),
    "wait4": _entry(waiting.wait_for_child),
    "waitid": _entry(waiting.wait_for_child),
}

#: Everything the kernel does.
ENTRIES: Final[dict[str, Entry]] = {**_FILES, **_NAMED_FILES, **_MEMORY, **_TIME, **_PROCESS, **_SIGNALS}

#: By number; None for what is not supported.
TABLE: Final[tuple[tuple[str, Entry | None], ...]] = tuple((name, ENTRIES.get(name)) for name in NAMES)
