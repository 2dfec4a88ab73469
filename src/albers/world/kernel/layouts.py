"""Where the fields of the kernel's structures lie: one small table, by the program's machine.

Most structures follow from the size of a word. Only `stat` has a layout of its own on every machine; musl asks with
`statx`, which has one for all.
"""

from __future__ import annotations

from typing import Final

from albers.expr.arith import truncate
from albers.expr.bits import zext
from albers.expr.term import Term, as_value
from albers.world.byte_run import ByteRun

Fields = dict[str, tuple[int, int]]  # name → (offset, bytes)


class Layout:
    """A structure of `size` bytes; what its fields do not cover is zero."""

    def __init__(self, size: int, fields: Fields) -> None:
        self.size = size
        self.fields = fields

    def encode(self, values: dict[str, object]) -> ByteRun:
        """The structure's bytes; fields not given are zero, values are cut or extended to their field."""
        data = bytearray(self.size)
        symbolic: dict[int, Term] = {}
        for name, value in values.items():
            offset, size = self.fields[name]
            run = ByteRun.of_value(_fitted(value, 8 * size), size)
            data[offset : offset + size] = run.data
            for at, term in run.symbolic.items():
                symbolic[offset + at] = term
        return ByteRun(bytes(data), symbolic)

    def field(self, run: ByteRun, name: str) -> object:
        """A field's unsigned value in a structure's bytes."""
        offset, size = self.fields[name]
        return run.value(offset, size)

    def signed(self, data: bytes, name: str) -> int:
        offset, size = self.fields[name]
        return int.from_bytes(data[offset : offset + size], "little", signed=True)


def _fitted(value: object, width: int) -> object:
    if not isinstance(value, Term):
        return value
    return as_value(zext(value, width) if value.width <= width else truncate(value, width))


