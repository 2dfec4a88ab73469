"""The distance of a state is the number of steps to the nearest uncovered instruction, checked step by step."""

from __future__ import annotations

import random
import time

from hypothesis import given, settings
from hypothesis import strategies as st

from albers.engine.distance import Distances
from albers.engine.state import Frame
from albers.ir.instructions import Call, Return, Unreachable
from albers.ir.operands import GlobalRef
from tests.engine.hand_lowered import Program, make_state

LOOP = """
define i32 @main(i1 %c, i1 %d) {
entry:
  %a = add i32 1, 2
  br label %head

head:
  br i1 %c, label %body, label %done

body:
  %b = add i32 1, 2
  %e = add i32 1, 2
  br i1 %d, label %head, label %rare

rare:
  br label %head

done:
  ret i32 0
}
"""


def distances_of(program: Program) -> Distances:
    return Distances(program.codes, program.variables)


def distance(program: Program, frame: Frame) -> int:
    return distances_of(program).distance(make_state(1, frame=frame))


def test_an_uncovered_instruction_that_is_next_is_one_away() -> None:
    program = Program(LOOP)
    assert distance(program, program.frame("main", "entry")) == 1


def test_covered_blocks_on_the_way_are_counted_by_their_instructions() -> None:
    program = Program(LOOP)
    program.cover("main", "entry", "head", "body")
    assert distance(program, program.frame("main", "entry")) == 2 + 1 + 1  # to done
    program.cover("main", "done")
    assert distance(program, program.frame("main", "entry")) == 2 + 1 + 3 + 1  # to rare
    assert distance(program, program.frame("main", "body", 2)) == 1 + 1


def test_there_is_no_distance_when_everything_in_reach_is_covered() -> None:
    program = Program(LOOP)
    program.cover("main", "done")
    assert distance(program, program.frame("main", "done")) == 0
    program.cover("main")
    assert distance(program, program.frame("main", "entry")) == 0


def test_the_rest_of_a_block_that_no_path_finished_is_uncovered() -> None:
    program = Program(LOOP)
    program.cover("main")
    program.block("main", "body").reached = 2
    assert distance(program, program.frame("main", "head")) == 1 + 2 + 1


CALLS = """
define i32 @main() {
entry:
  %a = call i32 @work(i32 1)
  %b = call i32 @lib_print(i32 %a)
  br label %after

after:
  ret i32 %b
}

define i32 @work(i32 %x) {
entry:
  %c = icmp eq i32 %x, 0
  br i1 %c, label %zero, label %other

zero:
  ret i32 0

other:
  ret i32 1
}

define i32 @lib_print(i32 %x) {
entry:
  %y = add i32 %x, 1
  br label %out

out:
  ret i32 %y
}

define void @unused() {
entry:
  ret void
}
"""


def test_a_call_leads_into_the_called_function() -> None:
    program = Program(CALLS)
    program.cover("main")
    program.cover("work", "entry")
    assert distance(program, program.frame("main", "entry")) == 1 + 2 + 1


def test_a_function_that_was_never_called_is_uncovered_from_its_first_instruction() -> None:
    program = Program(CALLS)
    program.cover("main")
    assert not program.codes["work"].is_lowered
    assert distance(program, program.frame("main", "entry")) == 1 + 1


def test_a_covered_function_is_left_for_its_caller() -> None:
    program = Program(CALLS)
    program.cover("main", "entry")
    program.cover("work")
    caller = program.frame("main", "entry", 1)
    # icmp, br, ret; then the library call with its assumed length, br; then after's ret
    through_library = 1 + 10 + 1
    assert distance(program, program.frame("work", "entry", caller=caller)) == 3 + through_library + 1


def test_library_code_is_passed_through_on_the_way_out() -> None:
    program = Program(CALLS)
    program.cover("main", "entry")
    program.cover("work")
    caller = program.frame("main", "entry", 2)
    assert distance(program, program.frame("lib_print", "entry", 1, caller)) == 1 + 1 + 1 + 1


