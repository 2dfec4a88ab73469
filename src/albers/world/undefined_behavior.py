"""The calls that clang's -fsanitize=undefined inserts: each is a bug found, with KLEE's suffix for its kind.

A handler gets a static record (where, which types) and the offending values; the record only refines the message. The
plain, the `_abort` and the `_minimal` form of a handler mean the same here: the path ends with the error.
"""

from __future__ import annotations

from functools import partial

from albers.expr.bits import extract
from albers.expr.compare import eq, ule
from albers.expr.term import Term, as_term, const
from albers.verdicts import ErrorKind
from albers.world.call import Call, Model
from albers.world.pointers import split

_INTEGER = 0
_FLOAT = 1


class _Type:
    """A type descriptor of the record: u16 kind, u16 info, then the name."""

    def __init__(self, kind: int, info: int, name: str) -> None:
        self.kind = kind
        self.name = name
        self.is_signed = kind == _INTEGER and info & 1 == 1
        self.bits = 1 << (info >> 1) if kind == _INTEGER else info


class _Record:
    """The first argument of a handler: source location (file pointer, u32 line, u32 column), then what it needs.

    A record that cannot be read (the minimal runtime has none) answers None everywhere.
    """

    def __init__(self, call: Call) -> None:
        self._call = call
        address = call.arguments[0] if call.arguments else 0
        self._address = address if isinstance(address, int) else 0
        self._word = call.pointer_width // 8
        self._fields = self._address + self._word + 8

    def _number(self, address: int, size: int) -> int | None:
        data = self._call.read_bytes(address, size) if self._address else None
        return None if data is None else int.from_bytes(data, "little")

    def location(self) -> str | None:
        """file:line:column."""
        pointer = self._number(self._address, self._word)
        line = self._number(self._address + self._word, 4)
        column = self._number(self._address + self._word + 4, 4)
        file = self._call.read_string(pointer) if pointer else None
        return None if file is None else f"{file}:{line}:{column}"

    def type(self, index: int) -> _Type | None:
        """The type descriptor that pointer field `index` points to."""
        pointer = self._number(self._fields + index * self._word, self._word)
        if not pointer:
            return None
        kind = self._number(pointer, 2)
        info = self._number(pointer + 2, 2)
        name = self._call.read_string(pointer + 4)
        if kind is None or info is None or name is None:
            return None
        return _Type(kind, info, name)

    def byte_after(self, pointers: int) -> int | None:
        """The byte field behind `pointers` pointer fields."""
        return self._number(self._fields + pointers * self._word, 1)


def _info(call: Call, types: int) -> str:
    """Where, of which types and with which values on this path."""
    record = _Record(call)
    lines: list[str] = []
    location = record.location()
    if location is not None:
        lines.append(f"\tchecked at: {location}")
    found = [record.type(index) for index in range(types)]
    lines += [f"\ttype: {type_.name}" for type_ in found if type_ is not None]
    lines += [f"\tvalue: {call.example(value):#x}" for value in call.arguments[1:] if not isinstance(value, tuple)]
    return "".join(f"{line}\n" for line in lines)


def _value(call: Call, index: int, type_: _Type | None) -> Term | None:
    """An operand passed inline; None if it is passed in memory because it is wider than a pointer."""
    if type_ is None or index >= len(call.arguments) or type_.bits > call.widths[index]:
        return None
    return extract(as_term(call.widths[index], call.arguments[index]), 0, type_.bits)


# Handlers whose record decides what the error is


def _overflow(operation: str, call: Call) -> None:
    type_ = _Record(call).type(0)
    check = "integer-overflow"
    if type_ is not None:
        check = "signed-integer-overflow" if type_.is_signed else "unsigned-integer-overflow"
    call.fails(ErrorKind.OVERFLOW, f"integer overflow on {operation} ({check})", _info(call, 1))


def _division(call: Call) -> None:
    """Division by zero, or the one quotient that does not fit."""
    type_ = _Record(call).type(0)
    if type_ is not None and type_.kind == _FLOAT:
        call.fails(ErrorKind.DIV, "divide by zero (float-divide-by-zero)", _info(call, 1))
        return
    divisor = _value(call, 2, type_)
    if divisor is None:
        call.fails(ErrorKind.OVERFLOW, "division by zero or integer overflow on division", _info(call, 1))
        return
    by_zero, other = split(call, eq(divisor, const(divisor.width, 0)))
    if by_zero is not None:
        by_zero.fails(ErrorKind.DIV, "divide by zero (integer-divide-by-zero)", _info(by_zero, 1))
    if other is not None:
        _overflow("division", other)


def _shift(call: Call) -> None:
    """A shift by too much, or (in C) of a value that does not survive it."""
    record = _Record(call)
    shifted = record.type(0)
    amount = _value(call, 2, record.type(1))
    if shifted is None or amount is None or shifted.bits >> amount.width:
        call.fails(ErrorKind.OVERSHIFT, "overshift error (shift)", _info(call, 2))
        return
    # A negative amount is a large one without its sign.
    too_far, other = split(call, ule(const(amount.width, shifted.bits), amount))
    if too_far is not None:
        too_far.fails(ErrorKind.OVERSHIFT, "overshift error (shift-exponent)", _info(too_far, 2))
    if other is not None:
        other.fails(ErrorKind.OVERFLOW, "integer overflow on shift (shift-base)", _info(other, 2))


