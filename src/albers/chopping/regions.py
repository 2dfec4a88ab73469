"""Regions of lines that are skipped like a call: `--skip-lines parser.c:400-460`.

The code of the lines must be entered at one place and left to one place. Two empty blocks are put around it: control
that enters the first may go straight to the second. Values computed inside and used behind are stored to stack slots at
the region's end and loaded before each use, so that they too are places in memory that can be recovered.
"""

from __future__ import annotations

import re
from typing import Final

from albers.chopping.result_slots import load_before_uses, new_slot
from albers.errors import UserError
from albers.ir import instructions as ir
from albers.ir.cfg import successors
from albers.ir.liveness import registers_read
from albers.ir.module import Block, Body, Function, Module
from albers.ir.operands import Operand, Register
from albers.ir.types import VOID

_SPEC: Final = re.compile(r"(.+):([1-9]\d*)-([1-9]\d*)")


class SkippedRegion:
    """Blocks `inside` of a function, entered through block `entry` and left to block `behind`, which are empty."""

    def __init__(self, name: str, function: str, entry: int, behind: int, inside: frozenset[int]) -> None:
        self.name = name
        self.function = function
        self.entry = entry
        self.behind = behind
        self.inside = inside


def find_regions(module: Module, texts: tuple[str, ...]) -> list[SkippedRegion]:
    """Prepares the functions that the lines belong to."""
    result: list[SkippedRegion] = []
    for text in texts:
        match = _SPEC.fullmatch(text)
        if match is None or int(match[2]) > int(match[3]):
            raise UserError(f"'{text}' is no range of lines; write FILE:FIRST-LAST, as in parser.c:400-460")
        found = [
            _Surgery(function, text, match[1], int(match[2]), int(match[3])).perform()
            for function in module.functions.values()
            if not function.is_declaration and _is_file(function.file, match[1])
        ]
        regions = [region for region in found if region is not None]
        if not regions:
            raise UserError(f"there is no code in the lines {text} to skip")
        result += regions
    return result


def _is_file(file: str, wanted: str) -> bool:
    return file == wanted or file.endswith("/" + wanted)


