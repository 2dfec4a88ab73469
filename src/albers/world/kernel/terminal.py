"""ioctl: terminals, and the few requests that other files know."""

from __future__ import annotations

from typing import Final

from albers.world.byte_run import ByteRun
from albers.world.kernel.descriptors import O_NONBLOCK
from albers.world.kernel.error_numbers import Errno, Refused
from albers.world.kernel.inodes import Kind
from albers.world.kernel.kernel_call import KernelCall, word_term
from albers.world.kernel.layouts import TERMIOS, WINSIZE
from albers.world.kernel.signals import PROCESS

_TCGETS: Final = 0x5401
_TCSETS: Final = (0x5402, 0x5403, 0x5404)
_TCSBRK: Final = 0x5409
_TCXONC: Final = 0x540A
_TCFLSH: Final = 0x540B
_TIOCGPGRP: Final = 0x540F
_TIOCSPGRP: Final = 0x5410
_TIOCGWINSZ: Final = 0x5413
_TIOCSWINSZ: Final = 0x5414
_FIONREAD: Final = 0x541B
_FIONBIO: Final = 0x5421
_TIOCGSID: Final = 0x5429
_FIONCLEX: Final = 0x5450
_FIOCLEX: Final = 0x5451

_ROWS: Final = 24
_COLUMNS: Final = 80

#: A terminal as a login leaves it: echo, lines, the usual control characters.
_SETTINGS: Final = TERMIOS.encode({"iflag": 0x4500, "oflag": 0x5, "cflag": 0xBF, "lflag": 0x8A3B})
_CONTROL: Final = bytes((3, 28, 127, 21, 4, 0, 1, 0, 17, 19, 26, 0, 18, 15, 23, 22, 0, 0, 0))


def ioctl(k: KernelCall, descriptor: int, request: int, argument: object) -> None:
    file = k.known.descriptors.file(descriptor)
    inode = k.known.files.inode(file.inode)
    request &= 0xFFFFFFFF
    if request in (_FIOCLEX, _FIONCLEX):
        k.kernel.descriptors.set_close_on_exec(descriptor, request == _FIOCLEX)
        k.answer(0)
    elif request == _FIONBIO:
        k.load(argument, 4, lambda here, run: _set_blocking(here, descriptor, run))
    elif request == _FIONREAD and (inode.kind in (Kind.REGULAR, Kind.PIPE) or inode.is_terminal):
        _available(k, descriptor, argument)
    elif inode.is_terminal:
        _ask_terminal(k, request, argument)
    else:
        raise Refused(Errno.ENOTTY)


def _set_blocking(k: KernelCall, descriptor: int, run: ByteRun) -> None:
    wanted = int.from_bytes(k.settled_bytes(run, "flag"), "little") != 0
    file = k.kernel.descriptors.file(descriptor)
    file.flags = file.flags | O_NONBLOCK if wanted else file.flags & ~O_NONBLOCK
    k.answer(0)


def _available(k: KernelCall, descriptor: int, argument: object) -> None:
    """How many bytes can be read at once."""
    file = k.known.descriptors.file(descriptor)
    inode = k.known.files.inode(file.inode)
    size: object = inode.contents.size
    if inode.kind is not Kind.PIPE:
        # Both are known, or the position is the symbolic size: a difference that needs no term.
        size = 0 if size is file.position else size
        if isinstance(size, int) and isinstance(file.position, int):
            size = max(size - file.position, 0)
    k.choices(
        word_term(k.call, size) if not isinstance(size, int) else size,
        lambda here, count: here.answer_with(argument, ByteRun.of_value(count, 4)),
        "size of a file",
    )


def _ask_terminal(k: KernelCall, request: int, argument: object) -> None:
    if request == _TCGETS:
        settings = k.known.terminal_settings or ByteRun.concrete(_SETTINGS.data[:17] + _CONTROL)
        k.answer_with(argument, settings)
    elif request in _TCSETS:
        k.load(argument, TERMIOS.size, _set_settings)
    elif request == _TIOCGWINSZ:
        k.answer_with(argument, WINSIZE.encode({"row": _ROWS, "col": _COLUMNS}))
    elif request in (_TIOCGPGRP, _TIOCGSID):
        k.answer_with(argument, ByteRun.of_value(PROCESS, 4))
    elif request in (_TIOCSPGRP, _TIOCSWINSZ, _TCSBRK, _TCXONC, _TCFLSH):
        k.answer(0)
    else:
        raise Refused(Errno.ENOTTY)


def _set_settings(k: KernelCall, run: ByteRun) -> None:
    k.kernel.terminal_settings = run
    k.answer(0)
