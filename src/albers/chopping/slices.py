"""Slices as code that runs: bodies with only the kept instructions, lowered for the engine.

A branch that is not kept goes straight to the block where its sides meet again. Block numbers stay those of the whole
function. Each slice is made once and used by all recoveries of that part.
"""

from __future__ import annotations

from albers.chopping.mod_ref import ModRef
from albers.chopping.parts import EVERYTHING, Parts
from albers.chopping.slicing import Slice, Slicer, part_of
from albers.engine.calls import Linker
from albers.engine.lowering import FunctionLowerer
from albers.engine.program import Program
from albers.engine.state import Code, State
from albers.ir import instructions as ir
from albers.ir.module import Block, Body, BodySource, Function
from albers.ir.operands import Constant, ConstInt, ConstUndef
from albers.ir.types import VOID, VoidType
from albers.world.call import Model


class Slices:
    """The slices of one exploration."""

    def __init__(self, program: Program, mod_ref: ModRef) -> None:
        self._program = program
        self.slicer = Slicer(mod_ref)
        self._linkers: dict[tuple[str, int], SliceLinker] = {}
        self.whole_size = 0  # instructions of the functions that were sliced, and of the slices
        self.sliced_size = 0

    @property
    def count(self) -> int:
        return len(self._linkers)

    def code_for(self, code: Code, parts: Parts, part: int) -> Code:
        if part == EVERYTHING:
            return code
        key = (code.name, part)
        linker = self._linkers.get(key)
        if linker is None:
            made = self.slicer.slice_for(code.name, part_of(parts.parts, part))
            linker = SliceLinker(self._program, self.slicer, made)
            self._linkers[key] = linker
            self.whole_size += made.region.size
            self.sliced_size += made.size
        found = linker.code_of(code.name)
        assert found is not None
        return found


class SliceLinker(Linker):
    """Calls from sliced code enter the slices of the functions they call."""

    def __init__(self, program: Program, slicer: Slicer, slice_: Slice) -> None:
        self._program = program
        self._slicer = slicer
        self._slice = slice_
        self._inside = frozenset(slice_.region.functions)
        self._codes: dict[str, Code] = {}

    def code_of(self, name: str) -> Code | None:
        name = self._program.resolve_alias(name)
        if name not in self._inside:
            return self._program.code_of(name)
        code = self._codes.get(name)
        if code is None:
            whole = self._program.codes[name]
            function = sliced_function(self._slicer, self._slice, name)
            code = Code(function, whole.number, False)
            self._codes[name] = code
            program = self._program
            FunctionLowerer(program.machine, program.resolver, self, code, program.architecture).run()
        return code

    def model_of(self, name: str) -> Model | None:
        return self._program.model_of(name)

    def function_at(self, address: int) -> str | None:
        return self._program.function_at(address)

    def function_addresses(self) -> dict[int, str]:
        return self._program.function_addresses()

    def constant(self, constant: Constant) -> object:
        return self._program.constant(constant)

    def block_number(self, function: str, label: str) -> int:
        return self._program.block_number(function, label)

    def outermost_returned(self, state: State, value: object) -> bool:
        return self._program.outermost_returned(state, value)


class _Known(BodySource):
    def __init__(self, body: Body) -> None:
        self._body = body

    def parse_body(self, function: Function) -> Body:
        return self._body


def sliced_function(slicer: Slicer, slice_: Slice, name: str) -> Function:
    """The function with the kept instructions only."""
    facts = slicer.facts(name)
    whole = facts.function
    kept = slice_.kept.get(name, set())
    exit_block = len(whole.body.blocks)
    blocks: list[Block] = []
    for block in whole.body.blocks:
        instructions = [i for i in block.instructions[:-1] if i in kept or _always_there(i, block)]
        after = facts.post_dominators.parent[block.index]
        instructions.append(_end(whole, block.terminator(), block.terminator() in kept, after, exit_block))
        blocks.append(Block(block.index, block.label, instructions))
    body = Body(blocks, whole.body.register_types, whole.body.register_names, whole.body.variable_names)
    result = Function(whole.name, whole.type, whole.parameters, whole.linkage, _Known(body))
    result.file = whole.file
    result.line = whole.line
    return result


def _always_there(i: ir.Instruction, block: Block) -> bool:
    """Stack objects of fixed size cost nothing, and their names count the ones before."""
    return isinstance(i, ir.Alloca) and block.index == 0 and isinstance(i.count, ConstInt)


def _end(function: Function, terminator: ir.Instruction, is_kept: bool, after: int, exit_block: int) -> ir.Instruction:
    if is_kept or isinstance(terminator, (ir.Jump, ir.Unreachable)):
        return terminator
    if isinstance(terminator, ir.Return) or after < 0 or after >= exit_block:
        result = function.type.result
        end: ir.Instruction = ir.Return(VOID, None if isinstance(result, VoidType) else ConstUndef(result, False))
    else:
        end = ir.Jump(VOID, after)
    end.location = terminator.location
    end.assembly_line = terminator.assembly_line
    return end
