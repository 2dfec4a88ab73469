"""The paths of a program partition its inputs, and on each the result is what the machine computes: by brute force.

For every input of one or two bytes exactly one path's condition holds, and the value that path observes, or the error
it ends with, is that of the same C function compiled and run natively.
"""

from __future__ import annotations

import ctypes
from pathlib import Path

import pytest

from albers.expr.arrays import byte_of
from albers.expr.term import as_term
from albers.frontend.build import PreparedModule
from tests.engine.exploring import ExploredPath, built, explored
from tests.engine.random_c import RandomFunction
from tests.expr.truth_tables import TruthTables
from tests.native_c import NativeProgram

# `FAILS_IF(c)`: for these inputs the engine must report an error; natively the function says so itself.
PRELUDE = """
#define FAILED 0xdeadbeefdeadbeefULL
#ifdef NATIVE
#define FAILS_IF(condition) do { if (condition) return FAILED; } while (0)
#else
#define FAILS_IF(condition) do { } while (0)
#endif
typedef unsigned char byte;
typedef unsigned long long result;
"""

BY_HAND = {
    "three_way": "return a < b ? 1 : a == b ? 2 : 3;",
    "signs": "signed char x = a, y = b; if (x < 0 && y >= 0) return x + 1000; if (x * y > 500) return 2; return x / 3;",
    "division": "FAILS_IF(b == 0); unsigned q = a / b; if (q > 3) return q; return a % b;",
    "bounds": """
        static const byte table[10] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3};
        FAILS_IF(a > 9);
        return table[a] == b ? 1 : table[a] > b;""",
    "writes": """
        byte cells[8] = {0};
        FAILS_IF(a >= 8 || b >= 8);
        cells[a] = 1;
        cells[b] += 2;
        return cells[0] * 100 + cells[7] * 10 + (cells[a] == 3);""",
    "switches": """
        switch (a) {
        case 0: return b;
        case 1: case 2: case 3: return 5;
        case 200: if (b & 1) return 6; break;
        case 255: return 7;
        }
        return (result)(a ^ b) << 3;""",
    "gcd": "byte x = a & 15, y = b & 15; while (y) { byte r = x % y; x = y; y = r; } return x;",
    "collatz": """
        unsigned n = a & 31, steps = 0;
        while (n > 1 && steps < b && steps < 6) {
            n = n & 1 ? 3 * n + 1 : n / 2;
            steps++;
        }
        return n * 100 + steps;""",
    "shifts": """
        FAILS_IF(b > 31);
        unsigned x = 0x80000001u >> b;
        if ((int)(a << 24) >> 24 < -100) return x << 1;
        return x ^ a;""",
    "bit_loop": """
        unsigned n = 0;
        for (unsigned x = a & 63; x; x &= x - 1) n++;
        return n == b % 7 ? 100 + n : n;""",
    "short_circuit": "int n = 0; if ((a > 10 && ++n && b > 20) || (b == 3 && ++n)) n += 10; return n;",
    "pointers": """
        byte x = 1, y = 2, z = 3, *table[3] = {&x, &y, &z}, *p = table[a % 3];
        *p += b;
        return x * 65536 + y * 256 + z;""",
    "swaps": "unsigned x = a, y = b; for (int i = 0; i < (b & 3); i++) { unsigned t = x; x = y; y = t; } return x;",
    "fibonacci": "unsigned x = 1, y = b & 1; while (x < a) { unsigned t = x + y; y = x; x = t; } return x * 1000 + y;",
    "backwards": "unsigned y = b & 1, x = 1; while (x < a) { unsigned t = x + y; y = x; x = t; } return x * 1000 + y;",
    "turns": """
        unsigned x = 1, y = 2, z = 3;
        for (int i = 0; i < (a & 7); i++) { unsigned t = z; z = y; y = x; x = t; }
        return x * 100 + y * 10 + z;""",
    "downwards": "int v = 0; for (int d = a & 3; d >= 0; d--) v = v * 2 + (b > d * 50); return v;",
    "traps": "FAILS_IF((byte)(a + b) == 7); if ((byte)(a + b) == 7) __builtin_trap(); return a + b > 300;",
    "strings": """
        char text[3] = {a, b, 0};
        int n = 0;
        while (text[n] && text[n] != 'x') n++;
        return n + (text[n] == 'x') * 10;""",
    "only_a": "int x = (signed char)a; if (x * x == 144) return x + 200; if (x > 100) return 1; return x & 1;",
}

