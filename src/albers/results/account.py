"""The final account: what was explored, what was found, and what to do next, told to a person.

Colours come from the terminal's wishes (none in a pipe or with NO_COLOR); the words are the same everywhere.
"""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Final, TextIO

from rich.text import Text

from albers.results.error_report import OBSTACLES, error_file_name, error_location
from albers.results.figures import as_integers, c_string, count, counted, duration, hexadecimal, printable, rate, share
from albers.results.outcome import Covered, FoundError, Outcome, Queries
from albers.results.source_excerpt import source_excerpt
from albers.results.source_paths import shown_path
from albers.results.terminal import Terminal
from albers.verdicts import StopReason

_LIMIT_IN_WORDS: Final[dict[StopReason, str]] = {
    StopReason.MAX_TIME: "the time limit (--max-time)",
    StopReason.MAX_MEMORY: "the memory limit (--max-memory)",
    StopReason.MAX_TESTS: "the limit on tests (--max-tests)",
    StopReason.MAX_INSTRUCTIONS: "the limit on instructions (--max-instructions)",
    StopReason.STOP_AT: "the line given with --stop-at, which was reached",
    StopReason.INTERRUPTED: "it was interrupted",
}

_MOST_ERRORS: Final = 20
_MOST_INPUTS: Final = 12
_MOST_BYTES: Final = 32
_MOST_FRAMES: Final = 8
_MOST_REASONS: Final = 5
_MOST_EXIT_CODES: Final = 8

Lines = list[Text]


def print_account(outcome: Outcome, output: TextIO) -> None:
    """Print with the colours `output` can show."""
    console = Terminal(output)
    for line in account_lines(outcome):
        console.print(line, soft_wrap=True)


def account_text(outcome: Outcome) -> str:
    """The same words without colours."""
    return "".join(line.plain + "\n" for line in account_lines(outcome))


def account_lines(outcome: Outcome) -> Lines:
    return [
        _headline(outcome),
        *_reasons(outcome),
        Text(),
        *_figures(outcome),
        Text(),
        *_findings(outcome),
        *_next_steps(outcome),
    ]


def _headline(outcome: Outcome) -> Text:
    files = ", ".join(Path(file).name for file in outcome.files)
    line = Text.assemble("Albers explored ", (files, "bold"))
    if outcome.complete:
        return line.append(" completely: every path, to its end.", "green")
    if outcome.stopped is StopReason.DONE:
        return line.append(" to the end, but something was left out:", "yellow")
    return line.append(f" until {_LIMIT_IN_WORDS[outcome.stopped]}; there is more to explore.", "yellow")


def _reasons(outcome: Outcome) -> Lines:
    """Why the exploration is not complete: paths cut short, then everything else that was left out."""
    if outcome.complete:
        return []
    still_open = outcome.cut_short.get(outcome.stopped.value, 0)
    lines = [f"{counted(still_open, 'path')} still open"] if still_open else []
    for reason, times in _most_frequent(outcome.cut_short):
        if reason != outcome.stopped.value:
            lines.append(f"{counted(times, 'path')} cut short: {reason}")
    for event, times in _most_frequent(outcome.events):
        if event not in outcome.cut_short:
            lines.append(f"{event}, {counted(times, 'time')}")
    shown = lines[:_MOST_REASONS]
    if len(lines) > _MOST_REASONS:
        shown.append(f"and {counted(len(lines) - _MOST_REASONS, 'further reason')}: see {outcome.directory / 'info'}")
    return [Text(f"  {line}", "yellow") for line in shown]


