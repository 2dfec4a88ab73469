"""Lines that are skipped like a call."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from albers.api.explore import explore
from albers.api.report import Report
from albers.errors import UserError
from albers.options import Options, OutputOptions, TechniqueOptions

PROGRAM = """\
#include <klee/klee.h>
int seen[4], other;
int main(void) {
    unsigned char s[3];
    int count = 0, last = 7;
    klee_make_symbolic(s, sizeof s, "s");
    for (int i = 0; i < 3; i++) {
        if (s[i] == 'x') {
            count++;
            seen[i] = 1;
        } else
            last = i;
    }
    if (s[0] == 1)
        return 40;
    other = count;
    if (s[1] == 2)
        return 50 + seen[1];
    if (s[2] == 3)
        return 60 + last;
    return count;
}
"""


def run(directory: Path, *lines: str) -> Report:
    source = directory / "program.c"
    source.write_text(PROGRAM)
    out = directory / f"out{len(list(directory.glob('out*')))}"
    options = Options(techniques=TechniqueOptions(skip_lines=lines), output=OutputOptions(out=str(out)))
    return explore(source, replace(options))


def test_what_needs_nothing_of_the_region_does_not_fork_in_it(tmp_path: Path) -> None:
    plain = run(tmp_path)
    chopped = run(tmp_path, "program.c:7-13")
    assert chopped.chopping.snapshots == 1
    assert chopped.exits[40] == 1 < plain.exits[40]


def test_values_and_memory_are_those_of_the_whole_program(tmp_path: Path) -> None:
    plain = run(tmp_path)
    chopped = run(tmp_path, "program.c:7-13")
    assert chopped.errors == plain.errors == ()
    assert set(chopped.exits) == set(plain.exits)
    assert chopped.chopping.recoveries > 0


@pytest.mark.parametrize(
    ("lines", "answer"),
    [
        ("program.c:13", "write FILE:FIRST-LAST"),
        ("program.c:13-7", "write FILE:FIRST-LAST"),
        ("other.c:1-2", "no code in the lines"),
        ("program.c:14-15", "are left to 2 places"),
        ("program.c:8-9", "are left to"),
    ],
)
def test_what_is_no_region_is_an_error(lines: str, answer: str, tmp_path: Path) -> None:
    with pytest.raises(UserError, match=answer):
        run(tmp_path, lines)
