"""What merging did in one exploration, for the summary and the benchmarks."""

from __future__ import annotations

from albers.expr.term import Term


class MergingStatistics:
    """Sizes of formulas are those of trees, shared parts counted as often as they occur, as in the papers."""

    def __init__(self) -> None:
        self.contexts = 0
        self.merges = 0
        self.states_merged = 0
        self.pattern_merges = 0
        self.incremental = 0
        self.constraint_nodes = 0
        self.value_nodes = 0


def tree_sizes(terms: list[Term]) -> list[int]:
    """How many nodes each term has when written out as a tree."""
    known: dict[Term, int] = {}
    for root in terms:
        stack = [root]
        while stack:
            term = stack[-1]
            if term in known:
                stack.pop()
                continue
            pending = [arg for arg in term.args if arg not in known]
            if pending:
                stack += pending
                continue
            stack.pop()
            known[term] = 1 + sum([known[arg] for arg in term.args])
    return [known[term] for term in terms]
