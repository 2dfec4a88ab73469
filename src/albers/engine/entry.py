"""The first state: globals in place, constructors to run, the entry function with its arguments."""

from __future__ import annotations

from albers.engine.machine import Machine
from albers.engine.program import Program
from albers.engine.state import Code, Frame, State, SymbolicInput
from albers.engine.values import Shape, extract_bits, shape_of
from albers.errors import UserError
from albers.expr.arith import from_bytes
from albers.expr.arrays import byte_of
from albers.expr.evaluate import Assignment
from albers.expr.term import Term, symbol
from albers.ir.operands import ConstAggregate, ConstInt, GlobalRef
from albers.memory.address_space import AddressSpace
from albers.memory.contents import zeroed
from albers.memory.objects import GLOBAL
from albers.options import ProgramOptions
from albers.solver.path_condition import PathCondition


def initial_state(program: Program, options: ProgramOptions) -> State:
    """The state before the first instruction."""
    code = program.code_of(options.entry)
    if code is None:
        raise UserError(f"no function '{options.entry}' to start at; name another with --entry FUNCTION")
    memory = AddressSpace.empty()
    frame = Frame(code, code.template.copy(), None, memory.key)
    state = State(0, frame, memory, PathCondition.empty(), Assignment({}))
    program.bind_globals(state)
    if options.entry == "main":
        _give_main_arguments(program.machine, state, code, options.arguments)
    else:
        _give_symbolic_arguments(program.machine, state, code)
    # Constructors are pushed on top, the first to run last; each returns into the next.
    for constructor in reversed(_constructors(program)):
        state.push(Frame(constructor, constructor.template.copy(), state.frame, memory.key))
    for each in state.frames():
        program.machine.enter_new_block(state, each.block)
    return state


def _constructors(program: Program) -> list[Code]:
    """The functions of llvm.global_ctors by priority."""
    variable = program.module.globals.get("llvm.global_ctors")
    if variable is None or not isinstance(variable.initializer, ConstAggregate):
        return []
    entries: list[tuple[int, str]] = []
    for element in variable.initializer.elements:
        if not isinstance(element, ConstAggregate):
            continue
        priority, function = element.elements[0], element.elements[1]
        if isinstance(priority, ConstInt) and isinstance(function, GlobalRef):
            entries.append((priority.value, function.name))
    found: list[Code] = []
    for _, name in sorted(entries, key=_priority):
        code = program.code_of(name)
        if code is not None:
            found.append(code)
    return found


def _priority(entry: tuple[int, str]) -> int:
    return entry[0]


def _give_main_arguments(machine: Machine, state: State, code: Code, arguments: tuple[str, ...]) -> None:
    """argc, argv and an empty envp, as far as main takes them."""
    words = [argument.encode("utf-8", "surrogateescape") + b"\0" for argument in arguments]
    pointers = [_place(machine, state, f"argv[{i}]", word) for i, word in enumerate(words)]
    size = machine.layout.pointer_size
    vector = b"".join(p.to_bytes(size, "little") for p in [*pointers, 0])
    values: list[object] = [
        len(words),
        _place(machine, state, "argv", vector),
        _place(machine, state, "envp", bytes(size)),
    ]
    if code.parameter_count > len(values):
        raise UserError(f"main takes {code.parameter_count} parameters; at most argc, argv and envp can be given")
    for i in range(code.parameter_count):
        state.frame.registers[i] = values[i]


def _place(machine: Machine, state: State, name: str, data: bytes) -> int:
    object_ = machine.allocator.allocate(GLOBAL, name, f"program {name}", 0, len(data), 16)
    assert object_ is not None
    contents = state.memory.bind(object_, zeroed(len(data), 0))
    for i, byte in enumerate(data):
        contents.store(i, 1, byte)
    return int(object_.base)


def _give_symbolic_arguments(machine: Machine, state: State, code: Code) -> None:
    """Any other entry function is called with symbolic arguments named after its parameters."""
    for i, parameter in enumerate(code.function.parameters):
        name = code.function.body.variable_names.get(i, "") or parameter.name or f"arg{i}"
        if parameter.byval is not None:
            state.frame.registers[i] = _place_symbolic(machine, state, name, machine.layout.size_of(parameter.byval))
            continue
        shape = shape_of(parameter.type, machine.layout)
        array = _new_input(state, name, int(shape.size))
        whole: object = from_bytes([byte_of(array, at) for at in range(int(shape.size))])
        state.frame.registers[i] = _form(whole, 0, shape)


def _new_input(state: State, name: str, size: int) -> Term:
    array = symbol(name, size)
    state.inputs = (*state.inputs, SymbolicInput(name, array, size))
    return array


def _place_symbolic(machine: Machine, state: State, name: str, size: int) -> int:
    """A structure passed by value in memory: the callee gets the address of its copy."""
    address = _place(machine, state, name, bytes(size))
    object_ = machine.allocator.find(address)
    assert object_ is not None
    contents = state.memory.find(object_)
    assert contents is not None
    contents.make_symbolic(0, size, _new_input(state, name, size))
    return address


def _form(whole: object, offset: int, shape: Shape) -> object:
    """The value of a shape whose bytes are given as one integer."""
    if shape.is_scalar:
        return extract_bits(whole, 8 * offset, shape.width)
    return tuple([_form(whole, offset + shape.offsets[i], each) for i, each in enumerate(shape.elements)])
