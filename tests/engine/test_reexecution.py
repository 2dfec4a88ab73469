"""Every test takes the path it was written for: run again on its bytes, the program visits the same blocks and ends
the same way."""

from __future__ import annotations

import pytest

from albers.frontend.build import BuildOptions, PreparedModule, build
from albers.options import Options, ProgramOptions, SearchOptions
from albers.verdicts import EndKind
from tests.engine.exploring import built, explored
from tests.engine.random_c import RandomFunction
from tests.engine.replaying import replayed
from tests.program_expectations import read_expectation
from tests.test_programs import PROGRAMS, options_from_words

# Programs whose errors are about unknown values: an argument that must be a constant, arithmetic on an unknown float,
# an unknown index that leads from one array into another, which a known address does not show.
DIFFERENT_WHEN_KNOWN = ("klee_misuse.c", "floating_point_symbolic.c", "symbolic_index_far_out.c")

# Options by which a program gets inputs that it does not declare by a call.
INPUTS_FROM_ELSEWHERE = ("--entry", "--sym-", "--fail-syscalls", "--undefined")


def replayable_programs() -> list[str]:
    """All but those, programs that ask whether a value is unknown, and those whose inputs are not declared by calls."""
    found: list[str] = []
    for file in sorted(PROGRAMS.glob("*.c")):
        text = file.read_text()
        elsewhere = any(option in text for option in INPUTS_FROM_ELSEWHERE)
        if file.name not in DIFFERENT_WHEN_KNOWN and "klee_is_symbolic" not in text and not elsewhere:
            found.append(file.name)
    return found


def assert_tests_take_their_paths(prepared: PreparedModule, options: Options) -> int:
    """Replays the test of every path that was not cut short; answers how many there were."""
    paths = [path for path in explored(prepared, options) if path.ending.kind in (EndKind.EXIT, EndKind.ERROR)]
    for path in paths:
        again = replayed(prepared, options, path.test)
        assert again.outcome == path.outcome, path.test
        assert again.blocks == path.blocks, path.test
        assert not again.conditions, "nothing is unknown when a test is replayed"
    return len(paths)


@pytest.mark.parametrize("program", replayable_programs())
def test_the_tests_of_a_program_take_their_paths(program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(PROGRAMS)
    expected = read_expectation(PROGRAMS / program)
    options = options_from_words(expected.options)
    options.search.search = ("dfs",)
    prepared = build([program], BuildOptions(simplify_cfg=options.program.simplify_cfg))
    assert assert_tests_take_their_paths(prepared, options) >= expected.paths


@pytest.fixture(scope="module")
def random_functions(tmp_path_factory: pytest.TempPathFactory) -> PreparedModule:
    text = "typedef unsigned char byte;\n"
    for seed in range(10):
        text += RandomFunction(f"random_{seed}", 100 + seed).text
        text += f'int drive_{seed}(void) {{ byte a, b; klee_make_symbolic(&a, 1, "a"); '
        text += f'klee_make_symbolic(&b, 1, "b"); return random_{seed}(a, b) % 251; }}\n'
    return built(text, tmp_path_factory.mktemp("random"), entry="drive_0")


@pytest.mark.parametrize("seed", range(10))
def test_the_tests_of_a_random_function_take_their_paths(seed: int, random_functions: PreparedModule) -> None:
    options = Options(program=ProgramOptions(entry=f"drive_{seed}"), search=SearchOptions(search=("random-path",)))
    assert assert_tests_take_their_paths(random_functions, options) >= 1
