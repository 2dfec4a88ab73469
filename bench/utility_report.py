"""The results of `utilities.py` as files: JSON with everything, Markdown for a reader."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

#: Kinds of errors that say something about the engine, not about the program.
_OBSTACLES = ("exec", "external", "model", "solver")


def write_reports(results: dict[str, Any], path: Path) -> bool:
    """Write both files; whether everything is as it must be."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(results, indent=1, sort_keys=True) + "\n")
    concrete, symbolic = results["concrete"], results["symbolic"]
    lines = ["# Utilities", "", "Written by `python bench/utilities.py`; see there for what is compared.", ""]
    lines += [*_concrete(concrete), *_symbolic(symbolic)]
    path.with_suffix(".md").write_text("\n".join(lines) + "\n")
    runs = [run for each in concrete.values() for run in each]
    return not any(_is_wrong(run) for run in runs) and not any(_obstacles(run) for run in symbolic.values())


def _is_wrong(run: dict[str, Any]) -> bool:
    return bool((run["differs"] or run.get("problem")) and not run["reason"])


def _concrete(concrete: dict[str, Any]) -> list[str]:
    runs = [run for each in concrete.values() for run in each]
    if not runs:
        return []
    differing = [run for run in runs if run["differs"] or run.get("problem")]
    instructions = sum(run.get("instructions", 0) for run in runs)
    # The first run of a program links it; the others find it linked.
    prepare = sorted(run["prepare"] for each in concrete.values() for run in each[1:] if "prepare" in run) or [0.0]
    lines = ["## Concrete invocations, in the engine and natively", ""]
    lines += [
        f"{len(runs)} invocations of {len(concrete)} utilities; {len(runs) - len(differing)} with the same standard "
        f"output, standard error and exit code, {len(differing)} differ. {instructions:,} instructions in the engine. "
        f"Time to the first instruction, except for the first run of each: median {prepare[len(prepare) // 2]:.2f} s, "
        f"nine of ten within {prepare[9 * len(prepare) // 10]:.2f} s.",
        "",
        "| utility | invocations | agree | instructions |",
        "|---|---|---|---|",
    ]
    for name, each in sorted(concrete.items()):
        agree = sum(not run["differs"] and not run.get("problem") for run in each)
        lines.append(f"| {name} | {len(each)} | {agree} | {sum(run.get('instructions', 0) for run in each):,} |")
    if differing:
        lines += ["", "### Differences", "", "| invocation | what differs | why |", "|---|---|---|"]
        for run in differing:
            what = ", ".join(run["differs"])
            why = run["reason"] or run.get("problem") or "**unexplained**"
            lines.append(f"| `{_cell(run['line'])}` | {what} | {_cell(why)} |")
    return [*lines, ""]


def _symbolic(symbolic: dict[str, Any]) -> list[str]:
    if not symbolic:
        return []
    with_obstacles = [name for name, run in symbolic.items() if _obstacles(run)]
    lines = ["## Symbolic runs", ""]
    lines += [
        f"{len(symbolic)} utilities with `--sym-args 0 2 3 --sym-stdin 8`; {len(with_obstacles)} met an internal error "
        "or something unsupported. Lines of the utility are those of the source with its main function; lines of the "
        "program are those of everything linked into the executable except the C library (for BusyBox: all applets). "
        "Paths are completed + cut off or erroneous. A query without an answer ran into the solver's time limit.",
        "",
        "| utility | lines of the utility | lines of the program | branch sides | paths | tests | instructions "
        "| solver queries | without an answer | solver | ended | findings |",
        "|---|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for name, run in sorted(symbolic.items()):
        if "coverage" not in run:
            lines.append(f"| {name} | | | | | | | | | | {_cell(run['problem'])} | |")
            continue
        paths, queries = run["paths"], run["queries"]
        lines.append(
            f"| {name} | {_share(run['own_lines'])} | {_share(run['coverage']['lines'])} "
            f"| {_share(run['coverage']['branches'])} "
            f"| {paths['completed']} + {paths['partial']} | {run['tests']} | {run['instructions']:,} "
            f"| {queries['solver']:,} | {queries['unknown']:,} | {run['time']['solver']:.1f} s | {run['stopped']} "
            f"| {_cell('; '.join(run['errors'])) or 'none'} |"
        )
    return [*lines, ""]


def _obstacles(run: dict[str, Any]) -> list[str]:
    if "problem" in run:
        return [run["problem"]]
    return [error for error in run["errors"] if error.split(":")[0] in _OBSTACLES]


def _share(pair: Sequence[int]) -> str:
    covered, total = pair
    return f"{covered}/{total} ({100 * covered // max(total, 1)} %)"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
