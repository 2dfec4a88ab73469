"""Backward slices: which instructions of a function and of all it may call decide what certain writes leave behind.

An instruction is kept with what computes its operands, what it reads from memory (every write that may overlap), the
branches that decide whether it runs, and the calls that lead to it. Context-insensitive between functions, flow-
insensitive for memory. What is kept runs exactly as often, and with the same values, as in the whole function.
"""

from __future__ import annotations

from albers.chopping.abstract_objects import ANYWHERE
from albers.chopping.mod_ref import Entry, ModRef
from albers.chopping.parts import RESULT, Part
from albers.ir import instructions as ir
from albers.ir.cfg import successors
from albers.ir.dominators import post_dominator_tree
from albers.ir.liveness import registers_read
from albers.ir.module import Function
from albers.ir.operands import Register


class FunctionFacts:
    """What slicing asks of one function: definitions, places, control dependence."""

    def __init__(self, function: Function) -> None:
        self.function = function
        body = function.body
        self.definitions: dict[int, list[ir.Instruction]] = {}
        self.block_of: dict[ir.Instruction, int] = {}
        self.returns: list[ir.Instruction] = []
        for block in body.blocks:
            for i in block.instructions:
                self.block_of[i] = block.index
                if i.result >= 0:
                    self.definitions.setdefault(i.result, []).append(i)
            if isinstance(block.terminator(), ir.Return):
                self.returns.append(block.terminator())
        self.post_dominators = post_dominator_tree(body)
        self.controllers: list[list[int]] = [[] for _ in body.blocks]
        parent = self.post_dominators.parent
        for source, targets in enumerate(successors(body)):
            if len(targets) < 2 or not self.post_dominators.contains(source):
                continue
            for target in targets:
                runner = target
                while runner != parent[source] and 0 <= runner < len(body.blocks):
                    if source not in self.controllers[runner]:
                        self.controllers[runner].append(source)
                    runner = parent[runner]


class Region:
    """A function with all it may call, and who writes what and who calls whom in there."""

    def __init__(self, slicer: Slicer, root: str) -> None:
        self.root = root
        self.functions = sorted(slicer.mod_ref.closure(root))
        self.writers: dict[int, list[tuple[str, ir.Instruction, Entry]]] = {}
        self.callers: dict[str, list[tuple[str, ir.Call]]] = {}
        self.frees: list[tuple[str, ir.Instruction, frozenset[int]]] = []
        self.size = 0
        for name in self.functions:
            for block in slicer.facts(name).function.body.blocks:
                self.size += len(block.instructions)
                for i in block.instructions:
                    footprint = slicer.mod_ref.footprint(name, i)
                    for entry in footprint.writes:
                        self.writers.setdefault(entry[0], []).append((name, i, entry))
                    if footprint.frees:
                        self.frees.append((name, i, footprint.frees))
                    if isinstance(i, ir.Call):
                        for callee in slicer.mod_ref.entered(i):
                            self.callers.setdefault(callee, []).append((name, i))


class Slice:
    """The instructions kept, by function; functions not in there are left out altogether."""

    def __init__(self, region: Region) -> None:
        self.region = region
        self.kept: dict[str, set[ir.Instruction]] = {}

    @property
    def size(self) -> int:
        return sum(len(kept) for kept in self.kept.values())


class Slicer:
    """Computes slices when asked."""

    def __init__(self, mod_ref: ModRef) -> None:
        self.mod_ref = mod_ref
        self._facts: dict[str, FunctionFacts] = {}
        self._regions: dict[str, Region] = {}

    def facts(self, function: str) -> FunctionFacts:
        found = self._facts.get(function)
        if found is None:
            found = FunctionFacts(self.mod_ref.points_to.module.functions[function])
            self._facts[function] = found
        return found

    def region(self, root: str) -> Region:
        found = self._regions.get(root)
        if found is None:
            found = Region(self, root)
            self._regions[root] = found
        return found

    def slice_for(self, root: str, part: Part | None) -> Slice:
        """What decides a part of a function's effects; None is the value it returns."""
        work = _Slicing(self, self.region(root))
        if part is None:
            for end in self.facts(root).returns:
                work.keep(root, end)
        else:
            for name, i, entry in work.region.writers.get(part.object, ()):
                if _overlap(entry, part.start, part.end):
                    work.keep(name, i)
            if part.is_freed:
                for name, i, objects in work.region.frees:
                    if part.object in objects:
                        work.keep(name, i)
        return work.finish()


def part_of(parts: list[Part], number: int) -> Part | None:
    return None if number == RESULT else parts[number]


