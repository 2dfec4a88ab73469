"""The program laid out in memory: where globals and functions live, what constants are worth, which code runs.

Functions are lowered when first called. Addresses of functions are handed out when somebody takes them.
"""

from __future__ import annotations

from typing import Final

from albers.engine.arithmetic import OPERATORS, compare_values
from albers.engine.calls import Linker
from albers.engine.lowering import FunctionLowerer
from albers.engine.machine import Machine, Unsupported
from albers.engine.memory_ops import write_value
from albers.engine.resolve import Access, Resolver
from albers.engine.state import Code, Frame, State
from albers.engine.values import binary, shape_of, sign_extend_value, truncate, zero_extend, zero_of
from albers.ir.module import GlobalVariable, Module
from albers.ir.operands import (
    BlockAddress,
    ConstAggregate,
    Constant,
    ConstBytes,
    ConstExpr,
    ConstFloat,
    ConstInt,
    ConstNull,
    ConstUndef,
    ConstZero,
    GlobalRef,
    MetadataOperand,
)
from albers.ir.types import ArrayType, StructType, Type, VectorType
from albers.memory.contents import zeroed
from albers.memory.objects import CODE, GLOBAL, MemoryObject
from albers.world.call import Model


class Program(Linker):
    """One module on one machine."""

    def __init__(
        self,
        module: Module,
        machine: Machine,
        resolver: Resolver,
        models: dict[str, Model],
        user_models: dict[str, Model],
        user_functions: frozenset[str],
    ) -> None:
        self.module = module
        self.machine = machine
        self.resolver = resolver
        self.models = models
        self.user_models = user_models
        self.architecture = module.triple.split("-")[0]
        self.codes: dict[str, Code] = {}
        for number, function in enumerate(module.functions.values()):
            if not function.is_declaration:
                self.codes[function.name] = Code(function, number, function.name in user_functions)
        self.globals: dict[str, MemoryObject] = {}
        self._function_objects: dict[str, MemoryObject] = {}
        self._function_names: dict[int, str] = {}
        self._block_numbers: dict[tuple[str, str], int] = {}
        for variable in module.globals.values():
            # A weak reference that nobody defines has the address null.
            if not variable.name.startswith("llvm.") and variable.linkage != "extern_weak":
                self.globals[variable.name] = self._place(variable)

    # Linker

    def code_of(self, name: str) -> Code | None:
        code = self.codes.get(self.resolve_alias(name))
        if code is not None and not code.is_lowered:
            FunctionLowerer(self.machine, self.resolver, self, code, self.architecture).run()
        return code

    def model_of(self, name: str) -> Model | None:
        """A user's model wins over everything, a definition in C over the standard models (klee.h excepted)."""
        model = self.user_models.get(name)
        if model is not None:
            return model
        if name in self.codes and not name.startswith("klee_"):
            return None
        return self.models.get(name)

    def outermost_returned(self, state: State, value: object) -> bool:
        """main returned: `exit` runs the handlers registered with atexit, if the program has one."""
        for object_ in state.frame.allocas:
            state.memory.free(object_)
        leave = self.code_of("exit")
        if leave is None:
            return self.machine.exit(state, value)
        registers = leave.template.copy()
        registers[0] = value
        state.push(Frame(leave, registers, state.frame, state.memory.key))
        return False

    def function_at(self, address: int) -> str | None:
        return self._function_names.get(address)

    def function_addresses(self) -> dict[int, str]:
        return self._function_names

    def resolve_alias(self, name: str) -> str:
        """The function or variable an alias finally names."""
        alias = self.module.aliases.get(name)
        while alias is not None and isinstance(alias.target, GlobalRef):
            name = alias.target.name
            alias = self.module.aliases.get(name)
        return name

    # Layout

    def bind_globals(self, state: State) -> None:
        """Gives every global variable its initial bytes."""
        for variable in self.module.globals.values():
            object_ = self.globals.get(variable.name)
            if object_ is not None:
                self._initialise(state, variable, object_)

    def _place(self, variable: GlobalVariable) -> MemoryObject:
        layout = self.machine.layout
        size = 0 if isinstance(variable.type, StructType) and variable.type.is_opaque else layout.size_of(variable.type)
        align = max(variable.align, layout.align_of(variable.type) if size else 1)
        object_ = self.machine.allocator.allocate(
            GLOBAL, variable.name, f"global {variable.name}", 0, size, align, variable.is_constant
        )
        if object_ is None:
            raise Unsupported(f"no room in the address space for global {variable.name}")
        return object_

    def _initialise(self, state: State, variable: GlobalVariable, object_: MemoryObject) -> None:
        contents = state.memory.bind(object_, zeroed(object_.size, 0))
        if variable.initializer is None:
            self.machine.warn(f"undefined reference to variable: {variable.name} (reads as zero)", once=True)
            return
        self._write(Access(state, object_, contents, 0), 0, variable.initializer)

    def _write(self, access: Access, offset: int, constant: Constant) -> None:
        """Writes a constant into a fresh object that is already zero."""
        layout = self.machine.layout
        if isinstance(constant, (ConstZero, ConstUndef, ConstNull)):
            return
        if isinstance(constant, ConstBytes):
            for i, byte in enumerate(constant.data):
                access.contents.store(offset + i, 1, byte)
            return
        if isinstance(constant, ConstAggregate) and not isinstance(constant.type, VectorType):
            type_ = constant.type
            stride = layout.size_of(type_.element) if isinstance(type_, ArrayType) else 0
            for i, element in enumerate(constant.elements):
                at = layout.field_offset(type_, i) if isinstance(type_, StructType) else i * stride
                self._write(access, offset + at, element)
            return
        write_value(access, offset, shape_of(constant.type, layout), self.constant(constant))

    # Constants

    def constant(self, constant: Constant) -> object:
        """The value of a constant as a register holds it."""
        if isinstance(constant, ConstInt):
            return constant.value
        if isinstance(constant, ConstNull):
            return 0
        if isinstance(constant, GlobalRef):
            return self.address_of(constant.name)
        if isinstance(constant, ConstFloat):
            return constant.bits
        if isinstance(constant, (ConstUndef, ConstZero)):
            return zero_of(shape_of(constant.type, self.machine.layout))
        if isinstance(constant, ConstAggregate):
            return tuple([self.constant(each) for each in constant.elements])
        if isinstance(constant, ConstBytes):
            return tuple(constant.data)
        if isinstance(constant, BlockAddress):
            return self.block_number(constant.function, constant.block)
        if isinstance(constant, ConstExpr):
            return self._constant_expression(constant)
        if isinstance(constant, MetadataOperand):
            return 0
        raise Unsupported(f"constant {constant!r}")

    def _constant_expression(self, constant: ConstExpr) -> object:
        layout = self.machine.layout
        operands = [self.constant(each) for each in constant.operands]
        if constant.op == "getelementptr":
            return self._constant_pointer(constant, operands)
        if constant.op in OPERATORS:
            width = layout.bit_width(constant.type)
            return binary(OPERATORS[constant.op], width, operands[0], operands[1])
        source = layout.bit_width(constant.operands[0].type)
        target = layout.bit_width(constant.type)
        if constant.op in ("bitcast", "addrspacecast"):
            return operands[0]
        if constant.op in ("ptrtoint", "inttoptr", "ptrtoaddr", "trunc", "zext"):
            return truncate(target, operands[0]) if target < source else zero_extend(target, operands[0])
        if constant.op == "sext":
            return sign_extend_value(source, target, operands[0])
        if constant.op.startswith("icmp "):
            return compare_values(constant.op[5:], source, operands[0], operands[1])
        if constant.op == "select":
            return operands[1] if operands[0] else operands[2]
        raise Unsupported(f"constant expression {constant.op}")

    def _constant_pointer(self, constant: ConstExpr, operands: list[object]) -> object:
        layout = self.machine.layout
        width = self.machine.pointer_width
        base = operands[0]
        assert isinstance(base, int)
        total = base
        type_: Type = constant.source_type
        for i, (operand, value) in enumerate(zip(constant.operands[1:], operands[1:], strict=True)):
            assert isinstance(value, int)
            index_width = layout.bit_width(operand.type)
            signed = value - (1 << index_width) if value >> (index_width - 1) else value
            if i == 0:
                total += signed * layout.size_of(type_)
            elif isinstance(type_, StructType):
                total += layout.field_offset(type_, value)
                type_ = type_.fields[value]
            else:
                assert isinstance(type_, (ArrayType, VectorType))
                type_ = type_.element
                total += signed * layout.size_of(type_)
        return total & ((1 << int(width)) - 1)

    def address_of(self, name: str) -> object:
        """Where a variable or function lives; an alias may be an expression."""
        alias = self.module.aliases.get(name)
        if alias is not None:
            return self.constant(alias.target)
        object_ = self.globals.get(name)
        if object_ is None:
            object_ = _NOWHERE if name in self.module.globals else self._function_object(name)
        return int(object_.base)

    def _function_object(self, name: str) -> MemoryObject:
        found = self._function_objects.get(name)
        if found is None:
            if self._is_undefined_weak(name):
                return _NOWHERE
            found = self.machine.allocator.allocate(CODE, name, f"function {name}", 0, 1, 16)
            if found is None:
                raise Unsupported(f"no room in the address space for function {name}")
            self._function_objects[name] = found
            self._function_names[int(found.base)] = name
        return found

    def _is_undefined_weak(self, name: str) -> bool:
        """An `extern_weak` function that nobody defines has the address null."""
        function = self.module.functions.get(name)
        return (
            function is not None
            and function.is_declaration
            and function.linkage == "extern_weak"
            and self.model_of(name) is None
        )

    def block_number(self, function: str, label: str) -> int:
        """The number that stands for a block's address; small numbers lie in the null page, so no object has them."""
        return self._block_numbers.setdefault((function, label), len(self._block_numbers) + 1)


_NOWHERE: Final = MemoryObject(-1, 0, 0, CODE, "", "", 0, True)
