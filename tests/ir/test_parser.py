"""The top level of modules."""

from __future__ import annotations

import random
import time

import pytest

from albers.errors import UserError
from albers.ir.operands import ConstExpr, ConstInt, GlobalRef
from albers.ir.parser import parse_module
from tests.ir.assembly import LAYOUTS, module_of


def test_the_target_is_read() -> None:
    module = module_of(f'target datalayout = "{LAYOUTS["x86_64"]}"\ntarget triple = "x86_64-unknown-linux-musl"')
    assert module.triple == "x86_64-unknown-linux-musl"
    assert module.layout.is_little_endian
    assert module.layout.text == LAYOUTS["x86_64"]


def test_module_assembly_is_kept_line_by_line() -> None:
    module = module_of('module asm ".globl \\22x\\22"\nmodule asm "nop"')
    assert module.module_asm == ['.globl "x"', "nop"]


@pytest.mark.parametrize(
    ("line", "linkage", "is_constant", "align", "thread_local", "is_declaration"),
    [
        ("@x = global i32 1", "external", False, 0, False, False),
        ("@x = external global i32", "external", False, 0, False, True),
        ("@x = private unnamed_addr constant i32 1, align 4", "private", True, 4, False, False),
        ("@x = internal thread_local(initialexec) global i32 1, align 16", "internal", False, 16, True, False),
        ("@x = external thread_local local_unnamed_addr global i32, align 4", "external", False, 4, True, True),
        ("@x = weak_odr dso_local hidden global i32 1, comdat, align 8", "weak_odr", False, 8, False, False),
        ("@x = common dllexport global i32 0, align 2", "common", False, 2, False, False),
        ("@x = extern_weak global i32", "extern_weak", False, 0, False, True),
        ("@x = internal addrspace(3) externally_initialized global i32 1", "internal", False, 0, False, False),
        ('@x = global i32 1, section "a, align 64", partition "p", comdat($c), align 2, !m !0',
         "external", False, 2, False, False),
        ('@x = linkonce_odr constant i32 1, no_sanitize_address, code_model "large", align 1 #0',
         "linkonce_odr", True, 1, False, False),
    ],
)  # fmt: skip
def test_global_variables_of_every_kind(
    line: str, linkage: str, is_constant: bool, align: int, thread_local: bool, is_declaration: bool
) -> None:
    text = f'$x = comdat any\n$c = comdat any\n{line}\n!0 = !{{}}\nattributes #0 = {{ "k"="v" }}'
    variable = module_of(text).globals["x"]
    assert (variable.linkage, variable.is_constant, variable.align) == (linkage, is_constant, align)
    assert variable.is_thread_local == thread_local
    assert variable.is_declaration == is_declaration == (variable.initializer is None)
    assert variable.type.text == "i32"
    if not is_declaration:
        assert isinstance(variable.initializer, ConstInt)


@pytest.mark.parametrize(
    "type_text",
    [
        "{ i32, [2 x ptr] }",
        "<4 x i32>",
        "<{ i8 }>",
        "ptr addrspace(1)",
        "[2 x { i8, <2 x i16> }]",
        "%struct.a",
        '%"b c"',
    ],
)
def test_an_initializer_starts_where_its_type_ends(type_text: str) -> None:
    definitions = '%struct.a = type { i8, i8 }\n%"b c" = type { i8 }\n'
    module = module_of(
        f"{definitions}@x = global {type_text} zeroinitializer, align 64\n@y = external global {type_text}, align 32"
    )
    assert module.globals["x"].type.text == type_text.replace('"', "")
    assert (module.globals["x"].align, module.globals["y"].align) == (64, 32)
    assert module.globals["x"].initializer is not None
    assert module.globals["y"].initializer is None


def test_names_may_hold_anything() -> None:
    module = module_of(
        '@"a \\22b\\22, = global" = global i32 1\n@0 = global i32 2\n@"\\C3\\A4" = global i32 3\n@.a-b$c = global i32 4'
    )
    assert set(module.globals) == {'a "b", = global', "0", "ä", ".a-b$c"}


def test_aliases_and_ifuncs_name_their_target() -> None:
    module = module_of(
        """
        @v = global [4 x i32] zeroinitializer
        @a = weak hidden alias i32, ptr @v
        @b = alias i32, getelementptr (i8, ptr @v, i64 4)
        @c = internal unnamed_addr alias i32 (i32), ptr @f
        @i = ifunc i32 (i32), ptr @resolver
        define i32 @f(i32 %x) {
          ret i32 %x
        }
        define ptr @resolver() {
          ret ptr @f
        }
        """
    )
    targets = {name: alias.target for name, alias in module.aliases.items()}
    assert isinstance(targets["a"], GlobalRef) and targets["a"].name == "v"
    assert isinstance(targets["b"], ConstExpr) and targets["b"].op == "getelementptr"
    assert isinstance(targets["c"], GlobalRef) and targets["c"].name == "f"
    assert isinstance(targets["i"], GlobalRef) and targets["i"].name == "resolver"
    assert [name for name, alias in module.aliases.items() if alias.is_ifunc] == ["i"]


