"""The top-level lines of a module: global variables, aliases, and the first lines of functions.

Initialisers and bodies are not parsed here: a variable gets a source that parses its initialiser on demand, and the
first line of a function says nothing about what follows it.
"""

from __future__ import annotations

import re
from typing import Final

from albers.errors import UserError
from albers.ir.constant_parser import ConstantParser
from albers.ir.instruction_parser import is_attribute, skip_attribute
from albers.ir.lexer import MalformedText, Tokens, bare_name
from albers.ir.module import Alias, GlobalVariable, InitializerSource, Parameter
from albers.ir.operands import Constant
from albers.ir.type_parser import TypeParser
from albers.ir.types import FunctionType, Type

LINKAGES: Final = frozenset(
    [
        *("private", "internal", "available_externally", "linkonce", "weak", "common", "appending", "extern_weak"),
        *("linkonce_odr", "weak_odr", "external"),
    ]
)
GLOBAL_LINE: Final = re.compile(
    r'(@(?:[-\w$.]+|"[^"]*")) = ((?:[a-z_]+(?:\([^)]*\))? )*?)(global|constant|alias|ifunc) ', re.ASCII
)
STRUCTURE: Final = re.compile(r'"[^"]*"|[\[({<]|[\])}>]|[ ,]')
ALIGNMENT: Final = re.compile(r'"[^"]*"|, align (\d+)')
ATTACHMENT: Final = " !dbg !"


class FunctionHeader:
    """What the first line of a function says; `arguments` are the parameters' tokens, "" where unnamed."""

    def __init__(
        self, name: str, type_: FunctionType, parameters: list[Parameter], arguments: list[str], linkage: str
    ) -> None:
        self.name = name
        self.type = type_
        self.parameters = parameters
        self.arguments = arguments
        self.linkage = linkage
        self.subprogram = ""


class HeaderParser:
    def __init__(self, types: TypeParser, constants: ConstantParser) -> None:
        self.types = types
        self.constants = constants

    def function(self, line: str) -> FunctionHeader:
        """The line `define ... {` or `declare ...`."""
        tokens = Tokens(line)
        tokens.next()
        linkage = "external"
        while not self.types.starts_type(tokens.peek()):
            if tokens.peek() in LINKAGES:
                linkage = tokens.next()
            elif tokens.peek().startswith("!"):  # a declaration's metadata stands before its type
                tokens.next()
            else:
                skip_attribute(tokens)
        result = self.types.parse(tokens)
        token = tokens.next()
        if token[0] != "@":
            raise MalformedText(f"expected a function's name, found {token!r}")
        parameters: list[Parameter] = []
        arguments: list[str] = []
        is_vararg = False
        tokens.expect("(")
        while not tokens.accept(")"):
            if tokens.accept("..."):
                is_vararg = True
            else:
                self._parameter(tokens, parameters, arguments)
            if tokens.peek() != ")":
                tokens.expect(",")
        type_ = FunctionType(result, [parameter.type for parameter in parameters], is_vararg)
        header = FunctionHeader(bare_name(token), type_, parameters, arguments, linkage)
        attachment = line.find(ATTACHMENT, line.rfind('"') + 1)
        if attachment >= 0:
            header.subprogram = line[attachment + len(ATTACHMENT) :].split(" ", 1)[0]
        return header

    def _parameter(self, tokens: Tokens, parameters: list[Parameter], arguments: list[str]) -> None:
        type_ = self.types.parse(tokens)
        byval: Type | None = None
        while is_attribute(tokens.peek()):
            if tokens.accept("byval"):
                tokens.expect("(")
                byval = self.types.parse(tokens)
                tokens.expect(")")
            else:
                skip_attribute(tokens)
        argument = tokens.next() if tokens.peek().startswith("%") else ""
        parameters.append(Parameter(type_, bare_name(argument), byval))
        arguments.append(argument)

    def alias(self, line: str, match: re.Match[str]) -> Alias:
        """The line `@name = ... alias type, target`, or the same with `ifunc` and a resolver."""
        tokens = Tokens(line[match.end() :])
        self.types.parse_with_function(tokens)
        tokens.expect(",")
        if self.types.starts_type(tokens.peek()):
            target = self.constants.parse_typed(tokens)
        else:  # a constant expression says its type inside
            target = self.constants.parse(tokens, self.types.parse_text("ptr"))
        return Alias(bare_name(match.group(1)), target, match.group(3) == "ifunc")

    def variable(self, line: str, match: re.Match[str]) -> GlobalVariable:
        """The line `@name = ... global type initializer, ...`."""
        words = match.group(2).split()
        linkage = "external"
        for word in words:
            if word in LINKAGES:
                linkage = word
        type_end = _type_end(line, match.end())
        type_ = self.types.parse_text(line[match.end() : type_end])
        tail = type_end
        source: InitializerText | None = None
        if line.startswith(" ", type_end):
            tail = _constant_end(line, type_end + 1)
            source = InitializerText(self.constants, line[type_end + 1 : tail])
        variable = GlobalVariable(
            bare_name(match.group(1)), type_, None, match.group(3) == "constant", _alignment(line, tail), linkage
        )
        variable.is_described = ", !dbg !" in line[tail:]
        variable.is_thread_local = any(word.startswith("thread_local") for word in words)
        if source is not None:
            variable.defer_initializer(source)
        return variable


class InitializerText(InitializerSource):
    """An initialiser as it is printed."""

    def __init__(self, constants: ConstantParser, text: str) -> None:
        self._constants = constants
        self._text = text

    def parse_initializer(self, variable: GlobalVariable) -> Constant:
        tokens = Tokens(self._text)
        try:
            constant = self._constants.parse(tokens, variable.type)
            tokens.expect_end()
        except MalformedText as problem:
            raise UserError(
                f"the initializer of @{variable.name} is not supported ({problem}); "
                "initialise the variable in another way or leave it out of the program"
            ) from None
        return constant


def _item_end(line: str, start: int) -> int:
    """The end of a word or bracketed group: the first space or comma outside brackets and strings."""
    depth = 0
    for match in STRUCTURE.finditer(line, start):
        token = match.group()
        if token in "[({<":
            depth += 1
        elif token in "])}>":
            depth -= 1
        elif depth == 0 and token in " ,":
            return match.start()
    return len(line)


def _type_end(line: str, start: int) -> int:
    end = _item_end(line, start)
    if line.startswith(" addrspace(", end):
        return _item_end(line, end + 1)
    return end


def _constant_end(line: str, start: int) -> int:
    """The end of an initialiser: the first comma outside brackets and strings."""
    end = _item_end(line, start)
    while end < len(line) and line[end] == " ":
        end = _item_end(line, end + 1)
    return end


def _alignment(line: str, start: int) -> int:
    for match in ALIGNMENT.finditer(line, start):
        if match.group(1) is not None:
            return int(match.group(1))
    return 0
