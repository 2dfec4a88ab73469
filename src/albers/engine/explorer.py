"""The exploration: picks states, runs them in slices, keeps the limits, ends in order.

`Explorer` is what the API drives. It owns the machine, the program, the searcher and the clock.
"""

from __future__ import annotations

import gc
import resource
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from mypy_extensions import i64

from albers.engine import leaks
from albers.engine.coverage import Coverage
from albers.engine.distance import Distances
from albers.engine.endings import PathListener, StopReason
from albers.engine.entry import begin, initial_state
from albers.engine.machine import Machine, PointerPolicy, SizePolicy
from albers.engine.profile import Profile
from albers.engine.program import Program
from albers.engine.resolve import Resolver
from albers.engine.searchers import BreadthFirst, DepthFirst, Searcher, make_searcher
from albers.engine.seeds import Seed, SeedInput
from albers.engine.state import State
from albers.engine.statistics import Statistics
from albers.engine.step import run_slice
from albers.errors import UserError
from albers.expr.quantified import forget_instances
from albers.expr.term import forget_unreferenced, live_terms
from albers.frontend.toolchain import architecture_of
from albers.ir.module import Module
from albers.options import QUANTIFIER_STAGES, Options
from albers.solver.chain import Solver, SolverOptions
from albers.solver.deadline import Deadline
from albers.solver.links import ALL_LINKS
from albers.world.kernel.start import initial_kernel
from albers.world.program_inputs import check_options
from albers.world.registry import standard_models

_TICK_SECONDS: Final = 0.1
_EVICTING: Final = 1.03  # of the memory limit: states are ended, to be back well before the limit is broken by a tenth
_MANY_TERMS: Final = 1_000_000  # below this tidying up costs more than it frees

# Where a state is.
_NOWHERE: Final = 0
_SEARCHED: Final = 1
_URGENT: Final = 2
_WAITING: Final = 3

# Running any interpreted code lets Python deliver signals, which compiled code alone never does.
_LET_SIGNALS_IN: Final = compile("None", "<tick>", "eval")


