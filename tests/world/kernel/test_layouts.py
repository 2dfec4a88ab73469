"""The structures lie where musl's headers put them, checked by the compiler for every machine."""

from __future__ import annotations

import subprocess

import pytest

from albers.expr.arrays import byte_of
from albers.expr.bits import extract
from albers.expr.term import const, symbol
from albers.frontend.toolchain import find_target, find_toolchain
from albers.world.byte_run import ByteRun
from albers.world.kernel import layouts
from albers.world.kernel.layouts import Layout

HEADERS = """
#define _GNU_SOURCE
#include <stddef.h>
#include <dirent.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/sysinfo.h>
#include <sys/times.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <termios.h>
#include <time.h>
#define AT(type, member, offset, size) \\
    _Static_assert(offsetof(type, member) == offset && sizeof(((type *)0)->member) == size, #type " " #member)
"""

#: Members that are not called prefix + field.
SPECIAL = {
    "st_atime_sec": "st_atim.tv_sec",
    "st_atime_nsec": "st_atim.tv_nsec",
    "st_mtime_sec": "st_mtim.tv_sec",
    "st_mtime_nsec": "st_mtim.tv_nsec",
    "st_ctime_sec": "st_ctim.tv_sec",
    "st_ctime_nsec": "st_ctim.tv_nsec",
    "ru_utime_sec": "ru_utime.tv_sec",
    "ru_utime_usec": "ru_utime.tv_usec",
    "ru_stime_sec": "ru_stime.tv_sec",
    "ru_stime_usec": "ru_stime.tv_usec",
    "load1": "loads[0]",
    "load5": "loads[1]",
    "load15": "loads[2]",
    "iov_base": "iov_base",
    **{f"stx_{t}time_{unit}": f"stx_{t}time.tv_{unit}" for t in "abcm" for unit in ("sec", "nsec")},
}


def _assertions(type_: str, prefix: str, layout: Layout) -> list[str]:
    """One static assertion per field."""
    lines: list[str] = []
    for field, (offset, size) in layout.fields.items():
        member = SPECIAL.get(prefix + field, prefix + field)
        lines.append(f"AT({type_}, {member}, {offset}, {size});")
    return lines


def _program(architecture: str, word: int) -> str:
    lines = [HEADERS]
    stat = layouts.stat_layout(architecture)
    if stat is not None:
        lines += _assertions("struct stat", "st_", stat)
        lines.append(f'_Static_assert(sizeof(struct stat) == {stat.size}, "stat");')
    lines += _assertions("struct statx", "stx_", layouts.STATX)
    lines.append(f'_Static_assert(sizeof(struct statx) == {layouts.STATX.size}, "statx");')
    lines += _assertions("struct dirent", "d_", layouts.DIRENT)
    lines.append(f'_Static_assert(offsetof(struct dirent, d_name) == {layouts.DIRENT.size}, "dirent");')
    lines += _assertions("struct pollfd", "", layouts.POLLFD)
    lines += _assertions("struct winsize", "ws_", layouts.WINSIZE)
    lines += _assertions("struct rlimit", "rlim_", layouts.RLIMIT64)
    lines += _assertions("struct iovec", "iov_", layouts.iovec_layout(word))
    lines += _assertions("struct tms", "tms_", layouts.tms_layout(word))
    lines += _assertions("struct sysinfo", "", layouts.sysinfo_layout(word))
    termios = {name: place for name, place in layouts.TERMIOS.fields.items() if name != "cc"}
    lines += _assertions("struct termios", "c_", Layout(36, termios))
    lines.append(f'_Static_assert(offsetof(struct termios, c_cc) == {layouts.TERMIOS.fields["cc"][0]}, "cc");')
    names = {name: place for name, place in layouts.UTSNAME.fields.items() if name != "domainname"}
    lines += _assertions("struct utsname", "", Layout(0, names))
    lines.append(f'_Static_assert(sizeof(struct utsname) == {layouts.UTSNAME.size}, "utsname");')
    if word == 8:
        lines += _assertions("struct timespec", "tv_", layouts.TIMESPEC)
        lines += _assertions("struct timeval", "tv_", layouts.timeval_layout(word))
        lines += _assertions("struct rusage", "ru_", layouts.rusage_layout(word))
        lines += _assertions("struct statfs", "f_", layouts.statfs_layout(word))
        lines.append(f'_Static_assert(sizeof(struct statfs) == {layouts.statfs_layout(word).size}, "statfs");')
    else:
        lines.append("AT(struct timespec, tv_sec, 0, 8);")
        lines.append('_Static_assert(offsetof(struct timespec, tv_nsec) == 8, "timespec");')
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("architecture", "word"), [("x86_64", 8), ("aarch64", 8), ("riscv64", 8), ("x86", 4), ("arm", 4)]
)
def test_every_field_lies_where_musl_has_it(architecture: str, word: int) -> None:
    toolchain = find_toolchain("zig", find_target(architecture))
    flags = [f"--target={toolchain.target.triple}", *toolchain.header_flags(), "-fsyntax-only", "-x", "c", "-"]
    source = _program(architecture, word)
    run = subprocess.run([*toolchain.compiler, *flags], input=source, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr


def test_a_wrong_offset_would_be_found() -> None:
    toolchain = find_toolchain("zig", find_target("x86_64"))
    flags = [f"--target={toolchain.target.triple}", *toolchain.header_flags(), "-fsyntax-only", "-x", "c", "-"]
    source = HEADERS + "AT(struct stat, st_mode, 20, 4);"
    run = subprocess.run([*toolchain.compiler, *flags], input=source, capture_output=True, text=True, check=False)
    assert run.returncode != 0 and "st_mode" in run.stderr


def test_encoding_cuts_and_extends_to_the_field() -> None:
    layout = Layout(8, {"a": (0, 2), "b": (4, 4)})
    assert layout.encode({"a": 0x12345, "b": -1}).data == bytes.fromhex("45230000ffffffff")


def test_a_term_is_encoded_byte_by_byte() -> None:
    layout = Layout(6, {"a": (2, 4)})
    x = symbol("x", 2)
    run = layout.encode({"a": byte_of(x, 1)})
    assert run.byte(2) is byte_of(x, 1)
    assert run.value(3, 3) == 0 and run.value(0, 2) == 0


def test_a_field_is_read_back() -> None:
    layout = Layout(8, {"a": (0, 2), "b": (4, 4)})
    x = byte_of(symbol("x", 1), 0)
    run = ByteRun(bytes([1, 2, 0, 0, 0, 0, 0, 0]), {5: x})
    assert layout.field(run, "a") == 0x201
    found = layout.field(run, "b")
    assert extract(found, 8, 8) is x and extract(found, 0, 8) is const(8, 0)  # type: ignore[arg-type]
    assert layout.signed(b"\xfe\xff" + bytes(6), "a") == -2
