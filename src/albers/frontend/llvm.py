"""The typed face of llvmlite: the few module operations the frontend needs, and LLVM's messages as exceptions.

A `Module` owns its own LLVM context, so names of types never depend on what was built earlier in the same process.
Values are not exposed: whoever wants to look inside a module reads its text.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Container, Iterable, Sequence
from typing import Any

import llvmlite
import llvmlite.binding as binding

LLVMLITE_VERSION: str = llvmlite.__version__

_targets_ready = False

#: Without them LLVM complains about the calling convention that every Linux on this machine has.
_FEATURES = {"riscv64": "+m,+a,+f,+d,+c", "riscv32": "+m,+a,+f,+d,+c"}

_ALIAS_LINE = re.compile(
    r'^@(?:"([^"]+)"|([-\w$.]+)) = (?!private |internal )((?:[a-z_]+ )*)(?:alias|ifunc) ', re.MULTILINE
)


class LlvmError(Exception):
    """LLVM refused a module: unreadable, invalid, or not linkable."""


class Module:
    """One LLVM module in a context of its own."""

    def __init__(self, handle: Any, context: Any) -> None:
        self._handle = handle
        self._context = context

    @staticmethod
    def from_bitcode(bitcode: bytes) -> Module:
        return _parse(binding.parse_bitcode, bitcode)

    @staticmethod
    def from_assembly(assembly: str) -> Module:
        return _parse(binding.parse_assembly, assembly)

    @staticmethod
    def empty(triple: str) -> Module:
        module = Module.from_assembly("")
        module.complete_target(triple)
        return module

    @property
    def triple(self) -> str:
        return str(self._handle.triple)

    @property
    def data_layout(self) -> str:
        return str(self._handle.data_layout)

    def complete_target(self, triple: str) -> None:
        """Fill in what a hand-written module leaves out: the triple, and the data layout that follows from it."""
        if not self.triple:
            self._handle.triple = triple
        if not self.data_layout:
            self._handle.data_layout = str(self._target_machine().target_data)

    def assembly(self) -> str:
        return str(self._handle)

    def bitcode(self) -> bytes:
        return bytes(self._handle.as_bitcode())

    def keep_inline_definitions(self) -> None:
        """Make inline functions that are defined elsewhere, or should be, definitions that give way to any other."""
        for function in self._handle.functions:
            if function.linkage == binding.Linkage.available_externally:
                function.linkage = binding.Linkage.linkonce_odr

    def link(self, bitcode: bytes) -> None:
        """Link another module for the same architecture, given as bitcode, into this one."""
        self._link(self._parse_beside(bitcode))

    def link_all(self, bitcodes: Sequence[bytes]) -> None:
        """Link modules in this order, in pairs: whatever is linked into a module, LLVM looks at all of it."""
        modules = [self._parse_beside(bitcode) for bitcode in bitcodes]
        while len(modules) > 1:
            for left, right in zip(modules[::2], modules[1::2], strict=False):
                _link_into(left, right)
            modules = modules[::2]
        for module in modules:
            self._link(module)

    def hide_all_but(self, visible: Container[str]) -> None:
        """Make every other definition local, as a shared library does."""
        for value in [*self._handle.functions, *self._handle.global_variables]:
            if value.is_declaration or value.name in visible or str(value.name).startswith("llvm."):
                continue
            if value.linkage != binding.Linkage.private:
                value.linkage = binding.Linkage.internal

    def link_library(self, bitcode: bytes, kept: Container[str]) -> None:
        """Link a library's module as a linker would, except that no definition is one too many.

        A strong definition replaces a weak one; of two strong ones, that which is already here stays. `kept` are
        further names to keep: aliases of the program, which cannot be looked up.
        """
        other = self._parse_beside(bitcode)
        for value in [*other.functions, *other.global_variables]:
            if value.is_declaration or value.linkage != binding.Linkage.external:
                continue
            if value.name in kept or self._defines_strongly(value.name):
                value.linkage = binding.Linkage.weak_any
        self._link(other)

    def defines(self, name: str) -> bool:
        """Whether a function or variable of this name is defined here; aliases are not considered."""
        value = self._named(name)
        return value is not None and not value.is_declaration

    def _defines_strongly(self, name: str) -> bool:
        value = self._named(name)
        return value is not None and not value.is_declaration and value.linkage == binding.Linkage.external

    def _named(self, name: str) -> Any:
        for lookup in (self._handle.get_function, self._handle.get_global_variable):
            with contextlib.suppress(NameError):
                return lookup(name)
        return None

    def defined_functions(self) -> list[DefinedFunction]:
        return [DefinedFunction(f) for f in self._handle.functions if not f.is_declaration]

    def defined_symbols(self) -> set[str]:
        """Functions and variables that other modules can link against; aliases included."""
        values = [*self._handle.functions, *self._handle.global_variables]
        local = {binding.Linkage.internal, binding.Linkage.private, binding.Linkage.appending}
        names = {str(v.name) for v in values if not v.is_declaration and v.linkage not in local}
        return names | self.aliases()

    def undefined_functions(self) -> set[str]:
        """Declared functions, LLVM's own intrinsics left out."""
        return {name for name in _needed(self._handle.functions) if not name.startswith("llvm.")}

    def undefined_variables(self) -> set[str]:
        return _needed(self._handle.global_variables)

    def promote_locals(self, in_memory: Container[str] = ()) -> None:
        """Locals to registers, loops in canonical form, dead instructions dropped.

        One run of each pass only: what becomes promotable through a pointer variable stays an object in memory.
        So do the locals of the functions `in_memory`.
        """

        def promote(manager: Any) -> None:
            manager.add_sroa_pass()

        def clean(manager: Any) -> None:
            manager.add_loop_simplify_pass()
            manager.add_dead_code_elimination_pass()

        self._run_on_functions(promote, in_memory)
        self._run_on_functions(clean)

    def simplify_control_flow(self) -> None:
        def passes(manager: Any) -> None:
            manager.add_simplify_cfg_pass()
            manager.add_loop_simplify_pass()

        self._run_on_functions(passes)

    def drop_unused_declarations(self) -> None:
        manager = binding.create_new_module_pass_manager()
        manager.add_strip_dead_prototype_pass()
        manager.run(self._handle, self._pass_builder())

    def _run_on_functions(self, add_passes: Callable[[Any], None], excepted: Container[str] = ()) -> None:
        builder = self._pass_builder()
        manager = binding.create_new_function_pass_manager()
        add_passes(manager)
        for function in self._handle.functions:
            if not function.is_declaration and function.name not in excepted:
                manager.run(function, builder)

    def _pass_builder(self) -> Any:
        return binding.create_pass_builder(self._target_machine(), binding.create_pipeline_tuning_options(0))

    def _target_machine(self) -> Any:
        global _targets_ready
        if not _targets_ready:
            binding.initialize_all_targets()
            _targets_ready = True
        try:
            features = _FEATURES.get(self.triple.split("-", 1)[0], "")
            return binding.Target.from_triple(self.triple).create_target_machine(features=features)
        except RuntimeError as error:
            raise LlvmError(str(error).strip()) from error

    def _parse_beside(self, bitcode: bytes) -> Any:
        try:
            other = binding.parse_bitcode(bitcode, self._context)
        except RuntimeError as error:
            raise LlvmError(str(error).strip()) from error
        # A difference in vendor or environment, or in the age of the compiler, is not one of the machine.
        other.triple = self._handle.triple
        other.data_layout = self._handle.data_layout
        return other

    def _link(self, other: Any) -> None:
        _link_into(self._handle, other)

    def aliases(self) -> set[str]:
        """Aliases other modules can link against; llvmlite does not list them, so they are read from the text."""
        return {quoted or plain for _, quoted, plain in self._alias_lines()}

    def weak_symbols(self) -> set[str]:
        """Those of the defined symbols that a strong definition elsewhere would replace."""
        values = [*self._handle.functions, *self._handle.global_variables]
        names = {str(v.name) for v in values if not v.is_declaration and v.linkage == binding.Linkage.weak_any}
        return names | {quoted or plain for linkage, quoted, plain in self._alias_lines() if "weak" in linkage}

    def _alias_lines(self) -> list[tuple[str, str, str]]:
        return [(linkage, quoted, plain) for quoted, plain, linkage in _ALIAS_LINE.findall(self.assembly())]


class DefinedFunction:
    """A handle on a function that stays valid while other modules are linked in, even when that renames it."""

    def __init__(self, handle: Any) -> None:
        self._handle = handle

    @property
    def name(self) -> str:
        return str(self._handle.name)


def _link_into(destination: Any, other: Any) -> None:
    try:
        destination.link_in(other)
    except RuntimeError as error:
        raise LlvmError(str(error).strip()) from error


def _needed(values: Iterable[Any]) -> set[str]:
    """Names declared but not defined; a weak reference may stay undefined and is no need."""
    weak = binding.Linkage.external_weak
    return {str(value.name) for value in values if value.is_declaration and value.linkage != weak}


def _parse(parser: Callable[[Any, Any], Any], content: bytes | str) -> Module:
    context = binding.create_context()
    try:
        module = Module(parser(content, context), context)
        module._handle.verify()
    except RuntimeError as error:
        raise LlvmError(str(error).strip()) from error
    return module
