"""From KLEE's options to ours; what has no effect here is collected so that it can be said once."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from albers.cli.durations import parse_duration
from albers.cli.klee.arguments import KleeCommand, parse_posix
from albers.cli.klee.option_names import COUNT, DEPRECATED, DURATION, FLAG, OPTIONS, SEARCHERS
from albers.errors import UserError
from albers.options import Options
from albers.world.klee_h import OPTION_MODELS

#: KLEE's own limit where nothing is said.
_DEFAULT_MEMORY: Final = 2000

#: --exit-on-error-type names kinds of errors by KLEE's termination types.
_ERROR_TYPES: Final = {
    "abort": "abort",
    "assert": "assert",
    "badvectoraccess": "bad_vector_access",
    "free": "free",
    "model": "model",
    "overflow": "overflow",
    "ptr": "ptr",
    "readonly": "read_only",
    "reporterror": "report_error",
    "user": "user",
    "exec": "exec",
    "external": "external",
    "div": "div",
    "overshift": "overshift",
}


@dataclass
class KleeRun:
    """Our options for a command of KLEE's, and what only its front end does."""

    files: list[str]
    options: Options
    warnings_to_file_only: bool = False
    exit_on_error: bool = False
    exit_on_kinds: set[str] = field(default_factory=set)
    error_places: list[tuple[str, int]] = field(default_factory=list)  # all of which must have been seen
    most_errors: int = 1
    seeds: list[str] = field(default_factory=list)
    without_effect: list[str] = field(default_factory=list)
    deprecated: list[str] = field(default_factory=list)