def _sequence(*fields: tuple[str, int]) -> Layout:
    """Fields one behind the other, each aligned to its size; names beginning with _ are padding."""
    offset = 0
    placed: Fields = {}
    widest = 1
    for name, size in fields:
        alignment = size if size in (1, 2, 4, 8) else 1
        widest = max(widest, alignment)
        offset = -(-offset // alignment) * alignment
        if not name.startswith("_"):
            placed[name] = (offset, size)
        offset += size
    return Layout(-(-offset // widest) * widest, placed)


def _times(word: int) -> list[tuple[str, int]]:
    return [(f"{time}_{unit}", word) for time in ("atime", "mtime", "ctime") for unit in ("sec", "nsec")]


STAT_X86_64: Final = _sequence(
    ("dev", 8),
    ("ino", 8),
    ("nlink", 8),
    ("mode", 4),
    ("uid", 4),
    ("gid", 4),
    ("_pad", 4),
    ("rdev", 8),
    ("size", 8),
    ("blksize", 8),
    ("blocks", 8),
    *_times(8),
    ("_unused1", 8),
    ("_unused2", 8),
    ("_unused3", 8),
)

#: aarch64, riscv64 and whatever else came late.
_STAT_GENERIC: Final = _sequence(
    ("dev", 8),
    ("ino", 8),
    ("mode", 4),
    ("nlink", 4),
    ("uid", 4),
    ("gid", 4),
    ("rdev", 8),
    ("_pad1", 8),
    ("size", 8),
    ("blksize", 4),
    ("_pad2", 4),
    ("blocks", 8),
    *_times(8),
    ("_unused1", 4),
    ("_unused2", 4),
)

#: Also for 32-bit programs, whose musl uses statx for the times' sake.
_STATS: Final = {"x86_64": STAT_X86_64, "aarch64": _STAT_GENERIC, "riscv64": _STAT_GENERIC}


def stat_layout(architecture: str) -> Layout | None:
    """`struct stat` of the kernel (musl's kstat); None where we do not know it."""
    return _STATS.get(architecture)


def _statx_time(name: str) -> list[tuple[str, int]]:
    return [(f"{name}_sec", 8), (f"{name}_nsec", 4), (f"_{name}_pad", 4)]


STATX: Final = _sequence(
    ("mask", 4),
    ("blksize", 4),
    ("attributes", 8),
    ("nlink", 4),
    ("uid", 4),
    ("gid", 4),
    ("mode", 2),
    ("_pad", 2),
    ("ino", 8),
    ("size", 8),
    ("blocks", 8),
    ("attributes_mask", 8),
    *_statx_time("atime"),
    *_statx_time("btime"),
    *_statx_time("ctime"),
    *_statx_time("mtime"),
    ("rdev_major", 4),
    ("rdev_minor", 4),
    ("dev_major", 4),
    ("dev_minor", 4),
    *[(f"_spare{i}", 8) for i in range(14)],
)

#: Seconds and nanoseconds have 64 bits each on every machine.
TIMESPEC: Final = _sequence(("sec", 8), ("nsec", 8))

#: The fixed part of an entry of getdents64; the name follows.
DIRENT: Final = Layout(19, {"ino": (0, 8), "off": (8, 8), "reclen": (16, 2), "type": (18, 1)})

POLLFD: Final = _sequence(("fd", 4), ("events", 2), ("revents", 2))
WINSIZE: Final = _sequence(("row", 2), ("col", 2), ("xpixel", 2), ("ypixel", 2))
RLIMIT64: Final = _sequence(("cur", 8), ("max", 8))

#: The part of a struct termios that the kernel fills in.
TERMIOS: Final = Layout(
    36, {"iflag": (0, 4), "oflag": (4, 4), "cflag": (8, 4), "lflag": (12, 4), "line": (16, 1), "cc": (17, 19)}
)

_NAME_LENGTH: Final = 65
UTSNAME: Final = Layout(
    6 * _NAME_LENGTH,
    {
        name: (i * _NAME_LENGTH, _NAME_LENGTH)
        for i, name in enumerate(("sysname", "nodename", "release", "version", "machine", "domainname"))
    },
)


def iovec_layout(word: int) -> Layout:
    return _sequence(("base", word), ("len", word))


def timeval_layout(word: int) -> Layout:
    return _sequence(("sec", word), ("usec", word))


def rlimit_layout(word: int) -> Layout:
    return _sequence(("cur", word), ("max", word))


def tms_layout(word: int) -> Layout:
    return _sequence(("utime", word), ("stime", word), ("cutime", word), ("cstime", word))


def rusage_layout(word: int) -> Layout:
    """The part the kernel fills in; times are in words."""
    times = [(f"{kind}time_{unit}", word) for kind in "us" for unit in ("sec", "usec")]
    counts = "maxrss ixrss idrss isrss minflt majflt nswap inblock oublock msgsnd msgrcv nsignals nvcsw nivcsw".split()
    return _sequence(*times, *[(name, word) for name in counts])


def sysinfo_layout(word: int) -> Layout:
    before = ["uptime", "load1", "load5", "load15"]
    before += ["totalram", "freeram", "sharedram", "bufferram", "totalswap", "freeswap"]
    return _sequence(
        *[(name, word) for name in before],
        ("procs", 2),
        ("_pad", 2),
        ("totalhigh", word),
        ("freehigh", word),
        ("mem_unit", 4),
    )


def statfs_layout(word: int) -> Layout:
    """`struct statfs` of 64-bit machines and `struct statfs64` of the others."""
    return _sequence(
        ("type", word),
        ("bsize", word),
        *[(name, 8) for name in ("blocks", "bfree", "bavail", "files", "ffree")],
        ("_fsid1", 4),
        ("_fsid2", 4),
        *[(name, word) for name in ("namelen", "frsize", "flags")],
        *[(f"_spare{i}", word) for i in range(4)],
    )


def sigaction_size(word: int) -> int:
    """Handler, flags, restorer (words) and a mask of 64 signals."""
    return 3 * word + 8
