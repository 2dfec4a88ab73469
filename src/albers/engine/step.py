"""The core loop: runs a state operation by operation until it pauses or its slice is used up.

Everything else in the engine happens inside `op.execute` (what an instruction does) or between slices (`explorer`).
"""

from __future__ import annotations

import time
import traceback

from mypy_extensions import i64

from albers.engine.machine import Machine, Unsupported
from albers.engine.profile import Profile
from albers.engine.state import State
from albers.solver.answer import SolverFault
from albers.verdicts import ErrorKind


def run_slice(machine: Machine, state: State, budget: i64) -> None:
    """Executes up to about `budget` instructions of a state; stops early when it forked or ended."""
    before = state.instructions
    try:
        if machine.profile is None:
            _run(state, budget)
        else:
            _run_profiled(state, budget, machine.profile)
    except Unsupported as problem:
        machine.incomplete("unsupported instruction")
        machine.error(state, ErrorKind.EXEC, f"unsupported: {problem}")
    except (KeyboardInterrupt, MemoryError, SolverFault):
        raise
    except Exception as defect:  # a defect of ours must cost one path, not the run
        machine.incomplete("internal error")
        if not state.ended:
            machine.error(state, ErrorKind.EXEC, f"internal error: {defect!r}", traceback.format_exc())
    executed = state.instructions - before
    for child in machine.added:  # split off at the end of this slice: it has executed the same instructions
        child.instructions = state.instructions
    machine.statistics.instructions += executed
    state.since_new_cover += executed


def _run(state: State, budget: i64) -> None:
    executed: i64 = 0
    state.pause = False
    while executed < budget:
        frame = state.frame
        index = frame.index
        op = frame.ops[index]
        while True:
            index += 1
            frame.index = index
            executed += 1
            if not op.execute(state):
                break
            op = op.following  # not ops[index]: an item of a list must be checked to be an Op
        if state.pause:
            break
    state.instructions += executed


def _run_profiled(state: State, budget: i64, profile: Profile) -> None:
    """`_run` with a clock: slower by the time it takes to read it."""
    executed: i64 = 0
    state.pause = False
    while executed < budget:
        frame = state.frame
        ops = frame.ops
        index = frame.index
        while True:
            op = ops[index]
            index += 1
            frame.index = index
            executed += 1
            spent = profile.time_of(op)
            spent.count += 1
            profile.asking = spent
            started = time.perf_counter()
            goes_on = op.execute(state)
            spent.seconds += time.perf_counter() - started
            if not goes_on:
                break
        if state.pause:
            break
    state.instructions += executed
