"""What a person sees while a run lasts, and that it can never end the run."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from albers.options import OutputOptions
from albers.results.live_view import LiveView
from albers.results.observer import Findings
from albers.results.outcome import FoundError
from albers.results.pace import Pace
from albers.results.progress import Echo, ProgressLines, printable_lines, progress_for
from tests.results.fabricated_runs import FakeExploration, make_error


@pytest.fixture
def exploration() -> FakeExploration:
    return FakeExploration()


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class GoneTerminal(Terminal):
    """The window was closed."""

    def write(self, text: str) -> int:
        raise BrokenPipeError


def test_the_view_suits_options_and_streams() -> None:
    pipe = io.StringIO()
    assert type(progress_for(OutputOptions(quiet=True), Terminal(), pipe)) is Echo
    assert type(progress_for(OutputOptions(json=True), Terminal(), pipe)) is Echo
    assert type(progress_for(OutputOptions(), pipe, pipe)) is ProgressLines
    assert type(progress_for(OutputOptions(), Terminal(), pipe)) is LiveView


def test_with_json_even_echoed_output_stays_off_standard_output() -> None:
    errors, output = io.StringIO(), io.StringIO()
    progress_for(OutputOptions(json=True), errors, output).path_printed("test000001", [(1, b"hi\n")])
    assert (errors.getvalue(), output.getvalue()) == ("[test000001] hi\n", "")


def test_lines_come_every_few_seconds_and_then_rarer(exploration: FakeExploration) -> None:
    errors = io.StringIO()
    now = 0.0
    view = ProgressLines(errors, io.StringIO(), lambda: now)
    view.exploring(exploration, Findings(), Path("out"))
    for tenth in range(2000):
        now = tenth / 10
        view.ticked()
    lines = [line for line in errors.getvalue().splitlines() if "covered" in line]
    assert [line.split(",")[0] for line in lines[:2]] == ["albers: 0:00:05", "albers: 0:00:10"]
    assert len(lines) == 12 + 4


def test_a_line_has_all_the_figures(exploration: FakeExploration) -> None:
    errors = io.StringIO()
    now = 0.0
    view = ProgressLines(errors, io.StringIO(), lambda: now)
    findings = Findings()
    view.exploring(exploration, findings, Path("out"))
    findings.errors.append(FoundError(make_error(), (), None))
    statistics = exploration.statistics
    statistics.instructions, statistics.live_states, statistics.paths_completed = 50_000, 9, 14
    exploration.solver.statistics.asked += 1000
    exploration.solver.statistics.solver_seconds += 2.5
    now = 5.0
    view.ticked()
    line = errors.getvalue().splitlines()[-1]
    assert line.startswith(
        "albers: 0:00:05, 9 states, 14 paths done, 0 partial, 1 error, 76% covered, "
        "10.0 k/s instructions, 200/s queries, solver 50%, "
    )


def test_the_pace_is_that_of_the_last_seconds(exploration: FakeExploration) -> None:
    pace = Pace(exploration, 0.0)
    for second in range(1, 11):
        exploration.statistics.instructions += 1000 if second <= 5 else 10
        rates = pace.rates(float(second))
    assert rates.instructions == 10


def test_a_stop_is_told_at_the_next_tick_and_once(exploration: FakeExploration) -> None:
    errors = io.StringIO()
    view = ProgressLines(errors, io.StringIO(), lambda: 0.0)
    view.exploring(exploration, Findings(), Path("out"))
    before = errors.getvalue()
    view.stopping()
    assert errors.getvalue() == before
    view.ticked()
    view.ticked()
    assert errors.getvalue().count("ending in order") == 1


def test_echoed_output_is_joined_labelled_and_harmless() -> None:
    output = [(1, b"he"), (1, b"llo\n"), (2, b"bad \x1b[2J\xff\n"), (1, b"x\ny")]
    assert printable_lines("test000001", output) == [
        "[test000001] hello",
        "[test000001 fd 2] bad \\x1b[2J\\xff",
        "[test000001] x",
        "[test000001] y",
    ]


def test_the_live_view_draws_the_figures_and_clears_itself(
    exploration: FakeExploration, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "100")
    errors = Terminal()
    view = LiveView(errors, io.StringIO())
    view.preparing(["src/parse.c"])
    view.exploring(exploration, Findings(), Path("out"))
    view.error_found(FoundError(make_error(), (), None))
    view.ended()
    drawn = errors.getvalue()
    for piece in ("albers · parse.c", "states", "covered", "queries", "Ctrl-C", "ERROR: parse.c:23: memory error"):
        assert piece in drawn
    assert drawn.rstrip().endswith("\x1b[2K")


def test_a_live_view_is_drawn_at_most_four_times_a_second(exploration: FakeExploration) -> None:
    errors = Terminal()
    view = LiveView(errors, io.StringIO())
    view.exploring(exploration, Findings(), Path("out"))
    size = len(errors.getvalue())
    for _ in range(1000):
        view.ticked()
    assert len(errors.getvalue()) <= 2 * size
    view.ended()


def test_a_terminal_that_goes_away_ends_the_view_not_the_run(exploration: FakeExploration) -> None:
    for view in (LiveView(GoneTerminal(), GoneTerminal()), ProgressLines(GoneTerminal(), GoneTerminal())):
        view.preparing(["a.c"])
        view.exploring(exploration, Findings(), Path("out"))
        view.ticked()
        view.warned("odd")
        view.error_found(FoundError(make_error(), (), None))
        view.path_printed("test000001", [(1, b"x")])
        view.stopping()
        view.ended()