class _Slicing:
    """One slice in the making."""

    def __init__(self, slicer: Slicer, region: Region) -> None:
        self.slicer = slicer
        self.region = region
        self.result = Slice(region)
        self._pending: list[tuple[str, ir.Instruction]] = []
        self._read: set[Entry] = set()
        self._read_sets: set[frozenset[Entry]] = set()
        self._all_kept: set[int] = set()  # objects of which every writer is kept
        self._wanted_results: set[ir.Call] = set()
        self._reached: set[str] = set()
        self._read_parameters: dict[str, set[int]] = {}
        self._pending_parameters: list[str] = []  # functions of which one more parameter is read

    def keep(self, function: str, i: ir.Instruction) -> None:
        kept = self.result.kept.setdefault(function, set())
        if i not in kept:
            kept.add(i)
            self._pending.append((function, i))

    def finish(self) -> Slice:
        while True:
            while self._pending or self._pending_parameters:
                if self._pending:
                    function, i = self._pending.pop()
                    self._follow(function, i)
                else:
                    self._keep_passed(self._pending_parameters.pop())
            self._keep_ends()
            if not self._pending:
                return self.result

    def _keep_passed(self, function: str) -> None:
        for caller, call in self.region.callers.get(function, ()):
            self.keep(caller, call)
            self._keep_arguments(caller, self.slicer.facts(caller), call, function)

    def _follow(self, function: str, i: ir.Instruction) -> None:
        facts = self.slicer.facts(function)
        self._keep_control(function, facts, facts.block_of[i])
        self._keep_way_to(function)
        if isinstance(i, ir.Phi):
            for source in i.blocks:
                self._keep_branch(function, facts, source)
                self._keep_control(function, facts, source)
        if isinstance(i, ir.Call) and self.slicer.mod_ref.entered(i):
            # Of a call that only leads somewhere, the arguments are kept that the callee's kept code reads.
            self._keep_operand_registers(function, facts, [i.callee.index] if isinstance(i.callee, Register) else [])
            for callee in self.slicer.mod_ref.entered(i):
                self._keep_arguments(function, facts, i, callee)
            if len(self.slicer.mod_ref.entered(i)) < len(self.slicer.mod_ref.points_to.targets(i)):
                self._keep_operand_registers(function, facts, registers_read(i))
        else:
            self._keep_operand_registers(function, facts, registers_read(i))
        reads = self.slicer.mod_ref.footprint(function, i).reads
        if reads and reads not in self._read_sets:
            self._read_sets.add(reads)
            for entry in reads:
                self._keep_writers(entry)

    def _keep_operand_registers(self, function: str, facts: FunctionFacts, registers: list[int]) -> None:
        for register in registers:
            definitions = facts.definitions.get(register)
            if definitions is None:
                self._keep_parameter(function, register)
                continue
            for definition in definitions:
                self.keep(function, definition)
                if isinstance(definition, ir.Call) and definition not in self._wanted_results:
                    self._wanted_results.add(definition)
                    for callee in self.slicer.mod_ref.entered(definition):
                        for end in self.slicer.facts(callee).returns:
                            self.keep(callee, end)

    def _keep_parameter(self, function: str, register: int) -> None:
        """A parameter is read: what the calls pass for it matters."""
        read = self._read_parameters.setdefault(function, set())
        if register not in read:
            read.add(register)
            self._pending_parameters.append(function)

    def _keep_arguments(self, caller: str, facts: FunctionFacts, call: ir.Call, callee: str) -> None:
        wanted = self._read_parameters.get(callee, set())
        fixed = len(self.slicer.facts(callee).function.parameters)
        for index, argument in enumerate(call.arguments):
            if index in wanted or index >= fixed or call.byval[index] is not None:
                registers = [argument.index] if isinstance(argument, Register) else []
                self._keep_operand_registers(caller, facts, registers)

    def _keep_way_to(self, function: str) -> None:
        """Some code of the function is kept: so are the calls that lead to it."""
        if function in self._reached:
            return
        self._reached.add(function)
        for caller, call in self.region.callers.get(function, ()):
            self.keep(caller, call)

    def _keep_control(self, function: str, facts: FunctionFacts, block: int) -> None:
        for controller in facts.controllers[block]:
            self.keep(function, facts.function.body.blocks[controller].terminator())

    def _keep_branch(self, function: str, facts: FunctionFacts, block: int) -> None:
        terminator = facts.function.body.blocks[block].terminator()
        if len(set(terminator.successors())) > 1:
            self.keep(function, terminator)

    def _keep_writers(self, read: Entry) -> None:
        if read in self._read:
            return
        self._read.add(read)
        object_, offset, size = read
        if object_ in self._all_kept:
            return
        if offset == ANYWHERE:
            self._all_kept.add(object_)
        for name, i, entry in self.region.writers.get(object_, ()):
            if offset == ANYWHERE or _overlap(entry, offset, offset + size):
                self.keep(name, i)

    def _keep_ends(self) -> None:
        """Where a kept branch may lead to the end of the program, that end is kept: its calls, abort and the like."""
        for function in list(self.result.kept):
            facts = self.slicer.facts(function)
            kept = self.result.kept[function]
            for block in facts.function.body.blocks:
                if not isinstance(block.terminator(), ir.Unreachable):
                    continue
                if any(facts.function.body.blocks[c].terminator() in kept for c in facts.controllers[block.index]):
                    for i in block.instructions:
                        if isinstance(i, ir.Call):
                            self.keep(function, i)


def _overlap(entry: Entry, start: int, end: int) -> bool:
    _, offset, size = entry
    return offset == ANYWHERE or (offset < end and start < offset + size)
