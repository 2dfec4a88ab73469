"""What to skip: the suggestions of `albers suggest-skip` and `--skip auto`, and the plan of `albers augment`."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from albers.api.report import Report
from albers.chopping.constraints import PointsTo
from albers.chopping.mod_ref import ModRef
from albers.chopping.suggestions import Suggestion, suggest
from albers.errors import UserError
from albers.ir.module import Module
from albers.ir.parser import parse_module
from albers.options import Options, OutputOptions
from albers.results.function_log import FunctionLog, read_function_log
from albers.results.replay.recipe import read_recipe

#: What stands for the functions that are chosen automatically.
AUTOMATIC: Final = "auto"
#: How long `--skip auto` looks at the program first, and the part of --max-time it may use for that.
_FIRST_LOOK_SECONDS: Final = 10.0
_FIRST_LOOK_SHARE: Final = 0.2


@dataclass(frozen=True)
class Advice:
    """What to skip towards what."""

    suggestions: tuple[Suggestion, ...]
    towards: str


def suggestions_for(directory: str | os.PathLike[str], target: str = "") -> Advice:
    """Reads an earlier run's directory; the target is FILE:LINE, or empty for what the run did not cover."""
    log = read_function_log(directory)
    try:
        assembly = (Path(directory) / "assembly.ll").read_text(encoding="utf-8")
    except OSError as error:
        raise UserError(f"cannot read assembly.ll in {directory}: {error.strerror}") from error
    module = parse_module(assembly)
    return _advice(module, read_recipe(directory).program.entry, log, target)


def _advice(module: Module, entry: str, log: FunctionLog, target: str) -> Advice:
    if target:
        targets = frozenset(_functions_at(module, target))
        towards = target
    else:
        targets = frozenset(each.name for each in log.functions if each.covered == 0)
        targets = targets or frozenset(each.name for each in log.functions if each.covered < each.blocks)
        towards = "uncovered code"
    costs = {each.name: each.cost for each in log.functions}
    mod_ref = ModRef(PointsTo(module, entry))
    return Advice(tuple(suggest(mod_ref, entry, frozenset(costs), costs, targets)), towards)


def _functions_at(module: Module, place: str) -> list[str]:
    file, _, number = place.rpartition(":")
    if not file or not number.isdigit():
        raise UserError(f"'{place}' is not a place in a source; write FILE:LINE, as in parse.c:23")
    found: list[str] = []
    for function in module.functions.values():
        if function.is_declaration or not function.file.endswith(file):
            continue
        lines = [
            i.location.line
            for block in function.body.blocks
            for i in block.instructions
            if i.location is not None and i.location.line > 0 and i.location.file.endswith(file)
        ]
        if lines and min(lines) <= int(number) <= max(lines):
            found.append(function.name)
    if not found:
        raise UserError(f"no function of the program has code at {place}")
    return found


def chosen_automatically(files: Sequence[str], options: Options) -> tuple[str, ...]:
    """The functions `--skip auto` stands for: a short run without skipping says what costs much."""
    from albers.api.explore import explore

    seconds = _FIRST_LOOK_SECONDS
    if options.limits.max_time:
        seconds = min(seconds, _FIRST_LOOK_SHARE * options.limits.max_time)
    with tempfile.TemporaryDirectory(prefix="albers-look-") as scratch:
        out = os.path.join(scratch, "out")
        first = replace(
            options,
            techniques=replace(options.techniques, skip=()),
            limits=replace(options.limits, max_time=seconds),
            output=OutputOptions(out=out, no_tests=True, quiet=True),
        )
        explore(list(files), first)
        target = options.limits.stop_at[0] if options.limits.stop_at else ""
        advice = suggestions_for(out, target)
    return tuple(each.function for each in advice.suggestions if each.read_later == 0 or each.share > 0.25)


@dataclass(frozen=True)
class Gain:
    """The coverage of a run, and of it together with the chopped run that follows."""

    skipped: tuple[str, ...]
    report: Report | None
    lines: tuple[int, int, int]  # before, after, of
    sides: tuple[int, int, int]


def augment(directory: str | os.PathLike[str], options: Options) -> Gain:
    """Explores the program of an earlier run again, skipping what is covered and costs much, for more coverage."""
    from albers.api.explore import explore

    before = read_function_log(directory)
    recipe = read_recipe(directory)
    skip = options.techniques.skip or _covered(directory, before)
    counts = (len(before.lines), len(before.lines), before.lines_total)
    sides = (len(before.sides), len(before.sides), before.sides_total)
    if not skip:
        return Gain((), None, counts, sides)
    options = replace(
        options, program=recipe.program, world=recipe.world, techniques=replace(options.techniques, skip=skip)
    )
    report = explore(list(recipe.files), options)
    after = read_function_log(report.directory)
    return Gain(
        skip,
        report,
        (counts[0], len(before.lines | after.lines), counts[2]),
        (sides[0], len(before.sides | after.sides), sides[2]),
    )


def _covered(directory: str | os.PathLike[str], log: FunctionLog) -> tuple[str, ...]:
    """Of the functions that cost much on the way to uncovered code, those the earlier run has seen most of."""
    seen = {each.name for each in log.functions if each.blocks and each.covered / each.blocks >= 0.5}
    return tuple(each.function for each in suggestions_for(directory).suggestions if each.function in seen)