class Explorer:
    """Explores one module."""

    def __init__(
        self, module: Module, options: Options, user_functions: frozenset[str], listener: PathListener
    ) -> None:
        if not module.layout.is_little_endian:
            raise UserError(
                f"the program is for a big-endian machine ({module.triple}); build it for another (--target)"
            )
        self.options = options
        check_options(options.world)
        self._kernel = initial_kernel(options.world, architecture_of(module.triple))
        limits = options.limits
        self.solver = Solver(
            SolverOptions(
                backend=options.solver.solver,
                crosscheck=options.solver.crosscheck,
                timeout=limits.solver_timeout,
                links=ALL_LINKS.difference(options.solver.no_link),
                quantifier_stages=frozenset(QUANTIFIER_STAGES).difference(options.solver.no_quantifier_stage),
            )
        )
        listener.max_tests = limits.max_tests
        listener.must_estimate = limits.max_time > 0
        self.machine = Machine(module.layout, options, self.solver, listener)
        if options.output.profile:
            self.machine.profile = Profile()
        self.program = Program(
            module, self.machine, Resolver(self.machine), standard_models(), options.models, user_functions
        )
        if "leak" in options.checks.check:
            self.machine.find_leaks = self._describe_leaks
        self.coverage = Coverage(self.program.codes)
        self.on_tick: Callable[[], None] | None = None
        self._distances = Distances(self.program.codes, module.globals)
        self._searcher: Searcher = make_searcher(options.search, self._distances)
        self._states: dict[int, State] = {}
        self._urgent: Searcher = DepthFirst()
        self._seeds: list[SeedInput] = []
        self._only_seeds = False
        self._places: dict[int, int] = {}  # of the states that are not in the searcher, where they are
        self._interrupted = False
        self._next_tick = 0.0
        self._terms_kept = _MANY_TERMS
        self._deadline = Deadline.never()
        self._time_is_up_at = self._deadline.at
        self._evicted_at = 0  # megabytes in use when states were last ended to make room

    @property
    def statistics(self) -> Statistics:
        return self.machine.statistics

    @property
    def profile(self) -> Profile | None:
        """What `--profile` measured."""
        return self.machine.profile

    @property
    def complete(self) -> bool:
        return self.machine.complete

    @property
    def warnings(self) -> list[str]:
        return self.machine.warnings

    def make_searcher(self, names: tuple[str, ...]) -> Searcher:
        """A searcher by the names that `--search` knows."""
        return make_searcher(replace(self.options.search, search=names), self._distances)

    def use_searcher(self, searcher: Searcher) -> None:
        """Before the run: another searcher than the options ask for."""
        self._searcher = searcher

    def run_urgent_states_in_step(self) -> None:
        """Urgent states take turns, instead of one after the other."""
        self._urgent = BreadthFirst()

    def use_size_policy(self, policy: SizePolicy) -> None:
        self.machine.size_policy = policy

    def use_pointer_policy(self, policy: PointerPolicy) -> None:
        self.machine.pointer_policy = policy
        self.machine.provenance.notes_pointees = True

    def _describe_leaks(self, state: State) -> str:
        return leaks.describe(leaks.leaked_objects(self.machine, state))

    def interrupt(self) -> None:
        """Asks the run to end in order at the next opportunity."""
        self._interrupted = True
        self.machine.deadline.cancel()

    def run(self, spent: float = 0.0) -> StopReason:
        """Explores until nothing is left or a limit stops it; open states end early and get their tests.

        `spent` is how many seconds of the time limit are gone already.
        """
        limit = self.options.limits.max_time
        self._deadline = Deadline.after(limit - spent) if limit else Deadline.never()
        self._time_is_up_at = self._deadline.at
        self.machine.deadline = self._deadline
        collecting = gc.isenabled()
        gc.disable()  # states and terms form no cycles; scanning millions of them would only cost time
        try:
            first = initial_state(self.program, self.options.program, self._kernel)
            first.seeds = tuple([Seed(each, first.witness) for each in self._seeds])
            self._states[first.id] = first
            self._searcher.update(None, [first], [])
            self.machine.prefer(first, bool(self._seeds))
            begin(self.program, first, self.options)
            self._collect(first)
            reason = self._explore()
            self._end_open_states(reason)
            return reason
        finally:
            if collecting:
                gc.enable()
            self.solver.close()

    def _explore(self) -> StopReason:
        batch: i64 = self.options.search.batch_instructions
        max_depth = self.options.limits.max_depth
        most: i64 = self.options.limits.max_instructions
        try:
            while True:
                if not self._urgent.is_empty():
                    state = self._urgent.select()
                elif self._only_seeds:
                    self._drop_open_states()
                    return StopReason.DONE
                elif not self._searcher.is_empty():
                    state = self._searcher.select()
                else:
                    return StopReason.DONE
                if max_depth and state.depth >= max_depth:
                    self.machine.end_early(state, "max-depth")
                else:
                    left = most - self.machine.statistics.instructions
                    run_slice(self.machine, state, left if most and left < batch else batch)
                self._collect(state)
                reason = self._should_stop()
                if reason is not None:
                    return reason
                if self.machine.hooks:
                    self._let_hooks_act()
        except KeyboardInterrupt:
            return StopReason.INTERRUPTED

    def follow_seeds(self, seeds: list[SeedInput], only: bool) -> None:
        """Before the run: the paths of these inputs come first, or are all that is explored."""
        self._seeds = seeds
        self._only_seeds = only

    def _drop_open_states(self) -> None:
        """Paths beside those of the seeds are not wanted."""
        for state in list(self._states.values()):
            self.machine.incomplete("path without a seed left out")
            self.machine.end_silently(state)
        self._collect(None)

    def _let_hooks_act(self) -> None:
        machine = self.machine
        for hook in machine.hooks:
            hook.between_slices()
        if machine.moved or machine.added or machine.removed:
            self._collect(None)

    def _collect(self, current: State | None) -> None:
        """Takes over the states that were added, removed, suspended and resumed since the last time."""
        machine = self.machine
        added = machine.added
        removed = machine.removed
        if added or removed:
            for state in added:
                self._states[state.id] = state
            live = len(self._states)
            statistics = machine.statistics
            if live > statistics.peak_states:
                statistics.peak_states = live
            for state in removed:
                del self._states[state.id]
            statistics.live_states = len(self._states)
            machine.added = []
            machine.removed = []
        if machine.moved or self._places:
            self._update_places(current, added, removed)
        else:
            self._searcher.update(current, added, removed)

    def _update_places(self, current: State | None, added: list[State], removed: list[State]) -> None:
        """Tells the searcher and the urgent states who came and who left; a waiting state is in neither."""
        if current is not None and current.id in self._places:
            current = None  # the searcher did not choose it
        moves: dict[int, tuple[State, int]] = {}  # the state and where it was
        for state in added:
            moves[state.id] = (state, _NOWHERE)
        for state in self.machine.moved:
            if state.id not in moves:
                moves[state.id] = (state, self._places.get(state.id, _SEARCHED))
        for state in removed:
            if state.id not in moves:
                moves[state.id] = (state, self._places.get(state.id, _SEARCHED))
        self.machine.moved = []
        turn_is_over = current is not None and self._places.get(current.id, _SEARCHED) == _URGENT
        arriving: list[State] = []
        leaving: list[State] = []
        urgent: list[State] = []
        no_longer_urgent: list[State] = []
        for state, before in moves.values():
            now = _place_of(state)
            if now == before:
                continue
            if before == _SEARCHED:
                leaving.append(state)
            elif before == _URGENT:
                no_longer_urgent.append(state)
            if now == _SEARCHED:
                arriving.append(state)
            elif now == _URGENT:
                urgent.append(state)
            if now == _URGENT or now == _WAITING:
                self._places[state.id] = now
            else:
                self._places.pop(state.id, None)
        self._urgent.update(current if turn_is_over else None, urgent, no_longer_urgent)
        self._searcher.update(current, arriving, leaving)

    def _should_stop(self) -> StopReason | None:
        machine = self.machine
        limits = self.options.limits
        if machine.saw_awaited_errors:
            return StopReason.STOP_AT
        if limits.max_instructions and machine.statistics.instructions >= limits.max_instructions:
            return StopReason.MAX_INSTRUCTIONS
        if machine.listener.has_all_tests:
            return StopReason.MAX_TESTS
        now = time.monotonic()
        if now < self._next_tick:
            return None
        self._next_tick = now + _TICK_SECONDS
        eval(_LET_SIGNALS_IN)
        if self.on_tick is not None:
            self.on_tick()
        if self._interrupted:
            return StopReason.INTERRUPTED
        self._tidy_terms()
        if limits.max_time:
            # Time to end the open states is part of the limit. Queries, too, must be over before it begins.
            self._deadline.at = self._time_is_up_at - len(self._states) * machine.listener.seconds_per_test
        if self._deadline.expired():
            return StopReason.MAX_TIME
        if limits.max_memory:
            return self._keep_memory_limit(limits.max_memory)
        return None

    def _tidy_terms(self) -> None:
        """Drops terms nobody uses any more, each time their number has doubled."""
        if live_terms() > 2 * self._terms_kept:
            self.machine.provenance.forget_unreferenced()
            forget_instances()
            forget_unreferenced()
            self._terms_kept = max(live_terms(), _MANY_TERMS)

    def _keep_memory_limit(self, megabytes: int) -> StopReason | None:
        """At the limit no state forks any more; above it states are ended, each with its test."""
        used = resident_megabytes()
        self.machine.inhibit_forks = used >= megabytes
        if used < megabytes * _EVICTING:
            return None
        if used <= self._evicted_at and used < megabytes * 1.1:
            return None  # what ended states leave free is used again before the process grows
        forget_instances()
        forget_unreferenced()
        gc.collect()
        victims = list(self._states.values())[-(len(self._states) // 8 + 1) :]
        if len(victims) == len(self._states):
            return StopReason.MAX_MEMORY
        for state in victims:
            if not state.ended:
                self.machine.end_early(state, "max-memory")
        self.machine.warn(f"killing {len(victims)} states (over memory cap: {used}MB)")
        self._collect(None)
        self._evicted_at = used
        return None

    def _end_open_states(self, reason: StopReason) -> None:
        """States still open get their tests; the solver is not asked any more."""
        # A fork in progress when the run was interrupted may have left states uncollected.
        self._collect(None)
        self.machine.deadline = Deadline.after(0.0)
        for state in list(self._states.values()):
            if not state.ended:  # ending one state may end those that wait for it
                self.machine.end_early(state, reason.value)
        self._collect(None)


def _place_of(state: State) -> int:
    if state.ended:
        return _NOWHERE
    if state.waiting:
        return _WAITING
    return _URGENT if state.urgent else _SEARCHED


def resident_megabytes() -> int:
    """Memory in use now (where the system tells, else the peak)."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * resource.getpagesize() // 2**20
    except OSError:
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak // 2**20 if sys.platform == "darwin" else peak // 2**10
