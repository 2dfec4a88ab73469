"""The program's destructors, as one function that the C library's `exit` calls.

A function with `__attribute__((destructor))` is only an entry in LLVM's table `llvm.global_dtors`. The C library
comes with an empty `__albers_destructors`; a program that has the table gets a definition that calls its entries.
"""

from __future__ import annotations

import re
from typing import Final

#: LLVM's table, and the function made of it.
TABLE: Final = "llvm.global_dtors"
FUNCTION: Final = "__albers_destructors"

_TABLE_LINE = re.compile(r"^@llvm\.global_dtors = appending global \[\d+ x [^\]]*\] \[(.*)\]", re.MULTILINE)
_ENTRY = re.compile(r'i32 (\d+), ptr (@(?:"[^"]*"|[-\w$.]+))')
_PLACEHOLDER = re.compile(rf"^(?:@{FUNCTION} = .*|declare .*@{FUNCTION}\(.*)\n", re.MULTILINE)


def with_destructors(assembly: str) -> str:
    """The program's text with the function defined, if it has destructors."""
    if f"\n@{TABLE} = " not in assembly:  # much faster than the search for the whole line
        return assembly
    table = _TABLE_LINE.search(assembly)
    assert table is not None
    entries = [(int(priority), function) for priority, function in _ENTRY.findall(table[1])]
    # Reverse to constructors: the greatest priority first, and of equal ones the last.
    entries.sort(key=lambda entry: entry[0])
    calls = [f"  call void {function}()\n" for _, function in reversed(entries)]
    definition = f"define void @{FUNCTION}() {{\n{''.join(calls)}  ret void\n}}\n\n"
    before, first_function, after = _PLACEHOLDER.sub("", assembly).partition("\ndefine ")
    return f"{before}\n{definition}{first_function[1:]}{after}"
