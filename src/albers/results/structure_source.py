"""The objects of a test and the pointers between them as C source that builds them.

The types of a program are not in its tests: an object is an array of bytes, aligned for any type, and a pointer is set
where the test says that one stands.
"""

from __future__ import annotations

import re
from typing import Final

from albers.results.ktest import KTest, KTestObject

_BYTES_PER_LINE: Final = 16


def structure_source(test: KTest) -> str:
    """Definitions of all objects, and a function that sets their pointers."""
    names = _identifiers(test)
    lines = ["#include <string.h>", ""]
    for name, each in zip(names, test.objects, strict=True):
        lines += _definition(name, each)
    lines += ["", "static void set_pointer(unsigned char *place, void *target) {"]
    lines += ["    memcpy(place, &target, sizeof target);", "}", "", "static void build(void) {"]
    for name, each in zip(names, test.objects, strict=True):
        for pointer in each.pointers:
            if pointer.index >= len(names):
                continue  # a damaged or foreign test may point at an object that it does not have
            if pointer.index >= len(names):
                lines.append(f"    /* {name} + {pointer.offset} points to object {pointer.index}, which is not here */")
                continue
            target = names[pointer.index] + (f" + {pointer.index_offset}" if pointer.index_offset else "")
            lines.append(f"    set_pointer({name} + {pointer.offset}, {target});")
    return "\n".join([*lines, "}"])


def _definition(name: str, object_: KTestObject) -> list[str]:
    data = bytearray(object_.data)
    word = _word_size(object_)
    for pointer in object_.pointers:
        data[pointer.offset : pointer.offset + word] = bytes(word)
    rows = [
        ", ".join(str(byte) for byte in data[start : start + _BYTES_PER_LINE])
        for start in range(0, len(data), _BYTES_PER_LINE)
    ]
    head = f"static _Alignas(16) unsigned char {name}[{len(data)}] = {{ // {object_.name}"
    return [head, *[f"    {row}," for row in rows], "};"]


def _word_size(object_: KTestObject) -> int:
    """How wide a pointer is: eight bytes, or four if the high half does not belong to it."""
    for pointer in object_.pointers:
        if pointer.offset + 8 > len(object_.data):
            return 4
    return 8


def _identifiers(test: KTest) -> list[str]:
    """A C name for each object, made of its own name."""
    taken: set[str] = set()
    result: list[str] = []
    for each in test.objects:
        plain = re.sub(r"\W+", "_", each.name).strip("_") or "object"
        if plain[0].isdigit():
            plain = f"object_{plain}"
        name = plain
        count = 2
        while name in taken:
            name = f"{plain}_{count}"
            count += 1
        taken.add(name)
        result.append(name)
    return result
