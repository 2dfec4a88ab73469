"""Plugs the techniques that the options ask for into an explorer; the one place that knows both."""

from __future__ import annotations

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


def install_techniques(explorer: Explorer, options: TechniqueOptions) -> MergingStatistics:
    """Before the run: how sizes are treated and whether loops are merged; what merging does will be counted."""
    explorer.use_size_policy(_size_policy(options))
    if options.lazy_init:
        explorer.use_pointer_policy(_pointer_policy(explorer, options))
    if options.merge == "none":
        return MergingStatistics()
    merging = LoopMerging(explorer.machine, options, frozenset(explorer.program.codes))
    explorer.machine.hooks.append(merging)
    return merging.statistics


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
