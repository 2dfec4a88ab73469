"""Objects behind pointers (version 4 of the test format) are rebuilt natively, whatever their shape."""

from __future__ import annotations

from pathlib import Path

from albers.frontend.toolchain import find_target
from albers.options import Options
from albers.results.ktest import KTestObject, Pointer, read_ktest
from albers.results.replay.native_build import build_native, plain_flavour
from albers.results.replay.native_run import NativeRunner
from albers.results.replay.recipe import recipe_of
from tests.results.replay.replaying import needs_system_compiler

LIST = """
#include <klee/klee.h>
struct node { struct node *next; long value; };
int main(void) {
  struct node *list;
  klee_make_symbolic(&list, sizeof list, "list");
  int sum = 0, steps = 0;
  for (struct node *n = list; n && steps < 5; n = n->next, steps++)
    sum = sum * 10 + (int)n->value;
  return sum % 251;
}
"""


def node(name: str, value: int, target: int) -> KTestObject:
    return KTestObject(name, bytes(8) + value.to_bytes(8, "little"), 4096, (Pointer(0, target, 0),) if target else ())


def encoded(objects: list[KTestObject]) -> bytes:
    def number(value: int, size: int = 4) -> bytes:
        return value.to_bytes(size, "big")

    content = b"KTEST" + number(4) + number(1) + number(1) + b"p" + number(0) + number(0) + number(len(objects))
    for each in objects:
        content += number(len(each.name)) + each.name.encode() + number(each.address, 8)
        content += number(len(each.data)) + each.data + number(len(each.pointers))
        for pointer in each.pointers:
            content += b"".join(number(part, 8) for part in (pointer.offset, pointer.index, pointer.index_offset))
    return content


@needs_system_compiler
def test_lists_and_cycles_stand_as_they_stood(tmp_path: Path) -> None:
    source = tmp_path / "list.c"
    source.write_text(LIST)
    recipe = recipe_of([str(source)], find_target("").triple, Options(), ())
    runner = NativeRunner(build_native(recipe, plain_flavour(), tmp_path), recipe.world, str(tmp_path), "x86_64")
    head = KTestObject("list", bytes(8), 0, (Pointer(0, 1, 0),))
    shapes = {
        "empty": ([KTestObject("list", bytes(8))], 0),
        "two": ([head, node("*list", 1, 2), node("*next", 2, 0)], 12),
        "cycle": ([head, node("*list", 1, 2), node("*next", 2, 1)], 12121 % 251),
    }
    for name, (objects, expected) in shapes.items():
        path = tmp_path / f"{name}.ktest"
        path.write_bytes(encoded(objects))
        assert runner.run(read_ktest(path), str(path)).exit_code == expected, name
