"""Real programs: GNU coreutils and BusyBox, built with `albers cc` and run in the engine.

    python bench/utilities.py                    # everything; hours on a slow machine, resumable by --only
    python bench/utilities.py --concrete         # the invocations of utilities.txt, in the engine and natively
    python bench/utilities.py --symbolic --time 30 --only wc,sort,"busybox grep"

Concrete: standard output, standard error and exit code must be those of the native run of the same executable.
Symbolic: no internal error, no unsupported instruction or call. Both are written to bench/results as Markdown and
JSON; results of utilities that were not run this time are kept. Exits with 1 if anything was not as it must be.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from runs import REPOSITORY
from utility_builds import Builds, Program
from utility_report import write_reports

TABLE = REPOSITORY / "bench" / "utilities.txt"
FILES = REPOSITORY / "bench" / "utility_files"
WORKER = REPOSITORY / "bench" / "utility_worker.py"
RESULTS = REPOSITORY / "bench" / "results"

_REASON = " ## differs: "
_NATIVE_SECONDS = 20
_ENGINE_SECONDS = 180


@dataclass(frozen=True)
class Invocation:
    """A line of the table."""

    suite: str
    utility: str  # "wc" or "busybox wc"
    arguments: tuple[str, ...]  # what follows the executable's name
    environment: tuple[str, ...]
    stdin: str
    reason: str  # why the native run differs
    line: str


def read_table() -> list[Invocation]:
    invocations: list[Invocation] = []
    suite = ""
    for text in TABLE.read_text(encoding="utf-8").splitlines():
        if text.startswith("[") and text.endswith("]"):
            suite = text[1:-1]
        elif text and not text.startswith("#"):
            line, _, reason = text.partition(_REASON)
            invocations.append(_invocation(suite, line, reason))
    return invocations


def _invocation(suite: str, line: str, reason: str) -> Invocation:
    words = shlex.split(line)
    environment: list[str] = []
    while "=" in words[0]:
        environment.append(words.pop(0))
    stdin = ""
    if len(words) > 2 and words[-2] == "<":
        stdin = words[-1]
        del words[-2:]
    if suite == "busybox":
        return Invocation(suite, f"busybox {words[0]}", tuple(words), tuple(environment), stdin, reason, line)
    return Invocation(suite, words[0], tuple(words[1:]), tuple(environment), stdin, reason, line)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    default_cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "albers-utilities"
    parser.add_argument("--cache", type=Path, default=default_cache, help=f"sources and builds ({default_cache})")
    parser.add_argument("--only", default="", help="utilities, with commas")
    parser.add_argument("--concrete", action="store_true", help="only the differential runs")
    parser.add_argument("--symbolic", action="store_true", help="only the symbolic runs")
    parser.add_argument("--build", action="store_true", help="only build")
    parser.add_argument("--time", type=float, default=30.0, help="seconds per utility of the symbolic runs")
    parser.add_argument("--results", type=Path, default=RESULTS, help=f"where the tables are written ({RESULTS})")
    parser.add_argument("--keep", type=Path, help="a directory for the output of the symbolic runs")
    options = parser.parse_args()
    table = read_table()
    names = sorted({(each.suite, each.utility) for each in table})
    chosen = options.only.split(",") if options.only else [utility for _, utility in names]
    unknown = set(chosen).difference(utility for _, utility in names)
    if unknown:
        parser.error(f"not in {TABLE.name}: {', '.join(sorted(unknown))}")
    suites = {suite for suite, utility in names if utility in chosen}
    wanted: dict[str, list[str]] = {suite: [] for suite in suites}
    for suite, utility in names:
        if suite in suites:
            wanted[suite].append(utility.removeprefix("busybox "))
    programs = Builds(options.cache).build(wanted)
    if options.build:
        return 0
    file = options.results / "utilities.json"
    results: dict[str, Any] = json.loads(file.read_text()) if file.exists() else {"concrete": {}, "symbolic": {}}
    for name in chosen:
        if not options.symbolic:
            results["concrete"][name] = compare(
                name, programs[name].path, [each for each in table if each.utility == name]
            )
        if not options.concrete:
            results["symbolic"][name] = explore(name, programs[name], options.time, options.keep)
        write_reports(results, file)
    return 0 if write_reports(results, file) else 1


def compare(name: str, program: Path, invocations: Sequence[Invocation]) -> list[dict[str, Any]]:
    """Both runs of every invocation; what differs is named."""
    with tempfile.TemporaryDirectory(prefix="albers-utility-") as scratch:
        directory = Path(scratch).resolve() / "here"
        engine = _run_in_engine(program, directory, invocations)
        compared: list[dict[str, Any]] = []
        for invocation, ours in zip(invocations, engine, strict=True):
            theirs = _run_natively(program, directory, invocation)
            differing = [key for key in ("stdout", "stderr", "exit") if ours.get(key) != theirs[key]]
            entry = {"line": invocation.line, "reason": invocation.reason, "differs": differing}
            entry |= {key: ours[key] for key in ("problem", "instructions", "prepare", "cpu") if key in ours}
            if differing:
                entry["engine"] = {key: _masked(ours.get(key), directory) for key in differing}
                entry["native"] = {key: _masked(theirs[key], directory) for key in differing}
            compared.append(entry)
    wrong = [each for each in compared if each["differs"] or each.get("problem")]
    print(f"{name}: {len(compared) - len(wrong)} of {len(compared)} invocations agree", flush=True)
    for each in wrong:
        print(f"  {each['line']}: {each['differs']} {each.get('problem', '')}", flush=True)
        for side in ("engine", "native") if not each["reason"] else ():
            print(f"    {side}: {str(each.get(side))[:600]}", flush=True)
    return compared


def _masked(text: object, directory: Path) -> object:
    return text.replace(str(directory), "/here") if isinstance(text, str) else text


def _run_in_engine(program: Path, directory: Path, invocations: Sequence[Invocation]) -> list[dict[str, Any]]:
    task = {
        "program": str(program),
        "files": str(FILES),
        "directory": str(directory),
        "invocations": [
            {"arguments": each.arguments, "environment": each.environment, "stdin": each.stdin} for each in invocations
        ],
    }
    command = [sys.executable, str(WORKER)]
    text, problem = "", "the engine's process ended"
    try:
        seconds = _ENGINE_SECONDS * len(invocations)
        ran = subprocess.run(
            command, input=json.dumps(task), capture_output=True, text=True, timeout=seconds, check=False
        )
        text = ran.stdout
        problem += f" with exit code {ran.returncode}: {ran.stderr[-500:]}"
    except subprocess.TimeoutExpired as expired:
        text = expired.stdout.decode() if isinstance(expired.stdout, bytes) else expired.stdout or ""
        problem = "the engine took too long"
    results: list[dict[str, Any]] = [{"problem": problem} for _ in invocations]
    for line in text.splitlines():
        result = json.loads(line)
        results[result["number"]] = result
    return results


def _run_natively(program: Path, directory: Path, invocation: Invocation) -> dict[str, Any]:
    shutil.rmtree(directory, ignore_errors=True)
    shutil.copytree(FILES, directory)
    with tempfile.TemporaryFile() as nothing:
        stdin = (directory / invocation.stdin).open("rb") if invocation.stdin else nothing
        ran = subprocess.run(
            [str(program), *invocation.arguments],
            cwd=directory,
            env=dict(each.split("=", 1) for each in invocation.environment),
            stdin=stdin,
            capture_output=True,
            timeout=_NATIVE_SECONDS,
            check=False,
        )
        stdin.close()
    return {
        "stdout": ran.stdout.decode("latin-1"),
        "stderr": ran.stderr.decode("latin-1"),
        "exit": ran.returncode,
    }


def explore(name: str, program: Program, seconds: float, keep: Path | None) -> dict[str, Any]:
    """A symbolic run: what was covered, and what the engine could not do."""
    with tempfile.TemporaryDirectory(prefix="albers-utility-") as scratch:
        directory = keep / name.replace(" ", "-") if keep else Path(scratch) / "out"
        if keep:
            keep.mkdir(parents=True, exist_ok=True)
            shutil.rmtree(directory, ignore_errors=True)
        applet = [name.removeprefix("busybox ")] if name.startswith("busybox ") else []
        task = {
            "program": str(program.path),
            "main": program.main,
            "arguments": applet,
            "seconds": seconds,
            "out": str(directory),
        }
        command = [sys.executable, str(WORKER)]
        limit = 4 * seconds + 120
        try:
            ran = subprocess.run(
                command, input=json.dumps(task), capture_output=True, text=True, timeout=limit, check=False
            )
            result = _figures(json.loads(ran.stdout)) if ran.returncode == 0 else {"problem": ran.stderr[-500:]}
        except subprocess.TimeoutExpired:
            result = {"problem": "the run did not end in time"}
    print(f"{name}: {json.dumps(result)}", flush=True)
    return result


def _figures(summary: dict[str, Any]) -> dict[str, Any]:
    if "problem" in summary:
        return summary
    keys = ("stopped", "instructions", "paths", "exits", "coverage", "tests", "time", "queries", "peak_memory_mb")
    figures = {key: summary[key] for key in (*keys, "source", "own_lines")}
    figures["errors"] = [
        f"{each['kind']}: {each['message']} at {Path(each['file']).name}:{each['line']} in {each['function']}"
        for each in summary["errors"]
    ]
    return figures


if __name__ == "__main__":
    sys.exit(main())
