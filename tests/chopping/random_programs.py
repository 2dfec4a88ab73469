"""Random C programs whose functions change memory in every way that chopping must get right, and their behaviours.

A program reads two symbolic bytes below 4, calls functions that write through pointers, fields, arrays, bytes and
globals, allocate, free and call one another, and `observe`s values in between. Its behaviour is what each of the
sixteen inputs leads to: the values observed and how the path ends.
"""

from __future__ import annotations

import random
from pathlib import Path

from albers.expr.evaluate import Assignment, evaluate
from albers.expr.term import Term
from albers.frontend.build import PreparedModule
from albers.options import Options, SearchOptions, TechniqueOptions
from tests.engine.exploring import ExploredPath, built, explored

_HEAD = """\
#include <stdlib.h>
#include <string.h>
struct node { int a; signed char b; short c; struct node *next; int arr[3]; unsigned char bytes[4]; };
int g0 = 1, g1 = 2;
unsigned char buf[4] = {1, 2, 3, 4};
struct node gn;
struct node *gp;
int *gi = &g0;
unsigned char x, y;
"""

FUNCTIONS = ("f0", "f1", "f2", "f3")
_VALUE_RETURNING = ("f1", "f3")


class _Writer:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def pick(self, *choices: str) -> str:
        return self.random.choice(choices)

    def expression(self, depth: int = 2) -> str:
        if depth == 0 or self.random.random() < 0.4:
            return self.pick(
                "x", "y", "v", "g0", "g1", "p->a", "p->b", "p->c", "p->arr[1]", "buf[x & 3]", "buf[2]", "3", "*gi"
            )
        left, right = self.expression(depth - 1), self.expression(depth - 1)
        return f"({left} {self.pick('+', '-', '^', '&', '|')} {right})"

    def condition(self) -> str:
        return (
            f"{self.expression(1)} {self.pick('<', '>', '==', '!=')} {self.pick('x', 'y', '1', '2', 'v', 'p->a', 'g1')}"
        )

    def place(self) -> str:
        return self.pick(
            "p->a", "p->b", "p->c", "p->arr[0]", "p->arr[1]", "p->arr[x % 3]", "p->bytes[y & 3]", "p->bytes[1]",
            "g0", "g1", "buf[0]", "buf[y & 3]", "*gi", "((unsigned char *)&p->a)[1]", "*(short *)&p->bytes[1]",
            "*(short *)((char *)&g0 + 1)", "gn.a", "gn.arr[2]",
        )  # fmt: skip

    def statement(self, callees: list[str], depth: int = 2) -> str:
        kind = self.random.randrange(16)
        value = self.expression()
        if kind < 5:
            return f"{self.place()} = {value};"
        if kind < 8 and depth > 0:
            first, second = self.statement(callees, depth - 1), self.statement(callees, depth - 1)
            return f"if ({self.condition()}) {{ {first} }} else {{ {second} }}"
        if kind == 8 and depth > 0:
            return f"for (int i = 0; i < (x & 1) + 1; i++) {{ {self.statement(callees, 0)} p->bytes[i] += v; }}"
        if kind == 9:
            return self.pick(
                "memcpy(p->arr, buf, 4);", "memset(&p->c, y, 3);", "memcpy(buf + 1, p->bytes, 2);", "gn = *p;"
            )
        if kind == 10:
            return self.pick("gi = &g0;", "gi = &p->a;", "gi = &p->arr[x & 1];", "gi = &gn.a;", "gi = &g1;")
        if kind == 11:
            return "if (!gp) { gp = malloc(sizeof *gp); gp->a = 5; gp->next = p; gp->b = x; } else gp->a++;"
        if kind == 12:
            return "if (gp && y == 1) { gi = &g0; free(gp); gp = 0; }"
        if kind == 13:
            return f"if (gp) {{ gp->arr[0] = {value}; gp->next->c = v; }}"
        if callees:
            return self.call(self.random.choice(callees), value)
        return f"{self.place()} += {value};"

    def call(self, callee: str, value: str) -> str:
        target = self.pick("p", "&gn", "p")
        if callee in _VALUE_RETURNING and self.random.random() < 0.7:
            return f"{self.pick('g0', 'g1', 'p->c', 'p->arr[2]')} = {callee}({target}, {value});"
        return f"{callee}({target}, {value});"

    def observation(self) -> str:
        return self.pick(
            "observe(p->a);", "observe(p->b);", "observe(p->arr[1]);", "observe(p->arr[y % 3]);", "observe(g0);",
            "observe(g1);", "observe(buf[x & 3]);", "observe(buf[1]);", "observe(*(int *)p->bytes);", "observe(p->c);",
            "if (gp) observe(gp->a);", "if (gp) observe(gp->arr[0]);", "observe(*gi);", "observe(gn.a + gn.c);",
            "if (p->a > x) observe(p->bytes[2]); else observe(1);", "observe(r);", "if (saved) observe(saved->b);",
        )  # fmt: skip

    def program(self) -> str:
        text = [_HEAD]
        for i, name in enumerate(FUNCTIONS):
            result = "int" if name in _VALUE_RETURNING else "void"
            text.append(f"static {result} {name}(struct node *p, int v);")
            del i
        text.append("static void (*table[2])(struct node *, int) = {f0, f2};")
        for i, name in enumerate(FUNCTIONS):
            result = "int" if name in _VALUE_RETURNING else "void"
            callees = list(FUNCTIONS[i + 1 :])
            body = [self.statement(callees) for _ in range(self.random.randrange(1, 5))]
            if result == "int":
                body.append(f"return {self.expression()};")
            text.append(f"static {result} {name}(struct node *p, int v) {{\n    " + "\n    ".join(body) + "\n}")
        lines = ["struct node n, *p = &n, *saved = 0;", "int v = 1, r = 0;", "memset(&n, 0, sizeof n);"]
        lines += [
            'klee_make_symbolic(&x, 1, "x");',
            'klee_make_symbolic(&y, 1, "y");',
            "klee_assume((x < 4) & (y < 4));",
        ]
        if self.random.random() < 0.5:
            lines.append("gp = malloc(sizeof *gp); memset(gp, 7, sizeof *gp); gp->next = p; saved = gp;")
        for _ in range(self.random.randrange(4, 9)):
            kind = self.random.randrange(6)
            if kind < 3:
                lines.append(self.call(self.random.choice(FUNCTIONS), self.expression(1)))
            elif kind == 3:
                lines.append(self.pick("table[x & 1](p, y);", "r = f1(p, x);", "r += f3(&gn, v);", "saved = gp;"))
            elif kind == 4:
                lines.append(self.statement([], 1))
            else:
                lines.append(self.observation())
        lines += [self.observation() for _ in range(3)]
        lines.append("return 0;")
        text.append("int main(void) {\n    " + "\n    ".join(lines) + "\n}")
        return "\n".join(text) + "\n"


