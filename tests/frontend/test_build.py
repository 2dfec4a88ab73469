"""From files to a prepared module: inputs, errors, warnings, linking."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from albers.errors import CompileError, UserError
from albers.frontend.build import BuildOptions, build
from albers.frontend.llvm import Module
from albers.frontend.toolchain import find_target, find_toolchain
from tests.frontend.assembly_text import body, conditional_branches
from tests.frontend.conftest import Builder

SMALL = """
#include <string.h>
int main(int argc, char **argv) { return argc > 1 ? (int)strlen(argv[1]) : 0; }
"""


def test_a_program_is_compiled_linked_and_described(build_program: Builder) -> None:
    module = build_program("int twice(int x) { return 2 * x; }\nint main(void) { return twice(4); }")
    assert module.user_functions == {"main", "twice"}
    assert module.user_files == ("main.c",)
    assert module.undefined == ()
    assert module.library_files == ()
    assert f'target triple = "{module.triple}"' in module.assembly
    assert module.triple == find_target("").triple
    assert module.data_layout in module.assembly
    assert module.seconds > 0


def test_the_assembly_is_valid(build_program: Builder) -> None:
    assert Module.from_assembly(build_program(SMALL).assembly).defined_functions()


def test_debug_locations_lead_to_the_users_file(build_program: Builder, tmp_path: Path) -> None:
    assert f'!DIFile(filename: "main.c", directory: "{tmp_path}"' in build_program(SMALL).assembly


def test_klee_headers_are_found_without_flags(build_program: Builder) -> None:
    module = build_program("""
        #include <klee/klee.h>
        #include <albers.h>
        int main(void) {
          int x; struct { char text[3]; } y;
          klee_make_symbolic(&x, sizeof x, "x");
          albers_symbolic(y);
          klee_assume(x > 3);
          klee_assert(x > 2);
          return klee_range(0, 5, "r") + y.text[0];
        }""")
    assert set(module.undefined) == {"klee_make_symbolic", "klee_assume", "klee_assert_fail", "klee_range"}
    assert module.warnings == ""


def test_all_of_klee_h_compiles_without_a_warning_in_c_and_cpp(tmp_path: Path) -> None:
    toolchain = find_toolchain("zig", find_target(""))
    for name, standard in (("strict.c", "c11"), ("strict.cpp", "c++17")):
        (tmp_path / name).write_text("#include <klee/klee.h>\n#include <albers.h>\nint main(void) { return 0; }\n")
        flags = [*toolchain.fixed_flags(0), *toolchain.header_flags(), "-Wall", "-Wextra", "-pedantic"]
        command = [*toolchain.compiler, *flags, f"-std={standard}", name, "-o", "out.bc"]
        run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert (run.returncode, run.stderr) == (0, "")


def test_compile_errors_are_the_compilers_own_words(build_program: Builder) -> None:
    with pytest.raises(CompileError) as caught:
        build_program("int main(void) { return undeclared; }")
    assert caught.value.message.startswith("main.c:1:25: error: use of undeclared identifier 'undeclared'\n")
    assert "1 error generated." in caught.value.message


def test_warnings_are_passed_on_from_the_compiler_and_from_the_cache(build_program: Builder) -> None:
    source = "int main(void) { char a[2]; a[0] = 1; return a[7]; }"
    first, second = build_program(source), build_program(source)
    assert "main.c:1:46: warning: array index 7 is past the end" in first.warnings
    assert second.warnings == first.warnings


def test_defines_include_directories_and_flags_reach_the_compiler(build_program: Builder, tmp_path: Path) -> None:
    (tmp_path / "inc").mkdir()
    (tmp_path / "inc" / "limit.h").write_text("#define LIMIT 40\n")
    module = build_program(
        "#include <limit.h>\nint main(void) { return LIMIT + A + B + C; }",
        include_dirs=("inc",),
        defines=("A", "B=30"),
        cflags=("-DC=500",),
    )
    assert "%add = add nsw" not in module.assembly
    assert "ret i32 571" in body(module.assembly, "main")


def test_several_files_become_one_module(build_program: Builder) -> None:
    module = build_program(
        "int other(int); static int same(void) { return 1; } int main(void) { return other(2) + same(); }",
        {"other.c": "static int same(void) { return 2; } int other(int x) { return x + same(); }"},
    )
    assert {"main", "other"} < module.user_functions
    assert len(module.user_functions) == 4
    assert all(f"@{name}(" in module.assembly for name in module.user_functions)


def test_two_definitions_are_an_error_that_names_the_function(build_program: Builder) -> None:
    with pytest.raises(UserError, match=r"linking main\.c and other\.c: .* 'f': symbol multiply defined"):
        build_program(
            "int f(void) { return 1; } int main(void) { return f(); }", {"other.c": "int f(void) { return 2; }"}
        )


def test_a_missing_entry_lists_what_there_is(build_program: Builder) -> None:
    with pytest.raises(UserError, match=r"no function 'main' in main\.c; .*--entry \(defined: f, g\)"):
        build_program("int f(void) { return 1; } int g(void) { return 2; }")
    assert build_program("int f(void) { return 1; }", entry="f").user_functions == {"f"}


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("absent.c", None, "absent.c: no such file"),
        ("program.txt", b"text", "not a program; expected a C source"),
        ("program.o", b"\x7fELF", "program.o: the file is cut short; build it again"),
        ("program.cpp", b"int main() {}", r"C\+\+ is not supported"),
        ("noise.bc", b"not bitcode at all", "noise.bc: not valid LLVM bitcode: .*clang -c -emit-llvm"),
        ("empty.bc", b"", "empty.bc: not valid LLVM bitcode"),
        ("noise.ll", b"define nonsense", "noise.ll: not valid LLVM assembly"),
        ("binary.ll", b"\xff\xfe\x00", "binary.ll: not valid LLVM assembly"),
    ],
)
def test_unusable_inputs_are_named(tmp_path: Path, name: str, content: bytes | None, message: str) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(UserError, match=f"(?s){message}"):
        build([name], BuildOptions())


def test_no_input_and_the_same_input_twice_are_errors(build_program: Builder) -> None:
    with pytest.raises(UserError, match="no input"):
        build([], BuildOptions())
    build_program(SMALL)
    with pytest.raises(UserError, match="the same file is given twice"):
        build(["main.c", "./main.c"], BuildOptions())


def test_bitcode_and_assembly_are_inputs_like_any_other(build_program: Builder, tmp_path: Path) -> None:
    from_source = build_program("int main(int argc, char **argv) { return argc > 3 ? argv[0][0] : 2; }")
    (tmp_path / "again.bc").write_bytes(Module.from_assembly(from_source.assembly).bitcode())
    (tmp_path / "again.ll").write_text(from_source.assembly)
    for name in ("again.bc", "again.ll"):
        again = build([name], BuildOptions())
        assert again.user_functions == {"main"}
        assert body(again.assembly, "main") == body(from_source.assembly, "main")


def test_bitcode_decides_the_target_of_the_sources_beside_it(build_program: Builder) -> None:
    assembly = 'target triple = "riscv64-unknown-linux-gnu"\ndefine i32 @helper() {\n  ret i32 3\n}\n'
    source = "int helper(void); int main(void) { return helper() + (int)sizeof(long double); }"
    module = build_program(source, {"helper.ll": assembly})
    assert module.triple.startswith("riscv64-")
    assert module.data_layout.startswith("e-m:e-p:64:64")
    assert module.user_functions == {"main", "helper"}


def test_code_for_two_machines_does_not_mix(build_program: Builder) -> None:
    assembly = 'target triple = "riscv64-unknown-linux-gnu"\ndefine i32 @helper() {\n  ret i32 3\n}\n'
    with pytest.raises(UserError, match="'riscv64', but the program is built for 's390x'"):
        build_program("int main(void) { return 0; }", {"helper.ll": assembly}, target="s390x")


@pytest.mark.parametrize(
    ("target", "triple", "pointer"),
    [
        ("x86", "i386-unknown-linux-musl", 4),
        ("x86_64-apple-darwin", "x86_64-unknown-linux-musl", 8),
        ("arm64", "aarch64-unknown-linux-musl", 8),
    ],
)
def test_every_machine_can_be_the_target(build_program: Builder, target: str, triple: str, pointer: int) -> None:
    module = build_program("#include <stdio.h>\nint main(void) { return sizeof(void *); }", target=target)
    assert module.triple == triple
    assert f"ret i32 {pointer}" in body(module.assembly, "main")


def test_an_unknown_target_or_compiler_is_explained(build_program: Builder) -> None:
    with pytest.raises(UserError, match=r"cannot compile for target 'z80'; choose one of: aarch64, "):
        build_program(SMALL, target="z80")
    with pytest.raises(UserError, match=r"compiler 'no-such-clang' not found; .*--compiler zig"):
        build_program(SMALL, compiler="no-such-clang")


@pytest.mark.skipif(shutil.which("clang") is None, reason="no system clang")
def test_a_system_clang_can_take_the_place_of_the_bundled_one(build_program: Builder, tmp_path: Path) -> None:
    source = (
        "#include <klee/klee.h>\n#include <stdio.h>\nint main(int n, char **v) { (void)v; int x = n; return x / 3; }"
    )
    module = build_program(source, compiler="clang")
    assert module.triple == find_target("").triple
    assert "alloca" not in body(module.assembly, "main")
    # Bitcode as a user makes it: another triple, typed pointers from an old clang, and functions marked optnone.
    (tmp_path / "plain.c").write_text("int main(void) { int x = 2; return x; }")
    subprocess.run(["clang", "-c", "-g", "-emit-llvm", "plain.c", "-o", "plain.bc"], check=True)
    from_bitcode = build(["plain.bc"], BuildOptions())
    assert "alloca" not in body(from_bitcode.assembly, "main")


def test_optimisation_is_left_to_the_compiler(build_program: Builder) -> None:
    source = (
        "static int f(int x) { if (x > 3) return 7; return 9; } int main(int n, char **v) { (void)v; return f(n); }"
    )
    assert conditional_branches(build_program(source).assembly) == 1
    optimised = build_program(source, optimize=2)
    assert conditional_branches(optimised.assembly) == 0
    assert optimised.user_functions == {"main"}


def test_optimised_loops_are_neither_vectorised_nor_turned_into_calls(build_program: Builder) -> None:
    source = """
        int sum(const int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }
        void copy(char *to, const char *from, long n) { for (long i = 0; i < n; i++) to[i] = from[i]; }
        int main(void) { return 0; }"""
    assembly = build_program(source, optimize=2).assembly
    assert " x i32>" not in assembly
    assert "memcpy" not in assembly


def test_nothing_is_left_in_the_users_directory(build_program: Builder, tmp_path: Path) -> None:
    build_program(SMALL)
    assert [path.name for path in tmp_path.iterdir()] == ["main.c"]


def test_a_linked_program_is_remembered_until_one_of_its_sources_changes(build_program: Builder) -> None:
    source = "int twice(int); int main(void) { return twice(1); }"
    first = build_program(source, {"twice.c": "int twice(int x) { return x + x; }"})
    again = build_program(source, {"twice.c": "int twice(int x) { return x + x; }"})
    assert replace(again, seconds=0) == replace(first, seconds=0)
    changed = build_program(source, {"twice.c": "int twice(int x) { return 2 * x + 40; }"})
    assert ", 40" in changed.assembly
    assert ", 40" not in first.assembly


def test_the_same_modules_from_another_entry_are_another_program(build_program: Builder) -> None:
    build_program("int main(void) { return 0; }")
    with pytest.raises(UserError, match="no function 'third'"):
        build_program("int main(void) { return 0; }", entry="third")