def test_uncovered_library_code_is_no_goal() -> None:
    program = Program(CALLS)
    program.cover("main")
    program.cover("work")
    assert distance(program, program.frame("main", "entry")) == 0


NO_RETURN = """
declare void @lib_exit(i32) noreturn

define void @fail() {
entry:
  call void @lib_exit(i32 1)
  unreachable
}

define i32 @main() {
entry:
  call void @fail()
  br label %after

after:
  ret i32 0
}
"""


def test_code_after_a_call_that_never_returns_is_out_of_reach() -> None:
    program = Program(NO_RETURN)
    program.cover("main", "entry")
    program.cover("fail")
    assert distance(program, program.frame("main", "entry")) == 0


def test_an_unreachable_at_the_end_of_a_block_is_no_goal() -> None:
    program = Program(NO_RETURN)
    program.cover("main", "entry")
    program.block("fail", "entry").entered = True
    program.block("fail", "entry").reached = 1
    assert distance(program, program.frame("main", "entry")) == 0


POINTERS = """
@table = global [2 x ptr] [ptr @in_table, ptr null]

declare void @lib_sort(ptr, ptr)

define i32 @in_table(i32 %x) {
entry:
  ret i32 %x
}

define i32 @only_called(i32 %x) {
entry:
  ret i32 %x
}

define i32 @compare(ptr %a, ptr %b) {
entry:
  ret i32 0
}

define i32 @main(ptr %f) {
entry:
  %a = add i32 1, 2
  %b = call i32 %f(i32 %a)
  br label %sort

sort:
  call void @lib_sort(ptr %f, ptr @compare)
  ret i32 %b
}
"""


def test_a_call_by_pointer_may_lead_to_functions_of_its_type_whose_address_is_taken() -> None:
    program = Program(POINTERS)
    program.cover("main")
    program.cover("compare")
    assert distance(program, program.frame("main", "entry")) == 2 + 1
    program.cover("in_table")
    assert distance(program, program.frame("main", "entry")) == 0


def test_a_library_function_may_call_back_what_it_is_given() -> None:
    program = Program(POINTERS)
    program.cover("main")
    program.cover("in_table")
    assert distance(program, program.frame("main", "sort")) == 1 + 1


def test_a_block_that_waits_in_a_call_is_uncovered_after_the_call() -> None:
    program = Program(CALLS)
    program.cover("work")
    program.block("main", "entry").entered = True
    caller = program.frame("main", "entry", 1)
    assert distance(program, program.frame("work", "zero", caller=caller)) == 1 + 1
    assert distance(program, program.frame("main", "entry")) == 1 + 3 + 1


def test_distances_follow_coverage_as_it_grows() -> None:
    program = Program(LOOP)
    distances = distances_of(program)
    state = make_state(1, frame=program.frame("main", "entry"))
    found = []
    for label in ("entry", "head", "done", "body", "rare"):
        program.cover("main", label)
        found.append(distances.distance(state))
    assert found == [2 + 1, 2 + 1 + 1, 2 + 1 + 1, 2 + 1 + 3 + 1, 0]


def test_outdated_distances_of_a_large_program_are_renewed_after_enough_questions() -> None:
    count = 500
    text = ["define void @main(i1 %c) {", "entry:", "  br label %b0"]
    for block in range(count):
        text += [f"b{block}:", f"  br i1 %c, label %b{block + 1}, label %b{(block * 7) % count}"]
    program = Program("\n".join([*text, f"b{count}:", "  ret void", "}"]))
    program.cover("main", "entry")
    distances = distances_of(program)
    state = make_state(1, frame=program.frame("main", "entry"))
    assert distances.distance(state) == 2
    program.cover("main", "b0")
    answers = [distances.distance(state) for _ in range(50)]
    assert answers[0] == 2
    assert answers[-1] == 3
    program.cover("main")
    assert [distances.distance(state) for _ in range(50)][-1] == 0


