"""Coverage as Cobertura XML, which GitLab, Jenkins and Azure show beside the code."""

from __future__ import annotations

import os
import time
import xml.etree.ElementTree as ET
from collections.abc import Sequence

from albers import __version__
from albers.results.coverage.measured import BranchSide, FileCoverage, MeasuredCoverage
from albers.results.outcome import Covered
from albers.results.source_paths import shown_path


def cobertura_text(coverage: MeasuredCoverage, moment: float | None = None) -> str:
    """The whole document; a file is a class, a directory a package."""
    root = ET.Element("coverage", {"version": f"albers {__version__}", "timestamp": str(int(moment or time.time()))})
    _rates(root, coverage)
    sources = ET.SubElement(root, "sources")
    ET.SubElement(sources, "source").text = os.getcwd()
    packages = ET.SubElement(root, "packages")
    by_directory: dict[str, list[str]] = {}
    for path in sorted(coverage.files):
        by_directory.setdefault(os.path.dirname(shown_path(path)), []).append(path)
    for directory, paths in by_directory.items():
        part = MeasuredCoverage({path: coverage.files[path] for path in paths})
        package = ET.SubElement(packages, "package", {"name": directory.replace("/", ".") or "."})
        _rates(package, part)
        classes = ET.SubElement(package, "classes")
        for path in paths:
            _add_class(classes, path, coverage.files[path])
    ET.indent(root)
    header = '<?xml version="1.0" ?>\n<!DOCTYPE coverage SYSTEM "coverage-04.dtd">\n'
    return header + ET.tostring(root, encoding="unicode") + "\n"


def _add_class(classes: ET.Element, path: str, file: FileCoverage) -> None:
    name = os.path.basename(path)
    node = ET.SubElement(classes, "class", {"name": name, "filename": shown_path(path)})
    _rates(node, MeasuredCoverage({path: file}))
    methods = ET.SubElement(node, "methods")
    for function, (line, times) in sorted(file.functions.items()):
        rate = "1.0" if times else "0.0"
        attributes = {"name": function, "signature": "", "line-rate": rate, "branch-rate": rate, "complexity": "0"}
        method = ET.SubElement(methods, "method", attributes)
        ET.SubElement(ET.SubElement(method, "lines"), "line", {"number": str(line), "hits": str(times)})
    lines = ET.SubElement(node, "lines")
    for line, hits in sorted(file.lines.items()):
        sides = [side for side in file.branches if side.line == line]
        ET.SubElement(lines, "line", _line_attributes(line, hits, sides))


def _line_attributes(line: int, hits: int, sides: Sequence[BranchSide]) -> dict[str, str]:
    attributes = {"number": str(line), "hits": str(hits), "branch": "true" if sides else "false"}
    if sides:
        taken = sum(side.taken > 0 for side in sides)
        attributes["condition-coverage"] = f"{100 * taken // len(sides)}% ({taken}/{len(sides)})"
    return attributes


def _rates(node: ET.Element, coverage: MeasuredCoverage) -> None:
    lines, branches = coverage.lines, coverage.branches
    node.set("line-rate", _rate(lines))
    node.set("branch-rate", _rate(branches))
    if node.tag == "coverage":
        node.set("lines-covered", str(lines.covered))
        node.set("lines-valid", str(lines.total))
        node.set("branches-covered", str(branches.covered))
        node.set("branches-valid", str(branches.total))
    node.set("complexity", "0")


def _rate(covered: Covered) -> str:
    return f"{covered.covered / covered.total:.4f}" if covered.total else "1.0"
