"""The execution tree of the live states, for the random-path searcher.

A fork turns the leaf of the forked state into an inner node with two leaves. When a state ends, its sibling takes the
place of their common parent, so that every inner node keeps two children and the tree never holds more than twice as
many nodes as there are states. Trees can be as deep as there are states: nothing here recurses.
"""

from __future__ import annotations

import random
from typing import Final

from mypy_extensions import i64

from albers.engine.state import State

_WORD_BITS: Final = 60


class _Node:
    """A leaf holds a state, an inner node two children."""

    def __init__(self, parent: _Node | None, state: State | None) -> None:
        self.parent = parent
        self.state = state
        self.left: _Node | None = None
        self.right: _Node | None = None


class RandomBits:
    """Coin tosses, drawn from the generator a word at a time."""

    def __init__(self, generator: random.Random) -> None:
        self._generator = generator
        self._word: i64 = 0
        self._remaining: i64 = 0

    def toss(self) -> bool:
        if self._remaining == 0:
            self._word = self._generator.getrandbits(_WORD_BITS)
            self._remaining = _WORD_BITS
        bit = self._word & 1
        self._word >>= 1
        self._remaining -= 1
        return bit != 0


class ExecutionTree:
    """Grows by forks, shrinks by ends. A walk from the root tosses a coin at every inner node."""

    def __init__(self, generator: random.Random) -> None:
        self._bits = RandomBits(generator)
        self._root: _Node | None = None
        self._leaves: dict[int, _Node] = {}

    def __len__(self) -> int:
        return len(self._leaves)

    def add(self, state: State) -> None:
        """Splits the leaf of the state's parent.

        A state whose parent is not here (it ended, or the state was set aside and comes back) splits the leaf that a
        walk finds: put under the root instead, it would get half of all walks.
        """
        if self._root is None:
            self._root = _Node(None, state)
            self._leaves[state.id] = self._root
            return
        leaf = self._leaves.get(state.parent_id)
        if leaf is None:
            leaf = self._walk()
        self._split(leaf, state)

    def remove(self, state: State) -> None:
        leaf = self._leaves.pop(state.id)
        parent = leaf.parent
        leaf.parent = None
        leaf.state = None
        if parent is None:
            self._root = None
            return
        sibling = parent.right if parent.left is leaf else parent.left
        assert sibling is not None
        above = parent.parent
        sibling.parent = above
        if above is None:
            self._root = sibling
        elif above.left is parent:
            above.left = sibling
        else:
            above.right = sibling
        # Cut every reference: nodes form cycles, and the cyclic collector may be off.
        parent.parent = None
        parent.left = None
        parent.right = None

    def walk(self) -> State:
        """The state at the end of a random path; a leaf at depth d has probability 0.5**d."""
        state = self._walk().state
        assert state is not None
        return state

    def _walk(self) -> _Node:
        node = self._root
        assert node is not None, "a walk needs a state"
        while node.state is None:
            child = node.right if self._bits.toss() else node.left
            assert child is not None
            node = child
        return node

    def _split(self, leaf: _Node, state: State) -> None:
        """The leaf becomes an inner node over its own state and the new one."""
        forked = leaf.state
        assert forked is not None
        left = _Node(leaf, forked)
        right = _Node(leaf, state)
        leaf.left = left
        leaf.right = right
        leaf.state = None
        self._leaves[forked.id] = left
        self._leaves[state.id] = right
