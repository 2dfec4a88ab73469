"""Compares every write of an execution with what mod-ref says the functions on the stack may write."""

from __future__ import annotations

from albers.chopping.chopper import Chopper
from albers.chopping.constraints import PointsTo
from albers.chopping.mod_ref import ModRef
from albers.chopping.skip_spec import SkipSpec
from albers.engine.explorer import Explorer
from albers.engine.hooks import Guard
from albers.engine.state import State
from albers.frontend.build import PreparedModule
from albers.ir.parser import parse_module
from albers.memory.objects import STACK, MemoryObject
from albers.options import Options
from tests.engine.exploring import Witness


class _Watch(Guard):
    def __init__(self, explorer: Explorer, points_to: PointsTo) -> None:
        self._mod_ref = ModRef(points_to)
        self._sites = Chopper(explorer.program, SkipSpec(), points_to, {}, False)
        self.surprises: list[str] = []
        self.checked = 0

    def accessing(
        self, state: State, object_: MemoryObject, offset: object, size: int, reads: bool, writes: bool
    ) -> bool:
        if not writes:
            return True
        start, end = (offset, offset + size) if isinstance(offset, int) else (0, int(object_.size))
        site = self._sites.site_of(object_)
        for frame in state.frames():
            if object_.kind == STACK and object_ in frame.allocas:
                break  # from here outwards the object did not exist when the function was called
            name = frame.code.name
            if frame.caller is not None and name in self._mod_ref.points_to.reachable:
                self.checked += 1
                if not self._mod_ref.side_effects(name).may_write(site, start, end):
                    self.surprises.append(f"{name} writes {object_.describe()} at {offset}")
        return True


def unforeseen_writes(prepared: PreparedModule) -> list[str]:
    """What the analysis of a program missed in an exploration of it."""
    module = parse_module(prepared.assembly)
    witness = Witness()
    options = Options(models={"observe": witness.observe})
    explorer = Explorer(module, options, prepared.user_functions, witness)
    watch = _Watch(explorer, PointsTo(module, "main"))
    explorer.machine.guards.append(watch)
    explorer.machine.hooks.append(witness.history)
    explorer.run()
    assert watch.checked > 0
    return watch.surprises
