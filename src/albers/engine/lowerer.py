"""What lowering an instruction to an operation needs: register numbers, shapes, the machine.

The base of `lowering.FunctionLowerer`, so that the files defining families of operations can lower them too.
"""

from __future__ import annotations

from collections.abc import Callable

from mypy_extensions import i64

from albers.engine.machine import Machine
from albers.engine.resolve import Resolver
from albers.engine.state import Op, State
from albers.engine.values import Shape, shape_of
from albers.ir.instructions import Instruction
from albers.ir.layout import DataLayout
from albers.ir.operands import Operand
from albers.ir.types import Type

PureFunction = Callable[[list[object]], object]


class Lowerer:
    """Lowers one function."""

    def __init__(self, machine: Machine, resolver: Resolver) -> None:
        self.machine = machine
        self.resolver = resolver
        self.layout: DataLayout = machine.layout
        self._shapes: dict[str, Shape] = {}

    def register(self, operand: Operand) -> int:
        """The index in the frame where the operand is found; constants get an index too."""
        raise NotImplementedError

    def scratch_register(self) -> int:
        """A register for a result that nobody reads."""
        raise NotImplementedError

    def shape(self, type_: Type) -> Shape:
        found = self._shapes.get(type_.text)
        if found is None:
            found = shape_of(type_, self.layout)
            self._shapes[type_.text] = found
        return found


class Pure(Op):
    """registers[result] = function(arguments): for everything without effects that is not worth a class."""

    def __init__(self, instruction: Instruction, function: PureFunction, arguments: list[int], result: i64) -> None:
        super().__init__(instruction)
        self.function = function
        self.arguments = arguments
        self.result: i64 = result

    def execute(self, state: State) -> bool:
        registers = state.frame.registers
        registers[self.result] = self.function([registers[a] for a in self.arguments])
        return True
