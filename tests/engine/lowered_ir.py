"""Small functions lowered by the real engine and run on concrete or symbolic arguments, and LLVM's own opinion of them.

A `Case` is one expression in LLVM's assembly with holes for its operands. `Engine` computes it with our operations;
`folded` lets LLVM's constant folder compute it, which shares no code with us.
"""

from __future__ import annotations

import random
import re

import llvmlite.binding as llvm

from albers.engine.endings import PathEnd, PathListener
from albers.engine.hooks import Hook
from albers.engine.machine import Machine
from albers.engine.program import Program
from albers.engine.resolve import Resolver
from albers.engine.state import Frame, State
from albers.expr.arith import from_bytes
from albers.expr.arrays import byte_of
from albers.expr.bits import extract
from albers.expr.evaluate import Assignment, evaluate
from albers.expr.term import Term, as_value, symbol
from albers.ir.instructions import Return
from albers.ir.operands import Constant
from albers.ir.parser import parse_module
from albers.ir.types import FLOAT_WIDTHS
from albers.memory.address_space import AddressSpace
from albers.options import Options
from albers.solver.chain import Solver, SolverOptions
from albers.solver.path_condition import PathCondition

HEADER = 'target datalayout = "e-m:e-i64:64-i128:128-f80:128-n8:16:32:64-S128"\n'
FORMAT_WIDTHS = dict(FLOAT_WIDTHS)

llvm.initialize_native_target()
llvm.initialize_native_asmprinter()


# Types and literals, by LLVM's spelling


def lanes_of(type_: str) -> tuple[int, str]:
    """(count, element) of a vector type; (0, type) of a scalar."""
    match = re.fullmatch(r"<(\d+) x (.+)>", type_)
    return (0, type_) if match is None else (int(match.group(1)), match.group(2))


def width_of(type_: str) -> int:
    """The bits of a scalar type."""
    if type_ == "ptr":
        return 64
    return FORMAT_WIDTHS[type_] if type_ in FORMAT_WIDTHS else int(type_[1:])


def mangled(type_: str) -> str:
    """How an intrinsic's name spells a type: i32, v4f32, p0."""
    count, element = lanes_of(type_)
    if count:
        return f"v{count}{mangled(element)}"
    spelled = {"half": "f16", "bfloat": "bf16", "float": "f32", "double": "f64", "x86_fp80": "f80", "fp128": "f128"}
    return "p0" if type_ == "ptr" else spelled.get(type_, type_)


def literal(type_: str, value: object) -> str:
    """A constant; floats are given by their bits."""
    count, element = lanes_of(type_)
    if count:
        assert isinstance(value, tuple)
        return "<" + ", ".join(f"{element} {literal(element, each)}" for each in value) + ">"
    if type_ == "ptr":
        return f"inttoptr (i64 {value} to ptr)"
    if type_ in FORMAT_WIDTHS:
        return f"bitcast (i{FORMAT_WIDTHS[type_]} {value} to {type_})"
    return str(value)


class Case:
    """`body` is one instruction's right-hand side, with {0}, {1}, ... for operands of the types `operands`."""

    def __init__(self, result: str, body: str, *operands: str) -> None:
        self.result = result
        self.body = body
        self.operands = operands

    def __repr__(self) -> str:
        return f"{self.body} on {', '.join(self.operands)}"

    def function(self, name: str, arguments: list[object] | None = None) -> str:
        """As a function: of its operands, or of nothing if arguments are given."""
        if arguments is None:
            holes = [f"%a{i}" for i in range(len(self.operands))]
            parameters = ", ".join(f"{type_} {hole}" for type_, hole in zip(self.operands, holes, strict=True))
        else:
            holes = [literal(type_, value) for type_, value in zip(self.operands, arguments, strict=True)]
            parameters = ""
        strict = " strictfp" if "constrained" in self.body else ""
        body = re.sub(r"\{(\d)\}", lambda hole: holes[int(hole.group(1))], self.body)
        return f"define {self.result} @{name}({parameters}){strict} {{\n  %r = {body}\n  ret {self.result} %r\n}}\n"


def intrinsic(name: str, result: str, *operands: str, fixed: str = "", overload: tuple[str, ...] = ()) -> Case:
    """A call of @llvm.<name>; `overload` are the types its name ends in, by default the first operand's."""
    suffix = "".join("." + mangled(type_) for type_ in (overload or operands[:1]))
    holes = ", ".join(f"{type_} {{{i}}}" for i, type_ in enumerate(operands))
    return Case(result, f"call {result} @llvm.{name}{suffix}({holes}{fixed})", *operands)


