"""The C library, compiled and prepared exactly as for an analysis, running natively beside the host's own libc.

Our runtime and the parts of musl that the tests ask for are linked into one module, every function gets a prefix so
that none can be mistaken for the host's, and LLVM's just-in-time compiler loads the result into this process. System
calls end here: writes are collected, everything else fails.
"""

from __future__ import annotations

import ctypes
import errno
import platform
import re
import sys
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import pytest

from albers.frontend.cache import Cache, cache_directory
from albers.frontend.compile import Compiler
from albers.frontend.library import Library, runtime_provider
from albers.frontend.llvm import Module
from albers.frontend.musl import musl_providers
from albers.frontend.toolchain import find_target, find_toolchain
from albers.world.kernel.numbers import NAMES

PREFIX = "albers_test_"

HOST: Any = ctypes.CDLL(None, use_errno=True)

#: What of musl the tests look at.
MUSL_FUNCTIONS = """
    abs asprintf atexit bsearch clearerr div dprintf ferror fflush fprintf fputs fwrite getenv labs llabs perror printf
    putchar puts rand rand_r reallocarray snprintf srand stderr stdout strcoll strerror strxfrm
    """.split()

SYSTEM_CALL = ctypes.CFUNCTYPE(ctypes.c_long, *[ctypes.c_long] * 7)


class NativeRuntime:
    """The functions of the library, callable through ctypes."""

    def __init__(self) -> None:
        if not sys.platform.startswith("linux"):
            pytest.skip("the runtime is compiled for Linux and can run natively only there")
        self.written: list[tuple[int, bytes]] = []
        self.write_error = 0  # what the next writes fail with, unless zero
        self._callback = SYSTEM_CALL(self._system_call)
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        llvm.add_symbol(PREFIX + "syscall", ctypes.cast(self._callback, ctypes.c_void_p).value)
        self._module = llvm.parse_assembly(_linked_runtime())
        machine = llvm.Target.from_default_triple().create_target_machine()
        self._engine = llvm.create_mcjit_compiler(self._module, machine)
        self._engine.finalize_object()
        self._errno = self.function("__errno_location", ctypes.POINTER(ctypes.c_int))

    def function(self, name: str, result: Any, *parameters: Any) -> Any:
        """The runtime's function, called with exactly these parameter types."""
        address = self._engine.get_function_address(PREFIX + name)
        assert address != 0, f"the runtime does not define {name}"
        return ctypes.CFUNCTYPE(result, *parameters)(address)

    def address(self, name: str) -> int:
        return int(self._engine.get_function_address(PREFIX + name))

    def global_pointer(self, name: str) -> int:
        """The value of a pointer variable, such as stdout."""
        return ctypes.c_void_p.from_address(self._engine.get_global_value_address(PREFIX + name)).value or 0

    @property
    def errno(self) -> int:
        return int(self._errno().contents.value)

    @errno.setter
    def errno(self, value: int) -> None:
        self._errno().contents.value = value

    def _system_call(self, number: int, *arguments: int) -> int:
        name = NAMES[number]
        if name == "ioctl":
            return -errno.ENOTTY
        if name != "writev":
            return -errno.ENOSYS
        if self.write_error != 0:
            return -self.write_error
        descriptor, vector, count = arguments[:3]
        words = (ctypes.c_size_t * (2 * count)).from_address(vector)
        pieces = [ctypes.string_at(words[i], words[i + 1]) for i in range(0, 2 * count, 2)]
        self.written.append((descriptor, b"".join(pieces)))
        return len(self.written[-1][1])


def _linked_runtime() -> str:
    target = find_target(platform.machine())
    compiler = Compiler(find_toolchain("zig", target), Cache(cache_directory()), simplify_cfg=False)
    own = runtime_provider()
    providers = [own, *musl_providers(target)]
    needed = [*Library(providers, compiler).symbols(own), *MUSL_FUNCTIONS]
    source = Path(__file__).with_name("long_double_calls.c")
    whole = Module.from_bitcode(compiler.compile_source(str(source), 0, []).bitcode)
    Library(providers, compiler, needed).link_into(whole)
    defined = whole.defined_symbols()
    assembly = whole.assembly().replace("@__albers_syscall(", f"@{PREFIX}syscall(")
    return re.sub(r"@([\w.]+)", lambda match: f"@{PREFIX}{match[1]}" if match[1] in defined else match[0], assembly)