@pytest.mark.parametrize(
    ("header", "linkage", "type_text", "names"),
    [
        ("define void @f()", "external", "void ()", []),
        ("define internal fastcc i32 @f(i32 %0, ptr %p)", "internal", "i32 (i32, ptr)", ["0", "p"]),
        ("define linkonce_odr dso_local hidden noundef nonnull align 8 dereferenceable(16) ptr "
         '@f(ptr noundef readonly captures(none) %"a b") unnamed_addr #0 comdat align 16',
         "linkonce_odr", "ptr (ptr)", ["a b"]),
        ("define available_externally signext range(i8 0, 3) i8 @f(i1 zeroext %c, ...) local_unnamed_addr",
         "available_externally", "i8 (i1, ...)", ["c"]),
        ("define weak protected void "
         "@f(ptr dead_on_unwind noalias writable sret(%pair) align 8 %out, ptr byval(%pair) %in)",
         "weak", "void (ptr, ptr)", ["out", "in"]),
        ("define { i64, double } @f(<2 x float> %v, [2 x i64] alignstack(16) %a, "
         "float nofpclass(nan inf) %x, ptr initializes((0, 4), (8, 12)) %q)",
         "external", "{ i64, double } (<2 x float>, [2 x i64], float, ptr)", ["v", "a", "x", "q"]),
        ('define cc 100 %pair @f(i32 inreg "k"="v" %x) section "s {" gc "g" prefix i32 3 prologue i8 1',
         "external", "%pair (i32)", ["x"]),
        ('define x86_stdcallcc void @f(ptr addrspace(1) %p, target("x.y") %t) "inline"="(" memory(argmem: read)',
         "external", 'void (ptr addrspace(1), target ( "x.y" ))', ["p", "t"]),
    ],
)  # fmt: skip
def test_function_headers_of_every_kind(header: str, linkage: str, type_text: str, names: list[str]) -> None:
    text = (
        f"$f = comdat any\n%pair = type {{ i32, i64 }}\n{header} {{\n  unreachable\n}}\nattributes #0 = {{ nounwind }}"
    )
    function = module_of(text).functions["f"]
    assert not function.is_declaration
    assert function.linkage == linkage
    assert function.type.text == type_text
    assert [parameter.name for parameter in function.parameters] == names
    assert len(function.body.blocks) == 1
    by_value = {p.name: p.byval.text for p in function.parameters if p.byval is not None}
    assert by_value == ({"in": "%pair"} if "byval" in header else {})


def test_declarations_have_no_body() -> None:
    function = module_of(
        "declare !m !0 extern_weak i32 @f(ptr noundef, i8 signext, ...) #0\n!0 = !{}\nattributes #0 = { nounwind }"
    ).functions["f"]
    assert function.is_declaration
    assert (function.linkage, function.type.text) == ("extern_weak", "i32 (ptr, i8, ...)")
    with pytest.raises(ValueError, match="declared"):
        _ = function.body


def test_a_header_line_we_do_not_know_is_the_users_error() -> None:
    for text in ("hello world", "define i32 @f( {\n}\n", "@x = nonsense i32 3", "int main(void) { return 0; }"):
        with pytest.raises(UserError, match="line 1 "):
            parse_module(text)


@pytest.mark.parametrize("seed", range(5))
def test_a_damaged_module_is_read_or_the_users_error(seed: int) -> None:
    dice = random.Random(seed)
    text = """
%pair = type { i32, ptr }
@x = internal global %pair { i32 1, ptr @y }, section "s", align 8
@y = external global ptr addrspace(1), align 4
@z = alias i32, getelementptr (i8, ptr @x, i64 4)
define i32 @f(ptr byval(%pair) align 8 %p) #0 {
  ret i32 0
}
"""
    for _ in range(300):
        place = dice.randrange(len(text))
        garbage = dice.choice(
            ['"', "(", ")", "[", "}", "<", ",", "%", "@", "!", "\n", "\\", " ", "x", "-", "0", "i", 'c"', ""]
        )
        try:
            module = parse_module(text[:place] + garbage + text[place + dice.randrange(3) :])
            for variable in module.globals.values():
                assert variable.is_declaration or variable.initializer is not None
        except UserError as error:
            assert error.message


def test_a_large_module_is_scanned_without_parsing_bodies() -> None:
    body = "".join(f"  %{i} = add i32 %{i - 1}, {i}, !dbg !5\n" for i in range(2, 500))
    functions = "\n".join(
        f"define i32 @f{n}(i32 %0) {{\n{body.replace('%1,', '%0,')}  ret i32 %499\n}}\n" for n in range(700)
    )
    assert len(functions) > 10_000_000
    start = time.process_time()
    module = parse_module(functions)
    assert time.process_time() - start < 1.0
    assert len(module.functions) == 700
    assert len(module.functions["f699"].body.blocks[0].instructions) == 499
