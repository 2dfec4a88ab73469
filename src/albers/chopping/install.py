"""Plugs chopped execution into an explorer: analyses the program, rewrites calls whose value is used, sets up hooks."""

from __future__ import annotations

import random

from albers.chopping.chopper import Chopper, ChoppingGuard, ChoppingHook
from albers.chopping.constraints import PointsTo
from albers.chopping.regions import find_regions
from albers.chopping.result_slots import insert_slots
from albers.chopping.search import ChoppingSearcher
from albers.chopping.skip_spec import parse_skips
from albers.engine.explorer import Explorer
from albers.errors import UserError
from albers.ir.call_graph import build_call_graph
from albers.options import TechniqueOptions


def install_chopping(explorer: Explorer, options: TechniqueOptions) -> Chopper:
    """Before the run, and before anything is lowered."""
    program = explorer.program
    module = program.module
    entry = explorer.options.program.entry
    if "leak" in explorer.options.checks.check:
        raise UserError("which memory is lost cannot be told while functions are skipped: drop --check leak or --skip")
    if options.lazy_init:
        raise UserError("objects made up on the way (--lazy-init) and skipped functions do not go together; drop one")
    if not 0.0 <= options.recovery_ratio <= 1.0:
        raise UserError(f"--recovery-ratio is a probability between 0 and 1, not {options.recovery_ratio:g}")
    spec = parse_skips(module, options.skip)
    regions = find_regions(module, options.skip_lines)
    roots = [name for name in (entry, "__albers_start", "exit") if name in module.functions]
    slots = insert_slots(module, sorted(build_call_graph(module, roots).direct), spec)
    chopper = Chopper(program, spec, PointsTo(module, entry), slots, options.slicing, regions)
    explorer.machine.hooks.append(ChoppingHook(chopper))
    explorer.machine.guards.append(ChoppingGuard(chopper))
    explorer.use_searcher(
        ChoppingSearcher(
            explorer.make_searcher(explorer.options.search.search),
            explorer.make_searcher((options.recovery_search,)),
            options.recovery_ratio,
            chopper.recoverer,
            random.Random(f"{explorer.options.search.seed} chopping"),
        )
    )
    return chopper