def with_declarations(functions: str) -> str:
    """The functions with declarations of the intrinsics they call."""
    declared: dict[str, str] = {}
    for match in re.finditer(r"call (.*?) (@llvm\.[\w.]+)\((.*)\)\n", functions):
        types = [_type_at_start(each) for each in _split(match.group(3))]
        declared[match.group(2)] = f"declare {match.group(1)} {match.group(2)}({', '.join(types)})\n"
    return HEADER + "".join(declared.values()) + functions


def _split(arguments: str) -> list[str]:
    """The arguments of a call; commas inside brackets do not separate."""
    parts: list[str] = []
    depth = 0
    for piece in re.split(r"([<({\[\]})>,])", arguments):
        depth += piece in ("<", "(", "{", "[")
        depth -= piece in (">", ")", "}", "]")
        if not parts or (piece == "," and depth == 0):
            parts.append("")
        if piece != "," or depth:
            parts[-1] += piece
    return [part.strip() for part in parts if part.strip()]


def _type_at_start(argument: str) -> str:
    match = re.match(r"<[^>]*>|\S+", argument)
    assert match is not None
    return match.group()


# LLVM's answer


def folded(cases: list[tuple[Case, list[object]]]) -> list[object]:
    """What LLVM's optimiser makes of each case on constant arguments; None where it leaves a computation."""
    functions = "".join(case.function(f"f{i}", arguments) for i, (case, arguments) in enumerate(cases))
    module = llvm.parse_assembly(with_declarations(functions), llvm.create_context())
    target = llvm.Target.from_default_triple().create_target_machine()
    builder = llvm.create_pass_builder(target, llvm.create_pipeline_tuning_options())
    passes = llvm.create_new_module_pass_manager()
    passes.add_instruction_combine_pass()
    passes.run(module, builder)
    engine = Engine(str(module))
    return [engine.constant_result(f"f{i}") for i in range(len(cases))]


# Our answer


class Recorder(PathListener):
    """Remembers how paths ended."""

    def __init__(self) -> None:
        super().__init__()
        self.ends: list[PathEnd] = []

    def path_ended(self, end: PathEnd) -> None:
        self.ends.append(end)

    def errors(self) -> list[tuple[str, str]]:
        """(kind, message) of the paths that ended with an error."""
        problems = [end.ending.error for end in self.ends]
        return [(problem.kind.value, problem.message) for problem in problems if problem is not None]


class Graveyard(Hook):
    """Keeps the states that ended."""

    def __init__(self) -> None:
        self.states: list[State] = []

    def ended(self, state: State) -> None:
        self.states.append(state)


class Engine:
    """The functions of an assembly text on a machine of their own."""

    def __init__(self, text: str, options: Options | None = None) -> None:
        printed = str(llvm.parse_assembly(text, llvm.create_context()))
        module = parse_module(printed)
        options = options or Options()
        self.listener = Recorder()
        solver = Solver(SolverOptions(backend=options.solver.solver, crosscheck=False, timeout=30.0))
        self.machine = Machine(module.layout, options, solver, self.listener)
        self.graveyard = Graveyard()
        self.machine.hooks.append(self.graveyard)
        self.program = Program(module, self.machine, Resolver(self.machine), {}, {}, frozenset())

    def constant_result(self, name: str) -> object:
        """The value of a function that only returns a constant; None if it does more."""
        returned = self.program.module.functions[name].body.blocks[0].instructions[0]
        if not isinstance(returned, Return) or not isinstance(returned.value, Constant):
            return None
        return self.program.constant(returned.value)

    def run(self, name: str, *arguments: object) -> list[tuple[State, object]]:
        """The states that reach the return of a function of one block, with what it returns on each."""
        return self.call(self.fresh_state(name), name, *arguments)

    def fresh_state(self, name: str) -> State:
        """A state without memory and conditions, about to call the function."""
        memory = AddressSpace.empty()
        return State(0, self._frame(name, memory.key), memory, PathCondition.empty(), Assignment({}))

    def call(self, first: State, name: str, *arguments: object) -> list[tuple[State, object]]:
        """As `run`, going on from a state that may have memory and conditions."""
        first.frame = self._frame(name, first.memory.key)
        first.frame.registers[: len(arguments)] = arguments
        pending = [first]
        finished: list[State] = []
        while pending:
            state = pending.pop()
            frame = state.frame
            while not state.ended and frame.index < len(frame.ops) - 1:
                op = frame.ops[frame.index]
                frame.index += 1
                op.execute(state)
            if not state.ended:
                finished.append(state)
            pending += [child for child in self.machine.added if not child.ended]
            self.machine.added.clear()
        returned = first.frame.code.function.body.blocks[0].terminator()
        assert isinstance(returned, Return)
        if returned.value is None:
            return [(state, None) for state in finished]
        at = returned.value.index  # type: ignore[attr-defined]  # a register: the functions here compute their result
        return [(state, state.frame.registers[at]) for state in finished]

    def _frame(self, name: str, owner: int) -> Frame:
        code = self.program.code_of(name)
        assert code is not None
        return Frame(code, code.template.copy(), None, owner)

    def value(self, name: str, *arguments: object) -> object:
        """The result on the only path there is."""
        results = self.run(name, *arguments)
        assert len(results) == 1 and not self.listener.ends
        return results[0][1]


