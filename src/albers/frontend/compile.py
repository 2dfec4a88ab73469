"""One input file to one prepared bitcode: running the compiler, and remembering what it produced.

A compiled source is remembered under the compiler, the flags, the source and everything it included; headers are
known from the dependency file of the last compilation and compared by content. A header that newly appears in front
of another one on the search path is therefore not noticed; `cache=False` is.
"""

from __future__ import annotations

import math
import os
import re
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from albers.errors import CompileError, UserError
from albers.frontend.cache import Cache, Json, digest, key_of
from albers.frontend.llvm import LlvmError, Module
from albers.frontend.prepare import PREPARATION_IDENTITY, prepare
from albers.frontend.toolchain import HEADER_VARIABLES, Toolchain


@dataclass(frozen=True)
class Unit:
    """A prepared translation unit."""

    bitcode: bytes
    warnings: str  # what the compiler said about it, verbatim


class Compiler:
    """Compiles and prepares units for one toolchain, with one cache."""

    def __init__(self, toolchain: Toolchain, cache: Cache, simplify_cfg: bool) -> None:
        self.toolchain = toolchain
        self.cache = cache
        self.simplify_cfg = simplify_cfg
        self.give_up_at = math.inf  # on the monotonic clock
        self._file_digests: dict[str, str] = {}

    def compile_source(self, source: str, optimize: int, flags: Sequence[str], directory: str = "") -> Unit:
        """Compile a C file; `flags` may overrule all but the system's header directories.

        The compiler runs in `directory`, by default the current one.
        """
        directory = directory or os.getcwd()
        command = [
            *self.toolchain.compiler,
            *self.toolchain.fixed_flags(optimize),
            *flags,
            *self.toolchain.header_flags(),
        ]
        key = self._source_key(source, command, directory)
        known = self._recall(key)
        if known is not None:
            return known
        bitcode, warnings, headers = _run_compiler(command, source, directory, self._seconds_left())
        unit = Unit(self._prepared(source, Module.from_bitcode(bitcode)), warnings)
        self._remember(key, unit, headers)
        return unit

    def _seconds_left(self) -> float | None:
        return None if self.give_up_at == math.inf else max(self.give_up_at - time.monotonic(), 0.0)

    def load_module(self, path: str) -> Unit:
        """Read and prepare a .bc or .ll file."""
        return self.load_content(path, _read_input(path))

    def load_content(self, path: str, content: bytes) -> Unit:
        """Prepare a module that was read already; assembly is known by its name."""
        key = key_of("module", PREPARATION_IDENTITY, self.simplify_cfg, self.toolchain.target.triple, digest(content))
        known = self._recall(key)
        if known is not None:
            return known
        module = parse_module(path, content)
        module.complete_target(self.toolchain.target.triple)
        module.keep_inline_definitions()
        unit = Unit(self._prepared(path, module), "")
        self._remember(key, unit, [])
        return unit

    def _prepared(self, path: str, module: Module) -> bytes:
        try:
            return prepare(module, self.simplify_cfg)
        except LlvmError as error:
            raise UserError(f"{path}: LLVM cannot process this module: {error}") from error

    def _source_key(self, source: str, command: Sequence[str], directory: str) -> str:
        # The directory and the path as given end up in the debug information, so they are part of the result.
        return key_of(
            "source",
            PREPARATION_IDENTITY,
            self.simplify_cfg,
            self.toolchain.identity,
            list(command),
            [os.environ.get(name) for name in HEADER_VARIABLES],
            directory,
            source,
            digest(_read_input(source)),
        )

    def _recall(self, key: str) -> Unit | None:
        record = self.cache.record(key)
        if record is None:
            return None
        headers, name, warnings = record.get("headers"), record.get("object"), record.get("warnings")
        if not isinstance(headers, dict) or not isinstance(name, str) or not isinstance(warnings, str):
            return None
        if any(self._file_digest(path) != expected for path, expected in headers.items()):
            return None
        bitcode = self.cache.object(name)
        return None if bitcode is None else Unit(bitcode, warnings)

    def _remember(self, key: str, unit: Unit, headers: Sequence[str]) -> None:
        seen: Mapping[str, str] = {path: self._file_digest(path) for path in headers}
        record: Json = {
            "headers": dict(seen),
            "object": self.cache.store_object(unit.bitcode),
            "warnings": unit.warnings,
        }
        self.cache.store_record(key, record)

    def _file_digest(self, path: str) -> str:
        """The hash of a header as of this build; empty when the file is gone."""
        known = self._file_digests.get(path)
        if known is None:
            try:
                known = digest(Path(path).read_bytes())
            except OSError:
                known = ""
            self._file_digests[path] = known
        return known


def parse_module(path: str, content: bytes) -> Module:
    """A module from the content of a .bc or .ll file."""
    try:
        if path.endswith(".ll"):
            return Module.from_assembly(content.decode())
        return Module.from_bitcode(content)
    except (LlvmError, UnicodeDecodeError) as error:
        kind = "LLVM assembly" if path.endswith(".ll") else "LLVM bitcode"
        raise UserError(
            f"{path}: not valid {kind}: {error}; compile it again with 'clang -c -emit-llvm -g', "
            "or give the C sources instead"
        ) from error


def _run_compiler(
    command: Sequence[str], source: str, directory: str, seconds: float | None
) -> tuple[bytes, str, list[str]]:
    """Bitcode, warnings and the files included; `seconds` is how long it may take, None for as long as it needs."""
    with tempfile.TemporaryDirectory(prefix="albers-") as scratch:
        output, dependencies = Path(scratch, "unit.bc"), Path(scratch, "unit.d")
        safe_source = source if not source.startswith("-") else os.path.join(".", source)
        argv = [*command, "-MD", "-MF", str(dependencies), "-MT", "unit", "-o", str(output), safe_source]
        try:
            run = subprocess.run(
                argv, cwd=directory, stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=seconds
            )
        except subprocess.TimeoutExpired as error:
            raise UserError(
                f"the time limit (--max-time) passed while {source} was being compiled; allow more, or run it again: "
                "what was compiled so far is kept"
            ) from error
        except OSError as error:
            raise UserError(f"cannot run compiler {command[0]}: {error.strerror}") from error
        messages = run.stderr.decode(errors="replace")
        if run.returncode != 0 or not output.exists():
            raise CompileError(messages or f"{command[0]} failed on {source} without a message")
        return output.read_bytes(), messages, parse_dependencies(dependencies.read_text())


def parse_dependencies(makefile: str) -> list[str]:
    """The prerequisites of the single rule in a dependency file."""
    rule = makefile.replace("\\\n", " ").split(":", 1)[1]
    words: list[str] = re.findall(r"(?:\\.|[^\s\\])+", rule)
    return [re.sub(r"\\([\s#\\])", r"\1", word).replace("$$", "$") for word in words]


def _read_input(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}") from error
