"""A list of weights that knows its sum and finds a weight by a point in the sum, both in logarithmic time.

A complete binary tree in an array: the weights are the leaves, an inner node is the sum of its two children. Sums are
recomputed from below, never adjusted by differences, so that rounding errors cannot pile up and equal weights give
equal trees whatever happened before.
"""

from __future__ import annotations

from mypy_extensions import i64


class SumTree:
    """Slots 0, 1, ... hold weights of at least 0. The root is node 1, the children of node n are 2n and 2n + 1."""

    def __init__(self) -> None:
        self._sums: list[float] = [0.0, 0.0]
        self._capacity: i64 = 1
        self._length: i64 = 0

    def __len__(self) -> int:
        return int(self._length)

    def total(self) -> float:
        return self._sums[1]

    def weight(self, slot: i64) -> float:
        assert 0 <= slot < self._length
        return self._sums[self._capacity + slot]

    def append(self, weight: float) -> None:
        """Adds a slot at the end."""
        if self._length == self._capacity:
            self._grow()
        self._length += 1
        self.set(self._length - 1, weight)

    def pop(self) -> None:
        """Drops the last slot."""
        self.set(self._length - 1, 0.0)
        self._length -= 1

    def set(self, slot: i64, weight: float) -> None:
        assert 0 <= slot < self._length and weight >= 0.0
        sums = self._sums
        node = self._capacity + slot
        sums[node] = weight
        node >>= 1
        while node >= 1:
            sums[node] = sums[2 * node] + sums[2 * node + 1]
            node >>= 1

    def find(self, point: float) -> i64:
        """The slot in which `point` lies if the weights are laid end to end; the total must not be 0.

        Never a slot of weight 0, even if rounding puts the point at the very end.
        """
        assert self._sums[1] > 0.0
        sums = self._sums
        node: i64 = 1
        while node < self._capacity:
            node *= 2
            left = sums[node]
            if point >= left and sums[node + 1] > 0.0:
                point -= left
                node += 1
        return node - self._capacity

    def _grow(self) -> None:
        leaves = self._sums[self._capacity :]
        self._capacity *= 2
        sums = [0.0] * int(self._capacity)
        sums.extend(leaves)
        sums.extend([0.0] * (int(self._capacity) - len(leaves)))
        node = self._capacity - 1
        while node >= 1:
            sums[node] = sums[2 * node] + sums[2 * node + 1]
            node -= 1
        self._sums = sums
