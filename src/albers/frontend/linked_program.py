"""A program linked with its libraries, as text, and how it is remembered.

Linking a utility of some thousand lines with the parts of musl it uses takes longer than everything else before its
first instruction. The result depends on the program's own modules, on our library, on the bundled musl and on the
code of this package; all of them are in the key, so that a stale program is never found.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from albers.frontend import llvm
from albers.frontend.cache import Cache, Json, digest, key_of
from albers.frontend.toolchain import HEADER_VARIABLES, RUNTIME_DIR, Toolchain, bundle_identity

#: Deflating at the lowest level makes assembly eight times smaller and is faster than writing all of it.
_COMPRESSION: Final = 1


@dataclass(frozen=True)
class LinkedProgram:
    """The program and what was found out while linking it."""

    assembly: str
    triple: str
    data_layout: str
    user_functions: tuple[str, ...]
    library_files: tuple[str, ...]
    undefined: tuple[str, ...]
    undefined_variables: tuple[str, ...]
    warnings: tuple[str, ...]  # about what was linked


def key_of_program(inputs: Sequence[object], entry: str, toolchain: Toolchain, simplify_cfg: bool) -> str:
    """The name under which a program is remembered; `inputs` are JSON values that tell the user's modules."""
    return key_of(
        "program",
        list(inputs),
        entry,
        simplify_cfg,
        toolchain.target.triple,
        toolchain.identity,
        bundle_identity(),
        [os.environ.get(name) for name in HEADER_VARIABLES],
        _identity_of_package(),
    )


def recall(memory: Cache, key: str) -> LinkedProgram | None:
    record = memory.record(key)
    if record is None or set(record) != {"assembly", "triple", "data_layout", *_LISTS}:
        return None
    compressed = memory.object(str(record["assembly"]))
    if compressed is None:
        return None
    lists: dict[str, tuple[str, ...]] = {}
    for name in _LISTS:
        content = record[name]
        if not isinstance(content, list):
            return None
        lists[name] = tuple(str(each) for each in content)
    return LinkedProgram(
        assembly=zlib.decompress(compressed).decode(),
        triple=str(record["triple"]),
        data_layout=str(record["data_layout"]),
        **lists,
    )


def remember(memory: Cache, key: str, program: LinkedProgram) -> None:
    record: Json = {name: list(getattr(program, name)) for name in _LISTS}
    record["triple"] = program.triple
    record["data_layout"] = program.data_layout
    record["assembly"] = memory.store_object(zlib.compress(program.assembly.encode(), _COMPRESSION))
    memory.store_record(key, record)


_LISTS: Final = ("user_functions", "library_files", "undefined", "undefined_variables", "warnings")


@cache
def _identity_of_package() -> str:
    """Changes with every line of this package and of the library in C."""
    package = Path(__file__).parent
    files = [*package.glob("*.py"), *(path for path in RUNTIME_DIR.rglob("*") if path.suffix in (".c", ".h", ".txt"))]
    contents = [(str(path), digest(path.read_bytes())) for path in sorted(files)]
    return key_of(contents, llvm.LLVMLITE_VERSION)
