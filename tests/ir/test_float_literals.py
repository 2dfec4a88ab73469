"""Floating-point literals have the bits LLVM means."""

from __future__ import annotations

import struct

import llvmlite.binding as llvm
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from albers.ir.float_literals import parse_float
from albers.ir.lexer import MalformedText
from albers.ir.operands import ConstAggregate, ConstFloat
from albers.ir.parser import parse_module
from albers.ir.types import FloatType


def literal(kind: str, bits: int) -> str:
    """A literal LLVM reads as exactly these bits."""
    if kind == "half":
        return f"0xH{bits:04X}"
    if kind == "bfloat":
        return f"0xR{bits:04X}"
    if kind == "x86_fp80":
        return f"0xK{bits:020X}"
    if kind == "fp128":
        return f"0xL{bits & (1 << 64) - 1:016X}{bits >> 64:016X}"
    return f"0x{bits:016X}"


@pytest.mark.parametrize("kind", ["half", "bfloat", "double", "x86_fp80", "fp128"])
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_what_llvm_prints_for_a_pattern_is_read_as_that_pattern(kind: str, data: st.DataObject) -> None:
    type_ = FloatType(kind)
    patterns = data.draw(st.lists(st.integers(0, (1 << type_.width) - 1), min_size=1, max_size=10))
    if kind == "x86_fp80":  # LLVM itself rewrites patterns whose explicit leading bit contradicts the exponent
        patterns = [bits | 1 << 63 if bits >> 64 & 0x7FFF else bits & ~(1 << 63) for bits in patterns]
    text = "\n".join(f"@g{i} = global {kind} {literal(kind, bits)}" for i, bits in enumerate(patterns))
    module = parse_module(str(llvm.parse_assembly(text)))
    for index, bits in enumerate(patterns):
        constant = module.globals[f"g{index}"].initializer
        assert isinstance(constant, ConstFloat)
        assert constant.bits == bits


@settings(max_examples=100, deadline=None)
@given(patterns=st.lists(st.integers(0, (1 << 32) - 1), min_size=1, max_size=10))
def test_single_precision_survives_being_printed_as_a_double(patterns: list[int]) -> None:
    elements = ", ".join(f"float bitcast (i32 {bits} to float)" for bits in [*patterns, 1])
    text = f"@g = global [{len(patterns) + 1} x float] [{elements}]"
    array = parse_module(str(llvm.parse_assembly(text))).globals["g"].initializer
    assert isinstance(array, ConstAggregate)
    found = [element.bits for element in array.elements if isinstance(element, ConstFloat)]
    assert found == [*patterns, 1]


@given(value=st.floats(width=32, allow_nan=False))
def test_decimals_are_exact(value: float) -> None:
    if value in (float("inf"), float("-inf")):
        return
    (single,) = struct.unpack("<I", struct.pack("<f", value))
    (double,) = struct.unpack("<Q", struct.pack("<d", value))
    assert parse_float(f"{value:.60e}", FloatType("float")) == single
    assert parse_float(f"{value:.60e}", FloatType("double")) == double


@pytest.mark.parametrize(
    ("text", "kind", "bits"),
    [
        ("0x36A0000000000000", "float", 1),  # the smallest subnormal
        ("0xB6A0000000000000", "float", 0x80000001),
        ("0x47EFFFFFE0000000", "float", 0x7F7FFFFF),
        ("0x7FF4000000000000", "float", 0x7FA00000),  # a signalling NaN stays one
        ("0xFFF0000000000000", "float", 0xFF800000),
        ("-0.000000e+00", "float", 0x80000000),
        ("1.500000e+00", "half", 0x3E00),
        ("0x3E70000000000000", "half", 1),
    ],
)
def test_corners_of_narrow_formats(text: str, kind: str, bits: int) -> None:
    assert parse_float(text, FloatType(kind)) == bits


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("1", "double"),
        ("nan", "double"),
        ("0x3FB999999999999A", "float"),  # not representable
        ("0x7FE0000000000000", "float"),  # too large
        ("0xH3C00", "bfloat"),
        ("1.0", "x86_fp80"),
        ("0x10000000000000000", "double"),
    ],
)
def test_what_llvm_would_refuse_is_refused(text: str, kind: str) -> None:
    with pytest.raises(MalformedText):
        parse_float(text, FloatType(kind))
