"""Reads the .gcno and .gcda files that a build with --coverage leaves behind, without gcov.

The notes (.gcno) hold each function's flow graph and the lines of its blocks; the data (.gcda) holds counters for the
arcs off a spanning tree. The other arcs follow because what flows into a block flows out of it. A line's count is what
enters its blocks from other lines, plus what goes around in cycles inside the line: gcov's own definition, so that
both agree. Understood are the formats of gcc 8 and newer, and of clang, which writes that of gcc 4.8.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from albers.errors import UserError
from albers.results.coverage.measured import BranchSide, MeasuredCoverage

_NOTES: Final = 0x67636E6F
_DATA: Final = 0x67636461
_FUNCTION: Final = 0x01000000
_BLOCKS: Final = 0x01410000
_ARCS: Final = 0x01430000
_LINES: Final = 0x01450000
_ARC_COUNTERS: Final = 0x01A10000
_ON_TREE: Final = 1
_FAKE: Final = 2


@dataclass
class _Arc:
    source: int
    target: int
    flags: int
    count: int = -1  # unknown
    cycle_count: int = 0


@dataclass
class _Function:
    name: str
    file: str
    line: int
    arcs: list[_Arc] = field(default_factory=list)
    out: list[list[_Arc]] = field(default_factory=list)
    into: list[list[_Arc]] = field(default_factory=list)
    lines: dict[int, list[tuple[str, int]]] = field(default_factory=dict)  # block → lines, in order
    counts: list[int] = field(default_factory=list)

    def add_blocks(self, count: int) -> None:
        self.out = [[] for _ in range(count)]
        self.into = [[] for _ in range(count)]

    def add_arc(self, arc: _Arc) -> None:
        self.arcs.append(arc)
        self.out[arc.source].append(arc)
        self.into[arc.target].append(arc)


class _Reader:
    """Words of a file in the byte order of the machine that wrote it."""

    def __init__(self, path: Path, magic: int) -> None:
        self._content = path.read_bytes()
        self.path = path
        self.position = 0
        self._order: str = "little"
        if self.word() != magic:
            self._order, self.position = "big", 0
            if self.word() != magic:
                raise UserError(f"{path} is not a coverage file of gcc or clang")
        version = self.word().to_bytes(4, "big").decode("latin-1")
        new = version[0] >= "A"
        self.major = (ord(version[0]) - ord("A")) * 10 + int(version[1]) if new else int(version[0])
        self.unit = 1 if self.major >= 12 else 4  # of lengths: bytes since gcc 12, words before

    @property
    def at_end(self) -> bool:
        return self.position + 8 > len(self._content)

    def word(self) -> int:
        return self.number(4)

    def number(self, size: int) -> int:
        part = self._content[self.position : self.position + size]
        if len(part) < size:
            raise UserError(f"{self.path} is damaged: it ends too soon")
        self.position += size
        return int.from_bytes(part, "little" if self._order == "little" else "big")

    def counter(self) -> int:
        """64 bits, the lower half first whatever the byte order."""
        low = self.word()
        return self.word() << 32 | low

    def text(self) -> str:
        length = self.word() * self.unit
        raw = self._content[self.position : self.position + length]
        self.position += length
        return raw.split(b"\0")[0].decode(errors="replace")


def read_coverage(notes: Sequence[Path]) -> MeasuredCoverage:
    """The coverage of the objects with these .gcno files; an object that never ran has no data and counts as 0."""
    result = MeasuredCoverage()
    for path in notes:
        functions, directory = _read_notes(path)
        data = path.with_suffix(".gcda")
        counters = _read_data(data) if data.exists() else {}
        for key, function in functions.items():
            _solve(function, counters.get(key))
        _add_lines(list(functions.values()), directory, result)
    return result


def _read_notes(path: Path) -> tuple[dict[int, _Function], str]:
    reader = _Reader(path, _NOTES)
    reader.word()  # a stamp
    directory = ""
    if reader.major >= 12:
        reader.word()  # a checksum
    if reader.major >= 9:
        directory = reader.text()
    if reader.major >= 8:
        reader.word()  # whether unexecuted blocks are marked
    functions: dict[int, _Function] = {}
    current: _Function | None = None
    while not reader.at_end:
        tag, length = reader.word(), reader.word() * reader.unit
        end = reader.position + length
        if tag == _FUNCTION:
            key, current = _read_function(reader)
            functions[key] = current
        elif current is not None:
            _read_part(reader, tag, end, current)
        reader.position = end
    return functions, directory


def _read_function(reader: _Reader) -> tuple[int, _Function]:
    key = reader.word()
    reader.word(), reader.word()  # checksums
    name = reader.text()
    if reader.major >= 8:
        reader.word()  # artificial
    file = reader.text()
    return key, _Function(name, file, reader.word())


def _read_part(reader: _Reader, tag: int, end: int, function: _Function) -> None:
    if tag == _BLOCKS:
        function.add_blocks(reader.word() if reader.major >= 8 else (end - reader.position) // 4)
    elif tag == _ARCS:
        source = reader.word()
        while reader.position < end:
            target, flags = reader.word(), reader.word()
            function.add_arc(_Arc(source, target, flags))
    elif tag == _LINES:
        block = reader.word()
        file = ""
        lines = function.lines.setdefault(block, [])
        while reader.position < end:
            line = reader.word()
            if line:
                lines.append((file, line))
                continue
            file = reader.text()
            if not file:
                break


def _read_data(path: Path) -> dict[int, list[int]]:
    reader = _Reader(path, _DATA)
    reader.word()
    if reader.major >= 12:
        reader.word()
    counters: dict[int, list[int]] = {}
    key = -1
    while not reader.at_end:
        tag, length = reader.word(), reader.word()
        all_zero = length >= 1 << 31  # a negative length stands for that many zeros
        if all_zero:
            length = (1 << 32) - length
        length *= reader.unit
        end = reader.position + (0 if all_zero else length)
        if tag == _FUNCTION and length:
            key = reader.word()
        elif tag == _ARC_COUNTERS:
            counters[key] = [0 if all_zero else reader.counter() for _ in range(length // 8)]
        elif tag == 0:
            break
        reader.position = end
    return counters


def _solve(function: _Function, counters: list[int] | None) -> None:
    """Every arc's and block's count from the counters of the arcs off the tree."""
    measured = iter(counters or [])
    for arc in function.arcs:
        if not arc.flags & _ON_TREE:
            arc.count = next(measured, 0)
    blocks = len(function.out)
    counts = [-1] * blocks
    changed = True
    while changed:
        changed = False
        for block in range(blocks):
            for arcs in (function.out[block], function.into[block]):
                if counts[block] < 0 and arcs and all(arc.count >= 0 for arc in arcs):
                    counts[block] = sum(arc.count for arc in arcs)
                    changed = True
            if counts[block] < 0:
                continue
            for arcs in (function.out[block], function.into[block]):
                unknown = [arc for arc in arcs if arc.count < 0]
                if len(unknown) == 1:
                    unknown[0].count = counts[block] - sum(arc.count for arc in arcs if arc.count >= 0)
                    changed = True
    for arc in function.arcs:
        arc.count = max(arc.count, 0)
    function.counts = [max(count, 0) for count in counts]


def _add_lines(functions: Sequence[_Function], directory: str, result: MeasuredCoverage) -> None:
    """The lines of one object; a line that ends blocks has the count of its own little graph."""
    sums: dict[tuple[str, int], int] = {}
    graphs: dict[tuple[str, int], list[tuple[_Function, int]]] = {}
    for function in functions:
        file = result.file(_path(function.file, directory))
        called = function.counts[0] if function.counts else 0
        line, before = file.functions.get(function.name, (function.line, 0))
        file.functions[function.name] = (line, before + called)
        for block in range(len(function.out)):
            lines = function.lines.get(block, [])
            for place in lines:
                sums[place] = sums.get(place, 0) + function.counts[block]
            if lines and block not in (0, len(function.out) - 1):
                graphs.setdefault(lines[-1], []).append((function, block))
            elif lines:
                graphs.setdefault(lines[-1], [])
    for (name, line), total in sums.items():
        file = result.file(_path(name, directory))
        members = graphs.get((name, line), [])
        count = _graph_count(members) if members else total
        file.lines[line] = file.lines.get(line, 0) + count
        _add_branches(result, _path(name, directory), line, members)


def _graph_count(members: Sequence[tuple[_Function, int]]) -> int:
    """What enters the blocks of a line from outside, plus the cycles inside."""
    total = 0
    by_function: dict[int, tuple[_Function, set[int]]] = {}
    for function, block in members:
        by_function.setdefault(id(function), (function, set()))[1].add(block)
    for function, blocks in by_function.values():
        for block in blocks:
            total += sum(arc.count for arc in function.into[block] if arc.source not in blocks)
            for arc in function.out[block]:
                arc.cycle_count = arc.count
        for block in sorted(blocks):
            total += _Cycles(function, blocks, block).count()
    return total


class _Cycles:
    """The elementary cycles through one block, by Johnson's algorithm as gcov walks them."""

    def __init__(self, function: _Function, blocks: set[int], start: int) -> None:
        self._function = function
        self._blocks = blocks
        self._start = start
        self._blocked: list[int] = []
        self._lists: list[list[int]] = []
        self._total = 0

    def count(self) -> int:
        self._circuit(self._start, [])
        return self._total

    def _circuit(self, block: int, path: list[_Arc]) -> bool:
        found = False
        self._blocked.append(block)
        self._lists.append([])
        for arc in self._ways(block):
            path.append(arc)
            if arc.target == self._start:
                found |= self._take(path)
            elif all(each.cycle_count > 0 for each in path) and arc.target not in self._blocked:
                found |= self._circuit(arc.target, path)
            path.pop()
        if found:
            self._unblock(block)
            return True
        for arc in self._ways(block):
            if arc.target in self._blocked:
                waiting = self._lists[self._blocked.index(arc.target)]
                if block not in waiting:
                    waiting.append(block)
        return False

    def _ways(self, block: int) -> list[_Arc]:
        return [
            arc
            for arc in self._function.out[block]
            if arc.target >= self._start and arc.cycle_count > 0 and arc.target in self._blocks
        ]

    def _take(self, path: Sequence[_Arc]) -> bool:
        least = min(arc.cycle_count for arc in path)
        self._total += max(least, 0)
        for arc in path:
            arc.cycle_count -= least
        return least > 0

    def _unblock(self, block: int) -> None:
        if block not in self._blocked:
            return
        index = self._blocked.index(block)
        waiting = self._lists[index]
        del self._blocked[index], self._lists[index]
        for each in waiting:
            self._unblock(each)


def _add_branches(result: MeasuredCoverage, path: str, line: int, members: Sequence[tuple[_Function, int]]) -> None:
    sides = result.file(path).branches
    for function, block in members:
        ways = [arc for arc in function.out[block] if not arc.flags & _FAKE]
        if len(ways) < 2:
            continue
        number = 1 + max((side.branch for side in sides), default=-1)
        sides += [BranchSide(line, number, side, arc.count) for side, arc in enumerate(ways)]


def _path(name: str, directory: str) -> str:
    return os.path.normpath(os.path.join(directory, name)) if directory else name
