"""Sizes without a capacity: the paper's listings, the smallest sizes in tests, and a witness that always holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from albers.engine.hooks import Hook
from albers.engine.state import State
from albers.expr.evaluate import Assignment, evaluate
from albers.expr.term import Term
from tests.engine.exploring import ExploredPath
from tests.sizes.sized_programs import BODIES, admits, assignment_of, inputs, paths_of, program

BENCH = Path(__file__).parents[2] / "bench" / "programs"
HEAD = "#include <stdlib.h>\n"


def sizes_by_exit(paths: list[ExploredPath], name: str = "n") -> list[tuple[int, int]]:
    """Exit code and the input of that name, of every path that exits."""
    return sorted(
        (path.ending.exit_code, int.from_bytes(dict(path.test)[name], "little"))
        for path in paths
        if path.ending.error is None
    )


def test_listing_1_every_branch_is_reached(tmp_path: Path) -> None:
    text = """
int foo(int n) {
    char *s = malloc(n);
    if (n == 1) {
        s[0] = 0;
        return 2;
    } else if (n > 1) {
        s[1] = 10;
        return 3;
    }
    return 1;
}
int main(void) {
    return foo(klee_int("n"));
}
"""
    found = sizes_by_exit(paths_of(HEAD + text, tmp_path, "symcrete"))
    # Negative sizes are refused: the one path that returns 1 with a null pointer.
    assert {code for code, _ in found} == {1, 2, 3}
    assert (2, 1) in found and (3, 2) in found and (1, 0) in found
    assert all(code == 1 for code, n in found if n >= 1 << 31) and len(found) == 4


def test_listing_2_a_pointer_may_mean_either_variable(tmp_path: Path) -> None:
    text = """
int x = 10;
int y = 20;
int main(void) {
    int *s;
    klee_make_symbolic(&s, sizeof s, "s");
    klee_assume(s == &x | s == &y);
    *s = 0;
    return 2 * (x == 0) + (y == 0);
}
"""
    paths = paths_of(HEAD + text, tmp_path, "symcrete")
    assert sorted(path.ending.exit_code for path in paths) == [1, 2]


def test_listing_4_the_inner_statement_is_reached_with_size_3(tmp_path: Path) -> None:
    text = """
int main(void) {
    unsigned n = klee_range(0, 1 << 30, "n");
    char *s = malloc(n);
    if (n > 1) {
        if (n > 2) {
            s[n - 1] = 2;
            return 1;
        }
    }
    return 0;
}
"""
    paths = paths_of(HEAD + text, tmp_path, "symcrete")
    assert sizes_by_exit(paths) == [(0, 0), (0, 2), (1, 3)]


def test_listing_5_both_sizes_are_reached_and_nothing_of_them_takes_room(tmp_path: Path) -> None:
    text = """
int main(void) {
    unsigned n = klee_int("n");
    char *s = malloc(n);
    if ((unsigned long)s < 10)
        return 1;
    if (n > 100000)
        return 2;
    return 3;
}
"""
    found = sizes_by_exit(paths_of(HEAD + text, tmp_path, "symcrete"))
    assert (2, 100001) in found and (3, 0) in found
    assert [code for code, n in found if n > 1 << 31] == [1]


def test_listing_6_the_size_whose_last_byte_is_255_is_found(tmp_path: Path) -> None:
    text = """
int main(void) {
    unsigned n = klee_int("n");
    klee_assume(n > 0);
    unsigned char *s = malloc(n);
    if (!s)
        return 2;
    for (unsigned i = 0; i < n; i++)
        s[i] = i % 256;
    if (s[n - 1] == 255)
        klee_report_error("listing6.c", 1, "reached", "user");
    return 1;
}
"""
    paths = paths_of(HEAD + text, tmp_path, "symcrete", search="bfs", max_tests=257)
    found = [dict(path.test)["n"] for path in paths if path.ending.error is not None]
    assert [int.from_bytes(each, "little") for each in found] == [256]


def test_big_buffer(tmp_path: Path) -> None:
    paths = paths_of((BENCH / "big_buffer.c").read_text(), tmp_path, "symcrete", null_malloc=True)
    assert sorted({path.ending.exit_code for path in paths if path.ending.error is None}) == [0, 1, 2, 3]
    (bug,) = [path for path in paths if path.ending.error is not None]
    assert int.from_bytes(dict(bug.test)["n"], "little") == 3
    assert (1, 100001) in sizes_by_exit(paths)


class Watch(Hook):
    """Checks that the witness satisfies the path whenever that grows, and remembers each state's symcretes."""

    def __init__(self) -> None:
        self.checks = 0
        self.terms: dict[int, list[Term]] = {}

    def forked(self, state: State, child: State, condition: Term) -> None:
        self._check(state)
        self._check(child)

    def constrained(self, state: State, condition: Term) -> None:
        self._check(state)

    def entered_block(self, state: State) -> None:
        self.terms[state.id] = [each.term for each in state.symcretes]

    def _check(self, state: State) -> None:
        self.checks += 1
        self.terms[state.id] = [each.term for each in state.symcretes]
        assert all(evaluate(each, state.witness) for each in state.path.constraints())


@pytest.mark.parametrize("name", BODIES)
def test_a_test_has_the_smallest_sizes_that_take_its_path(tmp_path: Path, name: str) -> None:
    watch = Watch()
    for path in paths_of(program(name), tmp_path, "symcrete", hooks=(watch,)):
        sizes = watch.terms[path.state_id]
        possible = [assignment_of(path, n, c) for n, c in inputs()]
        least = min(_total(sizes, each) for each in possible if admits(path, each))
        test = dict(path.test)
        n, c = int.from_bytes(test["n"], "little"), tuple(test["c"])
        assert _total(sizes, assignment_of(path, n, c)) == least
    assert watch.checks > 0


def _total(sizes: list[Term], assignment: Assignment) -> int:
    return sum(evaluate(size, assignment) for size in sizes)
