"""Each kind of instruction, written as LLVM assembly, checked and printed by LLVM, then parsed."""

from __future__ import annotations

import pytest

from albers.ir.instructions import (
    Alloca,
    AtomicRMW,
    BinaryOp,
    Branch,
    Call,
    Cast,
    Compare,
    CompareExchange,
    ExtractElement,
    ExtractValue,
    Fence,
    FNeg,
    Freeze,
    GetElementPtr,
    IndirectBranch,
    InsertElement,
    InsertValue,
    Instruction,
    Jump,
    Load,
    Phi,
    Return,
    Select,
    ShuffleVector,
    Store,
    Switch,
    Unreachable,
    Unsupported,
    VAArg,
)
from albers.ir.module import Body
from albers.ir.operands import (
    ConstAggregate,
    ConstFloat,
    ConstInt,
    ConstNull,
    GlobalRef,
    InlineAsm,
    MetadataOperand,
    Operand,
    Register,
)
from tests.ir.assembly import function_of

ARGUMENTS = (
    "i32 %a, i32 %b, i64 %w, double %x, double %y, float %f, ptr %p, i1 %c, "
    "<4 x i32> %v, <4 x ptr> %pv, { i32, [2 x i8] } %s, i128 %huge, half %h"
)
DECLARATIONS = """
target datalayout = "e-i64:64"
%pair = type { i32, i64 }
%"odd type" = type { [3 x %pair] }
@g = external global i32
@"odd \\22name\\22" = external global i32
declare i32 @callee(i32, ptr)
declare void @nothing()
declare i32 @printf(ptr, ...)
declare double @llvm.sqrt.f64(double)
declare double @llvm.experimental.constrained.fadd.f64(double, double, metadata, metadata)
declare void @llvm.assume(i1)
declare fastcc %pair @fast(ptr byval(%pair), i8 signext)
"""
NAMES = [part.split("%")[-1] for part in ARGUMENTS.split(", ") if "%" in part]


def body_of(lines: str) -> Body:
    return function_of(f"{DECLARATIONS}\ndefine void @f({ARGUMENTS}) {{\nentry:\n{lines}\n}}").body


def parsed(line: str) -> Instruction:
    """The instruction on this line, in a function with arguments of many types."""
    instruction = body_of(f"{line}\nret void").blocks[0].instructions[0]
    assert not isinstance(instruction, Unsupported), instruction.text
    return instruction


def show(operand: Operand | None) -> object:
    """A short form of an operand: arguments by name, numbers by value."""
    if isinstance(operand, Register):
        return ["a", "b", "w", "x", "y", "f", "p", "c", "v", "pv", "s", "huge", "h"][operand.index]
    if isinstance(operand, ConstInt):
        return operand.value
    if isinstance(operand, ConstFloat):
        return hex(operand.bits)
    if isinstance(operand, GlobalRef):
        return "@" + operand.name
    if isinstance(operand, ConstNull):
        return "null"
    if isinstance(operand, ConstAggregate):
        return [show(element) for element in operand.elements]
    if isinstance(operand, MetadataOperand):
        return operand.text
    return type(operand).__name__


@pytest.mark.parametrize(
    ("line", "op", "flags"),
    [
        ("%r = add i32 %a, %b", "add", ""),
        ("%r = add nuw nsw i32 %a, %b", "add", "nuw nsw"),
        ("%r = sub nsw i32 %a, %b", "sub", "nsw"),
        ("%r = mul nuw i32 %a, %b", "mul", "nuw"),
        ("%r = udiv exact i32 %a, %b", "udiv", "exact"),
        ("%r = sdiv i32 %a, %b", "sdiv", ""),
        ("%r = urem i32 %a, %b", "urem", ""),
        ("%r = srem i32 %a, %b", "srem", ""),
        ("%r = shl nuw nsw i32 %a, %b", "shl", "nuw nsw"),
        ("%r = lshr exact i32 %a, %b", "lshr", "exact"),
        ("%r = ashr i32 %a, %b", "ashr", ""),
        ("%r = and i32 %a, %b", "and", ""),
        ("%r = or disjoint i32 %a, %b", "or", "disjoint"),
        ("%r = xor i32 %a, %b", "xor", ""),
        ("%r = fadd double %x, %y", "fadd", ""),
        ("%r = fsub fast double %x, %y", "fsub", "fast"),
        ("%r = fmul nnan ninf nsz arcp contract afn double %x, %y", "fmul", "nnan ninf nsz arcp contract afn"),
        ("%r = fdiv reassoc double %x, %y", "fdiv", "reassoc"),
        ("%r = frem double %x, %y", "frem", ""),
    ],
)
def test_binary_operations_keep_their_flags(line: str, op: str, flags: str) -> None:
    instruction = parsed(line)
    assert isinstance(instruction, BinaryOp)
    assert (instruction.op, instruction.flags) == (op, frozenset(flags.split()))
    expected = ["x", "y"] if op.startswith("f") else ["a", "b"]
    assert [show(operand) for operand in instruction.operands()] == expected
    assert instruction.type.text == ("double" if op.startswith("f") else "i32")
    assert instruction.result == len(NAMES)


