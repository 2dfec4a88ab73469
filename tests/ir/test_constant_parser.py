"""Constants of every form are read from a module that LLVM accepted and printed."""

from __future__ import annotations

import pytest

from albers.errors import UserError
from albers.ir.operands import (
    BlockAddress,
    ConstAggregate,
    Constant,
    ConstBytes,
    ConstExpr,
    ConstInt,
    ConstNull,
    ConstUndef,
    ConstZero,
    GlobalRef,
)
from albers.ir.parser import parse_module
from tests.ir.assembly import module_of

CONTEXT = """
target datalayout = "e-i64:64"
%pair = type { i32, i64 }
@g = external global %pair
@weak = extern_weak global i8
declare void @callee()
define void @f() {
entry:
  br label %"a b"
"a b":
  ret void
}
"""


def constant(text: str) -> Constant:
    found = module_of(f"{CONTEXT}\n@it = global {text}").globals["it"].initializer
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("i32 7", 7),
        ("i32 -1", 0xFFFFFFFF),
        ("i1 true", 1),
        ("i1 false", 0),
        ("i8 u0xFF", 255),
        ("i128 -2", (1 << 128) - 2),
        ("i200 1000000000000000000000000000000", 10**30),
    ],
)
def test_integers_are_residues(text: str, value: int) -> None:
    found = constant(text)
    assert isinstance(found, ConstInt)
    assert found.value == value


@pytest.mark.parametrize("literal", ["u0x7F", "s0x7F", "s0xFF", "s0x0FF", "s0x0", "s0x05", "u0x00ff"])
def test_hexadecimal_integers_mean_what_llvm_takes_them_for(literal: str) -> None:
    line = f"@it = global i32 {literal}"
    ours, llvms = parse_module(line).globals["it"].initializer, module_of(line).globals["it"].initializer
    assert isinstance(ours, ConstInt) and isinstance(llvms, ConstInt)
    assert ours.value == llvms.value


def test_words_stand_for_constants_of_any_type() -> None:
    assert isinstance(constant("ptr null"), ConstNull)
    assert isinstance(constant("%pair zeroinitializer"), ConstZero)
    undef, poison = constant("i32 undef"), constant("<2 x i8> poison")
    assert isinstance(undef, ConstUndef) and not undef.is_poison
    assert isinstance(poison, ConstUndef) and poison.is_poison
    assert poison.type.text == "<2 x i8>"


def test_strings_are_bytes() -> None:
    found = constant(r'[7 x i8] c"a\22\5C\00\FFz;"')
    assert isinstance(found, ConstBytes)
    assert found.data == b'a"\\\x00\xffz;'


def describe(found: Constant) -> object:
    """Nested lists of the leaves of an aggregate."""
    if isinstance(found, ConstAggregate):
        return [describe(element) for element in found.elements]
    if isinstance(found, ConstInt):
        return found.value
    if isinstance(found, GlobalRef):
        return "@" + found.name
    return type(found).__name__


@pytest.mark.parametrize(
    ("text", "leaves"),
    [
        ("%pair { i32 1, i64 -1 }", [1, 2**64 - 1]),
        ("<{ i8, ptr }> <{ i8 3, ptr @g }>", [3, "@g"]),
        ("[2 x [2 x i16]] [[2 x i16] [i16 1, i16 2], [2 x i16] zeroinitializer]", [[1, 2], "ConstZero"]),
        ("<3 x i8> <i8 1, i8 undef, i8 poison>", [1, "ConstUndef", "ConstUndef"]),
        ("<3 x i32> splat (i32 9)", [9, 9, 9]),
        ("{ { ptr }, [1 x %pair] } { { ptr } { ptr @f }, [1 x %pair] [%pair { i32 5, i64 6 }] }", [["@f"], [[5, 6]]]),
        ("[2 x ptr] [ptr dso_local_equivalent @callee, ptr no_cfi @callee]", ["@callee", "@callee"]),
    ],
)
def test_aggregates_hold_their_elements_in_order(text: str, leaves: object) -> None:
    assert describe(constant(text)) == leaves


@pytest.mark.parametrize(
    ("text", "op", "operands", "source"),
    [
        ("ptr getelementptr inbounds (%pair, ptr @g, i64 1, i32 1)", "getelementptr", ["@g", 1, 1], "%pair"),
        ("ptr getelementptr inrange(-4, 4) (%pair, ptr @g, i64 2, i32 1)", "getelementptr", ["@g", 2, 1], "%pair"),
        ("ptr getelementptr nuw (i8, ptr @g, i64 3)", "getelementptr", ["@g", 3], "i8"),
        ("i64 ptrtoint (ptr @g to i64)", "ptrtoint", ["@g"], "ptr"),
        ("ptr inttoptr (i64 4660 to ptr)", "inttoptr", [4660], "i64"),
        ("ptr addrspace(1) addrspacecast (ptr @g to ptr addrspace(1))", "addrspacecast", ["@g"], "ptr"),
        ("double bitcast (i64 ptrtoint (ptr @g to i64) to double)", "bitcast", ["ConstExpr"], "i64"),
        ("i64 add nuw (i64 ptrtoint (ptr @g to i64), i64 3)", "add", ["ConstExpr", 3], "i64"),
        ("i64 sub (i64 ptrtoint (ptr @g to i64), i64 3)", "sub", ["ConstExpr", 3], "i64"),
        ("i64 xor (i64 ptrtoint (ptr @g to i64), i64 3)", "xor", ["ConstExpr", 3], "i64"),
        ("i32 trunc (i64 xor (i64 ptrtoint (ptr @g to i64), i64 3) to i32)", "trunc", ["ConstExpr"], "i64"),
        ("ptr ptrauth (ptr @callee, i32 0)", "ptrauth", ["@callee", 0], "ptr"),
    ],
)
def test_constant_expressions_keep_operation_and_operands(text: str, op: str, operands: object, source: str) -> None:
    found = constant(text)
    assert isinstance(found, ConstExpr)
    assert found.op == op
    assert [describe(operand) for operand in found.operands] == operands
    assert found.source_type.text == source
    assert text.startswith(found.type.text)


def test_a_block_address_names_function_and_label() -> None:
    found = constant('ptr blockaddress(@f, %"a b")')
    assert isinstance(found, BlockAddress)
    assert (found.function, found.block) == ("f", "a b")


def test_an_initializer_we_cannot_read_is_the_users_error_only_when_used() -> None:
    module = module_of(f"{CONTEXT}\n@it = global ppc_fp128 0xM00000000000000000000000000000000")
    with pytest.raises(UserError, match="@it"):
        _ = module.globals["it"].initializer
