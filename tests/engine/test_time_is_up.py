"""When the time is up, no path goes on by guessing the answers of questions that nobody answers any more."""

from __future__ import annotations

from pathlib import Path

import albers
from albers.options import LimitOptions, Options, OutputOptions
from albers.verdicts import StopReason

MANY_QUESTIONS = """
#include <klee/klee.h>
int main(void) {
  unsigned x, y, s = 0;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  for (unsigned i = 0; i < 3000; i++)
    if (x * y * (x + i) == 0x12345677 + i)
      s++;
  return s;
}
"""


def test_a_slice_ends_with_the_first_question_after_the_time_limit(tmp_path: Path) -> None:
    program = tmp_path / "program.c"
    program.write_text(MANY_QUESTIONS)
    output = OutputOptions(out=str(tmp_path / "out"))
    albers.explore(program, Options(limits=LimitOptions(max_instructions=1), output=output))  # compiled and cached
    output = OutputOptions(out=str(tmp_path / "timed"))
    report = albers.explore(program, Options(limits=LimitOptions(max_time=4.0), output=output))
    assert report.stopped is StopReason.MAX_TIME
    assert report.queries.asked > 0
    assert report.events.get("solver gave no answer", 0) <= 3
