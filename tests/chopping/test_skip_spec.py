"""What --skip says, and what it answers to a name that is not there."""

from __future__ import annotations

import pytest

from albers.chopping.skip_spec import parse_skips
from albers.errors import UserError
from albers.ir.module import Module
from albers.ir.parser import parse_module

MODULE = """\
define void @parse_header(ptr %p) {
  ret void
}
define void @parse_body(ptr %p) {
  ret void
}
define void @h() !dbg !3 {
  ret void
}
define void @h.1() !dbg !5 {
  ret void
}
declare void @outside()
!llvm.dbg.cu = !{!0}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1)
!1 = !DIFile(filename: "src/parser.c", directory: "/d")
!2 = !DIFile(filename: "lexer.c", directory: "/d")
!3 = distinct !DISubprogram(name: "h", file: !1, line: 1, unit: !0)
!5 = distinct !DISubprogram(name: "h", file: !2, line: 9, unit: !0)
"""


@pytest.fixture(scope="module")
def module() -> Module:
    return parse_module(MODULE)


def test_a_bare_name_skips_every_call(module: Module) -> None:
    spec = parse_skips(module, ("parse_body",))
    assert spec.wants("parse_body", 3) and not spec.wants("parse_header", 3)


def test_lines_restrict_the_calls(module: Module) -> None:
    spec = parse_skips(module, ("parse_body:120/131",))
    assert [line for line in (119, 120, 125, 131) if spec.wants("parse_body", line)] == [120, 131]


def test_once_without_lines_means_everywhere(module: Module) -> None:
    spec = parse_skips(module, ("parse_body:120", "parse_body"))
    assert spec.wants("parse_body", 7)
    assert parse_skips(module, ("parse_body:1", "parse_body:2")).lines["parse_body"] == {1, 2}


def test_a_file_tells_static_functions_of_one_name_apart(module: Module) -> None:
    assert set(parse_skips(module, ("h",)).lines) == {"h", "h.1"}
    assert set(parse_skips(module, ("lexer.c:h",)).lines) == {"h.1"}
    assert set(parse_skips(module, ("parser.c:h:4",)).lines) == {"h"}


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("parse_heder", "did you mean parse_header or parse_body"),
        ("outside", "has no definition in C"),
        ("other.c:h", "there is one in"),
        ("a:b:c", "write FUNCTION"),
    ],
)
def test_a_name_that_is_not_there_is_an_error_with_advice(module: Module, text: str, answer: str) -> None:
    with pytest.raises(UserError, match=answer):
        parse_skips(module, (text,))
