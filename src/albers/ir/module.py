"""Modules, functions, blocks and globals: the program as the engine sees it.

A function's body is parsed when it is first asked for: a libc brings thousands of functions of which few are called.
"""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from albers.ir.instructions import Instruction
from albers.ir.layout import DataLayout
from albers.ir.operands import Constant
from albers.ir.types import FunctionType, StructType, Type


class Block:
    """A basic block: phis first, one terminator last. `label` is the text LLVM uses for it."""

    def __init__(self, index: int, label: str, instructions: list[Instruction]) -> None:
        self.index = index
        self.label = label
        self.instructions = instructions

    def terminator(self) -> Instruction:
        return self.instructions[-1]


class Body:
    """What a function definition contains; blocks[0] is the entry.

    `register_types[i]` and `register_names[i]` describe register i; arguments are registers 0..n-1. Where debug
    information says so, `variable_names[i]` is the variable of the source whose value or address register i holds.
    """

    def __init__(
        self,
        blocks: list[Block],
        register_types: list[Type],
        register_names: list[str],
        variable_names: dict[int, str] | None = None,
    ) -> None:
        self.blocks = blocks
        self.register_types = register_types
        self.register_names = register_names
        self.variable_names: dict[int, str] = {} if variable_names is None else variable_names


@mypyc_attr(allow_interpreted_subclasses=True)
class BodySource:
    """Knows how to parse a function's body; implemented by the parser."""

    def parse_body(self, function: Function) -> Body:
        raise NotImplementedError


class Parameter:
    def __init__(self, type_: Type, name: str, byval: Type | None) -> None:
        self.type = type_
        self.name = name
        self.byval = byval


class Function:
    """A definition or a declaration. `file` and `line` come from debug information ("" and 0 without)."""

    def __init__(
        self,
        name: str,
        type_: FunctionType,
        parameters: list[Parameter],
        linkage: str,
        source: BodySource | None,
    ) -> None:
        self.name = name
        self.type = type_
        self.parameters = parameters
        self.linkage = linkage
        self.file = ""
        self.line = 0
        self._source = source
        self._body: Body | None = None

    @property
    def is_declaration(self) -> bool:
        return self._source is None

    @property
    def body(self) -> Body:
        if self._body is None:
            if self._source is None:
                raise ValueError(f"{self.name} is declared, not defined")
            self._body = self._source.parse_body(self)
        return self._body


class InitializerSource:
    """Knows how to parse a global variable's initialiser; implemented by the parser."""

    def parse_initializer(self, variable: GlobalVariable) -> Constant:
        raise NotImplementedError


class GlobalVariable:
    """`initializer` is None for an external declaration; a deferred one is parsed when first asked for."""

    def __init__(
        self,
        name: str,
        type_: Type,
        initializer: Constant | None,
        is_constant: bool,
        align: int,
        linkage: str,
    ) -> None:
        self.name = name
        self.type = type_
        self.is_constant = is_constant
        self.align = align
        self.linkage = linkage
        self.is_thread_local = False
        self.is_described = False  # by debug information
        self._initializer = initializer
        self._source: InitializerSource | None = None

    @property
    def initializer(self) -> Constant | None:
        if self._source is not None:
            self._initializer = self._source.parse_initializer(self)
            self._source = None
        return self._initializer

    @initializer.setter
    def initializer(self, value: Constant | None) -> None:
        self._initializer = value
        self._source = None

    @property
    def is_declaration(self) -> bool:
        return self._source is None and self._initializer is None

    def defer_initializer(self, source: InitializerSource) -> None:
        """Let the initialiser be parsed by `source` at first use."""
        self._source = source


class Alias:
    """Another name for `target`; of an ifunc, the target is the resolver that returns the function to call."""

    def __init__(self, name: str, target: Constant, is_ifunc: bool = False) -> None:
        self.name = name
        self.target = target
        self.is_ifunc = is_ifunc


class Module:
    """Everything of one linked program, by name."""

    def __init__(self, triple: str, layout: DataLayout) -> None:
        self.triple = triple
        self.layout = layout
        self.named_types: dict[str, StructType] = {}
        self.globals: dict[str, GlobalVariable] = {}
        self.functions: dict[str, Function] = {}
        self.aliases: dict[str, Alias] = {}
        self.module_asm: list[str] = []
