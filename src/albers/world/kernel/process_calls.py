"""The process and the machine it believes in: identities, limits, resources used, names; and its end."""

from __future__ import annotations

from functools import partial
from typing import Final

from albers.world.byte_run import ByteRun
from albers.world.kernel.clock import SECOND
from albers.world.kernel.error_numbers import Errno, Refused
from albers.world.kernel.file_system import USER
from albers.world.kernel.kernel_call import KernelCall
from albers.world.kernel.kernel_state import RLIMIT_NOFILE, UNLIMITED
from albers.world.kernel.layouts import (
    RLIMIT64,
    UTSNAME,
    Layout,
    rlimit_layout,
    rusage_layout,
    sysinfo_layout,
)
from albers.world.kernel.random_bytes import random_bytes
from albers.world.kernel.signals import PARENT, PROCESS

_MEMORY: Final = 1 << 30
_RESIDENT: Final = 4 << 10  # kilobytes
_LARGEST_RANDOM: Final = 1 << 25

_MACHINES: Final = {"x86": "i686", "arm": "armv7l", "powerpc64le": "ppc64le"}

_PR_SET_NAME: Final = 15
_PR_GET_NAME: Final = 16
_NAME_LENGTH: Final = 16


# The end


def exit_(k: KernelCall, code: object) -> None:
    k.call.exits(code)


# Identities


def getpid(k: KernelCall) -> None:
    k.answer(PROCESS)


def getppid(k: KernelCall) -> None:
    k.answer(PARENT)


def getuid(k: KernelCall) -> None:
    """Also the effective user and both groups."""
    k.answer(USER)


def getpgid(k: KernelCall, process: int) -> None:
    """Also the session; there is one process."""
    if process not in (0, PROCESS):
        raise Refused(Errno.ESRCH)
    k.answer(PROCESS)


def getpgrp(k: KernelCall) -> None:
    k.answer(PROCESS)


def setsid(k: KernelCall) -> None:
    raise Refused(Errno.EPERM)  # the process leads its group already


def setpgid(k: KernelCall, process: int, group: int) -> None:
    if process not in (0, PROCESS) or group not in (0, PROCESS):
        raise Refused(Errno.EPERM)
    k.answer(0)


def getgroups(k: KernelCall, size: int, groups: object) -> None:
    if size == 0:
        k.answer(1)
    else:
        k.answer_with(groups, ByteRun.of_value(USER, 4), 1)


def getresuid(k: KernelCall, real: object, effective: object, saved: object) -> None:
    user = ByteRun.of_value(USER, 4)
    k.store(real, user, lambda a: a.store(effective, user, lambda b: b.answer_with(saved, user)))


def set_one(k: KernelCall, identity: int) -> None:
    """setuid, setgid: nobody becomes somebody else."""
    _set_identities(k, identity)


def set_two(k: KernelCall, real: int, effective: int) -> None:
    _set_identities(k, real, effective)


def set_three(k: KernelCall, real: int, effective: int, saved: int) -> None:
    _set_identities(k, real, effective, saved)


def _set_identities(k: KernelCall, *identities: int) -> None:
    if any(identity not in (-1, USER) for identity in identities):
        raise Refused(Errno.EPERM)
    k.answer(0)


def set_file_identity(k: KernelCall, identity: int) -> None:
    """setfsuid, setfsgid: the answer is what it was before."""
    k.answer(USER)


def set_tid_address(k: KernelCall, address: object) -> None:
    k.answer(PROCESS)


def prctl(k: KernelCall, option: int, argument: object) -> None:
    if option == _PR_GET_NAME:
        k.answer_with(argument, ByteRun.concrete(k.known.process_name.ljust(_NAME_LENGTH, b"\0")))
    elif option == _PR_SET_NAME:
        k.load(argument, 1, partial(_set_name, argument))
    else:
        raise Refused(Errno.EINVAL)


def _set_name(argument: object, k: KernelCall, first: ByteRun) -> None:
    """Up to 15 bytes; symbolic ones by example, which is not worth an event."""
    text = bytearray()
    while len(text) < _NAME_LENGTH - 1:
        byte = k.call.read_bytes(k.call.example(argument) + len(text), 1)
        if not byte or byte == b"\0":
            break
        text += byte
    k.kernel.process_name = bytes(text)
    k.answer(0)


