"""How merging by patterns grows with the size of the input (FSE'23): time and size of formulas, by program and mode.

    python bench/pattern_growth.py [--sizes 10,20,50,100,200] [--modes none,tree,pattern] [--time SECONDS] [--only NAME]

The programs are `memspn.c` and those of `programs/loops`: spans, searches, comparisons, copies, and one without a
pattern. Every mode merges always, with dfs and symbolic sizes up to the given one. Writes `results/pattern_growth.md`
and a plot beside it.
"""

from __future__ import annotations

import argparse
from datetime import date
from typing import Any, Final

from runs import PROGRAMS, REPOSITORY, exploring_seconds, run_albers

RESULTS: Final = REPOSITORY / "bench" / "results"
PROGRAM_FILES: Final = ("memspn.c", *sorted(f"loops/{path.name}" for path in (PROGRAMS / "loops").glob("*.c")))
COLOURS: Final = {"none": "#999999", "tree": "#3366bb", "pattern": "#cc4422"}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--sizes", default="10,20,50,100,200", help="largest sizes of the input, with commas")
    parser.add_argument("--modes", default="none,tree,pattern", help="modes of --merge, with commas")
    parser.add_argument("--time", type=int, default=30, help="seconds per run (default: 30)")
    parser.add_argument("--only", help="one program, by its file name without .c")
    chosen = parser.parse_args()
    sizes = [int(size) for size in chosen.sizes.split(",")]
    modes = chosen.modes.split(",")
    lines = [
        "# How merging grows with the size of the input",
        "",
        f"`python bench/pattern_growth.py --sizes {chosen.sizes} --modes {chosen.modes} --time {chosen.time}` on "
        f"{date.today()}. Seconds without start-up; in brackets paths, and nodes of merged formulas as trees; "
        f"`>` is a run stopped after {chosen.time} s.",
        "",
        "| program | size | " + " | ".join(modes) + " |",
        "|---|---|" + "---|" * len(modes),
    ]
    figures: dict[tuple[str, str], list[tuple[int, float]]] = {}
    for program in PROGRAM_FILES:
        name = program.removeprefix("loops/").removesuffix(".c")
        if chosen.only and name != chosen.only:
            continue
        given_up: set[str] = set()
        for size in sizes:
            cells = []
            for mode in modes:
                if mode in given_up:
                    cells.append("–")
                    continue
                summary = _run(program, size, mode, chosen.time)
                if summary["stopped"] != "done":
                    given_up.add(mode)
                else:
                    figures.setdefault((name, mode), []).append((size, exploring_seconds(summary)))
                cells.append(_cell(summary))
            lines.append(f"| {name} | {size} | " + " | ".join(cells) + " |")
            print(lines[-1], flush=True)
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "pattern_growth.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (RESULTS / "pattern_growth.svg").write_text(_plot(figures), encoding="utf-8")


def _run(program: str, size: int, mode: str, seconds: int) -> dict[str, Any]:
    return run_albers(
        [
            str(PROGRAMS / program),
            *("-D", f"MAX={size}", "--capacity", str(size), "--sizes", "lazy", "--merge", mode, "--merge-always"),
            *("--search", "dfs", "--no-tests", "--max-time", str(seconds)),
        ]
    )


def _cell(summary: dict[str, Any]) -> str:
    merging = summary["merging"]
    nodes = merging["constraint_nodes"] + merging["value_nodes"]
    late = "" if summary["stopped"] == "done" else "> "
    return f"{late}{exploring_seconds(summary):.2f} s ({summary['paths']['completed']:,}, {nodes:,})"


def _plot(figures: dict[tuple[str, str], list[tuple[int, float]]]) -> str:
    """Small plots side by side, one for each program: seconds over size, both linear."""
    names = list(dict.fromkeys(name for name, _ in figures))
    width, height, across = 220, 150, 3
    rows = (len(names) + across - 1) // across
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width * across}" height="{height * rows + 24}" '
        'font-family="sans-serif" font-size="11">'
    ]
    for i, (mode, colour) in enumerate(COLOURS.items()):
        parts.append(f'<text x="{10 + 80 * i}" y="14" fill="{colour}">{mode}</text>')
    for place, name in enumerate(names):
        left, top = width * (place % across) + 30, height * (place // across) + 40
        series = {mode: points for (each, mode), points in figures.items() if each == name}
        most_size = max(size for points in series.values() for size, _ in points)
        most_time = max(max(seconds for points in series.values() for _, seconds in points), 0.01)
        parts.append(f'<text x="{left}" y="{top - 4}">{name}: up to {most_time:.1f} s, size {most_size}</text>')
        parts.append(f'<path d="M{left} {top}v{height - 50}h{width - 50}" fill="none" stroke="#bbb"/>')
        for mode, points in series.items():
            places = " ".join(
                f"{left + (width - 50) * size / most_size:.1f},{top + (height - 50) * (1 - seconds / most_time):.1f}"
                for size, seconds in points
            )
            colour = COLOURS.get(mode, "#000")
            parts.append(f'<polyline points="{places}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
    return "\n".join([*parts, "</svg>"]) + "\n"


if __name__ == "__main__":
    main()
