"""What a function and all it may call can write, free and read, in terms of abstract objects and byte offsets.

A footprint entry is (object, offset, size); the offset is ANYWHERE if it is unknown. Stack objects that cannot exist
any more, or not yet, when the function is called are left out: nobody outside can see them. `effects` names what the
function may do to the world outside of memory, which nothing here describes.
"""

from __future__ import annotations

from typing import Final

from albers.chopping import library_effects as library
from albers.chopping.abstract_objects import ANYWHERE, heap_site, places_in, varargs_site
from albers.chopping.constraints import PointsTo
from albers.ir import instructions as ir
from albers.ir.operands import ConstInt, GlobalRef, InlineAsm, Operand

Entry = tuple[int, int, int]
_NOTHING: Final[frozenset[Entry]] = frozenset()
_NO_OBJECTS: Final[frozenset[int]] = frozenset()


class Footprint:
    """What one instruction does to memory by itself, calls into C functions aside."""

    def __init__(self, reads: frozenset[Entry], writes: frozenset[Entry], frees: frozenset[int]) -> None:
        self.reads = reads
        self.writes = writes
        self.frees = frees


_NO_FOOTPRINT: Final = Footprint(_NOTHING, _NOTHING, _NO_OBJECTS)


class SideEffects:
    """What a call of a function can change for its caller."""

    def __init__(self, writes: frozenset[Entry], frees: frozenset[int], effects: frozenset[str]) -> None:
        self.writes = writes
        self.frees = frees
        self.effects = effects
        self.by_object: dict[int, list[tuple[int, int]]] = {}  # object → (offset, size) of the writes
        for object_, offset, size in writes:
            self.by_object.setdefault(object_, []).append((offset, size))

    def may_write(self, object_: int, start: int, end: int) -> bool:
        """Whether bytes start .. end-1 of the object may be written."""
        for offset, size in self.by_object.get(object_, ()):
            if offset == ANYWHERE or (offset < end and start < offset + size):
                return True
        return False

    def touches(self, object_: int) -> bool:
        return object_ in self.by_object or object_ in self.frees


