"""How a path ends: kinds of errors, kinds of endings, and the record handed to whoever writes results.

The kinds are the one list that error files, statistics and documentation share.
"""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from albers.solver.path_condition import PathCondition
from albers.verdicts import EndKind as EndKind
from albers.verdicts import ErrorKind as ErrorKind
from albers.verdicts import StopReason as StopReason


class StackEntry:
    """One frame of an error's stack, innermost first."""

    def __init__(
        self, function: str, file: str, line: int, assembly_line: int, arguments: list[tuple[str, str]]
    ) -> None:
        self.function = function
        self.file = file
        self.line = line
        self.assembly_line = assembly_line
        self.arguments = arguments  # (name, printed value)


class ProgramError:
    """A bug on a path. `suffix` is the kind's suffix unless the program chose one (klee_report_error)."""

    def __init__(self, kind: ErrorKind, message: str, stack: list[StackEntry], info: str, suffix: str = "") -> None:
        self.kind = kind
        self.message = message
        self.stack = stack
        self.info = info  # further lines: address, nearby objects; may be empty
        self.suffix = suffix or kind.value

    @property
    def file(self) -> str:
        return self.stack[0].file if self.stack else ""

    @property
    def line(self) -> int:
        return self.stack[0].line if self.stack else 0

    @property
    def function(self) -> str:
        return self.stack[0].function if self.stack else ""

    @property
    def assembly_line(self) -> int:
        return self.stack[0].assembly_line if self.stack else 0


class Ending:
    """The end of one path."""

    def __init__(self, kind: EndKind, exit_code: int, error: ProgramError | None, reason: str) -> None:
        self.kind = kind
        self.exit_code = exit_code  # meaningful for EXIT
        self.error = error
        self.reason = reason  # for EARLY: why


class PathEnd:
    """Everything the results need to know of an ended path.

    `inputs` are the symbolic objects in creation order with the bytes of the path's witness; `output` is what the
    program wrote, as (file descriptor, bytes); `new_lines` are the lines it was the first to reach; `path` is what
    the path demands of the inputs. Where objects were made up behind pointers, `addresses` has one per input (0 if it
    was declared) and `pointers` those in each as (offset, number of the input pointed to, offset there).
    """

    def __init__(
        self,
        state_id: int,
        ending: Ending,
        inputs: list[tuple[str, bytes]],
        output: list[tuple[int, bytes]],
        instructions: int,
        depth: int,
        covered_new: bool,
        new_lines: list[tuple[str, int]] | None = None,
        path: PathCondition | None = None,
    ) -> None:
        self.state_id = state_id
        self.ending = ending
        self.inputs = inputs
        self.output = output
        self.instructions = instructions
        self.depth = depth
        self.covered_new = covered_new
        self.new_lines: list[tuple[str, int]] = [] if new_lines is None else new_lines
        self.path = path
        self.addresses: list[int] = []
        self.pointers: list[list[tuple[int, int, int]]] = []


@mypyc_attr(allow_interpreted_subclasses=True)
class PathListener:
    """Told of every path that ends; implemented by the results, which are not compiled."""

    def __init__(self) -> None:
        self.tests_written = 0  # the engine stops by this count (--max-tests)
        self.max_tests = 0  # set by the engine; 0 is no limit
        # What the end of a path costs, if the engine needs to know: it stops early enough to end all open paths.
        self.must_estimate = False
        self.seconds_per_test = 0.0

    @property
    def has_all_tests(self) -> bool:
        """Whether no further test is wanted."""
        return self.max_tests > 0 and self.tests_written >= self.max_tests

    def path_ended(self, end: PathEnd) -> None:
        raise NotImplementedError
