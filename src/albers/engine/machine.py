"""The services operations call: branching, ending a path, warnings; and what all states of an exploration share.

The machine knows no instruction and no searcher. New and ended states are left in `added` and `removed`, states that
begin or cease to wait or to be urgent in `moved`, for the explorer to collect after each slice.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from mypy_extensions import mypyc_attr

from albers.engine.endings import Ending, PathEnd, PathListener, ProgramError, StackEntry
from albers.engine.history import END, MERGE, History
from albers.engine.hooks import Guard, Hook
from albers.engine.pointer_graph import address_of, pointers_between
from albers.engine.profile import Profile, QueryKind
from albers.engine.provenance import Provenance
from albers.engine.seeds import following
from albers.engine.state import BlockCode, Frame, State
from albers.engine.statistics import BranchKind, Statistics
from albers.expr.bits import not_
from albers.expr.compare import ule
from albers.expr.evaluate import Assignment, evaluate
from albers.expr.printing import to_text
from albers.expr.term import Term, const
from albers.ir.layout import DataLayout
from albers.memory.allocator import Allocator
from albers.memory.objects import MemoryObject
from albers.options import Options
from albers.solver.answer import Answer, Outcome
from albers.solver.chain import Solver
from albers.solver.deadline import Deadline
from albers.solver.path_condition import PathCondition
from albers.solver.symcrete import SizeSource, Symcrete
from albers.verdicts import EndKind, ErrorKind


class Unsupported(Exception):
    """Something the engine cannot execute; ends the path it happens on."""


@mypyc_attr(allow_interpreted_subclasses=True)
class SizePolicy:
    """How an allocation of symbolic size is treated; the packages above install theirs."""

    def sizes(self, machine: Machine, state: State, count: Term, unit: int) -> list[tuple[State, int, object]]:
        """The states to go on with, each with the capacity and the size (int or term) of `count` units.

        `count` is pointer-wide and `unit` in bytes. Where the size is a term the path keeps it within the capacity.
        """
        raise NotImplementedError

    def within(self, machine: Machine, state: State, size: Term, capacity: int) -> list[tuple[State, int, object]]:
        """The same for a size in bytes that the path already keeps within a capacity chosen by the user."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class PointerPolicy:
    """What following a symbolic pointer means of which nothing is known; without one it is an error to do so."""

    def is_unknown(self, pointer: Term) -> bool:
        """Whether the policy is responsible for a pointer."""
        raise NotImplementedError

    def follow(self, machine: Machine, state: State, pointer: Term, size: int) -> list[tuple[State, int]]:
        """The states to go on with, each with the address (perhaps null) that the pointer has there.

        So many bytes there, or nearby, are about to be accessed.
        """
        raise NotImplementedError


