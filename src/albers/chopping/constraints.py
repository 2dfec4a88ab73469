"""From the program to the constraints of the points-to analysis, function by function as they become reachable.

`PointsTo` is what the other analyses ask: what an operand points to, and whom a call may enter.
"""

from __future__ import annotations

from typing import Final

from albers.chopping import library_effects as library
from albers.chopping.abstract_objects import (
    ANYWHERE,
    AbstractObject,
    Universe,
    byval_site,
    function_site,
    global_site,
    heap_site,
    varargs_site,
)
from albers.chopping.points_to import Solver
from albers.engine.lowering import stack_sites
from albers.ir import instructions as ir
from albers.ir.call_graph import follow_alias, named_callee
from albers.ir.layout import DataLayout
from albers.ir.module import Function, Module
from albers.ir.operands import (
    ConstAggregate,
    Constant,
    ConstExpr,
    ConstInt,
    GlobalRef,
    InlineAsm,
    Operand,
    Register,
)
from albers.ir.types import ArrayType, FloatType, IntType, StructType, Type, VectorType, VoidType

_NOTHING: Final = -1
#: Copies of at most so many bytes keep the offsets of what they copy apart.
_WORDWISE: Final = 512
#: Called by the engine itself when they are there.
_ENGINE_CALLS: Final = ("__albers_start", "exit")


class CallSite:
    def __init__(self, function: str, call: ir.Call) -> None:
        self.function = function
        self.call = call
        self.targets: set[str] = set()


