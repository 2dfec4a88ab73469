"""Modules from LLVM's printed assembly, the text `str(module)` of llvmlite gives.

The text is scanned line by line at top level only; function bodies are stepped over and parsed when first used. This
relies on what the printer guarantees: one line per top-level entity, and a lone `}` at the end of a body.
"""

from __future__ import annotations

import re
from typing import Final

from albers.errors import UserError
from albers.ir.body_parser import BodyParser, BodyText
from albers.ir.constant_parser import ConstantParser
from albers.ir.debug_info import DebugInfo
from albers.ir.header_parser import GLOBAL_LINE, FunctionHeader, HeaderParser
from albers.ir.instruction_parser import InstructionParser
from albers.ir.layout import DataLayout
from albers.ir.lexer import MalformedText, bare_name, unquote
from albers.ir.module import Function, Module
from albers.ir.type_parser import TypeParser

TYPE_LINE: Final = re.compile(r'(%(?:[-\w$.]+|"[^"]*")) = type (.*)', re.ASCII)
QUOTED: Final = re.compile(r'"[^"]*"')
IGNORED_LINES: Final = ("source_filename", "attributes #", "$", "^", "uselistorder")


class FunctionPlace:
    """A function's header and where its body stands; start is -1 for a declaration."""

    def __init__(self, header: FunctionHeader, start: int, end: int, first_line: int) -> None:
        self.header = header
        self.start = start
        self.end = end
        self.first_line = first_line


def parse_module(text: str) -> Module:
    """Read a whole module; raises UserError if its top level is not LLVM assembly."""
    return ModuleScanner(text).scan()


class ModuleScanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.types = TypeParser()
        self.constants = ConstantParser(self.types)
        self.headers = HeaderParser(self.types, self.constants)
        self.module = Module("", DataLayout.parse(""))
        self._functions: list[FunctionPlace] = []
        self._pending_types: list[tuple[str, str]] = []
        self._metadata_start = len(text)
        self._line = 0

    def scan(self) -> Module:
        position = 0
        while position < len(self.text):
            self._line += 1
            end = self.text.find("\n", position)
            if end < 0:
                end = len(self.text)
            line = self.text[position:end]
            if line.startswith("!"):  # metadata is the last section
                self._metadata_start = position
                break
            try:
                position = self._entity(line, end)
            except MalformedText as problem:
                raise UserError(
                    f"line {self._line} of the module's assembly is not understood ({problem}): {line[:200]}; "
                    "check that the input is LLVM assembly or bitcode of a C program"
                ) from None
        self._define_types()
        self._add_functions()
        self.module.named_types = self.types.named
        return self.module

    def _entity(self, line: str, end: int) -> int:
        """Handle one top-level line that ends at `end`; where the next one starts."""
        if not line or line.startswith(";"):
            return end + 1
        if line.startswith("define "):
            return self._definition(line, end)
        if line.startswith("declare "):
            self._define_types()
            self._functions.append(FunctionPlace(self.headers.function(line), -1, -1, 0))
        elif line.startswith("@"):
            self._define_types()
            self._global(line)
        elif line.startswith("%"):
            self._type(line)
        elif line.startswith("target datalayout = "):
            self.module.layout = DataLayout.parse(_string(line))
        elif line.startswith("target triple = "):
            self.module.triple = _string(line)
        elif line.startswith("module asm "):
            self.module.module_asm.append(_string(line))
        elif not line.startswith(IGNORED_LINES):
            raise MalformedText("unknown kind of line")
        return end + 1

    def _definition(self, line: str, end: int) -> int:
        self._define_types()
        close = self.text.find("\n}", end)
        if close < 0 or not line.endswith("{"):
            raise MalformedText("the function has no body")
        place = FunctionPlace(self.headers.function(line), end + 1, close, self._line + 1)
        self._functions.append(place)
        self._line += self.text.count("\n", end, close + 1)
        return close + 3

    def _global(self, line: str) -> None:
        match = GLOBAL_LINE.match(line)
        if match is None:
            raise MalformedText("unknown kind of global")
        if match.group(3) in ("alias", "ifunc"):
            alias = self.headers.alias(line, match)
            self.module.aliases[alias.name] = alias
        else:
            variable = self.headers.variable(line, match)
            self.module.globals[variable.name] = variable

    def _type(self, line: str) -> None:
        match = TYPE_LINE.match(line)
        if match is None:
            raise MalformedText("unknown kind of type")
        name = bare_name(match.group(1))
        self.types.declare_structure(name)
        self._pending_types.append((name, match.group(2)))

    def _define_types(self) -> None:
        """Fill in the structures once all names are known: they may refer to each other in any order."""
        pending = self._pending_types
        self._pending_types = []
        for name, body in pending:
            self.types.define_structure(name, body)

    def _add_functions(self) -> None:
        debug_info = DebugInfo(self.text, self._metadata_start)
        bodies = BodyParser(self.text, InstructionParser(self.types, self.constants), debug_info)
        for place in self._functions:
            header = place.header
            source: BodyText | None = None
            if place.start >= 0:
                source = BodyText(bodies, place.start, place.end, place.first_line, header.arguments)
            function = Function(header.name, header.type, header.parameters, header.linkage, source)
            if header.subprogram:
                function.file, function.line = debug_info.subprogram(header.subprogram)
            self.module.functions[function.name] = function


def _string(line: str) -> str:
    match = QUOTED.search(line)
    if match is None:
        raise MalformedText("a quoted string is missing")
    return unquote(match.group())
