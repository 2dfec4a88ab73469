"""Terms as text, for people: nested prefix form, shared parts named once.

A term is a graph whose tree can be exponentially larger; a node used twice is printed as `$n` after its first use.
"""

from __future__ import annotations

from albers.expr.float_operations import float_text
from albers.expr.term import CONST, EXTRACT, FLOAT, OP_NAMES, SELECT, SEXT, SYMBOL, TABLE, ZEXT, Term


def to_text(root: Term, limit: int = 4000) -> str:
    """At most about `limit` characters."""
    uses: dict[Term, int] = {}
    stack = [root]
    while stack:
        term = stack.pop()
        uses[term] = uses.get(term, 0) + 1
        if uses[term] == 1:
            stack.extend(term.args)
    names: dict[Term, str] = {}
    parts: list[str] = []
    length = 0
    # What is still to be written, last first: terms and literal text.
    todo: list[Term | str] = [root]
    while todo:
        item = todo.pop()
        if isinstance(item, str):
            piece = item
        elif item in names:
            piece = names[item]
        else:
            piece, inner = _open(item)
            if inner:
                if uses[item] > 1:
                    names[item] = f"${len(names)}"
                    piece = f"{names[item]}:{piece}"
                todo.append(")")
                for arg in reversed(inner):
                    todo.append(arg)
                    todo.append(" ")
        parts.append(piece)
        length += len(piece)
        if length > limit:
            parts.append("…")
            break
    return "".join(parts)


def _open(term: Term) -> tuple[str, list[Term]]:
    """The text that starts a node, and the arguments to print after it (none: the text is all)."""
    if term.op == CONST:
        return (str(term.value) if term.width > 1 else ("true" if term.value else "false")), []
    if term.op in (SYMBOL, TABLE):
        info = term.info
        assert info is not None
        return info.name, []
    if term.op == SELECT and term.args[0].op == SYMBOL and term.args[1].op == CONST:
        info = term.args[0].info
        assert info is not None
        return f"{info.name}[{term.args[1].value}]", []
    if term.op == EXTRACT:
        return f"(extract {term.value + term.width - 1}..{term.value}", list(term.args)
    if term.op in (ZEXT, SEXT):
        return f"({OP_NAMES[term.op]} {term.width}", list(term.args)
    if term.op == FLOAT:
        return f"({float_text(term.value)}", list(term.args)
    return f"({OP_NAMES[term.op]}", list(term.args)
