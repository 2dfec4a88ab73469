"""Random C programs with loops that depend on a symbolic size: breaks, nests, switches, assumptions, allocations.

Every program has the inputs `n` (one byte, at most 3), `z` (one byte) and `s` (n bytes), and passes what it computed to
`observe`, so that two ways of exploring it can be compared input by input.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

CAPACITY = 3
_ALPHABET = (0, 1, 2)

_HEAD = """\
#include <stdlib.h>
struct node { struct node *next; unsigned char value; };
static unsigned g;
static unsigned char table[4];
static unsigned twice(unsigned x) { return x < 100 ? 2 * x : x; }
static unsigned count(const unsigned char *s, unsigned n, unsigned char c) {
    unsigned found = 0;
    for (unsigned i = 0; i < n; i++)
        found += s[i] == c;
    return found;
}
int main(void) {
    unsigned char n, z;
    klee_make_symbolic(&n, 1, "n");
    klee_make_symbolic(&z, 1, "z");
    klee_assume(n <= 3);
    unsigned char *s = malloc(n);
    klee_make_symbolic(s, n, "s");
    unsigned char out[4] = {9, 9, 9, 9};
    unsigned a = 0, b = 1, i, j;
    unsigned char *p = s;
    struct node *list = 0;
"""
_TAIL = """\
    observe(a);
    observe(b);
    observe(g);
    observe(p - s);
    observe(table[0] + 256 * table[1] + 65536 * table[2] + 16777216 * table[3]);
    observe(table[a & 3]);
    observe(out[0] + 256 * out[1] + 65536 * out[2]);
    for (; list; list = list->next)
        observe(list->value);
    if (n > 0)
        observe(s[0]);
    return a & 1;
}
"""


def program(seed: int) -> str:
    """The program with the given number."""
    return _Writer(random.Random(seed)).text()


def inputs() -> Iterator[tuple[int, int, bytes]]:
    """Values of n, z and s; the bytes of s are few, so that these are all that the programs tell apart."""
    for n in range(CAPACITY + 1):
        for z in (0, 1, 7):
            for s in itertools.product(_ALPHABET, repeat=n):
                yield n, z, bytes(s)


class _Writer:
    def __init__(self, generator: random.Random) -> None:
        self._random = generator
        self._lines: list[str] = []
        self._depth = 1

    def text(self) -> str:
        for _ in range(self._random.randint(1, 2)):
            self._loop("i", depth=0)
        return _HEAD + "\n".join(self._lines) + "\n" + _TAIL

    def _put(self, line: str) -> None:
        self._lines.append("    " * self._depth + line)

    def _pick(self, *choices: str) -> str:
        return self._random.choice(choices)

    def _loop(self, index: str, depth: int) -> None:
        bound = "n" if depth == 0 or self._random.random() < 0.5 else "i"
        form = self._pick("count", "count", "string", "pointer", "do")
        if form == "pointer" and depth:
            form = "string"
        if form == "count":
            self._put(f"for ({index} = 0; {index} < {bound}; {index}++) {{")
        elif form == "string":
            self._put(f"for ({index} = 0; {index} < {bound} && s[{index}] != {self._small()}; {index}++) {{")
        elif form == "pointer":
            self._put(f"for ({index} = 0, p = s; p < s + n && *p != {self._small()}; {index}++, p++) {{")
        else:
            self._put(f"{index} = 0;")
            self._put(f"if ({bound} > 0) do {{")
        self._depth += 1
        for _ in range(self._random.randint(1, 3)):
            self._statement(index, depth, may_continue=form != "do")
        self._depth -= 1
        self._put("}" if form != "do" else f"}} while (++{index} < {bound});")

    def _statement(self, index: str, depth: int, may_continue: bool) -> None:
        kind = self._random.randrange(18)
        if kind < 3:
            self._put(self._assignment(index))
        elif kind < 6:
            self._put(f"if ({self._condition(index)}) {{")
            self._nested(index, depth, may_continue)
            if self._random.random() < 0.5:
                self._put("} else {")
                self._nested(index, depth, may_continue)
            self._put("}")
        elif kind == 6:
            self._put(f"if ({self._condition(index)}) break;")
        elif kind == 7 and may_continue:
            self._put(f"if ({self._condition(index)}) continue;")
        elif kind == 8:
            self._switch(index)
        elif kind == 9 and depth == 0:
            self._loop("j", depth + 1)
        elif kind == 10:
            self._put(f"klee_assume({self._condition(index)} | (a == {self._small()}));")
        elif kind == 11:
            self._allocation(index)
        elif kind == 12:
            self._put(f"if ({self._condition(index)}) {{ observe(100 + a); return 1; }}")
        elif kind == 13:
            self._put(f"if ({self._condition(index)}) {self._pick('abort()', 'klee_silent_exit(0)', 'exit(3)')};")
        elif kind == 14:
            self._put(f"{self._pick('a', 'b', 'g')} = twice({self._pick('a', 'b', f's[{index}]')});")
        elif kind == 15:
            self._put(f"table[{self._pick(f's[{index}]', 'a', 'z')} & 3] {self._pick('=', '+=')} {self._value(index)};")
        elif kind == 16:
            self._put(f"a += count(s, {self._pick('n', index)}, {self._small()});")
        else:
            self._put(f"out[{index}] = {self._value(index)};")

    def _nested(self, index: str, depth: int, may_continue: bool) -> None:
        self._depth += 1
        self._statement(index, depth + 1, may_continue)
        self._depth -= 1

    def _switch(self, index: str) -> None:
        self._put(f"switch (s[{index}]) {{")
        for value in range(self._random.randint(1, 3)):
            self._put(f"case {value}: {self._assignment(index)} {self._pick('break;', '')}")
        self._put(f"default: {self._assignment(index)}")
        self._put("}")

    def _allocation(self, index: str) -> None:
        if self._random.random() < 0.5:
            self._put(f"{{ unsigned char *q = malloc(2); q[0] = {self._value(index)}; b += q[0]; free(q); }}")
        else:
            self._put("{ struct node *q = malloc(sizeof *q); q->next = list;")
            self._put(f"  q->value = {self._value(index)}; list = q; }}")

    def _assignment(self, index: str) -> str:
        target = self._pick("a", "b", "g", f"out[{index}]")
        return f"{target} {self._pick('=', '+=', '^=')} {self._value(index)};"

    def _value(self, index: str) -> str:
        return self._pick(
            index, "a", "b", "z", "n", "1", f"s[{index}]", f"s[{index}] + {index}", "a * 3", f"out[{index}]"
        )

    def _condition(self, index: str) -> str:
        return self._pick(
            f"(s[{index}] == {self._small()})",
            f"(s[{index}] == {self._small()})",
            f"(s[{index}] < {self._small()})",
            f"(z == {self._small()})",
            f"(a == {self._small()})",
            f"(b > {self._small()})",
            f"({index} == {self._small()})",
            f"({index} + 1 == n)",
            f"(out[{index}] == {self._small()})",
        )

    def _small(self) -> str:
        return str(self._random.randint(0, 2))
