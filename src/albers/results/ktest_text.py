"""A test as text, line for line as KLEE's ktest-tool prints it; pointers between objects also as C that builds them."""

from __future__ import annotations

from albers.results.figures import as_integers
from albers.results.ktest import KTest, KTestObject
from albers.results.structure_source import structure_source


def ktest_text(test: KTest, path: str) -> str:
    """The whole test; `path` is shown as the file's name."""
    lines = [
        f"ktest file : {path!r}",
        f"args       : {list(test.arguments)!r}",
        f"num objects: {len(test.objects)}",
    ]
    width = len(str(max(1, len(test.objects) - 1)))
    for index, object_ in enumerate(test.objects):
        lines += [f"object {index:{width}}: {line}" for line in _object_lines(object_)]
    if any(each.pointers for each in test.objects):
        lines.append(structure_source(test))
    return "\n".join(lines) + "\n"


def _object_lines(object_: KTestObject) -> list[str]:
    data = object_.data
    lines = [f"name: {object_.name!r}", f"size: {len(data)}", f"data: {data!r}", f"hex : 0x{data.hex()}"]
    integers = as_integers(data)
    if integers is not None:
        lines += [f"int : {integers[0]}", f"uint: {integers[1]}"]
    lines.append("text: " + "".join(chr(byte) if 0x20 <= byte < 0x7F else "." for byte in data))
    if object_.address:
        lines.append(f"addr: {object_.address:#x}")
    lines += [f"ptr : at {p.offset} to object {p.index} + {p.index_offset}" for p in object_.pointers]
    return lines
