"""Bodies: numbering, forward references, line numbers, and what happens to text nobody understands."""

from __future__ import annotations

import random

import pytest

from albers.ir.instructions import Call, Phi, Unsupported
from albers.ir.operands import Register
from albers.ir.parser import parse_module
from tests.ir.assembly import function_of, module_of, printed

FIBONACCI = """
define i32 @fib(i32 %0, i32 %named, i32 %1) {
  %3 = icmp slt i32 %0, 2
  br i1 %3, label %10, label %4

4:
  %5 = add i32 %0, -1
  %6 = call i32 @fib(i32 %5, i32 0, i32 0)
  %7 = add i32 %0, -2
  %"a b" = call i32 @fib(i32 %7, i32 %named, i32 %1)
  %8 = add i32 %6, %"a b"
  %9 = icmp eq i32 %8, 0
  br label %10

10:
  %11 = phi i32 [ %8, %4 ], [ %0, %2 ]
  ret i32 %11
}
"""


def test_registers_are_numbered_in_order_with_arguments_first() -> None:
    body = function_of(FIBONACCI).body
    assert body.register_names == ["0", "named", "1", "3", "5", "6", "7", "a b", "8", "9", "11"]
    assert [type_.text for type_ in body.register_types] == ["i32"] * 3 + ["i1"] + ["i32"] * 5 + ["i1", "i32"]
    results = [i.result for block in body.blocks for i in block.instructions if i.result >= 0]
    assert results == list(range(3, 11))


def test_an_unnamed_entry_block_takes_the_next_number() -> None:
    body = function_of(FIBONACCI).body
    assert [block.label for block in body.blocks] == ["2", "4", "10"]
    phi = body.blocks[2].instructions[0]
    assert isinstance(phi, Phi)
    assert phi.blocks == [1, 0]


def test_forward_references_have_the_type_of_the_definition() -> None:
    body = function_of(
        """
        define ptr @f(i1 %c) {
        entry:
          br label %loop
        loop:
          %before = phi ptr [ null, %entry ], [ %after, %loop ]
          %after = getelementptr i8, ptr %before, i64 1
          br i1 %c, label %loop, label %done
        done:
          ret ptr %after
        }
        """
    ).body
    phi = body.blocks[1].instructions[0]
    assert isinstance(phi, Phi)
    after = phi.values[1]
    assert isinstance(after, Register)
    assert body.register_names[after.index] == "after"
    assert after.type is body.register_types[after.index]


def test_assembly_lines_count_from_the_top_of_the_module() -> None:
    text = printed(FIBONACCI + "\n@x = global i32 0\ndefine void @g() {\n  ret void\n}\n")
    lines = text.split("\n")
    module = parse_module(text)
    for function in module.functions.values():
        for block in function.body.blocks:
            for instruction in block.instructions:
                line = lines[instruction.assembly_line - 1]
                opcode = {"BinaryOp": "add", "Compare": "icmp", "Return": "ret", "Jump": "br", "Branch": "br"}
                word = opcode.get(type(instruction).__name__, type(instruction).__name__.lower())
                assert f" {word} " in line
                if instruction.result >= 0:
                    assert function.body.register_names[instruction.result] in line.split("=")[0]


def test_a_switch_over_many_lines_is_one_instruction() -> None:
    cases = "\n".join(f"    i32 {value}, label %b{value % 3}" for value in range(5000))
    blocks = "\n".join(f"b{i}:\n  ret void" for i in range(3))
    body = function_of(f"define void @f(i32 %x) {{\n  switch i32 %x, label %b0 [\n{cases}\n  ]\n{blocks}\n}}").body
    assert len(body.blocks[0].instructions) == 1
    assert body.blocks[0].terminator().successors() == [1, 2, 3]
    assert body.blocks[0].terminator().assembly_line == 5


EXCEPTIONS = """
declare i32 @personality(...)
declare void @may_throw()
define i32 @f(i32 %x) personality ptr @personality {
entry:
  invoke void @may_throw()
          to label %fine unwind label %caught
fine:
  callbr void asm sideeffect "jump ${0:l}", "!i"()
          to label %end [label %caught2]
caught:
  %pad = landingpad { ptr, i32 }
          cleanup
          catch ptr null
  %selector = extractvalue { ptr, i32 } %pad, 1
  resume { ptr, i32 } %pad
caught2:
  ret i32 1
end:
  ret i32 %x
}
"""


def test_exception_handling_is_unsupported_with_its_successors() -> None:
    body = function_of(EXCEPTIONS).body
    assert [block.label for block in body.blocks] == ["entry", "fine", "caught", "caught2", "end"]
    invoke = body.blocks[0].terminator()
    assert isinstance(invoke, Unsupported)
    assert invoke.successors() == [1, 2]
    assert invoke.text == "invoke void @may_throw() to label %fine unwind label %caught"
    assert body.blocks[1].terminator().successors() == [4, 3]
    pad = body.blocks[2].instructions[0]
    assert isinstance(pad, Unsupported)
    assert body.register_types[pad.result].text == pad.type.text == "{ ptr, i32 }"
    assert isinstance(body.blocks[2].terminator(), Unsupported)


def test_scalable_vectors_are_unsupported_where_they_are_touched() -> None:
    body = function_of(
        """
        define i32 @f(<vscale x 4 x i32> %v, i32 %x) {
          %lane = extractelement <vscale x 4 x i32> %v, i64 0
          %sum = add i32 %lane, %x
          ret i32 %sum
        }
        """
    ).body
    kinds = [type(instruction).__name__ for instruction in body.blocks[0].instructions]
    assert kinds == ["Unsupported", "BinaryOp", "Return"]
    assert body.register_types[body.blocks[0].instructions[0].result].text == "i32"


def test_calls_of_old_debug_intrinsics_vanish() -> None:
    text = """
define void @f(i32 %x) {
  call void @llvm.dbg.value(metadata i32 %x, metadata !1, metadata !DIExpression())
  call void @other()
  ret void
}
"""
    instructions = parse_module(text).functions["f"].body.blocks[0].instructions
    assert len(instructions) == 2
    assert isinstance(instructions[0], Call)


@pytest.mark.parametrize("seed", range(8))
def test_no_text_in_a_body_makes_parsing_fail(seed: int) -> None:
    dice = random.Random(seed)
    original = printed(FIBONACCI.replace("@fib", "@fib2") + EXCEPTIONS)
    for _ in range(150):
        lines = original.split("\n")
        body_lines = [i for i, line in enumerate(lines) if line.startswith("  ")]
        for index in dice.sample(body_lines, 2):
            line = lines[index]
            position = dice.randrange(2, len(line))
            garbage = dice.choice(["", " ", "%", "@", '"', "[", "}", ")", ", ,", "label", "i32", "-", "\\", "!x", "0x"])
            lines[index] = line[:position] + garbage + line[position + dice.randrange(0, 4) :]
        for function in parse_module("\n".join(lines)).functions.values():
            if not function.is_declaration:
                body = function.body
                assert all(block.instructions for block in body.blocks)
                assert len(body.register_types) == len(body.register_names)


def test_bodies_are_parsed_once() -> None:
    function = module_of(FIBONACCI).functions["fib"]
    assert function.body is function.body
