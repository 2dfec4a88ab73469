"""The files beside a test that a run writes on request: constraints, covered lines, decisions, a short description."""

from __future__ import annotations

from albers.engine.endings import PathEnd
from albers.results.formulas import NotExpressible, kquery, smtlib
from albers.results.path_decisions import PathDecisions
from albers.verdicts import EndKind

Companion = tuple[str, str]  # suffix, content


class CompanionFiles:
    """Makes the content; the recorder writes it. KLEE's directories have the KQuery of every error."""

    def __init__(self, wanted: frozenset[str], decisions: PathDecisions | None, kquery_of_errors: bool) -> None:
        self._wanted = wanted
        self._decisions = decisions
        self._kquery_of_errors = kquery_of_errors

    def of(self, end: PathEnd) -> list[Companion]:
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


def _or_apology(write: object, constraints: object, comment: str) -> str:
    assert callable(write)
    try:
        return str(write(constraints))
    except NotExpressible as missing:
        return f"{comment} this path's constraints use '{missing}', which this format cannot say\n"
