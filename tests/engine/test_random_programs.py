"""Small random programs of csmith do in the engine what they do natively; `bench/csmith.py` runs many large ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from albers.errors import UserError
from bench import csmith
from bench.csmith import Build, Ended, NativeFailure, Verdict

SMALL = (
    *("--max-funcs", "3", "--max-block-depth", "3", "--max-block-size", "3"),
    *("--max-expr-complexity", "6", "--max-array-len-per-dim", "5"),
)


@pytest.mark.parametrize(
    ("seed", "feature", "level"),
    [(4, "--builtins", 0), (7, "--float", 0), (10, "--builtins", 1), (16, "--no-packed-struct", 0), (31, "--float", 2)],
)
def test_a_random_program_prints_what_it_prints_natively(seed: int, feature: str, level: int, tmp_path: Path) -> None:
    arguments = (csmith.PRINT_EVERY_CHECKSUM,)
    try:
        flags = csmith.csmith_flags()
        source = csmith.generate(seed, tmp_path, (*SMALL, feature))
        native = csmith.run_natively(source, flags, arguments)
    except UserError as missing:
        pytest.skip(str(missing))
    except NativeFailure as useless:
        pytest.skip(f"this version of csmith makes a program of seed {seed} that is no reference: {useless}")
    comparison = csmith.compare(source, native, Build(level, flags), arguments)
    assert comparison.verdict is Verdict.EQUAL, comparison.message


def test_a_program_that_prints_something_else_is_found_out(tmp_path: Path) -> None:
    source = tmp_path / "program.c"
    source.write_text('#include <stdio.h>\nint main(void) { printf("a\\nb\\n"); return 3; }\n')
    assert csmith.compare(source, Ended(b"a\nb\n", 3), Build()).verdict is Verdict.EQUAL
    other_line = csmith.compare(source, Ended(b"a\nc\n", 3), Build())
    assert (other_line.verdict, other_line.message) == (Verdict.DIFFERENT, "line 2: b'b' instead of b'c'")
    other_code = csmith.compare(source, Ended(b"a\nb\n", 4), Build())
    assert (other_code.verdict, other_code.message) == (Verdict.DIFFERENT, "exit code 3 instead of 4")


def test_a_program_the_engine_cannot_run_is_no_match(tmp_path: Path) -> None:
    source = tmp_path / "program.c"
    source.write_text("int elsewhere(void);\nint main(void) { return elsewhere(); }\n")
    assert csmith.compare(source, Ended(b"", 0), Build()).verdict is Verdict.UNSUPPORTED
    source.write_text("int main(void) { return }\n")
    assert csmith.compare(source, Ended(b"", 0), Build()).verdict is Verdict.UNSUPPORTED


def test_a_program_that_does_not_end_in_time_is_neither(tmp_path: Path) -> None:
    source = tmp_path / "program.c"
    source.write_text("int main(void) { volatile int go = 1; while (go) {} return 0; }\n")
    assert csmith.compare(source, Ended(b"", 0), Build(), timeout=0.2).verdict is Verdict.TIMEOUT


def test_the_features_of_a_seed_are_the_same_every_time() -> None:
    try:
        csmith.csmith_flags()
    except UserError as missing:
        pytest.skip(str(missing))
    assert csmith.features_of(17) == csmith.features_of(17)
    assert len({tuple(csmith.features_of(seed)) for seed in range(20)}) > 10
