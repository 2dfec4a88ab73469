"""What a pointer of unknown value may point to: which of the existing objects are plausible targets.

An input can only point to what existed before the program ran or to other inputs: objects made up behind pointers,
objects that were declared symbolic, and the program's own global variables. Of these the types decide.
"""

from __future__ import annotations

from typing import Final

from albers.engine.provenance import Pointee
from albers.engine.state import State
from albers.ir.module import GlobalVariable
from albers.ir.types import ArrayType, Type
from albers.memory.objects import MemoryObject

# Bytes are the type of what has none; a pointer to bytes may point to anything, and plausible is nothing.
_BYTES: Final = "i8"

_POINTER: Final = 8


class Global:
    """A variable that pointers may lead to; `type` is that of one element."""

    def __init__(self, object_: MemoryObject, type_: str) -> None:
        self.object = object_
        self.type = type_


def plausible_globals(variables: dict[str, GlobalVariable], objects: dict[str, MemoryObject]) -> list[Global]:
    """The variables of the user's program that can be written to."""
    result: list[Global] = []
    for name, variable in variables.items():
        object_ = objects.get(name)
        if object_ is None or variable.is_constant or not variable.is_described or object_.size == 0:
            continue
        result.append(Global(object_, _element(variable.type).text))
    return result


def candidates(state: State, pointee: Pointee, globals_: list[Global]) -> list[MemoryObject]:
    """The objects that a pointer to this type may lead to, in the order in which they appeared."""
    found: list[MemoryObject] = []
    for each in globals_:
        if each.type == pointee.type and each.type != _BYTES and state.memory.is_alive(each.object):
            found.append(each.object)
    for input_ in state.inputs:
        object_ = input_.object
        if object_ is None or object_ in found or state.memory.find(object_) is None:
            continue  # but what the program has freed meanwhile was there when it started
        if input_.type:
            fits = input_.type == pointee.type
        else:
            # Nothing but the size is known of an object that was declared symbolic; a structure's is telling, unless
            # it is that of a pointer: most declared objects of that size are pointer variables.
            fits = pointee.type.startswith(("%", "{")) and int(object_.size) == pointee.size > _POINTER
        if fits:
            found.append(object_)
    return found


def _element(type_: Type) -> Type:
    while isinstance(type_, ArrayType):
        type_ = type_.element
    return type_