def _most_frequent(counts: dict[str, int]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


def _figures(outcome: Outcome) -> Lines:
    paths, queries, time = outcome.paths, outcome.queries, outcome.time
    exploring = max(time.wall - time.prepare, 0.0)
    path_parts = [f"{count(paths.completed)} completed", f"{count(paths.partial)} partial"]
    if paths.merged_away:
        path_parts.append(f"{count(paths.merged_away)} merged into others")
    rows = [
        ("paths", ", ".join(path_parts)),
        ("coverage", f"{_of(outcome.coverage.lines)} lines, {_of(outcome.coverage.branches)} branch sides"),
        ("instructions", f"{count(outcome.instructions)}{_speed(outcome.instructions, exploring)}"),
        ("forks", f"{count(outcome.forks)}, at most {counted(outcome.peak_states, 'state')} at once"),
        (
            "time",
            f"{duration(time.wall)}: {duration(time.prepare)} preparing, {duration(time.solver)} "
            f"({share(time.solver, exploring)} of exploring) in the solver",
        ),
        ("queries", f"{count(queries.asked)} asked, {count(queries.solver)} reached the solver{_unknown(queries)}"),
        ("memory", f"{count(outcome.peak_memory_mb)} MB at most"),
        ("tests", f"{count(outcome.tests)} in {outcome.directory}"),
    ]
    if set(outcome.exits) - {0}:
        rows.insert(1, ("exit codes", _exit_codes(outcome.exits)))
    return [Text.assemble((f"  {name:<13}", "dim"), value) for name, value in rows]


def _exit_codes(exits: dict[int, int]) -> str:
    shown = [f"{code} on {counted(times, 'path')}" for code, times in sorted(exits.items())[:_MOST_EXIT_CODES]]
    if len(exits) > _MOST_EXIT_CODES:
        shown.append(f"{count(len(exits) - _MOST_EXIT_CODES)} others")
    return ", ".join(shown)


def _findings(outcome: Outcome) -> Lines:
    bugs = [found for found in outcome.errors if found.error.kind not in OBSTACLES]
    obstacles = [found for found in outcome.errors if found.error.kind in OBSTACLES]
    lines: Lines = []
    if bugs:
        lines += [Text(f"{counted(len(bugs), 'bug')} found", "bold red"), Text()]
        lines += _entries(bugs, outcome)
    else:
        where = "on any path" if outcome.complete else "on the paths explored"
        lines += [Text(f"No bugs {where}.", "bold green"), Text()]
    if obstacles:
        title = f"{counted(len(obstacles), 'place')} where the exploration could not go on"
        lines += [Text(title, "bold yellow"), Text()]
        lines += _entries(obstacles, outcome)
    return lines


def _entries(found: list[FoundError], outcome: Outcome) -> Lines:
    lines: Lines = []
    for number, one in enumerate(found[:_MOST_ERRORS], 1):
        lines += [*_entry(number, one, outcome), Text()]
    if len(found) > _MOST_ERRORS:
        lines += [Text(f"  and {count(len(found) - _MOST_ERRORS)} more: see summary.json"), Text()]
    return lines


def _entry(number: int, found: FoundError, outcome: Outcome) -> Lines:
    lines = [Text.assemble(f"  {number}. ", (printable(found.message), "bold"), (f"  [{found.kind}]", "dim"))]
    lines.append(Text(f"     {found.kind_in_words}", "italic"))
    lines += [*_place(found), *_excerpt(found, outcome), *_inputs(found)]
    lines += _native(found)
    if found.test is not None:
        lines.append(_labelled("test", Text(str(outcome.directory / found.test))))
    return lines


def _native(found: FoundError) -> Lines:
    """What a native run with sanitizers had to say, if there was one."""
    if not found.confirmation:
        return []
    word, style = {True: ("confirmed", "green"), False: ("not confirmed", "yellow"), None: ("not tried", "dim")}[
        found.confirmed
    ]
    return [_labelled("native", Text.assemble((word, style), f": {found.confirmation.splitlines()[0]}"))]


def _place(found: FoundError) -> Lines:
    """Where it happened, then who called."""
    stack = found.error.stack
    if not stack:
        return [_labelled("at", Text(error_location(found.error)))]
    lines: Lines = []
    for index, entry in enumerate(stack[:_MOST_FRAMES]):
        place = f"{shown_path(entry.file)}:{entry.line}" if entry.file else "(location information missing)"
        lines.append(_labelled("from" if index else "at", Text.assemble((place, "cyan"), f" in {entry.function}")))
    if len(stack) > _MOST_FRAMES:
        lines.append(_labelled("", Text(f"and {counted(len(stack) - _MOST_FRAMES, 'further call')}")))
    return lines


def _excerpt(found: FoundError, outcome: Outcome) -> Lines:
    """The user's own line: a bug inside strcpy is shown where strcpy was called."""
    own = [entry for entry in found.error.stack if entry.function in outcome.user_functions]
    entries = own or found.error.stack
    if not entries:
        return []
    excerpt = source_excerpt(entries[0].file, entries[0].line)
    if not excerpt:
        return []
    lines: Lines = [Text()]
    for line in excerpt:
        mark, style = (">", "bold") if line.is_marked else (" ", "dim")
        lines.append(Text.assemble((f"     {mark} ", "bold red"), (f"{line.number:>5} | {line.text}", style)))
    return [*lines, Text()]


def _inputs(found: FoundError) -> Lines:
    if not found.inputs:
        return [_labelled("input", Text("none needed: it happens on every run"))]
    shown = [(printable(name), data) for name, data in found.inputs[:_MOST_INPUTS]]
    width = max(len(name) for name, _ in shown)
    lines = [
        _labelled("" if index else "input", Text.assemble((f"{name:<{width}}", "bold"), f"  {describe_data(data)}"))
        for index, (name, data) in enumerate(shown)
    ]
    if len(found.inputs) > _MOST_INPUTS:
        lines.append(_labelled("", Text(f"and {count(len(found.inputs) - _MOST_INPUTS)} more")))
    return lines


def describe_data(data: bytes) -> str:
    """An input's size, its bytes as a C string and in hexadecimal, and its number if it can be one."""
    more = " …" if len(data) > _MOST_BYTES else ""
    shown = data[:_MOST_BYTES]
    text = f"{counted(len(data), 'byte')}  {c_string(shown)}{more}  {hexadecimal(shown)}{more}"
    integers = as_integers(data)
    if integers is None:
        return text
    signed, unsigned = integers
    return f"{text}  int {signed}" + (f", unsigned {unsigned}" if signed != unsigned else "")


def _next_steps(outcome: Outcome) -> Lines:
    if not outcome.tests:
        return []
    directory = outcome.directory
    with_test = [found for found in outcome.errors if found.test is not None]
    lines = [Text("Next", "bold")]
    if with_test:
        found = with_test[0]
        test = str(found.test)
        report = directory / error_file_name(test.removesuffix(".ktest"), found.error)
        lines += [
            _step(f"albers tests {shlex.quote(str(directory / test))}", "the input of the first error, byte by byte"),
            _step(
                f"albers replay {shlex.quote(str(directory / test))} --sanitize", "run it natively and watch it fail"
            ),
            _step(f"cat {shlex.quote(str(report))}", "its stack and what is known of the memory around it"),
        ]
    else:
        lines.append(_step(f"albers tests {shlex.quote(str(directory))}", "every test's input, byte by byte"))
    lines.append(_step(f"albers report {shlex.quote(str(directory))}", "a page about the whole run, for a browser"))
    return lines


def _step(command: str, purpose: str) -> Text:
    return Text.assemble("  ", (command, "bold cyan"), (f"    # {purpose}", "dim"))


def _labelled(label: str, content: Text) -> Text:
    return Text.assemble("     ", (f"{label:<7}", "dim"), content)


def _of(covered: Covered) -> str:
    return f"{count(covered.covered)} of {count(covered.total)} ({share(covered.covered, covered.total)})"


def _unknown(queries: Queries) -> str:
    return f", {count(queries.unknown)} without an answer (--solver-timeout)" if queries.unknown else ""


def _speed(instructions: int, seconds: float) -> str:
    return f" ({rate(instructions / seconds)})" if seconds > 0 else ""
