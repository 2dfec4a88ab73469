"""Small C programs over an object of symbolic size, and what each of their paths does with each concrete input.

A program sees `n`, at most 4, and four unknown bytes `c[0]` to `c[3]`, each 0 to 2. It can be run with a concrete `n`
(which a model of `fixed_size` tells it): the same program with every size in turn is what the modes are compared with.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

from albers.engine.hooks import Hook
from albers.expr.arrays import byte_of
from albers.expr.evaluate import Assignment, evaluate
from albers.expr.term import Term, as_term
from albers.options import LimitOptions, Options, SearchOptions, TechniqueOptions
from tests.engine.exploring import ExploredPath, built, explored

LARGEST = 4

PRELUDE = """
#include <stdlib.h>
#include <string.h>
long fixed_size(void);
int main(void) {
    size_t n;
    unsigned char c[4];
    klee_make_symbolic(&n, sizeof n, "n");
    klee_make_symbolic(c, sizeof c, "c");
    klee_assume(n <= 4);
    for (int i = 0; i < 4; i++)
        klee_assume(c[i] <= 2);
    if (fixed_size() >= 0)
        klee_assume(n == fixed_size());
    unsigned long long r = 0;
"""

BODIES = {
    "writes": "char *p = malloc(n); for (size_t i = 0; i < n; i++) p[i] = c[i] + 1; r = n ? p[n - 1] : 77;",
    "fixed_write": "char *p = malloc(n); p[1] = 5; r = p[1] + c[0];",
    "symbolic_index": "char *p = malloc(n); p[c[0]] = 9; r = c[1] ? p[c[0]] : n;",
    "unit": "short *p = malloc(2 * n); p[c[0]] = 3; r = p[c[0]] + n;",
    "calloc": "int *p = calloc(n, sizeof(int)); for (int i = 0; i < c[0]; i++) r += p[i] + 1;",
    "realloc_grows": "char *p = calloc(n, 1); p = realloc(p, n + 1); p[n] = 4; if (n) r = p[n - 1]; r = r * 10 + p[n];",
    "realloc_twice": "char *p = malloc(4); memcpy(p, c, 4); p = realloc(p, n); p = realloc(p, 4);"
    " if (n > 1) r = p[0] + 3 * p[1];",
    "realloc_shrinks": "char *p = malloc(n); for (size_t i = 0; i < n; i++) p[i] = c[i]; p = realloc(p, 2);"
    " r = p[c[3]]; if (c[3] >= n) r = 0;",
    "memset": "char *p = malloc(n); memset(p, 3, c[0]); for (int i = 0; i < c[0]; i++) r += p[i];",
    "memset_size": "char *p = malloc(n); memset(p, 3, n); for (size_t i = 0; i < n; i++) r += p[i];",
    "memcpy": "char *p = malloc(n); char *q = calloc(4, 1); memcpy(p, c, n); memcpy(q, p, n); r = q[0] + 3 * q[3];",
    "memcpy_out": "char *p = calloc(n, 1); char q[4]; memcpy(q, p, c[0]); r = c[0] ? q[0] + 1 : 9;",
    "vla": "if (n == 0) return 0; char p[n]; p[n - 1] = 1; p[c[0]] = 2; r = p[n - 1];",
    "vla_of_ints": "if (n == 0) return 0; int p[n]; p[c[0]] = 2; r = p[c[0]] + (n == 3);",
    "object_size": "char *p = malloc(n + 1); r = klee_get_obj_size(p); if (r == 3) r = 100;",
    "freed": "char *p = malloc(n); if (c[0] == 1) free(p); if (n > 2) p[2] = 1; r = 2;",
    "free_middle": "char *p = malloc(n); free(p + c[0]); r = 1;",
    "two": "char *p = malloc(n); char *q = malloc(2 * n); if (c[0] < n) p[c[0]] = 1; q[n] = 1; r = q[n];",
    "inverse": "char *p = malloc(4 - n); p[c[0]] = n; r = p[c[0]] + 1;",
    "pointer_choice": "char *p = malloc(n), *q = malloc(2); char *s = c[0] ? p : q; s[1] = c[1]; r = s[1];",
    "aligned": "char *p = aligned_alloc(64, n); r = (unsigned long)p % 64; p[c[1]] = 1;",
    "partly_symbolic": 'char *p = calloc(4, 1); klee_make_symbolic(p, n, "s"); klee_assume((unsigned char)p[1] <= 2);'
    " r = n < 2 ? p[1] : 5;",
}


def program(name: str) -> str:
    return f"{PRELUDE}{BODIES[name]}\n    observe(r);\n    return 0;\n}}\n"


def paths_of(
    text: str,
    directory: Path,
    sizes: str,
    hooks: tuple[Hook, ...] = (),
    search: str = "dfs",
    max_tests: int = 0,
    fixed: int = -1,
    **techniques: object,
) -> list[ExploredPath]:
    options = Options(
        search=SearchOptions(search=(search,)),
        limits=LimitOptions(max_tests=max_tests),
        techniques=TechniqueOptions(sizes=sizes),
        models={"fixed_size": lambda call: call.returns(fixed)},
    )
    for name, value in techniques.items():
        setattr(options.techniques, name, value)
    return explored(built(text, directory), options, hooks=hooks)


def inputs() -> Iterator[tuple[int, tuple[int, ...]]]:
    for n in range(LARGEST + 1):
        for c in itertools.product(range(3), repeat=4):
            yield n, c


Behaviour = tuple[tuple[str, int, str, int], tuple[int, ...]]


def behaviour(paths: list[ExploredPath], n: int, c: tuple[int, ...]) -> Behaviour:
    """How the program ends with this input and what it observed; exactly one path must admit the input."""
    admitting: list[Behaviour] = []
    for path in paths:
        assignment = assignment_of(path, n, c)
        if admits(path, assignment):
            observed = tuple(evaluate(as_term(64, value), assignment) for value in path.observed)
            admitting.append((path.outcome, observed))
    assert len(admitting) == 1, f"n={n} c={c} is admitted by {len(admitting)} paths"
    return admitting[0]


def admits(path: ExploredPath, assignment: Assignment) -> bool:
    return all(evaluate(condition, assignment) for condition in path.conditions)


def assignment_of(path: ExploredPath, n: int, c: tuple[int, ...]) -> Assignment:
    values: dict[Term, int] = {}
    for each in path.inputs:
        data = {"n": n.to_bytes(8, "little"), "c": bytes(c)}.get(each.name, b"\1\1\1\1")
        for i, byte in enumerate(data):
            values[byte_of(each.symbol, i)] = byte
    return Assignment(values)
