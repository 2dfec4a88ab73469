"""Writes runtime/include/bits/syscall.h from the kernel's list of system calls (albers.world.kernel.numbers).

Run it after a change of the list; the header is part of the repository so that compiling needs no generation.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from albers.frontend.toolchain import RUNTIME_INCLUDE
from albers.world.kernel.numbers import COMMON_NAMES, NAMES_32_BIT, NUMBERS

HEADER = RUNTIME_INCLUDE / "bits" / "syscall.h"

_INTRODUCTION = """\
/* The numbers of system calls: our own, the same on every machine. Written by tools/syscall_header.py. */

"""


def header_text() -> str:
    return (
        _INTRODUCTION
        + _definitions(COMMON_NAMES)
        + "\n#if __SIZEOF_LONG__ == 4\n"
        + _definitions(NAMES_32_BIT)
        + "#endif\n"
    )


def _definitions(names: Iterable[str]) -> str:
    return "".join(f"#define __NR_{name} {NUMBERS[name]}\n#define SYS_{name} __NR_{name}\n" for name in names)


def main() -> None:
    Path(HEADER).write_text(header_text(), encoding="utf-8")
    print(f"wrote {HEADER}: {len(NUMBERS)} system calls")


if __name__ == "__main__":
    main()
