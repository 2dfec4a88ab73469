"""`albers run`: explore a program and tell what was found."""

from __future__ import annotations

import sys
import time
from typing import Final

from albers.cli.option_table import CommandParser, add_options, options_from

_USAGE: Final = "albers run FILE... [options] [-- ARGS...]"
_DESCRIPTION: Final = (
    "Compile and link FILE... (.c, .bc, .ll, or anything built with albers cc), explore the program with the arguments "
    "ARGS, print the bugs and the coverage, and write a test for every path. A driver marks its inputs with "
    "klee_make_symbolic from <klee/klee.h>."
)


def main(arguments: list[str]) -> int:
    started = time.perf_counter()
    own, program_arguments = _split(arguments)
    parser = CommandParser("run", _USAGE, _DESCRIPTION)
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="C source, LLVM bitcode or assembly, or what albers cc built"
    )
    add_options(parser)
    namespace = parser.parse_intermixed_args([_with_two_dashes(word) for word in own])
    options = options_from(namespace, program_arguments)

    # Everything below needs the whole house; --help and mistyped options do not wait for it.
    from albers.api.explore import explore
    from albers.cli.compiled import PURE_PYTHON_WARNING, is_compiled
    from albers.cli.interruption import Interruption
    from albers.cli.leaving import keep_until_exit
    from albers.results.account import print_account
    from albers.results.progress import progress_for

    output = options.output
    if not is_compiled() and not output.quiet and not output.json:
        print(f"albers: warning: {PURE_PYTHON_WARNING}", file=sys.stderr)
    observer = progress_for(output, sys.stderr, sys.stdout)
    with Interruption(observer) as interruption:
        keep_until_exit(interruption)
        report = explore(
            namespace.files,
            options,
            observer=observer,
            on_start=interruption.watch,
            command=["albers", "run", *arguments],
            started=started,
        )
    if output.json:
        sys.stdout.write(report.to_json())
    else:
        print_account(report, sys.stdout)
        if report.profile is not None:
            sys.stdout.write(f"\n{report.profile.text()}")
    return output.error_exitcode if report.errors else 0


def _split(arguments: list[str]) -> tuple[list[str], list[str]]:
    """Ours, and what stands after `--`, which is the program's."""
    if "--" not in arguments:
        return arguments, []
    position = arguments.index("--")
    return arguments[:position], arguments[position + 1 :]


def _with_two_dashes(word: str) -> str:
    """KLEE takes `-sym-args` for `--sym-args`, and so do scripts."""
    return f"-{word}" if word.startswith("-sym-") else word