def test_deep_recursion_is_cheap() -> None:
    program = Program(CALLS)
    program.cover("main")
    program.cover("work")
    frame = program.frame("work", "zero")
    for _ in range(100_000):
        frame = program.frame("work", "entry", 1, frame)
    distances = distances_of(program)
    started = time.perf_counter()
    assert distances.distance(make_state(1, frame=frame)) == 0
    assert time.perf_counter() - started < 1.0


# Against a walk step by step


def random_program(choose: random.Random) -> str:
    functions = choose.randint(2, 5)
    text: list[str] = []
    for f in range(functions):
        blocks = choose.randint(1, 6)
        text.append(f"define void @f{f}(i1 %c) {{")
        for b in range(blocks):
            text.append(f"b{b}:")
            for i in range(choose.randint(0, 4)):
                if choose.random() < 0.35:
                    text.append(f"  call void @f{choose.randrange(functions)}(i1 %c)")
                else:
                    text.append(f"  %v{b}_{i} = add i32 1, 2")
            kind = choose.random()
            # The entry block has no predecessors.
            targets = [choose.randrange(1, blocks) for _ in range(2)] if blocks > 1 else []
            if kind < 0.1:
                text.append("  unreachable")
            elif kind < 0.4 or not targets:
                text.append("  ret void")
            elif kind < 0.6:
                text.append(f"  br label %b{targets[0]}")
            else:
                text.append(f"  br i1 %c, label %b{targets[0]}, label %b{targets[1]}")
        text.append("}")
    return "\n".join(text)


Position = tuple[str, int, int]


def steps_to_uncovered(program: Program, start: tuple[Position, ...], limit: int) -> tuple[int, bool]:
    """Executes one instruction at a time in every possible way.

    The steps to the first uncovered instruction and True; or, with False, steps that do not suffice (0: none do).
    """
    frontier = {start}
    visited = {start}
    for steps in range(1, limit + 1):
        following: set[tuple[Position, ...]] = set()
        for stack in frontier:
            (name, block, index), callers = stack[0], stack[1:]
            code = program.codes[name]
            instruction = code.function.body.blocks[block].instructions[index]
            is_goal = not code.is_lowered or index >= code.blocks[block].reached
            if isinstance(instruction, Unreachable):
                continue
            if is_goal:
                return steps, True
            if isinstance(instruction, Return):
                if callers:
                    following.add(callers)
            elif isinstance(instruction, Call):
                assert isinstance(instruction.callee, GlobalRef)
                following.add(((instruction.callee.name, 0, 0), (name, block, index + 1), *callers))
            elif instruction.successors():
                following.update([((name, target, 0), *callers) for target in instruction.successors()])
            else:
                following.add(((name, block, index + 1), *callers))
        frontier = following - visited
        visited |= frontier
        if not frontier:
            return 0, False
        if len(visited) > 20_000:
            return steps, False
    return limit, False


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 2**32))
def test_distances_are_the_fewest_steps_of_any_execution(seed: int) -> None:
    choose = random.Random(seed)
    program = Program(random_program(choose))
    for name in program.codes:
        if choose.random() < 0.08:
            continue
        for block in program.lower(name).blocks:
            block.entered = choose.random() < 0.9
            if block.entered:
                has_call = any(isinstance(op.instruction, Call) for op in block.ops)
                block.reached = len(block.ops) if has_call else choose.randint(0, len(block.ops))
                if choose.random() < 0.9:
                    block.reached = len(block.ops)
    distances = distances_of(program)
    for _ in range(4):
        stack: list[Position] = []
        frame: Frame | None = None
        for depth in range(choose.randint(1, 3)):
            code = program.lower(choose.choice(list(program.codes)))
            block = choose.choice(code.blocks)
            # A caller is past the call.
            index = choose.randint(1 if depth and len(block.ops) > 1 else 0, len(block.ops) - 1)
            frame = program.frame(code.name, code.function.body.blocks[block.index].label, index, frame)
            stack.insert(0, (code.name, block.index, index))
        found = distances.distance(make_state(1, frame=frame))
        steps, is_reached = steps_to_uncovered(program, tuple(stack), 40)
        if is_reached or steps == 0:
            assert found == steps
        else:
            assert found == 0 or found > steps
