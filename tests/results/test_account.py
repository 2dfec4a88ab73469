"""The account a person reads at the end."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from albers.engine.endings import ProgramError, StackEntry
from albers.results.account import account_text, describe_data, print_account
from albers.results.outcome import FoundError
from albers.verdicts import ErrorKind, StopReason
from tests.results.fabricated_runs import make_error, make_outcome


def found(error: ProgramError, **inputs: bytes) -> FoundError:
    return FoundError(error, tuple(inputs.items()), "test000004.ktest")


def test_a_complete_run_without_bugs_says_both() -> None:
    text = account_text(make_outcome())
    assert "Albers explored parse.c completely" in text
    assert "No bugs on any path." in text
    assert "albers tests albers-out-3 " in text


def test_the_figures_are_all_there() -> None:
    text = account_text(make_outcome())
    for piece in ("12 completed, 1 partial", "40 of 52 (77%) lines", "51,234", "310 asked, 45 reached", "180 MB"):
        assert piece in text
    assert "0 on 9 paths, 1 on 3 paths" in text


def test_an_incomplete_run_says_why() -> None:
    outcome = make_outcome(
        complete=False,
        stopped=StopReason.MAX_TIME,
        cut_short={"max-depth": 3, "max-time": 1},
        events={"max-depth": 3, "max-time": 1, "skipping fork": 7},
        unknown=2,
    )
    text = account_text(outcome)
    assert "\n  1 path still open\n  3 paths cut short: max-depth\n  skipping fork, 7 times\n\n" in text
    assert "2 without an answer (--solver-timeout)" in text
    assert "No bugs on the paths explored." in text


@pytest.mark.parametrize("reason", [reason for reason in StopReason if reason is not StopReason.DONE])
def test_every_reason_to_stop_has_words(reason: StopReason) -> None:
    assert "there is more to explore" in account_text(make_outcome(complete=False, stopped=reason))


def test_a_bug_is_shown_with_its_source_its_input_and_its_test(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "parse.c").write_text("".join(f"line {n};\n" for n in range(1, 50)))
    monkeypatch.chdir(tmp_path)
    text = account_text(make_outcome(errors=(found(make_error(), n=b"\xff\xff\xff\xff", s=b"ab\0"),)))
    assert "1 bug found" in text
    assert "1. memory error: out of bound pointer  [ptr]" in text
    assert "at     parse.c:23 in scan\n     from   parse.c:40 in main" in text
    assert "          22 | line 22;\n     >    23 | line 23;\n          24 | line 24;\n" in text
    assert 'n  4 bytes  "\\377\\377\\377\\377"  ff ff ff ff  int -1, unsigned 4294967295' in text
    assert 's  3 bytes  "ab\\000"  61 62 00' in text
    assert "test   albers-out-3/test000004.ktest" in text
    assert "albers tests albers-out-3/test000004.ktest " in text
    assert "cat albers-out-3/test000004.ptr.err " in text


def test_a_bug_inside_the_library_is_shown_where_the_user_called_it(tmp_path: Path) -> None:
    source = tmp_path / "mine.c"
    source.write_text("int main(void) {\n  strcpy(a, b);\n}\n")
    stack = [StackEntry("strcpy", "string/strcpy.c", 9, 77, []), StackEntry("main", str(source), 2, 12, [])]
    error = ProgramError(ErrorKind.PTR, "memory error: out of bound pointer", stack, "")
    assert ">     2 |   strcpy(a, b);" in account_text(make_outcome(errors=(found(error),)))


def test_a_source_that_cannot_be_read_costs_only_the_excerpt() -> None:
    text = account_text(make_outcome(errors=(found(make_error()),)))
    assert "at     parse.c:23 in scan" in text
    assert " | " not in text


def test_obstacles_are_not_called_bugs() -> None:
    error = make_error(message="failed external call: f", kind=ErrorKind.EXTERNAL)
    text = account_text(make_outcome(complete=False, errors=(found(error),)))
    assert "1 place where the exploration could not go on" in text
    assert "No bugs on the paths explored" in text


def test_long_inputs_are_shortened() -> None:
    assert describe_data(bytes(1000)).count("…") == 2
    assert len(describe_data(bytes(1000))) < 300


def test_no_tests_means_no_advice_to_read_them() -> None:
    assert "Next" not in account_text(make_outcome(tests=0))


def test_no_colour_in_a_pipe_and_no_line_is_broken() -> None:
    stream = io.StringIO()
    outcome = make_outcome(errors=(found(make_error(), buffer=bytes(32)),))
    print_account(outcome, stream)
    assert stream.getvalue() == account_text(outcome)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_colours_on_a_terminal_unless_the_user_wants_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    coloured = Terminal()
    print_account(make_outcome(), coloured)
    assert "\x1b[32m" in coloured.getvalue()
    monkeypatch.setenv("NO_COLOR", "1")
    plain = Terminal()
    print_account(make_outcome(), plain)
    assert "\x1b[32m" not in plain.getvalue()
