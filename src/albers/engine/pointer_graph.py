"""The pointers between the inputs of a path: which words of an object's bytes are addresses in another one.

Addresses of objects are large and far apart, so a word that has such a value is a pointer.
"""

from __future__ import annotations

from mypy_extensions import i64

from albers.engine.state import SymbolicInput

#: At an offset of an input: the number of the input it points to, and where in that one.
Pointer = tuple[int, int, int]


def address_of(input_: SymbolicInput) -> int:
    """Of an object made up behind a pointer; 0 for one that the program declares, and so places itself."""
    return int(input_.object.base) if input_.depth and input_.object is not None else 0


def pointers_between(
    inputs: tuple[SymbolicInput, ...], data: list[tuple[str, bytes]], word: i64
) -> list[list[Pointer]]:
    """For each input the pointers in it, by offset; `data` are the inputs' names and bytes."""
    places: list[tuple[int, int, int]] = []  # base, end, number
    for number, each in enumerate(inputs):
        if each.object is not None:
            base = int(each.object.base)
            places.append((base, base + len(data[number][1]), number))
    result: list[list[Pointer]] = []
    for _, bytes_ in data:
        found: list[Pointer] = []
        for offset in range(0, len(bytes_) - int(word) + 1, int(word)):
            value = int.from_bytes(bytes_[offset : offset + int(word)], "little")
            if value:
                for base, end, number in places:
                    if base <= value <= end:
                        found.append((offset, number, value - base))
                        break
        result.append(found)
    return result
