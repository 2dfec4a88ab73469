"""A truth value that the path has decided is a plain number when the program computes with it."""

from __future__ import annotations

from pathlib import Path

import albers
from albers.options import Options, OutputOptions

NEXT_ARGUMENT = """
#include <klee/klee.h>
#include <string.h>
static char **args;
static int next(const char *s) { int r = strcmp(*args, s) == 0; args += r; return r; }
int main(void) {
  char a[3]; klee_make_symbolic(a, 3, "a"); a[2] = 0;
  char *v[] = {a, "x", 0};
  args = v;
  int n = next("|") + next("&"), m = next("<=");
  return n + m + next("x");
}
"""
CHOICE = """
#include <klee/klee.h>
int main(void) {
  unsigned char c; klee_make_symbolic(&c, 1, "c");
  int table[3] = {5, 6, 7};
  int *p = table;
  if (c < 10)
    p += c < 20;  /* always one further */
  p += c == 200;  /* decided by no branch */
  klee_assert(*p == (c == 200 ? 6 : c < 10 ? 6 : 5));
  return 0;
}
"""


def explore(source: str, directory: Path) -> albers.Report:
    file = directory / "program.c"
    file.write_text(source)
    return albers.explore(file, Options(output=OutputOptions(out=str(directory / "out"))))


def test_a_pointer_moved_by_a_decided_comparison_needs_no_solver(tmp_path: Path) -> None:
    report = explore(NEXT_ARGUMENT, tmp_path)
    assert report.complete
    assert report.exits == {0: 5, 1: 1, 2: 3}
    assert report.queries.solver == 0


def test_what_is_not_decided_stays_open(tmp_path: Path) -> None:
    report = explore(CHOICE, tmp_path)
    assert report.complete
    assert report.errors == ()
    tests = [test.objects[0].data[0] for test in report.read_tests()]
    assert len(tests) == 3 and 200 in tests
