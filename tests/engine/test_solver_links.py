"""A link of the solver chain left out (`--no-link`) changes no path, whatever it costs."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from albers.frontend.build import PreparedModule
from albers.options import SOLVER_LINKS, Options, SolverSettings
from tests.engine.exploring import built, explored

# Conditions on one byte and on several, a table and an input read at unknown places, arithmetic, a bug.
PROGRAM = """
static const unsigned char weights[16] = {1, 3, 7, 1, 3, 7, 1, 3, 7, 9, 9, 9, 2, 2, 2, 0};
int main(void) {
    unsigned char in[4];
    unsigned short word;
    klee_make_symbolic(in, sizeof in, "in");
    klee_make_symbolic(&word, sizeof word, "word");
    if (in[0] < '0' || in[0] > '9')
        return 1;
    unsigned sum = weights[in[0] & 15] + weights[in[1] & 15] * 2u;
    if (sum == 13)
        return 2;
    if (word > 300 && word % in[3] == 5)
        return 3;
    if (in[in[2] & 3] == in[1]) {
        if (word == 0x1234)
            return 4;
        return 5;
    }
    if (in[1] < in[2])
        return 6;
    return 7;
}
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> PreparedModule:
    return built(PROGRAM, Path(tmp_path_factory.mktemp("links")))


def outcomes(program: PreparedModule, *left_out: str) -> Counter[tuple[str, int, str, int]]:
    paths = explored(program, Options(solver=SolverSettings(no_link=left_out)))
    return Counter(path.outcome for path in paths)


def test_each_link_can_be_left_out_and_all_of_them(program: PreparedModule) -> None:
    expected = outcomes(program)
    assert {code for kind, code, _, _ in expected if kind == "exit"} == {1, 2, 3, 4, 5, 6, 7}
    assert ("error", 0, "div", 13) in expected
    for left_out in [(link,) for link in SOLVER_LINKS] + [SOLVER_LINKS]:
        assert outcomes(program, *left_out) == expected, left_out
