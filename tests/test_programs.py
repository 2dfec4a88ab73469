"""The programs under `programs/` are explored as their comments say, by every searcher the comments apply to."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from albers.api.explore import explore
from albers.api.report import Report
from albers.cli.option_table import CommandParser, add_options, options_from
from albers.options import Options
from albers.results.outcome import FoundError
from tests.program_expectations import BadExpectation, Expectation, parse_expectation, read_expectation

PROGRAMS = Path(__file__).parent / "programs"
SEARCHERS: dict[str, tuple[str, ...]] = {"dfs": ("dfs",), "default": ()}


def _runs() -> list[tuple[str, str, int]]:
    """(program, searcher, level of optimisation)."""
    found: list[tuple[str, str, int]] = []
    for file in sorted(PROGRAMS.glob("*.c")):
        for level in read_expectation(file).levels:
            found += [(file.name, searcher, level) for searcher in SEARCHERS]
    return found


@pytest.mark.parametrize(("program", "searcher", "level"), _runs(), ids=lambda part: str(part))
def test_a_program_is_explored_as_it_says(
    program: str, searcher: str, level: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(PROGRAMS)
    expected = read_expectation(PROGRAMS / program)
    options = options_from_words(expected.options)
    options.search.search = SEARCHERS[searcher]
    options.program.optimize = level
    options.output.out = str(tmp_path / "out")
    report = explore(program, options)
    _assert_paths(report, expected)
    _assert_errors(report, expected, program)
    if level == 0:
        _assert_lines(report, expected)
    if expected.inputs is not None:
        tests = report.read_tests()
        assert sorted(f"{item.name}={item.data.hex()}" for test in tests for item in test.objects) == expected.inputs
    warnings = (tmp_path / "out" / "warnings.txt").read_text()
    for text in expected.warnings:
        assert text in warnings


def options_from_words(words: list[str]) -> Options:
    """The options that `albers run` would read from these words."""
    parser = CommandParser("run", "", "")
    add_options(parser)
    own, arguments = (words[: words.index("--")], words[words.index("--") + 1 :]) if "--" in words else (words, [])
    return options_from(parser.parse_args(own), arguments)


def _assert_paths(report: Report, expected: Expectation) -> None:
    found = {
        "exits": report.exits,
        "paths": report.paths.completed,
        "partial": report.paths.partial,
        "complete": report.complete,
        "tests": report.tests,
    }
    assert found == {
        "exits": expected.exits,
        "paths": expected.paths,
        "partial": expected.partial,
        "complete": expected.complete,
        "tests": expected.tests,
    }, [f"{error.line}: {error.kind} {error.message}" for error in report.errors]


def _assert_errors(report: Report, expected: Expectation, program: str) -> None:
    found = [(_user_line(error, program), error.kind, error.message) for error in report.errors]
    wanted = [(error.line, error.kind) for error in expected.errors]
    assert Counter(wanted) == Counter((line, kind) for line, kind, _ in found), found
    for error in expected.errors:
        messages = [message for line, kind, message in found if (line, kind) == (error.line, error.kind)]
        assert any(error.message in message for message in messages), (error, messages)


def _user_line(found: FoundError, program: str) -> int:
    """The innermost line of the program itself: errors in the C library are the caller's."""
    return next((entry.line for entry in found.error.stack if entry.file.endswith(program)), 0)


def _assert_lines(report: Report, expected: Expectation) -> None:
    lines = report.coverage.lines
    if expected.lines == "all":
        assert lines.covered == lines.total > 0
    elif expected.lines is not None:
        assert (lines.covered, lines.total) == expected.lines


# The syntax of the comments


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("int main(void) {}", "no '// expect: paths=N'"),
        ("// expect: paths=1 speed=9", "unknown fact 'speed'"),
        ("// expects: paths=1", "unknown header 'expects:'"),
        ("// expect: paths=2 exits=0:1", "do not add up"),
        ("// expect: paths=1 complete=maybe", "'yes' or 'no'"),
        ("// expect: paths=many", "many"),
        ("// expect: paths=0\n*p; // error: ptr", "line 2: an error is"),
        ("// expect: paths=0\n// also: -Ofast", "not a level"),
    ],
)
def test_a_comment_that_is_no_expectation_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(BadExpectation, match=r"p\.c") as refusal:
        parse_expectation(text, "p.c")
    assert complaint in str(refusal.value)


def test_what_is_left_out_has_a_default() -> None:
    found = parse_expectation("// expect: paths=2\n\n  x / y; // error: div divide; ptr bound", "p.c")
    assert (found.exits, found.partial, found.tests, found.complete) == ({0: 2}, 2, 4, True)
    assert [(error.line, error.kind, error.message) for error in found.errors] == [
        (3, "div", "divide"),
        (3, "ptr", "bound"),
    ]
