"""Which branch conditions depend on the size of an object of symbolic size (FSE'21, section 3.2.3).

That is a condition over the unknown bytes that a size was built from, and one over the bytes of such an object: a loop
over a string ends where its terminator is, whoever put it there.
"""

from __future__ import annotations

from albers.engine.state import State, SymbolicInput
from albers.expr.leaves import leaves_of
from albers.expr.term import SYMBOL, Term
from albers.memory.objects import MemoryObject


class SizeTaint:
    """Answers for all states of an exploration."""

    def __init__(self) -> None:
        self._objects: list[MemoryObject] = []
        self._known_objects: set[int] = set()
        self._taint: frozenset[Term] = frozenset()
        self._inputs: tuple[SymbolicInput, ...] = ()
        self._symbols: set[Term] = set()  # those any tainted byte is of
        self._sized: set[Term] = set()  # those of symbolic size

    def note_object(self, object_: MemoryObject) -> None:
        if object_.size_term is not None and int(object_.id) not in self._known_objects:
            self._known_objects.add(int(object_.id))
            self._objects.append(object_)

    def of(self, state: State, condition: Term) -> bool:
        if not state.taint:
            return False
        leaves = leaves_of(condition)
        self._look_at(state)
        for leaf in leaves:
            if leaf in state.taint:
                return True
            if leaf.op == SYMBOL:
                if leaf in self._symbols or leaf in self._sized:
                    return True
            elif leaf.args[0] in state.taint or leaf.args[0] in self._sized:
                return True
        return self._is_in_sized_object(state, leaves)

    def _look_at(self, state: State) -> None:
        if state.taint is not self._taint:
            self._taint = state.taint
            self._symbols = {leaf if leaf.op == SYMBOL else leaf.args[0] for leaf in state.taint}
        if state.inputs is not self._inputs:
            self._inputs = state.inputs
            self._sized = {each.symbol for each in state.inputs if isinstance(each.size, Term)}

    def _is_in_sized_object(self, state: State, leaves: frozenset[Term]) -> bool:
        """Whether an object of symbolic size holds one of the bytes, copied there from elsewhere."""
        for object_ in self._objects:
            contents = state.memory.find(object_)
            if contents is None or not contents.alive:
                continue
            if contents.array is not None and not leaves.isdisjoint(leaves_of(contents.array)):
                return True
            for byte in contents.symbolic.values():
                if not leaves.isdisjoint(leaves_of(byte)):
                    return True
        return False
