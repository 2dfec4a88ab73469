"""The first state: globals in place, the C library's start and constructors to run, the entry function's arguments."""

from __future__ import annotations

from typing import Final

from albers.engine.machine import Machine
from albers.engine.model_call import ModelCall
from albers.engine.program import Program
from albers.engine.state import Code, Frame, State
from albers.engine.values import formed, shape_of
from albers.errors import UserError
from albers.expr.arith import from_bytes
from albers.expr.arrays import byte_of
from albers.expr.evaluate import Assignment
from albers.expr.term import Term, symbol
from albers.ir.operands import ConstAggregate, ConstInt, GlobalRef
from albers.memory.address_space import AddressSpace
from albers.memory.contents import zeroed
from albers.memory.objects import GLOBAL
from albers.options import Options, ProgramOptions
from albers.solver.path_condition import PathCondition
from albers.world.kernel.kernel_state import Kernel, KernelState
from albers.world.program_inputs import starts

#: The C library's own preparations, called with main's arguments before everything else if the program contains it.
_START: Final = "__albers_start"


def initial_state(program: Program, options: ProgramOptions, kernel: Kernel) -> State:
    """The state before anything happened: globals in place, the entry function without its arguments."""
    code = program.code_of(options.entry)
    if code is None:
        raise UserError(f"no function '{options.entry}' to start at; name another with --entry FUNCTION")
    memory = AddressSpace.empty()
    frame = Frame(code, code.template.copy(), None, memory.key)
    state = State(0, frame, memory, PathCondition.empty(), Assignment({}))
    state.world = KernelState(kernel)
    program.bind_globals(state)
    return state


def begin(program: Program, state: State, options: Options) -> None:
    """Gives the initial state its arguments and forks if their number is symbolic; the first instruction is due."""
    is_main = options.program.entry == "main"
    if options.world.sym_args and not is_main:
        raise UserError("symbolic arguments (--sym-arg, --sym-args) are for a program that starts at main")
    call = ModelCall(program.machine, program.resolver, state, options.program.entry, [], [], -1, 0)
    for name in _symbolic_globals(program, options.techniques.sym_globals):
        _make_global_symbolic(program, state, name)
    for start in starts(call, options.world, options.program.arguments if is_main else ()):
        side = start.call
        assert isinstance(side, ModelCall)
        _prepare(program, side.state, is_main, [start.argc, start.argv, start.envp])


def _symbolic_globals(program: Program, names: tuple[str, ...]) -> list[str]:
    """The variables asked for; `all` are those of the user's program that can be written to."""
    variables = program.module.globals
    found: list[str] = []
    for name in names:
        if name == "all" and name not in variables:
            found += [each.name for each in variables.values() if each.is_described and not each.is_constant]
        elif name in program.globals and not variables[name].is_constant:
            found.append(name)
        else:
            raise UserError(f"--sym-globals {name}: the program has no variable of this name that can be written to")
    return [name for name in dict.fromkeys(found) if program.globals[name].size > 0]


def _make_global_symbolic(program: Program, state: State, name: str) -> None:
    object_ = program.globals[name]
    contents = state.memory.find(object_)
    assert contents is not None
    size = int(object_.size)
    state.memory.writable(object_, contents).make_symbolic(0, size, _new_input(state, name, size))
    state.inputs[len(state.inputs) - 1].object = object_


def _prepare(program: Program, state: State, is_main: bool, process: list[object]) -> None:
    if is_main:
        _give_arguments(state, process)
    else:
        _give_symbolic_arguments(program.machine, state, state.frame.code)
    # What runs earlier is pushed on top, the first to run last; each returns into the next.
    for constructor in reversed(_constructors(program)):
        state.push(Frame(constructor, constructor.template.copy(), state.frame, state.memory.key))
    start = program.code_of(_START)
    if start is not None:
        state.push(Frame(start, start.template.copy(), state.frame, state.memory.key))
        _give_arguments(state, process)
    for each in state.frames():
        program.machine.enter_new_block(state, each.block)


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


def _give_arguments(state: State, values: list[object]) -> None:
    """To the function on top of the stack, as many as it takes."""
    code = state.frame.code
    if code.parameter_count > len(values):
        raise UserError(
            f"{code.name} takes {code.parameter_count} parameters; at most argc, argv and envp can be given"
        )
    for i in range(code.parameter_count):
        state.frame.registers[i] = values[i]


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
        state.frame.registers[i] = formed(whole, 0, shape)


def _new_input(state: State, name: str, size: int) -> Term:
    array = symbol(name, size)
    state.add_input(name, array, size)
    return array


def _place_symbolic(machine: Machine, state: State, name: str, size: int) -> int:
    """A structure passed by value in memory: the callee gets the address of its copy."""
    object_ = machine.allocator.allocate(GLOBAL, name, f"program {name}", 0, size, 16)
    assert object_ is not None, "the first objects always find room"
    contents = state.memory.bind(object_, zeroed(size, 0))
    contents.make_symbolic(0, size, _new_input(state, name, size))
    state.inputs[len(state.inputs) - 1].object = object_
    return int(object_.base)
