"""Drivers of public functions of real C libraries, explored on symbolic bytes.

    python bench/libraries.py [--time SECONDS] [--only LIBRARY[/DRIVER]]... [--cache DIR] [--sources DIR] [--size N]

Builds the libraries of `library_builds.py` with `albers cc`, runs every driver of bench/drivers for the given time
(default 25 s), prints a table and writes it to bench/results/libraries.md. A driver fails if it met something
unsupported: an instruction or a function the engine does not know, a system call that is not modelled, a value that
had to be fixed, or a defect of ours. Bugs of the libraries do not count.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from library_builds import LIBRARIES, Library, LibraryBuilds

HERE = Path(__file__).resolve().parent
DRIVERS = HERE / "drivers"
RESULTS = HERE / "results" / "libraries.md"

#: Bytes of input, where a driver needs another number than the default: a header of PNG has 17 to be read.
SIZES = {"libpng/header": 33, "libpng/chunks": 16, "libpng/transparency": 14, "libpng/text": 6, "zlib/gzip_header": 12}
DEFAULT_SIZE = 8

#: Kinds of errors and of events that say the engine could not do what the program asked for.
UNSUPPORTED_KINDS = ("exec", "external", "model")
UNSUPPORTED_EVENTS = ("unsupported", "undefined function", "concretizing", "internal error")

WORKER = """
import json, sys
import albers
from albers.options import LimitOptions, Options, OutputOptions, ProgramOptions
from albers.results.observer import Observer

class Warnings(Observer):
    def __init__(self):
        self.texts = []
    def warned(self, text):
        self.texts.append(text)

task = json.load(sys.stdin)
options = Options(
    program=ProgramOptions(include_dirs=tuple(task["includes"]), defines=tuple(task["defines"])),
    limits=LimitOptions(max_time=task["seconds"], max_memory=2000),
    output=OutputOptions(out=task["out"], quiet=True, no_tests=True),
)
warnings = Warnings()
report = albers.explore(task["files"], options, observer=warnings)
print(json.dumps({"summary": report.to_dict(), "events": report.events, "warnings": warnings.texts}))
"""


def main() -> int:
    arguments = _arguments()
    builds = LibraryBuilds(Path(arguments.cache), Path(arguments.sources) if arguments.sources else None)
    rows: list[list[str]] = []
    notes: list[str] = []
    for library in LIBRARIES:
        drivers = [d for d in sorted((DRIVERS / library.name).glob("*.c")) if _is_wanted(library, d, arguments.only)]
        if not drivers:
            continue
        archives, includes = builds.build(library)
        for driver in drivers:
            name = f"{library.name}/{driver.stem}"
            size = arguments.size or SIZES.get(name, DEFAULT_SIZE)
            result = _explore(library, driver, archives, includes, size, arguments.time)
            row, found = _judge(name, size, result)
            rows.append(row)
            notes += found
            print("  ".join(row), *found, sep="\n    ", flush=True)
    table = _table(rows, notes)
    print(f"\n{table}")
    if not arguments.only:
        RESULTS.parent.mkdir(exist_ok=True)
        RESULTS.write_text(_page(table, arguments.time))
    return 1 if any(row[-1] != "0" for row in rows) else 0


def _arguments() -> argparse.Namespace:
    cache = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "albers-libraries"
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--time", type=float, default=25.0, metavar="SECONDS")
    parser.add_argument("--only", action="append", default=[], metavar="LIBRARY[/DRIVER]")
    parser.add_argument("--size", type=int, default=0, metavar="N", help="bytes of input")
    parser.add_argument("--cache", default=str(cache), metavar="DIR", help=f"where to build (default: {cache})")
    parser.add_argument("--sources", default="", metavar="DIR", help="sources of your own: DIR/zlib, DIR/libpng, ...")
    return parser.parse_args()


def _is_wanted(library: Library, driver: Path, only: list[str]) -> bool:
    return not only or library.name in only or f"{library.name}/{driver.stem}" in only


def _explore(
    library: Library, driver: Path, archives: list[Path], includes: list[Path], size: int, seconds: float
) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as scratch:
        task = {
            "files": [str(driver), *map(str, archives)],
            "includes": [*map(str, includes)],
            "defines": [f"SIZE={size}", *library.defines],
            "seconds": seconds,
            "out": str(Path(scratch) / "out"),
        }
        ran = subprocess.run(
            [sys.executable, "-c", WORKER], input=json.dumps(task), capture_output=True, text=True, check=False
        )
    if ran.returncode != 0:
        raise SystemExit(f"{driver}: {ran.stderr[-3000:]}")
    result: dict[str, Any] = json.loads(ran.stdout)
    return result


def _judge(name: str, size: int, result: dict[str, Any]) -> tuple[list[str], list[str]]:
    """The row of the table, and a line for everything worth telling."""
    summary = result["summary"]
    unsupported = [
        f"{name}: {error['kind']}: {error['message']} at {Path(error['file']).name}:{error['line']}"
        for error in summary["errors"]
        if error["kind"] in UNSUPPORTED_KINDS
    ]
    unsupported += [f"{name}: {event} ({n} times)" for event, n in result["events"].items() if _is_bad(event)]
    unsupported += [f"{name}: {warning}" for warning in result["warnings"] if _is_bad(warning)]
    bugs = [
        f"{name}: bug: {error['message']} at {Path(error['file']).name}:{error['line']} in {error['function']}"
        for error in summary["errors"]
        if error["kind"] not in UNSUPPORTED_KINDS
    ]
    exploring = max(summary["time"]["wall"] - summary["time"]["prepare"], 0.001)
    lines, branches = summary["coverage"]["lines"], summary["coverage"]["branches"]
    row = [
        name,
        str(size),
        "all" if summary["complete"] else "some",
        f"{summary['paths']['completed']:,}",
        f"{summary['paths']['partial']:,}",
        f"{lines[0]} of {lines[1]}",
        f"{branches[0]} of {branches[1]}",
        f"{summary['instructions'] / exploring:,.0f}",
        f"{100 * summary['time']['solver'] / exploring:.0f}%",
        str(len(bugs)),
        str(len(unsupported)),
    ]
    return row, unsupported + bugs


def _is_bad(text: str) -> bool:
    return any(word in text for word in UNSUPPORTED_EVENTS)


def _table(rows: list[list[str]], notes: list[str]) -> str:
    heading = "driver bytes paths completed partial lines branches instructions/s solver bugs unsupported".split()
    lines = [heading, ["---"] * len(heading), *rows]
    text = "".join("| " + " | ".join(line) + " |\n" for line in lines)
    return text + ("\n" + "".join(f"- {note}\n" for note in notes) if notes else "")


def _page(table: str, seconds: float) -> str:
    return (
        "# Drivers of real libraries\n\n"
        f"`python bench/libraries.py --time {seconds:g}`. Lines and branch sides are those of all members of the\n"
        "library that the driver links, reached or not.\n\n"
        f"{table}"
    )


if __name__ == "__main__":
    raise SystemExit(main())
