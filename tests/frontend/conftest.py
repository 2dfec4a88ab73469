"""Programs written to a fresh directory, built with a cache of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from albers.frontend.build import BuildOptions, PreparedModule, build

Builder = Callable[..., PreparedModule]


@pytest.fixture(scope="session")
def shared_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One cache for all tests that do not look at the cache itself: the library is compiled once."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(autouse=True)
def _isolated(tmp_path: Path, shared_cache: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("ALBERS_CACHE", str(shared_cache))
    monkeypatch.chdir(tmp_path)
    yield


@pytest.fixture
def build_program(tmp_path: Path) -> Builder:
    """Write `main.c` (and other files) and build it."""

    def write_and_build(source: str, others: dict[str, str] | None = None, **options: object) -> PreparedModule:
        files = {"main.c": source, **(others or {})}
        for name, content in files.items():
            (tmp_path / name).write_text(content)
        inputs = [name for name in files if name.endswith((".c", ".ll"))]
        return build(inputs, BuildOptions(**options))  # type: ignore[arg-type]

    return write_and_build
