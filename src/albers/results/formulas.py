"""A path condition as text for other solvers: SMT-LIB 2 and KLEE's KQuery.

Terms are graphs: a part used several times is defined once and named. Quantified parts are written out, which they can
be because every one is a finite conjunction.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from albers.expr.quantified import expanded, quantified_parts
from albers.expr.substitute import substitute
from albers.expr.term import CONST, EXTRACT, OP_NAMES, SELECT, SEXT, STORE, SYMBOL, TABLE, ZEXT, Term

_SMT: Final = {
    "add": "bvadd",
    "sub": "bvsub",
    "mul": "bvmul",
    "udiv": "bvudiv",
    "sdiv": "bvsdiv",
    "urem": "bvurem",
    "srem": "bvsrem",
    "shl": "bvshl",
    "lshr": "bvlshr",
    "ashr": "bvashr",
    "and": "bvand",
    "or": "bvor",
    "xor": "bvxor",
    "not": "bvnot",
    "concat": "concat",
    "select": "select",
    "store": "store",
}
_SMT_TRUTHS: Final = {"eq": "=", "ult": "bvult", "ule": "bvule", "slt": "bvslt", "sle": "bvsle"}
_KQUERY: Final = {
    **{name: name.capitalize() for name in ("add", "sub", "mul", "shl", "and", "or", "xor", "not", "concat")},
    **{name: name.capitalize() for name in ("eq", "ult", "ule", "slt", "sle")},
    "udiv": "UDiv",
    "sdiv": "SDiv",
    "urem": "URem",
    "srem": "SRem",
    "lshr": "LShr",
    "ashr": "AShr",
    "ite": "Select",
}
#: Words that mean something in one of the formats, beside KQuery's labels (N1, U1).
_RESERVED: Final = frozenset(
    "and or not xor ite let forall exists select store concat true false assert array query symbolic".split()
)
_UNSAFE: Final = re.compile(r"[^A-Za-z0-9_]")

#: Writes a node, given the text of its arguments.
_Writer = Callable[[Term, list[str]], str]


class NotExpressible(Exception):
    """The format has no words for a term."""


def smtlib(constraints: Sequence[Term]) -> str:
    """A script that is satisfiable exactly by the inputs of the path."""
    constraints = _without_quantifiers(constraints)
    arrays = _arrays(constraints)
    lines = ["(set-option :produce-models true)", "(set-logic QF_ABV)"]
    names = _array_names(arrays)
    for array in arrays:
        lines.append(f"(declare-fun {names[array]} () (Array (_ BitVec 32) (_ BitVec 8)))")
        lines += [
            f"(assert (= (select {names[array]} {_smt_bits(32, i)}) {_smt_bits(8, byte)}))" for i, byte in _bytes(array)
        ]

    def name(term: Term, text: str, number: int) -> str:
        sort = f"(_ BitVec {term.width})" if term.width else "(Array (_ BitVec 32) (_ BitVec 8))"
        lines.append(f"(define-fun ?{number} () {sort} {text})")
        return f"?{number}"

    for constraint in constraints:
        text = _written(constraint, constraints, names, _smt_node, name)
        lines.append(f"(assert (= {text} #b1))")
    return "\n".join([*lines, "(check-sat)", "(exit)"]) + "\n"


def kquery(constraints: Sequence[Term]) -> str:
    """A query of KLEE's own language: is the path impossible?"""
    constraints = _without_quantifiers(constraints)
    arrays = _arrays(constraints)
    lines: list[str] = []
    names = _array_names(arrays)
    for array in arrays:
        assert array.info is not None
        data = array.info.data
        value = "symbolic" if data is None else f"[{' '.join(str(byte) for byte in data)}]"
        lines.append(f"array {names[array]}[{array.info.size}] : w32 -> w8 = {value}")

    labels: dict[Term, str] = {}

    def name(term: Term, text: str, number: int) -> str:
        """KQuery names a part where it is first written; we must not write it before."""
        prefix = "U" if term.width == 0 else "N"
        labels[term] = f"{prefix}{number}:{text}"
        return f"{prefix}{number}"

    texts = [_written(constraint, constraints, names, _kquery_node, name) for constraint in constraints]
    body = "\n         ".join(texts)
    return "\n".join([*lines, f"(query [{_with_labels(body, labels)}]", "       false)"]) + "\n"


