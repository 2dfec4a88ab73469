"""The functions of Test-Comp and SV-COMP programs: inputs of a type, assumptions, the error function.

An input is named after its C type, which tells the writers of test suites how to print it.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from albers.expr.arith import from_bytes, truncate
from albers.expr.arrays import byte_of
from albers.expr.compare import ult
from albers.expr.term import Term, const
from albers.verdicts import ErrorKind
from albers.world.arguments import returns_unsigned, takes, truth
from albers.world.call import Call, Model
from albers.world.klee_h import klee_assume_silently, klee_make_symbolic

#: Suffix of __VERIFIER_nondet_ → the C type, which names the input.
TYPES: Final = {
    "bool": "_Bool",
    "char": "char",
    "S8": "signed char",
    "uchar": "unsigned char",
    "unsigned_char": "unsigned char",
    "short": "short",
    "ushort": "unsigned short",
    "int": "int",
    "uint": "unsigned int",
    "unsigned": "unsigned int",
    "unsigned_int": "unsigned int",
    "long": "long",
    "ulong": "unsigned long",
    "longlong": "long long",
    "ulonglong": "unsigned long long",
    "int128": "__int128",
    "uint128": "unsigned __int128",
    "float": "float",
    "double": "double",
    "pointer": "void *",
    "pchar": "char *",
    "charp": "char *",
    "const_char_pointer": "const char *",
    "size_t": "size_t",
    "loff_t": "loff_t",
    "sector_t": "sector_t",
    "pthread_t": "pthread_t",
    "u8": "u8",
    "u16": "u16",
    "u32": "u32",
    "U32": "u32",
}


def nondet(type_: str, call: Call) -> None:
    """Any value of the type; its width is that of the function's declaration."""
    if call.result_width == 0:
        call.returns()
        return
    size = (call.result_width + 7) // 8
    array = call.fresh_symbol(type_, size)
    value: Term = from_bytes([byte_of(array, i) for i in range(size)])
    if type_ == "_Bool":
        call.assume(ult(value, const(value.width, 2)))
    returns_unsigned(call, truncate(value, call.result_width))


def nondet_memory(call: Call) -> None:
    """The bytes of an object, by pointer and size."""
    if not takes(call, 2):
        return
    name = call.place_global("__VERIFIER_nondet_memory.name", b"memory\0")
    call.arguments = [*call.arguments, int(name.base)]
    klee_make_symbolic(call)


def assume_with_test(call: Call) -> None:
    """A failed assumption ends the path in order, so that it gets its test: it may have covered something."""
    if not takes(call, 1):
        return
    holds, fails = call.branch(truth(call.term(0)))
    if holds is not None:
        holds.returns()
    if fails is not None:
        fails.exits(0)


def error(call: Call) -> None:
    """The call that must never happen."""
    call.fails(ErrorKind.ASSERT, f"ASSERTION FAIL: {call.name}() is called")


def ends_in_order(call: Call) -> None:
    """`abort` where it is no bug, only an end."""
    call.exits(134)


def nothing(call: Call) -> None:
    call.returns()


MODELS: dict[str, Model] = {
    **{f"__VERIFIER_nondet_{suffix}": partial(nondet, type_) for suffix, type_ in TYPES.items()},
    "__VERIFIER_nondet_memory": nondet_memory,
    "__VERIFIER_assume": klee_assume_silently,
    "__VERIFIER_error": error,
    "__VERIFIER_atomic_begin": nothing,
    "__VERIFIER_atomic_end": nothing,
}


def models_for_tests(error_function: str) -> dict[str, Model]:
    """What differs when a test suite is wanted; `error_function` is the one to reach, or empty for coverage."""
    models: dict[str, Model] = {"__VERIFIER_assume": assume_with_test, "abort": ends_in_order}
    if error_function:
        models[error_function] = error
    return models
