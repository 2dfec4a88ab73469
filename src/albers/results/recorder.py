"""Hears of every path that ends and decides what becomes a test.

A test is written for every path that reached an exit or was cut short, and for the first error of each message at
each place; options narrow or widen that. Tests are numbered in the order in which paths end, without gaps.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Final

from albers.engine.endings import PathEnd, PathListener, ProgramError
from albers.errors import UserError
from albers.options import OutputOptions
from albers.results.companions import CompanionFiles, reaches
from albers.results.coverage.path_coverage import PathCoverage
from albers.results.dialect import dialect_named
from albers.results.error_report import error_file_name, error_file_text, error_message_lines
from albers.results.file_writer import write_file
from albers.results.journal import Journal
from albers.results.ktest import Encoder, KTestObject, Pointer, encode_structure
from albers.results.observer import Findings, Observer, TestRecord
from albers.results.outcome import FoundError
from albers.results.output_directory import OutputDirectory, cannot_write
from albers.results.path_decisions import PathDecisions
from albers.results.replay.confirmation import confirm_all
from albers.results.replay.recipe import Recipe
from albers.results.test_comp import read_property
from albers.results.test_files import TestFiles
from albers.verdicts import EndKind, StopReason

#: Reasons of paths that were merely still open when the run ended.
_STOPS: Final = frozenset(reason.value for reason in StopReason)
_DECISIONS: Final = frozenset(("path", "sym.path"))

#: What the engine does at the end of a path.
_ENDING_SECONDS: Final = 0.00005


class Recorder(PathListener):
    """Writes tests into an output directory, keeps the findings and tells the observer.

    `journal` is set once the directory exists, which is before the first path can end. After a failure to write,
    nothing more is written and `failure` says why: the engine would take an exception for a defect of a path.
    """

    def __init__(
        self, directory: OutputDirectory, options: OutputOptions, arguments: tuple[str, ...], observer: Observer
    ) -> None:
        super().__init__()
        self.seconds_per_test = _ENDING_SECONDS
        self.findings = Findings()
        self.journal: Journal | None = None
        self.failure: UserError | None = None
        self._directory = directory
        self._files = TestFiles(directory)
        self._options = options
        self._arguments = arguments
        self._encoder = Encoder(arguments)
        self._observer = observer
        self.path_coverage: PathCoverage | None = None
        self._started = time.perf_counter()
        self._speaker = dialect_named(options.dialect).speaker
        self.decisions: PathDecisions | None = PathDecisions() if _DECISIONS & set(options.write) else None
        self.suite = read_property(options.test_comp) if options.test_comp else None
        self.goal_reached = False  # the call that the suite is for was reached: nothing more to do
        self._companions = CompanionFiles(
            frozenset(options.write), self.decisions, options.dialect == "klee", self.suite
        )
        self._known_errors: set[tuple[int, str, int, str]] = set()

    def path_ended(self, end: PathEnd) -> None:
        if self.failure is not None:
            return
        try:
            self._record(end)
        except OSError as error:
            self._fail(error)

    def flush(self) -> None:
        """Tests that wait to be written together are written."""
        try:
            self._files.flush()
        except OSError as error:
            self._fail(error)
        if self.must_estimate and not self._options.no_tests and self.failure is None:
            self._estimate()

    def _estimate(self) -> None:
        """What it takes to end a path that is cut short: two files, and the engine's part. Rather more than less."""
        try:
            self._files.try_out()
        except OSError as error:
            self._fail(error)
        self.seconds_per_test = _ENDING_SECONDS + 2 * 1.5 * self._files.seconds_per_file

    def close(self) -> None:
        """Every test is on the disk, or `failure` says why not."""
        try:
            self._files.close()
        except OSError as error:
            self._fail(error)

    def _fail(self, error: OSError) -> None:
        if self.failure is None:
            self.failure = cannot_write(self._directory, error)

    def _record(self, end: PathEnd) -> None:
        error = end.ending.error
        if end.ending.kind is EndKind.EARLY:
            reason = end.ending.reason
            self.findings.cut_short[reason] = self.findings.cut_short.get(reason, 0) + 1
        test: str | None = None
        if end.ending.kind is EndKind.ERROR and error is not None:
            test = self._record_error(end, error)
        elif self._wants_test(end):
            test = self._write_test(end)
            if end.ending.kind is EndKind.EARLY:
                self._files.write(f"{test}.early", _text_bytes(end.ending.reason + "\n"))
        if self._options.echo and end.output:
            self._observer.path_printed(test or f"path {end.state_id}", end.output)

    def warning(self, message: str) -> None:
        """Something the user should know; told once, however often it is given."""
        if self.journal is None or self.journal.warning(message):
            self._observer.warned(message)

    def text(self, text: str) -> None:
        """Text the program asked to have printed while it is explored (klee_print_expr and the like)."""
        if self.journal is not None:
            self.journal.message(text)
        self._observer.said(text)

    def confirm(self, recipe: Recipe) -> None:
        """Try every bug natively; the sanitizers' reports are kept beside the tests."""
        errors = self.findings.errors
        found = [(each.error, each.test) for each in errors]
        for number, confirmation in enumerate(confirm_all(recipe, self._directory.path, found)):
            each = errors[number]
            errors[number] = replace(
                each,
                confirmed=confirmation.confirmed,
                confirmation=confirmation.reason,
                native_report=confirmation.report,
            )
            if each.test is not None and confirmation.report:
                name = each.test.removesuffix(".ktest") + ".native.txt"
                write_file(self._directory.file(name), _text_bytes(confirmation.report + "\n"))

    def _wants_test(self, end: PathEnd) -> bool:
        if self._options.no_tests or self.has_all_tests or end.ending.kind is EndKind.SILENT:
            return False
        if end.ending.kind is EndKind.EARLY and not self._options.open_paths and end.ending.reason in _STOPS:
            return False
        return end.covered_new or not (self._options.only_new_coverage or end.ending.kind is EndKind.MERGED)

    def _record_error(self, end: PathEnd, error: ProgramError) -> str | None:
        place = (error.assembly_line, error.file, error.line, error.message)
        is_new = place not in self._known_errors
        if not is_new and not self._options.all_errors:
            return None
        test: str | None = None
        if not self._options.no_tests and not self.has_all_tests:
            test = self._write_test(end)
            report = error_file_text(error, end.state_id)
            self._files.write(error_file_name(test, error), _text_bytes(report))
        if is_new:
            self._known_errors.add(place)
            self._announce(FoundError(error, tuple(end.inputs), test and f"{test}.ktest"))
        return test

    def _announce(self, found: FoundError) -> None:
        self.findings.errors.append(found)
        if self.journal is not None:
            for line in error_message_lines(found.error, self._speaker, not self._options.all_errors):
                self.journal.message(line)
        self._observer.error_found(found)

    def _write_test(self, end: PathEnd) -> str:
        self.tests_written += 1
        self.findings.tests = self.tests_written
        name = f"test{self.tests_written:06}"
        self._files.write(f"{name}.ktest", self._encoded(end))
        for file, content in self._companions.of(name, end):
            self._files.write(file, _text_bytes(content))
        if self.suite is not None and reaches(self.suite, end.ending):
            self.goal_reached = True
        self.findings.test_records.append(self._test_record(name, end))
        return name

    def _test_record(self, name: str, end: PathEnd) -> TestRecord:
        ending = end.ending
        kind, detail = ending.kind.value, ending.reason
        if ending.error is not None:
            kind, detail = ending.error.suffix, ending.error.message
        elif ending.kind is EndKind.EXIT:
            detail = str(ending.exit_code)
        lines = self.path_coverage.lines_of(end.state_id) if self.path_coverage is not None else {}
        seconds = round(time.perf_counter() - self._started, 3)
        return TestRecord(
            name, end.state_id, kind, detail, seconds, end.instructions, end.depth, len(end.new_lines), lines
        )

    def _encoded(self, end: PathEnd) -> bytes:
        if not end.pointers:
            return self._encoder.encode(end.inputs)
        objects = [
            KTestObject(name, data, end.addresses[i], tuple(Pointer(*each) for each in end.pointers[i]))
            for i, (name, data) in enumerate(end.inputs)
        ]
        return encode_structure(self._arguments, objects)


def _text_bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
