"""File contents behave as an array of bytes does, symbolic ones included."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from albers.expr.arrays import byte_of
from albers.expr.term import Term, const, symbol
from albers.world.byte_run import ByteRun
from albers.world.kernel.contents import FileContents

_SYMBOL = symbol("x", 64)

# A byte of a run: a number, or which byte of the symbol.
runs = st.lists(st.one_of(st.integers(0, 255), st.integers(300, 363)), max_size=6)
steps: st.SearchStrategy[tuple[str, int, list[int]]] = st.one_of(
    st.tuples(st.just("write"), st.integers(0, 12), runs),
    st.tuples(st.just("resize"), st.integers(0, 12), st.just([])),
    st.tuples(st.just("drop"), st.integers(0, 4), st.just([])),
)


def _term(value: int) -> Term:
    return const(8, value) if value < 256 else byte_of(_SYMBOL, value - 300)


@given(st.lists(steps, max_size=8))
def test_contents_are_an_array_of_bytes(sequence: list[tuple[str, int, list[int]]]) -> None:
    contents = FileContents.of_bytes(b"abcd")
    model = [const(8, byte) for byte in b"abcd"]
    for action, number, values in sequence:
        if action == "write" and values:
            contents.write(number, ByteRun.of_terms([_term(value) for value in values]))
            model += [const(8, 0)] * (number - len(model))
            model[number : number + len(values)] = [_term(value) for value in values]
        elif action == "resize":
            contents.resize(number)
            model = [*model[:number], *[const(8, 0)] * (number - len(model))]
        elif action == "drop":
            contents.drop(number)
            model = model[number:]
        assert contents.size == contents.capacity == len(model)
        run = contents.read(0, 99)
        assert [run.byte(i) for i in range(len(run))] == model


@given(st.integers(0, 9), st.integers(0, 9))
def test_a_part_is_read_up_to_the_end(start: int, end: int) -> None:
    contents = FileContents.of_symbol(_SYMBOL, 5, 5)
    run = contents.read(start, end)
    assert [run.byte(i) for i in range(len(run))] == [byte_of(_SYMBOL, i) for i in range(start, min(end, 5))]


def test_a_copy_is_independent() -> None:
    contents = FileContents.of_symbol(_SYMBOL, 2, 2)
    copy = contents.copy()
    copy.write(0, ByteRun.concrete(b"z"))
    assert contents.read(0, 1).byte(0) is byte_of(_SYMBOL, 0) and copy.read(0, 1).data == b"z"
