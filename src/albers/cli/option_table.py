"""From the option dataclasses to command-line flags and back: the one table between them.

A field becomes `--its-name` (or its `flag`), its group's docstring the heading in --help. The type of the default
decides how a value is read; `kind` in the metadata names the exceptions: durations, places in a source, shell words,
several counts in a row, symbolic arguments.
"""

from __future__ import annotations

import argparse
import dataclasses
import difflib
import re
import shlex
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NoReturn

from albers.cli.durations import parse_duration
from albers.errors import UserError
from albers.options import Options, SymbolicArguments

_PLACE: Final = re.compile(r".+:[1-9]\d*")


class CommandParser(argparse.ArgumentParser):
    """argparse with complaints as `UserError` and with a guess at what a mistyped option meant."""

    def __init__(self, command: str, usage: str, description: str) -> None:
        super().__init__(
            prog=f"albers {command}",
            usage=usage,
            description=description,
            allow_abbrev=False,
            formatter_class=_HelpFormatter,
        )
        self.add_argument("--debug", action="store_true", help="show the traceback of a defect of Albers")

    def error(self, message: str) -> NoReturn:
        raise UserError(f"{message}{self._guess(message)} (see {self.prog} --help)")

    def _guess(self, message: str) -> str:
        unknown = message.partition("unrecognized arguments: ")[2].split(" ")[0].split("=")[0]
        close = difflib.get_close_matches(unknown, self._option_string_actions, n=1) if unknown else []
        if close:
            return f"; did you mean {close[0]}?"
        return "; the program's own arguments stand after --" if unknown and "-- ARGS" in (self.usage or "") else ""


def add_options(parser: argparse.ArgumentParser) -> None:
    """A flag for every option, grouped as in the tree."""
    for group_name, group_class in _groups():
        heading = (group_class.__doc__ or group_name).rstrip(".")
        group = parser.add_argument_group(heading)
        for option in dataclasses.fields(group_class):
            if not option.metadata.get("positional_tail") and not _is_hidden(option):
                _add_option(group, f"{group_name}.{option.name}", option)


def options_from(namespace: argparse.Namespace, program_arguments: Sequence[str]) -> Options:
    """The option tree that the parsed flags describe."""
    values = vars(namespace)
    options = Options()
    for group_name, group_class in _groups():
        given = {
            option.name: values[f"{group_name}.{option.name}"]
            for option in dataclasses.fields(group_class)
            if f"{group_name}.{option.name}" in values
        }
        setattr(options, group_name, group_class(**{name: _frozen(value) for name, value in given.items()}))
    options.program.arguments = tuple(program_arguments)
    return options


def _groups() -> Iterator[tuple[str, type[Any]]]:
    for group in dataclasses.fields(Options):
        factory = group.default_factory
        if isinstance(factory, type) and dataclasses.is_dataclass(factory):
            yield group.name, factory


def _is_hidden(option: dataclasses.Field[Any]) -> bool:
    """Whether the option has no flag of its own: another's fills it too, or it is for other front ends."""
    return bool(option.metadata.get("shares_flag") or option.metadata.get("internal"))


def _add_option(group: argparse._ArgumentGroup, destination: str, option: dataclasses.Field[Any]) -> None:
    flag = option.metadata.get("flag", "--" + option.name.replace("_", "-"))
    # A flag that is not given stays out of the namespace: the dataclasses alone know the defaults.
    arguments: dict[str, Any] = {"dest": destination, "default": argparse.SUPPRESS, "help": _help(option)}
    choices = option.metadata.get("choices")
    if option.metadata.get("kind") == "symbolic-arguments":
        _add_symbolic_arguments(group, arguments)
        return
    if option.metadata.get("kind") == "capacity":
        group.add_argument(flag, metavar=option.metadata["metavar"], action=_Capacity, **arguments)
        return
    if option.metadata.get("kind") == "seed":
        group.add_argument(flag, metavar=option.metadata["metavar"], action=_Seed, **arguments)
        return
    if option.metadata.get("kind") == "counts":
        names = option.metadata["metavar"]
        group.add_argument(flag, nargs=len(names), type=_read_count, metavar=names, **arguments)
        return
    if isinstance(option.default, bool):
        arguments["action"] = argparse.BooleanOptionalAction if option.default else "store_true"
        group.add_argument(flag, **arguments)
        return
    arguments["metavar"] = option.metadata.get("metavar") or (None if choices else option.name.upper())
    if not isinstance(option.default, tuple):
        arguments |= {"type": _reader(option), "choices": choices}
        # argparse would list the choices in place of a metavar; it cannot do both.
        if choices and arguments["metavar"] is not None:
            arguments["help"] += f" ({', '.join(str(choice) for choice in choices)})"
        group.add_argument(flag, **arguments)
        return
    if choices:
        arguments["help"] += f" ({', '.join(choices)}; several with commas)"
    arguments |= {"type": _list_reader(option), "action": "extend"}
    group.add_argument(flag, **arguments)


