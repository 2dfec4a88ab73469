"""Locations, function positions and variable names from debug metadata."""

from __future__ import annotations

from albers.ir.instructions import SourceLocation
from albers.ir.module import Module
from tests.ir.assembly import module_of

PROGRAM = """
define i32 @outer(i32 %x, ptr %place) !dbg !5 {
    #dbg_value(i32 %x, !20, !DIExpression(), !10)
  %sum = add i32 %x, 1, !dbg !10
    #dbg_value(i32 %sum, !21, !DIExpression(), !10)
    #dbg_value(i32 %sum, !20, !DIExpression(), !10)
    #dbg_declare(ptr %place, !22, !DIExpression(), !10)
  %product = mul i32 %sum, 2, !dbg !12
    #dbg_value(i32 %product, !20, !DIExpression(DW_OP_plus_uconst, 1, DW_OP_stack_value), !10)
    #dbg_value(!DIArgList(i32 %x, i32 %sum), !21, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1), !10)
  %quotient = sdiv i32 %product, 3, !dbg !13
  ret i32 %quotient
}
define void @plain() {
  ret void
}
!llvm.dbg.cu = !{!1}
!llvm.module.flags = !{!2}
!1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "x", emissionKind: FullDebug)
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DIFile(filename: "./src/../a \\22b\\22.c", directory: "/home/me")
!4 = !DIFile(filename: "/usr/include/inline.h", directory: "/home/me")
!5 = distinct !DISubprogram(name: "outer", scope: !3, file: !3, line: 3, type: !6, unit: !1, spFlags: DEFINITION)
!6 = !DISubroutineType(types: !7)
!7 = !{null}
!8 = distinct !DISubprogram(name: "inner", scope: !4, file: !4, line: 30, type: !6, unit: !1, spFlags: DEFINITION)
!9 = distinct !DISubprogram(name: "middle", scope: !3, file: !3, line: 20, type: !6, unit: !1, spFlags: DEFINITION)
!10 = !DILocation(line: 4, column: 5, scope: !11)
!11 = distinct !DILexicalBlock(scope: !5, file: !3, line: 4)
!12 = !DILocation(line: 31, column: 2, scope: !8, inlinedAt: !14)
!13 = !DILocation(line: 0, scope: !16)
!14 = distinct !DILocation(line: 21, column: 7, scope: !9, inlinedAt: !15)
!15 = distinct !DILocation(line: 6, column: 1, scope: !11)
!16 = !DILexicalBlockFile(scope: !11, file: !4, discriminator: 2)
!20 = !DILocalVariable(name: "argument", arg: 1, scope: !5, file: !3, line: 3, type: !23)
!21 = !DILocalVariable(name: "total", scope: !11, file: !3, line: 4, type: !23)
!22 = !DILocalVariable(name: "buffer", scope: !11, file: !3, line: 4, type: !23)
!23 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
"""
FILE = '/home/me/a "b".c'


def program() -> Module:
    return module_of(PROGRAM.replace("DEFINITION", "DISPFlagDefinition"))


def locations() -> list[SourceLocation | None]:
    return [instruction.location for instruction in program().functions["outer"].body.blocks[0].instructions]


def test_a_function_knows_its_file_and_line() -> None:
    outer, plain = program().functions["outer"], program().functions["plain"]
    assert (outer.file, outer.line) == (FILE, 3)
    assert (plain.file, plain.line) == ("", 0)


def test_an_instruction_knows_where_it_comes_from() -> None:
    first = locations()[0]
    assert first is not None
    assert (first.file, first.line, first.column, first.function) == (FILE, 4, 5, "outer")
    assert first.inlined_at is None


def test_inlined_code_knows_the_chain_of_call_sites() -> None:
    chain = []
    location = locations()[1]
    while location is not None:
        chain.append((location.file, location.line, location.function))
        location = location.inlined_at
    assert chain == [("/usr/include/inline.h", 31, "inner"), (FILE, 21, "middle"), (FILE, 6, "outer")]


def test_a_scope_may_lie_in_another_file_than_its_function() -> None:
    location = locations()[2]
    assert location is not None
    assert (location.file, location.line, location.column, location.function) == (
        "/usr/include/inline.h",
        0,
        0,
        "outer",
    )


def test_code_without_location_has_none() -> None:
    assert locations()[3] is None


def test_registers_know_the_variable_they_hold_first() -> None:
    body = program().functions["outer"].body
    names = {body.register_names[index]: name for index, name in body.variable_names.items()}
    assert names == {"x": "argument", "sum": "total", "place": "buffer"}