@pytest.mark.parametrize(
    ("line", "op", "type_text", "flags"),
    [
        ("%r = trunc nuw nsw i32 %a to i8", "trunc", "i8", "nuw nsw"),
        ("%r = zext nneg i32 %a to i64", "zext", "i64", "nneg"),
        ("%r = sext i32 %a to i64", "sext", "i64", ""),
        ("%r = fptrunc double %x to float", "fptrunc", "float", ""),
        ("%r = fpext nnan float %f to double", "fpext", "double", "nnan"),
        ("%r = fptoui double %x to i32", "fptoui", "i32", ""),
        ("%r = fptosi double %x to i1", "fptosi", "i1", ""),
        ("%r = uitofp nneg i32 %a to float", "uitofp", "float", "nneg"),
        ("%r = sitofp i32 %a to x86_fp80", "sitofp", "x86_fp80", ""),
        ("%r = ptrtoint ptr %p to i64", "ptrtoint", "i64", ""),
        ("%r = ptrtoaddr ptr %p to i64", "ptrtoaddr", "i64", ""),
        ("%r = inttoptr i64 %w to ptr", "inttoptr", "ptr", ""),
        ("%r = bitcast <4 x i32> %v to i128", "bitcast", "i128", ""),
        ("%r = addrspacecast ptr %p to ptr addrspace(1)", "addrspacecast", "ptr addrspace(1)", ""),
    ],
)
def test_casts_go_to_the_type_they_name(line: str, op: str, type_text: str, flags: str) -> None:
    instruction = parsed(line)
    assert isinstance(instruction, Cast)
    assert (instruction.op, instruction.type.text) == (op, type_text)
    assert instruction.flags == frozenset(flags.split())
    assert isinstance(instruction.value, Register)


@pytest.mark.parametrize("predicate", "eq ne ugt uge ult ule sgt sge slt sle".split())
def test_integer_comparisons(predicate: str) -> None:
    instruction = parsed(
        f"%r = icmp samesign {predicate} i32 %a, -1" if predicate[0] == "u" else f"%r = icmp {predicate} i32 %a, -1"
    )
    assert isinstance(instruction, Compare)
    assert (instruction.op, instruction.predicate, instruction.type.text) == ("icmp", predicate, "i1")
    assert [show(operand) for operand in instruction.operands()] == ["a", 0xFFFFFFFF]


@pytest.mark.parametrize("predicate", "false oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno true".split())
def test_float_comparisons(predicate: str) -> None:
    instruction = parsed(f"%r = fcmp nnan {predicate} double %x, 0.5")
    assert isinstance(instruction, Compare)
    assert (instruction.op, instruction.predicate) == ("fcmp", predicate)
    assert [show(operand) for operand in instruction.operands()] == ["x", "0x3fe0000000000000"]


def test_vectors_and_pointers_are_compared_too() -> None:
    assert parsed("%r = icmp ult <4 x i32> %v, splat (i32 7)").type.text == "<4 x i1>"
    pointers = parsed("%r = icmp eq ptr %p, null")
    assert [show(operand) for operand in pointers.operands()] == ["p", "null"]