def random_program(seed: int) -> str:
    return _Writer(seed).program()


def skip_sets(seed: int, count: int) -> list[tuple[str, ...]]:
    """Different sets of functions to skip, all of them together among them."""
    choose = random.Random(seed)
    result = [FUNCTIONS]
    while len(result) < count:
        chosen = tuple(name for name in FUNCTIONS if choose.random() < 0.5)
        if chosen and chosen not in result:
            result.append(chosen)
    return result


Behaviour = tuple[object, ...]


def behaviours(paths: list[ExploredPath]) -> dict[tuple[int, int], Behaviour]:
    """What each input leads to. Every input belongs to exactly one path."""
    result: dict[tuple[int, int], Behaviour] = {}
    for path in paths:
        leaves = {each.name: each for each in path.inputs}
        for first in range(4):
            for second in range(4):
                values = {}
                for name, value in (("x", first), ("y", second)):
                    values.update(dict.fromkeys(_bytes_of(leaves, name), value))
                given = Assignment(values)
                if all(evaluate(condition, given) for condition in path.conditions):
                    assert (first, second) not in result, f"two paths for the input {first}, {second}"
                    seen = tuple(_value(value, given) for value in path.observed)
                    result[first, second] = (path.outcome, seen)
    return result


def _bytes_of(leaves: dict[str, object], name: str) -> list[Term]:
    from albers.engine.state import SymbolicInput
    from albers.expr.arrays import byte_of

    input_ = leaves.get(name)
    return [byte_of(input_.symbol, 0)] if isinstance(input_, SymbolicInput) else []


def _value(value: object, given: Assignment) -> int:
    if isinstance(value, Term):
        return evaluate(value, given)
    assert isinstance(value, int)
    return value


def run(
    prepared: PreparedModule,
    skip: tuple[str, ...] = (),
    slicing: bool = True,
    search: str = "dfs",
    lines: tuple[str, ...] = (),
) -> list[ExploredPath]:
    # What is never called is not in the program any more.
    skip = tuple(name for name in skip if name in prepared.user_functions)
    techniques = TechniqueOptions(skip=skip, slicing=slicing, skip_lines=lines)
    return explored(prepared, Options(techniques=techniques, search=SearchOptions(search=(search,))))


def prepared_program(seed: int, directory: Path) -> PreparedModule:
    return built(random_program(seed), directory)
