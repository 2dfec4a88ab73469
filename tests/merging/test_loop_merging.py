"""Merging at work on small programs: which loops, which exits, which states, and that nothing is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

import albers
from albers.api.report import Report
from albers.expr.bits import and_, not_, or_
from albers.expr.compare import eq, ult
from albers.expr.term import Term, const
from albers.options import LimitOptions, Options, OutputOptions, ProgramOptions, SearchOptions, TechniqueOptions
from albers.results.observer import Observer
from albers.solver.answer import Answer
from tests.engine.exploring import built, explored

PROGRAMS = Path(__file__).parents[2] / "bench" / "programs"

SIZED = """\
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
    unsigned char n, z;
    klee_make_symbolic(&n, 1, "n");
    klee_make_symbolic(&z, 1, "z");
    klee_assume(n <= 4);
    unsigned char *s = malloc(n);
    klee_make_symbolic(s, n, "s");
    unsigned i, a = 0;
    %s
}
"""


def explore(program: Path, directory: Path, merge: str = "tree", **options: object) -> Report:
    """`options` are those of the techniques, and `define`, `search`, `max_time`."""
    define = str(options.pop("define", ""))
    search = str(options.pop("search", "dfs"))
    max_time = float(str(options.pop("max_time", 0)))
    techniques = TechniqueOptions(sizes="lazy", merge=merge, check_merges=True, **options)  # type: ignore[arg-type]
    return albers.explore(
        program,
        Options(
            program=ProgramOptions(defines=(define,) if define else ()),
            search=SearchOptions(search=(search,)),
            limits=LimitOptions(max_time=max_time),
            techniques=techniques,
            output=OutputOptions(out=str(directory / f"out-{merge}-{search}-{len(list(directory.iterdir()))}")),
        ),
    )


def explore_text(body: str, directory: Path, merge: str = "tree", **options: object) -> Report:
    program = directory / "program.c"
    program.write_text(SIZED % body)
    return explore(program, directory, merge, merge_always=True, **options)


# The paper's example


@pytest.mark.parametrize(("merge", "paths"), [("none", 5), ("plain", 2), ("tree", 2)])
def test_figure_3_has_two_paths_left(merge: str, paths: int, tmp_path: Path) -> None:
    report = explore(PROGRAMS / "fig3.c", tmp_path, merge, capacity=3)
    assert report.paths.completed == paths
    assert report.paths.merged_away == 5 - paths
    assert report.complete
    assert report.coverage.lines.covered == report.coverage.lines.total


def test_the_second_exit_of_figure_3_has_the_condition_of_the_paper(tmp_path: Path) -> None:
    prepared = built((PROGRAMS / "fig3.c").read_text(), tmp_path)
    techniques = TechniqueOptions(sizes="lazy", capacity=3, merge="tree")
    paths = explored(prepared, Options(techniques=techniques, search=SearchOptions(search=("dfs",))))
    left = [path for path in paths if path.ending.kind.value == "exit"]
    assert len(left) == 2
    merged = max(left, key=lambda path: len(str(path.conditions)))
    n, z = (_whole(each.symbol, size) for each, size in zip(merged.inputs, (8, 4), strict=True))
    positive = ult(const(64, 0), n)
    expected = or_(not_(positive), and_(positive, not_(eq(z, const(32, 0)))))
    assert _equivalent(merged.conditions, [ult(n, const(64, 4)), expected])
    # Every condition of the tree occurs once: the loop's later tests of n have vanished.
    assert len(merged.conditions) == 2


def test_formulas_of_figure_3_grow_linearly_with_the_tree_and_quadratically_without(tmp_path: Path) -> None:
    nodes = {
        merge: [
            explore(PROGRAMS / "fig3.c", tmp_path, merge, capacity=cap, define=f"CAP={cap}").merging.constraint_nodes
            for cap in (6, 12)
        ]
        for merge in ("plain", "tree")
    }
    assert nodes["tree"][1] <= 2 * nodes["tree"][0]
    assert nodes["plain"][1] > 3 * nodes["plain"][0]


# The programs of the benchmark


@pytest.mark.parametrize(
    ("program", "define", "capacity", "left", "states"),
    [
        ("records.c", "FIELDS=3", 5, 1, 13),
        ("memspn.c", "MAX=3", 3, 1, 13),
        ("via_header.c", "MAX=5", 5, 5, 18),
    ],
)
def test_plain_and_tree_leave_the_same_paths(
    program: str, define: str, capacity: int, left: int, states: int, tmp_path: Path
) -> None:
    forked = explore(PROGRAMS / program, tmp_path, "none", define=define, capacity=capacity)
    for merge in ("plain", "tree"):
        report = explore(PROGRAMS / program, tmp_path, merge, define=define, capacity=capacity, merge_always=True)
        assert report.paths.completed + report.paths.partial == left
        assert report.paths.completed + report.paths.partial + report.paths.merged_away == states
        assert report.coverage == forked.coverage
        assert [(each.kind, each.line) for each in report.errors] == [(each.kind, each.line) for each in forked.errors]
        assert report.complete


@pytest.mark.parametrize("search", ["dfs", "bfs", "random-path", "random-state", "covnew", "md2u", "depth", "icnt"])
def test_every_searcher_merges_the_same_states(search: str, tmp_path: Path) -> None:
    report = explore(PROGRAMS / "via_header.c", tmp_path, search=search, define="MAX=5", capacity=5, merge_always=True)
    assert (report.paths.completed, report.paths.partial, report.paths.merged_away) == (4, 1, 13)


@pytest.mark.parametrize(("sizes", "is_warned"), [("max", True), ("eager", True), ("lazy", False)])
def test_sizes_that_leave_nothing_to_merge_are_warned_of(sizes: str, is_warned: bool, tmp_path: Path) -> None:
    warnings: list[str] = []

    class Listener(Observer):
        def warned(self, text: str) -> None:
            warnings.append(text)

    techniques = TechniqueOptions(sizes=sizes, capacity=3, merge="tree")
    output = OutputOptions(out=str(tmp_path / "out"))
    albers.explore(PROGRAMS / "fig3.c", Options(techniques=techniques, output=output), observer=Listener())
    assert any("--sizes" in each for each in warnings) == is_warned


# What can happen in a loop


def test_a_state_that_ends_inside_is_left_out(tmp_path: Path) -> None:
    body = "for (i = 0; i < n; i++) a += 12 / s[i];\n if (a == 24) return 1;\n return 0;"
    report = explore_text(body, tmp_path)
    assert [each.kind for each in report.errors] == ["div"]
    assert report.paths.partial == 4
    assert report.exits == {0: 1, 1: 1}
    assert report.paths.merged_away == 4


def test_paths_that_leave_the_loop_for_an_error_are_merged_too(tmp_path: Path) -> None:
    body = "for (i = 0; i < n; i++) { if (s[i] == 7) abort(); a += s[i]; }\n return 0;"
    report = explore_text(body, tmp_path)
    assert [each.kind for each in report.errors] == ["abort"]
    assert report.paths.partial == 1
    assert report.paths.merged_away == 7


def test_the_last_state_inside_triggers_the_merge_when_it_ends(tmp_path: Path) -> None:
    body = "for (i = 0; i != n; i++) a += 6 / (3 - i);\n return 0;"
    report = explore_text(body, tmp_path)
    assert report.paths.partial == 1
    assert report.paths.completed == 1
    assert report.merging.merges == 1


def test_an_assumption_inside_the_loop_stays_in_the_merged_condition(tmp_path: Path) -> None:
    body = "for (i = 0; i < n; i++) { klee_assume(s[i] == 5); a++; }\n if (n > 0 && s[0] != 5) abort();\n return 0;"
    report = explore_text(body, tmp_path)
    assert report.merging.merges == 1
    assert report.errors == ()


def test_values_at_an_exit_block_are_those_of_the_edge_taken(tmp_path: Path) -> None:
    # Both conditions leave to the same block, which chooses the result by where control came from.
    body = "for (i = 0; i < n && s[i] != 2; i++) a++;\n int r = i < n ? 1 : 0;\n if (r != (i < n)) abort();\n return r;"
    report = explore_text(body, tmp_path)
    assert report.errors == ()
    assert report.merging.merges >= 1


def test_a_switch_is_a_chain_of_branches(tmp_path: Path) -> None:
    body = """for (i = 0; i < n; i++)
        switch (s[i]) { case 1: a += 1; break; case 2: a += 10; break; case 3: case 4: a += 100; break; }
    if (a == 111) return 1;
    return 0;"""
    report = explore_text(body, tmp_path)
    assert report.merging.merges == 1
    assert report.merging.states_merged == 1 + 4 + 16 + 64 + 256
    assert report.exits.keys() == {0, 1}


def test_a_nest_is_merged_at_its_outermost_exit(tmp_path: Path) -> None:
    body = "for (i = 0; i < n; i++) for (unsigned j = 0; j < n; j++) a++;\n if (a == 16) return 1;\n return 0;"
    report = explore_text(body, tmp_path)
    assert report.merging.contexts == 1
    assert report.merging.merges == 1
    assert report.exits == {0: 1, 1: 1}


def test_objects_allocated_alike_are_the_same_object(tmp_path: Path) -> None:
    body = """for (i = 0; i < n; i++) { unsigned char *q = malloc(1); *q = s[i]; if (s[i] == 1) a++; free(q); }
    if (a == 2) return 1;
    return 0;"""
    report = explore_text(body, tmp_path)
    assert report.merging.merges == 1
    assert report.exits == {0: 1, 1: 1}


def test_states_with_different_heaps_go_on_apart_and_the_reason_is_counted(tmp_path: Path) -> None:
    body = """unsigned char *last = 0;
    for (i = 0; i < n; i++) { last = malloc(1); if (s[i] == 1) a++; }
    if (last != 0 && a == 1) return 1;
    return 0;"""
    report = explore_text(body, tmp_path)
    assert report.events["not merged: different heaps"] == 4
    assert report.merging.merges == 4  # among the states with as many objects each
    assert report.exits.keys() == {0, 1}


def test_states_with_different_inputs_go_on_apart(tmp_path: Path) -> None:
    body = """for (i = 0; i < n; i++) klee_make_symbolic(&z, 1, "again");
    return 0;"""
    report = explore_text(body, tmp_path)
    assert report.events["not merged: different inputs"] == 4
    assert report.paths.completed == 5


def test_a_context_with_too_many_states_is_abandoned(tmp_path: Path) -> None:
    report = explore_text("for (i = 0; i < n; i++) a++;\n return 0;", tmp_path, max_merge=3)
    assert report.merging.contexts == 1
    assert report.merging.merges == 0
    assert report.paths.completed == 5
    assert report.events["not merged: more states than --max-merge"] == 1


@pytest.mark.parametrize(("loops", "left"), [("no-calls", 5), ("all", 1)])
def test_loops_with_calls_are_merged_on_request(loops: str, left: int, tmp_path: Path) -> None:
    program = tmp_path / "program.c"
    body = "for (i = 0; i < n; i++) a = next(a);\n return 0;"
    program.write_text("static unsigned next(unsigned a) { while (a < 10) a++; return a; }\n" + SIZED % body)
    assert explore(program, tmp_path, merge_loops=loops, merge_always=True).paths.completed == left


def test_calls_of_functions_without_loops_are_no_obstacle(tmp_path: Path) -> None:
    program = tmp_path / "program.c"
    functions = """static int is_blank(unsigned char c) { return c == ' ' || c == 9; }
    static int is_space(unsigned char c) { if (is_blank(c)) return 1; return c == 10; }
    """
    body = "for (i = 0; i < n && is_space(s[i]); i++) a++;\n if (i == 3) return 1;\n return 0;"
    program.write_text(functions + SIZED % body)
    report = explore(program, tmp_path, merge_always=True)
    assert report.merging.merges == 1
    assert report.exits == {0: 1, 1: 1}


@pytest.mark.parametrize(("loops", "merges"), [("no-calls", 2), ("single-exit", 0)])
def test_loops_with_several_exits_are_left_alone_on_request(loops: str, merges: int, tmp_path: Path) -> None:
    body = "for (i = 0; i < n; i++) if (s[i] == 1) goto found;\n return 0;\n found: return 1;"
    assert explore_text(body, tmp_path, merge_loops=loops).merging.merges == merges


def test_a_loop_in_a_called_function_is_a_loop_like_any_other(tmp_path: Path) -> None:
    program = tmp_path / "program.c"
    body = "for (unsigned round = 0; round < 2; round++) a += length(s, n);\n if (a == 8) return 1;\n return 0;"
    program.write_text(
        "static unsigned length(unsigned char *s, unsigned n) { unsigned i = 0; while (i < n) i++; return i; }\n"
        + SIZED % body
    )
    report = explore(program, tmp_path, merge_always=True)
    assert report.merging.merges == 2
    assert report.exits == {0: 1, 1: 1}


def test_a_string_loop_is_found_without_a_terminator_written_at_a_symbolic_offset(tmp_path: Path) -> None:
    # Nothing compares with n, and what was written into the string says nothing about it.
    body = "klee_assume(n == 4); for (i = 0; i < 4 && s[i] != 0; i++) a++;\n if (i == 2) return 1;\n return 0;"
    report = explore_text(body, tmp_path)
    assert report.merging.states_merged == 5
    assert report.exits == {0: 1, 1: 1}


def test_a_loop_over_bytes_that_were_copied_into_a_sized_object_is_found(tmp_path: Path) -> None:
    body = """unsigned char input[4];
    klee_make_symbolic(input, 4, "input");
    klee_assume(n == 4);
    unsigned char *copy = malloc(n);
    for (i = 0; i < 4; i++) copy[i] = input[i];
    for (i = 0; i < 4 && copy[i] != 0; i++) a++;
    return 0;"""
    assert explore_text(body, tmp_path).merging.states_merged == 0  # there n has the value 4 already
    body = body.replace("klee_assume(n == 4);\n", "").replace("copy[i] = input", "if (i < n) copy[i] = input")
    body = body.replace("i < 4 && copy", "i < 4 && n == 4 && copy")
    assert explore_text(body, tmp_path).merging.merges >= 2


def test_bytes_that_cannot_exist_are_not_encoded(tmp_path: Path) -> None:
    report = explore(PROGRAMS / "fig3.c", tmp_path, capacity=8, define="CAP=8")
    assert report.merging.merges == 1
    assert report.merging.value_nodes == 0  # p[i] is i wherever it exists


def test_suspended_states_get_their_tests_when_time_is_up(tmp_path: Path) -> None:
    body = "volatile int stuck = 1; for (i = 0; i < n; i++) { if (i == 3) while (stuck) a++; if (s[i] == 1) a++; }"
    report = explore_text(body + "\n return 0;", tmp_path, max_time=3)
    assert report.stopped.value == "max-time"
    # A path is lost in the endless loop. Those that wait for it and those that it left behind end with their tests.
    assert report.merging.merges == 0
    assert report.paths.partial >= 5
    assert report.tests == report.paths.partial


def test_a_path_that_was_merged_away_has_a_test_if_it_covered_something_new(tmp_path: Path) -> None:
    body = "for (i = 0; i < n; i++) { if (s[i] == 1)\n a += 5;\n else\n a += 7; }\n return 0;"
    report = explore_text(body, tmp_path)
    assert report.paths.completed == 1
    assert report.paths.merged_away == 30
    assert 2 <= report.tests <= 4
    inputs = {each.data for test in report.read_tests() for each in test.objects if each.name == "s"}
    assert any(1 in each for each in inputs)
    assert any(each and 1 not in each for each in inputs)


def _whole(array: Term, size: int) -> Term:
    from albers.expr.arrays import byte_of
    from albers.expr.bits import concat

    result = byte_of(array, 0)
    for i in range(1, size):
        result = concat(byte_of(array, i), result)
    return result


def _equivalent(one: list[Term], other: list[Term]) -> bool:
    from albers.expr.bits import all_of, xor
    from albers.solver.backends import make_backend
    from albers.solver.deadline import Deadline

    different = xor(all_of(one), all_of(other))
    return make_backend("bitwuzla").check([different], Deadline.never()).answer is Answer.UNSAT
