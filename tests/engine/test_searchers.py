"""Searchers: the order they promise, the probabilities they promise, the same choices for the same seed."""

from __future__ import annotations

import random
import time
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from albers.engine.distance import Distances
from albers.engine.execution_tree import ExecutionTree
from albers.engine.searchers import Searcher, WeightedRandom, make_searcher
from albers.engine.state import State
from albers.engine.state_weights import CallPathWeight, CoverNewWeight, DepthWeight, DistanceWeight
from albers.engine.sum_tree import SumTree
from albers.errors import UserError
from albers.options import SearchOptions
from tests.engine.hand_lowered import TINY, Program, make_state

NAMES = ("dfs", "bfs", "random-state", "random-path", "covnew", "md2u", "depth", "icnt", "cpicnt", "qc")

CALLS = """
define i32 @main(i1 %c) {
entry:
  %a = call i32 @work(i1 %c)
  br label %after

after:
  %b = call i32 @work(i1 %c)
  ret i32 %b
}

define i32 @work(i1 %c) {
entry:
  br i1 %c, label %left, label %right

left:
  %a = add i32 1, 2
  %b = call i32 @work(i1 %c)
  ret i32 %b

right:
  ret i32 2
}
"""


def searcher_for(*names: str, seed: int = 1, program: Program | None = None) -> Searcher:
    program = program or Program(TINY)
    distances = Distances(program.codes, program.variables)
    return make_searcher(SearchOptions(search=names, seed=seed), distances)


class Forks:
    """Forks and ends states on demand, and tells the searcher."""

    def __init__(self, searcher: Searcher, program: Program | None = None) -> None:
        self.searcher = searcher
        self.program = program or Program(TINY)
        self.next_id = 1
        self.alive: dict[int, State] = {}
        self.root = self._new(-1)
        searcher.update(None, [self.root], [])

    def _new(self, parent_id: int) -> State:
        name = next(iter(self.program.codes))
        state = make_state(self.next_id, parent_id, self.program.frame(name, "entry"))
        self.next_id += 1
        self.alive[state.id] = state
        return state

    def fork(self, state: State, count: int = 1) -> list[State]:
        children = [self._new(state.id) for _ in range(count)]
        state.depth += count
        for child in children:
            child.depth = state.depth
            child.instructions = state.instructions
        self.searcher.update(state, children, [])
        return children

    def end(self, state: State) -> None:
        del self.alive[state.id]
        self.searcher.update(state, [], [state])


# The order of searchers without chance


def test_depth_first_continues_with_the_child_and_comes_back_when_it_ends() -> None:
    searcher = searcher_for("dfs")
    forks = Forks(searcher)
    (child,) = forks.fork(forks.root)
    (grandchild,) = forks.fork(child)
    order = []
    while not searcher.is_empty():
        order.append(searcher.select())
        forks.end(order[-1])
    assert order == [grandchild, child, forks.root]


def test_breadth_first_takes_the_state_that_forked_longest_ago() -> None:
    searcher = searcher_for("bfs")
    forks = Forks(searcher)
    order = []
    for _ in range(7):
        state = searcher.select()
        order.append(state.id)
        forks.fork(state)
    # Each level is finished before the next: 1; 1 2; 1 3 2 4.
    assert order == [1, 1, 2, 1, 3, 2, 4]


def test_breadth_first_stays_with_a_state_that_does_not_fork() -> None:
    searcher = searcher_for("bfs")
    forks = Forks(searcher)
    forks.fork(forks.root)
    first = searcher.select()
    searcher.update(first, [], [])
    assert searcher.select() is first


# What all searchers have in common


@pytest.mark.parametrize("names", [*[(name,) for name in NAMES], (), NAMES])
def test_every_searcher_selects_only_live_states_and_reaches_them_all(names: tuple[str, ...]) -> None:
    program = Program(CALLS)
    program.cover("main", "entry")
    searcher = searcher_for(*names, program=program)
    forks = Forks(searcher, program)
    choose = random.Random(5)
    ended = 0
    for _ in range(400):
        state = searcher.select()
        assert forks.alive[state.id] is state
        state.instructions += 7
        if choose.random() < 0.5:
            forks.fork(state, choose.randint(1, 3))
        elif len(forks.alive) > 1:
            forks.end(state)
            ended += 1
    while forks.alive:
        forks.end(searcher.select())
        ended += 1
    assert searcher.is_empty()
    assert ended == forks.next_id - 1


