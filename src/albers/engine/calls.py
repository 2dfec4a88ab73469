"""Operations that call and return: C functions, models, function pointers, varargs."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from albers.engine.control import Terminator
from albers.engine.library_summaries import Summary, summary_of
from albers.engine.machine import Machine
from albers.engine.model_call import ModelCall
from albers.engine.regions import copy_to_new_stack_object
from albers.engine.resolve import Resolver
from albers.engine.state import BlockCode, Code, Frame, Op, State
from albers.engine.statistics import BranchKind
from albers.engine.values import Shape, formed, zero_of
from albers.expr.arith import from_bytes
from albers.expr.arrays import byte_of
from albers.expr.compare import eq
from albers.expr.term import Term, const, symbol
from albers.ir.instructions import Instruction
from albers.ir.operands import Constant
from albers.solver.symcrete import Source, Symcrete
from albers.verdicts import ErrorKind
from albers.world.call import Model


@mypyc_attr(allow_interpreted_subclasses=True)
class Linker:
    """Finds what a name or an address stands for; implemented by the program."""

    def code_of(self, name: str) -> Code | None:
        """The lowered code of a defined function."""
        raise NotImplementedError

    def model_of(self, name: str) -> Model | None:
        raise NotImplementedError

    def function_at(self, address: int) -> str | None:
        """The name of the function with this address."""
        raise NotImplementedError

    def function_addresses(self) -> dict[int, str]:
        raise NotImplementedError

    def constant(self, constant: Constant) -> object:
        """The value of a constant as a register holds it."""
        raise NotImplementedError

    def block_number(self, function: str, label: str) -> int:
        """The number that stands for a block's address."""
        raise NotImplementedError

    def outermost_returned(self, state: State, value: object) -> bool:
        """The entry function returned."""
        raise NotImplementedError


class Signature:
    """What a call site passes and expects: argument registers, their widths and shapes in memory."""

    def __init__(
        self,
        arguments: list[int],
        widths: list[int],
        sizes: list[int],
        aligns: list[int],
        byval_sizes: list[int],
        result: i64,
        result_shape: Shape | None,
    ) -> None:
        self.arguments = arguments
        self.widths = widths
        self.sizes = sizes
        self.aligns = aligns
        self.byval_sizes = byval_sizes  # bytes of an argument passed by value in memory, -1 otherwise
        self.result: i64 = result
        self.result_shape = result_shape  # None for void
        self.result_width: i64 = 0 if result_shape is None else result_shape.width
        self.has_byval = False
        for size in byval_sizes:
            if size >= 0:
                self.has_byval = True


class CallOp(Op):
    """What all calls share."""

    def __init__(
        self, machine: Machine, resolver: Resolver, linker: Linker, instruction: Instruction, signature: Signature
    ) -> None:
        super().__init__(instruction)
        self.machine = machine
        self.resolver = resolver
        self.linker = linker
        self.signature = signature

    def enter(self, state: State, code: Code) -> bool:
        """Calls a C function, unless a guard has something else in mind."""
        for guard in self.machine.guards:
            if not guard.entering(state, self, code):
                return False
        return self.push_frame(state, code)

    def push_frame(self, state: State, code: Code) -> bool:
        machine = self.machine
        signature = self.signature
        caller = state.frame
        values = caller.registers
        registers = code.template.copy()
        frame = Frame(code, registers, caller, state.memory.key)
        frame.result = signature.result
        fixed = code.parameter_count
        arguments = signature.arguments
        count: i64 = len(arguments)
        if count < fixed:
            return machine.error(state, ErrorKind.USER, f"calling {code.name} with too few arguments")
        for i in range(fixed):
            registers[i] = values[arguments[i]]
        if count > fixed:
            if code.function.type.is_vararg:
                frame.varargs = [
                    (values[arguments[i]], i64(signature.sizes[i]), i64(signature.aligns[i]))
                    for i in range(fixed, count)
                ]
            else:
                machine.warn(f"calling {code.name} with extra arguments.", once=True)
        if frame.depth > machine.options.limits.max_stack_frames:
            return machine.end_early(state, "Maximum stack size reached.")
        if signature.has_byval and not self._copy_byval(state, frame, fixed):
            return False
        state.frame = frame
        block = frame.block
        block.visits += 1
        if not block.entered:
            machine.enter_new_block(state, block)
        for hook in machine.hooks:
            hook.called(state, frame)
        return False

    def _copy_byval(self, state: State, frame: Frame, fixed: i64) -> bool:
        """A structure passed by value arrives as a pointer to a copy of its own."""
        signature = self.signature
        for i in range(len(signature.arguments)):
            size = signature.byval_sizes[i]
            if size < 0:
                continue
            pointer = state.frame.registers[signature.arguments[i]]
            site = f"{frame.code.name} argument {i}"
            address = copy_to_new_stack_object(
                self.machine, self.resolver, state, frame, pointer, size, signature.aligns[i], site
            )
            if address is None:
                return False
            if i < fixed:
                frame.registers[i] = address
            else:
                frame.varargs[i - fixed] = (address, i64(-size), i64(signature.aligns[i]))
        return True

    def run_model(self, state: State, name: str, model: Model) -> bool:
        """Performs a modelled function."""
        signature = self.signature
        registers = state.frame.registers
        arguments = [registers[a] for a in signature.arguments]
        for guard in self.machine.guards:
            if not guard.modelling(state, name, arguments):
                return False
        call = ModelCall(
            self.machine,
            self.resolver,
            state,
            name,
            arguments,
            signature.widths,
            int(signature.result),
            int(signature.result_width),
        )
        model(call)
        if not call.is_settled and not state.ended and not call.was_forked:
            call.returns(0)
        return not state.pause and not call.has_jumped

    def undefined(self, state: State, name: str) -> bool:
        """What `--undefined` says about a function that nobody defines."""
        wanted = self.machine.options.world.undefined
        if wanted == "error":
            self.machine.incomplete("call of an undefined function")
            return self.machine.error(
                state,
                ErrorKind.EXTERNAL,
                f"failed external call: {name}",
                f"\t{name} is declared but defined nowhere. You can:\n"
                f"\t  - give its source or bitcode on the command line,\n"
                f"\t  - write a stub in C and give that,\n"
                f"\t  - model it in Python: explore(..., Options(models={{'{name}': model}})).\n"
                f"\tOr go on without it: --undefined zero and --undefined symbolic make such calls do nothing\n"
                f"\tand return 0 or anything; with --undefined symcrete a value stays until a branch needs another.\n",
            )
        self.machine.warn(
            f"calling external: {name}, defined nowhere; it does nothing and returns {_ANSWERS[wanted]}", True
        )
        shape = self.signature.result_shape
        if wanted == "zero":
            # The real function may well answer something else.
            self.machine.incomplete("call of an undefined function answered with zero")
        if shape is not None and self.signature.result >= 0:
            answer = zero_of(shape) if wanted == "zero" else _new_input(state, name, shape)
            state.frame.registers[self.signature.result] = answer
            if wanted == "symcrete" and isinstance(answer, Term):
                # Concrete in the witness, and recomputed when a branch needs another value.
                self.machine.add_symcrete(state, Symcrete(answer, _ANY_ANSWER))
        return True

    def call_by_name(self, state: State, name: str) -> bool:
        model = self.linker.model_of(name)
        if model is not None:
            return self.run_model(state, name, model)
        code = self.linker.code_of(name)
        if code is None:
            return self.undefined(state, name)
        return self.enter(state, code)


