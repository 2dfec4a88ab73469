"""A function's body from its printed text: blocks, registers, debug locations and variable names.

Two passes: the first finds labels, definitions and lines that belong together, so that the second can resolve forward
references. A line that cannot be understood becomes an `Unsupported` instruction; parsing a body never fails.
"""

from __future__ import annotations

import re
from typing import Final

from albers.ir.debug_info import DebugInfo
from albers.ir.function_names import FunctionNames
from albers.ir.instruction_parser import InstructionParser
from albers.ir.instructions import Call, Instruction, Unsupported
from albers.ir.lexer import MalformedText, bare_name
from albers.ir.module import Block, Body, BodySource, Function
from albers.ir.operands import GlobalRef
from albers.ir.types import VOID, Type

DEFINITION: Final = re.compile(r'(%(?:[-\w$.]+|"[^"]*")) = ', re.ASCII)
LABEL_LINE: Final = re.compile(r'([-\w$.]+|"[^"]*"):', re.ASCII)
NAMED_LABEL: Final = re.compile(r'label (%(?:[-\w$.]+|"[^"]*"))', re.ASCII)
ATTACHMENT: Final = ", !dbg !"
# Only records whose whole value is the variable: a longer expression means a part of it or something computed.
VARIABLE_RECORD: Final = re.compile(
    r'#dbg_(?:value|declare)\(\S+ (%(?:[-\w$.]+|"[^"]*")), !(\d+), !DIExpression\(\),', re.ASCII
)


class Line:
    """One instruction's text, without indentation; `more` are the lines that continue it."""

    def __init__(self, number: int, text: str) -> None:
        self.number = number
        self.text = text
        self.more: list[str] | None = None


class BlockLines:
    def __init__(self, token: str) -> None:
        self.token = token
        self.lines: list[Line] = []


class BodyParser:
    """Parses the bodies of one module."""

    def __init__(self, text: str, instructions: InstructionParser, debug_info: DebugInfo) -> None:
        self.text = text
        self.instructions = instructions
        self.debug_info = debug_info
        self._records: list[str] = []

    def parse(self, start: int, end: int, first_line: int, function: Function, arguments: list[str]) -> Body:
        """Parse text[start:end], the lines between the braces; `arguments` are the parameters' tokens."""
        names = FunctionNames(arguments)
        for argument, parameter in zip(names.ordered, function.parameters, strict=True):
            argument.type = parameter.type
        self._records = []
        blocks_of_lines = self._split(self.text[start:end], first_line, names, arguments)
        self.instructions.names = names
        blocks: list[Block] = []
        for block_lines in blocks_of_lines:
            instructions = self._parse_lines(block_lines.lines, names)
            blocks.append(Block(len(blocks), bare_name(block_lines.token), instructions))
        variables = self._variable_names(names)
        types: list[Type] = [register.type for register in names.ordered]
        self._type_unsupported(blocks, types)
        return Body(blocks, types, names.register_names, variables)

    # -- first pass ----------------------------------------------------------------------------------------------

    def _split(self, text: str, first_line: int, names: FunctionNames, arguments: list[str]) -> list[BlockLines]:
        blocks: list[BlockLines] = []
        number = first_line - 1
        current: BlockLines | None = None
        for line in text.split("\n"):
            number += 1
            if not line or line[0] == ";":
                continue
            if line[0] != " ":
                label = LABEL_LINE.match(line)
                if label is not None:
                    current = BlockLines("%" + label.group(1))
                    blocks.append(current)
                    names.add_block(current.token)
                    continue
            if current is None:
                # An entry block without a name has no label line; its number follows those of unnamed arguments.
                current = BlockLines(f"%{sum(1 for token in arguments if token[1:].isdecimal())}")
                blocks.append(current)
                names.add_block(current.token)
            if line.startswith(("    ", "  ]")):
                self._continue(current, line)
                continue
            content = line.strip()
            current.lines.append(Line(number, content))
            if content[:1] == "%":
                definition = DEFINITION.match(content)
                if definition is not None:
                    names.add_register(definition.group(1))
        return blocks

    def _continue(self, block: BlockLines, line: str) -> None:
        """A debug record, or a further line of a switch or of another instruction printed on several lines."""
        content = line.strip()
        if content.startswith("#dbg_"):
            self._records.append(content)
            return
        if not block.lines:
            return
        last = block.lines[-1]
        if last.more is None:
            last.more = []
        last.more.append(content)

    # -- second pass ---------------------------------------------------------------------------------------------

    def _parse_lines(self, lines: list[Line], names: FunctionNames) -> list[Instruction]:
        instructions: list[Instruction] = []
        for line in lines:
            text = line.text if line.more is None else " ".join([line.text, *line.more])
            # Attachments come last and hold no quotes, so that a ", !" before a quote is part of a string.
            cut = text.find(", !", text.rfind('"') + 1)
            code = text if cut < 0 else text[:cut]
            try:
                instruction = self.instructions.parse(code)
            except MalformedText:
                instruction = self._unsupported(code, names)
            if isinstance(instruction, Call) and _calls_debug_intrinsic(instruction):
                continue
            instruction.assembly_line = line.number
            if instruction.result >= 0:
                names.ordered[instruction.result].type = instruction.type
            if cut >= 0 and text.startswith(ATTACHMENT, cut):
                begin = cut + len(ATTACHMENT)
                end = text.find(",", begin)
                instruction.location = self.debug_info.location(text[begin:] if end < 0 else text[begin:end])
            instructions.append(instruction)
        if not instructions:
            instructions.append(Unsupported(VOID, -1, "", []))
        return instructions

    def _unsupported(self, text: str, names: FunctionNames) -> Instruction:
        result = -1
        definition = DEFINITION.match(text)
        if definition is not None:
            result = names.defined(definition.group(1))
        targets: list[int] = []
        for label in NAMED_LABEL.findall(text):
            try:
                target = names.block(label)
            except MalformedText:
                continue
            if target not in targets:
                targets.append(target)
        return Unsupported(names.ordered[result].type if result >= 0 else VOID, result, text, targets)

    def _type_unsupported(self, blocks: list[Block], types: list[Type]) -> None:
        """The type of a result we could not parse is known from its uses, which may come later in the text."""
        for block in blocks:
            for instruction in block.instructions:
                if isinstance(instruction, Unsupported) and instruction.result >= 0:
                    instruction.type = types[instruction.result]

    def _variable_names(self, names: FunctionNames) -> dict[int, str]:
        found: dict[int, str] = {}
        for record in self._records:
            match = VARIABLE_RECORD.match(record)
            if match is None:
                continue
            register = names.find(match.group(1))
            if register is not None and register.index not in found:
                name = self.debug_info.variable(match.group(2))
                if name:
                    found[register.index] = name
        return found


def _calls_debug_intrinsic(call: Call) -> bool:
    callee = call.callee
    return isinstance(callee, GlobalRef) and callee.name.startswith("llvm.dbg.")


class BodyText(BodySource):
    """Where a function's body stands in the module's text."""

    def __init__(self, parser: BodyParser, start: int, end: int, first_line: int, arguments: list[str]) -> None:
        self._parser = parser
        self._start = start
        self._end = end
        self._first_line = first_line
        self._arguments = arguments

    def parse_body(self, function: Function) -> Body:
        return self._parser.parse(self._start, self._end, self._first_line, function, self._arguments)
