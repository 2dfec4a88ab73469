"""The estimate refuses merges whose formulas cost more than the states they save, and --merge-always does not."""

from __future__ import annotations

from pathlib import Path

from tests.merging.test_loop_merging import explore

# The loop leaves two states that differ in 2500 bytes.
MANY_VALUES = """\
#include <klee/klee.h>
#include <stdlib.h>
static unsigned char table[2500];
int main(void) {
    unsigned char n;
    klee_make_symbolic(&n, 1, "n");
    klee_assume(n <= 1);
    unsigned char *s = malloc(n);
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j < sizeof table; j++)
            table[j] = i + 1;
    return 0;
}
"""


def test_a_merge_of_two_states_that_differ_in_thousands_of_bytes_is_refused(tmp_path: Path) -> None:
    program = tmp_path / "program.c"
    program.write_text(MANY_VALUES)
    report = explore(program, tmp_path)
    assert report.paths.completed == 2
    assert report.events["not merged: too many values differ"] == 1
    report = explore(program, tmp_path, merge_always=True)
    assert report.paths.completed == 1
    assert report.merging.merges == 1