@pytest.mark.parametrize("name", NAMES)
def test_a_state_may_be_forked_and_end_in_the_same_slice(name: str) -> None:
    searcher = searcher_for(name)
    root = make_state(1)
    searcher.update(None, [root], [])
    child, grandchild = make_state(2, 1), make_state(3, 2)
    searcher.update(root, [child, grandchild], [child, root])
    assert searcher.select() is grandchild
    searcher.update(grandchild, [], [grandchild])
    assert searcher.is_empty()


@pytest.mark.parametrize("name", NAMES)
def test_a_state_set_aside_can_come_back(name: str) -> None:
    searcher = searcher_for(name)
    forks = Forks(searcher)
    (child,) = forks.fork(forks.root)
    (grandchild,) = forks.fork(child)
    searcher.update(grandchild, [], [grandchild])
    forks.end(child)
    searcher.update(forks.root, [grandchild], [])
    seen = {searcher.select().id for _ in range(200)}
    assert seen <= {forks.root.id, grandchild.id}
    forks.end(forks.root)
    assert searcher.select() is grandchild


def choices(names: tuple[str, ...], seed: int) -> list[int]:
    program = Program(CALLS)
    program.cover("main", "entry")
    searcher = searcher_for(*names, seed=seed, program=program)
    forks = Forks(searcher, program)
    result = []
    for step in range(300):
        state = searcher.select()
        result.append(state.id)
        state.instructions += 3 * step
        state.since_new_cover += 500
        if step % 3 == 2 and len(forks.alive) > 1:
            forks.end(state)
        else:
            forks.fork(state)
    return result


@pytest.mark.parametrize("names", [*[(name,) for name in NAMES], (), ("bfs", "icnt", "random-state")])
def test_the_same_seed_gives_the_same_choices(names: tuple[str, ...]) -> None:
    assert choices(names, 1) == choices(names, 1)


@pytest.mark.parametrize("names", [("random-state",), ("random-path",), ("covnew",), ()])
def test_another_seed_gives_other_choices(names: tuple[str, ...]) -> None:
    assert choices(names, 1) != choices(names, 2)


def test_without_a_search_option_random_path_and_covnew_take_turns() -> None:
    assert choices((), 1) == choices(("random-path", "covnew"), 1)


def test_an_unknown_searcher_is_refused_with_the_names_to_choose_from() -> None:
    with pytest.raises(UserError, match=r"covnew.*qc"):
        searcher_for("best")


def test_interleaved_searchers_take_turns() -> None:
    searcher = searcher_for("dfs", "bfs", "dfs")
    forks = Forks(searcher)
    forks.fork(forks.root)
    turns = [searcher.select().id for _ in range(300)]
    assert turns == [2, 1, 2] * 100


# Random path


def brute_force_probabilities(forks: list[tuple[int, int]], alive: set[int]) -> dict[int, float]:
    """0.5 ** (forks passed that still have live states on both sides) for every live state."""
    children: dict[str, tuple[str, str]] = {}
    leaf = {1: "r"}
    for parent, child in forks:
        node = leaf[parent]
        children[node] = (node + "0", node + "1")
        leaf[parent], leaf[child] = children[node]
    result: dict[int, float] = {}
    paths = {id_: leaf[id_] for id_ in alive}
    for id_, path in paths.items():
        probability = 1.0
        for length in range(1, len(path)):
            other = path[:length] + ("1" if path[length] == "0" else "0")
            if any(each.startswith(other) for each in paths.values()):
                probability /= 2
        result[id_] = probability
    return result


@settings(max_examples=10, deadline=None, derandomize=True)  # a statistical test must not depend on luck
@given(st.integers(0, 2**32))
def test_a_walk_ends_at_a_leaf_with_one_half_to_the_power_of_its_depth(seed: int) -> None:
    choose = random.Random(seed)
    tree = ExecutionTree(random.Random(seed))
    states = {1: make_state(1)}
    tree.add(states[1])
    forks: list[tuple[int, int]] = []
    alive = [1]
    for child in range(2, 14):
        parent = choose.choice(alive)
        states[child] = make_state(child, parent)
        tree.add(states[child])
        forks.append((parent, child))
        alive.append(child)
        if choose.random() < 0.35:
            dead = choose.choice(alive)
            alive.remove(dead)
            tree.remove(states[dead])
    expected = brute_force_probabilities(forks, set(alive))
    walks = 4_000
    found = Counter(tree.walk().id for _ in range(walks))
    assert set(found) <= set(alive)
    for id_, probability in expected.items():
        tolerance = 5 * (probability * (1 - probability) / walks) ** 0.5
        assert abs(found[id_] / walks - probability) <= tolerance


