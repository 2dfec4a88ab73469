"""musl as the C library: the record of its symbols is right, nothing of the engine's is in it, no assembly is left."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from albers.frontend import musl_index
from albers.frontend.cache import Cache
from albers.frontend.compile import Compiler
from albers.frontend.library import Library, runtime_provider
from albers.frontend.llvm import Module
from albers.frontend.musl import LEFT_OUT, musl_providers, musl_root, musl_sources
from albers.frontend.musl_index import RECORD, record_text, recorded_index
from albers.frontend.toolchain import find_target, find_toolchain
from albers.world.registry import standard_models
from tests.frontend.conftest import Builder
from tools.musl_symbols import definitions
from tools.syscall_header import HEADER, header_text

INLINE_ASSEMBLY = re.compile(r"\bcall .*\basm\b|^module asm", re.MULTILINE)


def recorded() -> dict[str, str]:
    index = recorded_index()
    assert index is not None, "run tools/musl_symbols.py: the record is of another version of ziglang"
    return index


def test_the_record_is_of_the_installed_version_and_names_every_source() -> None:
    lines = RECORD.read_text().splitlines()[1:]
    named = {line.split(" ")[0] for line in lines}
    assert named <= set(musl_sources())
    assert {"printf", "qsort", "strftime", "regcomp", "sin", "__time64", "time"} <= set(recorded())


def test_a_sample_of_the_record_is_found_again_by_compiling() -> None:
    sample = musl_sources()[::100]
    lines = record_text(definitions(sample)).splitlines()[1:]
    assert set(lines) <= set(RECORD.read_text().splitlines())
    assert len(lines) > 8


def test_a_record_of_another_version_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = tmp_path / "symbols.txt"
    other.write_text("musl in ziglang 0.0.1\nstdio/printf.c printf\n")
    monkeypatch.setattr(musl_index, "RECORD", other)
    assert recorded_index() is None
    provider = musl_providers(find_target("x86_64"))[-1]
    assert provider.index is None and provider.sources == musl_sources()


def test_a_strong_definition_is_preferred_in_the_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = tmp_path / "symbols.txt"
    other.write_text(record_text({"a.c": {"f": True, "g": True}, "b.c": {"f": False}, "c.c": {"f": True, "g": True}}))
    monkeypatch.setattr(musl_index, "RECORD", other)
    assert recorded_index() == {"f": "b.c", "g": "a.c"}


def test_what_is_left_out_exists_and_no_function_of_the_engine_is_in(shared_cache: Path) -> None:
    for sources in LEFT_OUT.values():
        for source in sources:
            assert (musl_root() / source).is_file(), source
    compiler = Compiler(find_toolchain("zig", find_target("")), Cache(shared_cache), simplify_cfg=False)
    providers = [runtime_provider(), *musl_providers(find_target(""))[:-1]]
    library = Library(providers, compiler)
    defined = set(recorded()).union(*(library.symbols(provider) for provider in providers))
    assert defined & set(standard_models()) == set()
    assert defined & {"setjmp", "longjmp", "_setjmp", "sigsetjmp", "__sigsetjmp"} == set()


def test_the_header_of_system_calls_says_what_the_kernel_says() -> None:
    assert HEADER.read_text() == header_text()


@pytest.mark.parametrize("machine", ["x86_64", "aarch64", "x86", "arm", "riscv64"])
def test_no_assembly_is_left_where_musl_has_some(machine: str, shared_cache: Path) -> None:
    target = find_target(machine)
    compiler = Compiler(find_toolchain("zig", target), Cache(shared_cache), simplify_cfg=False)
    musl = musl_providers(target)[-1]
    # System calls, atomic operations, the thread pointer, long double arithmetic, bit scans, barriers.
    sources = ("unistd/write.c", "thread/pthread_mutex_trylock.c", "thread/pthread_self.c", "math/sqrtl.c")
    sources += ("math/exp.c", "math/expl.c", "stdlib/qsort.c", "fenv/fesetround.c", "stdio/__lockfile.c")
    for source, bitcode in zip(
        sources, Library([musl], compiler).compile_all([(musl, s) for s in sources]), strict=True
    ):
        assert INLINE_ASSEMBLY.search(Module.from_bitcode(bitcode).assembly()) is None, source


def test_system_calls_end_in_one_function(build_program: Builder) -> None:
    module = build_program("#include <unistd.h>\nint main(void) { return getpid() + (int)lseek(0, 1, SEEK_CUR); }")
    assert module.undefined == ("_Exit", "__albers_syscall")
    assert "@__albers_syscall(i64" in module.assembly or "@__albers_syscall(i32" in module.assembly


def test_numbers_of_system_calls_are_the_same_in_every_header(build_program: Builder) -> None:
    source = """
        #include <asm/unistd.h>
        int own = __NR_write;
        #include <sys/syscall.h>
        int main(void) { return own == SYS_write; }"""
    module = build_program(source)
    assert re.search(rf"@own = .*global i32 {_number('write')}\b", module.assembly)


def _number(name: str) -> int:
    (number,) = re.findall(rf"#define __NR_{name} (\d+)", HEADER.read_text())
    return int(number)


def test_a_library_file_is_compiled_once_for_all_directories(
    build_program: Builder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = "#include <stdlib.h>\nint main(void) { return rand(); }"
    build_program(source)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    compiled: list[str] = []

    def note(command: list[str], path: str, directory: str, seconds: float | None) -> tuple[bytes, str, list[str]]:
        compiled.append(Path(path).name)
        return original(command, path, directory, seconds)

    from albers.frontend import compile as compile_module

    original = compile_module._run_compiler
    monkeypatch.setattr(compile_module, "_run_compiler", note)
    (elsewhere / "main.c").write_text(source)
    from albers.frontend.build import BuildOptions, build

    build(["main.c"], BuildOptions())
    assert compiled == ["main.c"]
