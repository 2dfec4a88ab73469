"""Lengths of time as people type them."""

from __future__ import annotations

import pytest

from albers.cli.durations import parse_duration
from albers.errors import UserError


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("30", 30.0),
        ("0", 0.0),
        ("1.5", 1.5),
        (".5", 0.5),
        ("90s", 90.0),
        ("10min", 600.0),
        ("3h4min", 11040.0),
        ("1h2min3s", 3723.0),
        ("500ms", 0.5),
        ("1.5h", 5400.0),
    ],
)
def test_a_duration_is_read(text: str, seconds: float) -> None:
    assert parse_duration(text) == pytest.approx(seconds)


@pytest.mark.parametrize("text", ["", "soon", "10m", "5 s", "-3", "3h4", "min", "1e3", "4min!", "nan", "inf"])
def test_anything_else_is_refused_with_examples(text: str) -> None:
    with pytest.raises(UserError, match="is not a duration; write for example 30, 90s"):
        parse_duration(text)