def _with_labels(text: str, labels: dict[Term, str]) -> str:
    """The first mention of each label replaced by its definition, definitions inside definitions too."""
    definitions = {definition.partition(":")[0]: definition for definition in labels.values()}
    seen: set[str] = set()
    parts: list[str] = []
    todo = [text]
    token = re.compile(r"\b[NU]\d+\b(?!:)|\b[NU]\d+:")
    while todo:
        piece = todo.pop()
        match = next((m for m in token.finditer(piece) if m[0] in definitions and m[0] not in seen), None)
        if match is None:
            parts.append(piece)
            continue
        seen.add(match[0])
        parts.append(piece[: match.start()] + match[0] + ":")
        todo.append(piece[match.end() :])
        todo.append(definitions[match[0]].partition(":")[2])
    return "".join(parts)


def _without_quantifiers(constraints: Sequence[Term]) -> list[Term]:
    result: list[Term] = []
    for constraint in constraints:
        parts = quantified_parts(constraint)
        result.append(substitute(constraint, {part: expanded(part) for part in parts}) if parts else constraint)
    return result


def _arrays(constraints: Sequence[Term]) -> list[Term]:
    """Every symbol and table, in order of creation."""
    found: dict[Term, None] = {}
    seen: set[Term] = set()
    stack = list(constraints)
    while stack:
        term = stack.pop()
        if term in seen:
            continue
        seen.add(term)
        if term.op == SYMBOL or term.op == TABLE:
            found[term] = None
        stack.extend(term.args)
    return sorted(found, key=lambda term: int(term.serial))


def _array_names(arrays: Sequence[Term]) -> dict[Term, str]:
    """The inputs' own names as far as the formats allow them; a second one of a name has a number."""
    names: dict[Term, str] = {}
    for array in arrays:
        assert array.info is not None
        name = _UNSAFE.sub("_", array.info.name) or "array"
        if name[0].isdigit() or name in _RESERVED or re.fullmatch(r"[NU]\d+", name):
            name = f"_{name}"
        names[array] = name if name not in names.values() else f"{name}_{array.info.serial}"
    return names


def _bytes(array: Term) -> list[tuple[int, int]]:
    assert array.info is not None
    return list(enumerate(array.info.data or b""))


def _written(
    root: Term,
    roots: Sequence[Term],
    names: dict[Term, str],
    write: _Writer,
    name: Callable[[Term, str, int], str],
) -> str:
    """The text of a term; every inner node is named, once for all roots, so that no text grows."""
    stack = [root]
    while stack:
        term = stack[-1]
        if term in names:
            stack.pop()
            continue
        pending = [arg for arg in term.args if arg not in names]
        if pending:
            stack.extend(pending)
            continue
        stack.pop()
        text = write(term, [names[arg] for arg in term.args])
        names[term] = name(term, text, len(names)) if term.args else text
    return names[root]


def _smt_bits(width: int, value: int) -> str:
    return f"(_ bv{value} {width})"


def _smt_node(term: Term, arguments: list[str]) -> str:
    operator = OP_NAMES[term.op]
    if term.op == CONST:
        return f"#b{term.value}" if term.width == 1 else _smt_bits(int(term.width), term.value)
    if operator in _SMT_TRUTHS:
        return f"(ite ({_SMT_TRUTHS[operator]} {' '.join(arguments)}) #b1 #b0)"
    if operator == "ite":
        return f"(ite (= {arguments[0]} #b1) {arguments[1]} {arguments[2]})"
    if term.op == EXTRACT:
        return f"((_ extract {term.value + term.width - 1} {term.value}) {arguments[0]})"
    if term.op == ZEXT or term.op == SEXT:
        word = "zero_extend" if term.op == ZEXT else "sign_extend"
        return f"((_ {word} {term.width - term.args[0].width}) {arguments[0]})"
    if operator not in _SMT:
        raise NotExpressible(operator)
    return f"({_SMT[operator]} {' '.join(arguments)})"


def _kquery_node(term: Term, arguments: list[str]) -> str:
    operator = OP_NAMES[term.op]
    width = f"w{term.width}"
    if term.op == CONST:
        return ("true" if term.value else "false") if term.width == 1 else f"({width} {term.value})"
    if term.op == SELECT:
        return f"(Read w8 {arguments[1]} {arguments[0]})"
    if term.op == STORE:
        return f"[{arguments[1]}={arguments[2]}] @ {arguments[0]}"
    if term.op == EXTRACT:
        return f"(Extract {width} {term.value} {arguments[0]})"
    if term.op == ZEXT or term.op == SEXT:
        return f"({'ZExt' if term.op == ZEXT else 'SExt'} {width} {arguments[0]})"
    if operator in ("eq", "ult", "ule", "slt", "sle"):
        return f"({_KQUERY[operator]} {' '.join(arguments)})"
    if operator not in _KQUERY:
        raise NotExpressible(operator)
    return f"({_KQUERY[operator]} {width} {' '.join(arguments)})"
