"""Bar and line charts as SVG, drawn with nothing but text: enough for the figures that the benchmarks write."""

from __future__ import annotations

import math
from dataclasses import dataclass
from html import escape
from pathlib import Path

_COLOURS = ("#4c72b0", "#dd8452", "#55a868", "#c44e52", "#8172b3", "#937860")
_WIDTH, _HEIGHT = 900, 300
_LEFT, _RIGHT, _TOP, _BOTTOM = 60, 20, 30, 90


@dataclass(frozen=True)
class Chart:
    """`values[s][g]` is the value of series s in group g; lines instead of bars if the groups are numbers."""

    title: str
    groups: list[str]
    series: list[str]
    values: list[list[float]]
    log: bool = False
    lines: bool = False


def write_charts(file: Path, charts: list[Chart]) -> None:
    """All charts below each other in one picture."""
    body = "".join(
        f'<g transform="translate(0,{i * (_HEIGHT + 20)})">{_drawn(chart)}</g>\n' for i, chart in enumerate(charts)
    )
    height = len(charts) * (_HEIGHT + 20)
    file.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{height}" font-family="sans-serif" '
        f'font-size="11"><rect width="100%" height="100%" fill="white"/>\n{body}</svg>\n',
        encoding="utf-8",
    )


def _drawn(chart: Chart) -> str:
    highest = max([1e-9, *[value for row in chart.values for value in row]])
    lowest = min([value for row in chart.values for value in row if value > 0], default=1.0) if chart.log else 0.0
    parts = [f'<text x="{_LEFT}" y="18" font-size="14">{escape(chart.title)}</text>']
    for i, name in enumerate(chart.series):
        x = _LEFT + 330 + 105 * i
        parts.append(f'<rect x="{x}" y="9" width="10" height="10" fill="{_COLOURS[i % len(_COLOURS)]}"/>')
        parts.append(f'<text x="{x + 14}" y="18">{escape(name)}</text>')
    for share in (0.0, 0.5, 1.0):
        y = _HEIGHT - _BOTTOM - share * (_HEIGHT - _TOP - _BOTTOM)
        value = _at(share, lowest, highest, chart.log)
        parts.append(f'<line x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>')
        parts.append(f'<text x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{value:.3g}</text>')
    room = (_WIDTH - _LEFT - _RIGHT) / max(len(chart.groups), 1)
    for g, group in enumerate(chart.groups):
        x = _LEFT + (g + 0.5) * room
        y = _HEIGHT - _BOTTOM + 12
        turn = f' transform="rotate(35 {x:.1f} {y})" text-anchor="start"' if len(group) * 6 > room else ""
        anchor = "" if turn else ' text-anchor="middle"'
        parts.append(f'<text x="{x:.1f}" y="{y}"{turn}{anchor}>{escape(group)}</text>')
    draw = _lines if chart.lines else _bars
    return "".join(parts + draw(chart, room, lowest, highest))


def _bars(chart: Chart, room: float, lowest: float, highest: float) -> list[str]:
    parts = []
    width = 0.8 * room / max(len(chart.series), 1)
    for s, row in enumerate(chart.values):
        for g, value in enumerate(row):
            height = _share(value, lowest, highest, chart.log) * (_HEIGHT - _TOP - _BOTTOM)
            x = _LEFT + (g + 0.1) * room + s * width
            parts.append(
                f'<rect x="{x:.1f}" y="{_HEIGHT - _BOTTOM - height:.1f}" width="{width:.1f}" height="{height:.1f}" '
                f'fill="{_COLOURS[s % len(_COLOURS)]}"><title>{escape(chart.groups[g])}: {value:.4g}</title></rect>'
            )
    return parts


def _lines(chart: Chart, room: float, lowest: float, highest: float) -> list[str]:
    parts = []
    for s, row in enumerate(chart.values):
        points = []
        for g, value in enumerate(row):
            height = _share(value, lowest, highest, chart.log) * (_HEIGHT - _TOP - _BOTTOM)
            points.append(f"{_LEFT + (g + 0.5) * room:.1f},{_HEIGHT - _BOTTOM - height:.1f}")
        colour = _COLOURS[s % len(_COLOURS)]
        parts.append(f'<polyline points="{" ".join(points)}" fill="none" stroke="{colour}" stroke-width="2"/>')
    return parts


def _share(value: float, lowest: float, highest: float, log: bool) -> float:
    if not log:
        return value / highest
    if value <= 0 or highest <= lowest:
        return 0.0 if value <= 0 else 1.0
    return max(0.01, math.log(value / lowest) / math.log(highest / lowest))


def _at(share: float, lowest: float, highest: float, log: bool) -> float:
    if not log:
        return share * highest
    return lowest * (highest / lowest) ** share
