"""Python models: functions that take the place of a C function while a program is explored.

    @albers.model("read_sensor")
    def read_sensor(call): ...

    albers.explore("device.c", albers.Options(models=albers.models(read_sensor)))

What a model receives and may answer is the engine's business; here they are only named and collected.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any, Final, TypeVar

from albers.errors import UserError

_MARK: Final = "albers_model_of"

Model = Callable[..., Any]
_M = TypeVar("_M", bound=Model)


def model(name: str) -> Callable[[_M], _M]:
    """Mark a function as the model of the C function `name`."""

    def mark(function: _M) -> _M:
        setattr(function, _MARK, name)
        return function

    return mark


def models(*sources: Model | ModuleType) -> dict[str, Model]:
    """The marked functions given, and those found in the modules given, by the name of the C function."""
    found: dict[str, Model] = {}
    for source in sources:
        candidates = vars(source).values() if isinstance(source, ModuleType) else [source]
        marked = [candidate for candidate in candidates if _marked_name(candidate)]
        if not marked and not isinstance(source, ModuleType):
            raise UserError(f'{source!r} is not a model: mark it with @albers.model("name of the C function")')
        for function in marked:
            name = _marked_name(function)
            if found.setdefault(name, function) is not function:
                raise UserError(f"there are two models of the function {name}; keep one")
    return found


def _marked_name(candidate: object) -> str:
    name = getattr(candidate, _MARK, "")
    return name if isinstance(name, str) and callable(candidate) else ""