class PointsTo:
    """The solved analysis of what is reachable from `entry`."""

    def __init__(self, module: Module, entry: str) -> None:
        self.module = module
        self.layout: DataLayout = module.layout
        self.universe = Universe()
        self.solver = Solver(self.universe)
        self.calls: dict[ir.Call, CallSite] = {}
        self.reachable: dict[str, None] = {}  # function names, in order of discovery
        self._word: int = module.layout.pointer_size
        self._registers: dict[str, int] = {}  # function → node of its register 0
        self._results: dict[str, int] = {}
        self._constants: dict[str, int] = {}
        self._pending: list[str] = []
        self._sites: list[CallSite] = []
        self._linked: set[tuple[int, int]] = set()
        self._initialised: set[str] = set()
        self._outside = self.solver.node()
        self._start(entry)
        self._run()

    # Questions

    def places(self, function: str, operand: Operand) -> int:
        """The set of places an operand in a function may point to, as bits."""
        node = self._value(function, operand)
        return 0 if node == _NOTHING else self.solver.points(node)

    def targets(self, call: ir.Call) -> set[str]:
        """The functions a reachable call may enter, by name; those it is described by are in there too."""
        site = self.calls.get(call)
        return set() if site is None else site.targets

    # Discovery

    def _start(self, entry: str) -> None:
        universe = self.universe
        outside = universe.place(universe.outside, ANYWHERE)
        self.solver.add_place(self._outside, outside)
        self.solver.add_copy(self._outside, self.solver.cell(outside))
        for root in (entry, *_ENGINE_CALLS):
            function = self.module.functions.get(follow_alias(self.module, root))
            if function is not None and not function.is_declaration:
                self._reach(function.name)
                base = self._registers[function.name]
                for i in range(len(function.parameters)):
                    self.solver.add_copy(self._outside, base + i)
        for name in ("llvm.global_ctors", "llvm.global_dtors"):
            variable = self.module.globals.get(name)
            if variable is not None and isinstance(variable.initializer, ConstAggregate):
                for element in variable.initializer.elements:
                    if isinstance(element, ConstAggregate):
                        called = named_callee(self.module, element.elements[1])
                        if called is not None:
                            self._reach(called)

    def _run(self) -> None:
        while self._pending or self.solver.found_targets:
            while self._pending:
                self._visit(self.module.functions[self._pending.pop()])
            self.solver.solve()
            found = self.solver.found_targets
            self.solver.found_targets = []
            for tag, object_ in found:
                function = self.universe.objects[object_].function
                if function and (tag, object_) not in self._linked:
                    self._linked.add((tag, object_))
                    self._link(self._sites[tag], function)

    def _reach(self, name: str) -> None:
        function = self.module.functions[name]
        if name in self.reachable:
            return
        self.reachable[name] = None
        self._results[name] = self.solver.node()
        if function.is_declaration:
            return
        base = self.solver.node()
        self._registers[name] = base
        for _ in range(len(function.body.register_types) - 1):
            self.solver.node()
        self._pending.append(name)

    def _visit(self, function: Function) -> None:
        body = function.body
        sites = stack_sites(function)
        name = function.name
        for block in body.blocks:
            for instruction in block.instructions:
                self._instruction(name, instruction, sites)

    # Values

    def _value(self, function: str, operand: Operand) -> int:
        if isinstance(operand, Register):
            return self._registers[function] + operand.index
        if isinstance(operand, GlobalRef):
            return self._global(operand.name)
        if isinstance(operand, ConstExpr):
            return self._constant_expression(function, operand)
        if isinstance(operand, ConstAggregate):
            parts = [self._value(function, each) for each in operand.elements]
            parts = [part for part in parts if part != _NOTHING]
            if not parts:
                return _NOTHING
            node = self.solver.node()
            for part in parts:
                self.solver.add_copy(part, node)
            return node
        return _NOTHING

    def _constant_expression(self, function: str, constant: ConstExpr) -> int:
        base = self._value(function, constant.operands[0])
        if constant.op.startswith("icmp") or constant.op.startswith("fcmp"):
            return _NOTHING
        if constant.op == "getelementptr":
            if base == _NOTHING:
                return _NOTHING
            node = self.solver.node()
            distance = self._distance(constant.source_type, list(constant.operands[1:]))
            if distance is None:
                self.solver.add_spread(base, node)
            else:
                self.solver.add_move(base, node, distance)
            return node
        if len(constant.operands) == 1:
            return base
        node = self.solver.node()
        for operand in constant.operands:
            part = self._value(function, operand)
            if part != _NOTHING:
                self.solver.add_spread(part, node)
        return node

    def _global(self, name: str) -> int:
        found = self._constants.get(name, -1)
        if found >= 0:
            return found
        node = self.solver.node()
        self._constants[name] = node
        alias = self.module.aliases.get(name)
        if alias is not None:
            target = self._value("", alias.target)
            if target != _NOTHING:
                self.solver.add_copy(target, node)
            if alias.is_ifunc:
                self._call_resolver(alias.target, node)
            return node
        object_ = self._global_object(name)
        if object_ is not None:
            self.solver.add_place(node, self.universe.place(object_, 0))
        return node

    def _call_resolver(self, resolver: Constant, node: int) -> None:
        called = named_callee(self.module, resolver)
        if called is not None:
            self._reach(called)
            self.solver.add_copy(self._results[called], node)

    def _global_object(self, name: str) -> AbstractObject | None:
        if name in self.module.functions:
            return self.universe.object_at(function_site(name), 1, "", name)
        variable = self.module.globals.get(name)
        if variable is None:
            return None
        opaque = isinstance(variable.type, StructType) and variable.type.is_opaque
        size = -1 if opaque else self.layout.size_of(variable.type)
        object_ = self.universe.object_at(global_site(name), size, "", "")
        if name not in self._initialised:
            self._initialised.add(name)
            if variable.initializer is not None:
                self._initialise(object_, 0, variable.initializer)
        return object_

    def _initialise(self, object_: AbstractObject, offset: int, constant: Constant) -> None:
        if isinstance(constant, ConstAggregate) and isinstance(constant.type, (StructType, ArrayType)):
            for i, element in enumerate(constant.elements):
                self._initialise(object_, offset + self.layout.element_offset(constant.type, i), element)
            return
        value = self._value("", constant)
        if value != _NOTHING:
            self.solver.add_copy(value, self.solver.cell(self.universe.place(object_, offset)))

    def _distance(self, type_: Type, indices: list[Operand] | list[Constant]) -> int | None:
        """How far a getelementptr moves, if it says so."""
        total = 0
        for i, index in enumerate(indices):
            value = 0
            if isinstance(index, ConstInt):
                width = self.layout.bit_width(index.type)
                value = index.value - (1 << width) if index.value >> (width - 1) else index.value
            if i == 0:
                step = self.layout.size_of(type_)
            elif isinstance(type_, StructType):
                total += self.layout.field_offset(type_, value)
                type_ = type_.fields[value]
                continue
            else:
                assert isinstance(type_, (ArrayType, VectorType))
                type_ = type_.element
                step = self.layout.size_of(type_)
            if not isinstance(index, ConstInt):
                if step == 0:
                    continue
                return None
            total += value * step
        return total

    def _is_wide(self, type_: Type) -> bool:
        """Whether a value of the type has room for an address (and is not a number with a fraction)."""
        if isinstance(type_, IntType):
            return type_.width >= 8 * self._word
        return not isinstance(type_, FloatType)

    def _may_hold_address(self, type_: Type) -> bool:
        """Single bytes too: loops copy whatever they find byte by byte."""
        return self._is_wide(type_) or (isinstance(type_, IntType) and type_.width == 8)

    def _words(self, type_: Type) -> list[int]:
        """The offsets at which a value of the type may hold addresses."""
        size = self.layout.size_of(type_)
        return [0] if size <= self._word else list(range(0, size, self._word))

    def _at(self, pointer: int, distance: int) -> int:
        if distance == 0:
            return pointer
        node = self.solver.node()
        self.solver.add_move(pointer, node, distance)
        return node

    # Instructions

    def _instruction(self, function: str, i: ir.Instruction, sites: dict[int, str]) -> None:
        solver = self.solver
        base = self._registers[function]
        if isinstance(i, ir.Call):
            self._call(function, i)
        elif isinstance(i, ir.Load):
            if self._may_hold_address(i.type):
                pointer = self._value(function, i.pointer)
                if pointer != _NOTHING:
                    for at in self._words(i.type):
                        solver.add_load(self._at(pointer, at), base + i.result)
        elif isinstance(i, ir.Store):
            pointer = self._value(function, i.pointer)
            value = self._value(function, i.value)
            if pointer != _NOTHING and value != _NOTHING and self._may_hold_address(i.value.type):
                for at in self._words(i.value.type):
                    solver.add_store(self._at(pointer, at), value)
        elif isinstance(i, ir.GetElementPtr):
            pointer = self._value(function, i.base)
            if pointer != _NOTHING:
                distance = self._distance(i.source_type, i.indices)
                if distance is None:
                    solver.add_spread(pointer, base + i.result)
                else:
                    solver.add_move(pointer, base + i.result, distance)
        elif isinstance(i, ir.Alloca):
            size = self.layout.size_of(i.allocated)
            known = size * i.count.value if isinstance(i.count, ConstInt) else -1
            object_ = self.universe.object_at(sites[i.result], known, function, "")
            solver.add_place(base + i.result, self.universe.place(object_, 0))
        elif isinstance(i, ir.Return):
            if i.value is not None:
                self._copy(function, i.value, self._results[function])
        elif isinstance(i, (ir.AtomicRMW, ir.CompareExchange)):
            pointer = self._value(function, i.pointer)
            if pointer != _NOTHING:
                solver.add_load(pointer, base + i.result)
                stored = i.value if isinstance(i, ir.AtomicRMW) else i.desired
                value = self._value(function, stored)
                if value != _NOTHING:
                    solver.add_store(pointer, value)
        elif isinstance(i, ir.BinaryOp):
            if self._is_wide(i.type):
                self._spread(function, i.lhs, base + i.result)
                self._spread(function, i.rhs, base + i.result)
        elif isinstance(i, (ir.Compare, ir.FNeg)):
            return
        elif isinstance(i, ir.Cast):
            if self._is_wide(i.type) and self._is_wide(i.value.type):
                self._copy(function, i.value, base + i.result)
        elif isinstance(i, ir.VAArg):
            pointer = self._value(function, i.list_pointer)
            if pointer != _NOTHING:
                area = solver.node()
                solver.add_load(pointer, area)
                solver.add_load(area, base + i.result)
        elif isinstance(i, ir.Select):
            self._copy(function, i.on_true, base + i.result)
            self._copy(function, i.on_false, base + i.result)
        elif i.result >= 0:
            for operand in i.operands():
                self._copy(function, operand, base + i.result)

    def _copy(self, function: str, operand: Operand, target: int) -> None:
        value = self._value(function, operand)
        if value != _NOTHING:
            self.solver.add_copy(value, target)

    def _spread(self, function: str, operand: Operand, target: int) -> None:
        value = self._value(function, operand)
        if value != _NOTHING:
            self.solver.add_spread(value, target)

    # Calls

    def _call(self, function: str, i: ir.Call) -> None:
        site = CallSite(function, i)
        self.calls[i] = site
        known = named_callee(self.module, i.callee)
        if known is not None and not known.startswith("llvm."):
            self._link(site, known)
            return
        if isinstance(i.callee, GlobalRef) and i.callee.name.startswith("llvm."):
            self._intrinsic(function, i, i.callee.name[5:])
            return
        if isinstance(i.callee, InlineAsm):
            self._assembly(function, i)
            return
        pointer = self._value(function, i.callee)
        if pointer != _NOTHING:
            self._sites.append(site)
            self.solver.add_call(pointer, len(self._sites) - 1)

    def _link(self, site: CallSite, callee: str) -> None:
        """The call may enter the function."""
        if callee in site.targets:
            return
        site.targets.add(callee)
        if callee in library.DESCRIBED:
            self._describe(site.function, site.call, callee)
            return
        function = self.module.functions[callee]
        self._reach(callee)
        i = site.call
        result = self._registers[site.function] + i.result
        if function.is_declaration:
            if i.result >= 0 and callee == "__albers_syscall":
                self._allocate(i, result, -1)  # mmap
            return
        if i.result >= 0 and not isinstance(i.type, VoidType):
            self.solver.add_copy(self._results[callee], result)
        base = self._registers[callee]
        fixed = len(function.parameters)
        for index, argument in enumerate(i.arguments):
            value = self._value(site.function, argument)
            if value == _NOTHING:
                continue
            if i.byval[index] is not None:
                value = self._by_value(callee, index, value)
            if index < fixed:
                self.solver.add_copy(value, base + index)
            elif function.type.is_vararg:
                area = self.universe.object_at(varargs_site(callee), -1, callee, "")
                self.solver.add_copy(value, self.solver.cell(self.universe.place(area, ANYWHERE)))

    def _by_value(self, callee: str, index: int, source: int) -> int:
        """The node of a pointer to the callee's own copy of what `source` points to."""
        object_ = self.universe.object_at(byval_site(callee, index), -1, callee, "")
        pointer = self.solver.node()
        self.solver.add_place(pointer, self.universe.place(object_, 0))
        self._copy_memory(pointer, source, 0)
        return pointer

    def _copy_memory(self, target: int, source: int, size: int) -> None:
        """Bytes are copied; of an unknown number of them (0) everything goes anywhere."""
        if 0 < size <= _WORDWISE:
            for at in range(0, size, self._word):
                value = self.solver.node()
                self.solver.add_load(self._at(source, at), value)
                self.solver.add_store(self._at(target, at), value)
            return
        any_source = self.solver.node()
        any_target = self.solver.node()
        value = self.solver.node()
        self.solver.add_spread(source, any_source)
        self.solver.add_spread(target, any_target)
        self.solver.add_load(any_source, value)
        self.solver.add_store(any_target, value)

    def _allocate(self, i: ir.Call, result: int, size: int) -> AbstractObject:
        object_ = self.universe.object_at(heap_site(i.assembly_line), size, "", "")
        self.solver.add_place(result, self.universe.place(object_, 0))
        return object_

    def _describe(self, function: str, i: ir.Call, name: str) -> None:
        """A library function with a description in place of a body."""
        arguments = [self._value(function, argument) for argument in i.arguments]
        result = self._registers[function] + i.result
        if name in library.ALLOCATES and i.result >= 0:
            self._allocate(i, result, _allocated_size(i, name))
            if name in library.MOVES and arguments and arguments[0] != _NOTHING:
                self._copy_memory(result, arguments[0], 0)
        if name in library.COPIES:
            target, source = library.COPIES[name]
            if len(arguments) > max(target, source) and _NOTHING not in (arguments[target], arguments[source]):
                self._copy_memory(arguments[target], arguments[source], _constant_size(i, name))
        if name in library.RETURNS_INTO and i.result >= 0:
            into = library.RETURNS_INTO[name]
            if into < len(arguments) and arguments[into] != _NOTHING:
                self.solver.add_spread(arguments[into], result)
                self.solver.add_copy(arguments[into], result)

    def _intrinsic(self, function: str, i: ir.Call, name: str) -> None:
        if name.startswith(("memcpy", "memmove")):
            target = self._value(function, i.arguments[0])
            source = self._value(function, i.arguments[1])
            if target != _NOTHING and source != _NOTHING:
                self._copy_memory(target, source, _constant_size(i, "memcpy"))
        elif name.startswith("va_start"):
            list_ = self._value(function, i.arguments[0])
            if list_ != _NOTHING:
                area = self.universe.object_at(varargs_site(function), -1, function, "")
                anywhere = self.solver.node()
                pointer = self.solver.node()
                self.solver.add_spread(list_, anywhere)
                self.solver.add_place(pointer, self.universe.place(area, ANYWHERE))
                self.solver.add_store(anywhere, pointer)
        elif name.startswith("va_copy"):
            target = self._value(function, i.arguments[0])
            source = self._value(function, i.arguments[1])
            if target != _NOTHING and source != _NOTHING:
                self._copy_memory(target, source, 0)
        elif i.result >= 0 and self._is_wide(i.type):
            result = self._registers[function] + i.result
            for argument in i.arguments:
                self._copy(function, argument, result)
                self._spread(function, argument, result)

    def _assembly(self, function: str, i: ir.Call) -> None:
        """Inline assembly may copy what it is given and what that points to, anywhere."""
        given = self.solver.node()
        for argument in i.arguments:
            self._spread(function, argument, given)
            self._copy(function, argument, given)
        self.solver.add_load(given, given)
        self.solver.add_store(given, given)
        if i.result >= 0:
            self.solver.add_copy(given, self._registers[function] + i.result)


def _constant_size(i: ir.Call, name: str) -> int:
    """How many bytes a copying call copies, 0 if unknown."""
    if name in ("memcpy", "memmove") and len(i.arguments) > 2:
        size = i.arguments[2]
        if isinstance(size, ConstInt):
            return size.value
    return 0


def _allocated_size(i: ir.Call, name: str) -> int:
    """How many bytes an allocating call asks for, -1 if unknown."""
    sizes = i.arguments[:1] if name == "malloc" else i.arguments[:2] if name == "calloc" else []
    result = 1
    for size in sizes:
        if not isinstance(size, ConstInt):
            return -1
        result *= size.value
    return result if sizes else -1
