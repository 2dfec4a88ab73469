"""Sizes, alignments and offsets agree with LLVM's own on every layout."""

from __future__ import annotations

import llvmlite.binding as llvm
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from albers.errors import UserError
from albers.ir.layout import DataLayout
from albers.ir.type_parser import TypeParser
from albers.ir.types import I8, I32, ArrayType, StructType, VectorType
from tests.ir.assembly import LAYOUTS

INTEGERS = st.sampled_from([1, 2, 7, 8, 9, 16, 17, 24, 31, 32, 33, 48, 63, 64, 65, 96, 127, 128, 129, 200, 256, 1000])
SCALARS = st.one_of(
    INTEGERS.map(lambda width: f"i{width}"),
    st.sampled_from(["half", "bfloat", "float", "double", "x86_fp80", "fp128", "ptr", "ptr addrspace(270)"]),
)
VECTORS = st.builds(lambda count, element: f"<{count} x {element}>", st.integers(1, 40), SCALARS)
TYPES = st.recursive(
    SCALARS | VECTORS,
    lambda inner: st.one_of(
        st.builds(lambda count, element: f"[{count} x {element}]", st.integers(0, 5), inner),
        st.lists(inner, max_size=5).map(lambda fields: "{ " + ", ".join(fields) + " }"),
        st.lists(inner, max_size=5).map(lambda fields: "<{ " + ", ".join(fields) + " }>"),
    ),
    max_leaves=8,
)


@pytest.mark.parametrize("layout_name", LAYOUTS)
@settings(max_examples=60, deadline=None)
@given(texts=st.lists(TYPES, min_size=1, max_size=8))
def test_sizes_alignments_and_offsets_are_those_of_llvm(layout_name: str, texts: list[str]) -> None:
    target = llvm.create_target_data(LAYOUTS[layout_name])
    layout = DataLayout.parse(LAYOUTS[layout_name])
    lines = [f"@g{index} = external global {text}" for index, text in enumerate(texts)]
    module = llvm.parse_assembly("\n".join(lines))
    types = TypeParser()
    for index, text in enumerate(texts):
        reference = module.get_global_variable(f"g{index}").global_value_type
        type_ = types.parse_text(text)
        assert layout.size_of(type_) == target.get_abi_size(reference), text
        assert layout.align_of(type_) == target.get_abi_alignment(reference), text
        if isinstance(type_, StructType):
            for field in range(len(type_.fields)):
                expected = target.get_element_offset(reference, field)
                assert layout.field_offset(type_, field) == layout.element_offset(type_, field) == expected, text


@pytest.mark.parametrize("layout_name", LAYOUTS)
def test_pointer_size_and_byte_order_are_those_of_the_string(layout_name: str) -> None:
    layout = DataLayout.parse(LAYOUTS[layout_name])
    assert layout.pointer_size == (4 if layout_name == "i386" else 8)
    assert layout.is_little_endian == (layout_name not in ("big_endian", "defaults"))


@pytest.mark.parametrize(
    ("text", "bits", "stored"),
    [("i1", 1, 1), ("i33", 33, 5), ("x86_fp80", 80, 10), ("ptr", 64, 8), ("<9 x i1>", 9, 2), ("<3 x i32>", 96, 12)],
)
def test_values_have_fewer_bits_than_their_slots(text: str, bits: int, stored: int) -> None:
    layout = DataLayout.parse(LAYOUTS["x86_64"])
    type_ = TypeParser().parse_text(text)
    assert layout.bit_width(type_) == bits
    assert layout.store_size(type_) == stored


def test_long_double_takes_twelve_bytes_where_it_is_aligned_to_four() -> None:
    fp80 = TypeParser().parse_text("x86_fp80")
    assert DataLayout.parse(LAYOUTS["i386"]).size_of(fp80) == 12
    assert DataLayout.parse(LAYOUTS["x86_64"]).size_of(fp80) == 16


def test_elements_of_arrays_may_be_addressed_outside() -> None:
    layout = DataLayout.parse(LAYOUTS["x86_64"])
    assert layout.element_offset(ArrayType(4, I32), 7) == 28
    assert layout.element_offset(ArrayType(4, I32), -1) == -4
    assert layout.element_offset(VectorType(3, I8), 2) == 2


def test_types_without_a_size_are_refused() -> None:
    layout = DataLayout.parse("")
    types = TypeParser()
    types.declare_structure("opaque")
    for text in ("void", "%opaque", "<vscale x 4 x i32>", "label"):
        with pytest.raises(ValueError):
            layout.size_of(types.parse_text(text))


@pytest.mark.parametrize("text", ["x:3", "i", "p:x", "e-f80"])
def test_a_broken_string_is_the_users_error(text: str) -> None:
    with pytest.raises(UserError, match="datalayout"):
        DataLayout.parse(text)
