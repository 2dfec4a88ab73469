"""Lengths of time as people type them: 30, 1.5, 90s, 10min, 3h4min, 500ms."""

from __future__ import annotations

import re
from typing import Final

from albers.errors import UserError

_UNITS: Final = {"h": 3600.0, "min": 60.0, "s": 1.0, "ms": 1e-3, "us": 1e-6, "ns": 1e-9}
_PART: Final = re.compile(r"(\d+(?:\.\d+)?)(h|min|s|ms|us|ns)")
_PLAIN: Final = re.compile(r"\d+(?:\.\d+)?|\.\d+")


def parse_duration(text: str) -> float:
    """Seconds. A bare number is seconds; otherwise every number has its unit."""
    if _PLAIN.fullmatch(text):
        return float(text)
    parts = _PART.findall(text)
    if not parts or "".join(number + unit for number, unit in parts) != text:
        raise UserError(f"'{text}' is not a duration; write for example 30, 90s, 10min, 3h4min or 500ms")
    return sum(float(number) * _UNITS[unit] for number, unit in parts)
