"""A program run again on the bytes of a test: the same engine, but every input is known from the start."""

from __future__ import annotations

import dataclasses

from albers.frontend.build import PreparedModule
from albers.options import Options
from albers.world import klee_h
from albers.world.call import Call, Model
from tests.engine.exploring import ExploredPath, explored

INT_SIZE = 4


class Inputs:
    """Answers the calls that declare inputs with the bytes of a test, in order."""

    def __init__(self, test: list[tuple[str, bytes]]) -> None:
        self._rest = list(test)

    def models(self) -> dict[str, Model]:
        return {
            "klee_make_symbolic": self.make_symbolic,
            "klee_int": self.integer,
            "klee_range": self.range,
            "klee_choose": self.choose,
        }

    @property
    def unused(self) -> list[tuple[str, bytes]]:
        return self._rest

    def make_symbolic(self, call: Call) -> None:
        pointer, size = call.arguments[0], call.arguments[1]
        assert isinstance(size, int)
        (place,) = call.resolve(pointer)
        offset = place.offset
        assert isinstance(offset, int)
        if place.object is None or place.object.read_only or offset + size > place.object.size:
            klee_h.klee_make_symbolic(call)  # which complains
            return
        for i, byte in enumerate(self._next(self._name(call, 2), size)):
            call.write_value(place.object, offset + i, 8, byte)
        call.returns()

    def integer(self, call: Call) -> None:
        call.returns(int.from_bytes(self._next(self._name(call, 0), INT_SIZE), "little"))

    def range(self, call: Call) -> None:
        begin, end = (_signed(call.arguments[i]) for i in (0, 1))
        if end <= begin + 1:
            klee_h.klee_range(call)  # no input: a constant, or a complaint
            return
        call.returns(int.from_bytes(self._next(self._name(call, 2), INT_SIZE), "little"))

    def choose(self, call: Call) -> None:
        call.returns(int.from_bytes(self._next("klee_choose", call.pointer_width // 8), "little"))

    def _name(self, call: Call, index: int) -> str:
        return call.read_string(call.arguments[index]) or "unnamed"

    def _next(self, name: str, size: int) -> bytes:
        known, data = self._rest.pop(0)
        assert (known, len(data)) == (name, size), f"the program asks for {name}, the test has {known}"
        return data


def _signed(value: object) -> int:
    assert isinstance(value, int)
    return value - (1 << 32) if value >= 1 << 31 else value


def replayed(prepared: PreparedModule, options: Options, test: list[tuple[str, bytes]]) -> ExploredPath:
    """The one path that the inputs of a test take."""
    inputs = Inputs(test)
    (path,) = explored(prepared, dataclasses.replace(options, models={**options.models, **inputs.models()}))
    assert not inputs.unused
    return path