def _add_symbolic_arguments(group: argparse._ArgumentGroup, arguments: dict[str, Any]) -> None:
    """Two flags fill one list, so that their order on the command line is the order of the arguments."""
    one = {**arguments, "help": "one further argument of up to N symbolic bytes"}
    group.add_argument("--sym-arg", nargs=1, type=_read_count, metavar="N", action=_SymbolicArguments, **one)
    names = ("MIN", "MAX", "N")
    group.add_argument("--sym-args", nargs=3, type=_read_count, metavar=names, action=_SymbolicArguments, **arguments)


class _SymbolicArguments(argparse.Action):
    """Appends what `--sym-arg N` or `--sym-args MIN MAX N` describes."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        assert values is not None
        counts = [int(value) for value in values]
        minimum, maximum = counts[:2] if len(counts) == 3 else (1, 1)
        if minimum > maximum:
            parser.error(f"argument {option_string}: MIN ({minimum}) is larger than MAX ({maximum})")
        earlier = getattr(namespace, self.dest, [])
        setattr(namespace, self.dest, [*earlier, SymbolicArguments(minimum, maximum, counts[-1])])


class _Seed(argparse.Action):
    """`--seed N` for random choices, `--seed PATH`, as often as wanted, for inputs to begin with."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        assert isinstance(values, str)
        if values.isdecimal():
            setattr(namespace, self.dest, int(values))
            return
        earlier = getattr(namespace, f"{self.dest}s", [])
        setattr(namespace, f"{self.dest}s", [*earlier, values])


class _Capacity(argparse.Action):
    """`--capacity N` for all places, `--capacity FILE:LINE=N`, as often as wanted, for one."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        assert isinstance(values, str)
        place, equals, number = values.rpartition("=")
        try:
            count = _read_count(number)
            if not equals:
                setattr(namespace, self.dest, count)
                return
            _read_places(place)
        except argparse.ArgumentTypeError as error:
            parser.error(f"argument {option_string}: {error}")
        earlier = getattr(namespace, f"{self.dest}_at", [])
        setattr(namespace, f"{self.dest}_at", [*earlier, f"{place}={count}"])


def _help(option: dataclasses.Field[Any]) -> str:
    text = str(option.metadata["help"]).replace("%", "%%")
    default = option.default
    if isinstance(default, bool | tuple) or "default" in text or not default:
        return text
    shown = f"{default:g}" if isinstance(default, float) else str(default)
    return f"{text} (default: {shown})"


def _reader(option: dataclasses.Field[Any]) -> Callable[[str], Any]:
    kind = option.metadata.get("kind", "")
    if kind == "duration":
        return _read_duration
    if kind == "ratio":
        return _read_ratio
    return _read_count if isinstance(option.default, int) else str


def _list_reader(option: dataclasses.Field[Any]) -> Callable[[str], list[str]]:
    choices: Sequence[str] = option.metadata.get("choices", ())

    def read_choices(text: str) -> list[str]:
        words = [word.strip() for word in text.split(",")]
        for word in words:
            if word not in choices:
                raise argparse.ArgumentTypeError(_not_a_choice(word, choices))
        return words

    if choices:
        return read_choices
    if option.metadata.get("kind") == "list":
        return _read_list
    if option.metadata.get("kind") == "places":
        return _read_places
    return _read_words if option.metadata.get("kind") == "words" else _read_single


def _not_a_choice(word: str, choices: Sequence[str]) -> str:
    return f"'{word}' is not one of {', '.join(choices)}"


def _read_duration(text: str) -> float:
    try:
        return parse_duration(text)
    except UserError as error:
        raise argparse.ArgumentTypeError(error.message) from error


def _read_places(text: str) -> list[str]:
    places = _read_list(text)
    for place in places or [text]:
        if not _PLACE.fullmatch(place):
            raise argparse.ArgumentTypeError(f"'{place}' is not a place in a source; write FILE:LINE, as in parse.c:23")
    return places


def _read_count(text: str) -> int:
    digits = text.replace("_", "").replace(",", "")
    if not digits.isdecimal():
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number")
    return int(digits)


def _read_words(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"'{text}': {error}") from error


def _read_list(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


def _read_ratio(text: str) -> float:
    try:
        return float(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number") from error


def _read_single(text: str) -> list[str]:
    return [text]


def _frozen(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


class _HelpFormatter(argparse.HelpFormatter):
    """Room for the longest flag with its value."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=30)
