"""The hook that finds size-dependent loops, keeps their contexts and merges at their exits (FSE'21, Algorithm 1)."""

from __future__ import annotations

from albers.engine.hooks import Hook
from albers.engine.program import Program
from albers.engine.state import State
from albers.expr.bits import not_
from albers.expr.term import TRUE, Term
from albers.memory.objects import MemoryObject
from albers.merging import cost
from albers.merging.compatibility import difference
from albers.merging.contexts import Member, MergeContext
from albers.merging.encodings import Encoding, make_encoding
from albers.merging.execution_tree import Node
from albers.merging.incremental import Snapshots
from albers.merging.live_registers import LiveRegisters
from albers.merging.loops import MergeableLoops, Region
from albers.merging.merge_proof import MergeProof
from albers.merging.merged_state import MergedState, TooLarge
from albers.merging.pattern_encoding import PatternEncoding, Words, pattern_groups
from albers.merging.shapes import Shapes
from albers.merging.statistics import MergingStatistics, tree_sizes
from albers.merging.taint import SizeTaint
from albers.options import TechniqueOptions
from albers.solver.path_condition import PathCondition


class LoopMerging(Hook):
    """Merging for one exploration. While a context is open its states run before all others."""

    def __init__(self, program: Program, options: TechniqueOptions) -> None:
        super().__init__()
        self.machine = program.machine
        self.statistics = MergingStatistics()
        self._encoding = options.merge
        self._most_patterns = options.max_patterns
        self._is_incremental = options.merge == "pattern" and not options.no_incremental_merge
        self._auxiliary: frozenset[Term] = frozenset()  # the k of earlier merges
        self._always = options.merge_always
        self._most_states = options.max_merge
        self._checks = options.check_merges
        self._loops = MergeableLoops(options.merge_loops, program)
        self._live = LiveRegisters()
        self._taint = SizeTaint()
        self._members: dict[int, Member] = {}  # by state
        self._settled: list[MergeContext] = []  # nobody runs in them any more, or they are abandoned
        self._alone: dict[int, Region] = {}  # states of abandoned contexts, in the loop they are still in

    # What the engine tells

    def allocated(self, state: State, object_: MemoryObject) -> None:
        self._taint.note_object(object_)

    def forked(self, state: State, child: State, condition: Term) -> None:
        member = self._members.get(state.id)
        if member is None:
            alone = self._alone.get(state.id)
            if alone is not None:
                self._alone[child.id] = alone
                return
            member = self._open(state, child, condition)
            if member is None:
                return
        context = member.context
        self._members[child.id] = context.forked(state, child, condition, not_(condition), _site(state))
        self.machine.prefer(child, True)
        if context.tree.leaf_count > self._most_states and not context.is_abandoned:
            self._refuse("more states than --max-merge")
            context.is_abandoned = True
            self._settle(context)

    def decided(self, state: State, condition: Term) -> None:
        if self._encoding != "pattern":
            return
        member = self._members.get(state.id)
        if member is not None:
            member.context.decided(state, condition, _site(state))

    def constrained(self, state: State, condition: Term) -> None:
        member = self._members.get(state.id)
        if member is not None and condition is not TRUE:
            member.leaf.constraints.append(condition)

    def entered_block(self, state: State) -> None:
        member = self._members.get(state.id)
        if member is None:
            alone = self._alone.get(state.id)
            if alone is not None and not alone.contains(state.frame):
                del self._alone[state.id]
            return
        context = member.context
        if context.region.contains(state.frame):
            if self._is_incremental:
                self._join(state, member)
            return
        self.machine.suspend(state)
        context.reached(state, state.frame.block)
        if context.running == 0:
            self._settle(context)

    def ended(self, state: State) -> None:
        self._alone.pop(state.id, None)
        member = self._members.pop(state.id, None)
        if member is None:
            return
        context = member.context
        context.lost(state)
        if context.running == 0:
            self._settle(context)

    def set_aside(self, state: State) -> None:
        """Its path will come from elsewhere: the context goes on without it."""
        member = self._members.get(state.id)
        if member is not None:
            region = member.context.region
            self.ended(state)
            self._alone[state.id] = region
            self.machine.prefer(state, False)

    def duplicated(self, state: State, twin: State) -> None:
        alone = self._alone.get(state.id)
        if alone is not None and alone.contains(twin.frame):
            self._alone[twin.id] = alone

    def between_slices(self) -> None:
        if not self._settled:
            return
        settled = self._settled
        self._settled = []
        for context in settled:
            self._close(context)

    # Incremental merging

    def _join(self, state: State, member: Member) -> None:
        """The state goes on for another that was the same at this place, if there is one."""
        context = member.context
        snapshots = context.snapshots
        if snapshots is None or context.is_abandoned or not snapshots.is_place(state):
            return
        for node in snapshots.agreeing(state):
            joined = context.tree.join(member.leaf, node)
            if joined is not None:
                member.leaf = joined.leaf
                state.path = context.path_to(joined.leaf)
                self.statistics.incremental += 1
                for other in joined.ended:
                    state.taint = state.taint | other.taint
                    self.machine.end_merged(other, state)
                break
        snapshots.keep(state, member.leaf)

    # Contexts

    def _settle(self, context: MergeContext) -> None:
        if not context.is_settled:
            context.is_settled = True
            self._settled.append(context)

    def _refuse(self, reason: str) -> None:
        self.machine.statistics.count_event(f"not merged: {reason}")

    def _open(self, state: State, child: State, condition: Term) -> Member | None:
        """A context, if this is the first size-dependent fork of a loop."""
        region = self._loops.around(state.frame)
        if region is None or not self._taint.of(state, condition):
            return None
        self.statistics.contexts += 1
        context = MergeContext(region, state, _common(state.path, child.path))
        member = context.members[state.id]
        self._members[state.id] = member
        if self._is_incremental:
            context.snapshots = Snapshots(region, self._live)
        self.machine.prefer(state, True)
        return member

    def _close(self, context: MergeContext) -> None:
        """Merges what can be merged; everybody goes on."""
        for id_, member in context.members.items():
            self._members.pop(id_, None)
            if context.is_abandoned and member.exit is None:
                self._alone[id_] = context.region
        if not context.is_abandoned:
            self._merge_groups(context)
        for leaf in context.tree.leaves():
            state = leaf.state
            if state is not None and not state.ended:
                self.machine.prefer(state, False)
                if state.waiting:
                    self.machine.resume(state)
        context.tree.take_apart()

    def _compatible(self, group: list[Node]) -> list[list[Node]]:
        """The group in parts whose states can be merged with each other."""
        parts: list[list[Node]] = []
        for leaf in group:
            assert leaf.state is not None
            reason = ""
            for part in parts:
                first = part[0].state
                assert first is not None
                reason = difference(first, leaf.state) or self._objection(first, leaf.state)
                if not reason:
                    part.append(leaf)
                    break
            else:
                parts.append([leaf])
                if reason:
                    self._refuse(reason)
        return parts

    def _objection(self, a: State, b: State) -> str:
        for hook in self.machine.hooks:
            reason = hook.objection(a, b)
            if reason:
                return reason
        return ""

    def _merge_groups(self, context: MergeContext) -> None:
        groups: list[list[Node]] = []
        for group in context.groups():
            groups += self._compatible(group)
        if self._encoding == "pattern" and self._merge_by_patterns(context, groups):
            return
        for leaves in groups:
            if len(leaves) > 1:
                plan = self._plan(context, leaves, make_encoding(self._encoding, context.tree, leaves))
                if plan is not None:
                    self._carry_out(context, plan)

    def _merge_by_patterns(self, context: MergeContext, groups: list[list[Node]]) -> bool:
        """Merges with quantifiers where the tree has patterns; False if its groups had better be merged by the tree."""
        shapes = Shapes(self._auxiliary)
        words = Words(shapes)
        if not words.tell_siblings_apart(context.tree):
            self._refuse_patterns("two sides of a branch look the same")
            return False
        plans: list[MergedState] = []
        left = self._most_patterns
        is_useful = False
        used: list[Term] = []
        for leaves in groups:
            name = f"k{self.statistics.contexts}"
            parts = pattern_groups(context.tree, leaves, words, shapes, left, name)
            if parts is None:
                self._refuse_patterns("too many patterns")
                return False
            left -= len(parts)
            for members, encoding in parts:
                plan = None if encoding is None else self._plan(context, members, encoding)
                if plan is None:
                    continue
                plans.append(plan)
                if isinstance(encoding, PatternEncoding):
                    is_useful = is_useful or encoding.is_useful
                    used.append(encoding.variable.symbol)
        if len(groups) == 1 and not is_useful:
            return False  # nothing is a function of k, and the tree may need no condition at all
        for plan in plans:
            if isinstance(plan.encoding, PatternEncoding):
                self.statistics.pattern_merges += 1
            self._carry_out(context, plan)
        self._auxiliary = self._auxiliary.union(used)
        return True

    def _refuse_patterns(self, reason: str) -> None:
        self.machine.statistics.count_event(f"not merged by patterns: {reason}")

    def _plan(self, context: MergeContext, leaves: list[Node], encoding: Encoding) -> MergedState | None:
        states = [leaf.state for leaf in leaves if leaf.state is not None]
        try:
            return MergedState(self.machine, self._live, context.root, encoding, states)
        except TooLarge:
            self._refuse("objects too large")
            return None

    def _carry_out(self, context: MergeContext, plan: MergedState) -> None:
        objection = "" if self._always else cost.objection(plan)
        if objection:
            self._refuse(objection)
            return
        if self._checks:
            self._prove(plan, context.root)
        states = plan.states
        statistics = self.statistics
        statistics.merges += 1
        statistics.states_merged += len(states)
        if plan.condition is not TRUE:
            statistics.constraint_nodes += tree_sizes([plan.condition])[0]
        statistics.value_nodes += sum(tree_sizes(plan.values()))
        plan.apply()
        states[0].forget_seeds()
        for hook in self.machine.hooks:
            hook.merged(states[0], states[1:])
        for state in states[1:]:
            self.machine.end_merged(state, states[0])

    def _prove(self, plan: MergedState, root: PathCondition) -> None:
        # Not from the tree: what was forgotten there must not be missing here too.
        suffixes = [_suffix(state.path, root) for state in plan.states]
        if MergeProof(self.machine, plan, suffixes).check():
            self.machine.statistics.count_event("merge proven")
        else:
            self.machine.statistics.count_event("merge not proven: solver gave no answer")


def _site(state: State) -> int:
    """Which branch this is."""
    instruction = state.frame.current()
    return 0 if instruction is None else instruction.assembly_line


def _suffix(path: PathCondition, root: PathCondition) -> list[Term]:
    """What a path adds to the one it extends."""
    found: list[Term] = []
    while path is not root:
        assert path.parent is not None
        found.append(path.constraint)
        path = path.parent
    return found


def _common(a: PathCondition, b: PathCondition) -> PathCondition:
    """The longest path condition that both extend."""
    while a is not b:
        if a.length > b.length:
            assert a.parent is not None
            a = a.parent
        else:
            assert b.parent is not None
            b = b.parent
    return a
