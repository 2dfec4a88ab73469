"""musl, whose C sources come with zig, as the C library of analysed programs.

Its files are compiled with musl's own order of header directories, except that ours stands first: system calls become
calls of the engine, atomic operations plain C, the thread pointer the address of a variable, and no assembly is left
(runtime/musl/arch). System calls have numbers of our own, the same for every machine: runtime/include/bits/syscall.h,
which the program's own sources see too, is written from the kernel's list by tools/syscall_header.py. A few files are
replaced by ours (runtime/musl/src): start, exit, threads, signals. Some are left out because the engine answers their
functions. Which file defines what is in `musl_index`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from albers.frontend.library import Provider, files_below
from albers.frontend.musl_index import recorded_index
from albers.frontend.toolchain import RUNTIME_DIR, Target, zig_home

_OVERRIDES: Final = RUNTIME_DIR / "musl"

#: Called by the engine before the first constructor, with main's arguments, and when main has returned.
START: Final = "__albers_start"
EXIT: Final = "exit"

#: Sources that are not part of our musl, by whose task it is.
LEFT_OUT: Final[dict[str, tuple[str, ...]]] = {
    "the engine allocates": (
        "legacy/valloc.c",
        "malloc/calloc.c",
        "malloc/free.c",
        "malloc/libc_calloc.c",
        "malloc/lite_malloc.c",
        "malloc/memalign.c",
        "malloc/posix_memalign.c",
        "malloc/realloc.c",
        "malloc/replaced.c",
    ),
    "the engine ends the program": (
        "env/__stack_chk_fail.c",
        "exit/_Exit.c",
        "exit/abort.c",
        "exit/assert.c",
        "unistd/_exit.c",
    ),
    "the engine saves and restores the stack": (
        "setjmp/longjmp.c",
        "setjmp/setjmp.c",
        "signal/siglongjmp.c",
        "signal/sigsetjmp.c",
        "signal/sigsetjmp_tail.c",
    ),
    "runtime/musl/src has one of its own": (
        "exit/exit.c",
        "fenv/fenv.c",
        "signal/kill.c",
        "signal/raise.c",
        "thread/pthread_create.c",
    ),
    "there is one thread, and it is a variable": (
        "env/__init_tls.c",
        "env/__libc_start_main.c",
        "env/__reset_tls.c",
        "thread/__set_thread_area.c",
        "thread/__tls_get_addr.c",
        "thread/__unmapself.c",
        "thread/pthread_cancel.c",
    ),
}


def musl_providers(target: Target) -> list[Provider]:
    """Our replacements and, after them, musl itself."""
    flags = _flags(target)
    index = recorded_index()
    sources = musl_sources() if index is None else tuple(sorted(set(index.values())))
    replacements = Provider(
        name="musl replacements",
        root=_OVERRIDES / "src",
        sources=files_below(_OVERRIDES / "src", "*.c"),
        headers=(),
        flags=flags,
    )
    return [
        replacements,
        Provider("musl", musl_root(), sources, (), flags, index, companions=(START, EXIT)),
    ]


def musl_root() -> Path:
    """The directory of musl's areas: stdio, string, time and so on."""
    return _musl_home() / "src"


def musl_sources() -> tuple[str, ...]:
    """All sources of our musl; directories inside an area belong to one machine and are never used."""
    root = musl_root()
    left_out = {source for sources in LEFT_OUT.values() for source in sources}
    every = (path.relative_to(root).as_posix() for path in root.glob("*/*.c"))
    return tuple(sorted(source for source in every if source not in left_out))


def _musl_home() -> Path:
    return zig_home() / "lib" / "libc" / "musl"


def _flags(target: Target) -> tuple[str, ...]:
    home = _musl_home()
    directories = (
        _OVERRIDES / "arch",
        home / "arch" / target.musl_sources,
        home / "arch" / "generic",
        home / "src" / "include",
        home / "src" / "internal",
        home / "include",
    )
    return (
        "-std=c99",
        "-ffreestanding",
        "-fno-strict-aliasing",
        "-gline-tables-only",
        "-w",  # the warnings of code that is not ours
        "-D_XOPEN_SOURCE=700",
        # musl allocates for itself by names of its own, in case a program brings an allocator.
        *(f"-D__libc_{name}={name}" for name in ("malloc", "calloc", "realloc", "free")),
        *(f"-I{directory}" for directory in directories),
    )
