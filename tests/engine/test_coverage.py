"""Coverage counts exactly what the blocks say was executed, and asking for it is cheap."""

from __future__ import annotations

import random
import time

from hypothesis import given, settings
from hypothesis import strategies as st

from albers.engine.coverage import Coverage, CoverageFacts
from albers.engine.state import Op
from albers.ir.instructions import Phi
from tests.engine.hand_lowered import Program

DEBUG_INFO = """
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "max.c", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "max", file: !1, line: 1, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DILocation(line: 2, column: 3, scope: !3)
!5 = !DILocation(line: 3, column: 3, scope: !3)
!6 = !DILocation(line: 5, column: 3, scope: !3)
!7 = !DILocation(line: 0, scope: !3)
"""

MAX = (
    """
define i32 @max(i32 %a, i32 %b) !dbg !3 {
entry:
  %less = icmp slt i32 %a, %b, !dbg !4
  br i1 %less, label %then, label %done, !dbg !4

then:
  %twice = add i32 %b, %b, !dbg !5
  %half = sdiv i32 %twice, 2, !dbg !5
  br label %done, !dbg !7

done:
  %result = phi i32 [ %half, %then ], [ %a, %entry ], !dbg !6
  ret i32 %result
}

declare i32 @outside(i32)

define i32 @lib_ignored() {
entry:
  ret i32 0
}
"""
    + DEBUG_INFO
)

CHOICES = """
define void @choices(i32 %x, i1 %c) {
entry:
  switch i32 %x, label %other [
    i32 1, label %one
    i32 2, label %one
    i32 3, label %three
  ]

one:
  br i1 %c, label %other, label %other

three:
  br label %other

other:
  ret void
}
"""


def counts(facts: CoverageFacts) -> tuple[int, ...]:
    return (
        facts.branches_covered,
        facts.branches_total,
        facts.instructions_covered,
        facts.instructions_total,
        facts.full_branches,
        facts.partial_branches,
        facts.num_branches,
    )


def test_a_function_never_called_counts_in_the_totals_only() -> None:
    facts = Coverage(Program(MAX).codes).facts()
    assert facts.lines_total == {("/src/max.c", 2), ("/src/max.c", 3), ("/src/max.c", 5)}
    assert facts.lines_covered == set()
    assert counts(facts) == (0, 2, 0, 7, 0, 0, 1)


def test_lowering_alone_covers_nothing() -> None:
    program = Program(MAX)
    program.lower("max")
    assert counts(Coverage(program.codes).facts()) == (0, 2, 0, 7, 0, 0, 1)


def test_an_entered_block_covers_its_phis_before_its_operations() -> None:
    program = Program(MAX)
    program.block("max", "done").entered = True
    facts = Coverage(program.codes).facts()
    assert facts.lines_covered == {("/src/max.c", 5)}
    assert facts.instructions_covered == 1


def test_a_block_left_in_its_middle_covers_the_operations_before() -> None:
    program = Program(MAX)
    coverage = Coverage(program.codes)
    program.cover("max", "entry")
    then = program.block("max", "then")
    then.entered = True
    then.reached = 1
    facts = coverage.facts()
    assert facts.lines_covered == {("/src/max.c", 2), ("/src/max.c", 3)}
    assert facts.instructions_covered == 3


def test_a_branch_is_partial_after_one_side_and_full_after_both() -> None:
    program = Program(MAX)
    coverage = Coverage(program.codes)
    entry = program.block("max", "entry")
    program.cover("max", "entry")
    entry.taken[1] = True
    assert counts(coverage.facts()) == (1, 2, 2, 7, 0, 1, 1)
    entry.taken[0] = True
    assert counts(coverage.facts()) == (2, 2, 2, 7, 1, 0, 1)