def test_select_freeze_and_negation() -> None:
    select = parsed("%r = select fast i1 %c, double %x, double 1.0")
    assert isinstance(select, Select)
    assert [show(operand) for operand in select.operands()] == ["c", "x", "0x3ff0000000000000"]
    assert isinstance(parsed("%r = freeze i128 %huge"), Freeze)
    negation = parsed("%r = fneg nsz half %h")
    assert isinstance(negation, FNeg)
    assert negation.type.text == "half"


def test_alloca_defaults_to_one_element() -> None:
    plain = parsed("%r = alloca i32")
    assert isinstance(plain, Alloca)
    assert (plain.type.text, plain.allocated.text, show(plain.count), plain.align) == ("ptr", "i32", 1, 4)
    many = parsed("%r = alloca inalloca %pair, i64 %w, align 32")
    assert isinstance(many, Alloca)
    assert (many.allocated.text, show(many.count), many.align) == ("%pair", "w", 32)


@pytest.mark.parametrize(
    ("line", "align", "volatile", "atomic"),
    [
        ("%r = load i32, ptr %p", 4, False, False),
        ("%r = load volatile i32, ptr %p, align 1", 1, True, False),
        ("%r = load atomic i32, ptr %p seq_cst, align 8", 8, False, True),
        ('%r = load atomic volatile i32, ptr %p syncscope("a, !b") acquire, align 4', 4, True, True),
        ("store i32 %a, ptr %p, align 2", 2, False, False),
        ("store volatile i32 %a, ptr %p", 4, True, False),
        ('store atomic i32 %a, ptr %p syncscope("singlethread") release, align 4', 4, False, True),
    ],
)
def test_loads_and_stores(line: str, align: int, volatile: bool, atomic: bool) -> None:
    instruction = parsed(line)
    assert isinstance(instruction, (Load, Store))
    assert show(instruction.pointer) == "p"
    assert (instruction.align, instruction.volatile, instruction.atomic) == (align, volatile, atomic)
    if isinstance(instruction, Load):
        assert instruction.type.text == "i32"
    else:
        assert (instruction.type.text, instruction.result, show(instruction.value)) == ("void", -1, "a")


@pytest.mark.parametrize(
    ("line", "source", "operands", "inbounds", "type_text"),
    [
        ("%r = getelementptr i8, ptr %p, i64 %w", "i8", ["p", "w"], False, "ptr"),
        ("%r = getelementptr inbounds nuw %pair, ptr %p, i64 0, i32 1", "%pair", ["p", 0, 1], True, "ptr"),
        ("%r = getelementptr nusw nuw i8, ptr @g, i64 -1", "i8", ["@g", 2**64 - 1], False, "ptr"),
        ('%r = getelementptr %"odd type", ptr %p, i64 1, i32 0, i64 %w', "%odd type", ["p", 1, 0, "w"], False, "ptr"),
        ("%r = getelementptr i32, ptr %p, <4 x i32> %v", "i32", ["p", "v"], False, "<4 x ptr>"),
        ("%r = getelementptr i32, <4 x ptr> %pv, i64 2", "i32", ["pv", 2], False, "<4 x ptr>"),
    ],
)
def test_address_computations(line: str, source: str, operands: object, inbounds: bool, type_text: str) -> None:
    instruction = parsed(line)
    assert isinstance(instruction, GetElementPtr)
    assert (instruction.source_type.text, instruction.inbounds, instruction.type.text) == (source, inbounds, type_text)
    assert [show(operand) for operand in instruction.operands()] == operands


@pytest.mark.parametrize(
    "op", "xchg add sub and nand or xor max min umax umin uinc_wrap udec_wrap usub_cond usub_sat".split()
)
def test_atomic_updates(op: str) -> None:
    instruction = parsed(f'%r = atomicrmw volatile {op} ptr %p, i32 %a syncscope("x") seq_cst, align 4')
    assert isinstance(instruction, AtomicRMW)
    assert (instruction.op, instruction.type.text) == (op, "i32")
    assert [show(operand) for operand in instruction.operands()] == ["p", "a"]


@pytest.mark.parametrize("op", ["fadd", "fsub", "fmax", "fmin"])
def test_atomic_updates_of_floats(op: str) -> None:
    instruction = parsed(f"%r = atomicrmw {op} ptr %p, double %x monotonic")
    assert isinstance(instruction, AtomicRMW)
    assert (instruction.op, instruction.type.text) == (op, "double")


