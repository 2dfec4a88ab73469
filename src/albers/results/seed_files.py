"""Seeds from files: tests in the .ktest format, or raw bytes as fuzzers keep them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from albers.engine.seeds import SeedInput
from albers.errors import UserError
from albers.results.ktest import decode


def read_seeds(paths: Sequence[str]) -> list[SeedInput]:
    """Every input in the files and directories given, in the order of their names."""
    seeds: list[SeedInput] = []
    for name in paths:
        path = Path(name)
        if not path.exists():
            raise UserError(f"--seed {name}: there is no such file or directory")
        files = [path] if path.is_file() else sorted(each for each in path.iterdir() if each.is_file())
        if path.is_dir() and any(each.suffix == ".ktest" for each in files):
            files = [each for each in files if each.suffix == ".ktest"]  # a run's directory has other files too
        seeds += [_seed(each) for each in files]
        if not files:
            raise UserError(f"--seed {name}: the directory is empty")
    return seeds


def _seed(path: Path) -> SeedInput:
    try:
        content = path.read_bytes()
    except OSError as error:
        raise UserError(f"--seed {path}: {error.strerror}") from error
    if not content.startswith((b"KTEST", b"BOUT\n")):
        return SeedInput(str(path), {}, content)
    objects: dict[str, list[bytes]] = {}
    for each in decode(content, str(path)).objects:
        objects.setdefault(each.name, []).append(each.data)
    return SeedInput(str(path), objects, None)
