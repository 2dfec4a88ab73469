"""Exploring a generated program with and without merging and comparing the two on every input."""

from __future__ import annotations

import itertools
from pathlib import Path

from albers.engine.state import SymbolicInput
from albers.expr.arrays import byte_of
from albers.expr.evaluate import Assignment, evaluate
from albers.expr.leaves import leaves_of
from albers.expr.term import SYMBOL, Term
from albers.frontend.build import PreparedModule
from albers.options import Options, SearchOptions, TechniqueOptions
from tests.engine.exploring import ExploredPath, built, explored
from tests.merging.loop_programs import CAPACITY, inputs, program

Outcome = tuple[object, ...]

# No loop of the programs runs more often.
MOST_REPETITIONS = 9

_CUT_OFF: Outcome = ("cut off by an assumption",)


def check_seed(seed: int, directory: Path, encodings: tuple[str, ...], sizes: str = "lazy") -> int:
    """Fails if merging the program with this number changes anything; the number of paths that merging saved."""
    prepared = built(program(seed), directory, f"loops{seed}.c")
    which = ("all", "no-calls", "single-exit")[seed % 3]
    search = ("dfs", "bfs", "random-path", "covnew")[seed % 4]
    forked = run(prepared, "none", which, sizes)
    expected = {given: outcome(forked, *given) for given in inputs()}
    saved = 0
    for encoding in encodings:
        merged = run(prepared, encoding, which, sizes, search)
        for given, wanted in expected.items():
            found = outcome(merged, *given)
            assert found == wanted, f"program {seed}, {encoding}, n z s = {given}: {found} instead of {wanted}"
        saved += len(forked) - len(merged)
    return saved


def run(prepared: PreparedModule, merge: str, loops: str, sizes: str, search: str = "dfs") -> list[ExploredPath]:
    """The paths, without those that another continued for."""
    techniques = TechniqueOptions(
        sizes=sizes, capacity=CAPACITY, merge=merge, merge_loops=loops, merge_always=True, check_merges=True
    )
    options = Options(techniques=techniques, search=SearchOptions(search=(search,)))
    return [path for path in explored(prepared, options) if path.ending.kind.value != "merged"]


def outcome(paths: list[ExploredPath], n: int, z: int, s: bytes) -> Outcome:
    """How the one path that admits the input ends and what it observes on it."""
    found: list[Outcome] = []
    for path in paths:
        given = _assignment(path.inputs, {"n": bytes([n]), "z": bytes([z]), "s": s})
        for witness in _with_auxiliary(path, given):
            if not all(evaluate(condition, witness) for condition in path.conditions):
                continue
            observed = [evaluate(each, witness) if isinstance(each, Term) else each for each in path.observed]
            kind, _, error, line = path.outcome
            # An assumption that no input of a path fulfils is an error; where some do, the others are just cut off.
            found.append(_CUT_OFF if error == "user" else (kind, error, line, *observed))
    assert len(found) <= 1, f"several paths for {n} {z} {s!r}: {found}"
    return found[0] if found else _CUT_OFF


def _with_auxiliary(path: ExploredPath, given: Assignment) -> list[Assignment]:
    """The input with every number of repetitions that a merged path may speak of."""
    own = {each.symbol for each in path.inputs}
    symbols: set[Term] = set()
    for condition in path.conditions:
        symbols |= {leaf if leaf.op == SYMBOL else leaf.args[0] for leaf in leaves_of(condition)}
    auxiliary = sorted(symbols - own, key=lambda symbol: symbol.serial)
    assert all(symbol.info is not None and symbol.info.name.startswith("k") for symbol in auxiliary)
    numbers = itertools.product(range(MOST_REPETITIONS + 1), repeat=len(auxiliary))
    return [given.updated({byte_of(a, 0): k for a, k in zip(auxiliary, each, strict=True)}) for each in numbers]


def _assignment(symbolic: tuple[SymbolicInput, ...], values: dict[str, bytes]) -> Assignment:
    bytes_: dict[Term, int] = {}
    for each in symbolic:
        for offset, value in enumerate(values[each.name]):
            bytes_[byte_of(each.symbol, offset)] = value
    return Assignment(bytes_)
