"""Which function may call which.

Direct calls are edges. A call through a pointer may reach every function whose address is taken somewhere and whose
type fits the call. With roots given, only what they can reach is looked at, so that the bodies of an unused libc are
never parsed. Names are those of functions in `module.functions`; aliases are followed.
"""

from __future__ import annotations

import re
from typing import Final

from albers.ir.instructions import Call, Instruction, Unsupported
from albers.ir.lexer import bare_name
from albers.ir.module import Module
from albers.ir.operands import ConstAggregate, Constant, ConstExpr, GlobalRef, InlineAsm, Operand
from albers.ir.types import VOID, FunctionType

# Lists that only keep things alive in the linker; being in them does not mean that anyone takes the address.
KEEP_ALIVE_LISTS: Final = frozenset(["llvm.used", "llvm.compiler.used"])
GLOBAL_NAME: Final = re.compile(r'@(?:[-\w$.]+|"[^"]*")', re.ASCII)


class CallGraph:
    """`direct` and `indirect` list, for every function looked at, whom it calls by name and through pointers."""

    def __init__(self, module: Module) -> None:
        self._module = module
        self.direct: dict[str, set[str]] = {}
        self.indirect: dict[str, set[str]] = {}
        self.address_taken: set[str] = set()

    def callees(self, name: str) -> set[str]:
        """Every function that `name` may call itself."""
        return self.direct.get(name, set()) | self.indirect.get(name, set())

    def callers(self, name: str) -> set[str]:
        """Every function that may itself call `name`."""
        return {caller for caller in self.direct if name in self.direct[caller] or name in self.indirect[caller]}

    def reachable(self, roots: list[str]) -> set[str]:
        """The roots and everything they may call, directly or not."""
        found = set(roots)
        stack = list(roots)
        while stack:
            for callee in self.callees(stack.pop()):
                if callee not in found:
                    found.add(callee)
                    stack.append(callee)
        return found

    def targets(self, call: Call) -> set[str]:
        """The functions one call may enter; none for inline assembly."""
        known = named_callee(self._module, call.callee)
        if known is not None:
            return {known}
        if isinstance(call.callee, InlineAsm):
            return set()
        return {name for name in self.address_taken if self._fits(call.function_type, name)}

    def _fits(self, type_: FunctionType, name: str) -> bool:
        return may_call(type_, self._module.functions[name].type)


def build_call_graph(module: Module, roots: list[str] | None = None) -> CallGraph:
    """The call graph of the whole module, or of what `roots` can reach."""
    return CallGraphBuilder(module).build(roots)


def may_call(call_type: FunctionType, function_type: FunctionType) -> bool:
    """Whether a call through a pointer of one type can sensibly enter a function of another.

    C programs ignore results and call functions without prototypes, so a void call fits any result, and where one side
    has a variable argument list only the parameters both sides name must agree.
    """
    if call_type.result != VOID and call_type.result != function_type.result:
        return False
    given, wanted = call_type.params, function_type.params
    if not (call_type.is_vararg or function_type.is_vararg) and len(given) != len(wanted):
        return False
    return all(left == right for left, right in zip(given, wanted, strict=False))


def follow_alias(module: Module, name: str) -> str:
    """The variable or function an alias finally names; other names are returned as they are."""
    seen: set[str] = set()
    while name in module.aliases and name not in seen:
        seen.add(name)
        alias = module.aliases[name]
        if alias.is_ifunc:
            return name
        names = referenced_globals(alias.target)
        if not names:
            return name
        name = names[0]
    return name


def named_callee(module: Module, callee: Operand) -> str | None:
    """The function a callee operand names, if it names one; an ifunc does not, its resolver decides."""
    while isinstance(callee, ConstExpr) and len(callee.operands) == 1:
        callee = callee.operands[0]
    if not isinstance(callee, GlobalRef):
        return None
    name = follow_alias(module, callee.name)
    return name if name in module.functions else None


