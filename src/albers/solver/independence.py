"""Which constraints can influence each other: those that share unknown bytes, directly or through others.

`LeafGroups` is a persistent union-find over the leaves of constraints. A leaf's entry in the map leads, by forwards,
to the group it belongs to; a group lists its constraints by age of the term (`serial`), which is reproducible and the
same for the same set of constraints whatever path collected them.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Final

from mypy_extensions import i64

from albers.expr.leaves import leaves_of
from albers.expr.term import SYMBOL, Term
from albers.solver.persistent_map import PersistentMap

_by_age: Final = attrgetter("serial")
_NOBODY: Final = -1
_LISTS_KEPT: Final = 64


class _Entry:
    """What the map holds for a leaf."""


class _Group(_Entry):
    """A constraint and the groups that it joined: adding one costs the same however many there are.

    Listing them costs their number; lists that are short enough are kept.
    """

    def __init__(self, constraint: Term, joined: list[_Group]) -> None:
        self._constraint = constraint
        self._joined = joined
        self._listed: tuple[Term, ...] | None = None
        self.size: i64 = 1
        for group in joined:
            self.size += group.size

    def constraints(self) -> tuple[Term, ...]:
        """All of them, oldest term first."""
        listed = self._listed
        if listed is None:
            listed = self._list()
            if self.size <= _LISTS_KEPT:
                self._listed = listed
        return listed

    def _list(self) -> tuple[Term, ...]:
        found: list[Term] = []
        stack: list[_Group] = [self]
        while stack:
            group = stack.pop()
            listed = group._listed
            if listed is not None:
                found.extend(listed)
            else:
                found.append(group._constraint)
                stack.extend(group._joined)
        found.sort(key=_by_age)
        return tuple(found)


class _Forward(_Entry):
    """The leaf belongs to the group of another leaf."""

    def __init__(self, leaf: i64) -> None:
        self.leaf: i64 = leaf


class _Bytes(_Entry):
    """For a symbol never read at an unknown index: the list of its bytes that occur in constraints."""

    def __init__(self, byte: i64, rest: _Bytes | None) -> None:
        self.byte: i64 = byte
        self.rest: _Bytes | None = rest


class LeafGroups:
    """The partition of a set of constraints into independent groups; immutable."""

    def __init__(self, entries: PersistentMap[_Entry], present: PersistentMap[Term]) -> None:
        self._entries = entries
        self._present = present  # the constraints, by serial

    @staticmethod
    def empty() -> LeafGroups:
        return LeafGroups(PersistentMap(), PersistentMap())

    def constraints_about(self, leaves: frozenset[Term]) -> tuple[Term, ...]:
        """All constraints of the groups that the leaves touch, oldest term first."""
        return _joined(self._groups_of(leaves))

    def with_constraint(self, constraint: Term) -> LeafGroups | None:
        """The groups after one more constraint, which must have leaves; None if it is already there."""
        if self._present.get(constraint.serial) is not None:
            return None
        leaves = leaves_of(constraint)
        groups = self._groups_of(leaves)
        merged = _Group(constraint, list(groups.values()))
        entries = self._entries
        home = _largest(groups) if groups else _oldest(leaves)
        for leaf in groups:
            if leaf != home:
                entries = entries.set(leaf, _Forward(home))
        entries = self._with_new_leaves(entries, leaves, home)
        return LeafGroups(entries.set(home, merged), self._present.set(constraint.serial, constraint))

    def touches(self, leaf: Term) -> bool:
        """Whether any constraint may depend on an unknown byte."""
        if self._entries.get(leaf.serial) is not None:
            return True
        entry = self._entries.get(leaf.args[0].serial)
        return entry is not None and not isinstance(entry, _Bytes)

    def without(self, constraints: tuple[Term, ...]) -> LeafGroups:
        """The groups without some constraints, which must be all of the groups they are in."""
        entries = self._entries
        present = self._present
        cleared: set[Term] = set()
        for constraint in constraints:
            present = present.without(constraint.serial)
            for leaf in leaves_of(constraint):
                if leaf not in cleared:
                    cleared.add(leaf)
                    entries = entries.without(leaf.serial)
        return LeafGroups(entries, present)

    def _with_new_leaves(
        self, entries: PersistentMap[_Entry], leaves: frozenset[Term], home: i64
    ) -> PersistentMap[_Entry]:
        """Makes leaves that are in no group yet belong to the group of `home`."""
        forward = _Forward(home)
        for leaf in leaves:
            if leaf.op == SYMBOL:
                entry = entries.get(leaf.serial)
                if entry is None or isinstance(entry, _Bytes):
                    # From now on every byte of the symbol, seen or not, is in this group.
                    entries = entries.set(leaf.serial, forward)
        for leaf in leaves:
            if leaf.op == SYMBOL or entries.get(leaf.serial) is not None:
                continue
            symbol = leaf.args[0].serial
            siblings = entries.get(symbol)
            if siblings is None:
                entries = entries.set(symbol, _Bytes(leaf.serial, None))
            elif isinstance(siblings, _Bytes):
                entries = entries.set(symbol, _Bytes(leaf.serial, siblings))
            else:
                continue
            entries = entries.set(leaf.serial, forward)
        return entries

    def _groups_of(self, leaves: frozenset[Term]) -> dict[int, _Group]:
        """The groups the leaves touch, each under the leaf that holds it."""
        found: dict[int, _Group] = {}
        for leaf in leaves:
            entry = self._entries.get(leaf.serial)
            if entry is None and leaf.op != SYMBOL:
                # A new byte of a symbol that was read at an unknown index belongs where the symbol does.
                entry = self._entries.get(leaf.args[0].serial)
                if entry is None or isinstance(entry, _Bytes):
                    continue
                self._follow(leaf.args[0].serial, entry, found)
            elif isinstance(entry, _Bytes):
                byte: _Bytes | None = entry
                while byte is not None:
                    of_byte = self._entries.get(byte.byte)
                    if of_byte is not None:  # else its constraints were taken out
                        self._follow(byte.byte, of_byte, found)
                    byte = byte.rest
            elif entry is not None:
                self._follow(leaf.serial, entry, found)
        return found

    def _follow(self, leaf: i64, entry: _Entry, found: dict[int, _Group]) -> None:
        while isinstance(entry, _Forward):
            leaf = entry.leaf
            target = self._entries.get(leaf)
            assert target is not None
            entry = target
        assert isinstance(entry, _Group)
        found[leaf] = entry


def _joined(groups: dict[int, _Group]) -> tuple[Term, ...]:
    if not groups:
        return ()
    if len(groups) == 1:
        for only in groups.values():
            return only.constraints()
    everything: list[Term] = []
    for group in groups.values():
        everything.extend(group.constraints())
    everything.sort(key=_by_age)
    return tuple(everything)


def _largest(groups: dict[int, _Group]) -> i64:
    """The leaf that holds the largest group: forwarding the smaller ones keeps the forwards short."""
    best: i64 = _NOBODY
    best_size: i64 = 0
    for leaf, group in groups.items():
        size = group.size
        if size > best_size or (size == best_size and leaf < best):
            best = leaf
            best_size = size
    return best


def _oldest(leaves: frozenset[Term]) -> i64:
    best: i64 = _NOBODY
    for leaf in leaves:
        if best == _NOBODY or leaf.serial < best:
            best = leaf.serial
    return best
