"""Comparisons of floating-point bit patterns: LLVM's sixteen fcmp predicates, minima and maxima.

Two values stand in exactly one of four relations; a predicate is the set of the relations for which it
holds, in the same four bits that LLVM uses to number its predicates.
"""

from typing import Final

from albers.expr.float_format import DOUBLE, FloatFormat, canonicalize, is_nan, quiet
from albers.expr.float_host import double_value

EQUAL: Final = 1
GREATER: Final = 2
LESS: Final = 4
UNORDERED: Final = 8

PREDICATES: Final[dict[str, int]] = {
    "false": 0,
    "oeq": EQUAL,
    "ogt": GREATER,
    "oge": GREATER | EQUAL,
    "olt": LESS,
    "ole": LESS | EQUAL,
    "one": LESS | GREATER,
    "ord": LESS | GREATER | EQUAL,
    "uno": UNORDERED,
    "ueq": UNORDERED | EQUAL,
    "ugt": UNORDERED | GREATER,
    "uge": UNORDERED | GREATER | EQUAL,
    "ult": UNORDERED | LESS,
    "ule": UNORDERED | LESS | EQUAL,
    "une": UNORDERED | LESS | GREATER,
    "true": UNORDERED | LESS | GREATER | EQUAL,
}


def relation(fmt: FloatFormat, a: int, b: int) -> int:
    """How `a` stands to `b`: EQUAL, GREATER, LESS or UNORDERED."""
    if fmt is DOUBLE:
        return _relation_of_doubles(double_value(a), double_value(b))
    if is_nan(fmt, a) or is_nan(fmt, b):
        return UNORDERED
    if fmt.stores_integer_bit:
        a = canonicalize(fmt, a)
        b = canonicalize(fmt, b)
    if a == b:
        return EQUAL
    a_magnitude = a & fmt.magnitude_mask
    b_magnitude = b & fmt.magnitude_mask
    if a_magnitude == 0 and b_magnitude == 0:
        return EQUAL
    # Patterns of one sign are ordered like the integers they are, by magnitude.
    if a != a_magnitude:
        return GREATER if b != b_magnitude and a_magnitude < b_magnitude else LESS
    if b != b_magnitude:
        return GREATER
    return GREATER if a_magnitude > b_magnitude else LESS


def _relation_of_doubles(x: float, y: float) -> int:
    if x < y:
        return LESS
    if x > y:
        return GREATER
    return EQUAL if x == y else UNORDERED


def fcmp(fmt: FloatFormat, predicate: str, a: int, b: int) -> int:
    """LLVM's fcmp: 1 or 0. A caller that runs often looks the predicate up once and asks `holds`."""
    relations = PREDICATES.get(predicate)
    if relations is None:
        raise ValueError(f"unknown fcmp predicate {predicate}")
    return holds(fmt, relations, a, b)


def holds(fmt: FloatFormat, relations: int, a: int, b: int) -> int:
    """1 when the relation of `a` to `b` is among those given (a value of PREDICATES), else 0."""
    return 1 if relation(fmt, a, b) & relations else 0


def eq(fmt: FloatFormat, a: int, b: int) -> int:
    return holds(fmt, EQUAL, a, b)


def lt(fmt: FloatFormat, a: int, b: int) -> int:
    return holds(fmt, LESS, a, b)


def le(fmt: FloatFormat, a: int, b: int) -> int:
    return holds(fmt, LESS | EQUAL, a, b)


def gt(fmt: FloatFormat, a: int, b: int) -> int:
    return holds(fmt, GREATER, a, b)


def ge(fmt: FloatFormat, a: int, b: int) -> int:
    return holds(fmt, GREATER | EQUAL, a, b)


def unordered(fmt: FloatFormat, a: int, b: int) -> int:
    return holds(fmt, UNORDERED, a, b)


# ---------------------------------------------------------------------------------------- minimum and maximum


def _smaller(fmt: FloatFormat, a: int, b: int) -> int:
    """The smaller of two values that are not NaN; -0 is smaller than +0."""
    how = relation(fmt, a, b)
    if how == EQUAL:
        return a if a & fmt.sign_bit else b
    return a if how == LESS else b


def _larger(fmt: FloatFormat, a: int, b: int) -> int:
    how = relation(fmt, a, b)
    if how == EQUAL:
        return b if a & fmt.sign_bit else a
    return a if how == GREATER else b


def minimum(fmt: FloatFormat, a: int, b: int) -> int:
    """llvm.minimum: a NaN operand is the result."""
    if is_nan(fmt, a):
        return quiet(fmt, a)
    if is_nan(fmt, b):
        return quiet(fmt, b)
    return _smaller(fmt, a, b)


def maximum(fmt: FloatFormat, a: int, b: int) -> int:
    """llvm.maximum: a NaN operand is the result."""
    if is_nan(fmt, a):
        return quiet(fmt, a)
    if is_nan(fmt, b):
        return quiet(fmt, b)
    return _larger(fmt, a, b)


def minimumnum(fmt: FloatFormat, a: int, b: int) -> int:
    """llvm.minimumnum: NaN operands, even signaling ones, are ignored; of two the second is the result."""
    if is_nan(fmt, b):
        return quiet(fmt, b) if is_nan(fmt, a) else a
    return b if is_nan(fmt, a) else _smaller(fmt, a, b)


def maximumnum(fmt: FloatFormat, a: int, b: int) -> int:
    """llvm.maximumnum: as minimumnum."""
    if is_nan(fmt, b):
        return quiet(fmt, b) if is_nan(fmt, a) else a
    return b if is_nan(fmt, a) else _larger(fmt, a, b)


def minnum(fmt: FloatFormat, a: int, b: int) -> int:
    """llvm.minnum, C's fmin. LLVM leaves a signaling NaN's effect open; here it is ignored too."""
    return minimumnum(fmt, a, b)


def maxnum(fmt: FloatFormat, a: int, b: int) -> int:
    """llvm.maxnum, C's fmax; see minnum."""
    return maximumnum(fmt, a, b)
