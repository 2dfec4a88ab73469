"""Bugs are tried natively: what sanitizers see is confirmed, and what they cannot see has a reason."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from albers.options import CheckOptions, Options, OutputOptions
from albers.results.replay.sanitizers import find_sanitizers, reports_in
from tests.results.replay.replaying import explored, needs_system_compiler

BUGS = """
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  char *block = malloc(4);
  unsigned which;
  int zero = klee_range(0, 2, "zero");
  klee_make_symbolic(&which, sizeof which, "which");
  switch (which) {
  case 1: block[4 + zero] = 1; break;
  case 2: free(block); block[0] = 1; break;
  case 3: free(block); free(block); break;
  case 4: return 100 / zero;
  case 5: return 1 << (31 + zero + 1);
  case 6: assert(zero == 2); break;
  case 7: abort();
  case 8: return *(int *)(long)zero;
  case 9: klee_report_error("here.c", 1, "own error", "own");
  case 10: return 0x7fffffff + zero;
  case 11: return block[1 << 28];
  }
  free(block);
  return 0;
}
"""


@needs_system_compiler
def test_every_kind_of_bug_is_confirmed_or_says_why_not(tmp_path: Path) -> None:
    if not find_sanitizers().memory:
        pytest.skip("no compiler here has an address sanitizer")
    options = Options(output=OutputOptions(confirm=True), checks=CheckOptions(check=("overflow",)))
    report = explored(BUGS, tmp_path, options)
    by_line = {error.line: error for error in report.errors}
    case_of = {case: 10 + case for case in range(1, 12)}
    for case in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10):
        assert by_line[case_of[case]].confirmed, by_line[case_of[case]].confirmation
    far = by_line[case_of[11]]
    assert far.confirmed or far.confirmation
    assert all(error.confirmation for error in report.errors)
    written = json.loads((report.directory / "summary.json").read_text())
    assert [error["confirmed"] for error in written["errors"]] == [error.confirmed for error in report.errors]
    one = by_line[case_of[1]]
    assert "AddressSanitizer" in (report.directory / str(one.test).replace(".ktest", ".native.txt")).read_text()


@needs_system_compiler
def test_a_bug_that_is_not_there_natively_is_not_confirmed(tmp_path: Path) -> None:
    program = '#include <klee/klee.h>\nint main(void) { int a[1]; return klee_is_replay() ? 0 : a[klee_int("i")]; }\n'
    (error,) = explored(program, tmp_path, Options(output=OutputOptions(confirm=True))).errors
    assert error.confirmed is False
    assert "exit code 0" in error.confirmation


def test_reports_of_different_sanitizers_are_understood() -> None:
    text = (
        "a.c:3:5: runtime error: shift exponent 32 is too large\n"
        "==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x1\nREAD of size 1\n"
        "    #0 0x55 in f /x/a.c:7:3\n    #1 0x56 in main /x/a.c:9\n\nfreed by:\n    #0 0x1 in g /x/a.c:1\n"
        "thread 12 panic: division by zero\n/x/b.c:2:4: 0x1 in main\n"
        "prog: c.c:8: main: Assertion `x' failed.\n"
    )
    assert [(report.what, report.places) for report in reports_in(text)] == [
        ("heap-buffer-overflow", (("/x/a.c", 7), ("/x/a.c", 9))),
        ("shift exponent 32 is too large", (("a.c", 3),)),
        ("division by zero", (("/x/b.c", 2),)),
        ("assertion failed", (("c.c", 8),)),
    ]
