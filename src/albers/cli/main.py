"""The entry of the command line: which command, which exit code, and no traceback for anybody.

Exit codes: 0 an orderly run whatever it found (or --error-exitcode), 2 the user can fix it, 70 a defect of Albers,
128 + signal when interrupted before anything could be written.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Final, NoReturn

from albers import __version__
from albers.cli import leaving
from albers.errors import UserError

#: Command → (module with a function `main(arguments) -> exit code`, one line of help).
COMMANDS: Final[dict[str, tuple[str, str]]] = {
    "run": ("albers.cli.run", "explore a C program: find bugs, write tests"),
    "replay": ("albers.cli.replay", "run the program natively on tests"),
    "report": ("albers.cli.report", "write an HTML page about a run"),
    "coverage": ("albers.cli.coverage", "what of your code a run covered; lcov and Cobertura"),
    "stats": ("albers.cli.stats", "print the statistics of runs, as klee-stats does"),
    "klee": ("albers.cli.klee.command", "KLEE's own command line, messages and output directory"),
    "tests": ("albers.cli.tests", "print the inputs of tests"),
    "cc": ("albers.cli.cc", 'compile natively and keep the bitcode: make CC="albers cc"'),
    "suggest-skip": ("albers.cli.suggest_skip", "propose functions to skip in the next run"),
    "augment": ("albers.cli.augment", "cover more than an earlier run did, skipping what it covered"),
    "doctor": ("albers.cli.doctor", "check that everything Albers needs is there and works"),
}

USER_ERROR: Final = 2
INTERNAL_ERROR: Final = 70
INTERRUPTED: Final = 130
BROKEN_PIPE: Final = 141

DEBUG_FLAG: Final = "--debug"


def run_and_leave() -> NoReturn:
    """The command `albers`."""
    leaving.run_and_leave(main)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the answer is the exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    _make_output_forgiving()
    try:
        return _dispatch(arguments)
    except UserError as error:
        return _complain(f"albers: error: {error.message}", USER_ERROR)
    except KeyboardInterrupt:
        return _complain("albers: interrupted", INTERRUPTED)
    except BrokenPipeError:
        # Whoever read our output has enough; nothing more can be said, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except MemoryError:
        return _complain("albers: error: out of memory; limit the run with --max-memory MB", USER_ERROR)
    except SystemExit as end:
        # argparse ends the process this way after --help.
        return end.code if isinstance(end.code, int) else 0
    except Exception as error:
        return _internal_error(error, _wants_traceback(arguments))


def _dispatch(arguments: list[str]) -> int:
    if not arguments:
        print(_overview(), file=sys.stderr, end="")
        return USER_ERROR
    name, rest = arguments[0], arguments[1:]
    if name in ("-h", "--help", "help"):
        print(_overview(), end="")
        return 0
    if name in ("-V", "--version", "version"):
        print(f"albers {__version__}")
        return 0
    if name not in COMMANDS:
        raise UserError(_unknown_command(name))
    command: Callable[[list[str]], int] = import_module(COMMANDS[name][0]).main
    return command(rest)


def _overview() -> str:
    commands = "".join(f"  {name:<14}{summary}\n" for name, (_, summary) in COMMANDS.items())
    return (
        "usage: albers COMMAND ...\n\n"
        "Explores C programs symbolically: every path, the bugs on them, and an input for each.\n\n"
        f"commands:\n{commands}\n"
        "  albers COMMAND --help    the command's options\n"
        "  albers --version         the version\n\n"
        "Begin with: albers run FILE.c\n"
    )


def _unknown_command(name: str) -> str:
    if name.endswith((".c", ".bc", ".ll")):
        return f"unknown command '{name}'; to explore a program: albers run {name}"
    return f"unknown command '{name}'; there are {', '.join(COMMANDS)} (see albers --help)"


def _wants_traceback(arguments: list[str]) -> bool:
    own = arguments[: arguments.index("--")] if "--" in arguments else arguments
    return DEBUG_FLAG in own


def _internal_error(error: Exception, with_traceback: bool) -> int:
    if with_traceback:
        traceback.print_exc()
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    advice = "please report it" if with_traceback else f"please report it, with what {DEBUG_FLAG} prints"
    return _complain(f"albers: internal error: {what}\nThis is a defect of Albers; {advice}.", INTERNAL_ERROR)


def _complain(text: str, exit_code: int) -> int:
    print(text, file=sys.stderr)
    return exit_code


def _make_output_forgiving() -> None:
    """A character that the terminal's encoding lacks is shown escaped instead of ending the run."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
