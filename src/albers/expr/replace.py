"""Unknown bytes of a term replaced, and everything above them built anew by the simplifying constructors."""

from __future__ import annotations

from mypy_extensions import i64

from albers.expr.substitute import rebuilt
from albers.expr.term import FORALL, Term


def replace(root: Term, replacements: dict[Term, Term], most_nodes: i64 = 1 << 40) -> Term | None:
    """The term with unknown bytes replaced by other terms of their width; None if it has too many nodes for that.

    Nothing is replaced inside what replaces, nor inside quantified terms.
    """
    done: dict[Term, Term] = dict(replacements)
    stack: list[Term] = [root]
    while stack:
        term = stack[-1]
        if term in done:
            stack.pop()
            continue
        leaves = term.leaves
        if not term.args or term.op == FORALL or (leaves is not None and leaves.isdisjoint(replacements)):
            done[term] = term
            stack.pop()
            continue
        pending = False
        for arg in term.args:
            if arg not in done:
                stack.append(arg)
                pending = True
        if pending:
            continue
        stack.pop()
        args = [done[arg] for arg in term.args]
        done[term] = term if _same(args, term.args) else rebuilt(term, args)
        most_nodes -= 1
        if most_nodes < 0:
            return None
    return done[root]


def _same(args: list[Term], others: tuple[Term, ...]) -> bool:
    for i in range(len(args)):  # noqa: SIM110 (a loop compiles better)
        if args[i] is not others[i]:
            return False
    return True
