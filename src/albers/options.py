"""Every option of an exploration, in one dataclass tree.

The command line is generated from the fields' metadata (flag, help, choices); Python users fill the same classes.
No module reads a global: whoever needs an option is given the part of the tree it needs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

# The links of the solver chain in the order in which a question meets them; `solver/links.py` says what each does.
# The stages of the procedure for queries with quantifiers (`solver.quantifiers`); without all of them Z3 is asked.
QUANTIFIER_STAGES: Final = ("terms", "strip", "duplicate", "repair", "expand")
SOLVER_LINKS: Final = (
    "witness",
    "simplify",
    "ranges",
    "candidates",
    "independence",
    "lazy",
    "exact",
    "counterexamples",
    "cores",
    "renamed",
    "incremental",
    "pool",
    "flatten",
    "tables",
)


def _option(default: Any, help_: str, **extra: Any) -> Any:
    """A field with its command-line description; a tuple default means the flag may be repeated."""
    return field(default=default, metadata={"help": help_, **extra})


SEARCHERS = ("dfs", "bfs", "random-state", "random-path", "covnew", "md2u", "depth", "icnt", "cpicnt", "qc")


@dataclass
class ProgramOptions:
    """What is analysed and how it is compiled."""

    include_dirs: tuple[str, ...] = _option((), "add DIR to the header search path", flag="-I", metavar="DIR")
    defines: tuple[str, ...] = _option((), "define a macro", flag="-D", metavar="NAME[=V]")
    optimize: int = _option(0, "compiler optimisation level", flag="-O", metavar="LEVEL", choices=(0, 1, 2, 3))
    cflags: tuple[str, ...] = _option(
        (), "pass FLAGS to the compiler (--cflags='-Wall')", metavar="FLAGS", kind="words"
    )
    compiler: str = _option("zig", "'zig' (bundled clang) or a system clang", metavar="CC")
    target: str = _option("", "architecture to compile for (default: this machine's)", metavar="ARCH")
    m32: bool = _option(False, "32-bit data model: int, long and pointers of 4 bytes (for x86)")
    simplify_cfg: bool = _option(False, "fold cheap branches into selects: fewer forks")
    entry: str = _option("main", "the function to start at", metavar="FUNCTION")
    arguments: tuple[str, ...] = _option((), "arguments of the program", positional_tail=True)
    cache: bool = _option(True, "reuse compiled code from earlier runs")


class SymbolicArguments(NamedTuple):
    """From `minimum` to `maximum` symbolic arguments of up to `size` bytes each.

    `after` says how many of the program's concrete arguments stand before them; -1 means all of them.
    """

    minimum: int
    maximum: int
    size: int
    after: int = -1


@dataclass
class WorldOptions:
    """What the program finds around it."""

    sym_args: tuple[SymbolicArguments, ...] = _option(
        (), "between MIN and MAX further arguments of up to N symbolic bytes each", kind="symbolic-arguments"
    )
    sym_files: tuple[int, int] = _option(
        (0, 0), "NUM files of N symbolic bytes, called A, B, ...", metavar=("NUM", "N"), kind="counts"
    )
    sym_stdin: int = _option(0, "N symbolic bytes of standard input", metavar="N")
    sym_stdout: bool = _option(False, "the status of standard output is symbolic")
    sym_sizes: bool = _option(
        False, "symbolic arguments, files and standard input have any size up to N (arg00_size, A_size, stdin_size)"
    )
    fail_syscalls: int = _option(0, "let up to N system calls of a path fail, whichever may", metavar="N")
    files: tuple[str, ...] = _option(
        (), "let the program find a copy of a file or directory of yours", flag="--file", metavar="HOST[:GUEST]"
    )
    stdin: str = _option("", "what the program finds in its standard input (default: nothing)", metavar="FILE")
    env: tuple[str, ...] = _option((), "set an environment variable; there are no others", metavar="NAME=VALUE")
    cwd: str = _option("/home/user", "the program's current directory", metavar="DIR")
    terminal: bool = _option(False, "standard input and output are a terminal")
    clock: int = _option(1_000_000_000, "when the program starts, in seconds since 1970", metavar="SECONDS")
    undefined: str = _option(
        "error",
        "what a call of a function does that is defined nowhere",
        choices=("error", "zero", "symbolic", "symcrete"),
    )


@dataclass
class SearchOptions:
    """Which state runs next."""

    search: tuple[str, ...] = _option(
        (),
        "searcher; several are interleaved (default: random-path and covnew)",
        metavar="S",
        choices=SEARCHERS,
    )
    seed: int = _option(
        1,
        "number that every random choice follows from; or a file or directory of inputs (.ktest or raw bytes) whose "
        "paths are explored first",
        metavar="N|PATH",
        kind="seed",
    )
    seeds: tuple[str, ...] = _option((), "files and directories of inputs", flag="--seed", shares_flag=True)
    only_seeds: bool = _option(False, "explore the paths of the inputs given with --seed and no others")
    batch_instructions: int = _option(10_000, "instructions a state runs before another gets its turn", metavar="N")


@dataclass
class LimitOptions:
    """When to stop; 0 means no limit."""

    max_time: float = _option(0.0, "stop after this long (30, 90s, 10min, 2h)", metavar="T", kind="duration")
    max_memory: int = _option(0, "stop forking at this many megabytes, evict states above", metavar="MB")
    max_tests: int = _option(0, "stop after this many tests", metavar="N")
    max_instructions: int = _option(0, "stop after this many instructions", metavar="N")
    max_forks: int = _option(0, "fork at most this often; afterwards a branch follows one side", metavar="N")
    max_depth: int = _option(0, "end a path after this many forks on it", metavar="N")
    max_stack_frames: int = _option(8192, "end a path that recurses deeper", metavar="N")
    solver_timeout: float = _option(30.0, "give up on a solver query after this long", metavar="T", kind="duration")
    stop_at: tuple[str, ...] = _option(
        (), "stop when there was an error at each of these lines", metavar="FILE:LINE,...", kind="places"
    )


@dataclass
class SolverSettings:
    """How queries are answered."""

    solver: str = _option("bitwuzla", "the solver that decides queries", choices=("bitwuzla", "z3"))
    crosscheck: bool = _option(False, "ask both solvers and compare (slow)")
    no_link: tuple[str, ...] = _option(
        (),
        "answer without this link of the solver chain (slower, the same answers)",
        metavar="LINK",
        choices=SOLVER_LINKS,
    )
    no_quantifier_stage: tuple[str, ...] = _option(
        (),
        "answer queries with quantifiers without this stage (may be repeated); without all of them Z3 is asked",
        metavar="STAGE",
        choices=QUANTIFIER_STAGES,
    )


@dataclass
class CheckOptions:
    """What counts as a bug beyond the defaults."""

    check: tuple[str, ...] = _option(
        (), "extra checks", metavar="KIND", choices=("overflow", "unsigned-overflow", "leak")
    )
    ignore: tuple[str, ...] = _option(
        (), "do not report this kind of error", metavar="KIND", choices=("div", "overshift")
    )


@dataclass
class TechniqueOptions:
    """The techniques that go beyond forking at every branch."""

    sizes: str = _option(
        "max", "how a symbolic allocation size is treated", choices=("max", "eager", "lazy", "symcrete")
    )
    capacity: int = _option(
        100,
        "largest size considered for a symbolic allocation, in bytes; for those of one line only: parse.c:12=40",
        metavar="[FILE:LINE=]N",
        kind="capacity",
    )
    capacity_at: tuple[str, ...] = _option((), "FILE:LINE=N: that of one line", flag="--capacity", shares_flag=True)
    max_size: int = _option(0, "with --sizes symcrete, refuse allocations of more than N bytes", metavar="N")
    null_malloc: bool = _option(False, "every allocation may fail: a path on which it returns null")
    lazy_init: bool = _option(False, "make up objects behind symbolic pointers (always with --entry FUNCTION)")
    lazy_depth: int = _option(0, "follow at most N pointers from a declared input (0: any number)", metavar="N")
    lazy_objects: int = _option(0, "make up at most N objects on a path (0: any number)", metavar="N")
    sym_globals: tuple[str, ...] = _option(
        (), "the global variable NAME is symbolic when the program starts ('all': every one of yours)", metavar="NAME"
    )
    grow_capacity: bool = _option(False, "where a capacity cuts off sizes, go on with them in a larger one")
    merge: str = _option(
        "none",
        "join the states that a size-dependent loop split: with plain choices, by the tree of its branches, or by "
        "regular patterns in that tree, with quantifiers",
        choices=("none", "plain", "tree", "pattern"),
    )
    merge_loops: str = _option(
        "no-calls",
        "which loops are merged: all, those that call no function with a loop, or of these those with a single exit",
        choices=("all", "no-calls", "single-exit"),
    )
    merge_always: bool = _option(False, "merge even where forking looks cheaper")
    max_merge: int = _option(10_000, "a loop that splits into more states than this is not merged", metavar="N")
    no_incremental_merge: bool = _option(False, "with patterns: do not join states of a loop before it is left")
    max_patterns: int = _option(10, "with more patterns than this, a loop is merged by its tree alone", metavar="N")
    check_merges: bool = _option(False, "prove every merge with the solver (slow)")

    skip: tuple[str, ...] = _option(
        (),
        "skip calls of functions, of all or of those in some lines, and recover what they did when it matters",
        metavar="[FILE:]F[:LINE/LINE],...",
        kind="list",
    )
    skip_lines: tuple[str, ...] = _option(
        (), "skip code that is entered and left at one place", metavar="FILE:FIRST-LAST,...", kind="list"
    )
    slicing: bool = _option(True, "recover only the part of a skipped function that matters")
    recovery_ratio: float = _option(0.2, "probability to go on with a recovery", metavar="P", kind="ratio")
    recovery_search: str = _option("dfs", "searcher for recoveries", metavar="S", choices=SEARCHERS)


@dataclass
class OutputOptions:
    """What is written and shown."""

    out: str = _option("", "output directory (default: albers-out-N)", metavar="DIR")
    echo: bool = _option(False, "show what the program prints, path by path")
    json: bool = _option(False, "print summary.json to standard output and nothing else")
    only_new_coverage: bool = _option(False, "write tests only for paths that cover new code, and for errors")
    all_errors: bool = _option(False, "write a test for every error path, not one per error location")
    no_tests: bool = _option(False, "write no tests")
    write: tuple[str, ...] = _option(
        (),
        "further files beside tests and at the end",
        metavar="KIND",
        choices=("kquery", "smt2", "cov", "path", "sym.path", "info", "xml", "tree", "istats", "module"),
    )
    test_comp: str = _option("", "write a Test-Comp suite for PROPERTY, a .prp file or its text", metavar="PROPERTY")
    open_paths: bool = _option(True, "write tests for paths still open at the end", internal=True)
    dialect: str = _option("albers", "whose names and messages to use: albers or klee", internal=True)
    test_coverage: bool = _option(False, "note which lines each single test covers (slower)")
    confirm: bool = _option(False, "run every bug's test natively in a build with sanitizers and compare")
    profile: bool = _option(False, "tell where the time goes: by kind of instruction, by query, by source line")
    export: tuple[str, ...] = _option(
        (),
        "write the tests in other forms too, into DIR/export-KIND",
        metavar="KIND",
        choices=("raw", "c", "libfuzzer", "pytest"),
    )
    sarif: str = _option("", "write the bugs as SARIF, for code-scanning viewers", metavar="FILE")
    junit: str = _option("", "write the bugs as a JUnit report, for CI", metavar="FILE")
    error_exitcode: int = _option(0, "exit code when errors were found", metavar="N")
    quiet: bool = _option(False, "no progress, only the final account")


@dataclass
class Options:
    """All options of one exploration."""

    program: ProgramOptions = field(default_factory=ProgramOptions)
    world: WorldOptions = field(default_factory=WorldOptions)
    search: SearchOptions = field(default_factory=SearchOptions)
    limits: LimitOptions = field(default_factory=LimitOptions)
    solver: SolverSettings = field(default_factory=SolverSettings)
    checks: CheckOptions = field(default_factory=CheckOptions)
    techniques: TechniqueOptions = field(default_factory=TechniqueOptions)
    output: OutputOptions = field(default_factory=OutputOptions)
    models: dict[str, Callable[..., Any]] = field(default_factory=dict)  # C function name → Python model
