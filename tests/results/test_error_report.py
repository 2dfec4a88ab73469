"""How an error is told."""

from __future__ import annotations

import pytest

from albers.engine.endings import ProgramError
from albers.results.error_report import KIND_IN_WORDS, error_file_name, error_file_text, error_message_lines
from albers.verdicts import ErrorKind
from tests.results.fabricated_runs import make_error


def test_an_error_file_has_klees_form() -> None:
    error = make_error(info="address: 4096\nnext: object at 8192 of size 4\n")
    assert error_file_text(error, 12) == (
        "Error: memory error: out of bound pointer\n"
        "File: parse.c\n"
        "Line: 23\n"
        "assembly.ll line: 172\n"
        "State: 12\n"
        "Stack: \n"
        "\t#000000172 in scan (s=0x1000, n=symbolic) at parse.c:23\n"
        "\t#100000201 in main () at parse.c:40\n"
        "Info: \n"
        "\taddress: 4096\n"
        "\tnext: object at 8192 of size 4\n"
    )


def test_an_error_without_debug_information_says_so() -> None:
    error = ProgramError(ErrorKind.ABORT, "abort failure", [], "")
    assert error_file_text(error, 1) == "Error: abort failure\nState: 1\nStack: \n"
    assert error_message_lines(error, "albers", False) == [
        "albers: ERROR: (location information missing): abort failure"
    ]


def test_the_console_hears_that_repeats_are_silent() -> None:
    assert error_message_lines(make_error(), "KLEE", True) == [
        "KLEE: ERROR: parse.c:23: memory error: out of bound pointer",
        "KLEE: NOTE: now ignoring this error at this location",
    ]


def test_a_message_of_the_program_cannot_steer_the_terminal() -> None:
    assert "\x1b" not in error_message_lines(make_error(message="\x1b[2J"), "albers", False)[0]


@pytest.mark.parametrize(
    ("suffix", "name"),
    [
        ("", "test000004.ptr.err"),
        ("mine", "test000004.mine.err"),
        ("mine.err", "test000004.mine.err"),
        ("../../etc/passwd", "test000004._.._etc_passwd.err"),
        (".err", "test000004.ptr.err"),
    ],
)
def test_the_file_name_stays_in_the_directory(suffix: str, name: str) -> None:
    assert error_file_name("test000004", make_error(suffix=suffix)) == name


def test_every_kind_is_put_in_words() -> None:
    assert set(KIND_IN_WORDS) == set(ErrorKind)