_ANSWERS: Final = {"zero": "0", "symbolic": "anything", "symcrete": "what the path needs"}
_ANY_ANSWER: Final = Source()


def _new_input(state: State, name: str, shape: Shape) -> object:
    """A value of which every byte is a new input, called after the function."""
    size = int(shape.size)
    if size == 0:
        return zero_of(shape)
    array = symbol(name, size)
    state.add_input(name, array, size)
    return formed(from_bytes([byte_of(array, at) for at in range(size)]), 0, shape)


class DirectCall(CallOp):
    """A call of a function known by name; what it is, is looked up once, when first executed."""

    def __init__(
        self,
        machine: Machine,
        resolver: Resolver,
        linker: Linker,
        instruction: Instruction,
        signature: Signature,
        name: str,
    ) -> None:
        super().__init__(machine, resolver, linker, instruction, signature)
        self.name = name
        self._code: Code | None = None
        self._summary: Summary | None = None

    def execute(self, state: State) -> bool:
        code = self._code
        if code is not None:
            if self._summary is not None and self._is_summarised(state, self._summary):
                return True
            return self.enter(state, code)
        if self.linker.model_of(self.name) is None:
            self._code = self.linker.code_of(self.name)
            if self._code is not None:
                self._summary = summary_of(self._code, len(self.signature.arguments))
                return self.execute(state)
        return self.call_by_name(state, self.name)

    def _is_summarised(self, state: State, summary: Summary) -> bool:
        machine = self.machine
        frame = state.frame
        if machine.hooks or frame.depth >= machine.options.limits.max_stack_frames:
            return False
        signature = self.signature
        registers = frame.registers
        value = summary(machine, state, [registers[a] for a in signature.arguments])
        if value is None:
            return False
        if signature.result >= 0:
            registers[signature.result] = value
        return True


class IndirectCall(CallOp):
    """A call through a function pointer."""

    def __init__(
        self,
        machine: Machine,
        resolver: Resolver,
        linker: Linker,
        instruction: Instruction,
        signature: Signature,
        pointer: i64,
    ) -> None:
        super().__init__(machine, resolver, linker, instruction, signature)
        self.pointer: i64 = pointer

    def execute(self, state: State) -> bool:
        pointer = state.frame.registers[self.pointer]
        if isinstance(pointer, int):
            return self._call_address(state, pointer)
        assert isinstance(pointer, Term)
        rest = state
        # Lowering what is called may take the address of further functions, which this pointer cannot mean.
        for address, name in list(self.linker.function_addresses().items()):
            here, elsewhere = self.machine.branch(rest, eq(pointer, const(pointer.width, address)), BranchKind.CALL)
            if here is not None:
                self.call_by_name(here, name)
            if elsewhere is None:
                return False
            rest = elsewhere
        self._invalid(rest)
        return False

    def _call_address(self, state: State, address: int) -> bool:
        name = self.linker.function_at(address)
        if name is None:
            return self._invalid(state)
        return self.call_by_name(state, name)

    def _invalid(self, state: State) -> bool:
        return self.machine.error(state, ErrorKind.PTR, "memory error: invalid function pointer")


class Return(Terminator):
    """Leaves the function: its stack objects end, the caller's register receives the value."""

    def __init__(
        self, machine: Machine, instruction: Instruction, block: BlockCode, value: i64, linker: Linker
    ) -> None:
        super().__init__(instruction, block)
        self.machine = machine
        self.value: i64 = value  # -1 for void
        self.linker = linker

    def execute(self, state: State) -> bool:
        self.leave()
        frame = state.frame
        value: object = 0
        if self.value >= 0:
            value = frame.registers[self.value]
        if frame.caller is None:
            return self.linker.outermost_returned(state, value)
        for hook in self.machine.hooks:
            hook.returned(state, frame)
        if frame.allocas:
            memory = state.memory
            for object_ in frame.allocas:
                memory.free(object_)
        caller = state.pop()
        assert caller is not None
        if frame.result >= 0:
            caller.registers[frame.result] = value
        return False