def test_compare_exchange_and_fence() -> None:
    exchange = parsed("%r = cmpxchg weak volatile ptr %p, i32 %a, i32 5 acq_rel monotonic, align 4")
    assert isinstance(exchange, CompareExchange)
    assert exchange.type.text == "{ i32, i1 }"
    assert [show(operand) for operand in exchange.operands()] == ["p", "a", 5]
    assert isinstance(parsed('fence syncscope("singlethread") seq_cst'), Fence)


def test_parts_of_aggregates() -> None:
    extract = parsed("%r = extractvalue { i32, [2 x i8] } %s, 1, 0")
    assert isinstance(extract, ExtractValue)
    assert (extract.type.text, extract.path) == ("i8", [1, 0])
    insert = parsed("%r = insertvalue { i32, [2 x i8] } %s, i8 3, 1, 1")
    assert isinstance(insert, InsertValue)
    assert (insert.type.text, insert.path, show(insert.value)) == ("{ i32, [2 x i8] }", [1, 1], 3)


def test_lanes_of_vectors() -> None:
    extract = parsed("%r = extractelement <4 x i32> %v, i32 %a")
    assert isinstance(extract, ExtractElement)
    assert (extract.type.text, show(extract.index)) == ("i32", "a")
    insert = parsed("%r = insertelement <4 x i32> %v, i32 %b, i64 2")
    assert isinstance(insert, InsertElement)
    assert [show(operand) for operand in insert.operands()] == ["v", "b", 2]


@pytest.mark.parametrize(
    ("mask", "lanes"),
    [
        ("<2 x i32> <i32 7, i32 0>", [7, 0]),
        ("<5 x i32> <i32 0, i32 poison, i32 2, i32 undef, i32 3>", [0, -1, 2, -1, 3]),
        ("<4 x i32> zeroinitializer", [0, 0, 0, 0]),
        ("<3 x i32> poison", [-1, -1, -1]),
        ("<2 x i32> splat (i32 1)", [1, 1]),
    ],
)
def test_shuffles(mask: str, lanes: list[int]) -> None:
    instruction = parsed(f"%r = shufflevector <4 x i32> %v, <4 x i32> poison, {mask}")
    assert isinstance(instruction, ShuffleVector)
    assert instruction.mask == lanes
    assert instruction.type.text == f"<{len(lanes)} x i32>"


def test_va_arg() -> None:
    instruction = parsed("%r = va_arg ptr %p, x86_fp80")
    assert isinstance(instruction, VAArg)
    assert (instruction.type.text, show(instruction.list_pointer)) == ("x86_fp80", "p")


@pytest.mark.parametrize(
    ("line", "callee", "type_text", "arguments"),
    [
        ("call void @nothing()", "@nothing", "void ()", []),
        ("%r = call i32 @callee(i32 %a, ptr null)", "@callee", "i32 (i32, ptr)", ["a", "null"]),
        ("%r = tail call i32 @callee(i32 noundef %a, ptr noundef nonnull align 8 dereferenceable(4) @g)",
         "@callee", "i32 (i32, ptr)", ["a", "@g"]),
        ("%r = notail call noundef range(i32 0, 5) i32 "
         "@callee(i32 range(i32 -1, 9) 3, ptr captures(none) initializes((0, 4)) %p) "
         '#0 [ "tag"(i32 1, ptr %p), "none"() ]',
         "@callee", "i32 (i32, ptr)", [3, "p"]),
        ("%r = call i32 (ptr, ...) @printf(ptr @g, double %x, i64 -1)", "@printf", "i32 (ptr, ...)",
         ["@g", "x", 2**64 - 1]),
        ("%r = call nnan ninf afn double @llvm.sqrt.f64(double 0x7FF8000000000000)", "@llvm.sqrt.f64",
         "double (double)", ["0x7ff8000000000000"]),
        ("%r = call i32 %p(i32 %a, i32 zeroext %b)", "p", "i32 (i32, i32)", ["a", "b"]),
        ("%r = call double @llvm.experimental.constrained.fadd.f64(double %x, double %y, "
         'metadata !"round.dynamic", metadata !"fpexcept.strict")',
         "@llvm.experimental.constrained.fadd.f64", "double (double, double, metadata, metadata)",
         ["x", "y", '!"round.dynamic"', '!"fpexcept.strict"']),
        ('call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 8) ]', "@llvm.assume", "void (i1)", [1]),
        ('%r = call i32 @"odd \\22name\\22"(i1 %c)', '@odd "name"', "i32 (i1)", ["c"]),
        ("%r = call cc 77 i32 inttoptr (i64 64 to ptr)(i8 1)", "ConstExpr", "i32 (i8)", [1]),
        ("%r = call preserve_mostcc addrspace(0) i32 @callee(i32 1, ptr byref(%pair) %p)", "@callee",
         "i32 (i32, ptr)", [1, "p"]),
    ],
)  # fmt: skip
def test_calls(line: str, callee: str, type_text: str, arguments: object) -> None:
    instruction = parsed(line)
    assert isinstance(instruction, Call)
    assert show(instruction.callee) == callee
    assert instruction.function_type.text == type_text
    assert [show(argument) for argument in instruction.arguments] == arguments
    assert instruction.byval == [None] * len(instruction.arguments)
    assert instruction.type is instruction.function_type.result
    assert (instruction.result >= 0) == line.startswith("%r")


