"""States that wait: out of the search while suspended, back when resumed, and nothing is lost on the way."""

from __future__ import annotations

from pathlib import Path

import pytest

from albers.engine.explorer import Explorer
from albers.engine.hooks import Hook
from albers.engine.machine import Machine
from albers.engine.state import State
from albers.expr.term import Term
from albers.ir.parser import parse_module
from albers.options import Options, SearchOptions
from tests.engine.exploring import Witness, built

PROGRAM = """\
#include <klee/klee.h>

int main(void) {
    unsigned char bytes[3];
    klee_make_symbolic(bytes, sizeof bytes, "bytes");
    int count = 0;
    for (int i = 0; i < 3; i++)
        if (bytes[i] == 'x')
            count++;
    return count;
}
"""


class EveryForkWaits(Hook):
    """Suspends each forked child; when nothing else is left to run, lets one go on."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.waiting: list[State] = []
        self.most_waiting = 0

    def forked(self, state: State, child: State, condition: Term) -> None:
        self.machine.suspend(child)
        self.waiting.append(child)
        self.most_waiting = max(self.most_waiting, len(self.waiting))

    def ended(self, state: State) -> None:
        if self.waiting:
            self.machine.resume(self.waiting.pop(0))


@pytest.mark.parametrize("search", ["dfs", "bfs", "random-path", "random-state", "covnew"])
def test_suspended_states_wait_and_go_on_when_resumed(search: str, tmp_path: Path) -> None:
    prepared = built(PROGRAM, tmp_path)
    witness = Witness()
    options = Options(search=SearchOptions(search=(search,)))
    explorer = Explorer(parse_module(prepared.assembly), options, prepared.user_functions, witness)
    waits = EveryForkWaits(explorer.machine)
    explorer.machine.hooks.append(waits)
    explorer.machine.hooks.append(witness.history)
    explorer.run()
    assert sorted(path.ending.exit_code for path in witness.paths) == [0, 1, 1, 1, 2, 2, 2, 3]
    assert waits.most_waiting >= 3
