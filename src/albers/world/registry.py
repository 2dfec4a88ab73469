"""All functions that are modelled in Python, by their C names."""

from __future__ import annotations

from albers.world import (
    allocation,
    klee_environment,
    klee_float,
    klee_h,
    klee_inspect,
    nonlocal_jumps,
    process,
    undefined_behavior,
    verifier,
)
from albers.world.call import Model
from albers.world.kernel import dispatch


def standard_models() -> dict[str, Model]:
    """A new table; whoever wants another model for a name replaces the entry."""
    models: dict[str, Model] = {}
    modules = (klee_h, klee_inspect, klee_float, klee_environment, allocation, process, nonlocal_jumps)
    for module in (*modules, undefined_behavior, verifier, dispatch):
        models.update(module.MODELS)
    return models
