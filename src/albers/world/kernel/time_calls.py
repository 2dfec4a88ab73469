"""System calls about time: reading the virtual clock, and sleeping, which makes it jump."""

from __future__ import annotations

from typing import Final

from albers.world.byte_run import ByteRun
from albers.world.kernel.clock import SECOND, TICK
from albers.world.kernel.error_numbers import Errno, Refused
from albers.world.kernel.kernel_call import KernelCall
from albers.world.kernel.layouts import TIMESPEC, timeval_layout, tms_layout

_TIMER_ABSTIME: Final = 1
_TICKS_PER_SECOND: Final = 100
_FOR_EVER: Final = 100 * 365 * 24 * 3600 * SECOND


def timespec(nanoseconds: int) -> ByteRun:
    seconds, rest = divmod(nanoseconds, SECOND)
    return TIMESPEC.encode({"sec": seconds, "nsec": rest})


def nanoseconds_of(k: KernelCall, run: ByteRun) -> int:
    """The time in a struct timespec."""
    data = k.settled_bytes(run, "time")
    seconds = TIMESPEC.signed(data, "sec")
    rest = TIMESPEC.signed(data, "nsec")
    if k.word == 4:
        rest &= 0xFFFFFFFF  # the other half is padding
    if seconds < 0 or not 0 <= rest < SECOND:
        raise Refused(Errno.EINVAL)
    return min(seconds * SECOND + rest, _FOR_EVER)


def clock_gettime(k: KernelCall, identity: int, buffer: object) -> None:
    now = k.known.clock.read(identity)
    if now is None:
        raise Refused(Errno.EINVAL)
    k.answer_with(buffer, timespec(now))


def clock_getres(k: KernelCall, identity: int, buffer: object) -> None:
    if k.known.clock.read(identity) is None:
        raise Refused(Errno.EINVAL)
    if buffer == 0:
        k.answer(0)
    else:
        k.answer_with(buffer, timespec(TICK))


def gettimeofday(k: KernelCall, buffer: object, zone: object) -> None:
    """The time zone, which nobody has used since 1990, is zero."""
    seconds, rest = divmod(k.known.clock.now, SECOND)

    def zoned(here: KernelCall) -> None:
        if zone == 0:
            here.answer(0)
        else:
            here.answer_with(zone, ByteRun.concrete(bytes(8)))

    if buffer == 0:
        zoned(k)
    else:
        k.store(buffer, timeval_layout(k.word).encode({"sec": seconds, "usec": rest // 1000}), zoned)


def time(k: KernelCall, buffer: object) -> None:
    seconds = k.known.clock.now // SECOND
    if buffer == 0:
        k.answer(seconds)
    else:
        k.answer_with(buffer, ByteRun.of_value(seconds, k.word), seconds)


def times(k: KernelCall, buffer: object) -> None:
    clock = k.known.clock
    uptime = clock.uptime * _TICKS_PER_SECOND // SECOND
    if buffer == 0:
        k.answer(uptime)
    else:
        busy = clock.busy * _TICKS_PER_SECOND // SECOND
        k.answer_with(buffer, tms_layout(k.word).encode({"utime": busy}), uptime)


def nanosleep(k: KernelCall, request: object, remaining: object) -> None:
    """Sleeps the whole time: nothing interrupts."""

    def loaded(here: KernelCall, run: ByteRun) -> None:
        here.kernel.clock.sleep(nanoseconds_of(here, run))
        here.answer(0)

    k.load(request, TIMESPEC.size, loaded)


def clock_nanosleep(k: KernelCall, identity: int, flags: int, request: object, remaining: object) -> None:
    now = k.known.clock.read(identity)
    if now is None:
        raise Refused(Errno.EINVAL)

    def loaded(here: KernelCall, run: ByteRun) -> None:
        wanted = nanoseconds_of(here, run)
        here.kernel.clock.sleep(max(wanted - now, 0) if flags & _TIMER_ABSTIME else wanted)
        here.answer(0)

    k.load(request, TIMESPEC.size, loaded)


def alarm(k: KernelCall, seconds: object) -> None:
    """No signal ever arrives; the answer says that none was due."""
    if seconds != 0:
        k.warn_unsupported("alarms; none ever goes off")
    k.answer(0)


def getitimer(k: KernelCall, which: int, value: object) -> None:
    k.answer_with(value, ByteRun.concrete(bytes(2 * timeval_layout(k.word).size)))


def setitimer(k: KernelCall, which: int, value: object, old: object) -> None:
    k.warn_unsupported("interval timers; none ever goes off")
    if old == 0:
        k.answer(0)
    else:
        getitimer(k, which, old)
