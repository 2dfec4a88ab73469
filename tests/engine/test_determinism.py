"""The same command gives the same bytes, whatever Python's hashes are."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import albers

PROGRAM = """\
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

struct node { struct node *next; char text[4]; };

static int weight(const char *text) {
    int total = 0;
    for (int i = 0; text[i]; i++)
        total += text[i] > 'm' ? 2 : 1;
    return total;
}

int main(void) {
    struct node *list = NULL;
    int values[8] = {0}, *places[3] = {values, values + 3, values + 6}, sum = 0;
    unsigned n = klee_range(1, 4, "n"), i, which;
    klee_make_symbolic(&i, sizeof i, "i");
    klee_make_symbolic(&which, sizeof which, "which");
    for (unsigned k = 0; k < n; k++) {
        struct node *fresh = malloc(sizeof *fresh);
        klee_make_symbolic(fresh->text, 3, "text");
        klee_prefer_cex(fresh->text, fresh->text[0] == 'q');
        fresh->text[2] = 0;
        fresh->next = list;
        list = fresh;
    }
    values[i] = 1;
    *places[which % 3] += 5;
    for (struct node *each = list; each; each = each->next)
        sum += weight(each->text);
    if (sum == 7)
        abort();
    if (values[3] == 5)
        return 1;
    return strcmp(list->text, "ab") == 0 ? 2 : 0;
}
"""

VARYING = ("time", "peak_memory_mb")


def run(directory: Path, hash_seed: str, search: list[str]) -> dict[str, bytes]:
    """Everything a run leaves behind that must not vary: tests, error reports, and the summary without times."""
    (directory / "program.c").write_text(PROGRAM)
    environment = os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(Path(albers.__file__).parents[1])}
    command = [sys.executable, "-m", "albers", "run", "program.c", "--quiet", "--out", "out", "--max-tests", "150"]
    for name in search:
        command += ["--search", name]
    subprocess.run(command, cwd=directory, env=environment, check=True, stdout=subprocess.DEVNULL)
    summary = json.loads((directory / "out" / "summary.json").read_text())
    found = {"summary": json.dumps({key: value for key, value in summary.items() if key not in VARYING}).encode()}
    for file in sorted((directory / "out").iterdir()):
        if file.suffix in (".ktest", ".err", ".early"):
            found[file.name] = file.read_bytes()
    shutil.rmtree(directory / "out")
    return found


@pytest.mark.parametrize("search", [["dfs"], ["random-path"], ["covnew"], []], ids=lambda names: "+".join(names))
def test_the_same_command_twice_gives_the_same_bytes(search: list[str], tmp_path: Path) -> None:
    first = run(tmp_path, "1", search)
    second = run(tmp_path, "2", search)
    assert len(first) > 100
    assert any(name.endswith(".err") for name in first)
    assert list(first) == list(second)
    assert [name for name in first if first[name] != second[name]] == []


def test_another_seed_gives_another_order(tmp_path: Path) -> None:
    """What makes the test above worth something: the random searchers do follow their seed."""
    tests = []
    for seed in (1, 2):
        options = albers.Options()
        options.search.search, options.search.seed = ("random-path",), seed
        options.output.out, options.limits.max_tests = str(tmp_path / f"out{seed}"), 40
        (tmp_path / "program.c").write_text(PROGRAM)
        tests.append([test.objects for test in albers.explore(tmp_path / "program.c", options).read_tests()])
    assert tests[0] != tests[1]