RANDOM_SEEDS = range(25)


def function_texts() -> dict[str, str]:
    texts = {name: f"result {name}(byte a, byte b) {{ {body} }}\n" for name, body in BY_HAND.items()}
    texts |= {f"random_{seed}": RandomFunction(f"random_{seed}", seed).text for seed in RANDOM_SEEDS}
    return texts


DRIVER = """
int drive_{name}(void) {{
    byte a, b;
    klee_make_symbolic(&a, 1, "a");
    klee_make_symbolic(&b, 1, "b");
    observe({name}(a, b));
    return 0;
}}
"""

# Slice i of the results has in bit n what bit i of the result for input n is; the last slice says which inputs fail.
NATIVE_LOOP = """
void all_{name}(byte *slices) {{
    for (int n = 0; n < 65536; n++) {{
        result r = {name}(n & 255, n >> 8);
        for (int i = 0; i < 65; i++)
            slices[i * 8192 + n / 8] |= (i == 64 ? r == FAILED : r >> i & 1) << n % 8;
    }}
}}
"""


class Functions:
    """All functions in one program for the engine and one for the machine."""

    def __init__(self, directory: Path) -> None:
        texts = function_texts()
        code = PRELUDE + "".join(texts.values())
        drivers = "".join(DRIVER.format(name=name) for name in texts)
        self.prepared: PreparedModule = built(code + drivers, directory, entry=f"drive_{next(iter(texts))}")
        loops = "".join(NATIVE_LOOP.format(name=name) for name in texts)
        self._native = NativeProgram(code + loops, directory)

    def native_results(self, name: str) -> list[int]:
        """The slices of the results, the set of failing inputs last."""
        out = ctypes.create_string_buffer(65 * 8192)
        self._native.function(f"all_{name}", None, ctypes.c_void_p)(ctypes.addressof(out))
        slices = out.raw
        return [int.from_bytes(slices[i * 8192 : (i + 1) * 8192], "little") for i in range(65)]


@pytest.fixture(scope="module")
def functions(tmp_path_factory: pytest.TempPathFactory) -> Functions:
    return Functions(tmp_path_factory.mktemp("exhaustive"))


@pytest.mark.parametrize("name", list(function_texts()))
def test_paths_partition_the_inputs_and_compute_what_the_machine_does(name: str, functions: Functions) -> None:
    assert_partition(explored(functions.prepared, entry=f"drive_{name}"), functions.native_results(name))


@pytest.mark.parametrize(
    "search", ["bfs", "random-state", "random-path", "covnew", "md2u", "depth", "icnt", "cpicnt", "qc", "dfs,bfs"]
)
def test_every_searcher_finds_the_same_paths(search: str, functions: Functions) -> None:
    for name in ("switches", "gcd"):
        paths = explored(functions.prepared, entry=f"drive_{name}", search=tuple(search.split(",")))
        assert_partition(paths, functions.native_results(name))


def assert_partition(paths: list[ExploredPath], expected: list[int]) -> None:
    """The inputs are declared before the first fork: all paths speak of the same unknown bytes."""
    tables = TruthTables([byte_of(each.symbol, 0) for each in paths[0].inputs])
    unseen = tables.all
    for path in paths:
        here = tables.all
        for condition in path.conditions:
            here &= tables.holds(condition)
        assert here, "a path that no input takes"
        assert here & ~unseen == 0, f"two paths for input {first_of(here & ~unseen)}"
        unseen &= ~here
        wrong = here & wrong_results(path, tables, expected)
        assert not wrong, f"{path.outcome} observing {path.observed} is wrong for input {first_of(wrong)}"
        number = sum(data[0] << 8 * i for i, (_, data) in enumerate(path.test))
        assert here >> number & 1, f"the test of a path, input {number}, takes another one"
    assert not unseen, f"no path for input {first_of(unseen)}"


def wrong_results(path: ExploredPath, tables: TruthTables, expected: list[int]) -> int:
    """The inputs for which the path's ending is not that of the machine."""
    *results, failing = expected
    if path.ending.error is not None:
        return ~failing & tables.all
    (observed,) = path.observed
    wrong = failing
    for found, native in zip(tables.slices(as_term(64, observed)), results, strict=True):
        wrong |= found ^ native
    return wrong


def first_of(inputs: int) -> int:
    return (inputs & -inputs).bit_length() - 1