class _Surgery:
    """Cuts one region out of one function's control flow."""

    def __init__(self, function: Function, text: str, file: str, first: int, last: int) -> None:
        self.function = function
        self.body: Body = function.body
        self.text = text
        self.file = file
        self.first = first
        self.last = last

    def perform(self) -> SkippedRegion | None:
        for block in list(self.body.blocks):
            self._split(block)
        inside = {block.index for block in self.body.blocks if any(self._is_in(i) for i in block.instructions)}
        if not inside:
            return None
        self._fill(inside)
        entry, exit_ = self._ends(inside)
        before = self._put_before(entry, inside)
        end, behind = self._put_behind(exit_, inside)
        self._pass_values_through_memory(inside, end)
        return SkippedRegion(self.text, self.function.name, before, behind, frozenset({*inside, end}))

    def _is_in(self, i: ir.Instruction) -> bool:
        where = i.location
        return where is not None and self.first <= where.line <= self.last and _is_file(where.file, self.file)

    def _is_out(self, i: ir.Instruction) -> bool:
        return i.location is not None and i.location.line > 0 and not self._is_in(i)

    # Blocks

    def _split(self, block: Block) -> None:
        """Cuts a block where it enters or leaves the lines; what has no line stays with what is before it."""
        instructions = block.instructions
        at = 0
        while isinstance(instructions[at], (ir.Phi, ir.Alloca)) and at < len(instructions) - 1:
            at += 1
        state: bool | None = None
        for index in range(at, len(instructions)):
            now = True if self._is_in(instructions[index]) else False if self._is_out(instructions[index]) else state
            if state is None:
                state = now
                if now and block.index == 0:  # stack objects, and the entry itself, stay outside
                    self._cut(block, index)
                    return
            elif now is not None and now != state:
                self._split(self._cut(block, index))
                return

    def _cut(self, block: Block, at: int) -> Block:
        """Moves the instructions from `at` on to a new block."""
        rest = self._new_block(block.instructions[at:])
        self._rename_source(block.index, rest.index, set(rest.instructions[-1].successors()))
        jump = ir.Jump(VOID, rest.index)
        block.instructions = [*block.instructions[:at], jump]
        return rest

    def _new_block(self, instructions: list[ir.Instruction]) -> Block:
        index = len(self.body.blocks)
        block = Block(index, f"region.{index}", instructions)
        self.body.blocks.append(block)
        return block

    def _rename_source(self, old: int, new: int, targets: set[int]) -> None:
        for target in targets:
            for i in self.body.blocks[target].instructions:
                if isinstance(i, ir.Phi):
                    i.blocks = [new if source == old else source for source in i.blocks]

    def _fill(self, inside: set[int]) -> None:
        """Blocks without lines between blocks of the region belong to it."""
        graph = successors(self.body)
        changed = True
        while changed:
            changed = False
            for block in self.body.blocks:
                if block.index in inside or block.index == 0 or any(self._is_out(i) for i in block.instructions):
                    continue
                sources = [source for source, targets in enumerate(graph) if block.index in targets]
                around = [*sources, *graph[block.index]]
                if sources and graph[block.index] and all(index in inside for index in around):
                    inside.add(block.index)
                    changed = True

    def _ends(self, inside: set[int]) -> tuple[int, int]:
        graph = successors(self.body)
        entries = {t for source, targets in enumerate(graph) if source not in inside for t in targets if t in inside}
        exits = {target for source in inside for target in graph[source] if target not in inside}
        name = self.function.name
        if any(isinstance(self.body.blocks[index].terminator(), ir.Return) for index in inside):
            raise UserError(
                f"the lines {self.text} return from {name}: only code that is left at its end can be skipped"
            )
        if 0 in inside or len(entries) != 1:
            raise UserError(f"the lines {self.text} of {name} are entered at {len(entries)} places, not at one")
        if len(exits) != 1:
            raise UserError(f"the lines {self.text} of {name} are left to {len(exits)} places, not to one")
        return entries.pop(), exits.pop()

    def _redirect(self, sources: list[int], old: int, new: int) -> None:
        for source in sources:
            end = self.body.blocks[source].terminator()
            if isinstance(end, ir.Jump):
                end.target = new
            elif isinstance(end, ir.Branch):
                end.on_true = new if end.on_true == old else end.on_true
                end.on_false = new if end.on_false == old else end.on_false
            elif isinstance(end, ir.Switch):
                end.default = new if end.default == old else end.default
                end.cases = [(value, new if block == old else block) for value, block in end.cases]
            else:
                raise UserError(f"the lines {self.text} are reached by a computed jump and cannot be skipped")

    def _put_before(self, entry: int, inside: set[int]) -> int:
        """An empty block that all control passes before the region; the phis' values from outside meet there."""
        sources = [s for s, targets in enumerate(successors(self.body)) if s not in inside and entry in targets]
        before = self._new_block([ir.Jump(VOID, entry)])
        self._meet(sources, entry, before)
        self._redirect(sources, entry, before.index)
        return before.index

    def _put_behind(self, exit_: int, inside: set[int]) -> tuple[int, int]:
        """The block in which the region ends, where the values for the phis behind meet, and an empty one behind it."""
        sources = [s for s, targets in enumerate(successors(self.body)) if s in inside and exit_ in targets]
        end = self._new_block([ir.Jump(VOID, 0)])
        behind = self._new_block([ir.Jump(VOID, exit_)])
        self._meet(sources, exit_, end)
        self._rename_source(end.index, behind.index, {exit_})
        end.instructions[-1] = ir.Jump(VOID, behind.index)
        self._redirect(sources, exit_, end.index)
        return end.index, behind.index

    def _meet(self, sources: list[int], target: int, block: Block) -> None:
        """The phis of `target` get their values from `sources` through `block`."""
        for i in self.body.blocks[target].instructions:
            if not isinstance(i, ir.Phi):
                continue
            coming = [(v, s) for v, s in zip(i.values, i.blocks, strict=True) if s in sources]
            staying = [(v, s) for v, s in zip(i.values, i.blocks, strict=True) if s not in sources]
            register = len(self.body.register_types)
            self.body.register_types.append(i.type)
            self.body.register_names.append(f"region.{register}")
            values: list[Operand] = [value for value, _ in coming]
            block.instructions.insert(
                len(block.instructions) - 1, ir.Phi(i.type, register, values, [source for _, source in coming])
            )
            staying.append((Register(i.type, register), block.index))
            i.values = [value for value, _ in staying]
            i.blocks = [source for _, source in staying]

    # Values

    def _pass_values_through_memory(self, inside: set[int], end: int) -> None:
        within = {*inside, end}
        defined = [i for index in sorted(within) for i in self.body.blocks[index].instructions if i.result >= 0]
        for i in defined:
            users = self._users_outside(i.result, within)
            if not users:
                continue
            if isinstance(i, ir.Alloca):
                raise UserError(f"the lines {self.text} of {self.function.name} make a stack object that is used later")
            slot = new_slot(self.body, i)
            store = ir.Store(VOID, Register(i.type, i.result), slot, 1, False, False)
            store.location = i.location
            last = self.body.blocks[end].instructions
            last.insert(len(last) - 1, store)
            load_before_uses(self.body, i, slot, users)

    def _users_outside(self, register: int, within: set[int]) -> list[int]:
        found: dict[int, None] = {}
        for block in self.body.blocks:
            for i in block.instructions:
                if isinstance(i, ir.Phi):
                    for value, source in zip(i.values, i.blocks, strict=True):
                        if isinstance(value, Register) and value.index == register and source not in within:
                            found[source] = None
                elif block.index not in within and register in registers_read(i):
                    found[block.index] = None
        return list(found)
