"""Plugs the techniques that the options ask for into an explorer; the one place that knows both."""

from __future__ import annotations

from albers.chopping.chopper import Chopper
from albers.chopping.install import install_chopping
from albers.engine.explorer import Explorer
from albers.engine.machine import PointerPolicy, SizePolicy
from albers.errors import UserError
from albers.lazyinit.candidates import plausible_globals
from albers.lazyinit.unknown_pointers import UnknownPointers
from albers.merging.loop_merging import LoopMerging
from albers.merging.statistics import MergingStatistics
from albers.options import TechniqueOptions
from albers.sizes.bounded import EagerSizes, LazySizes, MaximalSize
from albers.sizes.capacity import capacities
from albers.sizes.symcrete import SymcreteSizes


class Techniques:
    """What was plugged in, for the report: what merging counts, and the chopper if functions are skipped."""

    def __init__(self) -> None:
        self.merging = MergingStatistics()
        self.chopper: Chopper | None = None


def install_techniques(explorer: Explorer, options: TechniqueOptions) -> Techniques:
    """Before the run: how sizes are treated, which functions are skipped, whether loops are merged."""
    techniques = Techniques()
    explorer.use_size_policy(_size_policy(options))
    if options.lazy_init:
        explorer.use_pointer_policy(_pointer_policy(explorer, options))
    if options.skip or options.skip_lines:
        techniques.chopper = install_chopping(explorer, options)
    if options.merge != "none":
        if options.sizes in ("max", "eager"):
            explorer.machine.warn(
                f"--merge {options.merge} finds no loop to merge with --sizes {options.sizes}; use lazy"
            )
        merging = LoopMerging(explorer.program, options)
        explorer.machine.hooks.append(merging)
        if options.merge == "pattern" and not options.no_incremental_merge:
            explorer.run_urgent_states_in_step()  # so that states meet before one of them has forked too often
        techniques.merging = merging.statistics
    return techniques


def _pointer_policy(explorer: Explorer, options: TechniqueOptions) -> PointerPolicy:
    program = explorer.program
    targets = plausible_globals(program.module.globals, program.globals)
    return UnknownPointers(targets, options.lazy_depth, options.lazy_objects)


def _size_policy(options: TechniqueOptions) -> SizePolicy:
    allowed = capacities(options.capacity, options.capacity_at, options.grow_capacity)
    if options.sizes == "max":
        return MaximalSize(allowed)
    if options.sizes == "eager":
        return EagerSizes(allowed)
    if options.sizes == "lazy":
        return LazySizes(allowed)
    if options.sizes == "symcrete":
        return SymcreteSizes(options.max_size)
    raise UserError(f"unknown way to treat symbolic sizes '{options.sizes}'; there are: max, eager, lazy, symcrete")
