"""Real LLVM assembly for the tests: snippets checked and printed by llvmlite, and C programs compiled with zig."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import llvmlite.binding as llvm

from albers.ir.module import Function, Module
from albers.ir.parser import parse_module

PROGRAMS = Path(__file__).parent / "programs"
LAYOUTS = {
    "x86_64": "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128",
    "aarch64": "e-m:e-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32",
    "macos": "e-m:o-i64:64-i128:128-n32:64-S128-Fn32",
    "i386": "e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:32-n8:16:32-S128",
    "big_endian": "E-m:e-i1:8:16-i8:8:16-i64:64-f128:64-v128:64-a:8:16-n32:64",
    "defaults": "",
}


def printed(text: str) -> str:
    """The text as LLVM prints it; fails if LLVM finds it invalid."""
    module = llvm.parse_assembly(text, llvm.create_context())  # a context of its own, lest LLVM renames types
    module.verify()
    return str(module)


def module_of(text: str) -> Module:
    return parse_module(printed(text))


def function_of(text: str) -> Function:
    """The first function defined in the text."""
    for function in module_of(text).functions.values():
        if not function.is_declaration:
            return function
    raise AssertionError("no function is defined")


def compile_program(name: str, directory: Path, target: str, *flags: str) -> llvm.ModuleRef:
    """Compile programs/`name` to bitcode and read it with llvmlite."""
    bitcode = directory / f"{name}.{target}{''.join(flags)}.bc"
    command = [sys.executable, "-m", "ziglang", "cc", "-target", target, "-c", "-emit-llvm", "-g", "-w", *flags]
    command += ["-fno-sanitize=undefined", str(PROGRAMS / name), "-o", str(bitcode)]
    subprocess.run(command, check=True)
    return llvm.parse_bitcode(bitcode.read_bytes(), llvm.create_context())
