"""`albers klee` and the console script `albers-klee`: KLEE's command line.

Exit codes are KLEE's: 0 at an orderly end, bugs or not; 1 after a mistake in the command, `--exit-on-error`, or a
second Ctrl-C.
"""

from __future__ import annotations

import sys
from typing import Final

from albers.cli.main import main as albers
from albers.errors import UserError
from albers.verdicts import StopReason

_FAILURE: Final = 1

_HELP: Final = """\
usage: albers klee [KLEE's options] PROGRAM [the program's arguments]

KLEE's own command line, messages and output directory (klee-out-N, klee-last) on Albers' engine. PROGRAM is LLVM
bitcode or assembly, or C source. Options are KLEE 3.2's and those of the prototypes for symbolic sizes, merging with
quantifiers, chopped execution and symcretes: with one dash or two, --option=value or --option value, @FILE for a file
of options. Those that mean nothing here are accepted and named once.

With --posix-runtime the program's arguments may be --sym-arg N, --sym-args MIN MAX N, --sym-files NUM N, --sym-stdin N,
--sym-stdout, --fd-fail, --max-fail N.

  --error-exitcode=N   an addition of ours: the exit code when bugs were found

docs/klee-users.md says what differs from KLEE.
"""


def main(arguments: list[str]) -> int:
    if arguments in (["--help"], ["-help"], ["-h"]):
        print(_HELP, end="")
        return 0
    try:
        return _run(arguments)
    except UserError as error:
        text = error.message if error.message.startswith("klee: ") else f"KLEE: ERROR: {error.message}"
        print(text, file=sys.stderr)
        return _FAILURE


def albers_klee() -> int:
    """The console script."""
    return albers(["klee", *sys.argv[1:]])


def _run(arguments: list[str]) -> int:
    from albers.cli.klee.arguments import parse_command

    command = parse_command(arguments)
    if any(name in ("help", "h", "version") for name, _ in command.options):
        print(_HELP, end="")
        return 0
    if not command.program:
        raise UserError("klee: Not enough positional command line arguments specified!\nMust specify at least 1")

    from albers.api.explore import explore
    from albers.cli.interruption import Interruption
    from albers.cli.klee.messages import KleeMessages
    from albers.cli.klee.translation import notes, translate
    from albers.results.journal import closing_lines

    run = translate(command)
    run.options.output.echo = True
    messages = KleeMessages(run, notes(run))
    with Interruption(messages) as interruption:
        report = explore(
            run.files,
            run.options,
            observer=messages,
            on_start=interruption.watch,
            command=["albers", "klee", *arguments],
        )
    stopped_by = messages.stopped_by
    if stopped_by is not None:
        print(f"KLEE: ERROR: EXITING ON ERROR:\n{stopped_by.message}", file=sys.stderr)
        return _FAILURE
    for line in _halting_lines(report.stopped):
        print(f"KLEE: {line}", file=sys.stderr)
    print("", *closing_lines(report, "KLEE"), sep="\n", file=sys.stderr)
    return run.options.output.error_exitcode if report.errors else 0


def _halting_lines(stopped: StopReason) -> list[str]:
    if stopped is StopReason.DONE:
        return []
    timer = ["HaltTimer invoked"] if stopped is StopReason.MAX_TIME else []
    return [*timer, "halting execution, dumping remaining states"]
