"""Plugs the techniques that the options ask for into an explorer; the one place that knows both."""

from __future__ import annotations

from albers.chopping.chopper import Chopper
from albers.chopping.install import install_chopping
from albers.engine.explorer import Explorer
from albers.engine.machine import SizePolicy
from albers.errors import UserError
from albers.options import TechniqueOptions
from albers.sizes.bounded import EagerSizes, LazySizes, MaximalSize
from albers.sizes.capacity import capacities


class Techniques:
    """What was plugged in, for the report; None for what the options do not ask for."""

    def __init__(self) -> None:
        self.chopper: Chopper | None = None


def install_techniques(explorer: Explorer, options: TechniqueOptions) -> Techniques:
    """Before the run: how sizes are treated, which functions are skipped."""
    techniques = Techniques()
    explorer.use_size_policy(_size_policy(options))
    if options.skip:
        techniques.chopper = install_chopping(explorer, options)
    return techniques


def _size_policy(options: TechniqueOptions) -> SizePolicy:
    allowed = capacities(options.capacity, options.capacity_at, options.grow_capacity)
    if options.sizes == "max":
        return MaximalSize(allowed)
    if options.sizes == "eager":
        return EagerSizes(allowed)
    if options.sizes == "lazy":
        return LazySizes(allowed)
    raise UserError(f"unknown way to treat symbolic sizes '{options.sizes}'; there are: max, eager, lazy")
