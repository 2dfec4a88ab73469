"""Random C functions of two bytes: nested branches, loops, switches, tables of bytes, pointers and functions,
arithmetic, shifts, structures and local arrays.

They have no undefined behaviour: arithmetic is unsigned, shift amounts and indices are reduced, divisors are odd.
"""

from __future__ import annotations

import random

_BINARY = ("+", "-", "*", "&", "|", "^")
_COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")
_TYPES = ("unsigned", "unsigned char", "int", "signed char", "unsigned long long", "short")


class RandomFunction:
    """`unsigned long long NAME(unsigned char a, unsigned char b)`, the same for the same seed."""

    def __init__(self, name: str, seed: int) -> None:
        self._random = random.Random(seed)
        self._names = ["a", "b"]
        self._loops = 0
        self._branches = 7  # a bound on the number of paths
        body = [
            "unsigned char cells[4] = {1, 2, 3, 4}, spare[2] = {5, 6};",
            "struct { unsigned char first; unsigned short rest[2]; } one = {1, {2, 3}}, other = {4, {5, 6}};",
            "unsigned char *places[3] = {&cells[1], spare, &one.first};",
        ]
        for i in range(3):
            body.append(f"{self._random.choice(_TYPES)} v{i} = {self._expression(2)};")
            self._names.append(f"v{i}")
        body += [self._statement(3) for _ in range(4)]
        body.append("return v0 * 31ULL + (unsigned long long)v1 * 7 + v2 + cells[0] * 1000 + cells[3]")
        body.append("    + spare[1] + spare[0] * 3ULL + one.first * 17ULL + one.rest[1] * 5ULL + other.rest[0];")
        table = ", ".join(str(self._random.randrange(256)) for _ in range(16))
        lines = "\n    ".join(body)
        self.text = (
            f"static unsigned {name}_more(unsigned x) {{ return x * 3 + 1; }}\n"
            f"static unsigned {name}_less(unsigned x) {{ return x > 100 ? x - 100 : x; }}\n"
            f"static unsigned (*const {name}_functions[2])(unsigned) = {{{name}_more, {name}_less}};\n"
            f"static const unsigned char {name}_table[16] = {{{table}}};\n"
            f"unsigned long long {name}(unsigned char a, unsigned char b) {{\n    {lines}\n}}\n"
        )
        self.text = self.text.replace("TABLE", f"{name}_table").replace("FUNCTIONS", f"{name}_functions")

    def _expression(self, depth: int) -> str:
        pick = self._random
        if depth == 0:
            if pick.random() < 0.6:
                return pick.choice(self._names)
            return f"{pick.choice([0, 1, 2, 3, 7, 16, 100, 127, 128, 200, 255, 256, 1000])}u"
        left, right = self._expression(depth - 1), self._expression(depth - 1)
        kind = pick.randrange(12)
        if kind < 6:
            return f"((unsigned){left} {pick.choice(_BINARY)} (unsigned){right})"
        if kind == 6:
            return f"((unsigned){left} {pick.choice(['<<', '>>'])} ({right} & 7))"
        if kind == 7:
            return f"((unsigned){left} {pick.choice(['/', '%'])} ({right} | 1u))"
        if kind == 8:
            return f"(unsigned)((signed char){left} {pick.choice(['>>', '/', '%'])} {pick.choice([1, 3, 5])})"
        if kind == 9:
            return f"TABLE[{left} & 15]"
        if kind == 10:
            return f"cells[{left} & 3]"
        return f"(unsigned)({self._condition(left, right)})"

    def _condition(self, left: str, right: str) -> str:
        cast = self._random.choice(["(signed char)", "(int)", "(unsigned)", "(unsigned char)"])
        return f"{cast}{left} {self._random.choice(_COMPARISONS)} {cast}{right}"

    def _statement(self, depth: int) -> str:
        pick = self._random
        kind = pick.randrange(12) if depth and self._branches > 0 else pick.choice([0, 1, 8])
        if kind == 0:
            return f"v{pick.randrange(3)} {pick.choice(['=', '+=', '^=', '-='])} {self._expression(2)};"
        if kind == 1:
            return f"cells[{self._expression(1)} & 3] {pick.choice(['=', '+='])} {self._expression(1)};"
        if kind == 8:
            return pick.choice(["other = one;", "one = other;", f"one.rest[{self._expression(1)} & 1]++;"])
        self._branches -= 1
        if kind == 9:
            return f"*places[(unsigned){self._expression(1)} % 3] {pick.choice(['=', '+='])} {self._expression(1)};"
        if kind == 10:
            return f"v{pick.randrange(3)} = FUNCTIONS[{self._expression(1)} & 1]({self._expression(1)});"
        if kind == 11:
            condition = self._condition(self._expression(0), self._expression(0))
            place = f"places[(unsigned){self._expression(0)} % 3]"
            return f"{place} = {condition} ? &spare[1] : &cells[{self._expression(0)} & 3];"
        if kind == 2:
            return self._switch(depth)
        if kind == 3:
            return self._loop(depth)
        condition = self._condition(self._expression(1), self._expression(1))
        otherwise = f" else {{ {self._statement(depth - 1)} }}" if pick.random() < 0.6 else ""
        return f"if ({condition}) {{ {self._statement(depth - 1)} }}{otherwise}"

    def _switch(self, depth: int) -> str:
        pick = self._random
        values = pick.sample([0, 1, 2, 3, 5, 7], 3)
        cases = " ".join(
            f"case {value}: {self._statement(depth - 1)} {pick.choice(['break;', ''])}" for value in values
        )
        return f"switch ({self._expression(1)} & 7) {{ {cases} default: {self._statement(0)} }}"

    def _loop(self, depth: int) -> str:
        self._loops += 1
        counter = f"i{self._loops}"
        bound = f"({self._expression(1)} & 3)"
        body = self._statement(0)
        stop = f" if ({counter} == {self._expression(0)}) break;" if self._random.random() < 0.4 else ""
        return f"for (unsigned {counter} = 0; {counter} < {bound}; {counter}++) {{ {body}{stop} }}"
