"""Plugs the techniques that the options ask for into an explorer; the one place that knows both."""

from __future__ import annotations

from albers.engine.explorer import Explorer
from albers.errors import UserError
from albers.merging.loop_merging import LoopMerging
from albers.merging.statistics import MergingStatistics
from albers.options import TechniqueOptions
from albers.sizes.max_size import MaximalSize


def install_techniques(explorer: Explorer, options: TechniqueOptions) -> MergingStatistics:
    """Before the run: how sizes are treated and whether loops are merged; what merging does will be counted."""
    if options.sizes != "max":
        raise UserError(f"unknown way to treat symbolic sizes '{options.sizes}'; there is: max")
    explorer.use_size_policy(MaximalSize(options.capacity))
    if options.merge == "none":
        return MergingStatistics()
    merging = LoopMerging(explorer.machine, options, frozenset(explorer.program.codes))
    explorer.machine.hooks.append(merging)
    return merging.statistics