def test_ended_states_leave_nothing_in_the_tree() -> None:
    tree = ExecutionTree(random.Random(1))
    root = make_state(1)
    tree.add(root)
    for id_ in range(2, 5_000):
        child = make_state(id_, 1, root.frame)
        tree.add(child)
        tree.remove(child)
    assert len(tree) == 1
    started = time.perf_counter()
    assert all(tree.walk() is root for _ in range(1_000))
    assert time.perf_counter() - started < 0.1


def test_a_tree_as_deep_as_it_is_large_needs_no_recursion() -> None:
    tree = ExecutionTree(random.Random(1))
    root = make_state(0)
    tree.add(root)
    states = [root]
    for id_ in range(1, 50_000):
        states.append(make_state(id_, id_ - 1, root.frame))
        tree.add(states[-1])
    assert tree.walk() in states
    for state in reversed(states):
        tree.remove(state)
    assert len(tree) == 0


# The sum tree


@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 99), st.integers(0, 8))), st.integers(0, 2**32))
def test_the_sum_tree_agrees_with_a_linear_scan(steps: list[tuple[int, int, int]], seed: int) -> None:
    tree = SumTree()
    weights: list[float] = []
    for action, position, weight in steps:
        if action <= 1 or not weights:
            tree.append(float(weight))
            weights.append(float(weight))
        elif action == 2:
            tree.set(position % len(weights), float(weight))
            weights[position % len(weights)] = float(weight)
        else:
            tree.pop()
            weights.pop()
    assert len(tree) == len(weights)
    assert tree.total() == sum(weights)
    assert [tree.weight(slot) for slot in range(len(weights))] == weights
    choose = random.Random(seed)
    points = [float(point) for point in range(int(sum(weights)))]
    for point in points + [choose.random() * sum(weights) for _ in points]:
        assert tree.find(point) == linear_find(weights, point)


def linear_find(weights: list[float], point: float) -> int:
    for slot, weight in enumerate(weights):
        if point < weight:
            return slot
        point -= weight
    raise AssertionError("beyond the sum")


@settings(max_examples=100, deadline=None)
@given(st.lists(st.floats(0, 1e6), min_size=1).filter(any))
def test_rounding_never_selects_a_slot_without_weight(weights: list[float]) -> None:
    tree = SumTree()
    for weight in weights:
        tree.append(weight)
    for point in (0.0, tree.total() * (1 - 2**-53), tree.total(), sum(weights)):
        assert weights[tree.find(point)] > 0.0


# The weights


def test_states_are_selected_in_proportion_to_their_weight() -> None:
    searcher = WeightedRandom(DepthWeight(), random.Random(3))
    states = [make_state(id_) for id_ in range(1, 6)]
    for state in states:
        state.depth = state.id
    searcher.update(None, states, [])
    searcher.update(None, [], [states[1]])
    draws = 10_000
    found = Counter(searcher.select().id for _ in range(draws))
    for id_ in (1, 3, 4, 5):
        assert abs(found[id_] / draws - id_ / 13) < 0.02
    assert found[2] == 0


def test_states_that_all_weigh_nothing_are_still_selected() -> None:
    searcher = searcher_for("depth")
    states = [make_state(id_) for id_ in range(1, 4)]
    searcher.update(None, states, [])
    assert {searcher.select().id for _ in range(100)} == {1, 2, 3}


def test_a_state_is_weighed_again_after_it_ran() -> None:
    searcher = searcher_for("qc")
    slow, quick = make_state(1), make_state(2)
    searcher.update(None, [slow, quick], [])
    slow.query_seconds = 1_000_000.0
    searcher.update(slow, [], [])
    assert Counter(searcher.select().id for _ in range(200)) == {2: 200}


def weight_of(name: str, state: State, program: Program) -> float:
    searcher = searcher_for(name, program=program)
    assert isinstance(searcher, WeightedRandom)
    return searcher._weight.of(state)


