"""Source positions and variable names from the metadata at the end of a module's text.

Nodes are read one by one when a location is asked for, and remembered. Metadata that is malformed or missing gives no
location: debug information never decides what a program does.
"""

from __future__ import annotations

import posixpath
import re
from typing import Final

from albers.ir.instructions import SourceLocation
from albers.ir.lexer import unquote

LOCATION: Final = re.compile(
    r"(?:distinct )?!DILocation\(line: (\d+)(?:, column: (\d+))?, scope: !(\d+)(?:, inlinedAt: !(\d+))?"
)
SUBPROGRAM: Final = re.compile(r"(?:distinct )?!DISubprogram\(")
NAME: Final = re.compile(r'[( ]name: ("[^"]*")')
SCOPE: Final = re.compile(r"[( ]scope: !(\d+)")
FILE: Final = re.compile(r"[( ]file: !(\d+)")
LINE: Final = re.compile(r"[( ]line: (\d+)")
FILENAME: Final = re.compile(r'[( ]filename: ("[^"]*")')
DIRECTORY: Final = re.compile(r'[( ]directory: ("[^"]*")')
# A lexical scope lies in a block lies in ... lies in a subprogram; real nesting stays far below this.
SCOPE_DEPTH_LIMIT: Final = 10_000


class DebugScope:
    """The file and function a location's scope belongs to."""

    def __init__(self, file: str, function: str) -> None:
        self.file = file
        self.function = function


class DebugInfo:
    """Answers questions about metadata nodes, which are named by their number as text ("12" for `!12`)."""

    def __init__(self, text: str, start: int) -> None:
        self._nodes = _split_nodes(text, start)
        self._locations: dict[str, SourceLocation | None] = {}
        self._scopes: dict[str, DebugScope] = {}
        self._paths: dict[str, str] = {}
        self._variables: dict[str, str] = {}

    def location(self, number: str) -> SourceLocation | None:
        """The source position of a `!dbg` attachment."""
        if number in self._locations:
            return self._locations[number]
        # Follow the chain of inlined call sites to the outermost one, then build from there inwards.
        chain: list[tuple[str, re.Match[str]]] = []
        outer: SourceLocation | None = None
        current: str | None = number
        while current is not None:
            if current in self._locations:
                outer = self._locations[current]
                break
            match = LOCATION.match(self._nodes.get(current, ""))
            self._locations[current] = None
            if match is None:
                break
            chain.append((current, match))
            current = match.group(4)
        for inner, match in reversed(chain):
            scope = self._scope(match.group(3))
            line, column = int(match.group(1)), int(match.group(2) or "0")
            outer = SourceLocation(scope.file, line, column, scope.function, outer)
            self._locations[inner] = outer
        return self._locations[number]

    def subprogram(self, number: str) -> tuple[str, int]:
        """The file and line of a function; ("", 0) if the node is no subprogram."""
        node = self._nodes.get(number, "")
        if SUBPROGRAM.match(node) is None:
            return "", 0
        line = LINE.search(node)
        return self._path(_first_group(FILE, node)), int(line.group(1)) if line else 0

    def variable(self, number: str) -> str:
        """The name of a local variable, "" if unknown."""
        known = self._variables.get(number)
        if known is None:
            known = unquote(_first_group(NAME, self._nodes.get(number, "")))
            self._variables[number] = known
        return known

    def _scope(self, number: str) -> DebugScope:
        known = self._scopes.get(number)
        if known is not None:
            return known
        node = self._nodes.get(number, "")
        file = self._path(_first_group(FILE, node))
        for _ in range(SCOPE_DEPTH_LIMIT):
            if SUBPROGRAM.match(node) or not node:
                break
            node = self._nodes.get(_first_group(SCOPE, node), "")
        scope = DebugScope(file, unquote(_first_group(NAME, node)))
        self._scopes[number] = scope
        return scope

    def _path(self, number: str) -> str:
        """The path of a DIFile node: relative names are relative to the directory of the compilation."""
        known = self._paths.get(number)
        if known is not None:
            return known
        node = self._nodes.get(number, "")
        path = unquote(_first_group(FILENAME, node))
        if path:
            path = posixpath.normpath(posixpath.join(unquote(_first_group(DIRECTORY, node)), path))
        self._paths[number] = path
        return path


def _split_nodes(text: str, start: int) -> dict[str, str]:
    """The right sides of the lines `!12 = ...` from `start` on, by number."""
    nodes: dict[str, str] = {}
    for line in text[start:].split("\n!"):
        number, _, node = line.partition(" = ")
        nodes[number.removeprefix("!")] = node
    return nodes


def _first_group(pattern: re.Pattern[str], node: str) -> str:
    match = pattern.search(node)
    return match.group(1) if match else ""
