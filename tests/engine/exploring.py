"""C text explored by the real engine, with all that is known about each path at its end.

A program under test may call `observe(value)`: what it passes is kept, as a term, for the path that passes it.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from pathlib import Path

from albers.api.techniques import install_techniques
from albers.engine.endings import Ending, PathEnd, PathListener
from albers.engine.explorer import Explorer
from albers.engine.hooks import Hook
from albers.engine.state import State, SymbolicInput
from albers.expr.term import Term
from albers.frontend.build import BuildOptions, PreparedModule, build
from albers.ir.parser import parse_module
from albers.options import Options, ProgramOptions, SearchOptions
from albers.world.call import Call

DECLARATIONS = "#include <klee/klee.h>\nvoid observe(unsigned long long value);\n"


def built(text: str, directory: Path, name: str = "program.c", entry: str = "main") -> PreparedModule:
    """The text compiled in a directory."""
    file = directory / name
    file.write_text(DECLARATIONS + "#line 1\n" + text)
    return build([str(file)], BuildOptions(entry=entry))


@dataclass
class ExploredPath:
    """One path: the conditions it passed, how it ended, what it observed and which blocks it visited."""

    conditions: list[Term]
    inputs: tuple[SymbolicInput, ...]
    ending: Ending
    test: list[tuple[str, bytes]]
    observed: list[object]
    blocks: list[tuple[str, int]] = field(default_factory=list)
    state_id: int = 0

    @property
    def outcome(self) -> tuple[str, int, str, int]:
        """(kind of ending, exit code, kind of error, its line)."""
        error = self.ending.error
        if error is None:
            return self.ending.kind.value, self.ending.exit_code, "", 0
        return self.ending.kind.value, 0, error.kind.value, error.line


class Witness(PathListener):
    """Collects the paths as they end; `history` hears of every block while a path runs."""

    def __init__(self) -> None:
        super().__init__()
        self.paths: list[ExploredPath] = []
        self.history = History()

    def path_ended(self, end: PathEnd) -> None:
        self.tests_written += 1
        state = self.history.just_ended
        assert state is not None and state.id == end.state_id
        self.paths.append(
            ExploredPath(
                state.path.constraints(),
                state.inputs,
                end.ending,
                end.inputs,
                self.history.observed.get(state.id, []),
                self.history.blocks[state.id],
                state.id,
            )
        )

    def observe(self, call: Call) -> None:
        """The model of the C function `observe`."""
        state: State = call.state  # type: ignore[attr-defined]  # a ModelCall, the only one there is in the engine
        self.history.observed[state.id] = [*self.history.observed.get(state.id, []), call.arguments[0]]
        call.returns()


class History(Hook):
    """What each state has done so far; a forked state has its parent's past."""

    def __init__(self) -> None:
        self.observed: dict[int, list[object]] = {}
        self.blocks: dict[int, list[tuple[str, int]]] = {0: []}
        self.just_ended: State | None = None

    def forked(self, state: State, child: State, condition: Term) -> None:
        self.blocks[child.id] = self.blocks[state.id].copy()
        self.observed[child.id] = self.observed.get(state.id, []).copy()

    def duplicated(self, state: State, twin: State) -> None:
        self.blocks[twin.id] = self.blocks[state.id].copy()
        self.observed[twin.id] = self.observed.get(state.id, []).copy()

    def entered_block(self, state: State) -> None:
        self.blocks[state.id].append((state.frame.code.name, state.frame.block.index))

    def ended(self, state: State) -> None:
        self.just_ended = state


def explored(
    prepared: PreparedModule,
    options: Options | None = None,
    entry: str = "main",
    search: tuple[str, ...] = ("dfs",),
    hooks: tuple[Hook, ...] = (),
) -> list[ExploredPath]:
    """All paths of a program."""
    witness = Witness()
    options = options or Options(program=ProgramOptions(entry=entry), search=SearchOptions(search=search))
    options = dataclasses.replace(options, models={"observe": witness.observe, **options.models})
    explorer = Explorer(parse_module(prepared.assembly), options, prepared.user_functions, witness)
    install_techniques(explorer, options.techniques)
    explorer.machine.hooks += [witness.history, *hooks]
    explorer.run()
    return witness.paths
