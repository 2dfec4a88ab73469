"""The points-to analysis foresees what executions do, and tells fields, objects and callers of memcpy apart."""

from __future__ import annotations

from pathlib import Path

import pytest

from albers.chopping.abstract_objects import ANYWHERE, places_in
from albers.chopping.constraints import PointsTo
from albers.chopping.mod_ref import ModRef, SideEffects
from albers.frontend.build import BuildOptions, build
from albers.ir.module import Module
from albers.ir.operands import GlobalRef
from albers.ir.parser import parse_module
from albers.ir.types import POINTER
from tests.chopping.random_programs import prepared_program

PROGRAM = """\
#include <stdlib.h>
#include <string.h>
struct pair { int *first; int *second; };
int a, b, c, d, array[10];
struct pair one, other, copied;
void *from, *to;
static int *identity(int *p) { return p; }
static void set_first(struct pair *p, int *value) { p->first = value; }
static void set_second(struct pair *p, int *value) { p->second = value; }
static void clear(int i) { array[i] = 0; }
static void choose(int n, void (*f)(struct pair *, int *)) { f(&other, n ? &c : &d); }
static void release(struct pair *p) { free(p->first); p->first = 0; }
static int only_local(int n) { int squares[4]; squares[n & 3] = n; return squares[0]; }
static void deep(int n) { if (n) deep(n - 1); else a = 1; }
int *chosen;
int main(int argc, char **argv) {
    one.first = &a;
    one.second = &b;
    copied = one;
    set_second(&other, identity(&c));
    choose(argc, set_first);
    clear(argc);
    chosen = argc > 1 ? copied.first : other.second;
    memcpy(&to, &from, sizeof from);
    struct pair *heap = malloc(sizeof *heap);
    heap->first = malloc(4);
    release(heap);
    deep(argc);
    return only_local(argc);
}
"""


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> Module:
    source = tmp_path_factory.mktemp("points_to") / "program.c"
    source.write_text(PROGRAM)
    return parse_module(build([str(source)], BuildOptions()).assembly)


@pytest.fixture(scope="module")
def points_to(module: Module) -> PointsTo:
    return PointsTo(module, "main")


def held(points_to: PointsTo, name: str, offset: int) -> set[str]:
    """What a field of a global variable may point to."""
    (place,) = places_in(points_to.places("main", GlobalRef(POINTER, name)))
    universe = points_to.universe
    field = universe.place(universe.objects[universe.place_objects[place]], offset)
    found = places_in(points_to.solver.points(points_to.solver.cell(field)))
    return {universe.objects[universe.place_objects[each]].site for each in found}


def effects(points_to: PointsTo, name: str) -> SideEffects:
    return ModRef(points_to).side_effects(name)


def written(points_to: PointsTo, name: str) -> set[tuple[str, int]]:
    objects = points_to.universe.objects
    return {(objects[object_].site, offset) for object_, offset, _ in effects(points_to, name).writes}


def test_fields_are_told_apart(points_to: PointsTo) -> None:
    assert held(points_to, "one", 0) == {"global a"}
    assert held(points_to, "one", 8) == {"global b"}


def test_a_copied_structure_has_the_fields_of_the_original(points_to: PointsTo) -> None:
    assert held(points_to, "copied", 0) == {"global a"}
    assert held(points_to, "copied", 8) == {"global b"}


def test_functions_called_through_pointers_are_found(points_to: PointsTo) -> None:
    assert held(points_to, "other", 0) == {"global c", "global d"}
    assert held(points_to, "other", 8) == {"global c"}


def test_choices_join(points_to: PointsTo) -> None:
    assert held(points_to, "chosen", 0) == {"global a", "global c"}


def test_side_effects_name_the_field(points_to: PointsTo) -> None:
    assert written(points_to, "set_second") == {("global other", 8)}
    assert written(points_to, "clear") == {("global array", ANYWHERE)}
    assert written(points_to, "choose") == {("global other", 0)}


def test_own_variables_are_no_side_effect(points_to: PointsTo) -> None:
    assert written(points_to, "only_local") == set()


def test_recursion_ends(points_to: PointsTo) -> None:
    assert written(points_to, "deep") == {("global a", 0)}


def test_what_is_freed_is_known(points_to: PointsTo) -> None:
    found = effects(points_to, "release")
    assert len(found.frees) == 1 and not found.effects
    assert written(points_to, "release") != set()


def test_printing_is_an_effect_beyond_memory(tmp_path: Path) -> None:
    source = tmp_path / "program.c"
    source.write_text('#include <stdio.h>\nstatic void say(void) { puts("x"); }\nint main(void) { say(); return 0; }\n')
    points_to = PointsTo(parse_module(build([str(source)], BuildOptions()).assembly), "main")
    assert "__albers_syscall" in effects(points_to, "say").effects


@pytest.mark.parametrize("seed", range(40, 44))
def test_no_write_of_an_execution_is_unforeseen(seed: int, tmp_path: Path) -> None:
    from tests.chopping.foresight import unforeseen_writes

    assert unforeseen_writes(prepared_program(seed, tmp_path)) == []
