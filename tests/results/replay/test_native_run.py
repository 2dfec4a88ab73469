"""Tests of paths run natively to the end that the exploration saw."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from albers.options import Options, ProgramOptions, SymbolicArguments, WorldOptions
from albers.results.ktest import KTest, KTestObject
from albers.results.replay.native_run import process_start
from tests.results.replay.replaying import explored, needs_system_compiler, replayed

OBJECTS_OF_ONE_NAME = """
#include <klee/klee.h>
int main(void) {
  unsigned char first, second, other;
  klee_make_symbolic(&first, 1, "x");
  klee_make_symbolic(&other, 1, "y");
  klee_make_symbolic(&second, 1, "x");
  if (first == 1 && second == 2 && other == 3) return 7;
  return klee_range(0, 2, "side");
}
"""

READS_EVERYTHING = """
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
  FILE *file = fopen("A", "r");
  if (argc == 3 && argv[1][0] == 'q' && strcmp(argv[2], "-v") == 0) return 3;
  if (getchar() == 'z' && file && fgetc(file) == '!') return 4;
  return 0;
}
"""

ENTRY_FUNCTION = """
static int classify(int number, char letter) {
  if (number > 10) return letter == 'a' ? 2 : 1;
  return number / letter;
}
int main(void) { return classify(1, 1); }
"""


@needs_system_compiler
def test_objects_are_matched_by_name_and_order(tmp_path: Path) -> None:
    report = explored(OBJECTS_OF_ONE_NAME, tmp_path)
    ended = Counter(outcome.exit_code for outcome in replayed(report, tmp_path / "build").values())
    assert ended == Counter(report.exits)
    assert 7 in ended


@needs_system_compiler
def test_arguments_standard_input_and_files_are_rebuilt(tmp_path: Path) -> None:
    options = Options(
        program=ProgramOptions(arguments=("-v",)),
        world=WorldOptions(sym_args=(SymbolicArguments(0, 1, 2, after=0),), sym_files=(1, 2), sym_stdin=2),
    )
    report = explored(READS_EVERYTHING, tmp_path, options)
    ended = Counter(outcome.exit_code for outcome in replayed(report, tmp_path / "build").values())
    assert ended == Counter(report.exits)
    assert {3, 4} <= set(ended)


@needs_system_compiler
def test_a_static_entry_function_gets_its_arguments(tmp_path: Path) -> None:
    report = explored(ENTRY_FUNCTION, tmp_path, Options(program=ProgramOptions(entry="classify")))
    outcomes = replayed(report, tmp_path / "build")
    (division,) = report.errors
    assert outcomes[str(division.test)].signal is not None
    assert all(outcome.exit_code == 0 for name, outcome in outcomes.items() if name != division.test)


def test_the_number_of_arguments_is_an_input_too() -> None:
    objects = (KTestObject("n_args", b"\2\0\0\0"), KTestObject("arg00", b"a\0\0"), KTestObject("arg01", b"bc\0"))
    test = KTest(("prog", "--sym-args", "0", "3", "2", "x"), objects)
    assert process_start(test, "x86_64").arguments == (b"prog", b"a", b"bc", b"x")


def test_a_symbolic_size_cuts_the_data() -> None:
    test = KTest(("p",), (KTestObject("A_data", b"abcd"), KTestObject("A_size", b"\3" + bytes(7))))
    assert process_start(test, "x86_64").files == {"A": b"abc"}
