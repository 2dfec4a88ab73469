"""Preparation of one module: locals become registers, loops get one entry and own exits, no branch changes.

LLVM's passes do the work; `evidence.py` keeps them from removing what a bug finder must still see. Attributes that
name processor features are dropped, since nobody here generates machine code.
"""

from __future__ import annotations

import re
from pathlib import Path

from albers.frontend import evidence, llvm
from albers.frontend.cache import digest
from albers.frontend.llvm import Module

#: Part of every cache key: a prepared module is as old as the code that prepared it.
PREPARATION_IDENTITY = digest(
    b"".join(Path(module).read_bytes() for module in (__file__, evidence.__file__, llvm.__file__))
    + llvm.LLVMLITE_VERSION.encode()
)

#: Machine details; `willreturn`, by which LLVM would drop a call of a pure function whose result is unused; and
#: `optnone`, which bitcode compiled with plain -O0 carries and which would keep every pass away.
_NOISE = re.compile(
    r' ?"(?:target-cpu|target-features|tune-cpu|frame-pointer|stack-protector-buffer-size|min-legal-vector-width|'
    r'no-trapping-math)"="[^"]*"'
    r'| "no-builtin[-\w]*"'
    r"| (?:willreturn|optnone)\b"
)

_RETURNS_TWICE_GROUP = re.compile(r"^attributes #(\d+) = \{.*\breturns_twice\b", re.MULTILINE)
_DEFINED = re.compile(r'@(?:"([^"]+)"|([-\w$.]+))\(')


def prepare(module: Module, simplify_cfg: bool) -> bytes:
    """The prepared form of `module`, as bitcode; optionally with cheap branches folded into selects."""
    assembly = _quiet(module.assembly())
    marked = Module.from_assembly(evidence.preserve(assembly))
    marked.promote_locals(in_memory=_returned_to(assembly))
    marked.drop_unused_declarations()
    if simplify_cfg:
        marked = Module.from_assembly(evidence.release_for_folding(marked.assembly()))
        marked.simplify_control_flow()
    return Module.from_assembly(evidence.release(marked.assembly())).bitcode()


def _returned_to(assembly: str) -> frozenset[str]:
    """The functions that call setjmp. What they changed of their locals must not be forgotten when it returns again."""
    if "returns_twice" not in assembly:
        return frozenset()
    twice = "|".join(_RETURNS_TWICE_GROUP.findall(assembly))
    declared = re.findall(rf"^declare .*@([-\w$.]+)\(.*\) (?:.* )?#(?:{twice})\b", assembly, re.MULTILINE)
    called = re.compile(rf" call .*(?:\) #(?:{twice})\b|@(?:{'|'.join(map(re.escape, declared)) or '!'})\()")
    found: set[str] = set()
    function = ""
    for line in assembly.split("\n"):
        if line.startswith("define "):
            function = _defined_name(line)
        elif called.search(line):
            found.add(function)
    return frozenset(found)


def _defined_name(line: str) -> str:
    match = _DEFINED.search(line)
    return "" if match is None else match.group(1) or match.group(2)


def _quiet(assembly: str) -> str:
    return "\n".join(_quiet_line(line) if line.startswith("attributes #") else line for line in assembly.split("\n"))


def _quiet_line(line: str) -> str:
    # LLVM does not read a group without attributes.
    return re.sub(r"\{ *\}", '{ "machine"="any" }', _NOISE.sub("", line))
