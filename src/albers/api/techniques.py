"""Plugs the techniques that the options ask for into an explorer; the one place that knows both."""

from __future__ import annotations

from albers.engine.explorer import Explorer
from albers.engine.machine import SizePolicy
from albers.errors import UserError
from albers.merging.loop_merging import LoopMerging
from albers.merging.statistics import MergingStatistics
from albers.options import TechniqueOptions
from albers.sizes.bounded import EagerSizes, LazySizes, MaximalSize
from albers.sizes.capacity import capacities


def install_techniques(explorer: Explorer, options: TechniqueOptions) -> MergingStatistics:
    """Before the run: how sizes are treated and whether loops are merged; what merging does will be counted."""
    explorer.use_size_policy(_size_policy(options))
    if options.merge == "none":
        return MergingStatistics()
    merging = LoopMerging(explorer.machine, options, frozenset(explorer.program.codes))
    explorer.machine.hooks.append(merging)
    return merging.statistics


def _size_policy(options: TechniqueOptions) -> SizePolicy:
    allowed = capacities(options.capacity, options.capacity_at, options.grow_capacity)
    if options.sizes == "max":
        return MaximalSize(allowed)
    if options.sizes == "eager":
        return EagerSizes(allowed)
    if options.sizes == "lazy":
        return LazySizes(allowed)
    raise UserError(f"unknown way to treat symbolic sizes '{options.sizes}'; there are: max, eager, lazy")
