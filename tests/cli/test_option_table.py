"""The command line against the option tree: every option has its flag, and the flag sets it."""

from __future__ import annotations

import dataclasses

import pytest

from albers.cli.option_table import CommandParser, add_options, options_from
from albers.errors import UserError
from albers.options import Options, SymbolicArguments


def parse(*arguments: str, program_arguments: tuple[str, ...] = ()) -> Options:
    parser = CommandParser("run", "albers run", "")
    add_options(parser)
    return options_from(parser.parse_intermixed_args(arguments), program_arguments)


def test_no_flags_give_the_defaults() -> None:
    assert parse() == Options()


def test_flags_of_every_type_reach_the_tree() -> None:
    options = parse(
        *("-I", "inc", "-Iother", "-DN=3", "-O1", "--cflags=-Wall -std='c11'", "--no-cache", "--simplify-cfg"),
        *("--search", "dfs,covnew", "--search", "bfs", "--max-time", "3h4min", "--max-instructions", "1_000_000"),
        *("--stop-at", "parse.c:23,a.c:4", "--check", "overflow,leak", "--error-exitcode", "3", "--out", "o"),
    )
    program, limits = options.program, options.limits
    assert program.include_dirs == ("inc", "other")
    assert program.defines == ("N=3",)
    assert program.optimize == 1
    assert program.cflags == ("-Wall", "-std=c11")
    assert (program.cache, program.simplify_cfg) == (False, True)
    assert options.search.search == ("dfs", "covnew", "bfs")
    assert (limits.max_time, limits.max_instructions, limits.stop_at) == (11040.0, 1_000_000, ("parse.c:23", "a.c:4"))
    assert options.checks.check == ("overflow", "leak")
    assert (options.output.error_exitcode, options.output.out) == (3, "o")


def test_symbolic_arguments_keep_the_order_of_their_flags() -> None:
    world = parse("--sym-arg", "3", "--sym-args", "0", "2", "5", "--sym-arg", "7", "--sym-files", "2", "10").world
    assert world.sym_args == (SymbolicArguments(1, 1, 3), SymbolicArguments(0, 2, 5), SymbolicArguments(1, 1, 7))
    assert world.sym_files == (2, 10)


def test_the_world_is_described_on_the_command_line() -> None:
    world = parse("--file", "a:b", "--file", "c", "--env", "A=1", "--sym-stdin", "4", "--sym-sizes", "--terminal").world
    assert (world.files, world.env, world.sym_stdin) == (("a:b", "c"), ("A=1",), 4)
    assert (world.sym_sizes, world.terminal, world.sym_stdout) == (True, True, False)


def test_a_list_given_once_does_not_stay_for_the_next_command() -> None:
    parse("-I", "inc")
    assert parse().program.include_dirs == ()


def test_arguments_of_the_program_are_kept_as_they_are() -> None:
    assert parse(program_arguments=("--max-time", "x")).program.arguments == ("--max-time", "x")


def test_every_option_has_help_and_a_flag() -> None:
    parser = CommandParser("run", "albers run", "")
    add_options(parser)
    text = parser.format_help()
    for group in dataclasses.fields(Options):
        if not isinstance(group.default_factory, type) or not dataclasses.is_dataclass(group.default_factory):
            continue
        for option in dataclasses.fields(group.default_factory):
            flag = option.metadata.get("flag", "--" + option.name.replace("_", "-"))
            assert option.metadata["help"]
            assert f"  {flag}" in text or {"positional_tail", "internal"} & set(option.metadata)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (
            ("--max-tme", "3"),
            r"unrecognized arguments: --max-tme 3; did you mean --max-time\? \(see albers run --help\)",
        ),
        (("--max-time", "soon"), "argument --max-time: 'soon' is not a duration"),
        (("--max-tests", "-1"), "--max-tests"),
        (("--max-tests", "many"), "'many' is not a whole number"),
        (("--search", "dfs,dsf"), "'dsf' is not one of dfs, bfs"),
        (("--solver", "yices"), "invalid choice: 'yices'"),
        (("-O7",), "invalid choice: 7"),
        (("--stop-at", "parse.c"), "is not a place in a source; write FILE:LINE"),
        (("--cflags=-D'x",), "No closing quotation"),
        (("--max-tim", "3"), "unrecognized arguments"),
        (("--sym-args", "3", "2", "1"), r"argument --sym-args: MIN \(3\) is larger than MAX \(2\)"),
        (("--sym-args", "3"), "--sym-args: expected 3 arguments"),
        (("--undefined", "ignore"), "invalid choice: 'ignore'"),
    ],
)
def test_a_wrong_value_is_a_user_error(arguments: tuple[str, ...], complaint: str) -> None:
    with pytest.raises(UserError, match=complaint):
        parse(*arguments)
