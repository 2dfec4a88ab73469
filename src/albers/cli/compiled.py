"""Whether the engine runs compiled or as plain Python."""

from __future__ import annotations

from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from typing import Final

PURE_PYTHON_WARNING: Final = (
    "the engine is not compiled and runs as plain Python: the same results, but slower "
    "(a wheel from `pip install albers` is compiled)"
)


def is_compiled(module: str = "albers.engine.explorer") -> bool:
    """Whether importing `module` would load machine code."""
    spec = find_spec(module)
    return spec is not None and spec.origin is not None and spec.origin.endswith(tuple(EXTENSION_SUFFIXES))
