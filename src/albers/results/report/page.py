"""Builds the page: the facts of the output directory as one JSON document inside one HTML file."""

from __future__ import annotations

import json
import shlex
import time
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any, Final

from albers.errors import UserError
from albers.results.chronicle import SAMPLE_NAMES, Chronicle, read_chronicle
from albers.results.error_report import KIND_IN_WORDS, OBSTACLES
from albers.results.figures import count
from albers.results.report.findings import ErrorFile, error_file_of, inputs_of
from albers.results.source_excerpt import source_excerpt
from albers.results.source_paths import shown_path
from albers.verdicts import ErrorKind

_MOST_REASONS: Final = 4
_MOST_TESTS: Final = 20_000
_MOST_TESTS_WITH_INPUTS: Final = 2_000
_LONGEST_FILE: Final = 20_000  # lines

Json = dict[str, Any]


def report_page(directory: str | Path) -> str:
    """The HTML of a finished run's report."""
    files = resources.files("albers.results.report")
    page = files.joinpath("page.html").read_text(encoding="utf-8")
    parts = {
        "/*STYLE*/": files.joinpath("style.css").read_text(encoding="utf-8"),
        "/*SCRIPT*/": files.joinpath("script.js").read_text(encoding="utf-8"),
        # Inside a script element only the sequence that would end it is special.
        "/*DATA*/": json.dumps(report_data(Path(directory)), separators=(",", ":")).replace("</", "<\\/"),
    }
    for mark, text in parts.items():
        before, _, after = page.partition(mark)
        page = before + text + after
    return page


def report_data(directory: Path) -> Json:
    summary = _summary(directory)
    chronicle = read_chronicle(directory)
    coverage = chronicle.coverage
    functions = coverage.functions
    sources = _sources(chronicle)
    return {
        "albers": summary["albers"],
        "program": _program(summary["command"], chronicle),
        "command": shlex.join(summary["command"]),
        "date": time.strftime("%Y-%m-%d %H:%M", time.localtime((directory / "summary.json").stat().st_mtime)),
        "stopped": summary["stopped"],
        "complete": summary["complete"],
        "reasons": [] if summary["complete"] else _reasons(chronicle.left_out),
        "time": summary["time"],
        "instructions": summary["instructions"],
        "paths": summary["paths"],
        "queries": summary["queries"],
        "merging": summary["merging"],
        "chopping": summary["chopping"],
        "coverage": {
            "lines": summary["coverage"]["lines"],
            "branches": summary["coverage"]["branches"],
            "functions": [functions.covered, functions.total],
        },
        "errors": [_error(directory, each) for each in summary["errors"]],
        "sources": sources,
        "shown": _short_names({*chronicle.files, *coverage.files}),
        "sample_names": SAMPLE_NAMES,
        "samples": chronicle.samples,
        "tree": chronicle.tree,
        "tree_is_cut": chronicle.tree_is_cut,
        "files": chronicle.files,
        "costs": chronicle.costs,
        "tests": [_test(directory, test, number) for number, test in enumerate(chronicle.tests[:_MOST_TESTS])],
        "tests_total": summary["tests"],
    }


def _reasons(left_out: Mapping[str, int]) -> list[str]:
    """The most frequent first, each with its number."""
    ordered = sorted(left_out.items(), key=lambda item: (-item[1], item[0]))
    return [f"{reason} ({count(times)} ×)" for reason, times in ordered[:_MOST_REASONS]]


def _short_names(paths: set[str]) -> dict[str, str]:
    """What the page calls a file: relative if it is near, else its name alone where no other file has it."""
    names = [Path(path).name for path in paths]
    shown: dict[str, str] = {}
    for path in paths:
        near = shown_path(path)
        is_far = Path(near).is_absolute() and names.count(Path(path).name) == 1
        shown[path] = Path(path).name if is_far else near
    return shown


def _summary(directory: Path) -> Json:
    path = directory / "summary.json"
    try:
        document: Json = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}; name the directory of a finished run") from error
    except ValueError as error:
        raise UserError(f"{path} is damaged: {error}") from error
    return document


def _program(command: list[str], chronicle: Chronicle) -> str:
    named = [Path(word).name for word in command if word.endswith((".c", ".bc", ".ll"))]
    return ", ".join(named) or ", ".join(Path(path).name for path in chronicle.coverage.files) or "a program"


def _error(directory: Path, error: Mapping[str, Any]) -> Json:
    kind = str(error["kind"])
    known = {each.value: each for each in ErrorKind}.get(kind)
    test = error["test"]
    details = error_file_of(directory, test) if test else None
    details = details or ErrorFile(error["message"], error["file"], error["line"])
    stack = details.stack or [{"function": error["function"], "file": error["file"], "line": error["line"]}]
    own = next((frame for frame in stack if Path(frame["file"]).is_file()), stack[0])
    native = directory / str(test).replace(".ktest", ".native.txt")
    return {
        "kind": kind,
        "words": KIND_IN_WORDS[known] if known else "",
        "obstacle": known in OBSTACLES,
        "message": error["message"],
        "stack": stack,
        "own": own,
        "info": details.info,
        "excerpt": [[line.number, line.text, line.is_marked] for line in source_excerpt(own["file"], own["line"])],
        "inputs": inputs_of(directory, test) if test else [],
        "test": test,
        "confirmed": error.get("confirmed"),
        "confirmation": error.get("confirmation", ""),
        "native_report": native.read_text(encoding="utf-8", errors="replace") if test and native.is_file() else "",
    }


def _sources(chronicle: Chronicle) -> list[Json]:
    """Every file of the user's with its text, hits and branches; one that cannot be read has no text."""
    sources: list[Json] = []
    for path, file in sorted(chronicle.coverage.files.items()):
        try:
            text = Path(path).read_text(encoding="utf-8", errors="replace").splitlines()[:_LONGEST_FILE]
        except OSError:
            text = []
        sides: dict[int, list[int]] = {}
        for side in file.branches:
            counts = sides.setdefault(side.line, [0, 0])
            counts[0] += side.taken > 0
            counts[1] += 1
        covered = sum(hits > 0 for hits in file.lines.values())
        sources.append(
            {
                "path": path,
                "text": [line.expandtabs(4) for line in text],
                "hits": file.lines,
                "branches": sides,
                "covered": covered,
                "total": len(file.lines),
            }
        )
    return sources


def _test(directory: Path, test: Mapping[str, Any], number: int) -> Json:
    lines = test["lines"]
    return {
        "name": test["name"],
        "end": test["end"],
        "detail": test["detail"],
        "seconds": test["seconds"],
        "instructions": test["instructions"],
        "depth": test["depth"],
        "new_lines": test["new_lines"],
        "lines": sum(len(numbers) for numbers in lines.values()) if lines else None,
        "inputs": inputs_of(directory, f"{test['name']}.ktest") if number < _MOST_TESTS_WITH_INPUTS else None,
    }
