"""A run as a JUnit report: the exploration is a test, and every bug is a failed one."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

from albers.results.account import describe_data
from albers.results.error_report import OBSTACLES, error_location
from albers.results.outcome import FoundError, Outcome


def junit_text(outcome: Outcome) -> str:
    program = ", ".join(Path(file).name for file in outcome.files)
    bugs = [found for found in outcome.errors if found.error.kind not in OBSTACLES]
    obstacles = [found for found in outcome.errors if found.error.kind in OBSTACLES]
    suite = ET.Element(
        "testsuite",
        {
            "name": f"albers {program}",
            "tests": str(1 + len(outcome.errors)),
            "failures": str(len(bugs)),
            "errors": str(len(obstacles)),
            "time": f"{outcome.time.wall:.3f}",
        },
    )
    case = ET.SubElement(
        suite, "testcase", {"classname": program, "name": "exploration", "time": f"{outcome.time.wall:.3f}"}
    )
    paths = outcome.paths
    text = f"{paths.completed} paths completed, {paths.partial} partial; " + (
        "every path was explored" if outcome.complete else f"stopped: {outcome.stopped.value}, not complete"
    )
    ET.SubElement(case, "system-out").text = text
    for found in bugs:
        _add(suite, program, found, "failure", outcome)
    for found in obstacles:
        _add(suite, program, found, "error", outcome)
    ET.indent(suite)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(suite, encoding="unicode") + "\n"


def _add(suite: ET.Element, program: str, found: FoundError, tag: str, outcome: Outcome) -> None:
    place = error_location(found.error)
    attributes = {"classname": program, "name": f"{found.message} at {place}", "time": "0"}
    if found.file:
        attributes |= {"file": found.file, "line": str(found.line)}
    case = ET.SubElement(suite, "testcase", attributes)
    lines = [f"at {frame.file}:{frame.line} in {frame.function}" for frame in found.error.stack]
    lines += [f"input {_plain(name)}: {describe_data(data)}" for name, data in found.inputs]
    if found.test is not None:
        lines.append(f"test {outcome.directory / found.test}")
    if found.confirmation:
        lines.append(f"natively: {found.confirmation}")
    problem = ET.SubElement(case, tag, {"type": found.kind, "message": _plain(found.message)})
    problem.text = "\n".join(_plain(line) for line in lines)


def _plain(text: str) -> str:
    """XML has no way to write most control characters."""
    return "".join(c if c.isprintable() or c in "\t\n" else "?" for c in text)
