"""Programs given as native files: what a linker would take from them is what becomes part of the program."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from albers.errors import UserError
from albers.frontend.build import BuildOptions, PreparedModule, build
from albers.frontend.llvm import Module
from albers.frontend.native_inputs import extract_module
from tests.frontend.native_builds import ASSEMBLY, NativeBuild, elf_only

pytestmark = elf_only

DRIVER = "int twice(int); int main(void) { return twice(4); }\n"


@pytest.fixture
def native(tmp_path: Path) -> NativeBuild:
    build = NativeBuild(tmp_path)
    build.write(
        driver_c=DRIVER,
        twice_c="int add(int, int); int twice(int x) { return add(x, x); }\n",
        add_c="static int count; int add(int a, int b) { count++; return a + b; }\n",
        unused_c="static int count; int unused(void) { return count; }\n",
    )
    return build


def archive(native: NativeBuild, *names: str) -> None:
    native.compile("-c " + " ".join(f"{name}.c" for name in names))
    subprocess.run(["ar", "rc", "libx.a", *(f"{name}.o" for name in names)], cwd=native.directory, check=True)


def prepared(*files: str) -> PreparedModule:
    return build(files, BuildOptions())


def test_an_executable_is_a_program(native: NativeBuild) -> None:
    native.compile("driver.c twice.c add.c -o program")
    module = prepared("program")
    assert module.user_functions == {"main", "twice", "add"}
    assert module.undefined == ()
    assert module.user_files == ("program",)


def test_of_an_archive_only_what_is_needed_is_linked_wherever_it_stands(native: NativeBuild) -> None:
    archive(native, "unused", "twice", "add")
    assert prepared("libx.a", "driver.c").user_functions == {"main", "twice", "add"}
    assert prepared("driver.c", "libx.a").user_functions == {"main", "twice", "add"}


def test_the_entry_may_be_in_an_archive(native: NativeBuild) -> None:
    archive(native, "unused", "twice", "add", "driver")
    assert prepared("libx.a").user_functions == {"main", "twice", "add"}


def test_an_object_is_linked_whole(native: NativeBuild) -> None:
    native.compile("-c unused.c twice.c")
    module = prepared("driver.c", "unused.o", "twice.o")
    assert module.user_functions == {"main", "twice", "unused"}
    assert module.undefined == ("add",)


def test_the_same_piece_given_twice_is_linked_once(native: NativeBuild) -> None:
    native.compile("-c twice.c add.c")
    native.compile("driver.c twice.o add.o -o program")
    assert prepared("program", "twice.o").user_functions == {"main", "twice", "add"}


def test_of_two_definitions_both_places_are_named(native: NativeBuild) -> None:
    native.write(again_c="int twice(int x) { return 3 * x; }\n")
    native.compile("-c twice.c add.c again.c")
    with pytest.raises(UserError, match=r"linking twice\.o: twice\.c and again\.o: again\.c: .*'twice'"):
        prepared("driver.c", "twice.o", "add.o", "again.o")


def test_static_weak_common_and_aliased_symbols_link(native: NativeBuild) -> None:
    native.write(
        a_c="int shared; static int own(void) { return 1; } __attribute__((weak)) int pick(void) { return 1; }\n"
        "extern int maybe(void) __attribute__((weak)); int first(void) { return own() + (maybe ? maybe() : 0); }\n",
        b_c="int shared; static int own(void) { return 2; } int pick(void) { return own(); }\n"
        'int second(void) { return own(); } int other(void) __attribute__((alias("second")));\n',
        c_c="int shared, first(void), pick(void), other(void);\n"
        "int main(void) { return shared + first() + pick() + other(); }\n",
    )
    native.compile("-fcommon a.c b.c c.c -o program")
    assert native.run("./program").returncode == 5
    module = prepared("program")
    assert {"first", "second", "pick", "main"} <= module.user_functions
    assert module.undefined == ()
    assert module.assembly.count("@shared = ") == 1


def test_a_shared_library_shows_only_what_it_exports_and_gives_way_to_the_program(native: NativeBuild) -> None:
    native.write(
        lib_c="int inner(void) { return 5; } int both(void) { return 6; }\n"
        "int outer(void) { return inner() + both(); }\n",
        map_txt="{ global: outer; both; local: *; };\n",
        app_c="int inner(void) { return 100; } int both(void) { return 7; } int outer(void);\n"
        "int main(void) { return outer() + inner(); }\n",
    )
    native.compile("-fPIC -shared lib.c -Wl,--version-script=map.txt -o libinner.so")
    native.compile("app.c -o app -L. -linner -Wl,-rpath,$ORIGIN")
    assert native.run("./app").returncode == 112
    module = prepared("app")
    inner = {name for name in module.user_functions if name.startswith("inner")}
    assert "inner" in inner
    assert len(inner) == 2
    assert module.undefined == ()
    assert module.user_functions == prepared("libinner.so", "app.c").user_functions


def test_the_default_version_of_a_symbol_is_linked_under_its_plain_name(native: NativeBuild) -> None:
    native.write(
        versions_c='__asm__(".symver old, f@V1"); __asm__(".symver new, f@@V2");\n'
        "int old(void) { return 1; } int new(void) { return 2; }\n",
        map_txt="V1 { global: f; local: *; }; V2 { global: f; } V1;\n",
        user_c="int f(void); int main(void) { return f(); }\n",
    )
    native.compile("-fPIC -shared versions.c -Wl,--version-script=map.txt -o libversions.so")
    native.compile("-c versions.c")
    subprocess.run(["ar", "rc", "libversions.a", "versions.o"], cwd=native.directory, check=True)
    for library in ("libversions.so", "libversions.a", "versions.o"):
        module = prepared("user.c", library)
        assert module.undefined == ()
        assert "@f = alias" in module.assembly


def test_libtools_wrapper_script_leads_to_the_program_and_its_libraries(native: NativeBuild) -> None:
    (native.directory / ".libs").mkdir()
    native.compile("-fPIC -shared twice.c add.c -o .libs/libtwice.so")
    native.compile("driver.c -o .libs/driver -L.libs -ltwice")
    (native.directory / "driver").write_text(
        "#! /bin/bash\n\n# driver - temporary wrapper script for .libs/driver\n# Generated by libtool (GNU libtool) 2\n"
        f'      LD_LIBRARY_PATH="{native.directory}/.libs:$LD_LIBRARY_PATH"\n'
    )
    assert prepared("driver").user_functions == {"main", "twice", "add"}


def test_sources_without_bitcode_are_named_in_the_warnings(native: NativeBuild) -> None:
    native.write(empty_s=ASSEMBLY)
    native.compile("driver.c twice.c add.c empty.s -o program")
    assert prepared("program").warnings == "warning: program: empty.s has no bitcode: it is written in assembly\n"


def test_a_missing_entry_is_explained_by_the_sources_without_bitcode(native: NativeBuild) -> None:
    native.write(main_cpp="int main() { return 0; }\n")
    native.compile("--c++ main.cpp -o program")
    with pytest.raises(UserError, match=r"no function 'main' in the bitcode of program(.|\n)*main\.cpp has no bitcode"):
        prepared("program")


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("notes.txt", "hello", r"not a program; expected a C source \(\.c\).*built with albers cc"),
        ("libx.la", "# libx.la - a libtool library file", r"libtool's description of a library"),
        ("missing.o", None, "no such file .the program's own arguments stand after --"),
    ],
)
def test_other_files_come_with_advice(native: NativeBuild, name: str, content: str | None, message: str) -> None:
    if content is not None:
        (native.directory / name).write_text(content)
    with pytest.raises(UserError, match=message):
        prepared(name)


def test_a_native_file_from_another_compiler_comes_with_advice(native: NativeBuild) -> None:
    subprocess.run(["cc", "-c", "add.c"], cwd=native.directory, check=True)
    with pytest.raises(UserError, match=r"add\.o has no bitcode; build it with make CC='albers cc'"):
        prepared("add.o")


def test_code_for_two_machines_does_not_mix(native: NativeBuild) -> None:
    native.compile("-c twice.c add.c")
    (native.directory / "other.ll").write_text('target triple = "s390x-unknown-linux-musl"\n')
    with pytest.raises(UserError, match="is code for 's390x'"):
        prepared("driver.c", "twice.o", "other.ll")


def test_extraction_links_everything_as_it_was_compiled(native: NativeBuild) -> None:
    archive(native, "unused", "twice", "add")
    module = extract_module(["libx.a"])
    assert isinstance(module, Module)
    assert {function.name for function in module.defined_functions()} == {"unused", "twice", "add"}
    assert "alloca" in module.assembly()
