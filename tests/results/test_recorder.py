"""Which paths become tests, under which number, and what stands beside them."""

from __future__ import annotations

from pathlib import Path

import pytest

from albers.options import OutputOptions
from albers.results.journal import Journal
from albers.results.ktest import read_ktest
from albers.results.observer import Observer
from albers.results.outcome import FoundError
from albers.results.output_directory import OutputDirectory
from albers.results.recorder import Recorder
from albers.verdicts import EndKind
from tests.results.fabricated_runs import make_end, make_error


class Witness(Observer):
    def __init__(self) -> None:
        self.errors: list[FoundError] = []
        self.printed: list[tuple[str, list[tuple[int, bytes]]]] = []
        self.warnings: list[str] = []

    def error_found(self, found: FoundError) -> None:
        self.errors.append(found)

    def path_printed(self, path: str, output: list[tuple[int, bytes]]) -> None:
        self.printed.append((path, output))

    def warned(self, text: str) -> None:
        self.warnings.append(text)


@pytest.fixture
def witness() -> Witness:
    return Witness()


def recorder_in(tmp_path: Path, witness: Witness, options: OutputOptions) -> Recorder:
    directory = OutputDirectory(str(tmp_path / "out"))
    recorder = Recorder(directory, options, ("parse.c", "-v"), witness)
    directory.create()
    return recorder


def written(tmp_path: Path) -> list[str]:
    return sorted(path.name for path in (tmp_path / "out").iterdir())


def test_tests_are_numbered_in_the_order_in_which_paths_end(tmp_path: Path, witness: Witness) -> None:
    recorder = recorder_in(tmp_path, witness, OutputOptions())
    for value in (b"\1", b"\2"):
        recorder.path_ended(make_end(inputs=(("x", value),)))
    assert written(tmp_path) == ["test000001.ktest", "test000002.ktest"]
    assert recorder.tests_written == recorder.findings.tests == 2
    test = read_ktest(tmp_path / "out" / "test000002.ktest")
    assert test.arguments == ("parse.c", "-v")
    assert test.objects[0].data == b"\2"


def test_a_silent_path_gets_no_test(tmp_path: Path, witness: Witness) -> None:
    recorder = recorder_in(tmp_path, witness, OutputOptions())
    recorder.path_ended(make_end(EndKind.SILENT, covered_new=True))
    assert written(tmp_path) == []


def test_a_path_cut_short_gets_a_test_and_its_reason(tmp_path: Path, witness: Witness) -> None:
    recorder = recorder_in(tmp_path, witness, OutputOptions())
    recorder.path_ended(make_end(EndKind.EARLY, reason="max-depth exceeded."))
    assert written(tmp_path) == ["test000001.early", "test000001.ktest"]
    assert (tmp_path / "out" / "test000001.early").read_text() == "max-depth exceeded.\n"
    assert recorder.findings.cut_short == {"max-depth exceeded.": 1}


def test_the_same_error_at_the_same_place_is_recorded_once(tmp_path: Path, witness: Witness) -> None:
    recorder = recorder_in(tmp_path, witness, OutputOptions())
    for _ in range(3):
        recorder.path_ended(make_end(problem=make_error()))
    assert written(tmp_path) == ["test000001.ktest", "test000001.ptr.err"]
    assert [found.test for found in witness.errors] == ["test000001.ktest"]


def test_another_message_or_another_instruction_is_another_error(tmp_path: Path, witness: Witness) -> None:
    recorder = recorder_in(tmp_path, witness, OutputOptions())
    for problem in (make_error(), make_error(message="memory error: use after free"), make_error(assembly_line=173)):
        recorder.path_ended(make_end(problem=problem))
    assert len(recorder.findings.errors) == 3


def test_all_errors_get_tests_when_asked_for_but_each_bug_is_told_once(tmp_path: Path, witness: Witness) -> None:
    recorder = recorder_in(tmp_path, witness, OutputOptions(all_errors=True))
    for _ in range(2):
        recorder.path_ended(make_end(problem=make_error()))
    assert written(tmp_path) == [f"test00000{n}.{kind}" for n in (1, 2) for kind in ("ktest", "ptr.err")]
    assert [found.test for found in recorder.findings.errors] == ["test000001.ktest"]


def test_only_new_coverage_drops_exits_but_never_errors(tmp_path: Path, witness: Witness) -> None:
    recorder = recorder_in(tmp_path, witness, OutputOptions(only_new_coverage=True))
    recorder.path_ended(make_end())
    recorder.path_ended(make_end(EndKind.EARLY, reason="interrupted"))
    recorder.path_ended(make_end(problem=make_error()))
    recorder.path_ended(make_end(covered_new=True))
    assert written(tmp_path) == ["test000001.ktest", "test000001.ptr.err", "test000002.ktest"]


def test_without_tests_errors_are_still_found_with_their_inputs(tmp_path: Path, witness: Witness) -> None:
    recorder = recorder_in(tmp_path, witness, OutputOptions(no_tests=True))
    recorder.path_ended(make_end())
    recorder.path_ended(make_end(problem=make_error(), inputs=(("x", b"\7"),)))
    assert written(tmp_path) == []
    assert recorder.tests_written == 0
    assert [(found.test, found.inputs) for found in witness.errors] == [(None, (("x", b"\7"),))]


def test_output_is_shown_under_the_tests_name_only_when_asked_for(tmp_path: Path, witness: Witness) -> None:
    recorder = recorder_in(tmp_path, witness, OutputOptions(echo=True, only_new_coverage=True))
    recorder.path_ended(make_end(covered_new=True, output=((1, b"hello\n"),)))
    recorder.path_ended(make_end(state_id=9, output=((2, b"bye\n"),)))
    recorder.path_ended(make_end(covered_new=True))
    assert witness.printed == [("test000001", [(1, b"hello\n")]), ("path 9", [(2, b"bye\n")])]


def test_output_is_not_shown_unasked(tmp_path: Path, witness: Witness) -> None:
    recorder_in(tmp_path, witness, OutputOptions()).path_ended(make_end(output=((1, b"hello\n"),)))
    assert witness.printed == []


def test_a_full_disk_is_remembered_and_nothing_more_is_tried(tmp_path: Path, witness: Witness) -> None:
    recorder = recorder_in(tmp_path, witness, OutputOptions())
    (tmp_path / "out" / "test000001.ktest").mkdir()
    recorder.path_ended(make_end())
    recorder.path_ended(make_end())
    assert recorder.failure is not None
    assert "cannot write to" in recorder.failure.message
    assert written(tmp_path) == ["test000001.ktest"]


def test_a_warning_reaches_observer_and_file_once(tmp_path: Path, witness: Witness) -> None:
    directory = OutputDirectory(str(tmp_path / "out"))
    recorder = Recorder(directory, OutputOptions(), ("parse.c",), witness)
    directory.create()
    recorder.journal = Journal(directory, ["albers", "run", "parse.c"], ["dfs"])
    recorder.warning("odd")
    recorder.warning("odd")
    recorder.path_ended(make_end(problem=make_error()))
    recorder.journal.close()
    assert witness.warnings == ["odd"]
    assert (tmp_path / "out" / "warnings.txt").read_text() == "albers: WARNING: odd\n"
    assert (tmp_path / "out" / "messages.txt").read_text() == (
        "albers: ERROR: parse.c:23: memory error: out of bound pointer\n"
        "albers: NOTE: now ignoring this error at this location\n"
    )
    assert (tmp_path / "out" / "info").read_text().startswith("albers run parse.c\nPID: ")
