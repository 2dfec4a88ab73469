"""Albers explores C programs symbolically: every path, the bugs on them, and an input for each.

    import albers

    report = albers.explore("parse.c")
    for error in report.errors:
        print(error.file, error.line, error.message, dict(error.inputs))

The names below are loaded when first used, so that importing the package costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from albers.api.explore import explore
    from albers.api.models import model, models
    from albers.api.replay import Replay
    from albers.api.report import Report
    from albers.errors import UserError
    from albers.options import Options

__version__ = "0.1.0"

__all__ = ["Options", "Replay", "Report", "UserError", "__version__", "explore", "model", "models"]

_HOME = {
    "Options": "albers.options",
    "Replay": "albers.api.replay",
    "Report": "albers.api.report",
    "UserError": "albers.errors",
    "explore": "albers.api.explore",
    "model": "albers.api.models",
    "models": "albers.api.models",
}


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module 'albers' has no attribute {name!r}")
    from importlib import import_module

    value: object = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
