"""What a path demands, in the form in which questions are answered: persistent, extended in the time of what is new.

Conditions on one byte are a set of values per byte. All others are kept with the bytes that are already known put in,
in groups that share no unknown byte. Both together say exactly what the path's conditions say.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from albers.expr.byte_truth import ALL_VALUES, byte_truth, lowest_value
from albers.expr.evaluate import Assignment, evaluate
from albers.expr.leaves import leaves_of
from albers.expr.substitute import replace
from albers.expr.term import FALSE, SYMBOL, TRUE, Term, const
from albers.solver.independence import LeafGroups
from albers.solver.persistent_map import PersistentMap
from albers.solver.splitting import split

# Putting a known byte into older constraints is left undone where it would cost more than it brings.
_NODES_REWRITTEN: Final = 300
_CONSTRAINTS_REWRITTEN: Final = 40
_ZEROS: Final = Assignment({})
# Terms found to be too large for that; forgotten all at once.
_REMEMBERED: Final = 20_000
_too_large: Final[set[Term]] = set()


class _Restricted:
    """The bytes of a symbol whose values are restricted, as a list."""

    def __init__(self, leaf: Term, rest: _Restricted | None) -> None:
        self.leaf = leaf
        self.rest: _Restricted | None = rest


class PathFacts:
    def __init__(
        self, domains: PersistentMap[int], restricted: PersistentMap[_Restricted], groups: LeafGroups, fixed: i64
    ) -> None:
        self._domains = domains
        self._restricted = restricted
        self.groups = groups
        self._fixed: i64 = fixed  # how many bytes are known

    def domain(self, leaf: Term) -> int:
        """The values that the conditions on a byte alone leave it."""
        found = self._domains.get(leaf.serial)
        return ALL_VALUES if found is None else found

    def truth_of(self, condition: Term) -> i64:
        """1 or 0 if a condition on a single byte always or never holds on this path, else -1."""
        truth = byte_truth(condition)
        if truth is None:
            return -1
        assert truth.leaf is not None
        values = self.domain(truth.leaf)
        holds = values & truth.values
        if not holds:
            return 0
        return 1 if holds == values else -1

    def is_alone(self, leaf: Term) -> bool:
        """Whether the byte's domain is all there is to know about it."""
        return not self.groups.touches(leaf)

    def restricted_bytes(self, symbol: Term) -> list[Term]:
        """The bytes of a symbol whose domains are smaller than all values."""
        result: list[Term] = []
        node = self._restricted.get(symbol.serial)
        while node is not None:
            result.append(node.leaf)
            node = node.rest
        return result

    def simplified(self, condition: Term) -> Term:
        """The condition with the known bytes put in; equal to it on this path."""
        while self._fixed and condition not in _too_large:
            known: list[tuple[int, Term]] = []
            for leaf in leaves_of(condition):
                if leaf.op != SYMBOL:
                    values = self._domains.get(leaf.serial)
                    if values is not None and values & (values - 1) == 0:
                        known.append((lowest_value(values), leaf))
            # By value: terms must come into being in the same order in every run.
            replacements = {leaf: const(8, value) for value, leaf in sorted(known, key=_value_of)}
            if not replacements:
                break
            simpler = replace(condition, replacements, _NODES_REWRITTEN)
            if simpler is None:
                if len(_too_large) >= _REMEMBERED:
                    _too_large.clear()
                _too_large.add(condition)
                break
            if simpler is condition:
                break
            condition = simpler
        return condition

    def parts(self, condition: Term) -> list[Term]:
        """Simplified conditions that together equal the condition on this path; [FALSE] if it cannot hold."""
        result: list[Term] = []
        for part in split(condition):
            simpler = part if byte_truth(part) is not None else self.simplified(part)
            if simpler is FALSE:
                return [FALSE]
            if simpler is part:
                result.append(part)
            elif simpler is not TRUE:
                result.extend(split(simpler))
        return result

    def extended(self, condition: Term) -> PathFacts:
        """These facts and the condition, which must be possible; the same object if nothing is new."""
        result = self
        for part in self.parts(condition):
            result = result._with_part(part)
        return result

    def _with_part(self, part: Term) -> PathFacts:
        truth = byte_truth(part)
        if truth is None:
            if not leaves_of(part):
                # The constructors did not fold it, but it says nothing about any input.
                assert evaluate(part, _ZEROS), f"never true: {part}"
                return self
            groups = self.groups.with_constraint(part)
            return self if groups is None else PathFacts(self._domains, self._restricted, groups, self._fixed)
        leaf = truth.leaf
        assert leaf is not None
        old = self._domains.get(leaf.serial)
        values = truth.values if old is None else old & truth.values
        assert values, "a path that cannot be taken must not be continued"
        if values == ALL_VALUES or (old is not None and values == old):
            return self
        restricted = self._restricted
        if old is None:
            symbol = leaf.args[0].serial
            restricted = restricted.set(symbol, _Restricted(leaf, restricted.get(symbol)))
        domains = self._domains.set(leaf.serial, values)
        if values & (values - 1):
            return PathFacts(domains, restricted, self.groups, self._fixed)
        facts = PathFacts(domains, restricted, self.groups, self._fixed + 1)
        return facts if facts.is_alone(leaf) else facts._with_known(leaf)

    def _with_known(self, leaf: Term) -> PathFacts:
        """Puts a byte that has become known into the constraints it shares with others."""
        constraints = self.groups.constraints_about(frozenset((leaf,)))
        if len(constraints) > _CONSTRAINTS_REWRITTEN:
            return self
        rewritten: list[Term] = []
        changed = False
        for constraint in constraints:
            simpler = self.simplified(constraint)
            changed = changed or simpler is not constraint
            rewritten.append(simpler)
        if not changed:
            return self
        result = PathFacts(self._domains, self._restricted, self.groups.without(constraints), self._fixed)
        for constraint in rewritten:
            assert constraint is not FALSE, "a path that cannot be taken must not be continued"
            result = result.extended(constraint)
        return result


def _value_of(known: tuple[int, Term]) -> int:
    return known[0]


NOTHING_KNOWN: Final = PathFacts(PersistentMap(), PersistentMap(), LeafGroups.empty(), 0)
