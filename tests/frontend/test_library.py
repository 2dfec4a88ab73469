"""The library is linked on demand: what is needed, once, and never over the user's own functions."""

from __future__ import annotations

from pathlib import Path

import pytest

from albers.frontend.cache import Cache
from albers.frontend.compile import Compiler
from albers.frontend.library import Library, Provider, runtime_provider
from albers.frontend.llvm import Module
from albers.frontend.toolchain import find_target, find_toolchain
from tests.frontend.assembly_text import body
from tests.frontend.conftest import Builder

#: Answered by the engine; a definition in C would hide them from it.
ENGINE_FUNCTIONS = """malloc calloc realloc free memalign aligned_alloc abort _exit _Exit __assert_fail setjmp longjmp
    klee_make_symbolic klee_assume __albers_syscall""".split()


@pytest.fixture
def compiler(shared_cache: Path) -> Compiler:
    return Compiler(find_toolchain("zig", find_target("")), Cache(shared_cache), simplify_cfg=False)


def names(files: tuple[str, ...]) -> set[str]:
    return {Path(file).name for file in files}


def test_only_the_files_needed_are_linked(build_program: Builder) -> None:
    module = build_program("#include <string.h>\nint main(int n, char **v) { return n + (int)strlen(v[0]); }")
    assert names(module.library_files) == {"strlen.c"}
    assert module.undefined == ()
    assert "strlen" not in module.user_functions


def test_what_the_library_needs_itself_is_linked_too(build_program: Builder) -> None:
    module = build_program("#include <string.h>\nint main(int n, char **v) { return n + strdup(v[0])[0]; }")
    assert names(module.library_files) == {"strdup.c", "strlen.c", "memcpy.c"}
    assert module.undefined == ("malloc",)


def test_a_program_that_prints_needs_nothing_but_system_calls(build_program: Builder) -> None:
    module = build_program('#include <stdio.h>\nint main(void) { fprintf(stderr, "%d %f\\n", 3, 0.5); return 0; }')
    assert module.undefined == ("_Exit", "__albers_syscall")
    assert module.undefined_variables == ()


def test_functions_nobody_defines_are_listed(build_program: Builder) -> None:
    source = """
        extern int elsewhere(int); extern int missing; extern int perhaps(void) __attribute__((weak));
        int unused_declaration(void);
        int main(void) { return elsewhere(missing) + (perhaps ? perhaps() : 0); }"""
    module = build_program(source)
    assert module.undefined == ("elsewhere",)
    assert module.undefined_variables == ("missing",)


def test_the_users_function_wins_even_inside_the_library(build_program: Builder) -> None:
    source = """
        #include <string.h>
        size_t strlen(const char *s) { return s[0] == 'x' ? 99 : 0; }
        int main(int n, char **v) { return n + (int)strnlen(v[0], 4) + strdup(v[0])[0]; }"""
    module = build_program(source)
    assert "strlen" in module.user_functions
    assert "99" in body(module.assembly, "strlen")
    assert module.assembly.count("@strlen(ptr noundef %s)") == 1
    assert {"strlen.c", "strdup.c"} <= names(module.library_files)


def test_a_variable_of_the_user_may_have_the_name_of_a_library_function(build_program: Builder) -> None:
    source = "#include <stdlib.h>\nint main(void) { return rand(); }"
    module = build_program(source, {"other.c": "int random = 3; long srandom(void) { return random; }"})
    assert "@random = dso_local global i32 3" in module.assembly
    assert "rand.c" in names(module.library_files)
    assert module.user_functions == {"main", "srandom"}


def test_a_static_function_gives_way_to_the_library_and_stays_the_users(build_program: Builder) -> None:
    source = """
        char *strdup(const char *);
        int other(void);
        int main(int n, char **v) { return n + strdup(v[0])[0] + other(); }"""
    other = "static int memcpy(void) { return 41; }\nint other(void) { return memcpy(); }"
    module = build_program(
        source, {"other.c": other}, cflags=("-fno-builtin", "-Wno-incompatible-library-redeclaration")
    )
    (renamed,) = module.user_functions - {"main", "other"}
    assert "ret i32 41" in body(module.assembly, renamed)
    assert "memcpy" not in module.user_functions


def test_a_strong_definition_replaces_the_weak_one_it_was_linked_after(build_program: Builder) -> None:
    source = "#include <stdlib.h>\nvoid bye(void) {}\nint main(void) { atexit(bye); exit(3); }"
    module = build_program(source)
    assert {"exit.c", "atexit.c"} <= names(module.library_files)
    assert "@__funcs_on_exit = weak" not in module.assembly
    assert "call void" in body(module.assembly, "__funcs_on_exit")


def test_a_program_that_uses_musl_starts_and_ends_with_it(build_program: Builder) -> None:
    module = build_program('#include <stdlib.h>\nint main(void) { return getenv("HOME") != NULL; }')
    assert {"start.c", "exit.c", "getenv.c"} <= names(module.library_files)
    assert "@__albers_start(" in module.assembly