class Machine:
    """Shared by all states of one exploration."""

    def __init__(self, layout: DataLayout, options: Options, solver: Solver, listener: PathListener) -> None:
        self.layout = layout
        self.options = options
        self.pointer_width = 8 * layout.pointer_size
        self.allocator = Allocator(self.pointer_width)
        self.provenance = Provenance(self.allocator)
        self.solver = solver
        self.listener = listener
        self.statistics = Statistics()
        self.profile: Profile | None = None
        self.deadline = Deadline.never()
        self.hooks: list[Hook] = []
        self.history = History()
        self.guards: list[Guard] = []
        self.size_policy = SizePolicy()
        self.pointer_policy: PointerPolicy | None = None
        self.added: list[State] = []
        self.removed: list[State] = []
        self.moved: list[State] = []
        self.complete = True
        self.inhibit_forks = False
        self._awaited_errors = [_place(text) for text in options.limits.stop_at]
        self.saw_awaited_errors = False  # there was an error at each of the places of --stop-at
        self.newly_covered_blocks = 0
        self.warnings: list[str] = []
        self.find_leaks: Callable[[State], str] | None = None  # what was lost, as lines; empty if nothing
        self.on_warning: Callable[[str], None] | None = None
        self.on_text: Callable[[str], None] | None = None
        self._warned: set[str] = set()
        self._next_state_id = 1
        self._query_timeout = options.limits.solver_timeout

    # Asking the solver

    def find(self, state: State, condition: Term) -> Assignment | None:
        """A witness of the path and the condition, or None; unknown is None, counted, and the run is not complete."""
        return self._ask(state, condition, QueryKind.FEASIBLE).witness

    def _ask(self, state: State, condition: Term, kind: str) -> Outcome:
        started = time.perf_counter()
        solved = self.solver.statistics.solver
        outcome = self.solver.find(state.path, state.witness, condition, self.deadline, state.symcretes)
        elapsed = time.perf_counter() - started
        state.query_seconds += elapsed
        self.history.asked(state, elapsed)
        if self.profile is not None:
            self.profile.note_query(kind, elapsed, self.solver.statistics.solver - solved)
        if outcome.answer is Answer.UNKNOWN:
            self.incomplete("solver gave no answer")
            if self.deadline.expired():
                # The rest of the slice would be guessed, one unanswered question after the other.
                state.pause = True
        return outcome

    def incomplete(self, reason: str) -> None:
        """Something was cut off: the run is no longer exhaustive."""
        self.complete = False
        self.statistics.count_event(reason)

    def value_in(self, state: State, value: object) -> int:
        """A value under the state's witness."""
        if isinstance(value, int):
            return value
        assert isinstance(value, Term)
        return evaluate(value, state.witness)

    def extent(self, state: State, object_: MemoryObject) -> int:
        """How many bytes of an object exist under the state's witness."""
        return self.value_in(state, object_.modelled_size())

    def add_symcrete(self, state: State, symcrete: Symcrete) -> None:
        """From now on the term keeps its value in the witness while it can; `value_in` tells that value."""
        state.symcretes = (*state.symcretes, symcrete)

    def smallest(self, state: State, term: Term) -> tuple[int, Assignment]:
        """The least unsigned value of a term on the path; without an answer, the witness's value (and incomplete)."""
        started = time.perf_counter()
        solved = self.solver.statistics.solver
        answer, value, witness = self.solver.minimum(state.path, state.witness, term, self.deadline)
        if self.profile is not None:
            self._note_range(started, solved, self.profile)
        if answer is Answer.UNKNOWN:
            self.incomplete("solver gave no answer")
        return value, witness

    def largest(self, state: State, term: Term) -> tuple[int, Assignment]:
        started = time.perf_counter()
        solved = self.solver.statistics.solver
        answer, value, witness = self.solver.maximum(state.path, state.witness, term, self.deadline)
        if self.profile is not None:
            self._note_range(started, solved, self.profile)
        if answer is Answer.UNKNOWN:
            self.incomplete("solver gave no answer")
        return value, witness

    def _note_range(self, started: float, solved: int, profile: Profile) -> None:
        profile.note_query(QueryKind.RANGE, time.perf_counter() - started, self.solver.statistics.solver - solved)

    # Branching

    def branch(self, state: State, condition: Term, kind: str) -> tuple[State | None, State | None]:
        """The states where the condition holds and where it does not; `state` itself continues as one of them.

        The witness decides one side for free; only the other side is asked of the solver. Without an answer it is cut
        off: the path goes on as the one side, and knows that it does.
        """
        holds = evaluate(condition, state.witness) != 0
        own = condition if holds else not_(condition)
        opposite = not_(condition) if holds else condition
        if not self.solver.uses_witness:
            self._ask(state, own, kind)
        if state.seeds and not state.symcretes:
            parted = following(state.seeds, opposite)
            if parted:
                child = self.fork(state, own, opposite, parted[0].assignment, kind)
                if child is None:
                    return (state, None) if holds else (None, state)
                return (state, child) if holds else (child, state)
        outcome = self._ask(state, opposite, kind)
        if outcome.witness is None:
            if outcome.answer is Answer.UNKNOWN:
                self.constrain(state, own)
            elif kind == BranchKind.CONDITIONAL:
                for hook in self.hooks:
                    hook.decided(state, own)
            return (state, None) if holds else (None, state)
        child = self.fork(state, own, opposite, outcome.witness, kind)
        if child is None:
            return (state, None) if holds else (None, state)
        return (state, child) if holds else (child, state)

    def fork(self, state: State, own: Term, other: Term, witness: Assignment, kind: str) -> State | None:
        """Splits off a state on which `other` holds; `own` is added to `state`. None if forking is inhibited."""
        if not self._may_fork(state):
            self.statistics.inhibited_forks += 1
            self.incomplete("skipping fork")
            self.constrain(state, own)
            return None
        child = state.fork(self._next_state_id)
        self._next_state_id += 1
        state.depth += 1
        child.depth += 1
        state.path = state.path.extended(own)
        child.path = child.path.extended(other)
        child.witness = witness
        state.pause = True
        self.added.append(child)
        if state.seeds:
            self._part_seeds(state, own, child)
        self.statistics.count_fork(kind)
        self.statistics.states_created += 1
        self.history.forked(state, child)
        for hook in self.hooks:
            hook.forked(state, child, own)
        return child

    def _part_seeds(self, state: State, own: Term, child: State) -> None:
        """Each seed goes with the side it follows; a side without seeds is no longer urgent."""
        seeds = state.seeds
        state.seeds = following(seeds, own)
        child.seeds = tuple([seed for seed in seeds if seed not in state.seeds])
        for side in (state, child):
            self.prefer(side, bool(side.seeds))

    def duplicate(self, state: State) -> State:
        """A second state at the same point, which joins the search; nobody is told of a fork."""
        return self.duplicate_as(state, state)

    def duplicate_as(self, state: State, model: State) -> State:
        """A new state that joins the search beside `state` and is a copy of another, which may be outside of it."""
        twin = model.fork(self._next_state_id)
        self._next_state_id += 1
        twin.parent_id = state.id
        self.added.append(twin)
        self.statistics.states_created += 1
        for hook in self.hooks:
            hook.duplicated(state, twin)
        return twin

    def _may_fork(self, state: State) -> bool:
        limit = self.options.limits.max_forks
        return state.forking and not self.inhibit_forks and not (limit and self.statistics.forks >= limit)

    def constrain(self, state: State, condition: Term) -> None:
        """Adds a condition that the witness satisfies."""
        state.path = state.path.extended(condition)
        if state.seeds:
            state.seeds = following(state.seeds, condition)
            state.follow_seed()
            if not state.seeds:
                self.prefer(state, False)
        for hook in self.hooks:
            hook.constrained(state, condition)

    def assume(self, state: State, condition: Term) -> bool:
        """Adds a condition, moving the witness if need be; False if no input satisfies it.

        Without an answer the path ends, since neither continuing nor calling the condition false would be right.
        """
        outcome = self._ask(state, condition, QueryKind.ASSUME)
        if outcome.answer is Answer.UNKNOWN:
            self.error(state, ErrorKind.SOLVER, "query timed out (assume)")
            return True
        witness = outcome.witness
        if witness is None:
            return False
        state.witness = witness
        self.constrain(state, condition)
        return True

    # Waiting and priority

    def suspend(self, state: State) -> None:
        """The state leaves the search until it is resumed or ended (a merge or a recovery is awaited)."""
        assert not state.waiting and not state.ended
        state.waiting = True
        state.pause = True
        self.moved.append(state)

    def resume(self, state: State) -> None:
        assert state.waiting and not state.ended
        state.waiting = False
        self.moved.append(state)

    def prefer(self, state: State, urgent: bool) -> None:
        """Urgent states run before the others, newest first: somebody waits for what becomes of them."""
        if state.urgent != urgent:
            state.urgent = urgent
            self.moved.append(state)

    def discard(self, state: State) -> None:
        """The state leaves the exploration without being a path: what it was for is done by others."""
        assert not state.ended
        state.ended = True
        state.pause = True
        self.removed.append(state)
        self.note_reached(state)

    # Ending paths

    def error(self, state: State, kind: ErrorKind, message: str, info: str = "", suffix: str = "") -> bool:
        """Ends the path with a bug at its current instruction; always False, for `return machine.error(...)`."""
        if self._awaited_errors:
            self._note_awaited(state)
        problem = ProgramError(kind, message, self.stack_of(state), info, suffix)
        self._end(state, Ending(EndKind.ERROR, 0, problem, ""))
        return False

    def _note_awaited(self, state: State) -> None:
        """An error in a library function counts where the program called it."""
        frames = state.frames()
        user = [frame for frame in frames if frame.code.is_user]
        where = self.stack_entry((user or frames)[0])
        self._awaited_errors = [
            (file, line) for file, line in self._awaited_errors if where.line != line or not where.file.endswith(file)
        ]
        self.saw_awaited_errors = not self._awaited_errors

    def exit(self, state: State, code: object) -> bool:
        """The program ended; with `--check leak`, in an error if it lost memory."""
        if self.find_leaks is not None:
            leaks = self.find_leaks(state)
            if leaks:
                return self.error(state, ErrorKind.LEAK, "memory leak", leaks)
        self._fulfil_wishes(state)  # first: the code that is counted is the one that the test gives
        value = self.value_in(state, code) & 0xFF
        self.statistics.exits[value] = self.statistics.exits.get(value, 0) + 1
        self._end(state, Ending(EndKind.EXIT, value, None, ""))
        return False

    def end_early(self, state: State, reason: str) -> bool:
        """A limit or an interrupt ends the path; it still gets its test."""
        self.incomplete(reason)
        self._end(state, Ending(EndKind.EARLY, 0, None, reason))
        return False

    def end_silently(self, state: State) -> bool:
        self._end(state, Ending(EndKind.SILENT, 0, None, ""))
        return False

    def end_merged(self, state: State, into: State) -> bool:
        """The state `into` continues for this one too; it gets a test only if it covered something new."""
        self.history.note(MERGE, state, into.id)
        self._end(state, Ending(EndKind.MERGED, 0, None, ""))
        return False

    def _end(self, state: State, ending: Ending) -> None:
        assert not state.ended
        state.ended = True
        state.pause = True
        self.removed.append(state)
        self.note_reached(state)
        statistics = self.statistics
        if ending.kind is EndKind.EXIT:
            statistics.paths_completed += 1
        elif ending.kind is EndKind.SILENT:
            statistics.paths_silent += 1
        elif ending.kind is EndKind.MERGED:
            statistics.paths_merged_away += 1
        else:
            statistics.paths_partial += 1
        name = ending.error.kind.value if ending.error is not None else ending.kind.value
        statistics.ends_by_kind[name] = statistics.ends_by_kind.get(name, 0) + 1
        if ending.kind is not EndKind.MERGED:
            self.history.note(END, state, -1, name)
        for hook in self.hooks:
            hook.ended(state)
        inputs: list[tuple[str, bytes]] = []
        witness = state.witness
        if ending.kind is not EndKind.SILENT and (ending.kind is not EndKind.MERGED or state.covered_new):
            self._fulfil_wishes(state)
            witness = state.witness
            inputs = [(each.name, each.bytes_under(witness)) for each in state.inputs]
        end = PathEnd(
            state.id,
            ending,
            inputs,
            state.written(witness),
            int(state.instructions),
            state.depth,
            state.covered_new,
            self.history.new_lines(state),
            state.path,
        )
        if any(each.depth for each in state.inputs):
            end.addresses = [address_of(each) for each in state.inputs]
            end.pointers = pointers_between(state.inputs, inputs, self.layout.pointer_size) if inputs else []
        self.listener.path_ended(end)

    def _fulfil_wishes(self, state: State) -> None:
        """Moves the witness to the smallest sizes, then towards the program's wishes, each as far as still possible."""
        path = self._shrink_sizes(state)
        for wish in state.preferences:
            outcome = self.solver.find(path, state.witness, wish, self.deadline)
            if outcome.witness is not None:
                state.witness = outcome.witness
                path = path.extended(wish)
        state.preferences = ()

    def _shrink_sizes(self, state: State) -> PathCondition:
        """Moves the witness to the smallest sum of the sizes; the path condition with that demand."""
        path = state.path
        sizes = [each.term for each in state.symcretes if isinstance(each.source, SizeSource)]
        state.symcretes = ()
        if sizes and self.deadline.expired():
            self.statistics.count_event("sizes in a test may not be minimal")
            return path
        for terms in self.solver.together(path, sizes):
            answer, total, value, state.witness = self.solver.smallest_total(path, state.witness, terms, self.deadline)
            if answer is Answer.UNKNOWN:
                self.statistics.count_event("sizes in a test may not be minimal")
            path = path.extended(ule(total, const(total.width, value)))
        return path

    # Coverage

    def enter_new_block(self, state: State, block: BlockCode) -> None:
        """A block is entered for the first time on any path."""
        block.entered = True
        if block.code.is_user:
            self.newly_covered_blocks += 1
            self.history.covered(state, block)
            state.covered_new = True
            state.since_new_cover = 0

    def note_reached(self, state: State) -> None:
        """Blocks that the path leaves unfinished were executed up to its current instructions."""
        for frame in state.frames():
            if frame.index > frame.block.reached:
                frame.block.reached = int(frame.index)

    # Messages

    def warn(self, message: str, once: bool = False) -> None:
        if once:
            if message in self._warned:
                return
            self._warned.add(message)
        self.warnings.append(message)
        if self.on_warning is not None:
            self.on_warning(message)

    def show(self, text: str) -> None:
        """Text the program asked us to print (klee_print_expr and the like)."""
        if self.on_text is not None:
            self.on_text(text)

    def stack_of(self, state: State) -> list[StackEntry]:
        return [self.stack_entry(frame) for frame in state.frames()]

    def stack_entry(self, frame: Frame) -> StackEntry:
        """Where a frame stands and what it was called with."""
        instruction = frame.current()
        file = frame.code.function.file
        line = frame.code.function.line
        assembly_line = 0
        if instruction is not None:
            assembly_line = instruction.assembly_line
            if instruction.location is not None:
                file = instruction.location.file
                line = instruction.location.line
        arguments: list[tuple[str, str]] = []
        for i, parameter in enumerate(frame.code.function.parameters):
            arguments.append((parameter.name or f"arg{i}", _printed(frame.registers[i])))
        return StackEntry(frame.code.name, file, line, assembly_line, arguments)


def _printed(value: object) -> str:
    """A register for a stack trace: short, since a term can be huge."""
    if isinstance(value, Term):
        text = to_text(value, 60)
        return text if len(text) <= 64 else "symbolic"
    return str(value)


def _place(text: str) -> tuple[str, int]:
    """FILE:LINE as a pair."""
    file, _, line = text.rpartition(":")
    return file, int(line)
