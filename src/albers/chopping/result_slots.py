"""Returned values of skipped calls become places in memory, recovered when they are first looked at.

After a call that may be skipped its value is stored to a stack slot of the caller, and before every use it is loaded
back into its register. A skipped call leaves the slot unwritten: the load is then one more dependent load.
"""

from __future__ import annotations

from albers.chopping.skip_spec import SkipSpec
from albers.ir import instructions as ir
from albers.ir.call_graph import may_call, named_callee
from albers.ir.liveness import registers_read
from albers.ir.module import Block, Body, Function, Module
from albers.ir.operands import ConstInt, InlineAsm, Register
from albers.ir.types import I32, POINTER, VOID, VoidType


def insert_slots(module: Module, functions: list[str], spec: SkipSpec) -> dict[ir.Call, int]:
    """Rewrites the calls in `functions` that may be skipped and whose value is used; call → register of its slot."""
    slots: dict[ir.Call, int] = {}
    for name in functions:
        function = module.functions[name]
        if function.is_declaration:
            continue
        for call in _candidates(module, function, spec):
            users = _using_blocks(function.body, call.result)
            if users:
                slots[call] = _insert(function.body, call, users)
    return slots


def _candidates(module: Module, function: Function, spec: SkipSpec) -> list[ir.Call]:
    result: list[ir.Call] = []
    for block in function.body.blocks:
        for i in block.instructions:
            if isinstance(i, ir.Call) and i.result >= 0 and not isinstance(i.type, VoidType):
                line = 0 if i.location is None else i.location.line
                if any(spec.wants(name, line) for name in _targets(module, i, spec)):
                    result.append(i)
    return result


def _targets(module: Module, call: ir.Call, spec: SkipSpec) -> list[str]:
    """Which of the functions to skip the call may enter."""
    known = named_callee(module, call.callee)
    if known is not None:
        return [known]
    if isinstance(call.callee, InlineAsm):
        return []
    return [name for name in spec.lines if may_call(call.function_type, module.functions[name].type)]


def _using_blocks(body: Body, register: int) -> list[int]:
    """The blocks in which the register is read; a phi reads it at the end of the block it comes from."""
    found: dict[int, None] = {}
    for block in body.blocks:
        for i in block.instructions:
            if isinstance(i, ir.Phi):
                for value, source in zip(i.values, i.blocks, strict=True):
                    if isinstance(value, Register) and value.index == register:
                        found[source] = None
            elif register in registers_read(i):
                found[block.index] = None
    return list(found)


def _insert(body: Body, call: ir.Call, users: list[int]) -> int:
    pointer = new_slot(body, call)
    store = ir.Store(VOID, Register(call.type, call.result), pointer, 1, False, False)
    store.location = call.location
    store.assembly_line = call.assembly_line
    load_before_uses(body, call, pointer, users)
    for block in body.blocks:
        if call in block.instructions:
            block.instructions.insert(block.instructions.index(call) + 1, store)
    return pointer.index


def new_slot(body: Body, value: ir.Instruction) -> Register:
    """A stack object for the value of an instruction; the register that holds its address."""
    slot = len(body.register_types)
    body.register_types.append(POINTER)
    body.register_names.append(f"result.{slot}")
    alloca = ir.Alloca(POINTER, slot, value.type, ConstInt(I32, 1), 1)
    alloca.location = value.location
    alloca.assembly_line = value.assembly_line
    entry = body.blocks[0].instructions
    entry.insert(_after_phis(entry), alloca)
    return Register(POINTER, slot)


def load_before_uses(body: Body, value: ir.Instruction, pointer: Register, users: list[int]) -> None:
    """In each of the blocks, the value's register is loaded from its slot before it is first used there."""
    for index in users:
        block = body.blocks[index]
        load = ir.Load(value.type, value.result, pointer, 1, False, False)
        at = _first_use(block, value)
        load.location = block.instructions[at].location
        load.assembly_line = block.instructions[at].assembly_line
        block.instructions.insert(at, load)


def _first_use(block: Block, call: ir.Instruction) -> int:
    """Where the value must be there: before its first use in the block, or before the block's end (for phis)."""
    start = block.instructions.index(call) + 1 if call in block.instructions else 0
    for at in range(start, len(block.instructions)):
        i = block.instructions[at]
        if not isinstance(i, ir.Phi) and call.result in registers_read(i):
            return at
    return len(block.instructions) - 1


def _after_phis(instructions: list[ir.Instruction]) -> int:
    at = 0
    while isinstance(instructions[at], ir.Phi):
        at += 1
    return at