def test_destructors_are_called_by_exit_in_reverse_order(build_program: Builder) -> None:
    source = """
        __attribute__((destructor)) static void last(void) {}
        __attribute__((destructor(200))) static void early(void) {}
        __attribute__((destructor(300))) static void late(void) {}
        __attribute__((destructor)) static void first(void) {}
        int main(void) { return 0; }"""
    module = build_program(source)
    calls = [line.strip() for line in body(module.assembly, "__albers_destructors").splitlines() if "call" in line]
    assert calls == [f"call void @{name}()" for name in ("first", "last", "late", "early")]
    assert "exit.c" in names(module.library_files)
    assert "call void @__albers_destructors()" in body(module.assembly, "exit")


def test_explicit_memory_functions_are_called_not_built_in(build_program: Builder) -> None:
    source = """
        #include <string.h>
        int main(int n, char **v) { char b[9]; memcpy(b, v[0], n); memset(b, 0, n); return b[0]; }"""
    module = build_program(source)
    assert names(module.library_files) == {"memcpy.c", "memset.c"}
    assert "llvm.mem" not in body(module.assembly, "main")


def test_no_library_function_calls_itself_by_accident(compiler: Compiler) -> None:
    provider = runtime_provider()
    for source in ("string/memcpy.c", "string/memset.c", "string/memmove.c", "string/strlen.c", "string/memcmp.c"):
        assembly = Module.from_bitcode(compiler.compile_source(str(provider.root / source), 0, provider.flags).bitcode)
        function = Path(source).stem
        assert f"@{function}(" not in body(assembly.assembly(), function)


def test_every_symbol_has_one_file_and_none_is_the_engines(compiler: Compiler) -> None:
    provider = runtime_provider()
    seen: dict[str, str] = {}
    for source in provider.sources:
        unit = compiler.compile_source(str(provider.root / source), 0, provider.flags)
        assert unit.warnings == ""
        for symbol in Module.from_bitcode(unit.bitcode).defined_symbols():
            assert symbol not in seen, f"{symbol} is defined in {seen.get(symbol)} and {source}"
            seen[symbol] = source
    assert Library([provider], compiler).symbols(provider) == seen
    assert not set(ENGINE_FUNCTIONS) & set(seen)
    assert {"memcpy", "strtok_r", "qsort", "isalpha", "strtol", "floor", "__divdc3"} <= set(seen)


def test_the_library_compiles_without_a_warning_for_every_kind_of_long_double(compiler: Compiler) -> None:
    provider = runtime_provider()
    sources = [name for name in provider.sources if name.startswith("math/") or "real" in name or "strto" in name]
    assert len(sources) > 6
    for architecture in ("x86_64", "aarch64", "arm"):  # 80 bits, 128 bits, the same as double
        other = Compiler(find_toolchain("zig", find_target(architecture)), compiler.cache, simplify_cfg=False)
        for source in sources:
            assert other.compile_source(str(provider.root / source), 0, provider.flags).warnings == "", source


def test_a_symbol_that_its_file_does_not_define_on_this_machine_stays_undefined(
    tmp_path: Path, compiler: Compiler
) -> None:
    (tmp_path / "here.c").write_text("int here(void) { return 1; }")
    (tmp_path / "main.c").write_text("int here(void), there(void); int main(void) { return here() + there(); }")
    provider = Provider("some", tmp_path, ("here.c",), (), (), {"here": "here.c", "there": "here.c"})
    program = Module.from_bitcode(compiler.compile_source("main.c", 0, []).bitcode)
    assert Library([provider], compiler).link_into(program) == [str(tmp_path / "here.c")]
    assert program.undefined_functions() == {"there"}


def test_an_earlier_provider_wins_and_a_later_one_fills_the_gaps(tmp_path: Path, compiler: Compiler) -> None:
    def provider(name: str, **sources: str) -> Provider:
        root = tmp_path / name
        root.mkdir()
        for stem, content in sources.items():
            (root / f"{stem}.c").write_text(content)
        return Provider(name, root, tuple(f"{stem}.c" for stem in sorted(sources)), (), ())

    first = provider("first", one="int one(void) { extern int two(void); return two(); }")
    second = provider(
        "second", one="int one(void) { return -1; }", two="int two(void) { return 2; }", three="int three;"
    )
    (tmp_path / "main.c").write_text("int one(void); int main(void) { return one(); }")
    program = Module.from_bitcode(compiler.compile_source("main.c", 0, []).bitcode)
    linked = Library([first, second], compiler).link_into(program)
    assert linked == [str(tmp_path / "first" / "one.c"), str(tmp_path / "second" / "two.c")]
    assert program.undefined_functions() == set()


def test_aliases_are_symbols_like_others() -> None:
    module = Module.from_assembly(
        "@x = global i32 0\n@y = weak alias i32, ptr @x\n@own = internal alias i32, ptr @x\n@z = external global i32\n"
    )
    assert module.defined_symbols() == {"x", "y"}
    assert module.undefined_variables() == {"z"}
