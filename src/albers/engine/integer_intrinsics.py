"""LLVM's integer intrinsics on scalars: overflow, saturation, counting and permuting bits, minima, funnel shifts.

Each is a function of the operands' width and the operands, which may be ints or terms. Where LLVM calls a result
poison there is a natural value and that is the result: the width for the leading zeros of zero, the least integer for
its absolute value, saturation for a shift by the width or more.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from albers.engine.arithmetic import compare_values, overflows
from albers.engine.lowerer import PureFunction
from albers.engine.values import binary, concat_values, extract_bits, zero_extend
from albers.engine.vector_ops import choose_value
from albers.expr.fold import mask
from albers.expr.term import ADD, AND, ASHR, LSHR, MUL, OR, SHL, SUB, UREM, XOR

IntegerFunction = Callable[[int, list[object]], object]


def _is_negative(width: int, x: object) -> object:
    return compare_values("slt", width, x, 0)


# Overflow and saturation


def _with_overflow(operator: int, signed: bool) -> IntegerFunction:
    """The result modulo the width, and whether that differs from the true result."""

    def apply(width: int, arguments: list[object]) -> object:
        x = arguments[0]
        y = arguments[1]
        return binary(operator, width, x, y), overflows(operator, width, x, y, signed)

    return apply


def _saturating(operator: int, signed: bool) -> IntegerFunction:
    """Addition or subtraction that stops at the limits of the type."""

    def apply(width: int, arguments: list[object]) -> object:
        x = arguments[0]
        y = arguments[1]
        limit: object = 0
        if signed:
            limit = _signed_limit(width, x)
        elif operator == ADD:
            limit = mask(width)
        return choose_value(overflows(operator, width, x, y, signed), width, limit, binary(operator, width, x, y))

    return apply


def _saturating_shift(back: int) -> IntegerFunction:
    """A left shift that stops at the limits of the type: where shifting `back` does not restore the operand."""

    def apply(width: int, arguments: list[object]) -> object:
        x = arguments[0]
        shifted = binary(SHL, width, x, arguments[1])
        kept = compare_values("eq", width, binary(back, width, shifted, arguments[1]), x)
        limit = _signed_limit(width, x) if back == ASHR else mask(width)
        return choose_value(kept, width, shifted, limit)

    return apply


def _signed_limit(width: int, x: object) -> object:
    """What a signed result saturates to: its first operand, x, decides the direction."""
    least = 1 << (width - 1)
    return choose_value(_is_negative(width, x), width, least, least - 1)


# Minimum, maximum, absolute value


def _extreme(predicate: str) -> IntegerFunction:
    """The first operand if it stands in this relation to the second, else the second."""

    def apply(width: int, arguments: list[object]) -> object:
        x = arguments[0]
        y = arguments[1]
        return choose_value(compare_values(predicate, width, x, y), width, x, y)

    return apply


def _abs(width: int, arguments: list[object]) -> object:
    x = arguments[0]
    return choose_value(_is_negative(width, x), width, binary(SUB, width, 0, x), x)


# Counting bits


def _ctpop(width: int, arguments: list[object]) -> object:
    x = arguments[0]
    if isinstance(x, int):
        return x.bit_count()
    # The bits are summed pairwise in numbers just wide enough for the total.
    narrow = width.bit_length()
    sums: list[object] = [zero_extend(narrow, extract_bits(x, at, 1)) for at in range(width)]
    while len(sums) > 1:
        paired = [binary(ADD, narrow, sums[at], sums[at + 1]) for at in range(0, len(sums) - 1, 2)]
        if len(sums) % 2:
            paired.append(sums[-1])
        sums = paired
    return zero_extend(width, sums[0])


def _ctlz(width: int, arguments: list[object]) -> object:
    x = arguments[0]
    if isinstance(x, int):
        return width - x.bit_length()
    zeros: object = width
    for at in range(width):  # the highest bit is asked last, so it decides first
        zeros = choose_value(extract_bits(x, at, 1), width, width - 1 - at, zeros)
    return zeros


def _cttz(width: int, arguments: list[object]) -> object:
    x = arguments[0]
    if isinstance(x, int):
        return (x & -x).bit_length() - 1 if x else width
    zeros: object = width
    for at in range(width - 1, -1, -1):
        zeros = choose_value(extract_bits(x, at, 1), width, at, zeros)
    return zeros


# Permuting bits


def _bswap(width: int, arguments: list[object]) -> object:
    return _reversed_pieces(width, 8, arguments[0])


def _bitreverse(width: int, arguments: list[object]) -> object:
    return _reversed_pieces(width, 1, arguments[0])


def _reversed_pieces(width: int, size: int, x: object) -> object:
    """The pieces of `size` bits in opposite order: the lowest becomes the highest."""
    result = extract_bits(x, 0, size)
    for at in range(size, width, size):
        result = concat_values(at, result, size, extract_bits(x, at, size))
    return result


def _fshl(width: int, arguments: list[object]) -> object:
    """The upper half of `high:low` shifted left by the amount modulo the width."""
    high = arguments[0]
    low = arguments[1]
    amount = binary(UREM, width, arguments[2], width)
    if isinstance(amount, int):
        return high if amount == 0 else _joined(width, high, low, width - amount)
    # low is shifted right by width - amount, in two steps since that may be the whole width.
    rest = binary(SUB, width, width - 1, amount)
    carried = binary(LSHR, width, binary(LSHR, width, low, 1), rest)
    return binary(OR, width, binary(SHL, width, high, amount), carried)


def _fshr(width: int, arguments: list[object]) -> object:
    """The lower half of `high:low` shifted right by the amount modulo the width."""
    high = arguments[0]
    low = arguments[1]
    amount = binary(UREM, width, arguments[2], width)
    if isinstance(amount, int):
        return low if amount == 0 else _joined(width, high, low, amount)
    rest = binary(SUB, width, width - 1, amount)
    carried = binary(SHL, width, binary(SHL, width, high, 1), rest)
    return binary(OR, width, binary(LSHR, width, low, amount), carried)


def _joined(width: int, high: object, low: object, cut: int) -> object:
    """`width` bits of `high:low` from bit `cut` on, for 0 < cut < width."""
    return concat_values(cut, extract_bits(high, 0, cut), width - cut, extract_bits(low, cut, width - cut))


_FUNCTIONS: Final[dict[str, IntegerFunction]] = {
    "sadd.with.overflow": _with_overflow(ADD, True),
    "uadd.with.overflow": _with_overflow(ADD, False),
    "ssub.with.overflow": _with_overflow(SUB, True),
    "usub.with.overflow": _with_overflow(SUB, False),
    "smul.with.overflow": _with_overflow(MUL, True),
    "umul.with.overflow": _with_overflow(MUL, False),
    "sadd.sat": _saturating(ADD, True),
    "uadd.sat": _saturating(ADD, False),
    "ssub.sat": _saturating(SUB, True),
    "usub.sat": _saturating(SUB, False),
    "sshl.sat": _saturating_shift(ASHR),
    "ushl.sat": _saturating_shift(LSHR),
    "smin": _extreme("slt"),
    "smax": _extreme("sgt"),
    "umin": _extreme("ult"),
    "umax": _extreme("ugt"),
    "abs": _abs,
    "ctpop": _ctpop,
    "ctlz": _ctlz,
    "cttz": _cttz,
    "bswap": _bswap,
    "bitreverse": _bitreverse,
    "fshl": _fshl,
    "fshr": _fshr,
}


NAMES: Final = frozenset(_FUNCTIONS) | {"ptrmask", "scmp", "ucmp"}


def function_of(name: str, operand_widths: list[int], result_width: int) -> PureFunction:
    """What one of NAMES does with operands of these widths."""
    if name == "scmp" or name == "ucmp":
        return _three_way("slt" if name == "scmp" else "ult", operand_widths[0], result_width)
    if name == "ptrmask":
        return _pointer_mask(operand_widths[0], operand_widths[1])
    return _at_width(_FUNCTIONS[name], operand_widths[0])


def _at_width(function: IntegerFunction, width: int) -> PureFunction:
    def apply(arguments: list[object]) -> object:
        return function(width, arguments)

    return apply


def _three_way(less: str, width: int, result_width: int) -> PureFunction:
    """-1, 0 or 1."""
    minus_one = mask(result_width)

    def apply(arguments: list[object]) -> object:
        x = arguments[0]
        y = arguments[1]
        not_less = choose_value(compare_values(less, width, y, x), result_width, 1, 0)
        return choose_value(compare_values(less, width, x, y), result_width, minus_one, not_less)

    return apply


def _pointer_mask(width: int, mask_width: int) -> PureFunction:
    """A mask narrower than the pointer leaves the pointer's upper bits alone."""
    upper = mask(width) ^ mask(min(width, mask_width))

    def apply(arguments: list[object]) -> object:
        kept = arguments[1]
        if mask_width > width:
            kept = extract_bits(kept, 0, width)
        elif upper:
            kept = binary(OR, width, zero_extend(width, kept), upper)
        return binary(AND, width, arguments[0], kept)

    return apply


_REDUCTIONS: Final[dict[str, int]] = {"add": ADD, "mul": MUL, "and": AND, "or": OR, "xor": XOR}


def reduction_of(name: str, width: int) -> PureFunction | None:
    """llvm.vector.reduce.<name> of integers: the lanes combined into one, in order."""
    operator = _REDUCTIONS.get(name, -1)
    extreme = _FUNCTIONS.get(name) if name in ("smin", "smax", "umin", "umax") else None
    if operator < 0 and extreme is None:
        return None

    def apply(arguments: list[object]) -> object:
        lanes = arguments[0]
        assert isinstance(lanes, tuple)
        result: object = lanes[0]
        for lane in lanes[1:]:
            if extreme is not None:
                result = extreme(width, [result, lane])
            else:
                result = binary(operator, width, result, lane)
        return result

    return apply
