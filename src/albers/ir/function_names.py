"""The registers and blocks of one function while its text is parsed.

Names are kept as the tokens LLVM prints (`%x`, `%"a b"`, `%5`), which are the same at every mention.
"""

from __future__ import annotations

from albers.ir.lexer import MalformedText, bare_name
from albers.ir.operands import Register
from albers.ir.types import VOID, Type


class FunctionNames:
    """Registers are numbered in the order they are added, arguments first; blocks likewise."""

    def __init__(self, arguments: list[str]) -> None:
        self._registers: dict[str, Register] = {}
        self._blocks: dict[str, int] = {}
        self.ordered: list[Register] = []
        self.register_names: list[str] = []
        for token in arguments:
            self.add_register(token)

    def add_register(self, token: str) -> None:
        """A register whose type is filled in by the first mention that knows it."""
        register = Register(VOID, len(self.ordered))
        self._registers[token] = register
        self.ordered.append(register)
        self.register_names.append(bare_name(token))

    def add_block(self, token: str) -> None:
        self._blocks[token] = len(self._blocks)

    def find(self, token: str) -> Register | None:
        return self._registers.get(token)

    def defined(self, token: str) -> int:
        register = self._registers.get(token)
        if register is None:
            raise MalformedText(f"{token} is not a register of the function")
        return register.index

    def used(self, token: str, type_: Type) -> Register:
        register = self._registers.get(token)
        if register is None:
            raise MalformedText(f"{token} is used but never defined")
        if register.type is VOID:
            register.type = type_
        return register

    def block(self, token: str) -> int:
        index = self._blocks.get(token)
        if index is None:
            raise MalformedText(f"{token} is not a block of the function")
        return index
