"""summary.json: the stable contract that scripts read. Its keys never change meaning; new ones may be added."""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from typing import Final

from albers import __version__
from albers.results.outcome import Covered, FoundError, Outcome
from albers.results.output_directory import OutputDirectory
from albers.results.source_paths import shown_path

FILE_NAME: Final = "summary.json"

Document = dict[str, object]


def summary_document(outcome: Outcome) -> Document:
    """The summary as plain values, keys in the order they are written."""
    coverage = outcome.coverage
    return {
        "albers": __version__,
        "command": list(outcome.command),
        "stopped": outcome.stopped.value,
        "complete": outcome.complete,
        "time": {name: round(seconds, 3) for name, seconds in asdict(outcome.time).items()},
        "instructions": outcome.instructions,
        "forks": outcome.forks,
        "paths": asdict(outcome.paths),
        "exits": {str(code): times for code, times in sorted(outcome.exits.items())},
        "queries": asdict(outcome.queries),
        "sizes": asdict(outcome.sizes),
        "merging": asdict(outcome.merging),
        "chopping": asdict(outcome.chopping),
        "coverage": {
            "lines": _pair(coverage.lines),
            "branches": _pair(coverage.branches),
            "instructions": _pair(coverage.instructions),
        },
        "errors": [_error(found) for found in outcome.errors],
        "tests": outcome.tests,
        "peak_memory_mb": outcome.peak_memory_mb,
        "peak_states": outcome.peak_states,
    }


def summary_text(outcome: Outcome) -> str:
    return json.dumps(summary_document(outcome), indent=2) + "\n"


def write_summary(outcome: Outcome, directory: OutputDirectory) -> None:
    """A reader finds the whole file or none."""
    final = directory.file(FILE_NAME)
    unfinished = final + ".unfinished"
    with open(unfinished, "w", encoding="utf-8") as file:
        file.write(summary_text(outcome))
    os.replace(unfinished, final)


def _pair(covered: Covered) -> list[int]:
    return [covered.covered, covered.total]


def _error(found: FoundError) -> Document:
    return {
        "kind": found.kind,
        "message": found.message,
        "file": shown_path(found.file),
        "line": found.line,
        "function": found.function,
        "test": found.test,
        "confirmed": found.confirmed,
        "confirmation": found.confirmation,
    }
