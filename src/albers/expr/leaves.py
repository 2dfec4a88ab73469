"""Which unknown bytes a term depends on.

A leaf is a `select(symbol, constant)` term, one unknown byte, or a SYMBOL itself where a read at an unknown index
may touch any of its bytes. The variable of a quantified term is no unknown, but an index with it is an unknown index.
"""

from __future__ import annotations

from typing import Final

from albers.expr.term import CONST, SELECT, SYMBOL, Term

_NONE: Final[frozenset[Term]] = frozenset()

# Larger sets are kept only at the terms that were asked about: a sum of n bytes would otherwise hold n*n/2 entries.
_KEEP_BELOW: Final = 64


def leaves_of(root: Term) -> frozenset[Term]:
    """The set of leaves, remembered in the term."""
    known = root.leaves
    if known is not None:
        return known
    scratch: dict[Term, frozenset[Term]] = {}
    stack: list[Term] = [root]
    while stack:
        term = stack[-1]
        if term.leaves is not None or term in scratch:
            stack.pop()
            continue
        if not term.args:
            term.leaves = frozenset((term,)) if term.op == SYMBOL else _NONE
            stack.pop()
            continue
        if term.op == SELECT and term.args[0].op == SYMBOL and term.args[1].op == CONST:
            term.leaves = frozenset((term,))
            stack.pop()
            continue
        pending = False
        for arg in term.args:
            if arg.leaves is None and arg not in scratch:
                stack.append(arg)
                pending = True
        if pending:
            continue
        stack.pop()
        found = _union(term, scratch)
        if len(found) < _KEEP_BELOW:
            term.leaves = found
        else:
            scratch[term] = found
    result = root.leaves
    if result is None:
        result = scratch[root]
        root.leaves = result
    return result


def _union(term: Term, scratch: dict[Term, frozenset[Term]]) -> frozenset[Term]:
    result = _NONE
    for arg in term.args:
        leaves = arg.leaves
        if leaves is None:
            leaves = scratch[arg]
        if not result:
            result = leaves
        elif leaves is not result and not leaves <= result:
            result = leaves if result <= leaves else result | leaves
    return result
