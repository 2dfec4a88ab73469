"""The examples of the chopped-execution paper, with the numbers of states they are told to have.

The figures' code is rebuilt from their description; what the paper leaves open is concrete here.
"""

from __future__ import annotations

from pathlib import Path

from tests.chopping.chopped import chopped, counts

FIGURE_2 = """\
#include <klee/klee.h>
struct point { int x, y, z; };
static void f(struct point *p, int k) {
    if (k & 1)
        p->z++;
    if (k > 0)
        p->x = 1;
    else
        p->y = 1;
}
int main(void) {
    int j, k;
    struct point p = {0, 0, 0};
    klee_make_symbolic(&j, sizeof j, "j");
    klee_make_symbolic(&k, sizeof k, "k");
    f(&p, k);
%s
}
"""

SECTION_2 = """\
    if (j > 0) {
        if (p.y)
            return 1;
        return 2;
    }
    return 3;
"""

SECTION_3_2 = """\
    if (p.x)
        p.z++;
    if (p.y)
        p.z--;
    return p.z + 10;
"""

FIGURE_3 = """\
#include <stdio.h>
struct point { int x, y; };
static void f1(struct point *p) { p->y = 1; }
static void f2(struct point *p) {
    if (p->y)
        p->x = 1;
}
int main(void) {
    struct point p = {0, 0};
    f1(&p);
    f2(&p);
    int result = 5;
    if (p.x)
        result = 6;
%s
    return result;
}
"""

FIGURE_4 = """\
#include <stdlib.h>
static void f(int **p) {
    *p = malloc(sizeof **p);
    **p = 10;
}
int main(void) {
    int *p = 0;
    f(&p);
    if (p)
        if (*p == 10)
            return 4;
    return 5;
}
"""


def test_figure_2_runs_only_the_paths_of_f_that_decide_p_y(tmp_path: Path) -> None:
    program = FIGURE_2 % SECTION_2
    assert counts(chopped(program, tmp_path)) == (8, 0, 0, 0, 0)
    sliced = chopped(program, tmp_path, "f")
    # The else side of main needs nothing of f; the then side forks at k > 0 only.
    assert counts(sliced) == (3, 1, 1, 1, 0)
    assert sliced.exits == {1: 1, 2: 1, 3: 1}
    whole = chopped(program, tmp_path, "f", slicing=False)
    assert counts(whole) == (5, 1, 1, 0, 0)
    assert whole.exits == {1: 2, 2: 2, 3: 1}


def test_a_dependent_state_that_knows_k_recovers_only_what_is_compatible(tmp_path: Path) -> None:
    program = FIGURE_2 % SECTION_2.replace("j > 0", "k > 0")
    sliced = chopped(program, tmp_path, "f")
    assert counts(sliced) == (2, 1, 1, 1, 0)
    assert sliced.exits == {2: 1, 3: 1}


def test_section_3_2_recoveries_of_one_call_are_consistent(tmp_path: Path) -> None:
    program = FIGURE_2 % SECTION_3_2
    plain = chopped(program, tmp_path)
    sliced = chopped(program, tmp_path, "f")
    # p.x forks at k > 0. Where it is set, p.z forks at k & 1 and p.y is recovered twice, without forking; where it
    # is not, p.y is recovered, and p.z forks.
    assert counts(sliced) == (4, 1, 6, 3, 0)
    whole = chopped(program, tmp_path, "f", slicing=False)
    assert counts(whole) == (4, 1, 1, 0, 0)
    assert sliced.exits == whole.exits == plain.exits == {9: 1, 10: 1, 11: 1, 12: 1}


def test_figure_3_recovers_f1_while_recovering_f2(tmp_path: Path) -> None:
    report = chopped(FIGURE_3 % "", tmp_path, "f1", "f2")
    assert counts(report) == (1, 2, 2, 2, 0)
    assert report.exits == {6: 1}
    assert counts(chopped(FIGURE_3 % "", tmp_path, "f1", "f2", slicing=False)) == (1, 2, 2, 0, 0)


def test_figure_3_what_f1_wrote_is_found_in_the_cache(tmp_path: Path) -> None:
    report = chopped(FIGURE_3 % "    if (p.y) result = 7;", tmp_path, "f1", "f2")
    assert counts(report) == (1, 2, 2, 2, 1)
    assert report.exits == {7: 1}


def test_figure_4_both_recoveries_see_the_same_allocation(tmp_path: Path) -> None:
    report = chopped(FIGURE_4, tmp_path, "f")
    assert counts(report) == (1, 1, 2, 2, 0)
    assert report.exits == {4: 1}
    whole = chopped(FIGURE_4, tmp_path, "f", slicing=False)
    assert counts(whole) == (1, 1, 1, 0, 0)
    assert whole.exits == {4: 1}


def test_an_error_in_recovered_code_is_reported_where_it_is(tmp_path: Path) -> None:
    program = FIGURE_2.replace("p->z++", "p->y = 4 / (k - 7)") % SECTION_2
    report = chopped(program, tmp_path, "f")
    assert [(error.kind, error.line, error.function) for error in report.errors] == [("div", 5, "f")]
    # The path that needs nothing of f does not see the error either.
    assert report.exits[3] == 1