class ModRef:
    """Answers for the functions of one analysed program; computed when asked, and kept."""

    def __init__(self, points_to: PointsTo) -> None:
        self.points_to = points_to
        self._footprints: dict[ir.Instruction, Footprint] = {}
        # Many pointers point to the same places.
        self._entries_of: dict[tuple[int, int], frozenset[Entry]] = {}
        self._objects_of: dict[int, frozenset[Entry]] = {}
        self._entered: dict[ir.Call, list[str]] = {}
        self._callees: dict[str, frozenset[str]] = {}
        self._closures: dict[str, frozenset[str]] = {}
        self._own: dict[str, tuple[frozenset[Entry], frozenset[int], frozenset[str]]] = {}
        self._side_effects: dict[str, SideEffects] = {}

    # Calls

    def callees(self, function: str) -> frozenset[str]:
        """The functions with a body that `function` may itself enter; described library functions are not entered."""
        found = self._callees.get(function)
        if found is None:
            names: set[str] = set()
            for block in self.points_to.module.functions[function].body.blocks:
                for i in block.instructions:
                    if isinstance(i, ir.Call):
                        names.update(self.entered(i))
            found = frozenset(names)
            self._callees[function] = found
        return found

    def entered(self, call: ir.Call) -> list[str]:
        """The functions whose bodies a call may enter."""
        known = self._entered.get(call)
        if known is None:
            functions = self.points_to.module.functions
            known = [
                name
                for name in sorted(self.points_to.targets(call))
                if name not in library.DESCRIBED and not functions[name].is_declaration
            ]
            self._entered[call] = known
        return known

    def closure(self, function: str) -> frozenset[str]:
        """The function and all that it may call, directly or not."""
        found = self._closures.get(function)
        if found is None:
            seen = {function}
            stack = [function]
            while stack:
                for callee in self.callees(stack.pop()):
                    if callee not in seen:
                        seen.add(callee)
                        stack.append(callee)
            found = frozenset(seen)
            self._closures[function] = found
        return found

    # Memory

    def footprint(self, function: str, i: ir.Instruction) -> Footprint:
        found = self._footprints.get(i)
        if found is None:
            found = self._compute(function, i)
            self._footprints[i] = found
        return found

    def _compute(self, function: str, i: ir.Instruction) -> Footprint:
        layout = self.points_to.layout
        if isinstance(i, ir.Load):
            return Footprint(self._entries(function, i.pointer, layout.store_size(i.type)), _NOTHING, _NO_OBJECTS)
        if isinstance(i, ir.Store):
            size = layout.store_size(i.value.type)
            return Footprint(_NOTHING, self._entries(function, i.pointer, size), _NO_OBJECTS)
        if isinstance(i, (ir.AtomicRMW, ir.CompareExchange)):
            value = i.value if isinstance(i, ir.AtomicRMW) else i.desired
            entries = self._entries(function, i.pointer, layout.store_size(value.type))
            return Footprint(entries, entries, _NO_OBJECTS)
        if isinstance(i, ir.VAArg):
            entries = self._anywhere(function, i.list_pointer)
            behind = self._behind(entries)
            return Footprint(entries | behind, entries, _NO_OBJECTS)
        if isinstance(i, ir.Call):
            return self._of_call(function, i)
        return _NO_FOOTPRINT

    def _of_call(self, function: str, i: ir.Call) -> Footprint:
        reads: frozenset[Entry] = _NOTHING
        writes: frozenset[Entry] = _NOTHING
        frees: frozenset[int] = _NO_OBJECTS
        for index, type_ in enumerate(i.byval):
            if type_ is not None:
                reads |= self._anywhere(function, i.arguments[index])
        if isinstance(i.callee, InlineAsm):
            for argument in i.arguments:
                writes |= self._anywhere(function, argument)
            return Footprint(reads | writes, writes, frees)
        if isinstance(i.callee, GlobalRef) and i.callee.name.startswith("llvm."):
            return self._of_intrinsic(function, i, i.callee.name[5:])
        for name in self.points_to.targets(i):
            if name in library.COPIES:
                target, source = library.COPIES[name]
                writes |= self._anywhere(function, i.arguments[target])
                reads |= self._anywhere(function, i.arguments[source])
                if "cat" in name:
                    reads |= self._anywhere(function, i.arguments[target])
            elif name in library.FILLS:
                writes |= self._anywhere(function, i.arguments[0])
            elif name in library.READS:
                for index in library.READS[name]:
                    reads |= self._anywhere(function, i.arguments[index])
            if name in library.FREES and i.arguments:
                objects = frozenset(entry[0] for entry in self._anywhere(function, i.arguments[0]))
                frees |= objects
                if name in library.MOVES:
                    reads |= frozenset((object_, ANYWHERE, 0) for object_ in objects)
            if name in library.ALLOCATES:
                # Fresh contents: whoever reads them depends on the allocation.
                writes |= self._fresh(function, i)
            elif name == "klee_check_memory_access" or name == "klee_print_expr":
                continue
            elif self.points_to.module.functions[name].is_declaration and not library.is_harmless(name):
                for argument in i.arguments:
                    writes |= self._anywhere(function, argument)
                reads |= writes
        return Footprint(reads, writes, frees)

    def _fresh(self, function: str, i: ir.Call) -> frozenset[Entry]:
        object_ = self.points_to.universe.find(heap_site(i.assembly_line))
        return _NOTHING if object_ is None else frozenset([(object_.number, ANYWHERE, 0)])

    def _of_intrinsic(self, function: str, i: ir.Call, name: str) -> Footprint:
        if name.startswith(("memcpy", "memmove")):
            return Footprint(
                self._anywhere_or_sized(function, i, 1), self._anywhere_or_sized(function, i, 0), _NO_OBJECTS
            )
        if name.startswith("memset"):
            return Footprint(_NOTHING, self._anywhere_or_sized(function, i, 0), _NO_OBJECTS)
        if name.startswith("va_start"):
            area = self.points_to.universe.find(varargs_site(function))
            own = _NOTHING if area is None else frozenset([(area.number, ANYWHERE, 0)])
            return Footprint(_NOTHING, self._anywhere(function, i.arguments[0]) | own, _NO_OBJECTS)
        if name.startswith("va_copy"):
            return Footprint(
                self._anywhere(function, i.arguments[1]), self._anywhere(function, i.arguments[0]), _NO_OBJECTS
            )
        return _NO_FOOTPRINT

    def _anywhere_or_sized(self, function: str, i: ir.Call, index: int) -> frozenset[Entry]:
        size = i.arguments[2]
        if isinstance(size, ConstInt):
            return self._entries(function, i.arguments[index], size.value)
        return self._anywhere(function, i.arguments[index])

    def _entries(self, function: str, pointer: Operand, size: int) -> frozenset[Entry]:
        places = self.points_to.places(function, pointer)
        known = self._entries_of.get((places, size))
        if known is None:
            universe = self.points_to.universe
            found: list[Entry] = []
            for place in places_in(places & universe.anywhere_places):
                places &= ~universe.exact_places[universe.place_objects[place]]
                found.append((universe.place_objects[place], ANYWHERE, size))
            for place in places_in(places & ~universe.anywhere_places):
                found.append((universe.place_objects[place], universe.place_offsets[place], size))
            known = frozenset(found)
            self._entries_of[self.points_to.places(function, pointer), size] = known
        return known

    def _anywhere(self, function: str, pointer: Operand) -> frozenset[Entry]:
        """From wherever the pointer points to on, in both directions."""
        places = self.points_to.places(function, pointer)
        known = self._objects_of.get(places)
        if known is None:
            objects = self.points_to.universe.place_objects
            known = frozenset((objects[place], ANYWHERE, 0) for place in places_in(places))
            self._objects_of[places] = known
        return known

    def _behind(self, entries: frozenset[Entry]) -> frozenset[Entry]:
        """The objects that the contents of the entries' objects point to."""
        universe = self.points_to.universe
        result: set[Entry] = set()
        for object_, _, _ in entries:
            for place in list(universe.objects[object_].places.values()):
                for target in places_in(self.points_to.solver.points(self.points_to.solver.cell(place))):
                    result.add((universe.place_objects[target], ANYWHERE, 0))
        return frozenset(result)

    # Functions

    def side_effects(self, function: str) -> SideEffects:
        """What a call of the function, with all that it calls, can change for others."""
        found = self._side_effects.get(function)
        if found is None:
            found = self._compute_side_effects(function)
            self._side_effects[function] = found
        return found

    def _compute_side_effects(self, function: str) -> SideEffects:
        writes: set[Entry] = set()
        frees: set[int] = set()
        effects: set[str] = set()
        closure = self.closure(function)
        for name in closure:
            own_writes, own_frees, own_effects = self._own_effects(name)
            writes |= own_writes
            frees |= own_frees
            effects |= own_effects
        objects = self.points_to.universe.objects
        hidden = {name: function not in self.closure(name) or name == function for name in closure}
        if function in self._called_within(closure):
            hidden[function] = False
        visible = [
            entry for entry in writes if not (objects[entry[0]].owner in hidden and hidden[objects[entry[0]].owner])
        ]
        return SideEffects(frozenset(visible), frozenset(frees), frozenset(effects))

    def effects_of_blocks(self, function: str, blocks: frozenset[int]) -> SideEffects:
        """What some blocks of a function can change, with all that they call."""
        writes: set[Entry] = set()
        frees: set[int] = set()
        effects: set[str] = set()
        for index in blocks:
            for i in self.points_to.module.functions[function].body.blocks[index].instructions:
                footprint = self.footprint(function, i)
                writes |= footprint.writes
                frees |= footprint.frees
                if isinstance(i, ir.Call):
                    effects.update(self.effects_of(i))
                    for callee in self.entered(i):
                        theirs = self.side_effects(callee)
                        writes |= theirs.writes
                        frees |= theirs.frees
                        effects |= theirs.effects
                elif isinstance(i, ir.Unsupported):
                    effects.add("an unsupported instruction")
        return SideEffects(frozenset(writes), frozenset(frees), frozenset(effects))

    def _called_within(self, closure: frozenset[str]) -> set[str]:
        called: set[str] = set()
        for name in closure:
            called |= self.callees(name)
        return called

    def _own_effects(self, function: str) -> tuple[frozenset[Entry], frozenset[int], frozenset[str]]:
        found = self._own.get(function)
        if found is not None:
            return found
        writes: set[Entry] = set()
        frees: set[int] = set()
        effects: set[str] = set()
        for block in self.points_to.module.functions[function].body.blocks:
            for i in block.instructions:
                if isinstance(i, (ir.Store, ir.Call, ir.AtomicRMW, ir.CompareExchange, ir.VAArg)):
                    footprint = self.footprint(function, i)
                    writes |= footprint.writes
                    frees |= footprint.frees
                    if isinstance(i, ir.Call):
                        effects.update(self.effects_of(i))
                elif isinstance(i, ir.Unsupported):
                    effects.add("an unsupported instruction")
        result = (frozenset(writes), frozenset(frees), frozenset(effects))
        self._own[function] = result
        return result

    def effects_of(self, call: ir.Call) -> list[str]:
        """What a call may do to the world by itself; empty for calls that only compute or enter a C function."""
        if isinstance(call.callee, InlineAsm):
            return ["inline assembly"] if call.callee.text.strip() else []
        if isinstance(call.callee, GlobalRef) and call.callee.name.startswith("llvm."):
            return ["setjmp"] if "eh.sjlj" in call.callee.name else []
        functions = self.points_to.module.functions
        return [
            name
            for name in sorted(self.points_to.targets(call))
            if functions[name].is_declaration and name not in library.DESCRIBED and not library.is_harmless(name)
        ]