def _bad_pointer(call: Call) -> None:
    """A pointer that is null, misaligned, or points to too little memory for its type."""
    logarithm = _Record(call).byte_after(1)
    if logarithm is None or len(call.arguments) < 2:
        call.fails(ErrorKind.PTR, "use of an unsuitable pointer (type-mismatch)", _info(call, 1))
        return
    pointer = as_term(call.widths[1], call.arguments[1])
    null, other = split(call, eq(pointer, const(pointer.width, 0)))
    if null is not None:
        null.fails(ErrorKind.PTR, "use of a null pointer (null-pointer-use)", _info(null, 1))
    if other is None:
        return
    misaligned = None
    if logarithm > 0:
        aligned = eq(extract(pointer, 0, logarithm), const(logarithm, 0))
        other, misaligned = split(other, aligned)
    if misaligned is not None:
        misaligned.fails(ErrorKind.PTR, "use of a misaligned pointer (misaligned-pointer-use)", _info(misaligned, 1))
    if other is not None:
        other.fails(ErrorKind.PTR, "object too small for its type (insufficient-object-size)", _info(other, 1))


#: The kinds of implicit conversions, in the order of the record's byte field.
_CONVERSIONS = (
    ("implicit-integer-truncation", "implicit_truncation"),
    ("implicit-unsigned-integer-truncation", "implicit_truncation"),
    ("implicit-signed-integer-truncation", "implicit_truncation"),
    ("implicit-integer-sign-change", "implicit_conversion"),
    ("implicit-signed-integer-truncation-or-sign-change", "implicit_truncation"),
)


def _conversion(call: Call) -> None:
    kind = _Record(call).byte_after(2)
    check, suffix = _CONVERSIONS[kind] if kind is not None and kind < len(_CONVERSIONS) else _CONVERSIONS[0]
    message = f"implicit conversion changes the value ({check})"
    call.fails(ErrorKind.REPORT_ERROR, message, _info(call, 2), suffix)


# Handlers that mean one thing


def _plain(kind: ErrorKind, suffix: str, message: str, types: int, call: Call) -> None:
    call.fails(kind, message, _info(call, types), suffix)


def _reported(suffix: str, message: str, types: int = 0) -> Model:
    """A kind of error that only the sanitizer knows."""
    return partial(_plain, ErrorKind.REPORT_ERROR, suffix, message, types)


def _known(kind: ErrorKind, message: str, types: int = 0) -> Model:
    return partial(_plain, kind, "", message, types)


_HANDLERS: dict[str, Model] = {
    "add_overflow": partial(_overflow, "addition"),
    "sub_overflow": partial(_overflow, "subtraction"),
    "mul_overflow": partial(_overflow, "multiplication"),
    "negate_overflow": partial(_overflow, "negation"),
    "divrem_overflow": _division,
    "shift_out_of_bounds": _shift,
    "type_mismatch": _bad_pointer,
    "type_mismatch_v1": _bad_pointer,
    "implicit_conversion": _conversion,
    "float_cast_overflow": _known(ErrorKind.OVERFLOW, "number too large for the integer (float-cast-overflow)", 2),
    "alignment_assumption": _known(ErrorKind.PTR, "pointer not aligned as promised (alignment-assumption)"),
    "out_of_bounds": _known(ErrorKind.PTR, "array index out of bounds (out-of-bounds-index)", 2),
    "local_out_of_bounds": _known(ErrorKind.PTR, "access out of the bounds of an object (local-bounds)"),
    "pointer_overflow": _known(ErrorKind.PTR, "pointer arithmetic leaves the address space (pointer-overflow)"),
    "vla_bound_not_positive": _known(
        ErrorKind.PTR, "variable-length array without elements (non-positive-vla-index)", 1
    ),
    "builtin_unreachable": _known(ErrorKind.UNREACHABLE, "reached what was declared unreachable (unreachable-call)"),
    "missing_return": _reported("missing_return", "function ended without returning a value (missing-return)"),
    "load_invalid_value": _reported("invalid_load", "value not valid for its type (invalid-value-load)", 1),
    "invalid_builtin": _reported("invalid_builtin_use", "builtin called with 0 (invalid-builtin-use)"),
    "nonnull_return": _reported("nullable_attribute", "null returned where none may be (invalid-null-return)"),
    "nonnull_return_v1": _reported("nullable_attribute", "null returned where none may be (invalid-null-return)"),
    "nullability_return_v1": _reported("nullable_attribute", "null returned where none may be (invalid-null-return)"),
    "nonnull_arg": _reported("nullable_attribute", "null passed where none may be (invalid-null-argument)"),
    "nullability_arg": _reported("nullable_attribute", "null passed where none may be (invalid-null-argument)"),
    "function_type_mismatch": _reported(
        "function_type_mismatch", "function called through a pointer of another type (function-type-mismatch)", 1
    ),
    "function_type_mismatch_v1": _reported(
        "function_type_mismatch", "function called through a pointer of another type (function-type-mismatch)", 1
    ),
}

MODELS: dict[str, Model] = {
    f"__ubsan_handle_{name}{form}": handler
    for name, handler in _HANDLERS.items()
    for form in ("", "_abort", "_minimal", "_minimal_abort")
}
