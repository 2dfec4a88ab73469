"""Who may call whom."""

from __future__ import annotations

import pytest

from albers.ir.call_graph import build_call_graph, may_call
from albers.ir.instructions import Call
from albers.ir.module import Module
from albers.ir.type_parser import TypeParser
from albers.ir.types import FunctionType
from tests.ir.assembly import module_of

PROGRAM = """
@table = constant [2 x ptr] [ptr @in_table, ptr getelementptr (i8, ptr @taken_as_alias, i64 0)]
@unused_table = constant ptr @in_unused_table
@llvm.used = appending global [1 x ptr] [ptr @kept_alive], section "llvm.metadata"
@other_name = alias void (i32), ptr @leaf
@taken_as_alias = alias i32 (i32), ptr @behind_alias
@picked = ifunc void (i32), ptr @resolver

declare void @external(ptr)
define void @leaf(i32 %x) {
  ret void
}
define i32 @in_table(i32 %x) {
  call void @leaf(i32 %x)
  ret i32 %x
}
define i32 @behind_alias(i32 %x) {
  ret i32 %x
}
define i32 @in_unused_table(i32 %x) {
  ret i32 %x
}
define i32 @kept_alive(i32 %x) {
  ret i32 %x
}
define void @callback(i32 %x) {
  ret void
}
define i32 @never_taken(i32 %x) {
  ret i32 %x
}
define ptr @resolver() {
  ret ptr @callback
}
define i32 @main(i32 %n) {
  %slot = getelementptr [2 x ptr], ptr @table, i64 0, i32 %n
  %function = load ptr, ptr %slot
  %result = call i32 %function(i32 %n)
  call void @external(ptr @callback)
  call void @other_name(i32 1)
  call void asm sideeffect "nop", ""()
  ret i32 %result
}
define void @uses_ifunc() {
  call void @picked(i32 1)
  ret void
}
define void @idle() {
  %r = call i32 @in_unused_table(i32 1)
  ret void
}
"""


def program() -> Module:
    return module_of(PROGRAM)


def test_direct_calls_go_to_the_named_function_through_aliases() -> None:
    graph = build_call_graph(program())
    assert graph.direct["main"] == {"external", "leaf"}
    assert graph.direct["in_table"] == {"leaf"}
    assert graph.direct["leaf"] == graph.direct["external"] == set()


def test_an_address_is_taken_by_arguments_and_initializers_but_not_by_calls() -> None:
    graph = build_call_graph(program())
    assert graph.address_taken == {"in_table", "behind_alias", "in_unused_table", "callback"}


def test_an_indirect_call_reaches_what_fits_its_type() -> None:
    graph = build_call_graph(program())
    assert graph.indirect["main"] == {"in_table", "behind_alias", "in_unused_table"}
    assert graph.callees("main") == {"external", "leaf", "in_table", "behind_alias", "in_unused_table"}
    assert graph.callers("leaf") == {"main", "in_table"}


def test_from_a_root_only_what_it_reaches_counts() -> None:
    module = program()
    graph = build_call_graph(module, ["main"])
    assert graph.address_taken == {"in_table", "behind_alias", "callback"}
    assert graph.reachable(["main"]) == {"main", "external", "leaf", "in_table", "behind_alias"}
    assert "idle" not in graph.direct


def test_calling_an_ifunc_calls_its_resolver_and_what_that_returns() -> None:
    graph = build_call_graph(program(), ["uses_ifunc"])
    assert graph.direct["uses_ifunc"] == {"resolver"}
    assert graph.indirect["uses_ifunc"] == {"callback"}


def test_each_call_site_knows_its_targets() -> None:
    module = program()
    graph = build_call_graph(module)
    calls = [i for i in module.functions["main"].body.blocks[0].instructions if isinstance(i, Call)]
    assert [sorted(graph.targets(call)) for call in calls] == [
        ["behind_alias", "in_table", "in_unused_table"],
        ["external"],
        ["leaf"],
        [],
    ]


@pytest.mark.parametrize(
    ("call", "function", "fits"),
    [
        ("i32 (ptr)", "i32 (ptr)", True),
        ("i32 (ptr)", "i64 (ptr)", False),
        ("void (ptr)", "i32 (ptr)", True),
        ("i32 (ptr)", "void (ptr)", False),
        ("i32 (ptr)", "i32 (i64)", False),
        ("i32 (ptr)", "i32 (ptr, i32)", False),
        ("i32 (...)", "i32 (ptr, i32)", True),
        ("i32 (ptr, i32)", "i32 (ptr, ...)", True),
        ("i32 (i8, ...)", "i32 (ptr, ...)", False),
    ],
)
def test_which_types_may_meet(call: str, function: str, fits: bool) -> None:
    types = TypeParser()
    left, right = types.parse_text(call), types.parse_text(function)
    assert isinstance(left, FunctionType) and isinstance(right, FunctionType)
    assert may_call(left, right) == fits
