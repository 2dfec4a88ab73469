"""C text compiled by clang without our preparation, and run natively in this process by LLVM's own compiler."""

from __future__ import annotations

import ctypes
import subprocess
import sys
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import pytest

from albers.frontend.toolchain import find_target, find_toolchain


class NativeProgram:
    """The functions of a C file; `directory` takes the files needed on the way."""

    def __init__(self, text: str, directory: Path, optimize: int = 1) -> None:
        if not sys.platform.startswith("linux"):
            pytest.skip("programs are compiled for Linux and can run natively only there")
        source, bitcode = directory / "native.c", directory / "native.bc"
        source.write_text(text)
        toolchain = find_toolchain("zig", find_target(""))
        flags = [*toolchain.fixed_flags(optimize), "-g0", "-w", "-DNATIVE", *toolchain.header_flags()]
        subprocess.run([*toolchain.compiler, *flags, "-o", str(bitcode), str(source)], check=True)
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        module = llvm.parse_bitcode(bitcode.read_bytes(), llvm.create_context())
        machine = llvm.Target.from_default_triple().create_target_machine()
        self._engine = llvm.create_mcjit_compiler(module, machine)
        self._engine.finalize_object()

    def function(self, name: str, result: Any, *parameters: Any) -> Any:
        address = self._engine.get_function_address(name)
        assert address != 0, f"{name} is not defined"
        return ctypes.CFUNCTYPE(result, *parameters)(address)
