"""C programs compiled by a real compiler parse completely, and LLVM's own view of them agrees with ours."""

from __future__ import annotations

from pathlib import Path

import llvmlite.binding as llvm
import pytest

from albers.ir.instructions import (
    AtomicRMW,
    BinaryOp,
    Branch,
    Call,
    Cast,
    Compare,
    CompareExchange,
    Instruction,
    Jump,
    Return,
    Unsupported,
)
from albers.ir.module import Body, Module
from albers.ir.operands import ConstUndef, Operand
from albers.ir.parser import parse_module
from tests.ir.assembly import PROGRAMS, compile_program

OPCODES = {
    "CompareExchange": "cmpxchg",
    "AtomicRMW": "atomicrmw",
    "VAArg": "va_arg",
    "IndirectBranch": "indirectbr",
    "Jump": "br",
    "Branch": "br",
    "Return": "ret",
}
TARGETS = ["x86_64-linux-musl", "aarch64-linux-musl"]


def opcode(instruction: Instruction) -> str:
    if isinstance(instruction, (BinaryOp, Cast, Compare)):
        return instruction.op
    name = type(instruction).__name__
    return OPCODES.get(name, name.lower())


def type_text(reference: llvm.TypeRef) -> str:
    return str(reference).split(" = type")[0].replace('"', "")


def assert_same_operand(ours: Operand, llvms: llvm.ValueRef) -> None:
    assert ours.type.text == type_text(llvms.type)
    assert (type(ours).__name__ == "Register") == (llvms.value_kind.name in ("instruction", "argument"))
    assert isinstance(ours, ConstUndef) == (llvms.value_kind.name in ("undef_value", "poison_value"))


def assert_same_instruction(ours: Instruction, llvms: llvm.ValueRef) -> None:
    assert opcode(ours) == llvms.opcode
    assert ours.type.text == type_text(llvms.type)
    operands = list(llvms.operands)
    if isinstance(ours, (Jump, Branch)) or llvms.opcode in ("switch", "indirectbr"):
        operands = operands[: len(ours.operands())]
    if isinstance(ours, Call):  # operand bundles stand between the arguments and the callee
        operands = operands[: len(ours.arguments)] + operands[-1:]
    if any(operand.value_kind.name in ("metadata_as_value", "inline_asm") for operand in operands):
        return
    for our_operand, llvm_operand in zip(ours.operands(), operands, strict=True):
        assert_same_operand(our_operand, llvm_operand)


def assert_same_body(ours: Body, llvms: llvm.ValueRef) -> None:
    for block, llvm_block in zip(ours.blocks, llvms.blocks, strict=True):
        assert llvm_block.name in ("", block.label)
        for instruction, llvm_instruction in zip(block.instructions, llvm_block.instructions, strict=True):
            assert not isinstance(instruction, Unsupported), instruction.text
            assert_same_instruction(instruction, llvm_instruction)


def assert_same_module(ours: Module, llvms: llvm.ModuleRef) -> None:
    assert set(ours.functions) == {function.name for function in llvms.functions}
    for function in llvms.functions:
        mine = ours.functions[function.name]
        assert mine.is_declaration == function.is_declaration
        assert mine.type.text == type_text(function.global_value_type)
        if not mine.is_declaration:
            assert_same_body(mine.body, function)
    layout = llvm.create_target_data(ours.layout.text)
    assert len(ours.globals) == len(list(llvms.global_variables))
    for variable in llvms.global_variables:
        if not variable.name:  # numbered when printed, nameless here
            continue
        my_variable = ours.globals[variable.name]
        assert my_variable.type.text == type_text(variable.global_value_type)
        assert my_variable.linkage == variable.linkage.name.replace("external_weak", "extern_weak")
        assert (my_variable.initializer is None) == variable.is_declaration
        if not variable.is_declaration:  # the type of a declaration may be opaque
            assert ours.layout.size_of(my_variable.type) == layout.get_abi_size(variable.global_value_type)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("level", ["-O0", "-O1", "-O2"])
@pytest.mark.parametrize("program", ["structures.c", "numbers.c"])
def test_llvm_and_we_see_the_same_program(program: str, level: str, target: str, tmp_path: Path) -> None:
    reference = compile_program(program, tmp_path, target, level)
    assert_same_module(parse_module(str(reference)), reference)


def test_wide_vector_instructions_are_read(tmp_path: Path) -> None:
    reference = compile_program("numbers.c", tmp_path, TARGETS[0], "-O3", "-mcpu=x86_64_v4")
    text = str(reference)
    assert "x i32>" in text
    assert_same_module(parse_module(text), reference)


def test_scalable_vector_code_is_unsupported_but_no_error(tmp_path: Path) -> None:
    module = parse_module(str(compile_program("numbers.c", tmp_path, TARGETS[1], "-O3", "-mcpu=neoverse_v1")))
    bodies = [function.body for function in module.functions.values() if not function.is_declaration]
    unsupported = [
        i for body in bodies for block in body.blocks for i in block.instructions if isinstance(i, Unsupported)
    ]
    assert unsupported
    assert all("vscale" in instruction.text for instruction in unsupported)


def test_the_programs_use_the_rarer_instructions(tmp_path: Path) -> None:
    seen: set[type[Instruction]] = set()
    for program in ("structures.c", "numbers.c"):
        module = parse_module(str(compile_program(program, tmp_path, TARGETS[0], "-O0")))
        for function in module.functions.values():
            if not function.is_declaration:
                seen |= {type(i) for block in function.body.blocks for i in block.instructions}
    assert {AtomicRMW, CompareExchange, Return, Compare} <= seen
    assert len(seen) > 20


@pytest.mark.parametrize("level", ["-O0", "-O2"])
def test_every_statement_is_found_in_the_source(level: str, tmp_path: Path) -> None:
    module = parse_module(str(compile_program("structures.c", tmp_path, TARGETS[0], level)))
    source = (PROGRAMS / "structures.c").read_text().split("\n")
    main = module.functions["main"]
    assert main.file == str(PROGRAMS / "structures.c")
    assert "int main(" in source[main.line - 1]
    lines = set()
    for block in main.body.blocks:
        for instruction in block.instructions:
            location = instruction.location
            while location is not None and location.inlined_at is not None:
                location = location.inlined_at
            if location is not None and location.line:
                assert location.function == "main"
                lines.add(location.line)
    puts = next(number for number, line in enumerate(source, 1) if "puts(buffer)" in line)
    assert puts in lines
    assert min(lines) >= main.line
    assert {"argc", "argv", "root"} <= set(main.body.variable_names.values())
