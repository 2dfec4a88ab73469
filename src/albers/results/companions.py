"""The files beside a test that a run writes on request: constraints, covered lines, decisions, a short description."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from albers.engine.endings import Ending, PathEnd
from albers.expr.term import Term
from albers.results.formulas import NotExpressible, kquery, smtlib
from albers.results.path_decisions import PathDecisions
from albers.results.test_comp import DIRECTORY, Property, case_xml
from albers.verdicts import EndKind

Companion = tuple[str, str]  # name of the file, content


class CompanionFiles:
    """Makes the content; the recorder writes it. KLEE's directories have the KQuery of every error."""

    def __init__(
        self,
        wanted: frozenset[str],
        decisions: PathDecisions | None,
        kquery_of_errors: bool,
        suite: Property | None = None,
    ) -> None:
        self._wanted = wanted
        self._decisions = decisions
        self._kquery_of_errors = kquery_of_errors
        self._suite = suite  # what a Test-Comp suite is written for, if one is wanted

    def of(self, test: str, end: PathEnd) -> list[Companion]:
        """The files of a test."""
        files = [(f"{test}.{suffix}", content) for suffix, content in self._texts(end)]
        if "xml" in self._wanted:
            files.append((f"{test}.xml", case_xml(end.inputs)))
        if self._suite is not None:
            case = case_xml(end.inputs, reaches(self._suite, end.ending))
            files.append((f"{DIRECTORY}/{test}.xml", case))
        return files

    def _texts(self, end: PathEnd) -> list[Companion]:
        wanted = self._wanted
        files: list[Companion] = []
        constraints = end.path.constraints() if end.path is not None else []
        is_error = end.ending.kind is EndKind.ERROR
        if "kquery" in wanted or (is_error and self._kquery_of_errors):
            files.append(("kquery", _or_apology(kquery, constraints, "#")))
        if "smt2" in wanted:
            files.append(("smt2", _or_apology(smtlib, constraints, ";")))
        if "cov" in wanted:
            files.append(("cov", "".join(f"{file}:{line}\n" for file, line in end.new_lines)))
        if self._decisions is not None:
            decisions, symbolic = self._decisions.decisions_of(end.state_id)
            for suffix, taken in (("path", decisions), ("sym.path", symbolic)):
                if suffix in wanted:
                    files.append((suffix, "".join(f"{decision}\n" for decision in taken)))
        if "info" in wanted:
            files.append(("info", f"Instructions: {end.instructions}\nDepth: {end.depth}\n"))
        return files


def reaches(suite: Property, ending: Ending) -> bool:
    """Whether a path ends in the call that the suite shall reach."""
    name = suite.error_function
    return bool(name) and ending.error is not None and f" {name}() is called" in ending.error.message


def _or_apology(write: Callable[[Sequence[Term]], str], constraints: Sequence[Term], comment: str) -> str:
    try:
        return write(constraints)
    except NotExpressible as missing:
        return f"{comment} this path's constraints use '{missing}', which this format cannot say\n"
