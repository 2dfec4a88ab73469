"""What is remembered between runs, and what makes it forgotten."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from albers.errors import UserError
from albers.frontend import compile as compile_module
from albers.frontend.build import BuildOptions, build
from albers.frontend.cache import Cache, cache_directory, digest, key_of
from albers.frontend.compile import Compiler, parse_dependencies
from albers.frontend.toolchain import find_target, find_toolchain


class CountingCompiler:
    """A compiler with a cache of its own that counts how often it really compiles."""

    def __init__(self, directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.directory = directory
        self.runs = 0
        original = compile_module._run_compiler

        def counted(*arguments: object) -> object:
            self.runs += 1
            return original(*arguments)  # type: ignore[arg-type]

        monkeypatch.setattr(compile_module, "_run_compiler", counted)

    def compile(self, source: str, *flags: str) -> bytes:
        compiler = Compiler(find_toolchain("zig", find_target("")), Cache(self.directory), simplify_cfg=False)
        return compiler.compile_source(source, 0, flags).bitcode


@pytest.fixture
def counting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CountingCompiler:
    (tmp_path / "one.h").write_text("#define ONE 1\n")
    (tmp_path / "f.c").write_text('#include "one.h"\nint f(void) { return ONE; }\n')
    return CountingCompiler(tmp_path / "own-cache", monkeypatch)


def entries(directory: Path, kind: str) -> list[Path]:
    return [path for path in (directory / kind).rglob("*") if path.is_file()]


def test_the_same_source_is_compiled_once(counting: CountingCompiler) -> None:
    assert counting.compile("f.c") == counting.compile("f.c")
    assert counting.runs == 1


def test_an_edited_header_is_noticed(counting: CountingCompiler, tmp_path: Path) -> None:
    before = counting.compile("f.c")
    (tmp_path / "one.h").write_text("#define ONE 2\n")
    after = counting.compile("f.c")
    assert counting.runs == 2
    assert before != after


def test_an_edited_source_other_flags_and_another_path_are_noticed(counting: CountingCompiler, tmp_path: Path) -> None:
    counting.compile("f.c")
    counting.compile("f.c", "-DX")
    counting.compile(str(tmp_path / "f.c"))
    (tmp_path / "f.c").write_text("int f(void) { return 4; }\n")
    counting.compile("f.c")
    assert counting.runs == 4


def test_a_header_that_disappears_is_an_error_not_a_memory(counting: CountingCompiler, tmp_path: Path) -> None:
    counting.compile("f.c")
    (tmp_path / "one.h").unlink()
    with pytest.raises(UserError, match=r"'one\.h' file not found"):
        counting.compile("f.c")


@pytest.mark.parametrize("kind", ["objects", "records"])
@pytest.mark.parametrize("damage", [b"", b"garbage", b'{"body": {}}'])
def test_a_damaged_entry_is_replaced(counting: CountingCompiler, kind: str, damage: bytes) -> None:
    good = counting.compile("f.c")
    for path in entries(counting.directory, kind):
        path.write_bytes(damage)
    assert counting.compile("f.c") == good
    assert counting.compile("f.c") == good
    assert counting.runs == 2


def test_many_compilations_at_once_leave_whole_entries(counting: CountingCompiler) -> None:
    with ThreadPoolExecutor(8) as pool:
        results = set(pool.map(lambda _: counting.compile("f.c"), range(16)))
    assert len(results) == 1
    assert not [path for path in entries(counting.directory, "objects") if path.name.startswith(".new-")]
    assert len(entries(counting.directory, "objects")) == 1


def test_without_a_cache_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALBERS_CACHE", str(tmp_path / "unused"))
    (tmp_path / "main.c").write_text("int main(void) { return 0; }\n")
    build(["main.c"], BuildOptions(cache=False))
    assert not (tmp_path / "unused").exists()


def test_the_directory_follows_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALBERS_CACHE", "/own")
    monkeypatch.setenv("XDG_CACHE_HOME", "/xdg")
    monkeypatch.setenv("HOME", "/home/someone")
    assert cache_directory() == Path("/own")
    monkeypatch.delenv("ALBERS_CACHE")
    assert cache_directory() == Path("/xdg/albers")
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache_directory() == Path("/home/someone/.cache/albers")


@pytest.mark.skipif(os.name != "posix", reason="a file in place of a directory is reported differently elsewhere")
def test_an_unusable_directory_is_explained(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match=r"the cache cannot be used: .*ALBERS_CACHE"):
        Cache(tmp_path / "file").store_object(b"content")


def test_objects_and_records_come_back(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache")
    assert cache.object(digest(b"content")) is None
    assert cache.store_object(b"content") == digest(b"content")
    assert cache.object(digest(b"content")) == b"content"
    key = key_of("kind", ["a", 1])
    assert cache.record(key) is None
    cache.store_record(key, {"a": [1, 2], "b": "text"})
    assert cache.record(key) == {"a": [1, 2], "b": "text"}


def test_dependency_files_are_read_with_their_escapes() -> None:
    text = "unit: a.c \\\n  dir\\ with\\ spaces/b.h /x/c\\#d.h \\\n  e$$f.h\n"
    assert parse_dependencies(text) == ["a.c", "dir with spaces/b.h", "/x/c#d.h", "e$f.h"]