def referenced_globals(constant: Constant) -> list[str]:
    """The names of all globals whose address is part of a constant."""
    found: list[str] = []
    stack = [constant]
    while stack:
        current = stack.pop()
        if isinstance(current, GlobalRef):
            found.append(current.name)
        elif isinstance(current, ConstAggregate):
            stack.extend(reversed(current.elements))
        elif isinstance(current, ConstExpr):
            stack.extend(reversed(current.operands))
    return found


class CallGraphBuilder:
    """Discovers functions and variables from the roots until nothing new turns up."""

    def __init__(self, module: Module) -> None:
        self._module = module
        self._graph = CallGraph(module)
        self._pending_functions: list[str] = []
        self._pending_names: list[str] = []
        self._seen_names: set[str] = set()
        self._indirect_calls: dict[str, list[Call]] = {}

    def build(self, roots: list[str] | None) -> CallGraph:
        graph = self._graph
        if roots is None:
            roots = list(self._module.functions)
            self._pending_names += [name for name in self._module.globals if name not in KEEP_ALIVE_LISTS]
        for name in roots:
            self._add_function(follow_alias(self._module, name))
        while self._pending_functions or self._pending_names:
            while self._pending_functions or self._pending_names:
                if self._pending_names:
                    self._visit_name(self._pending_names.pop())
                else:
                    self._visit_function(self._pending_functions.pop())
            # New functions may have become reachable through pointers: look at those too, until no more appear.
            for name, calls in self._indirect_calls.items():
                for call in calls:
                    graph.indirect[name] |= graph.targets(call)
            for name in list(graph.indirect):
                for callee in sorted(graph.indirect[name]):
                    self._add_function(callee)
        return graph

    def _add_function(self, name: str) -> None:
        if name in self._module.functions and name not in self._graph.direct:
            self._graph.direct[name] = set()
            self._graph.indirect[name] = set()
            self._pending_functions.append(name)

    def _visit_function(self, name: str) -> None:
        function = self._module.functions[name]
        if function.is_declaration:
            return
        for block in function.body.blocks:
            for instruction in block.instructions:
                self._visit_instruction(name, instruction)

    def _visit_instruction(self, function: str, instruction: Instruction) -> None:
        operands = instruction.operands()
        if isinstance(instruction, Call):
            operands = instruction.arguments
            self._visit_call(function, instruction)
        elif isinstance(instruction, Unsupported):
            # Whether the text calls a function or passes its address on is unknown: assume both.
            for token in GLOBAL_NAME.findall(instruction.text):
                name = bare_name(token)
                self._add_edge(function, follow_alias(self._module, name))
                self._pending_names.append(name)
        for operand in operands:
            if isinstance(operand, Constant):
                self._pending_names += referenced_globals(operand)

    def _visit_call(self, function: str, call: Call) -> None:
        callee = named_callee(self._module, call.callee)
        if callee is not None:
            self._add_edge(function, callee)
            return
        if isinstance(call.callee, InlineAsm):
            return
        self._indirect_calls.setdefault(function, []).append(call)
        if isinstance(call.callee, Constant):
            names = referenced_globals(call.callee)
            self._pending_names += names
            for name in names:
                alias = self._module.aliases.get(name)
                if alias is not None and alias.is_ifunc:
                    for resolver in referenced_globals(alias.target):
                        self._add_edge(function, follow_alias(self._module, resolver))

    def _add_edge(self, caller: str, callee: str) -> None:
        if callee in self._module.functions:
            self._graph.direct[caller].add(callee)
            self._add_function(callee)

    def _visit_name(self, name: str) -> None:
        """The address of a global is used: a function can be called through it, a variable can hold more addresses."""
        if name in self._seen_names:
            return
        self._seen_names.add(name)
        if name in self._module.functions:
            self._graph.address_taken.add(name)
            return
        alias = self._module.aliases.get(name)
        if alias is not None and alias.is_ifunc:  # whoever uses it gets what the resolver returns
            for resolver in referenced_globals(alias.target):
                self._add_function(follow_alias(self._module, resolver))
            return
        if alias is not None:
            self._pending_names += referenced_globals(alias.target)
            return
        variable = self._module.globals.get(name)
        if variable is not None and variable.initializer is not None:
            self._pending_names += referenced_globals(variable.initializer)
