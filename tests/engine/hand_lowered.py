"""Small programs for tests of searchers, distances and coverage: parsed, lowered to operations that do nothing."""

from __future__ import annotations

from albers.engine.state import BlockCode, Code, Frame, Op, State
from albers.expr.evaluate import Assignment
from albers.ir.instructions import Phi
from albers.ir.module import GlobalVariable
from albers.ir.parser import parse_module
from albers.memory.address_space import AddressSpace
from albers.solver.path_condition import PathCondition


class Program:
    """All functions of an assembly text; those whose name starts with "lib_" are not the user's."""

    def __init__(self, text: str) -> None:
        module = parse_module(text)
        self.codes: dict[str, Code] = {}
        self.variables: dict[str, GlobalVariable] = module.globals
        for number, function in enumerate(module.functions.values()):
            self.codes[function.name] = Code(function, number, not function.name.startswith("lib_"))

    def lower(self, name: str) -> Code:
        code = self.codes[name]
        if code.is_lowered:
            return code
        code.is_lowered = True
        for block in code.function.body.blocks:
            lowered = BlockCode(code, block.index)
            lowered.ops = [Op(each) for each in block.instructions if not isinstance(each, Phi)]
            targets = list(dict.fromkeys(block.terminator().successors()))
            if len(targets) > 1:
                lowered.targets = targets
                lowered.taken = [False] * len(targets)
            code.blocks.append(lowered)
        return code

    def block(self, name: str, label: str) -> BlockCode:
        code = self.lower(name)
        for block in code.function.body.blocks:
            if block.label == label:
                return code.blocks[block.index]
        raise KeyError(label)

    def cover(self, name: str, *labels: str) -> None:
        """The blocks were executed to their end; all of the function's without labels."""
        code = self.lower(name)
        blocks = [self.block(name, label) for label in labels] if labels else code.blocks
        for block in blocks:
            block.entered = True
            block.reached = len(block.ops)

    def frame(self, name: str, label: str, index: int = 0, caller: Frame | None = None) -> Frame:
        """An activation about to execute an operation of a block."""
        frame = Frame(self.lower(name), [], caller, 0)
        frame.block = self.block(name, label)
        frame.ops = frame.block.ops
        frame.index = index
        return frame


TINY = """
define i32 @main() {
entry:
  ret i32 0
}
"""


def make_state(id_: int, parent_id: int = -1, frame: Frame | None = None) -> State:
    if frame is None:
        frame = Program(TINY).frame("main", "entry")
    state = State(id_, frame, AddressSpace.empty(), PathCondition.empty(), Assignment({}))
    state.parent_id = parent_id
    return state