def engine_of(cases: list[Case], options: Options | None = None) -> Engine:
    """The cases as functions f0, f1, ..."""
    return Engine(with_declarations("".join(case.function(f"f{i}") for i, case in enumerate(cases))), options)


# Symbolic arguments


class Unknowns:
    """Unknown values of given types, and assignments that give them the values of a sample."""

    def __init__(self) -> None:
        self.values: dict[Term, int] = {}

    def like(self, type_: str, value: object) -> object:
        """A term, or a tuple of terms, that is worth `value` under `assignment`."""
        count, element = lanes_of(type_)
        if count:
            assert isinstance(value, tuple)
            return tuple(self.like(element, each) for each in value)
        assert isinstance(value, int)
        width = width_of(type_)
        size = (width + 7) // 8
        array = symbol("unknown", size)
        leaves = [byte_of(array, i) for i in range(size)]
        self.values.update(zip(leaves, value.to_bytes(size, "little"), strict=True))
        return as_value(extract(from_bytes(leaves), 0, width))

    @property
    def assignment(self) -> Assignment:
        return Assignment(self.values)


def evaluated(value: object, assignment: Assignment) -> object:
    """A value with its terms replaced by what they are worth."""
    if isinstance(value, tuple):
        return tuple(evaluated(each, assignment) for each in value)
    return evaluate(value, assignment) if isinstance(value, Term) else value


def holds(state: State, assignment: Assignment) -> bool:
    """Whether the path is the one that the assigned inputs take."""
    return all(evaluate(condition, assignment) for condition in state.path.constraints())


# Samples


def sample(type_: str, source: random.Random) -> object:
    """A value of the type; the corners come up often."""
    count, element = lanes_of(type_)
    if count:
        return tuple(sample(element, source) for _ in range(count))
    width = width_of(type_)
    full = (1 << width) - 1
    if source.random() < 0.5:
        return source.getrandbits(width)
    return source.choice([0, 1, 2, width - 1, width, width + 1, full, full - 1, full >> 1, (full >> 1) + 1]) & full


def samples_of(cases: list[Case], count: int, seed: int = 1) -> list[tuple[int, list[object]]]:
    """(number of the case, arguments), `count` for each case."""
    source = random.Random(seed)
    chosen: list[tuple[int, list[object]]] = []
    for number, case in enumerate(cases):
        chosen += [(number, [sample(type_, source) for type_ in case.operands]) for _ in range(count)]
    return chosen


def assert_agrees_with_llvm(cases: list[Case], count: int = 12) -> None:
    """Our concrete results are those of LLVM's constant folder."""
    assert_concrete_results(cases, samples_of(cases, count))


def assert_concrete_results(cases: list[Case], samples: list[tuple[int, list[object]]]) -> None:
    engine = engine_of(cases)
    expected = folded([(cases[number], arguments) for number, arguments in samples])
    for (number, arguments), answer in zip(samples, expected, strict=True):
        assert answer is not None, f"LLVM does not fold {cases[number]} {arguments}"
        ours = engine.value(f"f{number}", *arguments)
        assert ours == answer, f"{cases[number]} {arguments}: {ours} instead of {answer}"


def assert_terms_agree(cases: list[Case], count: int = 6) -> None:
    """On unknown arguments, all or some, the result is worth what it is on the concrete ones."""
    engine = engine_of(cases)
    source = random.Random(2)
    for number, arguments in samples_of(cases, count, seed=3):
        expected = engine.value(f"f{number}", *arguments)
        for hidden in ([True] * len(arguments), [source.random() < 0.5 for _ in arguments]):
            unknowns = Unknowns()
            given = [
                unknowns.like(type_, value) if hide else value
                for type_, value, hide in zip(cases[number].operands, arguments, hidden, strict=True)
            ]
            result = engine.value(f"f{number}", *given)
            found = evaluated(result, unknowns.assignment)
            assert found == expected, f"{cases[number]} {arguments}: {found} instead of {expected}"