class Translation:
    """Goes through a command once; later options win over earlier ones, as LLVM has it."""

    def __init__(self, command: KleeCommand) -> None:
        self._options = Options()
        self._options.output.dialect = "klee"
        self._options.limits.max_memory = _DEFAULT_MEMORY
        self._options.limits.solver_timeout = 0.0
        self._run = KleeRun([command.program], self._options)
        self._command = command
        self._has_posix = False
        self._writes: dict[str, None] = {"istats": None}
        self._merges: list[str] = []
        self._size_mode = ""

    def result(self) -> KleeRun:
        for name, value in self._command.options:
            if name in DEPRECATED and name not in self._run.deprecated:
                self._run.deprecated.append(name)
            self._apply(name, value)
        self._settle_techniques()
        self._options.output.write = tuple(self._writes)
        self._settle_arguments()
        return self._run

    def _apply(self, name: str, value: str) -> None:
        known = OPTIONS[name]
        if not known.target:
            self._ignore(name)
        elif known.target[0].islower():
            group, _, option = known.target.partition(".")
            self._set(name, group, option, _typed(name, known.kind, value))
        else:
            kind, _, detail = known.target.partition(" ")
            getattr(self, f"_on_{kind.lower()}")(name, detail or value, value)

    def _ignore(self, name: str) -> None:
        if name not in self._run.without_effect:
            self._run.without_effect.append(name)

    def _set(self, name: str, group: str, option: str, value: Any) -> None:
        """An option of ours, if this version has it and knows the value."""
        target = getattr(self._options, group)
        found = [each for each in dataclasses.fields(target) if each.name == option]
        choices = found[0].metadata.get("choices") if found else None
        if not found or (choices and isinstance(value, str) and value not in choices):
            self._ignore(name)
            return
        setattr(target, option, value)

    # Options with a case of their own; each is given its name, its detail and its value.

    def _on_run_in(self, name: str, detail: str, value: str) -> None:
        if not os.path.isdir(value):
            raise UserError(f"Unable to change directory to: {value} - error: No such directory")
        world = self._options.world
        world.files = (*world.files, f"{value}:{world.cwd}")

    def _on_environment(self, name: str, detail: str, value: str) -> None:
        try:
            lines = Path(value).read_text(encoding="utf-8", errors="surrogateescape").splitlines()
        except OSError as error:
            raise UserError(f"unable to open --environ file: {value} ({error.strerror})") from error
        assignments = [line.strip() for line in lines if "=" in line]
        self._options.world.env = (*self._options.world.env, *assignments)

    def _on_link(self, name: str, detail: str, value: str) -> None:
        self._run.files.append(value)

    def _on_posix(self, name: str, detail: str, value: str) -> None:
        self._has_posix = value == "true"

    def _on_external(self, name: str, detail: str, value: str) -> None:
        """No external code ever runs; over-approximation is the one other policy that we have."""
        if value == "over-approx":
            self._options.world.undefined = "symbolic"
        elif value not in ("none", "concrete", "all"):
            raise UserError(f"klee: for the --external-calls option: Cannot find option named '{value}'!")
        elif value != "none":
            self._ignore(name)

    def _on_dump_states(self, name: str, detail: str, value: str) -> None:
        self._options.output.open_paths = value not in ("none", "false", "0")

    def _on_search(self, name: str, detail: str, value: str) -> None:
        if value not in SEARCHERS:
            raise UserError(f"klee: for the --search option: Cannot find option named '{value}'!")
        search = self._options.search
        if SEARCHERS[value] not in search.search:
            search.search = (*search.search, SEARCHERS[value])

    def _on_exit_on_error(self, name: str, detail: str, value: str) -> None:
        self._run.exit_on_error = value == "true"

    def _on_exit_on_error_type(self, name: str, detail: str, value: str) -> None:
        for word in value.split(","):
            kind = _ERROR_TYPES.get(word.lower())
            if kind is None:
                raise UserError(f"klee: for the --exit-on-error-type option: Cannot find option named '{word}'!")
            self._run.exit_on_kinds.add(kind)

    def _on_error_location(self, name: str, detail: str, value: str) -> None:
        for part in value.split(","):
            file, _, lines = part.rpartition(":")
            for line in lines.split("/"):
                if not file or not line.isdecimal():
                    raise UserError(f"--error-location={value}: write FILE:LINE, as in parse.c:23/40")
                self._run.error_places.append((os.path.basename(file), int(line)))

    def _on_max_errors(self, name: str, detail: str, value: str) -> None:
        self._run.most_errors = max(int(value) if value.isdecimal() else 1, 1)

    def _on_write(self, name: str, detail: str, value: str) -> None:
        if value == "false":
            self._writes.pop(detail, None)
        else:
            self._writes[detail] = None

    def _on_istats(self, name: str, detail: str, value: str) -> None:
        self._on_write(name, "istats", value)

    def _on_warnings_to_file(self, name: str, detail: str, value: str) -> None:
        self._run.warnings_to_file_only = value == "true"

    def _on_check(self, name: str, detail: str, value: str) -> None:
        checks = self._options.checks
        rest = tuple(kind for kind in checks.ignore if kind != detail)
        checks.ignore = (*rest, detail) if value == "false" else rest

    def _on_models(self, name: str, detail: str, value: str) -> None:
        if value == "true":
            self._options.models.update(OPTION_MODELS[detail])

    def _on_solver(self, name: str, detail: str, value: str) -> None:
        if value == "z3":
            self._options.solver.solver = "z3"
        elif value not in ("stp", "metasmt", "dummy", "bitwuzla", "bitwuzla-tree", "z3-tree"):
            raise UserError(f"klee: for the --solver-backend option: Cannot find option named '{value}'!")
        elif value in ("stp", "metasmt", "dummy"):
            self._ignore(name)

    def _on_crosscheck(self, name: str, detail: str, value: str) -> None:
        self._options.solver.crosscheck = value not in ("", "none", "false")

    def _on_seed(self, name: str, detail: str, value: str) -> None:
        self._set(name, "search", "seeds", (*getattr(self._options.search, "seeds", ()), value))

    def _on_replay(self, name: str, detail: str, value: str) -> None:
        self._on_seed(name, detail, value)
        self._set(name, "search", "only_seeds", True)

    def _on_only_seeds(self, name: str, detail: str, value: str) -> None:
        self._set(name, "search", "only_seeds", value == "true")

    # The techniques: several options of the prototypes make one of ours.

    def _on_sizes(self, name: str, detail: str, value: str) -> None:
        if value == "true":
            self._set(name, "techniques", "sizes", detail)

    def _on_size_mode(self, name: str, detail: str, value: str) -> None:
        self._size_mode = value

    def _on_merge(self, name: str, detail: str, value: str) -> None:
        if value == "true":
            self._merges.append(detail)

    def _on_skip(self, name: str, detail: str, value: str) -> None:
        """Functions with the lines of their calls, f:12/30,g: written as ours are."""
        techniques = self._options.techniques
        self._set(name, "techniques", "skip", (*techniques.skip, *value.split(",")))

    def _on_ratio(self, name: str, detail: str, value: str) -> None:
        """Per cent there, a probability here."""
        self._set(name, "techniques", "recovery_ratio", int(str(_typed(name, COUNT, value))) / 100)

    def _on_loops(self, name: str, detail: str, value: str) -> None:
        ours = {"none": "all", "no-call": "no-calls", "single-exit": "single-exit"}.get(value)
        if ours is None:
            raise UserError(f"klee: for the --loop-limit option: Cannot find option named '{value}'!")
        self._set(name, "techniques", "merge_loops", ours)

    def _on_lazy_init(self, name: str, detail: str, value: str) -> None:
        self._set(name, "techniques", "lazy_init", value not in ("none", "false"))

    def _settle_techniques(self) -> None:
        if self._size_mode:
            self._set("sym-size-mode", "techniques", "sizes", self._size_mode)
        for mode in ("pattern", "tree", "plain"):
            if mode in self._merges:
                self._set("use-loop-merge", "techniques", "merge", mode)
                return

    def _settle_arguments(self) -> None:
        words = self._command.arguments
        if not self._has_posix:
            self._options.program.arguments = tuple(words)
            return
        posix = parse_posix(words)
        self._options.program.arguments = tuple(posix.concrete)
        world = self._options.world
        world.sym_args = tuple(posix.symbolic)
        world.sym_files = posix.files
        world.sym_stdin = posix.stdin
        world.sym_stdout = posix.stdout
        world.fail_syscalls = posix.failures
        world.sym_sizes = posix.sizes


def translate(command: KleeCommand) -> KleeRun:
    return Translation(command).result()


def notes(run: KleeRun) -> Sequence[str]:
    """What a user of KLEE should know about the options given, each kind of note once."""
    lines: list[str] = []
    if run.deprecated:
        lines.append(f"deprecated, accepted: {', '.join(f'--{name}' for name in run.deprecated)}")
    quiet = [name for name in run.without_effect if name not in run.deprecated]
    if quiet:
        lines.append(f"without effect here: {', '.join(f'--{name}' for name in quiet)}")
    return lines


def _typed(name: str, kind: str, value: str) -> object:
    if kind == FLAG:
        return value == "true"
    if kind == DURATION:
        try:
            return parse_duration(value)
        except UserError as error:
            raise UserError(f"klee: for the --{name} option: {error.message}") from error
    if kind == COUNT:
        if not value.isdecimal():
            raise UserError(f"klee: for the --{name} option: '{value}' value invalid for uint argument!")
        return int(value)
    return value
