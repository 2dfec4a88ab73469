"""Preparation makes locals registers and keeps every branch, every bug and every uninitialised value."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from albers.frontend.evidence import TypeTable, preserve, release
from albers.frontend.llvm import Module
from tests.frontend.assembly_text import body, conditional_branches
from tests.frontend.conftest import Builder

LOOPS = """
int main(int argc, char **argv) {
  int i = 0, found = 0;
  while (i < argc && i != 7) i++;
  for (int j = 0; j < argc; j++) {
    if (argv[j][0] == 'a' || argv[j][0] == 'b') found += j; else found -= 1;
    if (found > 100) break;
  }
  do { i--; } while (i > 0 && found < i);
  switch (found) { case 1: return 5; case 2: return 6; default: break; }
  if (i == 3) { if (found) { return 1; } }
  return i ? found : -found;
}"""


def unprepared(path: Path, source: str) -> str:
    """The same program as the compiler left it."""
    import subprocess

    from albers.frontend.toolchain import find_target, find_toolchain

    toolchain = find_toolchain("zig", find_target(""))
    (path / "plain.c").write_text(source)
    flags = [*toolchain.fixed_flags(0), *toolchain.header_flags(), "plain.c", "-o", "plain.bc"]
    subprocess.run([*toolchain.compiler, *flags], cwd=path, check=True)
    return Module.from_bitcode((path / "plain.bc").read_bytes()).assembly()


def test_branches_survive(build_program: Builder, tmp_path: Path) -> None:
    before = body(unprepared(tmp_path, LOOPS), "main")
    after = body(build_program(LOOPS).assembly, "main")
    assert conditional_branches(before) == conditional_branches(after) > 10
    assert before.count("switch ") == after.count("switch ") == 1
    assert " select " not in after


def test_two_exits_of_a_loop_stay_two_branches(build_program: Builder) -> None:
    assembly = """
        define i32 @main(i32 %n, i32 %m) {
        entry:
          br label %head
        head:
          %i = phi i32 [ 0, %entry ], [ %next, %again ]
          %first = icmp slt i32 %i, %n
          br i1 %first, label %check, label %out
        check:
          %second = icmp slt i32 %i, %m
          br i1 %second, label %again, label %out
        again:
          %next = add i32 %i, 1
          br label %head
        out:
          ret i32 %i
        }"""
    module = build_program("int unused(void) { return 0; }", {"loop.ll": assembly})
    assert conditional_branches(body(module.assembly, "main")) == 2


def test_simplify_cfg_folds_cheap_branches_when_asked(build_program: Builder) -> None:
    source = "int main(int n, char **v) { (void)v; int r; if (n > 3) r = 1; else r = 2; return r; }"
    assert conditional_branches(build_program(source).assembly) == 1
    folded = body(build_program(source, simplify_cfg=True).assembly, "main")
    assert conditional_branches(folded) == 0
    assert "select i1" in folded


def test_scalar_locals_and_small_structs_are_registers(build_program: Builder) -> None:
    source = """
        struct point { int x, y; };
        int main(int argc, char **argv) {
          int a = argc; long b = a; char c = 'c'; double d = 1.5; char *p = argv[0];
          struct point point; point.x = a; point.y = (int)b;
          for (int i = 0; i < argc; i++) a += p[i] + c;
          return a + (int)d + point.x + point.y;
        }"""
    assert "alloca" not in body(build_program(source).assembly, "main")


def test_uses_of_optnone_bitcode_are_prepared_too(build_program: Builder) -> None:
    assembly = """
        define i32 @main() #0 {
          %x = alloca i32
          store i32 5, ptr %x
          %r = load i32, ptr %x
          ret i32 %r
        }
        attributes #0 = { noinline optnone }"""
    module = build_program("int unused(void) { return 0; }", {"plain.ll": assembly})
    assert "ret i32 5" in body(module.assembly, "main")


@pytest.mark.parametrize(
    ("statement", "kept"),
    [
        ("int unused = *pointer;", "load i32, ptr %pointer"),
        ("*pointer;", "load i32, ptr %pointer"),
        ("int unused = 1 / n;", "sdiv i32 1, %n"),
        ("unsigned unused = 1u % (unsigned)n;", "urem i32 1, %n"),
        ("int unused = 1 << n;", "shl i32 1, %n"),
        ("int unused = n + 1;", "add nsw i32 %n, 1"),
        ("int array[4]; array[4] = 1;", "store i32 1, ptr %arrayidx"),
        ("int array[4]; int unused = array[5];", "load i32, ptr %arrayidx"),
        ("int one; (&one)[1] = 1;", "store i32 1, ptr %arrayidx"),
        ("int one = 0; int *p = &one; p[1] = 1;", "store i32 1, ptr %arrayidx"),
        ("int one = 0; long wide = *(long *)&one;", "load i64, ptr %one"),
        ("struct { int a[2]; int b; } s; s.a[2] = 1;", "store i32 1, ptr %arrayidx"),
        ("volatile int seen = n;", "store volatile i32 %n, ptr %seen"),
        ("pure(n);", "call i32 @pure(i32 noundef %n)"),
        ("malloc(3);", "@malloc("),
    ],
)
def test_a_statement_that_can_fail_is_kept(build_program: Builder, statement: str, kept: str) -> None:
    source = f"""
        void *malloc(__SIZE_TYPE__);
        int pure(int) __attribute__((pure));
        int f(int n, int *pointer) {{ {statement} return 0; }}"""
    assert kept in body(build_program(source, entry="f").assembly, "f")


