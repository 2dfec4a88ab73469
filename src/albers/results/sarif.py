"""The bugs of a run as SARIF 2.1.0, which code-scanning viewers show at the lines they belong to."""

from __future__ import annotations

import hashlib
import json
import os
from typing import Any

from albers import __version__
from albers.engine.endings import StackEntry
from albers.results.account import describe_data
from albers.results.error_report import KIND_IN_WORDS, OBSTACLES
from albers.results.outcome import FoundError, Outcome
from albers.results.source_paths import shown_path

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"

Json = dict[str, Any]


def sarif_text(outcome: Outcome) -> str:
    kinds = sorted({found.kind for found in outcome.errors})
    words = {found.kind: KIND_IN_WORDS[found.error.kind] for found in outcome.errors}
    run = {
        "tool": {
            "driver": {
                "name": "Albers",
                "version": __version__,
                "rules": [
                    {
                        "id": kind,
                        "name": "".join(word.capitalize() for word in kind.split("_")),
                        "shortDescription": {"text": words[kind]},
                        "defaultConfiguration": {"level": "error"},
                    }
                    for kind in kinds
                ],
            }
        },
        "results": [_result(found, kinds, outcome) for found in outcome.errors],
        "columnKind": "unicodeCodePoints",
        "invocations": [{"executionSuccessful": True, "commandLine": " ".join(outcome.command)}],
    }
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _result(found: FoundError, kinds: list[str], outcome: Outcome) -> Json:
    own = _own_frame(found, outcome)
    result: Json = {
        "ruleId": found.kind,
        "ruleIndex": kinds.index(found.kind),
        "level": "warning" if found.error.kind in OBSTACLES else "error",
        "message": {"text": _message(found)},
        "locations": [_location(own)] if own is not None else [],
        "stacks": [{"message": {"text": "call stack"}, "frames": [_frame(frame) for frame in _placed(found)]}],
        "partialFingerprints": {"albersError/v1": _fingerprint(found, own)},
        "properties": {"test": found.test, "confirmed": found.confirmed, "confirmation": found.confirmation},
    }
    return result


def _own_frame(found: FoundError, outcome: Outcome) -> StackEntry | None:
    """The innermost frame in the user's code: a viewer has no source of the library."""
    placed = _placed(found)
    own = [frame for frame in placed if frame.function in outcome.user_functions]
    found_frames = own or placed
    return found_frames[0] if found_frames else None


def _placed(found: FoundError) -> list[StackEntry]:
    return [frame for frame in found.error.stack if frame.file and frame.line > 0]


def _frame(frame: StackEntry) -> Json:
    return {"location": {**_location(frame), "message": {"text": frame.function}}}


def _location(frame: StackEntry) -> Json:
    uri = shown_path(frame.file).replace(os.sep, "/")
    artifact: Json = {"uri": uri if not os.path.isabs(uri) else f"file://{uri}"}
    if not os.path.isabs(uri):
        artifact["uriBaseId"] = "%SRCROOT%"
    return {"physicalLocation": {"artifactLocation": artifact, "region": {"startLine": frame.line}}}


def _message(found: FoundError) -> str:
    inputs = "; ".join(f"{name}: {describe_data(data)}" for name, data in found.inputs[:4])
    confirmed = {True: " Confirmed by a native run.", False: " Not confirmed natively.", None: ""}[found.confirmed]
    with_input = f" Input: {inputs}." if inputs else ""
    return f"{found.message} in {found.function}.{with_input}{confirmed}"


def _fingerprint(found: FoundError, own: StackEntry | None) -> str:
    """The same bug keeps it when lines move: kind, message and function."""
    place = own.function if own is not None else ""
    return hashlib.sha256(f"{found.kind}\0{found.message}\0{place}".encode()).hexdigest()[:32]
