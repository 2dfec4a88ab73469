"""Types are read from LLVM's text and shared."""

from __future__ import annotations

import pytest

from albers.ir.lexer import MalformedText, Tokens
from albers.ir.type_parser import TypeParser
from albers.ir.types import ExoticType, FunctionType, PointerType, StructType
from tests.ir.assembly import module_of


@pytest.mark.parametrize(
    "text",
    [
        *("i1", "i128", "half", "x86_fp80", "ptr", "ptr addrspace(3)", "void", "label", "metadata"),
        *("[4 x i8]", "<4 x float>", "{}", "<{}>", "{ i32, ptr }", "<{ i8, i32 }>", "[2 x { i8, <2 x ptr> }]"),
        *("i32 (ptr, ...)", "void ()", "{ i32 } ([2 x i8], i32)", "<vscale x 4 x i32>", "token"),
    ],
)
def test_a_type_reads_back_as_it_is_written(text: str) -> None:
    types = TypeParser()
    assert types.parse_text(text).text == text
    assert types.parse_text(text) is types.parse_text(text)


def test_a_function_type_knows_its_parts() -> None:
    type_ = TypeParser().parse_text("i32 (ptr, i8, ...)")
    assert isinstance(type_, FunctionType)
    assert (type_.result.text, [p.text for p in type_.params], type_.is_vararg) == ("i32", ["ptr", "i8"], True)


def test_structures_may_refer_to_themselves_and_to_later_ones() -> None:
    module = module_of(
        """
        %list = type { %"odd name", ptr }
        %"odd name" = type <{ i8, %later }>
        %later = type { [2 x i32] }
        %hidden = type opaque
        @a = global %list zeroinitializer
        @b = external global %hidden
        """
    )
    assert set(module.named_types) == {"list", "odd name", "later", "hidden"}
    outer = module.globals["a"].type
    assert isinstance(outer, StructType)
    inner = outer.fields[0]
    assert isinstance(inner, StructType)
    assert inner is module.named_types["odd name"]
    assert inner.packed
    assert module.layout.size_of(outer) == 24
    assert module.named_types["hidden"].is_opaque


@pytest.mark.parametrize("text", ["[2 x <vscale x 2 x i8>]", "{ i8, token }", 'target("x.y", i32, 7)', "ppc_fp128"])
def test_types_beyond_c_are_exotic_also_as_parts(text: str) -> None:
    assert isinstance(TypeParser().parse_text(text), ExoticType)


@pytest.mark.parametrize(
    "text", ["", "i", "ix", "%unknown", "[x x i8]", "{ i32", "<4 y i8>", "i32 i32", "ptr addrspace()"]
)
def test_what_is_no_type_is_refused(text: str) -> None:
    with pytest.raises(MalformedText):
        TypeParser().parse_text(text)


def test_an_address_space_belongs_to_the_pointer() -> None:
    tokens = Tokens("ptr addrspace(5) ptr")
    types = TypeParser()
    first, second = types.parse(tokens), types.parse(tokens)
    assert isinstance(first, PointerType) and first.address_space == 5
    assert isinstance(second, PointerType) and second.address_space == 0
