"""The kernel's error numbers, as musl has them on the machines we compile for, and the exception that carries one."""

from __future__ import annotations

import enum


class Errno(enum.IntEnum):
    """The errors our system calls answer with."""

    EPERM = 1
    ENOENT = 2
    ESRCH = 3
    EINTR = 4
    EIO = 5
    ENXIO = 6
    E2BIG = 7
    EBADF = 9
    ECHILD = 10
    EAGAIN = 11
    ENOMEM = 12
    EACCES = 13
    EFAULT = 14
    EBUSY = 16
    EEXIST = 17
    EXDEV = 18
    ENODEV = 19
    ENOTDIR = 20
    EISDIR = 21
    EINVAL = 22
    EMFILE = 24
    ENOTTY = 25
    EFBIG = 27
    ENOSPC = 28
    ESPIPE = 29
    EROFS = 30
    EPIPE = 32
    ERANGE = 34
    ENAMETOOLONG = 36
    ENOSYS = 38
    ENOTEMPTY = 39
    ELOOP = 40
    EOPNOTSUPP = 95
    ETIMEDOUT = 110


class Refused(Exception):
    """A system call answers with an error; raised by what it is made of, answered by the dispatcher."""

    def __init__(self, number: Errno) -> None:
        super().__init__(number.name)
        self.number = number