def test_a_switch_has_one_side_per_distinct_target_and_equal_targets_make_no_branch() -> None:
    program = Program(CHOICES)
    coverage = Coverage(program.codes)
    assert coverage.facts().branches_total == 3
    assert coverage.facts().num_branches == 1
    program.cover("choices", "entry", "one", "other")
    program.block("choices", "entry").taken = [True, True, False]
    facts = coverage.facts()
    assert (facts.branches_covered, facts.full_branches, facts.partial_branches) == (2, 0, 1)


def test_the_totals_do_not_change_when_a_function_is_lowered_and_run() -> None:
    program = Program(MAX)
    coverage = Coverage(program.codes)
    before = coverage.facts()
    program.cover("max")
    after = coverage.facts()
    assert (before.lines_total, before.branches_total) == (after.lines_total, after.branches_total)
    assert after.instructions_covered == after.instructions_total == 7


def test_an_operation_put_before_an_instruction_is_not_counted_twice() -> None:
    program = Program(MAX)
    coverage = Coverage(program.codes)
    then = program.lower("max").blocks[1]
    then.ops.insert(1, Op(then.ops[1].instruction))
    then.entered = True
    counted = []
    for reached in range(1, len(then.ops) + 1):
        then.reached = reached
        counted.append(coverage.facts().instructions_covered)
    assert counted == [1, 1, 2, 3]


def test_facts_are_a_snapshot() -> None:
    program = Program(MAX)
    coverage = Coverage(program.codes)
    before = coverage.facts()
    program.cover("max")
    coverage.facts()
    assert before.lines_covered == set()


def _from_scratch(program: Program) -> tuple[set[tuple[str, int]], int, int, int, int]:
    lines: set[tuple[str, int]] = set()
    executed = sides = full = partial = 0
    for code in program.codes.values():
        if not code.is_user or not code.is_lowered:
            continue
        for block, ir in zip(code.blocks, code.function.body.blocks, strict=True):
            phis = [each for each in ir.instructions if isinstance(each, Phi)]
            run = (phis if block.entered else []) + ir.instructions[len(phis) : len(phis) + block.reached]
            executed += len(run)
            for instruction in run:
                if instruction.location is not None and instruction.location.line:
                    lines.add((instruction.location.file, instruction.location.line))
            sides += sum(block.taken)
            full += bool(block.taken) and all(block.taken)
            partial += any(block.taken) and not all(block.taken)
    return lines, executed, sides, full, partial


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32))
def test_asking_again_and_again_gives_what_one_count_from_scratch_gives(seed: int) -> None:
    choose = random.Random(seed)
    program = Program(CHOICES + MAX)
    coverage = Coverage(program.codes)
    for _ in range(12):
        name = choose.choice(["max", "choices"])
        block = choose.choice(program.lower(name).blocks)
        block.entered = True
        block.reached = choose.randint(block.reached, len(block.ops))
        if block.taken and block.reached == len(block.ops):
            block.taken[choose.randrange(len(block.taken))] = True
        if choose.random() < 0.7:
            facts = coverage.facts()
            assert (
                facts.lines_covered,
                facts.instructions_covered,
                facts.branches_covered,
                facts.full_branches,
                facts.partial_branches,
            ) == _from_scratch(program)


def test_twenty_thousand_instructions_are_counted_in_milliseconds() -> None:
    functions: list[str] = []
    for number in range(100):
        body = [f"define void @f{number}(i1 %c) !dbg !3 {{", "entry:", "  br label %b0"]
        for block in range(50):
            body.append(f"b{block}:")
            body += [f"  %v{block}_{i} = add i32 {i}, {block}, !dbg !4" for i in range(3)]
            body.append(f"  br i1 %c, label %b{block + 1}, label %b50")
        functions.append("\n".join([*body, "b50:", "  ret void", "}"]))
    program = Program("\n".join(functions) + DEBUG_INFO)
    coverage = Coverage(program.codes)
    assert coverage.facts().instructions_total > 20_000
    for name in program.codes:
        program.cover(name, *[f"b{block}" for block in range(0, 50, 2)])
    coverage.facts()
    started = time.perf_counter()
    coverage.facts()
    assert time.perf_counter() - started < 0.1
