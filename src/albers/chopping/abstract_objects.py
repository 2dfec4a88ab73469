"""What the static analyses speak of: abstract objects and places in them.

One object stands for everything allocated at one site: a global variable, an `alloca`, a call of malloc, a function's
variable arguments. A place is an object and a byte offset, or the object at an unknown offset (`ANYWHERE`).
"""

from __future__ import annotations

from typing import Final

ANYWHERE: Final = -1

#: More distinct offsets than this in one object, and further ones count as unknown. Bounds pointers that walk.
_MOST_OFFSETS: Final = 32
_LARGEST_OFFSET: Final = 1 << 16


class AbstractObject:
    """`owner` is the function on whose stack the object lives, or empty; `size` is -1 if unknown."""

    def __init__(self, number: int, site: str, size: int, owner: str, function: str) -> None:
        self.number = number
        self.site = site
        self.size = size
        self.owner = owner
        self.function = function  # the function this object is the code of, or empty
        self.places: dict[int, int] = {}  # offset → number of the place

    def __repr__(self) -> str:
        return f"<{self.site}>"


class Universe:
    """All abstract objects and places of a program, by number."""

    def __init__(self) -> None:
        self.objects: list[AbstractObject] = []
        self.place_objects: list[int] = []
        self.place_offsets: list[int] = []
        self.anywhere_places = 0  # the places with unknown offsets, as a set
        self.exact_places: list[int] = []  # of each object the others
        self._by_site: dict[str, AbstractObject] = {}
        # Memory handed to the program from outside: arguments, the environment.
        self.outside = self.object_at("outside", -1, "", "")

    def object_at(self, site: str, size: int, owner: str, function: str) -> AbstractObject:
        found = self._by_site.get(site)
        if found is None:
            found = AbstractObject(len(self.objects), site, size, owner, function)
            self.objects.append(found)
            self.exact_places.append(0)
            self._by_site[site] = found
        return found

    def find(self, site: str) -> AbstractObject | None:
        return self._by_site.get(site)

    def place(self, object_: AbstractObject, offset: int) -> int:
        """The number of a place; offsets that cannot be told apart any more become ANYWHERE."""
        if offset != ANYWHERE:
            offset = self._normal(object_, offset)
        number = object_.places.get(offset, -1)
        if number < 0:
            number = len(self.place_objects)
            self.place_objects.append(object_.number)
            self.place_offsets.append(offset)
            object_.places[offset] = number
            if offset == ANYWHERE:
                self.anywhere_places |= 1 << number
            else:
                self.exact_places[object_.number] |= 1 << number
        return number

    def moved(self, place: int, distance: int) -> int:
        """The place `distance` bytes further."""
        offset = self.place_offsets[place]
        if offset == ANYWHERE or distance == 0:
            return place
        to = offset + distance
        return self.place(self.objects[self.place_objects[place]], ANYWHERE if to < 0 else to)

    def anywhere(self, place: int) -> int:
        """The same object at an unknown offset."""
        if self.place_offsets[place] == ANYWHERE:
            return place
        return self.place(self.objects[self.place_objects[place]], ANYWHERE)

    def _normal(self, object_: AbstractObject, offset: int) -> int:
        if offset in object_.places:
            return offset
        if offset < 0 or offset > _LARGEST_OFFSET or len(object_.places) >= _MOST_OFFSETS:
            return ANYWHERE
        if object_.size >= 0 and offset > object_.size:
            return ANYWHERE
        return offset


def places_in(bits: int) -> list[int]:
    """The numbers in a set of places, which is kept as the bits of an int."""
    result: list[int] = []
    while bits:
        low = bits & -bits
        result.append(low.bit_length() - 1)
        bits ^= low
    return result


# Sites: the one spelling that the analyses and the engine's objects share.


def heap_site(assembly_line: int) -> str:
    return f"heap #{assembly_line}"


def global_site(name: str) -> str:
    return f"global {name}"


def function_site(name: str) -> str:
    return f"function {name}"


def varargs_site(function: str) -> str:
    return f"{function} varargs"


def byval_site(function: str, index: int) -> str:
    return f"{function} argument {index}"