# Limits and use


def getrlimit(k: KernelCall, resource: int, buffer: object) -> None:
    _limit(k, resource, 0, 0, buffer, rlimit_layout(k.word))


def setrlimit(k: KernelCall, resource: int, buffer: object) -> None:
    _limit(k, resource, 0, buffer, 0, rlimit_layout(k.word))


def prlimit64(k: KernelCall, process: int, resource: int, new: object, old: object) -> None:
    _limit(k, resource, process, new, old, RLIMIT64)


def _limit(k: KernelCall, resource: int, process: int, new: object, old: object, layout: Layout) -> None:
    if process not in (0, PROCESS):
        raise Refused(Errno.ESRCH)
    if not 0 <= resource < len(k.known.limits):
        raise Refused(Errno.EINVAL)
    soft, hard = k.known.limits[resource]

    def told(here: KernelCall) -> None:
        if new == 0:
            here.answer(0)
        else:
            here.load(new, layout.size, partial(_set_limit, resource, layout))

    if old == 0:
        told(k)
    else:
        k.store(old, layout.encode({"cur": soft, "max": hard}), told)


def _set_limit(resource: int, layout: Layout, k: KernelCall, run: ByteRun) -> None:
    data = ByteRun.concrete(k.settled_bytes(run, "limit"))
    soft, hard = (_unlimited(layout.field(data, name), layout.fields[name][1]) for name in ("cur", "max"))
    if soft > hard:
        raise Refused(Errno.EINVAL)
    if hard > k.known.limits[resource][1]:
        raise Refused(Errno.EPERM)
    k.kernel.limits[resource] = (soft, hard)
    if resource == RLIMIT_NOFILE:
        k.kernel.descriptors.limit = soft
    k.answer(0)


def _unlimited(value: object, size: int) -> int:
    assert isinstance(value, int)
    return UNLIMITED if value == (1 << 8 * size) - 1 else value


def getrusage(k: KernelCall, who: int, buffer: object) -> None:
    seconds, rest = divmod(k.known.clock.busy, SECOND)
    layout = rusage_layout(k.word)
    values: dict[str, object] = {}
    if who != -1:  # not the children, of which there are none
        values = {"utime_sec": seconds, "utime_usec": rest // 1000, "maxrss": _RESIDENT}
    k.answer_with(buffer, layout.encode(values))


def sysinfo(k: KernelCall, buffer: object) -> None:
    values: dict[str, object] = {
        "uptime": k.known.clock.uptime // SECOND,
        "totalram": _MEMORY,
        "freeram": _MEMORY // 2,
        "procs": 1,
        "mem_unit": 1,
    }
    k.answer_with(buffer, sysinfo_layout(k.word).encode(values))


def getpriority(k: KernelCall, which: int, who: int) -> None:
    k.answer(20)  # a nice value of 0, as the kernel counts


def sched_getaffinity(k: KernelCall, process: int, size: object, mask: object) -> None:
    """One processor."""
    k.answer_with(mask, ByteRun.of_value(1, 8), 8)


def getcpu(k: KernelCall, processor: object, node: object) -> None:
    zero = ByteRun.concrete(bytes(4))

    def second(here: KernelCall) -> None:
        if node == 0:
            here.answer(0)
        else:
            here.answer_with(node, zero)

    if processor == 0:
        second(k)
    else:
        k.store(processor, zero, second)


# Names and chance


def uname(k: KernelCall, buffer: object) -> None:
    architecture = k.known.architecture
    names = {
        "sysname": "Linux",
        "nodename": "localhost",
        "release": "6.1.0",
        "version": "#1",
        "machine": _MACHINES.get(architecture, architecture),
        "domainname": "(none)",
    }
    data = bytearray(UTSNAME.size)
    for name, text in names.items():
        offset, _ = UTSNAME.fields[name]
        data[offset : offset + len(text)] = text.encode()
    k.answer_with(buffer, ByteRun.concrete(bytes(data)))


def getrandom(k: KernelCall, buffer: object, size: object, flags: int) -> None:
    def known(here: KernelCall, count: int) -> None:
        data = random_bytes(here.kernel, min(count, _LARGEST_RANDOM))
        here.answer_with(buffer, ByteRun.concrete(data), len(data))

    k.choices(size, known, "size of a buffer")
