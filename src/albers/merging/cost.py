"""When merging is not worth it: the estimate that sends states on forked (`--merge-always` switches it off).

A merge saves all but one of the states that continue, and with them whatever each would fork into. It costs a formula
that every later query about the same bytes carries, and a choice for every value that differs. In a chain of scans,
each of which starts where the one before ended, both grow with every link (FSE'21, section 5.4). Sizes are counted in
the solver's gates, never in time, so that a run repeats exactly.
"""

from __future__ import annotations

from typing import Final

from albers.merging.merged_state import MergedState
from albers.solver.gates import joint_size

# A query over a path of this many gates takes some 50 ms, as long as a few dozen forked states with small queries.
_MOST_GATES_PER_STATE: Final = 50_000
# A choice costs microseconds, a state that is saved milliseconds.
_MOST_VALUES_PER_STATE: Final = 2000


def objection(plan: MergedState) -> str:
    """Why forking looks cheaper; empty if it does not."""
    saved = len(plan.states) - 1
    if plan.choice_count() > _MOST_VALUES_PER_STATE * saved:
        return "too many values differ"
    gates = joint_size(plan.path.constraints()).gates
    if gates > _MOST_GATES_PER_STATE * saved:
        return "the formula would be too large"
    return ""