def test_weights_are_those_of_klee() -> None:
    program = Program(CALLS)
    program.cover("main", "entry")
    program.cover("work", "entry")
    frame = program.frame("work", "entry")  # one branch before left and right, both uncovered
    state = make_state(1, frame=frame)
    state.depth = 7
    assert weight_of("depth", state, program) == 7.0
    assert weight_of("md2u", state, program) == (1 / 2) ** 2
    state.since_new_cover = 900
    assert weight_of("covnew", state, program) == 1.0 + (1 / 2) ** 2
    state.since_new_cover = 1_004
    assert weight_of("covnew", state, program) == (1 / 4) ** 2 + (1 / 2) ** 2
    assert weight_of("icnt", state, program) == 1.0
    frame.block.visits = 5
    assert weight_of("icnt", state, program) == (1 / 5) ** 2
    assert weight_of("qc", state, program) == 1.0
    state.query_seconds = 0.09
    assert weight_of("qc", state, program) == 1.0
    state.query_seconds = 4.0
    assert weight_of("qc", state, program) == 0.25


def test_a_state_with_nothing_new_in_reach_counts_as_ten_thousand_away() -> None:
    program = Program(TINY)
    program.cover("main")
    state = make_state(1, frame=program.frame("main", "entry"))
    assert DistanceWeight(Distances(program.codes, program.variables)).of(state) == (1 / 10_000) ** 2
    state.since_new_cover = 1_010
    weight = CoverNewWeight(Distances(program.codes, program.variables)).of(state)
    assert weight == pytest.approx((1 / 10_000) ** 2 + (1 / 10) ** 2)


def test_call_path_counts_tell_callers_apart_and_fold_recursion() -> None:
    program = Program(CALLS)
    bottom = program.frame("main", "entry", 1)
    once = make_state(1, frame=program.frame("work", "left", caller=bottom))
    twice = make_state(2, frame=program.frame("work", "left", caller=program.frame("work", "left", 2, bottom)))
    alone = make_state(3, frame=program.frame("work", "left"))
    elsewhere = make_state(4, frame=program.frame("work", "right", caller=bottom))
    weight = CallPathWeight()
    for state in (once, twice, alone, elsewhere):
        weight.started(state)
    once.instructions = 40
    weight.ran(once)
    assert [weight.of(each) for each in (once, twice, alone, elsewhere)] == [1 / 40, 1 / 40, 1.0, 1.0]
    once.instructions = 50
    weight.ran(once)
    assert weight.of(once) == 1 / 50


def test_waiting_states_lose_weight_when_others_cover_what_they_were_close_to() -> None:
    program = Program(CALLS)
    program.cover("main")
    program.cover("work", "entry", "right")
    searcher = searcher_for("md2u", program=program)
    close = [make_state(id_, frame=program.frame("work", "left")) for id_ in range(1, 11)]
    runner = make_state(11, frame=program.frame("work", "right"))
    searcher.update(None, [*close, runner], [])
    assert Counter(searcher.select().id for _ in range(1_000))[11] == 0
    program.cover("work")
    for _ in range(11):
        searcher.update(runner, [], [])
    assert Counter(searcher.select().id for _ in range(1_000))[11] > 40


# Speed


def many_states(program: Program, count: int) -> list[State]:
    """A balanced tree of forks."""
    first = make_state(0, frame=program.frame("main", "entry"))
    states = [State(id_, first.frame, first.memory, first.path, first.witness) for id_ in range(count)]
    for state in states:
        state.parent_id = state.id // 2 if state.id else -1
        state.depth = state.id.bit_length()
    return states


def test_a_hundred_thousand_states_are_handled_quickly() -> None:
    program = Program(CALLS)
    program.cover("main", "entry")
    rounds = 1_000
    states = many_states(program, 100_000 + rounds)
    waiting, children = states[:-rounds], states[-rounds:]
    # The other weights are read like that of depth.
    for names in [("dfs",), ("bfs",), ("random-state",), ("depth",), ()]:
        searcher = searcher_for(*names, program=program)
        searcher.update(None, waiting, [])
        started = time.perf_counter()
        for step, child in enumerate(children):
            state = searcher.select()
            child.parent_id = state.id
            searcher.update(state, [child], [state] if step % 2 else [])
        assert (time.perf_counter() - started) / rounds < 0.0005, names