def test_a_call_knows_what_is_passed_by_value() -> None:
    instruction = parsed("%r = call fastcc %pair @fast(ptr byval(%pair) align 8 %p, i8 signext 1)")
    assert isinstance(instruction, Call)
    assert [None if type_ is None else type_.text for type_ in instruction.byval] == ["%pair", None]
    assert instruction.type.text == "%pair"


def test_inline_assembly_keeps_template_and_constraints() -> None:
    instruction = parsed(r'%r = call i32 asm sideeffect "mov $0, \22x\22, !dbg !1", "=r,r,~{memory}"(i32 %a)')
    assert isinstance(instruction, Call)
    assert isinstance(instruction.callee, InlineAsm)
    assert instruction.callee.text == 'mov $0, "x", !dbg !1'
    assert instruction.callee.constraints == "=r,r,~{memory}"
    assert instruction.callee.has_side_effects
    pure = parsed('call void asm alignstack inteldialect "nop", ""()')
    assert isinstance(pure, Call)
    assert isinstance(pure.callee, InlineAsm)
    assert not pure.callee.has_side_effects


def test_branches_and_phis_refer_to_blocks_by_index() -> None:
    body = body_of(
        """
        br i1 %c, label %left, label %"right side"
        left:
        br label %join
        "right side":
        switch i32 %a, label %join [
          i32 -1, label %left
          i32 7, label %dead
          i32 8, label %dead
        ]
        join:
        %later = phi i32 [ %a, %left ], [ 9, %"right side" ]
        indirectbr ptr %p, [label %left, label %dead]
        dead:
        unreachable
        """
    )
    assert [block.label for block in body.blocks] == ["entry", "left", "right side", "join", "dead"]
    branch, jump, switch, indirect, end = (block.terminator() for block in body.blocks)
    assert isinstance(branch, Branch)
    assert (show(branch.condition), branch.successors()) == ("c", [1, 2])
    assert isinstance(jump, Jump) and jump.target == 3
    assert isinstance(switch, Switch)
    assert switch.cases == [(0xFFFFFFFF, 1), (7, 4), (8, 4)]
    assert switch.successors() == [3, 1, 4]
    assert isinstance(indirect, IndirectBranch) and indirect.targets == [1, 4]
    assert isinstance(end, Unreachable)
    phi = body.blocks[3].instructions[0]
    assert isinstance(phi, Phi)
    assert ([show(value) for value in phi.values], phi.blocks) == (["a", 9], [1, 2])


def test_returns_carry_a_value_or_none() -> None:
    nothing = body_of("ret void").blocks[0].terminator()
    assert isinstance(nothing, Return) and nothing.value is None
    function = function_of("define { i32, i1 } @f() {\n ret { i32, i1 } { i32 4, i1 true }\n}")
    something = function.body.blocks[0].terminator()
    assert isinstance(something, Return)
    assert show(something.value) == [4, 1]
