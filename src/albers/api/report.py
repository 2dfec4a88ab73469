"""What `explore` answers: the facts of summary.json as typed attributes, the inputs of every bug, and the tests."""

from __future__ import annotations

from pathlib import Path

from albers.results.account import account_text
from albers.results.ktest import KTest, read_ktest
from albers.results.outcome import Outcome
from albers.results.summary import Document, summary_document, summary_text


class Report(Outcome):
    """A finished exploration; `print(report)` gives the account a person would see on the command line."""

    @property
    def test_files(self) -> list[Path]:
        """The tests that were written, in order."""
        return sorted(self.directory.glob("test*.ktest"))

    def read_tests(self) -> list[KTest]:
        """The tests' arguments and inputs, in order."""
        return [read_ktest(path) for path in self.test_files]

    def to_dict(self) -> Document:
        """The content of summary.json."""
        return summary_document(self)

    def to_json(self) -> str:
        """The text of summary.json."""
        return summary_text(self)

    def __str__(self) -> str:
        return account_text(self)
