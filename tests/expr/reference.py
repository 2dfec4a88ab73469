"""An independent meaning of the operators, on Python integers, and random terms paired with it."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import strategies as st

from albers.expr import arith, bits, compare
from albers.expr.arrays import byte_of, symbol
from albers.expr.term import Term, const

INPUT = symbol("input", 4)
LEAVES = [byte_of(INPUT, i) for i in range(4)]

Environment = tuple[int, ...]
Meaning = Callable[[Environment], int]


def signed(width: int, x: int) -> int:
    return x - 2**width if x >= 2 ** (width - 1) else x


def truncated_quotient(a: int, b: int) -> int:
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


BINARY: dict[str, tuple[Callable[[Term, Term], Term], Callable[[int, int, int], int]]] = {
    "add": (arith.add, lambda w, x, y: x + y),
    "sub": (arith.sub, lambda w, x, y: x - y),
    "mul": (arith.mul, lambda w, x, y: x * y),
    "udiv": (arith.udiv, lambda w, x, y: x // y if y else -1),
    "urem": (arith.urem, lambda w, x, y: x % y if y else x),
    "sdiv": (
        arith.sdiv,
        lambda w, x, y: truncated_quotient(signed(w, x), signed(w, y)) if y else (1 if signed(w, x) < 0 else -1),
    ),
    "srem": (
        arith.srem,
        lambda w, x, y: (
            signed(w, x) - signed(w, y) * truncated_quotient(signed(w, x), signed(w, y)) if y else signed(w, x)
        ),
    ),
    "shl": (arith.shl, lambda w, x, y: x << y if y < w else 0),
    "lshr": (arith.lshr, lambda w, x, y: x >> y if y < w else 0),
    "ashr": (arith.ashr, lambda w, x, y: signed(w, x) >> min(y, w)),
    "and": (bits.and_, lambda w, x, y: x & y),
    "or": (bits.or_, lambda w, x, y: x | y),
    "xor": (bits.xor, lambda w, x, y: x ^ y),
}

COMPARISONS: dict[str, tuple[Callable[[Term, Term], Term], Callable[[int, int, int], bool]]] = {
    "eq": (compare.eq, lambda w, x, y: x == y),
    "ne": (compare.ne, lambda w, x, y: x != y),
    "ult": (compare.ult, lambda w, x, y: x < y),
    "ule": (compare.ule, lambda w, x, y: x <= y),
    "slt": (compare.slt, lambda w, x, y: signed(w, x) < signed(w, y)),
    "sle": (compare.sle, lambda w, x, y: signed(w, x) <= signed(w, y)),
}

WIDTHS = (1, 3, 7, 8, 9, 16, 32, 33, 64, 65)


class Pair:
    """A term and what it should be worth."""

    def __init__(self, term: Term, meaning: Meaning, story: str) -> None:
        self.term = term
        self.meaning = meaning
        self.story = story

    @property
    def width(self) -> int:
        return int(self.term.width)

    def __repr__(self) -> str:
        return self.story


def leaf(i: int) -> Pair:
    return Pair(LEAVES[i], lambda env: env[i], f"b{i}")


def constant(width: int, value: int) -> Pair:
    value %= 2**width
    return Pair(const(width, value), lambda env: value, f"{value}:{width}")


def resized(pair: Pair, width: int, sign: bool) -> Pair:
    """The pair at another width: truncated, or extended with or without sign."""
    source = pair.width
    if width == source:
        return pair
    if width < source:
        term = arith.truncate(pair.term, width) if sign else bits.extract(pair.term, 0, width)
        return Pair(term, lambda env: pair.meaning(env) % 2**width, f"low{width}({pair})")
    if sign:
        return Pair(
            bits.sext(pair.term, width), lambda env: signed(source, pair.meaning(env)) % 2**width, f"sx{width}({pair})"
        )
    return Pair(bits.zext(pair.term, width), pair.meaning, f"zx{width}({pair})")


@st.composite
def pairs(draw: st.DrawFn, depth: int = 4) -> Pair:
    """A random term over four unknown bytes."""
    if depth == 0 or draw(st.integers(0, 5)) == 0:
        if draw(st.booleans()):
            return leaf(draw(st.integers(0, 3)))
        width = draw(st.sampled_from(WIDTHS))
        value = draw(st.one_of(st.integers(0, 3), st.integers(-3, -1), st.integers(0, 2**width - 1)))
        return constant(width, value)
    kind = draw(st.sampled_from(("binary", "compare", "unary", "resize", "extract", "concat", "ite")))
    a = draw(pairs(depth=depth - 1))
    if kind == "resize":
        return resized(a, draw(st.sampled_from(WIDTHS)), draw(st.booleans()))
    if kind == "unary":
        full = 2**a.width - 1
        return Pair(bits.not_(a.term), lambda env: a.meaning(env) ^ full, f"not({a})")
    if kind == "extract":
        low = draw(st.integers(0, a.width - 1))
        width = draw(st.integers(1, a.width - low))
        return Pair(
            bits.extract(a.term, low, width),
            lambda env: (a.meaning(env) >> low) % 2**width,
            f"{a}[{low}+{width}]",
        )
    b = draw(pairs(depth=depth - 1))
    if kind == "concat":
        if a.width + b.width > 130:
            return a
        shift = b.width
        return Pair(
            bits.concat(a.term, b.term), lambda env: (a.meaning(env) << shift) | b.meaning(env), f"({a} ++ {b})"
        )
    b = resized(b, a.width, draw(st.booleans()))
    width = a.width
    if kind == "ite":
        c = resized(draw(pairs(depth=depth - 1)), 1, False)
        return Pair(
            bits.ite(c.term, a.term, b.term),
            lambda env: a.meaning(env) if c.meaning(env) else b.meaning(env),
            f"({c} ? {a} : {b})",
        )
    if kind == "compare":
        name = draw(st.sampled_from(sorted(COMPARISONS)))
        build, holds = COMPARISONS[name]
        return Pair(
            build(a.term, b.term), lambda env: int(holds(width, a.meaning(env), b.meaning(env))), f"{name}({a}, {b})"
        )
    name = draw(st.sampled_from(sorted(BINARY)))
    make, value_of = BINARY[name]
    return Pair(
        make(a.term, b.term),
        lambda env: value_of(width, a.meaning(env), b.meaning(env)) % 2**width,
        f"{name}({a}, {b})",
    )