def test_an_uninitialised_variable_has_one_unknown_value(build_program: Builder) -> None:
    source = """
        int main(int n, char **v) {
          (void)v;
          int x, y, z = 4;
          if (n) y = 1;
          if (x) return 1;
          if (!x) return 2;
          return y + z;
        }"""
    text = body(build_program(source).assembly, "main")
    unknown = re.findall(r"(%uninitialised\.\d+) = freeze i32 undef", text)
    assert len(unknown) == 2
    x, y = sorted(unknown, key=lambda name: -text.count(name))
    assert text.count(x) == 3  # its definition and two uses
    assert re.search(rf"phi i32 \[ 1, %if\.then \], \[ {re.escape(y)}, %entry \]", text)


def test_a_variable_that_is_always_written_first_leaves_no_trace(build_program: Builder) -> None:
    source = "int main(int n, char **v) { (void)v; int t; for (int i = 0; i < n; i++) { t = i; n -= t; } return n; }"
    assert "freeze" not in build_program(source).assembly


def test_an_allocation_in_a_loop_is_a_new_object_each_time(build_program: Builder) -> None:
    assembly = """
        define i32 @main(i32 %n) {
        entry:
          br label %loop
        loop:
          %i = phi i32 [ 0, %entry ], [ %next, %loop ]
          %fresh = alloca i32
          %next = load i32, ptr %fresh
          %more = icmp slt i32 %next, %n
          br i1 %more, label %loop, label %out
        out:
          ret i32 %i
        }"""
    module = build_program("int unused(void) { return 0; }", {"loop.ll": assembly})
    text = body(module.assembly, "main")
    assert "%fresh = alloca i32" in text
    assert "store" not in text


def test_no_trace_of_the_preparation_is_left(build_program: Builder) -> None:
    assembly = build_program(LOOPS).assembly
    assert "fake.use" not in assembly
    assert "target-cpu" not in assembly


def test_preparing_twice_changes_nothing(build_program: Builder) -> None:
    source = "int main(int n, char **v) { (void)v; int x; if (n) x = 2; int a[3]; a[n] = x; return a[0] / n; }"
    once = build_program(source).assembly
    again = build_program("int unused(void) { return 0; }", {"once.ll": once}).assembly
    assert body(again, "main") == body(once, "main")


def test_released_text_is_the_text_before() -> None:
    text = "define void @f(ptr %p) {\n  %x = load { ptr, ptr }, ptr %p, align 8\n  ret void\n}\n"
    marked = preserve(text)
    assert "call void (...) @llvm.fake.use({ ptr, ptr } %x)" in marked
    assert release(marked).strip() == text.strip()
    Module.from_assembly(marked)


def test_sizes_of_types_are_never_guessed() -> None:
    types = TypeTable(["%struct.s = type { i8, [2 x i32], %struct.t }", "%struct.t = type <{ ptr, <4 x i16> }>"])
    assert types.bits("%struct.s", 64) == 8 + 64 + 64 + 64
    assert types.bits("%opaque", 64) == 0
    assert types.holds("%struct.t", "i32")
    assert not types.holds("ptr", "i64")  # a pointer may have 32 bits
    assert types.holds("ptr", "ptr")
    assert not types.holds("%opaque", "i8")
    assert types.step_into("%struct.s", ["i32 0", " i32 1", " i64 1"]) == "i32"
    assert types.step_into("%struct.s", ["i32 0", " i32 1", " i64 2"]) is None
    assert types.step_into("%struct.s", ["i32 1"]) is None
    assert types.step_into("%struct.s", ["i32 0", " i32 %i"]) is None


def test_simplify_cfg_leaves_a_shift_on_the_side_that_guards_it(build_program: Builder) -> None:
    source = "int main(int n, char **v) { (void)v; int r = 1; if (n < 32) r = 2 << n; return r; }"
    folded = body(build_program(source, simplify_cfg=True).assembly, "main")
    assert conditional_branches(folded) == 1
    assert "llvm.fake.use" not in folded


def test_locals_of_a_function_that_calls_setjmp_stay_in_memory(build_program: Builder) -> None:
    source = """
        #include <setjmp.h>
        jmp_buf point;
        int changes(int n) { int kept = n; if (setjmp(point) == 0) kept++; return kept; }
        int plain(int n) { int local = n; local++; return local; }
        int main(void) { return changes(1) + plain(2); }"""
    assembly = build_program(source).assembly
    assert "alloca i32" in body(assembly, "changes")
    assert "alloca" not in body(assembly, "plain")
