"""Exploration that begins with inputs that exist already."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from albers.api.report import Report
from albers.errors import UserError
from albers.options import LimitOptions, Options, SearchOptions, TechniqueOptions, WorldOptions
from albers.results.ktest import encode
from albers.results.seed_files import read_seeds
from tests.results.replay.replaying import explored

#: Deep enough that a search would need long to find the one string by chance.
MAZE = """
#include <klee/klee.h>
int main(void) {
  char word[6];
  int number = klee_int("number");
  klee_make_symbolic(word, sizeof word, "word");
  int steps = 0;
  for (int i = 0; i < 6; i++)
    if (word[i] == "albers"[i]) steps++;
    else if (word[i] < 'a') steps += 2;
  if (steps == 6 && number == 42) return 7;
  return 0;
}
"""


def run(tmp_path: Path, only: bool, *seeds: str, tests: int = 0) -> Report:
    search = SearchOptions(seeds=seeds, only_seeds=only)
    return explored(MAZE, tmp_path, Options(search=search, limits=LimitOptions(max_tests=tests)))


def write_test(path: Path, word: bytes, number: int = 0) -> str:
    path.write_bytes(encode(["p"], [("word", word), ("number", number.to_bytes(4, "little"))]))
    return str(path)


def test_the_seeds_path_comes_first(tmp_path: Path) -> None:
    report = run(tmp_path, False, write_test(tmp_path / "seed.ktest", b"albers", 42), tests=1)
    assert report.exits == {7: 1}
    assert dict(zip(("number", "word"), (each.data for each in report.read_tests()[0].objects), strict=True)) == {
        "number": (42).to_bytes(4, "little"),
        "word": b"albers",
    }


def test_every_seed_is_followed_and_nothing_else(tmp_path: Path) -> None:
    words = [b"albers", b"zzzzzz", b"\0\0\0\0\0\0", b"azzzzz"]
    for number, word in enumerate(words):
        write_test(tmp_path / f"seed{number}.ktest", word, 42)
    report = run(tmp_path, True, *(str(tmp_path / f"seed{number}.ktest") for number in range(len(words))))
    assert {test.objects[1].data for test in report.read_tests()} == set(words)
    assert report.exits == {7: 1, 0: 3}
    assert not report.complete


def test_raw_bytes_are_given_to_the_inputs_in_their_order(tmp_path: Path) -> None:
    (tmp_path / "corpus").mkdir()
    (tmp_path / "corpus" / "raw").write_bytes((42).to_bytes(4, "little") + b"albers and more")
    assert run(tmp_path, True, str(tmp_path / "corpus")).exits == {7: 1}


def test_two_seeds_on_one_path_are_one_test(tmp_path: Path) -> None:
    seeds = [write_test(tmp_path / f"{name}.ktest", word) for name, word in (("a", b"zzzzzz"), ("b", b"yyyyyy"))]
    assert run(tmp_path, True, *seeds).tests == 1


def test_with_seeds_the_exploration_is_the_same_in_the_end(tmp_path: Path) -> None:
    (tmp_path / "with").mkdir()
    (tmp_path / "without").mkdir()
    small = MAZE.replace("word[6]", "word[2]").replace("i < 6", "i < 2").replace("steps == 6", "steps == 2")
    seed = write_test(tmp_path / "seed.ktest", b"al", 42)
    seeded = explored(small, tmp_path / "with", Options(search=SearchOptions(seeds=(seed,))))
    plain = explored(small, tmp_path / "without")
    assert seeded.complete and plain.complete
    assert (seeded.exits, seeded.paths, seeded.coverage) == (plain.exits, plain.paths, plain.coverage)


def test_a_missing_seed_is_a_mistake(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no such file"):
        read_seeds([str(tmp_path / "missing")])


SCANNER = """
#include <klee/klee.h>
#include <stdlib.h>
int total;
void count(const char *text, unsigned n) {
  for (unsigned i = 0; i < n; i++) if (text[i] == 'a') total++;
}
int main(void) {
  unsigned n = klee_range(1, 4, "n");
  char *text = malloc(n);
  klee_make_symbolic(text, n, "text");
  unsigned i = 0;
  while (i < n && text[i] == ' ') i++;
  count(text, n);
  if (i == 2) return total;
  return 10;
}
"""


@pytest.mark.parametrize("technique", [{"merge": "tree"}, {"merge": "pattern"}, {"skip": ("count",)}, {}])
def test_seeds_and_techniques_agree(tmp_path: Path, technique: dict[str, Any]) -> None:
    (tmp_path / "s").write_bytes((3).to_bytes(4, "little") + b"  a")
    (tmp_path / "t").write_bytes((2).to_bytes(4, "little") + b" a")
    techniques = TechniqueOptions(sizes="lazy", capacity=4, **technique)
    coverage = []
    for name, seeds in (("plain", ()), ("seeded", (str(tmp_path / "s"), str(tmp_path / "t")))):
        (tmp_path / name).mkdir()
        options = Options(search=SearchOptions(seeds=seeds), techniques=techniques)
        report = explored(SCANNER, tmp_path / name, options)
        assert report.complete and not report.errors
        # A merged path has one exit code of several, that of its example.
        coverage.append((report.coverage.lines, set() if "merge" in technique else set(report.exits)))
    assert coverage[0] == coverage[1]


def test_a_seed_for_standard_input_alone_is_enough(tmp_path: Path) -> None:
    program = """
    #include <stdio.h>
    int main(void) { char word[4] = {0}; return fgets(word, 4, stdin) && word[0] == 'h' && word[1] == 'i' ? 5 : 0; }
    """
    seed = tmp_path / "seed.ktest"
    seed.write_bytes(encode(["p"], [("stdin", b"hi\n")]))
    options = Options(search=SearchOptions(seeds=(str(seed),), only_seeds=True), world=WorldOptions(sym_stdin=3))
    assert explored(program, tmp_path, options).exits == {5: 1}
