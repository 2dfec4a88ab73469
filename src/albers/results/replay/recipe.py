"""run.json: how a run was made, so that its program can be built again later, natively."""

from __future__ import annotations

import dataclasses
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from albers.errors import UserError
from albers.ir.module import Function
from albers.options import Options, ProgramOptions, SymbolicArguments, WorldOptions
from albers.results.output_directory import OutputDirectory

FILE_NAME: Final = "run.json"


@dataclass(frozen=True)
class Parameter:
    """A parameter of an entry function other than main; `type` is LLVM's name of its type."""

    name: str
    type: str
    by_value_size: int = 0  # of a structure that is passed in memory


@dataclass(frozen=True)
class Recipe:
    """The files (absolute), where the compiler was run, for which machine, and the options that matter."""

    files: tuple[str, ...]
    directory: str
    triple: str
    program: ProgramOptions
    world: WorldOptions
    parameters: tuple[Parameter, ...] = ()  # of the entry function, unless it is main


def recipe_of(files: Sequence[str], triple: str, options: Options, parameters: Sequence[Parameter]) -> Recipe:
    """The recipe of a run in the current directory."""
    paths = tuple(os.path.abspath(file) for file in files)
    return Recipe(paths, os.getcwd(), triple, options.program, options.world, tuple(parameters))


def entry_parameters(function: Function, size_of: Any) -> list[Parameter]:
    """What an entry function takes; `size_of` answers the size of a type in bytes."""
    names = function.body.variable_names
    return [
        Parameter(
            names.get(i, "") or each.name or f"arg{i}",
            each.type.text,
            0 if each.byval is None else int(size_of(each.byval)),
        )
        for i, each in enumerate(function.parameters)
    ]


def write_recipe(recipe: Recipe, directory: OutputDirectory) -> None:
    with open(directory.file(FILE_NAME), "x", encoding="utf-8") as file:
        json.dump(dataclasses.asdict(recipe), file, indent=1)
        file.write("\n")


def read_recipe(directory: str | os.PathLike[str]) -> Recipe:
    """The recipe in an output directory."""
    path = Path(directory) / FILE_NAME
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UserError(
            f"cannot read {path}: {error.strerror}; give tests that albers wrote, or the program with --program FILE.c"
        ) from error
    except ValueError as error:
        raise UserError(f"{path} is damaged: {error}; run the exploration again") from error
    return _recipe(document)


def _recipe(document: Mapping[str, Any]) -> Recipe:
    world = dict(document["world"])
    world["sym_args"] = [SymbolicArguments(*each) for each in world.get("sym_args", ())]
    return Recipe(
        files=tuple(document["files"]),
        directory=document["directory"],
        triple=document["triple"],
        program=_fields(ProgramOptions, document["program"]),
        world=_fields(WorldOptions, world),
        parameters=tuple(Parameter(**each) for each in document["parameters"]),
    )


def _fields(group: Any, values: Mapping[str, Any]) -> Any:
    """A group of options; what another version knew and this one does not is left out."""
    known = {field.name for field in dataclasses.fields(group)}
    frozen = {name: tuple(value) if isinstance(value, list) else value for name, value in values.items()}
    return group(**{name: value for name, value in frozen.items() if name in known})
