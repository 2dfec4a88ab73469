"""Loads and stores, at known and unknown offsets, behave like a byte array."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from albers.expr.arrays import byte_of, symbol
from albers.expr.bits import concat, zext
from albers.expr.evaluate import Assignment, evaluate
from albers.expr.term import Term, as_term
from albers.memory.contents import Contents, zeroed

SIZE = 12
COUNTS = (1, 2, 3, 4, 8)
DATA = symbol("data", 8)  # symbolic bytes that are stored
INDEX = symbol("index", 8)  # bytes used as symbolic offsets


def value_of(value: object, assignment: Assignment) -> int:
    return evaluate(value, assignment) if isinstance(value, Term) else int(value)  # type: ignore[call-overload]


def unknown_value(count: int, start: int) -> Term:
    term = byte_of(DATA, start % 8)
    for i in range(1, count):
        term = concat(byte_of(DATA, (start + i) % 8), term)
    return term


steps = st.lists(
    st.tuples(
        st.sampled_from(("store", "store_term", "store_at", "load", "load_at", "make_symbolic", "copy")),
        st.integers(0, SIZE - 1),
        st.sampled_from(COUNTS),
        st.integers(0, 2**64 - 1),
    ),
    max_size=14,
)


@settings(max_examples=400, deadline=None)
@given(steps, st.lists(st.integers(0, 255), min_size=8, max_size=8), st.data())
def test_contents_agree_with_a_byte_array(
    program: list[tuple[str, int, int, int]], data_bytes: list[int], data: st.DataObject
) -> None:
    offsets: dict[int, int] = {}
    values = {byte_of(DATA, i): b for i, b in enumerate(data_bytes)}
    for i in range(8):
        offsets[i] = data.draw(st.integers(0, SIZE - 8))
        values[byte_of(INDEX, i)] = offsets[i]
    assignment = Assignment(values)
    contents = Contents(zeroed(SIZE, 0xAB), 1)
    model = bytearray([0xAB] * SIZE)
    for name, offset, count, value in program:
        offset = min(offset, SIZE - count)
        which = value % 8
        index = zext(byte_of(INDEX, which), 32)
        actual = offsets[which]
        concrete = value % 2 ** (8 * count)
        if name == "store":
            contents.store(offset, count, concrete)
            model[offset : offset + count] = concrete.to_bytes(count, "little")
        elif name == "store_term":
            term = unknown_value(count, which)
            contents.store_term(offset, count, term)
            model[offset : offset + count] = evaluate(term, assignment).to_bytes(count, "little")
        elif name == "store_at":
            term = as_term(8 * count, concrete) if value % 3 == 0 else unknown_value(count, which)
            contents.store_at(index, count, term)
            model[actual : actual + count] = evaluate(term, assignment).to_bytes(count, "little")
        elif name == "load":
            got = value_of(contents.load(offset, count), assignment)
            assert got == int.from_bytes(model[offset : offset + count], "little")
        elif name == "load_at":
            got = value_of(contents.load_at(index, count), assignment)
            assert got == int.from_bytes(model[actual : actual + count], "little")
        elif name == "make_symbolic":
            contents.make_symbolic(offset, count, DATA)
            model[offset : offset + count] = bytes(data_bytes[:count])
        else:
            earlier = contents
            contents = contents.copy(2)
            earlier.store(0, 1, 0x5A)  # changing the original must not show in the copy
    for at in range(SIZE):
        assert evaluate(contents.byte(at), assignment) == model[at]


def test_fresh_contents_of_every_size_are_filled() -> None:
    for size in (0, 1, 7, 64, 65535, 65536, 65537, 200_001):
        data = zeroed(size, 0xAB)
        assert len(data) == size
        assert bytes(memoryview(data)) == b"\xab" * size


def test_all_concrete_again_after_the_symbolic_byte_is_overwritten() -> None:
    contents = Contents(zeroed(4, 0), 1)
    contents.make_symbolic(1, 1, DATA)
    assert not contents.plain
    contents.store(0, 4, 0x01020304)
    assert contents.plain
    assert contents.load(0, 4) == 0x01020304
