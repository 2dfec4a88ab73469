"""The runtime, compiled and prepared exactly as for an analysis, running natively beside the host's own libc.

All its files are linked into one module, every function gets a prefix so that none can be mistaken for the host's, and
LLVM's just-in-time compiler loads the result into this process. `__albers_write` collects what is written.
"""

from __future__ import annotations

import ctypes
import platform
import re
import sys
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import pytest

from albers.frontend.cache import Cache, cache_directory
from albers.frontend.compile import Compiler
from albers.frontend.library import runtime_provider
from albers.frontend.llvm import Module
from albers.frontend.toolchain import find_target, find_toolchain

PREFIX = "albers_test_"

HOST: Any = ctypes.CDLL(None, use_errno=True)

WRITE_FUNCTION = ctypes.CFUNCTYPE(ctypes.c_long, ctypes.c_int, ctypes.c_void_p, ctypes.c_ulong)


class NativeRuntime:
    """The functions of the runtime, callable through ctypes."""

    def __init__(self) -> None:
        if not sys.platform.startswith("linux"):
            pytest.skip("the runtime is compiled for Linux and can run natively only there")
        self.written: list[tuple[int, bytes]] = []
        self.write_result: int | None = None  # what the next writes answer, when not the number of bytes
        self._callback = WRITE_FUNCTION(self._write)
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        llvm.add_symbol(PREFIX + "write", ctypes.cast(self._callback, ctypes.c_void_p).value)
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

    def _write(self, descriptor: int, memory: int, count: int) -> int:
        if self.write_result is not None:
            return self.write_result
        self.written.append((descriptor, ctypes.string_at(memory, count)))
        return count


def _linked_runtime() -> str:
    target = find_target(platform.machine())
    compiler = Compiler(find_toolchain("zig", target), Cache(cache_directory()), simplify_cfg=False)
    provider = runtime_provider()
    sources = [
        *(Path(provider.root, name) for name in provider.sources),
        Path(__file__).with_name("long_double_calls.c"),
    ]
    units = [compiler.compile_source(str(source), 0, provider.flags) for source in sources]
    whole = Module.from_bitcode(units[0].bitcode)
    for unit in units[1:]:
        whole.link(unit.bitcode)
    own = whole.defined_symbols()
    assembly = whole.assembly().replace("@__albers_write(", f"@{PREFIX}write(")
    return re.sub(r"@([\w.]+)", lambda match: f"@{PREFIX}{match[1]}" if match[1] in own else match[0], assembly)
