"""Runs one utility in the engine: a task as JSON on standard input, a line of JSON per invocation out.

A concrete task is a list of invocations, a symbolic one is the time for `--sym-args 0 2 3 --sym-stdin 8`.

A process of its own per utility, so that a crash or a timeout costs no other utility's results.
"""

from __future__ import annotations

import json
import os
import re
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import albers
from albers.errors import UserError
from albers.frontend.build import BuildOptions, build
from albers.options import LimitOptions, Options, OutputOptions, ProgramOptions, SymbolicArguments, WorldOptions
from albers.results.exploration import Exploration
from albers.results.observer import Observer

#: Enough for every invocation in the table, also for an engine that is not compiled.
SECONDS = 120.0

#: Megabytes at which a symbolic run stops forking.
MEMORY = 2000


class Collector(Observer):
    """Keeps what the program printed."""

    def __init__(self) -> None:
        self.printed = {1: b"", 2: b""}

    def path_printed(self, path: str, output: list[tuple[int, bytes]]) -> None:
        for descriptor, data in output:
            self.printed[descriptor] += data


def run(task: dict[str, Any], invocation: dict[str, Any], out: str) -> dict[str, Any]:
    collector = Collector()
    options = Options(
        program=ProgramOptions(arguments=tuple(invocation["arguments"])),
        world=WorldOptions(
            files=(f"{task['files']}:{task['directory']}",),
            cwd=task["directory"],
            env=tuple(invocation["environment"]),
            stdin=f"{task['files']}/{invocation['stdin']}" if invocation["stdin"] else "",
        ),
        limits=LimitOptions(max_time=SECONDS),
        output=OutputOptions(out=out, echo=True, quiet=True, no_tests=True),
    )
    try:
        report = albers.explore(task["program"], options, observer=collector)
    except UserError as error:
        return {"problem": error.message}
    problems = [
        f"{found.kind}: {found.message} at {os.path.basename(found.file)}:{found.line}" for found in report.errors
    ]
    if not report.exits and not problems:
        problems = [f"no exit ({report.stopped.value})"]
    return {
        "stdout": collector.printed[1].decode("latin-1"),
        "stderr": collector.printed[2].decode("latin-1"),
        "exit": next(iter(report.exits), None),
        "problem": "; ".join(problems),
        "instructions": report.instructions,
        "prepare": report.time.prepare,
        "seconds": report.time.wall,
    }


def explore(task: dict[str, Any], out: str) -> dict[str, Any]:
    """A symbolic run: the summary, and the coverage of the source with the utility's main function."""
    explorations: list[Exploration] = []
    options = Options(
        program=ProgramOptions(arguments=tuple(task["arguments"])),
        world=WorldOptions(sym_args=(SymbolicArguments(0, 2, 3),), sym_stdin=8),
        # The digest of symbolic bytes is a question no solver answers; it shall not cost all other paths their time.
        limits=LimitOptions(max_time=task["seconds"], max_memory=MEMORY, solver_timeout=task["seconds"] / 30),
        output=OutputOptions(out=out, quiet=True),
    )
    try:
        build([task["program"]], BuildOptions())  # linked once and remembered: the time is for exploring
        report = albers.explore(task["program"], options, on_start=explorations.append)
    except UserError as error:
        return {"problem": error.message}
    result: dict[str, Any] = report.to_dict()
    source = source_of((report.directory / "assembly.ll").read_text(encoding="utf-8"), task["main"])
    facts = explorations[0].coverage.facts()
    result["source"] = source
    result["own_lines"] = [
        sum(os.path.basename(file) == source for file, _ in lines) for lines in (facts.lines_covered, facts.lines_total)
    ]
    return result


def source_of(assembly: str, function: str) -> str:
    """The name of the file that defines a function, from its debug information."""
    described = re.search(rf'DISubprogram\(name: "{function}", scope: !\d+, file: (!\d+),', assembly)
    file = described and re.search(rf'^{described[1]} = !DIFile\(filename: "([^"]+)"', assembly, re.MULTILINE)
    return os.path.basename(file[1]) if file else ""


def main() -> None:
    task = json.load(sys.stdin)
    if "seconds" in task:
        print(json.dumps(explore(task, task["out"])))
        return
    for number, invocation in enumerate(task["invocations"]):
        with tempfile.TemporaryDirectory() as scratch:
            started = time.process_time()
            result = run(task, invocation, str(Path(scratch) / "out"))
            result["cpu"] = time.process_time() - started
        print(json.dumps({"number": number, **result}), flush=True)


if __name__ == "__main__":
    main()
